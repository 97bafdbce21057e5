// The two sides: what is read for them, what the engine holds of them, and what became of both when a worker ends.

import type { EngineClient } from "./engine-client.js";
import { engineDied } from "./failures.js";
import type { Event, Failure, ReadDone, ReadProgress, SideName, SideSummary } from "./generated/protocol.js";
import type { Busy } from "./idle.js";
import { anyLoaded, type Side, SIDES } from "./page-state.js";
import { mirrored } from "./pair-view.js";
import { ReaderClient, type ReaderListener } from "./reader-client.js";
import { type Drop, fromFile, fromLink, pickFile, type Source } from "./sources.js";
import type { Store } from "./store.js";
import type { Toasts } from "./toasts.js";
import type { Column } from "./worker-messages.js";

type BySide<T> = { [side in SideName]?: T };

const NOTHING_READ: ReadProgress = { bytesIn: 0, bytesUnpacked: 0, calls: 0 };

export interface SidesListener {
  /** What is loaded, or is being read, is another: the address follows. */
  sourcesChanged(): void;
  /** The engine holds something else now. */
  tracesChanged(): void;
  /** What was being read for a side was given up or failed. */
  readingEnded(): void;
}

export class Sides implements ReaderListener {
  readonly #store: Store;
  readonly #engine: EngineClient;
  readonly #toasts: Toasts;
  readonly #readers: ReaderClient;
  readonly #listener: SidesListener;
  readonly #begun_ms = new Map<SideName, number>();

  constructor(store: Store, engine: EngineClient, toasts: Toasts, busy: Busy, listener: SidesListener) {
    this.#store = store;
    this.#engine = engine;
    this.#toasts = toasts;
    this.#readers = new ReaderClient(busy, this);
    this.#listener = listener;
  }

