// The windows of a state by their names, as panes name what their axes show: the one place that reads and sets them.

import type { ViewState, Window, WindowName } from "../generated/protocol.js";

/** The windows of the axes; `null`: the whole. */
export type Windows = Readonly<Record<WindowName, Window | null>>;

/** Everything whole. */
export const WHOLE: Windows = { "time.a": null, "time.b": null };

export function windowsOf({ time }: ViewState): Windows {
  return { "time.a": time.windows.a, "time.b": time.windows.b };
}

/** The parts of a state that change when axes show these. */
export function withWindows({ time }: ViewState, windows: ViewState["time"]["windows"]): Pick<ViewState, "time"> {
  return { time: { ...time, windows } };
}

/** Returns whether each side has its own clock: on Space-time, if the sides are zoomed apart. */
export function hasOwnClocks({ desk, time }: Pick<ViewState, "desk" | "time">): boolean {
  const { a, b } = time.windows;
  return desk === "space-time" && time.apart && (a !== null || b !== null);
}

export function bySide(windows: Windows): ViewState["time"]["windows"] {
  return { a: windows["time.a"], b: windows["time.b"] };
}
