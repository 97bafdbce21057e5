// The selected time range: where it lies on the common axis, and on the canvas.

import type { Minimap, Pane, Sides, SideName, Window } from "../generated/protocol.js";
import type { PageState } from "./page-state.js";

/** A box on the canvas, CSS pixels. */
export type RangeBox = { side: SideName; x0: number; x1: number; y0: number; y1: number };

/** The selected time range of each side on the common axis; `null` if no range is selected. */
export function selectedRange({ view, details }: Pick<PageState, "view" | "details">): Sides<Window | null> | null {
  const isRange = view.selection !== null && "time" in view.selection;
  return isRange && details !== null && "calls" in details ? details.calls.windows : null;
}

/** The boxes of the selected range in the panes, which show `window`, and in the overview. A part out of sight has none. */
export function rangeBoxes(state: PageState, window: (pane: Pane) => Window): RangeBox[] {
  const range = selectedRange(state);
  const { panes = [], minimap = null } = state.scene ?? {};
  if (range === null) {
    return [];
  }
  return panes.flatMap((pane) => {
    const own = range[pane.side];
    const boxes = [
      boxIn(pane, window(pane), own, pane),
      minimap && boxIn(minimap, minimap.whole, own, halfOf(minimap, pane.side, panes.length)),
    ];
    return boxes.flatMap((box) => (box === null ? [] : [{ ...box, side: pane.side }]));
  });
}

/** Returns whether a point of the canvas lies in the selected range. */
export function isInRange(
  state: PageState,
  { x, y }: { x: number; y: number },
  window: (pane: Pane) => Window,
): boolean {
  return rangeBoxes(state, window).some(({ x0, x1, y0, y1 }) => x >= x0 && x <= x1 && y >= y0 && y <= y1);
}

/** The rows of a side in the overview: both halves where one side is alone. */
function halfOf({ y0, y1, middle }: Minimap, side: SideName, panes: number): { y0: number; y1: number } {
  return panes < 2 ? { y0, y1 } : side === "a" ? { y0, y1: middle } : { y0: middle, y1 };
}

function boxIn(
  { x0, x1 }: { x0: number; x1: number },
  shows: Window,
  range: Window | null,
  rows: { y0: number; y1: number },
): Omit<RangeBox, "side"> | null {
  if (range === null || range.end <= shows.start || range.start >= shows.end) {
    return null;
  }
  const at = (tick: number) =>
    x0 + ((Math.min(Math.max(tick, shows.start), shows.end) - shows.start) / (shows.end - shows.start)) * (x1 - x0);
  return { x0: at(range.start), x1: at(range.end), y0: rows.y0, y1: rows.y1 };
}
