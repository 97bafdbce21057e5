// Settings of the desk. Each change is one step of the history.

import type { SequenceMoveReply, StructureState } from "../../generated/protocol.js";
import type { HistoryMode } from "../../session/view-changes.js";
import { withWindows } from "../../state/windows.js";
import type { DeskHost } from "../desk.js";

export class Settings {
  readonly #host: DeskHost;

  constructor(host: DeskHost) {
    this.#host = host;
  }

  set(patch: Partial<StructureState>, mode: HistoryMode = "push"): void {
    this.#host.store.set({ hover: null });
    this.#host.view.change({ structure: { ...this.#host.view.state.structure, ...patch } }, mode);
  }

  /** Sets the window of both views. Sides that show different times move apart. */
  show({ windows, pending }: Pick<SequenceMoveReply, "windows" | "pending">, mode: HistoryMode): void {
    const { view } = this.#host;
    const { a, b } = windows;
    const apart = a !== null && b !== null && (a.start !== b.start || a.end !== b.end);
    const { time } = withWindows(view.state, windows);
    const patch = { time: { ...time, apart: apart || ((a === null) !== (b === null) && bothOpen(this.#host)) } };
    if (pending) {
      view.follow(patch, mode);
    } else {
      view.change(patch, mode);
    }
  }
}

function bothOpen({ store }: DeskHost): boolean {
  const { a, b } = store.state.sides;
  return a.summary !== null && b.summary !== null;
}
