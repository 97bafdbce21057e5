// How the desk is set: each change is one step of the history.

import type { SequenceMoveReply, StructureState } from "../../generated/protocol.js";
import type { HistoryMode } from "../../session/view-changes.js";
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

  /** What time both views show; sides that show different times move apart. */
  show({ windows }: Pick<SequenceMoveReply, "windows">, mode: HistoryMode): void {
    const { time } = this.#host.view.state;
    const { a, b } = windows;
    const apart = a !== null && b !== null && (a.start !== b.start || a.end !== b.end);
    this.#host.store.set({ hover: null });
    this.#host.view.change({ time: { ...time, windows, apart: apart || ((a === null) !== (b === null) && bothOpen(this.#host)) } }, mode);
  }
}

function bothOpen({ store }: DeskHost): boolean {
  const { a, b } = store.state.sides;
  return a.summary !== null && b.summary !== null;
}
