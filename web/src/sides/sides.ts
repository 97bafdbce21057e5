// What the sides shall hold: opened, followed from links, closed, exchanged. `reading.ts` reads it.

import type { EngineClient } from "../engine/client.js";
import type { Failure, SideName, Swapped } from "../generated/protocol.js";
import type { Busy } from "../idle.js";
import { mirrored } from "../state/mirror.js";
import { anyLoaded, other, type ReadFailure, shownSource, type Side, SIDES } from "../state/page-state.js";
import type { Store } from "../state/store.js";
import type { Toasts } from "../toasts.js";
import { Reading, type ReadingListener } from "./reading.js";
import { MOST_RUNS } from "./run-sheet.js";
import { fromFile, fromLink, ofTrace, type Source } from "./sources.js";

type BySide<T> = { [side in SideName]?: T };

/** What a side shall hold: these runs, or nothing. */
type Content = readonly Source[] | null;

export interface SidesListener extends ReadingListener {
  /** What is loaded, or is being read, is another: the address follows. */
  sourcesChanged(): void;
}

export class Sides {
  readonly #store: Store;
  readonly #engine: EngineClient;
  readonly #toasts: Toasts;
  readonly #reading: Reading;
  readonly #listener: SidesListener;

  constructor(store: Store, engine: EngineClient, toasts: Toasts, busy: Busy, listener: SidesListener) {
    this.#store = store;
    this.#engine = engine;
    this.#toasts = toasts;
    this.#reading = new Reading(store, engine, toasts, busy, listener);
    this.#listener = listener;
  }

