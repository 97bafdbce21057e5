// Aligns the time axes: each from zero, at a chosen call and its partner, or by the matches.

import type { Engine } from "../engine/client.js";
import type { TimeAxis, TimeState } from "../generated/protocol.js";
import type { ViewChanges } from "../session/view-changes.js";
import type { Store } from "../state/store.js";
import { selectedCall } from "../state/subject.js";
import { hasOwnClocks } from "../state/windows.js";
import type { Toasts } from "../toasts.js";

/** The axes that the user can choose. */
export const AXES: readonly TimeAxis[] = ["auto", "zero", "chosen", "matched"];

export const AXIS_WORDS: Record<TimeAxis, string> = {
  auto: "automatic",
  zero: "at the start",
  chosen: "at a selected call",
  matched: "by matches",
};

export class AxesController {
  readonly #store: Store;
  readonly #engine: Engine;
  readonly #view: Pick<ViewChanges, "setTime">;
  readonly #toasts: Toasts;

  constructor(store: Store, engine: Engine, view: Pick<ViewChanges, "setTime">, toasts: Toasts) {
    this.#store = store;
    this.#engine = engine;
    this.#view = view;
    this.#toasts = toasts;
  }

  /** The axis that is in force now: whether the sides can be laid over each other at a call is known later. */
  choose(axis: TimeAxis): TimeAxis {
    if (axis === "chosen") {
      this.anchor();
    } else {
      this.#set({ axis });
    }
    return this.#store.state.view.time.axis;
  }

  /** Chooses the axis after the one that is drawn; *at a chosen call* only where one is selected, or was. */
  next(): void {
    const { view, scene } = this.#store.state;
    const { time } = view;
    const chosen = selectedCall(view) !== null || wasChosen(time);
    const ways = AXES.filter((axis) => axis !== "auto" && (axis !== "chosen" || chosen));
    const now = time.axis === "auto" ? (scene?.axis ?? "zero") : time.axis;
    this.choose(ways[(ways.indexOf(now) + 1) % ways.length] ?? "zero");
  }

  /** Lays the axes over each other at the selected call; without one, where they were laid before. */
  anchor(): void {
    const { view } = this.#store.state;
    const { time } = view;
    const selection = selectedCall(view);
    if (selection !== null) {
      this.#engine.follow(async () => {
        const partner = await this.#engine.ask("partner", { call: selection });
        if (partner === null) {
          this.#toasts.show("The selected call has no match to align time at. Select another call.");
          return;
        }
        const [a, b] = selection.side === "a" ? [selection, partner.call] : [partner.call, selection];
        this.#set({ axis: "chosen", anchors: { a: a.start, b: b.start } });
      });
    } else if (wasChosen(time)) {
      this.#set({ axis: "chosen" });
    } else {
      this.#toasts.show("Select a call first. Time is then aligned where it begins.");
    }
  }

  /** Panels with their own clocks have no common axis. They show the whole runs again, on the chosen one. */
  #set(patch: Partial<TimeState>): void {
    const common = hasOwnClocks(this.#store.state.view) ? { apart: false, windows: { a: null, b: null } } : {};
    this.#view.setTime({ ...common, ...patch });
    const { axis } = this.#store.state.view.time;
    this.#store.set({ polite: axis === "auto" ? "Time aligned automatically" : `Time aligned ${AXIS_WORDS[axis]}` });
  }
}

/** Returns whether the axes were aligned at chosen instants before. */
function wasChosen({ anchors }: TimeState): boolean {
  return anchors.a !== 0 || anchors.b !== 0;
}
