// Draws the memory of a soak as SVG, for the documentation.

import type { Kind, Sample } from "./growth.js";

const SIZE = { width: 760, height: 300, left: 56, right: 132, top: 16, bottom: 36 };
const MEGABYTE = 1e6;
/** Least distance of two names, pixels. */
const LINE = 14;

/** The curves, the highest first. Colours are readable on light and on dark. */
const CURVES: readonly { kind: Kind; name: string; color: string }[] = [
  { kind: "resident", name: "process", color: "#8a8a8a" },
  { kind: "wasm", name: "WebAssembly", color: "#3b82c4" },
  { kind: "heap", name: "JavaScript", color: "#c9761c" },
];

/** Returns the picture: bytes over rounds, one curve a kind of memory. */
export function curveSvg(samples: readonly Sample[], rounds: number): string {
  const highest = Math.max(...samples.flatMap(({ heap, wasm, resident }) => [heap, wasm, resident ?? 0]));
  const step = niceStep(highest / MEGABYTE / 4) * MEGABYTE;
  const top = Math.ceil(highest / step) * step;
  const x = (round: number) => (SIZE.left + (round / rounds) * (SIZE.width - SIZE.left - SIZE.right)).toFixed(1);
  const y = (bytes: number) =>
    (SIZE.height - SIZE.bottom - (bytes / top) * (SIZE.height - SIZE.top - SIZE.bottom)).toFixed(1);
  const lines: string[] = [];
  for (let at = 0; at <= top; at += step) {
    lines.push(
      `<path d="M${x(0)} ${y(at)}H${x(rounds)}" stroke="#8a8a8a" stroke-opacity=".35"/>`,
      `<text x="${SIZE.left - 8}" y="${y(at)}" dy=".35em" text-anchor="end">${at / MEGABYTE} MB</text>`,
    );
  }
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    const round = Math.round(rounds * share);
    lines.push(`<text x="${x(round)}" y="${SIZE.height - 14}" text-anchor="middle">${round} rounds</text>`);
  }
  // From the lowest curve up, so that no name covers another.
  let above = Number.POSITIVE_INFINITY;
  for (const { kind, name, color } of [...CURVES].reverse()) {
    const points = samples.flatMap((sample) => {
      const bytes = sample[kind];
      return bytes === null ? [] : [{ round: sample.round, bytes }];
    });
    const last = points.at(-1);
    if (last === undefined) {
      continue;
    }
    const path = points.map(({ round, bytes }) => `${x(round)} ${y(bytes)}`).join("L");
    const at = Math.min(Number(y(last.bytes)), above - LINE);
    above = at;
    lines.push(
      `<path d="M${path}" fill="none" stroke="${color}" stroke-width="2"/>`,
      `<text x="${Number(x(rounds)) + 8}" y="${at}" dy=".35em" style="fill:${color}">${name}</text>`,
    );
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" font-family="sans-serif" ` +
    `font-size="12" fill="#8a8a8a"><title>Memory of one tab over ${rounds} rounds</title>${lines.join("")}</svg>\n`
  );
}

/** Returns the smallest of 1, 2, 5, 10, 20, 50, … that is not below a number. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((digit) => digit * power >= least) ?? 10) * power;
}
