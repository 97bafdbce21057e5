// The parts of a link that need an open trace: lanes by their names, Perfetto's times, expected fingerprints.

import type { Engine } from "../engine/client.js";
import type { SideName, SideSummary, Subject, ViewState, Window } from "../generated/protocol.js";
import { type ForeignTimes, NO_TIMES } from "../state/link-aliases.js";
import { laneNames, type LaneNames, type SideLanes } from "../state/link-lanes.js";
import { type Link, resolved } from "../state/link.js";
import { type PageState, shownSource, SIDES } from "../state/page-state.js";
import type { Store } from "../state/store.js";
import type { Toasts } from "../toasts.js";
import type { ViewChanges } from "./view-changes.js";

export class LinkFollower {
  readonly #store: Store;
  readonly #engine: Engine;
  readonly #view: ViewChanges;
  readonly #toasts: Toasts;
  #times: ForeignTimes = NO_TIMES;
  /** The fingerprint and the run that were compared last. */
  readonly #compared: Record<SideName, string> = { a: "", b: "" };

  constructor(store: Store, engine: Engine, view: ViewChanges, toasts: Toasts) {
    this.#store = store;
    this.#engine = engine;
    this.#view = view;
    this.#toasts = toasts;
  }

  /** Takes the parts of a link that stay beside the view. */
  opened(link: Link): void {
    this.#times = link.times;
    this.#store.set({ link: link.keys });
    this.#sayMissing(link.missingLanes);
    this.sidesChanged();
  }

  /** The sides hold other traces now: what waited for them becomes part of the view. */
  sidesChanged(): void {
    const { view, link } = this.#store.state;
    let state = view;
    if (link.waiting.length > 0) {
      const found = resolved(link.waiting, view, lanesOf(this.#store.state));
      this.#store.set({ link: { ...link, waiting: found.waiting } });
      this.#sayMissing(found.missingLanes);
      state = found.waiting.length < link.waiting.length ? found.state : view;
    }
    const { summary } = this.#store.state.sides.a;
    if (this.#times !== NO_TIMES && summary !== null) {
      state = { ...state, ...placed(this.#times, summary, state) };
      this.#times = NO_TIMES;
    }
    if (state !== view) {
      this.#view.follow(state, "rest");
    }
    SIDES.forEach((side) => this.#compareFingerprint(side));
  }

  #sayMissing(paths: readonly string[]): void {
    const [first] = paths;
    if (first !== undefined) {
      const others = paths.length > 1 ? ` and ${paths.length - 1} more` : "";
      this.#toasts.show(`The link names lanes that these traces do not have: ${first}${others}.`);
    }
  }

  /** Warns if a side holds another trace than the link was made with. */
  #compareFingerprint(side: SideName): void {
    const { sides, link } = this.#store.state;
    const [expected, summary] = [link.hashes[side], sides[side].summary];
    const shown = summary?.runs.find((run) => run.shown)?.run;
    const compared = `${expected} ${shown}`;
    const bytes = shownSource(sides[side])?.bytes;
    // Each zoom shows other tiles of the same run, and each of them has a fingerprint of its own.
    const isTiled = bytes?.kind === "link" && bytes.tiles !== undefined;
    if (expected === null || summary === null || isTiled || this.#compared[side] === compared) {
      return;
    }
    this.#compared[side] = compared;
    this.#engine.follow(async () => {
      const found = await this.#engine.ask("fingerprint", { side });
      if (found !== null && found !== expected.toLowerCase()) {
        const letter = side.toUpperCase();
        const title = `${letter} is not the trace that this link was made with.`;
        const body = `${summary.name} has other calls: its fingerprint is ${found}, the link expects ${expected.slice(0, 64)}. The view may show other places.`;
        this.#store.set({ notice: { title, body, tone: "warn" }, assertive: title });
      }
    });
  }
}

const names = new WeakMap<SideSummary["lanes"], LaneNames>();

/** The lanes of the sides that are open, as links name them. */
export function lanesOf({ sides }: Pick<PageState, "sides">): SideLanes {
  const of = (side: SideName): LaneNames | null => {
    const lanes = sides[side].summary?.lanes;
    if (lanes === undefined) {
      return null;
    }
    const known = names.get(lanes) ?? laneNames(lanes);
    names.set(lanes, known);
    return known;
  };
  return { a: of("a"), b: of("b") };
}

/** The window and the selection that times of the trace's own clock stand for. */
function placed(times: ForeignTimes, summary: SideSummary, { time, selection }: ViewState): Partial<ViewState> {
  if (summary.unit !== "ns") {
    return {}; // Another axis than time.
  }
  // Nanoseconds since 1970 are beyond the integers that a number holds.
  const inTicks = (ns: string) => (summary.scale === 1 ? BigInt(ns) : BigInt(Math.round(Number(ns) / summary.scale)));
  const place = (ns: string | null) => (ns === null ? null : Number(inTicks(ns) - BigInt(summary.origin)));
  const [from, to, start] = [place(times.visStart), place(times.visEnd), place(times.ts)];
  const window: Window | null = from !== null && to !== null && from < to ? { start: from, end: to } : null;
  const span = Math.max(1, Math.round(Number(times.dur ?? "0") / summary.scale));
  const slice: Subject | null =
    start === null ? null : { time: { side: "a", window: { start, end: start + span }, other: null } };
  return {
    time: window === null ? time : { ...time, windows: { a: window, b: time.apart ? time.windows.b : window } },
    selection: slice ?? selection,
  };
}
