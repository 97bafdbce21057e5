// The one way in which what the page shows changes: draw the last scene under the new state at once, ask for a new
// one, write the address.

import type { CanvasHost } from "../canvas/canvas-host.js";
import type { ComparisonState, TimeState, ViewState } from "../generated/protocol.js";
import type { ViewHistory } from "../state/history.js";
import type { Store } from "../state/store.js";
import { keepTheme } from "../theme.js";

/** The effect on the address: a new entry, the last one brought up to date after a rest, or nothing. */
export type HistoryMode = "push" | "rest" | "none";

export class ViewChanges {
  readonly #store: Store;
  readonly #canvas: CanvasHost;
  readonly #history: ViewHistory;
  readonly #changed: () => void;

  /** `changed`: there is another state to be laid out. */
  constructor(store: Store, canvas: CanvasHost, history: ViewHistory, changed: () => void) {
    this.#store = store;
    this.#canvas = canvas;
    this.#history = history;
    this.#changed = changed;
  }

  get state(): ViewState {
    return this.#store.state.view;
  }

  change(patch: Partial<ViewState>, mode: HistoryMode): void {
    this.follow(patch, mode);
    this.#changed();
  }

  /** Changes the state when its picture is on its way already. */
  follow(patch: Partial<ViewState>, mode: HistoryMode): void {
    // Under other windows what the pointer was over has moved.
    this.#store.set({ view: { ...this.state, ...patch }, ...(patch.time !== undefined && { hover: null }) });
    this.#canvas.moved();
    if (mode === "push") {
      this.#history.push();
    } else if (mode === "rest") {
      this.#history.replaceSoon();
    }
  }

  /** Nothing moves: a step of the history all the same, for the selection. */
  push(): void {
    this.#history.push();
  }

  /** Goes to the entry before; whether there is one. */
  back(): boolean {
    const { canGoBack } = this.#history;
    if (canGoBack) {
      this.#history.back();
    }
    return canGoBack;
  }

  /** Changes how time is shown. */
  setTime(patch: Partial<TimeState>): void {
    this.change({ time: { ...this.state.time, ...patch } }, "push");
  }

  /** Lets both sides zoom and pan together, or each by itself. */
  couple(): void {
    const apart = !this.state.time.apart;
    this.#store.set({ polite: apart ? "Zoom unlinked" : "Zoom linked" });
    this.setTime({ apart });
  }

  /** `rest` for what follows a slider or typing. */
  setComparison(patch: Partial<ComparisonState>, mode: HistoryMode = "push"): void {
    this.change({ comparison: { ...this.state.comparison, ...patch } }, mode);
  }

  /** Kept on this device, and no part of links: each reader has an own theme. An embedded view follows its page. */
  setTheme(theme: ViewState["theme"]): void {
    if (!this.#store.state.isEmbed) {
      keepTheme(theme);
    }
    this.change({ theme }, "none");
  }
}
