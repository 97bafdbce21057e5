// The colours of differences, and of gold: the rules of docs/profile.md, in numbers.

/** Bounds of the steps of the scale of change, as ratios of the larger to the smaller weight. */
const STEPS = [1.05, 1.25, 1.5, 2];
/** Less in B to more in B around grey, of the light theme. */
export const CHANGE = [
  "#23723b",
  "#53a066",
  "#8cc697",
  "#bbe2c1",
  "#e6e9ed",
  "#ebc9ec",
  "#d7a0d9",
  "#b56db9",
  "#8a3a90",
];
/** Hatches, by their ground. */
export const GONE = "hatched #e6eefc",
  NEW = "hatched #fceedd",
  MERGED = "hatched #edeff2",
  NOTHING = "#ffffff";

/** Returns the factors of the weights of A and of B: 1, or such that both wholes equal their mean. */
export function factors(scale, [a, b]) {
  return scale === "per-total" && a > 0 && b > 0 ? [(a + b) / 2 / a, (a + b) / 2 / b] : [1, 1];
}

function step(less, more, sign) {
  const reached = STEPS.filter((ratio) => more >= less * ratio).length;
  return CHANGE[4 + sign * reached];
}

/**
 * A judge of paths. `wholes` are what both sides weigh, `how` says what is compared (`total` or `own`), at which scale,
 * what colours are relative to (`own`, `absolute`, `share`), and the floor as a share and in ns; `paths` are all that
 * the largest change is among.
 */
export function judge(
  wholes,
  paths,
  { measure = "total", scale = "absolute", color = "own", share = 0.05, ns = 10_000 },
) {
  const scaled = factors(scale, wholes),
    one = factors("per-total", wholes);
  const close = (values) =>
    Math.abs(values[1] - values[0]) <= 1e-12 * Math.max(...values)
      ? [Math.max(...values), Math.max(...values)]
      : values;
  const values = (path) => close(path[measure].map((weight, side) => weight * scaled[side]));
  const signed = (path) => {
    const [a, b] =
      color === "share"
        ? close(path[measure].map((weight, side) => (wholes[side] > 0 ? weight / wholes[side] : 0)))
        : values(path);
    return b - a;
  };
  let largest = 0;
  if (color !== "own") for (const path of paths) largest = Math.max(largest, Math.abs(signed(path)));
  return (path) => {
    if (path.calls[0] === 0) return NEW;
    if (path.calls[1] === 0) return GONE;
    const [a, b] = values(path);
    if (a === 0 && b === 0) return NOTHING;
    // By share of the whole the floor is asked of one whole.
    const [x, y] = color === "share" ? close(path[measure].map((weight, side) => weight * one[side])) : [a, b];
    if (Math.abs(y - x) <= ns || Math.abs(y - x) <= share * Math.min(x, y)) return CHANGE[4];
    if (color === "own") return step(Math.min(a, b), Math.max(a, b), Math.sign(b - a));
    return step(1, 2 ** (Math.abs(signed(path)) / largest), Math.sign(signed(path)));
  };
}

/** CIELAB L* 78, a* 0, b* 2 to 76 (callers −2 to −31) by a share of the whole, as 8-bit sRGB. */
export function gold(share, callers) {
  const part = Math.min(Math.max(share, 0), 1);
  const b = callers ? -2 - 29 * part : 2 + 74 * part;
  return ofLab([78, 0, b]);
}

/** Returns the colour with 45 % of it left over white, mixed in CIELAB; a hatch by its ground. */
export function faded(fill) {
  const [, hatch, color] = /^(hatched )?(#.{6})$/.exec(fill);
  const [l, a, b] = lab(color),
    left = 0.45,
    [l0] = lab("#ffffff");
  return `${hatch ?? ""}${ofLab([l0 + (l - l0) * left, a * left, b * left])}`;
}

const WHITE = [0.95047, 1, 1.08883];

function lab(color) {
  const linear = [1, 3, 5]
    .map((at) => parseInt(color.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  const [r, g, b] = linear;
  const xyz = [
    0.4124564 * r + 0.3575761 * g + 0.1804375 * b,
    0.2126729 * r + 0.7151522 * g + 0.072175 * b,
    0.0193339 * r + 0.119192 * g + 0.9503041 * b,
  ];
  const f = (t) => (t > (6 / 29) ** 3 ? Math.cbrt(t) : t / (3 * (6 / 29) ** 2) + 4 / 29);
  const [x, y, z] = xyz.map((value, at) => f(value / WHITE[at]));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function ofLab([l, a, b]) {
  const fy = (l + 16) / 116,
    cube = (f) => (f > 6 / 29 ? f ** 3 : 3 * (6 / 29) ** 2 * (f - 4 / 29));
  const [x, y, z] = [fy + a / 500, fy, fy - b / 200].map((f, at) => WHITE[at] * cube(f));
  const linear = [
    3.2404542 * x - 1.5371385 * y - 0.4985314 * z,
    -0.969266 * x + 1.8760108 * y + 0.041556 * z,
    0.0556434 * x - 0.2040259 * y + 1.0572252 * z,
  ];
  const channel = (c) =>
    Math.round(255 * Math.min(Math.max(c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055, 0), 1));
  return `#${linear.map((c) => channel(c).toString(16).padStart(2, "0")).join("")}`;
}
