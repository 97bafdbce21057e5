// In whatever room, a card shows facts whole or not at all, and of two names what differs.

import assert from "node:assert/strict";
import { test } from "node:test";

import { type CardText, type CardWidths, cardWords } from "../src/card-words.js";

/** Every character takes ten pixels. */
const WIDTHS: CardWidths = { name: (text) => 10 * [...text].length, facts: (text) => 10 * [...text].length };
const A: CardText = {
  name: "vt150k-docutils-0.16-tools.json.gz",
  facts: ["123,221 calls", "75.9 ms", "1.38 MB"],
  duration: "75.9 ms",
};
const B: CardText = {
  name: "vt150k-docutils-0.21.2-tools.json.gz",
  facts: ["130,943 calls", "95.3 ms", "1.52 MB"],
  duration: "95.3 ms",
};
const AROUND = { a: 100, b: 100 };

test("facts leave whole, calls first and the duration last", () => {
  const shown = new Set<string>();
  for (let total = 2000; total > 200; total -= 10) {
    const words = cardWords({ a: A, b: B }, { total, around: AROUND, stacked: false }, WIDTHS).a;
    shown.add(words?.facts ?? "");
  }
  assert.deepEqual([...shown], ["123,221 calls · 75.9 ms · 1.38 MB", "75.9 ms · 1.38 MB", "75.9 ms", ""]);
});

test("nothing is wider than its card while what differs has room", () => {
  for (let total = 2000; total > 400; total -= 10) {
    const { a, b } = cardWords({ a: A, b: B }, { total, around: AROUND, stacked: false }, WIDTHS);
    const px = [a, b].map(
      (words) => 10 * [...`${words?.name ?? ""}${words?.facts ?? ""}`].length + (words?.facts === "" ? 0 : 8),
    );
    assert.ok((px[0] ?? 0) + (px[1] ?? 0) <= total - 200, `${total}: ${a?.name} ${a?.facts}, ${b?.name} ${b?.facts}`);
    assert.match(a?.name ?? "", /0\.16/);
    assert.match(b?.name ?? "", /0\.21\.2/);
  }
});

test("what one card does not need is the other's; an empty side takes nothing but its own", () => {
  const short: CardText = { name: "a", facts: ["1 call"], duration: "" };
  const { b } = cardWords({ a: short, b: B }, { total: 1000, around: AROUND, stacked: false }, WIDTHS);
  assert.deepEqual(b, { name: B.name, facts: B.facts.join(" · ") });
  const alone = cardWords({ a: null, b: B }, { total: 1000, around: { a: 200, b: 100 }, stacked: false }, WIDTHS);
  assert.deepEqual(alone, { a: null, b: { name: B.name, facts: B.facts.join(" · ") } });
});

test("names with nothing in common lose their middle", () => {
  const one: CardText = { name: "chrome-table-sort-of-yesterday", facts: ["5 ms"], duration: "5 ms" };
  const two: CardText = { name: "samply", facts: ["6 ms"], duration: "6 ms" };
  const { a } = cardWords({ a: one, b: two }, { total: 400, around: { a: 0, b: 250 }, stacked: false }, WIDTHS);
  assert.deepEqual(a, { name: "chrome-…sterday", facts: "5 ms" });
  const narrow = cardWords({ a: one, b: two }, { total: 300, around: { a: 0, b: 250 }, stacked: false }, WIDTHS);
  assert.deepEqual(narrow.a, { name: "chrome-…sterday", facts: "" });
});

test("of stacked cards each has its own room, and the duration stays where both stand in a narrow window", () => {
  const room = { total: 2 * 300, around: { a: 100, b: 100 }, stacked: true };
  const { a, b } = cardWords({ a: { name: "a", facts: ["1 ms"], duration: "1 ms" }, b: B }, room, WIDTHS);
  assert.deepEqual(a, { name: "a", facts: "1 ms" });
  assert.equal(b?.facts, "95.3 ms");
  assert.ok(10 * [...(b?.name ?? "")].length + 70 + 8 <= 200);
});
