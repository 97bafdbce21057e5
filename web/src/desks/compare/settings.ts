// What of both runs the desk shows, and how: parts, colours, links, folded lanes.

import { Animation } from "../../canvas/animation.js";
import type { ColorBy, CompareParts, CompareState, IcicleState, MatchesState, SideName } from "../../generated/protocol.js";
import type { HistoryMode } from "../../session/view-changes.js";
import { SIDES } from "../../state/page-state.js";
import type { DeskHost } from "../desk.js";

/** From tubes to lines, and back. */
const MORPH_MS = 250;

export class Settings {
  readonly #host: DeskHost;
  readonly #morph: Animation;
  #tubes: number | null = null;

  constructor(host: DeskHost) {
    this.#host = host;
    this.#morph = new Animation(host.busy, MORPH_MS);
  }

  /** How far links are on their way from lines (0) to tubes (1); `null` where they rest. */
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

  /** Switches the folding of a lane. */
  foldLane(side: SideName, lane: number): void {
    const { folds } = this.#state.icicle;
    const now = folds[side];
    const then = now.includes(lane) ? now.filter((other) => other !== lane) : [...now, lane];
    this.#setIcicle({ folds: { ...folds, [side]: then } });
    if (this.#host.store.state.dialog?.kind === "lanes") {
      this.askLanes();
    }
  }

  /** Folds the frames around both runs, or shows them. */
  foldFrames(): void {
    this.#setIcicle({ frames: !this.#state.icicle.frames });
  }

  /** Rows keep their height, or shrink until what is in view fits. */
  keepRowsTall(): void {
    this.#setIcicle({ tall: !this.#state.icicle.tall });
  }

  /** Asks for the lanes of both sides, for the dialog that folds them. */
  askLanes(): void {
    const { engine, store, view } = this.#host;
    const { state } = view;
    SIDES.forEach((side) => {
      engine.follow(async () => {
        const lanes = await engine.ask("lanes", { side, state });
        store.set({ lanes: { ...store.state.lanes, [side]: lanes } });
      });
    });
  }

  get #state(): CompareState {
    return this.#host.view.state.compare;
  }

  #setCompare(patch: Partial<CompareState>, mode: HistoryMode): void {
    this.#host.view.change({ compare: { ...this.#state, ...patch } }, mode);
  }

  /** What the pointer was over looks different, or lies elsewhere. */
  #setIcicle(patch: Partial<IcicleState>): void {
    this.#host.store.set({ hover: null });
    this.#setCompare({ icicle: { ...this.#state.icicle, ...patch } }, "push");
  }
}
