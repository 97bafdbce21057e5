// The theme in force: the choice, or the system's.

import type { ThemeChoice } from "./generated/protocol.js";
import { keep, storedValue } from "./storage.js";

export const THEMES: readonly ThemeChoice[] = ["auto", "light", "dark", "contrast"];

const KEY = "diptych.theme";
const FORCED = "(forced-colors: active)";
const QUERIES = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)", FORCED];

/**
 * `auto` resolved. Under forced colours the system's palette decides, whatever was chosen: the high-contrast theme, which is
 * dark, on a dark palette, and the light one on a light palette, where a dark picture would be a hole in the page.
 */
export function resolved(choice: ThemeChoice): Exclude<ThemeChoice, "auto"> {
  const [dark, contrast, forced] = QUERIES.map((query) => matchMedia(query).matches);
  if (forced === true) {
    return dark === true ? "contrast" : "light";
  }
  if (choice !== "auto") {
    return choice;
  }
  return contrast === true ? "contrast" : dark === true ? "dark" : "light";
}

/** Puts the choice where the style sheet looks for it. Legends have the colours of the canvases under forced colours too. */
export function show(choice: ThemeChoice): void {
  document.documentElement.dataset["theme"] = matchMedia(FORCED).matches ? resolved(choice) : choice;
}

/** The theme that was chosen last on this device. */
export function keptTheme(): ThemeChoice {
  const text = storedValue(KEY);
  return THEMES.find((theme) => theme === text) ?? "auto";
}

export function keepTheme(choice: ThemeChoice): void {
  keep(KEY, choice === "auto" ? null : choice);
}

/** Calls when what the system says changes. */
export function onSystemChange(changed: () => void): void {
  QUERIES.forEach((query) => matchMedia(query).addEventListener("change", changed));
}
