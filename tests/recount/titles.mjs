// Recounts the tooltips of the interactive drawing, path by path, and words them again.

import { pathsOf, walk, widen } from "./tree.mjs";

/** Between the margins of a document, and what is too narrow for it, CSS pixels. */
const ROOM = 1180,
  LEAST_PX = 0.1;
const THIN = "\u202f",
  MINUS = "\u2212";

/** Decimals, what lies in the middle to the even one. */
function fixed(value, places) {
  const [whole, digits] = value.toFixed(60).split("."),
    kept = BigInt(whole + digits.slice(0, places));
  if (!/^50*$/.test(digits.slice(places))) return value.toFixed(places);
  return (Number(kept + (kept % 2n)) / 10 ** places).toFixed(places);
}

function threeDigits(value) {
  if (value === 0) return "0";
  const power = Math.floor(Math.log10(Math.abs(value)));
  if (power >= -4 && power <= 2) return threeOf(Number(fixed(value, 2 - power)));
  return threeOf(value);
}

function threeOf(value) {
  const rounded = Number(value.toPrecision(3)),
    digits = Math.floor(Math.log10(Math.abs(rounded))) + 1;
  return rounded.toFixed(Math.min(Math.max(3 - digits, 0), 6));
}

function duration(ns) {
  const units = [
    [1_000, 1, "ns"],
    [999_500, 1e3, "µs"],
    [999_500_000, 1e6, "ms"],
    [60_000_000_000, 1e9, "s"],
  ];
  const [, size, unit] = units.find(([limit]) => ns < limit) ?? [];
  if (unit === undefined) throw new Error(`${ns} ns are over a minute`);
  return `${size === 1 ? ns : threeDigits(ns / size)}${THIN}${unit}`;
}

function percent(share) {
  const of = share * 100;
  return `${of === 0 ? "0" : of < 0.05 ? `<${THIN}0.1` : of < 9.95 ? fixed(of, 1) : fixed(of, 0)}${THIN}%`;
}

/** The change of a weight, in words. */
function change([a, b], [callsA, callsB]) {
  const sign = b < a ? MINUS : "+",
    by = `${sign}${duration(Math.abs(b - a))}`;
  if (callsA === 0) return `${by} (new)`;
  if (callsB === 0) return `${by} (gone${a > 0 ? `, ${MINUS}100${THIN}%` : ""})`;
  if (a === 0) return `${by} (${b > 0 ? "nothing in A" : "–"})`;
  const share = (b - a) / a;
  const size = percent(Math.abs(share)),
    text = size.startsWith("<") ? `0.0${THIN}%` : size;
  return `${by} (${share >= 9 ? `×${threeDigits(share + 1)}` : `${share < 0 ? MINUS : "+"}${text}`})`;
}

/** The words of every path of stacks as they were, without its name, that is wide enough; and how often each is said. */
export function counted(sides) {
  const all = pathsOf(sides, "none");
  widen(all, "larger", [1, 1]);
  const found = new Map();
  for (const path of walk(all)) {
    if ((path.width / all.width) * ROOM < LEAST_PX) continue;
    const side = (at) => {
      const calls = path.calls[at] === 1 ? "1 call" : `${path.calls[at].toLocaleString("en-US")} calls`;
      const share = all.total[at] > 0 ? path.total[at] / all.total[at] : 0;
      return `${"AB"[at]}: ${duration(path.total[at])} (${percent(share)}), self ${duration(path.own[at])}, ${calls}`;
    };
    const text = [side(0), side(1), change(path.total, path.calls)].join("\n");
    found.set(text, (found.get(text) ?? 0) + 1);
  }
  return found;
}

/** Reads the tooltips from a document. */
export function said(svg) {
  const found = new Map();
  for (const [, title] of svg.matchAll(/<g class="n[^>]*><title>([^<]*)<\/title>/g)) {
    const text = title.slice(title.indexOf("\nA: ") + 1).replaceAll("&lt;", "<");
    found.set(text, (found.get(text) ?? 0) + 1);
  }
  return found;
}
