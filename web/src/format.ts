// Numbers in the words of the page, for the few texts that the engine does not write: progress of reading and
// columns of tables. Thin no-break spaces stand before units; the minus is a real one.

const THIN = "\u202f";
export const MINUS = "\u2212";
const LOCALE = "en";

/** By digits after the point: a formatter takes longer to make than to use a hundred times. */
const DECIMALS = [0, 1, 2, 3].map(
  (digits) => new Intl.NumberFormat(LOCALE, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
);
const PLAIN = new Intl.NumberFormat(LOCALE);

/** `123,221`; from 10⁷ on `310 M`. */
export function count(value: number): string {
  if (value < 1e7) {
    return PLAIN.format(value);
  }
  const [scale, unit] = value < 1e9 ? [1e6, "M"] : [1e9, "G"];
  return `${threeDigits(value / scale)}${THIN}${unit}`;
}

/** `1 call`, `123,221 calls` */
export function calls(value: number): string {
  return `${count(value)} ${value === 1 ? "call" : "calls"}`;
}

/** Decimal: `812 B`, `22.4 MB`. */
export function bytes(value: number): string {
  return withUnit(value, ["B", "kB", "MB", "GB", "TB"]);
}

/** `431 MB/s`. */
export function rate(bytesPerSecond: number): string {
  return `${bytes(bytesPerSecond)}/s`;
}

/** `112 of 156 MB`: both in the unit of the larger one. */
export function bytesOf(part: number, whole: number): string {
  const [scale, unit] = unitOf(whole, ["B", "kB", "MB", "GB", "TB"]);
  return `${threeDigits(part / scale)} of ${threeDigits(whole / scale)}${THIN}${unit}`;
}

/** Three significant digits, unit by size: `812 ns`, `48.3 µs`, `1.94 s`, `2 m 07.3 s`. */
export function duration(ns: number): string {
  const size = Math.abs(ns);
  const sign = ns < 0 ? MINUS : "";
  if (size < 60e9) {
    return sign + withUnit(size, ["ns", "µs", "ms", "s"]);
  }
  const seconds = size / 1e9;
  const minutes = Math.floor(seconds / 60);
  const two = (value: number, digits = 0) => value.toFixed(digits).padStart(digits > 0 ? 3 + digits : 2, "0");
  if (seconds < 3600) {
    return `${sign}${minutes}${THIN}m ${two(seconds - minutes * 60, 1)}${THIN}s`;
  }
  const hours = Math.floor(minutes / 60);
  return `${sign}${hours}${THIN}h ${two(minutes % 60)}${THIN}m ${two(Math.floor(seconds) % 60)}${THIN}s`;
}

/** Always signed: `+1.09 ms`; nothing changed is `±0`. */
export function delta(ns: number): string {
  return ns === 0 ? "±0" : `${ns > 0 ? "+" : MINUS}${duration(Math.abs(ns))}`;
}

/** Change in per cent of the baseline: `+249 %`, `+1.8 %`, from +900 % on `×10`. */
export function change(from: number, to: number): string {
  if (from === 0) {
    return to === 0 ? "–" : "new";
  }
  if (to === 0) {
    return "gone";
  }
  const percent = (to / from - 1) * 100;
  if (percent >= 900) {
    return `×${threeDigits(to / from)}`;
  }
  const size = Math.abs(percent);
  const text = size >= 10 ? size.toFixed(0) : size.toFixed(1);
  return `${percent < 0 ? MINUS : "+"}${text}${THIN}%`;
}

/** True if the inverse of a ratio is easier to read, as in the engine's sentences. */
const isPart = (value: number) => value > 0 && value < 0.5;

/** A ratio of two amounts: `1.26×`, and `1/444` below a half. */
export function ratio(value: number): string {
  return isPart(value) ? `1/${threeDigits(1 / value)}` : `${threeDigits(value)}×`;
}

/** The length of B beside that of A, with its verb: `is 1.26× as long as A`, `takes 1/444 of A’s time`. */
export function besideA(value: number): { verb: string; ratio: string; rest: string } {
  return isPart(value)
    ? { verb: "takes", ratio: ratio(value), rest: "of A’s time" }
    : { verb: "is", ratio: ratio(value), rest: "as long as A" };
}

/**
 * Entries of a table column in one unit, that of the largest, with two decimals. Seconds only from ten on: functions of
 * milliseconds stand beside sums over lanes.
 */
export function column(largest: number): { unit: string; text: (ns: number) => string } {
  const [scale, unit] = unitOf(largest, largest < 1e10 ? ["ns", "µs", "ms"] : ["ns", "µs", "ms", "s"]);
  const digits = unit === "ns" ? 0 : 2;
  const format = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return { unit, text: (ns) => (ns < 0 ? MINUS : "") + format.format(Math.abs(ns) / scale) };
}

/** Returns a function that writes counts, whole where they are. */
export function plainly(unit: string): (value: number) => string {
  const size = (value: number) =>
    unit === "bytes"
      ? bytes(value)
      : Number.isInteger(value) || value >= 100
        ? count(Math.round(value))
        : value.toPrecision(3);
  return (value) => (value < 0 ? `${MINUS}${size(-value)}` : size(value));
}

/** Shortens in the middle, whole code points: `black-24…kenize.json`. */
export function middle(text: string, most: number): string {
  const points = [...text];
  if (points.length <= most) {
    return text;
  }
  const head = Math.ceil((most - 1) / 2);
  return [...points.slice(0, head), "…", ...points.slice(points.length - (most - 1 - head))].join("");
}

/** The end of a path, whole parts as far as they fit: `…/jinja2/environment.py`. */
export function pathEnd(path: string, most: number): string {
  if (path.length <= most) {
    return path;
  }
  const parts = path.split("/");
  let end = parts.pop() ?? "";
  for (let part = parts.pop(); part !== undefined && part.length + end.length + 3 <= most; part = parts.pop()) {
    end = `${part}/${end}`;
  }
  return middle(`…/${end}`, most);
}

function withUnit(value: number, units: readonly string[]): string {
  const [scale, unit] = unitOf(value, units);
  return `${threeDigits(value / scale)}${THIN}${unit}`;
}

/** The unit in which `value` has up to three digits before the point. */
function unitOf(value: number, units: readonly string[]): [number, string] {
  let scale = 1;
  let index = 0;
  // 999.5 would be shown as 1,000 of the smaller unit.
  while (index + 1 < units.length && value >= (index === 0 ? 1000 : 999.5) * scale) {
    scale *= 1000;
    index += 1;
  }
  return [scale, units[index] ?? ""];
}

function threeDigits(value: number): string {
  if (Number.isInteger(value) && value < 1000) {
    return String(value);
  }
  const digits = value >= 99.95 ? 0 : value >= 9.995 ? 1 : value >= 0.9995 ? 2 : 3;
  return (DECIMALS[digits] ?? PLAIN).format(value);
}
