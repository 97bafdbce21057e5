// Keys by the table of commands, and who has them while something else has the focus.

import assert from "node:assert/strict";
import { test } from "node:test";

import { COMMANDS } from "../src/generated/commands.js";
import { commandOf, keyCap, nameOf, type Stroke } from "../src/keys.js";

function stroke(key: string, held: Partial<Stroke> = {}, altGraph = false): Stroke {
  return {
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    getModifierState: (name) => altGraph && name === "AltGraph",
    ...held,
  };
}

/** The stroke that a key of the table stands for. */
function typed(key: string): Stroke {
  const parts = key.split("+");
  const held = { ctrlKey: parts.includes("Ctrl"), shiftKey: parts.includes("Shift") };
  const last = parts.at(-1) ?? "";
  return stroke(held.shiftKey && last.length === 1 ? last.toUpperCase() : last, held);
}

test("every key of the table runs its command", () => {
  for (const { id, keys } of COMMANDS) {
    keys.forEach((key) => assert.equal(commandOf(typed(key), "elsewhere", true), id, key));
  }
});

test("what Shift makes of a key is not named twice", () => {
  assert.equal(nameOf(stroke("?", { shiftKey: true })), "?");
  assert.equal(nameOf(stroke("W", { shiftKey: true })), "Shift+w");
  assert.equal(nameOf(stroke("ArrowUp", { shiftKey: true })), "Shift+ArrowUp");
  assert.equal(nameOf(stroke("K", { metaKey: true })), "Ctrl+k");
});

test("text fields keep their keys but for Escape and Ctrl", () => {
  assert.equal(commandOf(stroke("x"), "text", true), null);
  assert.equal(commandOf(stroke("ArrowUp"), "text", true), null);
  assert.equal(commandOf(stroke("Escape"), "text", true), "clear");
  assert.equal(commandOf(stroke("k", { ctrlKey: true }), "text", true), "palette");
});

test("characters typed with AltGr or Option run their commands", () => {
  // Linux reports AltGr alone, Windows adds Ctrl and Alt, a Mac reports Option as Alt.
  assert.equal(commandOf(stroke("[", {}, true), "elsewhere", true), "finer");
  assert.equal(commandOf(stroke("]", { ctrlKey: true, altKey: true }, true), "elsewhere", true), "coarser");
  assert.equal(commandOf(stroke("\\", { altKey: true, shiftKey: true }), "elsewhere", true), "panel");
  assert.equal(commandOf(stroke("[", { altKey: true }), "text", true), null);
  assert.equal(commandOf(stroke("[", { altKey: true }), "elsewhere", false), null);
});

test("Ctrl+C copies a name, and in a text field the text", () => {
  assert.equal(commandOf(stroke("c", { ctrlKey: true }), "elsewhere", true), "copy-name");
  assert.equal(commandOf(stroke("c", { ctrlKey: true }), "text", true), null);
});

test("buttons keep Enter and arrows, and letters still work on them", () => {
  assert.equal(commandOf(stroke("Enter"), "control", true), null);
  assert.equal(commandOf(stroke("ArrowDown"), "control", true), null);
  assert.equal(commandOf(stroke("x"), "control", true), "swap");
});

test("single letters can be switched off, longer names stay", () => {
  assert.equal(commandOf(stroke("x"), "elsewhere", false), null);
  assert.equal(commandOf(stroke("Enter"), "elsewhere", false), "zoom-to-selection");
});

test("strokes of the browser and of the system are left alone", () => {
  assert.equal(commandOf(stroke("a", { altKey: true }), "elsewhere", true), null);
  assert.equal(commandOf(stroke("w", { ctrlKey: true }), "elsewhere", true), null);
});

test("key caps", () => {
  assert.deepEqual(["Ctrl+k", "Shift+ArrowUp", "w", "Escape", "ContextMenu"].map(keyCap), [
    "Ctrl+K",
    "Shift+↑",
    "w",
    "Esc",
    "Menu key",
  ]);
});
