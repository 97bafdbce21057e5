// Settings of the desk: parts, colours, links, folded lanes.

import { Animation } from "../../canvas/animation.js";
import type {
  ColorBy,
  CompareParts,
  CompareState,
  IcicleState,
  LaneRow,
  MatchesState,
  Pane,
  SideName,
} from "../../generated/protocol.js";
import type { HistoryMode } from "../../session/view-changes.js";
import { SIDES } from "../../state/page-state.js";
import type { DeskHost } from "../desk.js";
import { folded, toggled, turned } from "./lane-sets.js";

/** From tubes to lines, and back. */
const MORPH_MS = 250;

export class Settings {
  readonly #host: DeskHost;
  readonly #morph: Animation;
  #tubes: number | null = null;
  /** The lane that was opened last, until it has been seen to. */
  #opened: { side: SideName; lane: number } | null = null;
  /** The inputs of the list of lanes. */
  #lanesFrom: readonly unknown[] = [];

  constructor(host: DeskHost) {
    this.#host = host;
    this.#morph = new Animation(host.busy, MORPH_MS);
  }

  /** The progress of links from lines (0) to tubes (1); `null` when they rest. */
  get tubes(): number | null {
    return this.#tubes;
  }

  /** Links are what the state says at once. */
  stop(): void {
    this.#morph.stop();
    this.#tubes = null;
  }

  /** Steps are those of other colours then: all are shown. */
  setColor(color: ColorBy): void {
    this.#setIcicle({ color, steps: [] });
  }

  /** Shows these steps of the colours alone; none for all. */
  setSteps(steps: number[]): void {
    this.#setIcicle({ steps });
  }

  /** Holds the lanes at a place of the list, which are to be paired with others. */
  holdLanes(place: number | null): void {
    const polite =
      place === null ? "No lane is chosen" : "Lane chosen. Press Shift+Enter on another lane to pair the two";
    this.#host.store.set({ heldLanes: place, polite });
  }

  /** Changes which parts of the desk are shown. */
  setParts(parts: CompareParts): void {
    this.#setCompare({ parts }, "push");
  }

  /** Changes which matches are shown and how; `rest` for what follows a slider or typing. */
  setMatches(patch: Partial<MatchesState>, mode: HistoryMode = "push"): void {
    this.#setCompare({ matches: { ...this.#state.matches, ...patch } }, mode);
  }

  /** Draws links as lines or as tubes; what is drawn now becomes the other. */
  setLines(lines: boolean): void {
    if (lines === this.#state.matches.lines) {
      return;
    }
    const from = this.#tubes ?? (lines ? 1 : 0);
    const to = lines ? 0 : 1;
    this.#tubes = from;
    this.setMatches({ lines });
    this.#morph.start((progress) => {
      this.#tubes = progress === 1 ? null : from + (to - from) * progress;
      this.#host.picture.layout();
    });
  }

  /** Folds a lane and its partner, or opens both. */
  foldLane(side: SideName, lane: number): void {
    const row = this.#host.store.state.lanes[side]?.find((one) => one.lane === lane);
    this.#opened = row?.folded === true ? { side, lane } : null;
    if (row === undefined) {
      // Lanes have not been listed yet: by itself.
      this.#setIcicle({ folds: toggled(this.#state.icicle.folds, side, [lane]) });
    } else {
      this.#setIcicle({ folds: folded(this.#state.icicle.folds, this.#host.store.state.lanes, side, row) });
    }
  }

  /** Returns the place of the lane that was opened, in the first scene that has it. */
  takeOpened(panes: readonly Pane[]): { pane: Pane; from: number; to: number } | null {
    const opened = this.#opened;
    const pane = panes.find(({ side }) => side === opened?.side);
    const found = pane?.openLanes.find(({ lane }) => lane === opened?.lane);
    if (pane === undefined || found === undefined) {
      return null;
    }
    this.#opened = null;
    return { pane, from: found.from, to: found.to };
  }

  /** Takes a lane and its partner out of the picture, or shows both again. */
  hideLane(side: SideName, row: LaneRow): void {
    this.#setIcicle({
      hidden: turned(this.#state.icicle.hidden, this.#host.store.state.lanes, side, row, (one) => one.hidden),
    });
  }

  /** Shows all lanes again. */
  showAllLanes(): void {
    this.#setIcicle({ hidden: { a: [], b: [] } });
  }

  /** Folds the frames that fill the time in view, or shows them. */
  foldFrames(): void {
    this.#setIcicle({ frames: !this.#state.icicle.frames });
  }

  /** Chooses the instants and the counter that the time axes show. */
  setTimeMarks(patch: Partial<Pick<IcicleState, "counter" | "instants">>): void {
    this.#setIcicle(patch);
  }

  /** Makes all rows tall, or only rows with names readable. */
  keepRowsTall(): void {
    this.#setIcicle({ tall: !this.#state.icicle.tall });
  }

  /** Asks for the lanes of both sides if anything changed that they follow. */
  askLanes(): void {
    const { engine, store, view } = this.#host;
    const { state } = view;
    const { sides, comparison } = store.state;
    const { folds, hidden } = state.compare.icicle;
    const from = [sides.a.summary, sides.b.summary, comparison.summary, folds, hidden];
    if (from.every((one, at) => one === this.#lanesFrom[at])) {
      return;
    }
    this.#lanesFrom = from;
    engine.follow(async () => {
      const [a, b] = await Promise.all(SIDES.map((side) => engine.ask("lanes", { side, state })));
      store.set({ lanes: { a: a ?? [], b: b ?? [] } });
    });
  }

  get #state(): CompareState {
    return this.#host.view.state.compare;
  }

  #setCompare(patch: Partial<CompareState>, mode: HistoryMode): void {
    this.#host.view.change({ compare: { ...this.#state, ...patch } }, mode);
  }

  /** Changes the icicle, and drops the hover, since its call looks different or lies elsewhere. */
  #setIcicle(patch: Partial<IcicleState>): void {
    this.#host.store.set({ hover: null });
    this.#setCompare({ icicle: { ...this.#state.icicle, ...patch } }, "push");
  }
}