  /** Links of the sides, as they stand in the address. */
  links(): Record<SideName, string | null> {
    const link = ({ reading, source, again }: Side) => (reading?.source ?? source ?? again)?.link ?? null;
    return { a: link(this.#side("a")), b: link(this.#side("b")) };
  }

  /** Reads what is given, closes what is `null`, leaves alone what is absent; one new address for all. */
  open(sources: BySide<Source | null>): void {
    this.#open(sources);
    this.#listener.sourcesChanged();
  }

  /** Like `open`, for links as a person writes them. */
  openLinks(links: BySide<string | null>): void {
    this.open(this.#resolve(links));
  }

  async choose(side: SideName): Promise<void> {
    const file = await pickFile();
    if (file !== null) {
      this.open({ [side]: fromFile(file) });
    }
  }

  drop(drop: Drop): void {
    if (drop.kind === "refused") {
      this.#store.set({ notice: { ...drop, tone: "danger" }, assertive: `${drop.title} ${drop.body}` });
      return;
    }
    this.#store.set({ notice: null });
    const { a, b } = drop;
    this.open({ ...(a && { a: fromFile(a) }), ...(b && { b: fromFile(b) }) });
    if (a !== null && b !== null) {
      const text = `A is ${a.name}, the older file; B is ${b.name}.`;
      this.#toasts.show(text, { label: "Swap", run: () => this.#exchangeFiles(a, b) });
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

  /** Reads again what could not be read or was lost. */
  again(side: SideName): void {
    const source = this.#side(side).again;
    if (source !== null) {
      this.open({ [side]: source });
    }
  }

  /** Reads what memory has room for of a file that is too big. */
  readPart(side: SideName): void {
    const source = this.#side(side).again;
    if (source !== null) {
      this.open({ [side]: { ...source, keepPart: true } });
    }
  }

  /** Gives up reading; what the side held before stays. */
  cancel(side: SideName): void {
    this.#readers.cancel(side);
    this.#store.setSide(side, { reading: null });
    this.#listener.sourcesChanged();
    this.#listener.readingEnded();
  }

  dismiss(side: SideName): void {
    this.#store.setSide(side, { failure: null, again: null });
    this.#listener.sourcesChanged();
  }

  close(side: SideName): void {
    this.open({ [side]: null });
  }

  /** Exchanges the sides; not while one is being read, because a reader is told its side when it begins. */
  swap(): void {
    if (anyLoaded(this.#store.state) && SIDES.every((side) => this.#side(side).reading === null)) {
      this.#engine.request({ type: "swap" });
    }
  }

  // What readers say.

  progress(side: SideName, progress: ReadProgress, total: number | null): void {
    const { reading } = this.#side(side);
    const seconds = (performance.now() - (this.#begun_ms.get(side) ?? 0)) / 1000;
    if (reading !== null) {
      this.#store.setSide(side, { reading: { ...reading, progress, total, bytesPerSecond: progress.bytesIn / seconds } });
    }
  }

  read(_: SideName, done: ReadDone, columns: Column[]): void {
    this.#engine.load(done, columns);
  }

  failed(side: SideName, failure: Failure): void {
    const { reading } = this.#side(side);
    const again = reading?.source ?? null;
    this.#store.setSide(side, { reading: null, failure, again });
    this.#store.set({ assertive: `${side.toUpperCase()}: ${failure.title} ${failure.body}` });
    this.#listener.readingEnded();
  }

  // What the engine says.

  loaded(summary: SideSummary): void {
    const { reading, source } = this.#side(summary.side);
    const held = reading?.source ?? source;
    this.#store.setSide(summary.side, { summary, source: held, reading: null, failure: null, again: null });
    this.#store.set({ polite: spoken(summary) });
    this.#listener.tracesChanged();
  }

  closed(side: SideName): void {
    this.#store.setSide(side, { summary: null });
    this.#listener.tracesChanged();
  }

  swapped({ a, b }: Extract<Event, { type: "sides" }>): void {
    const { sides, view } = this.#store.state;
    this.#store.set({
      sides: { a: { ...sides.b, summary: a }, b: { ...sides.a, summary: b } },
      view: mirrored(view),
      polite: "Sides swapped",
    });
    this.#listener.tracesChanged();
    this.#listener.sourcesChanged();
  }

  /** The engine forgot both sides: they are offered again. */
  engineDied(why: string): void {
    const failure = engineDied(why);
    for (const side of SIDES) {
      const { summary, source, reading, again, failure } = this.#side(side);
      this.#readers.cancel(side);
      const lost = reading?.source ?? (summary === null ? again : source);
      // What failed to replace a trace is not worth a word any more: the trace itself is gone.
      const kept = summary === null ? failure : null;
      this.#store.setSide(side, { summary: null, source: null, reading: null, failure: kept, again: lost });
    }
    this.#store.set({ notice: { ...failure, tone: "danger" }, assertive: `${failure.title} ${failure.body}` });
    this.#listener.tracesChanged();
  }

  #side(side: SideName): Side {
    return this.#store.state.sides[side];
  }

  #open(sources: BySide<Source | null>): void {
    for (const side of SIDES) {
      const source = sources[side];
      if (source === null) {
        this.#clear(side);
      } else if (source !== undefined) {
        this.#begin(side, source);
      }
    }
  }

  /** Links as sources; what is no link fails here and now. */
  #resolve(links: BySide<string | null>): BySide<Source | null> {
    const sources: BySide<Source | null> = {};
    for (const side of SIDES) {
      const link = links[side];
      const source = typeof link === "string" ? fromLink(side, link, new URL(document.baseURI)) : link;
      if (source != null && "title" in source) {
        this.failed(side, source);
      } else if (source !== undefined) {
        sources[side] = source;
      }
    }
    return sources;
  }

  #begin(side: SideName, source: Source): void {
    this.#begun_ms.set(side, performance.now());
    const total = source.bytes.kind === "file" ? source.bytes.file.size : null;
    const reading = { source, progress: NOTHING_READ, total, bytesPerSecond: 0 };
    this.#store.setSide(side, { reading, failure: null, again: null });
    this.#store.set({ notice: null });
    this.#engine.start(); // It will be there when the file is read.
    this.#readers.read(side, source);
  }

  #clear(side: SideName): void {
    this.#readers.cancel(side);
    const held = this.#side(side).summary !== null;
    this.#store.setSide(side, { reading: null, failure: null, source: null, again: null });
    if (held) {
      this.#engine.request({ type: "close", side });
    }
  }

  /** The files of a drop the other way round, whether they are read already or not. */
  #exchangeFiles(a: File, b: File): void {
    const still = SIDES.every((side) => this.#side(side).reading === null && this.#side(side).summary !== null);
    if (still) {
      this.swap();
    } else {
      this.open({ a: fromFile(b), b: fromFile(a) });
    }
  }
}

/** `A read, 123,221 calls, 75.9 ms` */
function spoken({ side, calls, duration: took }: SideSummary): string {
  return `${side.toUpperCase()} read, ${calls.toLocaleString("en")} calls, ${took}`;
}
