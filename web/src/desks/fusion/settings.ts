// Settings of the desk. Each change is one step of the history.

import type { FusionState, FusionTarget, Sides, Window } from "../../generated/protocol.js";
import type { HistoryMode } from "../../session/view-changes.js";
import { withWindows } from "../../state/windows.js";
import type { DeskHost } from "../desk.js";

/** The window of each side; `null`: the whole. */
export type Windows = Sides<Window | null>;

/** So many elements around the one pointed at can be in focus. */
export const MOST_HEIGHT = 12;

export class Settings {
  readonly #host: DeskHost;

  constructor(host: DeskHost) {
    this.#host = host;
  }

  get state(): FusionState {
    return this.#host.view.state.fusion;
  }

  set(patch: Partial<FusionState>, mode: HistoryMode = "push"): void {
    this.#host.store.set({ hover: null });
    this.#host.view.change({ fusion: { ...this.state, ...patch } }, mode);
  }

  /** Sets the target of pointing, for as long as a key is held. */
  aim(target: FusionTarget): void {
    if (this.state.target !== target) {
      this.set({ target }, "none");
    }
  }

  /** More or less around the element pointed at. */
  stepHeight(by: number): void {
    const height = Math.min(Math.max(this.state.height + by, 0), MOST_HEIGHT);
    if (height !== this.state.height) {
      this.set({ height }, "rest");
    }
  }

  /** Sets the windows of the sides. */
  show(windows: Windows, mode: HistoryMode, patch: Partial<FusionState> = {}): void {
    this.#host.store.set({ hover: null });
    this.#host.view.change(
      { ...withWindows(this.#host.view.state, windows), fusion: { ...this.state, ...patch } },
      mode,
    );
  }
}
