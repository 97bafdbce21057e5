// Keys, from the one table of commands.

import { type Command, type CommandId, COMMANDS } from "./generated/commands.js";

const BY_KEY: ReadonlyMap<string, Command> = new Map(
  COMMANDS.flatMap((command) => command.keys.map((key) => [key, command] as const)),
);

/** The parts of a keyboard event that count. */
export type Stroke = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "getModifierState">;

/** A stroke as the table writes it: `Shift+w`, `Ctrl+k`, `?`. */
export function nameOf(stroke: Stroke): string {
  // The key itself includes the effect of Shift, except for letters and for keys with names.
  const letter = /^[a-z]$/i.test(stroke.key);
  const shift = stroke.shiftKey && (letter || stroke.key.length > 1);
  const ctrl = hasCtrl(stroke);
  return `${ctrl ? "Ctrl+" : ""}${shift ? "Shift+" : ""}${letter ? stroke.key.toLowerCase() : stroke.key}`;
}

/**
 * Returns whether the stroke types a character with AltGr, or with Option on a Mac. German, French and Nordic layouts
 * type `[`, `]` and `\\` so. Windows reports AltGr as Ctrl and Alt together. Letters do not count: Alt and a letter
 * open a menu of the browser on some systems.
 */
function isTypedWithAlt(stroke: Stroke): boolean {
  const printable = [...stroke.key].length === 1 && !/^[a-z0-9]$/i.test(stroke.key);
  return printable && (stroke.getModifierState("AltGraph") || (stroke.altKey && !stroke.ctrlKey && !stroke.metaKey));
}

/** Returns whether Ctrl, or Cmd on a Mac, makes the stroke a shortcut. */
function hasCtrl(stroke: Stroke): boolean {
  return (stroke.ctrlKey || stroke.metaKey) && !isTypedWithAlt(stroke);
}

/** The place of the focus, as far as keys are concerned. */
export type Focus = "text" | "control" | "elsewhere";

/** The command of a stroke. Text fields keep their keys; buttons and lists keep Enter, arrows and Backspace. */
export function commandOf(stroke: Stroke, focus: Focus, letters: boolean): CommandId | null {
  const command = stroke.altKey && !isTypedWithAlt(stroke) ? undefined : BY_KEY.get(nameOf(stroke));
  if (command === undefined || (command.id === "copy-name" && focus === "text")) {
    return null;
  }
  if (hasCtrl(stroke) || stroke.key === "Escape") {
    return command.id;
  }
  const single = [...stroke.key].length === 1;
  if (focus === "text" || (single && !letters) || (focus === "control" && !single)) {
    return null;
  }
  return command.id;
}

/** Returns the place of the focus on an element. */
export function focusOf(target: EventTarget | null): Focus {
  if (!(target instanceof Element)) {
    return "elsewhere";
  }
  if (target.closest("input:not([type=checkbox], [type=range]), textarea, [contenteditable]") !== null) {
    return "text";
  }
  const control = "button, a[href], select, input, summary, [role=treegrid], [role=tab], [role=menu], [role=listbox]";
  return target.closest(control) === null ? "elsewhere" : "control";
}

/** Words for a key cap: `Ctrl+k` becomes `Ctrl+K`, arrows become arrows. */
export function keyCap(key: string): string {
  const words: Record<string, string> = {
    ArrowUp: "↑",
    ArrowDown: "↓",
    ArrowLeft: "←",
    ArrowRight: "→",
    Escape: "Esc",
    ContextMenu: "Menu key",
  };
  const parts = key === "+" ? [key] : key.split("+");
  return parts
    .map((part) => words[part] ?? (parts.length > 1 && part.length === 1 ? part.toUpperCase() : part))
    .join("+");
}

const BY_ID: ReadonlyMap<CommandId, Command> = new Map(COMMANDS.map((command) => [command.id, command]));

/** The first key of a command as it stands on its cap; empty if it has none. */
export function keyOf(id: CommandId): string {
  const key = BY_ID.get(id)?.keys[0];
  return key === undefined ? "" : keyCap(key);
}

/** Returns the tooltip of a control: words, and the key of the command that does the same. */
export function withKey(words: string, id: CommandId): string {
  const key = keyOf(id);
  return key === "" ? words : `${words} (${key})`;
}

/** Returns the tooltip of a command in the words of the table: `Zoom in (w)`. */
export function hint(id: CommandId): string {
  return withKey(BY_ID.get(id)?.title ?? "", id);
}
