// The reference of messages in the documentation names every message, field and code of the contract, and no others.
// The tables below are complete by their types: a new field does not compile until it stands here.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import type { CommandName, Commands, ErrorCode, EventName, Events } from "../../packages/embed/src/messages.js";

type Fields<Of> = Record<keyof Of, true>;

const EVENTS: { [Name in EventName]: Fields<Events[Name]> } = {
  hello: { version: true, api: true, formats: true },
  progress: { side: true, read: true, total: true, calls: true },
  loaded: { side: true, name: true, calls: true, extent_ns: true, fingerprint: true },
  compared: { verdict: true },
  error: { side: true, code: true, text: true, retry: true },
  selection: { subject: true },
  hover: { name: true, side: true },
  view: { hash: true },
  height: { px: true },
  key: { key: true, code: true, ctrl: true, alt: true, shift: true, meta: true },
  bye: {},
};

const COMMANDS: { [Name in CommandName]: Fields<Commands[Name]["ask"]> } = {
  open: { side: true, run: true, buffer: true, stream: true, file: true, url: true, name: true, bytesTotal: true },
  close: { side: true },
  set: { hash: true, patch: true, hover: true },
  select: { function: true, call: true, path: true },
  focus: { a: true, b: true },
  next: {},
  previous: {},
  export: { what: true },
  theme: { theme: true },
  get: { what: true },
};

const CODES: Record<ErrorCode, true> = {
  "not-a-trace": true,
  cors: true,
  http: true,
  "too-big": true,
  csp: true,
  "no-webgl": true,
  memory: true,
  "stale-assets": true,
  refused: true,
  cancelled: true,
  "bad-command": true,
  busy: true,
  unsupported: true,
  internal: true,
};

/** Returns the rows of the table under a heading: the first cell's word, and the words in code of the second cell. */
function rowsUnder(heading: string): Map<string, string[]> {
  const page = readFileSync("docs/embed.md", "utf8");
  const section = page.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  return new Map(
    rows.map((row) => {
      const [, name = "", fields = ""] = row.split("|");
      return [name.replaceAll("`", "").trim(), [...fields.matchAll(/`([^`]+)`/g)].map(([, field]) => field ?? "")];
    }),
  );
}

test("events: the reference has every message and field", () => {
  const expected = Object.entries(EVENTS).map(([name, fields]) => [name, Object.keys(fields)] as const);
  assert.deepEqual([...rowsUnder("Reference: what the frame tells")], expected);
});

test("commands: the reference has every message and field", () => {
  const expected = Object.entries(COMMANDS).map(([name, fields]) => [name, Object.keys(fields)] as const);
  assert.deepEqual([...rowsUnder("Reference: what you can ask")], expected);
});

test("codes: the reference has every code", () => {
  assert.deepEqual([...rowsUnder("Reference: codes of errors").keys()], Object.keys(CODES));
});
