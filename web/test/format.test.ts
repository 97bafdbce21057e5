// Numbers in the words of the page.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  besideA,
  bytes,
  bytesOf,
  change,
  column,
  count,
  delta,
  duration,
  middle,
  pathEnd,
  rate,
  ratio,
} from "../src/format.js";

/** Thin no-break spaces as plain ones, so that the cases below can be read. */
const plain = (text: string) => text.replaceAll("\u202f", " ");

const CASES: readonly (readonly [string, string])[] = [
  [count(123_221), "123,221"],
  [count(9_999_999), "9,999,999"],
  [count(310_400_000), "310 M"],
  [bytes(812), "812 B"],
  [bytes(22_400_000), "22.4 MB"],
  [bytes(999_600), "1.00 MB"],
  [bytes(6.1e9), "6.10 GB"],
  [rate(431e6), "431 MB/s"],
  [bytesOf(112e6, 156e6), "112 of 156 MB"],
  [bytesOf(7.9e6, 12.2e6), "7.90 of 12.2 MB"],
  [duration(0), "0 ns"],
  [duration(812), "812 ns"],
  [duration(48_300), "48.3 µs"],
  [duration(12_700_000), "12.7 ms"],
  [duration(1_940_000_000), "1.94 s"],
  [duration(127_300_000_000), "2 m 07.3 s"],
  [duration(3_727_000_000_000), "1 h 02 m 07 s"],
  [delta(1_090_000), "+1.09 ms"],
  [delta(-4_590_000), "−4.59 ms"],
  [delta(0), "±0"],
  [change(438, 1530), "+249 %"],
  [change(1000, 1018), "+1.8 %"],
  [change(1000, 500), "−50 %"],
  [change(10, 100), "×10"],
  [change(0, 5), "new"],
  [change(5, 0), "gone"],
  [change(0, 0), "–"],
  [ratio(1.2559), "1.26×"],
  [ratio(0.8947), "0.895×"],
  [ratio(0.00225), "1/444"],
  [Object.values(besideA(1.2559)).join(" "), "is 1.26× as long as A"],
  [Object.values(besideA(0.00225)).join(" "), "takes 1/444 of A’s time"],
  [middle("short.json", 20), "short.json"],
  [middle("black-24.10.0-tokenize.json", 15), "black-2…ze.json"],
  [pathEnd("/srv/lib/jinja2/environment.py", 24), "…/jinja2/environment.py"],
  [pathEnd("lib/a.py", 24), "lib/a.py"],
  [pathEnd("/x/a_very_long_file_name_indeed.py", 12), "…/a_ve…ed.py"],
  [middle("🎉🎉🎉🎉🎉", 3), "🎉…🎉"],
];

for (const [found, expected] of CASES) {
  test(expected, () => assert.equal(plain(found), expected));
}

test("a column has one unit, that of its largest entry, and two decimals", () => {
  const { unit, text } = column(2_500_000);
  assert.deepEqual([unit, text(2_500_000), text(4_000), text(-1_000_000)], ["ms", "2.50", "0.00", "−1.00"]);
  assert.equal(column(999).text(12), "12");
  assert.equal(column(3_840_000_000).unit, "ms");
  assert.equal(column(12_000_000_000).unit, "s");
});
