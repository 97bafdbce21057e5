// Which theme is in force: the choice, or what the system says.

import type { ThemeChoice } from "./generated/protocol.js";

export const THEMES: readonly ThemeChoice[] = ["auto", "light", "dark", "contrast"];

const QUERIES = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)", "(forced-colors: active)"];

/** `auto` resolved. Under forced colours the canvases keep the high-contrast theme. */
export function resolved(choice: ThemeChoice): Exclude<ThemeChoice, "auto"> {
  const [dark, contrast, forced] = QUERIES.map((query) => matchMedia(query).matches);
  if (forced === true) {
    return "contrast";
  }
  if (choice !== "auto") {
    return choice;
  }
  return contrast === true ? "contrast" : dark === true ? "dark" : "light";
}

/** Puts the choice where the style sheet looks for it. */
export function show(choice: ThemeChoice): void {
  document.documentElement.dataset["theme"] = choice;
}

/** Calls when what the system says changes. */
export function onSystemChange(changed: () => void): void {
  QUERIES.forEach((query) => matchMedia(query).addEventListener("change", changed));
}
