// Shift + drag along a time axis selects a time range, and Details shows its sums.

import { Latest } from "../engine/latest.js";
import type { Pane, SelectionReply, SideName, Window } from "../generated/protocol.js";
import type { ChoiceReply } from "../session/selection.js";
import type { Point } from "../canvas/gestures.js";
import { other } from "../state/page-state.js";
import { selectedRange } from "../state/ranges.js";
import type { DeskHost } from "./desk.js";

/** A time axis under a drag: the tick of the common axis at an x coordinate. */
export type RangeAxis = { side: SideName; tickAt: (x: number) => number };

type Ask = () => Promise<SelectionReply>;

export class RangeDrag {
  readonly #host: DeskHost;
  readonly #replies: Latest<Ask, ChoiceReply<SelectionReply> | null>;
  /** The axis of the drag, and where the drag began. */
  #drag: { axis: RangeAxis; from: number } | null = null;
  /** The range of the other side on the common axis, where each side has one of its own. */
  #other: Window | null = null;
  /** True once the drag has made its entry in the history. */
  #isRecorded = false;

  constructor(host: DeskHost) {
    this.#host = host;
    this.#replies = new Latest(
      host.engine,
      (ask) => host.selection.choose(ask()),
      (chosen) => this.#take(chosen),
    );
  }

  /** A drag begins at a point of an axis; with `null` it selects nothing. */
  begin(axis: RangeAxis | null, { x }: Point): void {
    this.#drag = axis === null ? null : { axis, from: axis.tickAt(x) };
    this.#other = axis === null ? null : this.#rangeOf(other(axis.side));
    this.#isRecorded = false;
  }

  /** The drag has come to a point; false if it selects nothing. */
  follow({ x }: Point): boolean {
    if (this.#drag === null) {
      return false;
    }
    const {
      axis: { side, tickAt },
      from,
    } = this.#drag;
    const window = between(from, tickAt(x));
    const beside = this.#other;
    this.#replies.ask(() => this.#host.engine.ask("select-range", { side, window, other: beside }));
    return true;
  }

  /** The drag ended. */
  end(): void {
    this.#drag = null;
  }

  /** Selects a range in the ticks of a side, as a step of the drag that is going on. */
  select(side: SideName, window: Window): void {
    this.#replies.ask(() => this.#host.engine.ask("select", { subject: { time: { side, window, other: null } } }));
  }

  /** Returns the selected range of a side that stays as it is, because the sides are zoomed one by one. */
  #rangeOf(side: SideName): Window | null {
    const { state } = this.#host.store;
    return state.view.time.apart ? (selectedRange(state)?.[side] ?? null) : null;
  }

  #take(chosen: ChoiceReply<SelectionReply> | null): void {
    if (chosen !== null) {
      this.#host.selection.take(chosen.reply, this.#isRecorded ? "rest" : "push");
      this.#isRecorded = true;
    }
  }
}

/** The axis of the pane that a point lies in, which shows `window`; `null` outside of panes. */
export function axisUnder(
  panes: readonly Pane[],
  { x, y }: Point,
  window: (pane: Pane) => Window = (pane) => pane.window,
): RangeAxis | null {
  const pane = panes.find(({ x0, y0, x1, y1 }) => x >= x0 && x <= x1 && y >= y0 && y <= y1);
  return pane === undefined ? null : axisOf(pane, window(pane));
}

/** The axis from `x0` to `x1` that shows a window. A drag that leaves the axis stays at its end. */
export function axisOf({ side, x0, x1 }: Pick<Pane, "side" | "x0" | "x1">, { start, end }: Window): RangeAxis {
  return { side, tickAt: (x) => start + ((Math.min(Math.max(x, x0), x1) - x0) / (x1 - x0)) * (end - start) };
}

/** The window between two ticks in either order, in whole ticks. */
export function between(one: number, other: number): Window {
  const start = Math.round(Math.min(one, other));
  return { start, end: Math.max(Math.round(Math.max(one, other)), start + 1) };
}
