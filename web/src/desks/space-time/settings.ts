// Settings of the desk. Each change is one step of the history.

import type { Sides, SpaceTimeState, TimeAxis, TimeState, Window } from "../../generated/protocol.js";
import type { HistoryMode } from "../../session/view-changes.js";
import { withWindows } from "../../state/windows.js";
import type { DeskHost } from "../desk.js";

/** `p` in the state counts parts of this. */
export const WHOLE_P = 1e12;

/** The alignment of both sides. Apart, each side shows its own window, on its own clock. */
export type Alignment = Pick<TimeState, "axis" | "apart">;

export class Settings {
  readonly #host: DeskHost;

  constructor(host: DeskHost) {
    this.#host = host;
  }

  set(patch: Partial<SpaceTimeState>, mode: HistoryMode = "push"): void {
    this.#host.store.set({ hover: null });
    this.#host.view.change({ spaceTime: { ...this.#host.view.state.spaceTime, ...patch } }, mode);
  }

  /** Aligns the time of both sides. */
  setAxis(axis: TimeAxis): void {
    const { time } = this.#host.view.state;
    this.#host.store.set({ hover: null });
    this.#host.view.change({ time: { ...time, axis } }, "push");
  }

  /** From 0 to 1; `null` for the default. */
  setDetail(p: number | null, mode: HistoryMode = "push"): void {
    this.set({ p: p === null ? -1 : Math.round(p * WHOLE_P) }, mode);
  }

  /** Shows the windows of both sides and the lanes below a path, with another alignment of time if there is one. */
  zoom(windows: Sides<Window | null>, within: string, mode: HistoryMode, alignment: Partial<Alignment> = {}): void {
    const { state } = this.#host.view;
    const { time } = withWindows(state, windows);
    this.#host.store.set({ hover: null });
    this.#host.view.change({ time: { ...time, ...alignment }, spaceTime: { ...state.spaceTime, within } }, mode);
  }
}
