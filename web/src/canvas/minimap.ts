// The strip that shows both runs whole, with each side's window marked: a pointer moves the window there.
//
// Pure: points and windows in, shares of windows out.

import type { Minimap, SideName, Window } from "../generated/protocol.js";
import type { Point } from "./gestures.js";
import { SMALLEST_SPAN, type Share } from "./viewport.js";

/** The part of the marked window that a press took hold of. */
export type Grip = { side: SideName; part: "start" | "end" | "whole" };

/** Distance to an edge of the window within which a press takes that edge. */
const EDGE_PX = 5;

export function inMinimap(minimap: Minimap | null, point: Point): minimap is Minimap {
  return (
    // Half of a grip at an end hangs over.
    minimap !== null &&
    point.x >= minimap.x0 - EDGE_PX &&
    point.x <= minimap.x1 + EDGE_PX &&
    point.y >= minimap.y0 &&
    point.y < minimap.y1
  );
}

/** The side of a point: A's half is the upper one. `only` is the side that is there alone. */
export function sideAt(minimap: Minimap, point: Point, only: SideName | null): SideName {
  return only ?? (point.y < minimap.middle ? "a" : "b");
}

export function gripAt(minimap: Minimap, side: SideName, window: Window, point: Point): Grip {
  const [start, end] = [xOf(minimap, window.start), xOf(minimap, window.end)];
  const [toStart, toEnd] = [Math.abs(point.x - start), Math.abs(point.x - end)];
  if (Math.min(toStart, toEnd) > EDGE_PX) {
    return { side, part: "whole" };
  }
  // In a window narrower than two edges, the pointer takes the outer one.
  return { side, part: toStart < toEnd || (toStart === toEnd && point.x < start) ? "start" : "end" };
}

/** Returns the change of the window when a grip has moved by `dx` to `point`. */
export function shareOfGrip(minimap: Minimap, grip: Grip, window: Window, point: Point, dx: number): Share {
  const span = window.end - window.start;
  if (grip.part === "whole") {
    const part = (dx * perPixel(minimap)) / span;
    return { from: part, to: 1 + part };
  }
  const at = (tickOf(minimap, point.x) - window.start) / span;
  const least = SMALLEST_SPAN / span;
  return grip.part === "start" ? { from: Math.min(at, 1 - least), to: 1 } : { from: 0, to: Math.max(at, least) };
}

/** The window moved so that its middle lies under a point. */
export function shareAround(minimap: Minimap, window: Window, point: Point): Share {
  const at = (tickOf(minimap, point.x) - window.start) / (window.end - window.start);
  return { from: at - 0.5, to: at + 0.5 };
}

/** Returns whether a point lies on the marked window, its edges included. */
export function onWindow(minimap: Minimap, window: Window, point: Point): boolean {
  return point.x >= xOf(minimap, window.start) - EDGE_PX && point.x <= xOf(minimap, window.end) + EDGE_PX;
}

function perPixel({ x0, x1, whole }: Minimap): number {
  return (whole.end - whole.start) / (x1 - x0);
}

function xOf(minimap: Minimap, tick: number): number {
  return minimap.x0 + (tick - minimap.whole.start) / perPixel(minimap);
}

/** The tick at an x coordinate. */
export function tickOf(minimap: Minimap, x: number): number {
  return minimap.whole.start + (x - minimap.x0) * perPixel(minimap);
}