  /** Links of the sides, as they stand in the address: of several runs the first that has one. */
  links(): Record<SideName, string | null> {
    const link = (side: SideName) => {
      const { failures, lost } = this.#side(side);
      const sources = [...this.#reading.held(side), ...lost, ...failures.map(({ source }) => source)];
      return sources.find((source) => source !== null && source.link !== null)?.link ?? null;
    };
    return { a: link("a"), b: link("b") };
  }

  /** Reads what is given, closes what is `null`, leaves alone what is absent; one new address for all. */
  open(sources: BySide<Content>): void {
    this.#open(sources);
    this.#listener.sourcesChanged();
  }

  /** Like `open`, for links as a person writes them. */
  openLinks(links: BySide<string | null>): void {
    this.open(this.#resolve(links));
  }

  /** Reads files beside what a side holds. */
  add(side: SideName, files: readonly File[]): void {
    const taken = files.slice(0, Math.max(0, MOST_RUNS - this.#reading.runs(side)));
    if (taken.length < files.length) {
      this.#toasts.show(`${side.toUpperCase()} takes up to ${MOST_RUNS} runs; of ${files.length} files ${files.length - taken.length} were left out.`);
    }
    if (taken.length > 0) {
      this.#add(side, taken.map(fromFile));
    }
  }

  /** Shows a run of a side: it is read again, since only its call tree was kept. */
  show(side: SideName, run: number): void {
    this.#reading.show(side, run, { chosen: true, drops: null });
  }

  /** Reads a trace of the file that a side shows, for this or the other side. */
  openTrace(from: SideName, trace: string, onto: SideName): void {
    const source = shownSource(this.#side(from));
    this.#store.set({ dialog: null });
    if (source !== null) {
      this.open({ [onto]: [ofTrace(source, trace)] });
    }
  }

  /** Lets go of a run. In place of the one that is shown another is read again first. */
  removeRun(side: SideName, run: number): void {
    const { summary } = this.#side(side);
    const rows = summary?.runs ?? [];
    const others = rows.filter((row) => row.run !== run).toSorted((x, y) => x.rank - y.rank);
    const instead = others[Math.floor((others.length - 1) / 2)]; // The median of those that are left.
    if (instead === undefined) {
      this.close(side);
    } else if (rows.some((row) => row.run === run && row.shown)) {
      this.#reading.show(side, instead.run, { chosen: false, drops: run });
    } else {
      this.#reading.dropRun(side, run);
    }
  }

  /** Makes the sides what the address says; what is of this machine stays. */
  follow(links: Record<SideName, string | null>): void {
    const now = this.links();
    const changed = SIDES.filter((side) => links[side] !== now[side]);
    if (changed.length > 0) {
      this.#open(this.#resolve(Object.fromEntries(changed.map((side) => [side, links[side]]))));
    }
  }

  /** Reads again what was lost with the engine. */
  again(side: SideName): void {
    this.open({ [side]: this.#side(side).lost });
  }

  /** Reads again what could not be read; `keepPart`: what memory has room for of it. */
  retry(side: SideName, failed: ReadFailure, keepPart = false): void {
    const { source } = failed;
    if (source === null) {
      return;
    }
    const again: Source = keepPart ? { ...source, keepPart: true } : source;
    if (failed.replaces) {
      this.open({ [side]: [again] });
    } else {
      this.#forgive(side, failed);
      this.#add(side, [again]);
    }
  }

  /** Gives up reading; what the side holds stays. */
  cancel(side: SideName): void {
    this.#reading.cancel(side);
    this.#listener.sourcesChanged();
    this.#listener.readingEnded();
  }

  dismiss(side: SideName, failed: ReadFailure): void {
    this.#forgive(side, failed);
    this.#listener.sourcesChanged();
  }

  /** What was lost is not read again. */
  leave(side: SideName): void {
    this.#store.setSide(side, { lost: [] });
    this.#listener.sourcesChanged();
  }

  close(side: SideName): void {
    this.open({ [side]: null });
  }

  /** Exchanges the sides; not while one is being read, because a reader has its side from its beginning on. */
  swap(): void {
    if (anyLoaded(this.#store.state) && SIDES.every((side) => this.#side(side).reading === null)) {
      const { rules } = this.#store.state.view.comparison;
      this.#engine.follow(async () => this.#swapped(await this.#engine.ask("swap", { rules })));
    }
  }

  /** The trace that is shown on the other side of an empty one, if there is any. */
  sourceBeside(empty: SideName): Source | null {
    return shownSource(this.#side(other(empty)));
  }

  /** The engine failed with something of a side. */
  failed(side: SideName, failure: Failure): void {
    this.#reading.failed(side, failure);
  }

  /** The engine forgot both sides: they are offered again. */
  engineDied(why: string): void {
    this.#reading.engineDied(why);
  }

  #swapped({ sides: { a, b }, rules }: Swapped): void {
    const { sides, view } = this.#store.state;
    this.#reading.exchange();
    this.#store.set({
      sides: { a: { ...sides.b, summary: a }, b: { ...sides.a, summary: b } },
      view: mirrored(view, rules),
      polite: "Sides swapped",
    });
    this.#listener.tracesChanged();
    this.#listener.sourcesChanged();
  }

  #open(sources: BySide<Content>): void {
    for (const side of SIDES) {
      const wanted = sources[side];
      if (wanted === null || wanted?.length === 0) {
        this.#reading.clear(side);
      } else if (wanted !== undefined) {
        this.#reading.begin(side, wanted);
      }
    }
  }

  /** Links as sources; what is no link fails here and now. */
  #resolve(links: BySide<string | null>): BySide<Content> {
    const sources: BySide<Content> = {};
    for (const side of SIDES) {
      const link = links[side];
      const source = typeof link === "string" ? fromLink(side, link, new URL(document.baseURI)) : link;
      if (source != null && "title" in source) {
        this.#reading.fail(side, { failure: source, source: null, replaces: true });
      } else if (source !== undefined) {
        sources[side] = source && [source];
      }
    }
    return sources;
  }

  #add(side: SideName, sources: readonly Source[]): void {
    if (this.#side(side).summary === null && !this.#reading.replacing(side)) {
      this.open({ [side]: sources });
      return;
    }
    this.#reading.add(side, sources);
    this.#listener.sourcesChanged();
  }

  #forgive(side: SideName, failed: ReadFailure): void {
    this.#store.setSide(side, { failures: this.#side(side).failures.filter((other) => other !== failed) });
  }

  #side(side: SideName): Side {
    return this.#store.state.sides[side];
  }
}
