// Settings of the desk. Each change is one step of the history.

import type {
  FlameState,
  FunctionTableState,
  FunkyState,
  PathsState,
  ProfileState,
  Sides,
  ViewId,
  Window,
} from "../../generated/protocol.js";
import type { HistoryMode } from "../../session/view-changes.js";
import { withWindows } from "../../state/windows.js";
import type { DeskHost } from "../desk.js";

export class Settings {
  readonly #host: DeskHost;

  constructor(host: DeskHost) {
    this.#host = host;
  }

  get #state(): ProfileState {
    return this.#host.view.state.profile;
  }

  setProfile(patch: Partial<ProfileState>, mode: HistoryMode = "push"): void {
    this.#host.store.set({ hover: null });
    this.#host.view.change({ profile: { ...this.#state, ...patch } }, mode);
  }

  /** Sets the share of the flame graph, in per cent. Follows a drag, so it is no step of the history. */
  split(percent: number): void {
    this.setProfile({ split: percent }, "rest");
  }

  /** Another order or another tree begins at its first row. */
  setFlame(patch: Partial<FlameState>): void {
    this.setProfile({ flame: { ...this.#state.flame, scroll: 0, ...patch } });
  }

  setFunky(patch: Partial<FunkyState>): void {
    this.setProfile({ funky: { ...this.#state.funky, scroll: 0, ...patch } });
  }

  /** `rest` for what follows typing. The picture does not read it. */
  setTable(patch: Partial<FunctionTableState>, mode: HistoryMode = "push"): void {
    this.#host.view.change({ profile: { ...this.#state, table: { ...this.#state.table, ...patch } } }, mode);
  }

  setPaths(patch: Partial<PathsState>): void {
    this.#host.store.set({ hover: null });
    this.#host.view.change({ paths: { ...this.#host.view.state.paths, ...patch } }, "push");
  }

  /** Counts only what lies in these windows. */
  showTime(windows: Sides<Window | null>): void {
    const { state } = this.#host.view;
    this.#host.store.set({ hover: null });
    this.#host.view.change({ ...withWindows(state, windows), paths: { ...state.paths, inWindows: true } }, "push");
  }

  /** Sets the scroll of a graph's rows. */
  scroll(view: ViewId, scroll: number): void {
    const { flame, funky } = this.#state;
    this.setProfile(view === "funky" ? { funky: { ...funky, scroll } } : { flame: { ...flame, scroll } }, "rest");
  }
}
