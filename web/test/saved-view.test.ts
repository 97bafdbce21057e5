import assert from "node:assert/strict";
import { test } from "node:test";

import { DEFAULT_VIEW_STATE, LINK_FIELDS } from "../src/generated/link-table.js";
import { put, valueOf } from "../src/state/link-values.js";
import { unpack } from "../src/state/message-pack.js";
import { savedView } from "../src/state/saved-view.js";
import { random, someValue } from "./some-values.js";

const text = (value: string) => [0xa0 + value.length, ...new TextEncoder().encode(value)];
const bytes = (...parts: (number | number[])[]) => Uint8Array.from(parts.flat());

test("unpack reads every kind of value", () => {
  const of = (...parts: (number | number[])[]) => unpack(bytes(...parts));
  assert.equal(of(0x07), 7);
  assert.equal(of(0xff), -1);
  assert.equal(of(0xcd, 1, 0), 256);
  assert.equal(of(0xcf, 0, 0, 0, 1, 0, 0, 0, 0), 2 ** 32);
  assert.equal(of(0xd1, 0xff, 0xfe), -2);
  assert.equal(of(0xd3, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff), -1);
  assert.equal(of(0xcb, 0x3f, 0xe0, 0, 0, 0, 0, 0, 0), 0.5);
  assert.deepEqual(of(0x93, 0xc0, 0xc2, 0xc3), [null, false, true]);
  assert.equal(of(0xd9, 2, 0x61, 0x62), "ab");
  assert.deepEqual({ ...(of(0x81, text("a"), 0x90) as object) }, { a: [] });
  assert.deepEqual(of(0xc4, 1, 9), Uint8Array.of(9));
});

test("unpack refuses what is cut, followed by more, or nested too deeply", () => {
  for (const wrong of [
    [],
    [0xcd, 1],
    [0xa5, 0x61],
    [0x92, 1],
    [0xc1],
    [1, 2],
    [0xdd, 0xff, 0xff, 0xff, 0xff],
    Array(99).fill(0x91),
  ]) {
    assert.throws(() => unpack(Uint8Array.from(wrong)), RangeError, String(wrong));
  }
});

test("saved view takes known values and leaves the others at their defaults", () => {
  const file = (view: number[][]) => bytes(0x81, text("view"), 0x80 + view.length, ...view);
  const view = savedView(
    file([
      [...text("desk"), ...text("profile")],
      [...text("search"), ...text("open file")],
      [...text("theme"), ...text("<script>")],
      [...text("mood"), 0x91, 1],
      [...text("time"), 0xc0],
    ]),
  );
  assert.equal(view?.desk, "profile");
  assert.equal(view?.theme, DEFAULT_VIEW_STATE.theme);
  assert.deepEqual(view?.time, DEFAULT_VIEW_STATE.time);
  assert.equal("mood" in (view ?? {}), false);
  assert.equal(savedView(bytes(0xc0)), null);
  assert.equal(savedView(bytes(0x81, text("view"), 1)), null);
  assert.equal(savedView(Uint8Array.of()), null);
});

/** Writes a value as MessagePack. */
function packed(value: unknown): number[] {
  const ofText = (of: string): number[] => {
    const utf8 = [...new TextEncoder().encode(of)];
    return [0xdb, ...be32(utf8.length), ...utf8];
  };
  if (value === null || typeof value === "boolean") {
    return [value === null ? 0xc0 : value ? 0xc3 : 0xc2];
  }
  if (typeof value === "number") {
    const view = new DataView(new ArrayBuffer(8));
    view.setBigInt64(0, BigInt(value));
    return [0xd3, ...new Uint8Array(view.buffer)];
  }
  if (typeof value === "string") {
    return ofText(value);
  }
  if (Array.isArray(value)) {
    return [0xdd, ...be32(value.length), ...value.flatMap(packed)];
  }
  const parts = Object.entries(value as object);
  return [0xdf, ...be32(parts.length), ...parts.flatMap(([name, part]) => [...ofText(name), ...packed(part)])];
}

function be32(value: number): number[] {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
}

test("every field survives a session file, with every word of every enum", () => {
  const words = new Set<string>();
  for (let seed = 0; seed < 300; seed += 1) {
    const next = random(seed);
    const state = structuredClone(DEFAULT_VIEW_STATE);
    for (const field of LINK_FIELDS.filter(() => next() < 0.7)) {
      const value = someValue(field, next);
      const read = valueOf(field, value);
      words.add(`${field.key} ${value}`);
      if (read !== null) {
        put(state, field.path, read);
      }
    }
    assert.deepEqual(savedView(Uint8Array.from(packed({ view: state, rules: "x" }))), state, `seed ${seed}`);
  }
  for (const field of LINK_FIELDS.filter(({ kind }) => kind === "word" || kind === "maybe-word")) {
    field.words.forEach((word) => assert.ok(words.has(`${field.key} ${word}`), `${field.key} ${word}`));
  }
});
