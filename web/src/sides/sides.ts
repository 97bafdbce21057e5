// The two sides: what is read for them, what the engine holds of them, and what became of both when a worker ends.
//
// A side is one recording or several runs of the same thing, read one after the other. One run is shown; of the
// others the engine keeps the call tree alone, and the page where they came from, so that each can be read again.

import type { EngineClient } from "../engine/client.js";
import { engineDied } from "./failures.js";
import type { Failure, ReadDone, ReadProgress, RunRow, SideName, Sides as BothSides, SideSummary } from "../generated/protocol.js";
import type { Busy } from "../idle.js";
import { anyLoaded, onDesk, type ReadFailure, shownSource, type Side, SIDES } from "../state/page-state.js";
import { mirrored } from "../state/mirror.js";
import { ReaderClient, type ReaderListener } from "../engine/reader-client.js";
import { RunQueue, type Task } from "./run-queue.js";
import { deal, dealTo, filesOf, MOST_RUNS, type Sheet } from "./run-sheet.js";
import { type Drop, fromFile, fromLink, ofTrace, pickFiles, sortFiles, type Source } from "./sources.js";
import type { Store } from "../state/store.js";
import type { Toasts } from "../toasts.js";
import type { Column } from "../engine/worker-messages.js";

type BySide<T> = { [side in SideName]?: T };

/** What a side shall hold: these runs, or nothing. */
type Wanted = readonly Source[] | null;

const NOTHING_READ: ReadProgress = { bytesIn: 0, bytesUnpacked: 0, calls: 0 };

export interface SidesListener {
  /** What is loaded, or is being read, is another: the address follows. */
  sourcesChanged(): void;
  /** The engine shows something else now. */
  tracesChanged(): void;
  /** A side has other runs beside the one that is shown. */
  runsChanged(): void;
  /** What was being read for a side is there, was given up or failed. */
  readingEnded(): void;
}

export class Sides implements ReaderListener {
  readonly #store: Store;
  readonly #engine: EngineClient;
  readonly #toasts: Toasts;
  readonly #readers: ReaderClient;
  readonly #listener: SidesListener;
  readonly #begun_ms = new Map<SideName, number>();
  #queues: Record<SideName, RunQueue> = { a: new RunQueue(), b: new RunQueue() };
  /** Where every run came from that was ever asked for, by its number. */
  readonly #sources = new Map<number, Source>();

  constructor(store: Store, engine: EngineClient, toasts: Toasts, busy: Busy, listener: SidesListener) {
    this.#store = store;
    this.#engine = engine;
    this.#toasts = toasts;
    this.#readers = new ReaderClient(busy, this);
    this.#listener = listener;
  }

  /** Links of the sides, as they stand in the address: of several runs the first that has one. */
  links(): Record<SideName, string | null> {
    const link = (side: SideName) => {
      const { failures, lost } = this.#side(side);
      const sources = [...this.#held(side), ...lost, ...failures.map(({ source }) => source)];
      return sources.find((source) => source !== null && source.link !== null)?.link ?? null;
    };
    return { a: link("a"), b: link("b") };
  }

  /** Reads what is given, closes what is `null`, leaves alone what is absent; one new address for all. */
  open(sources: BySide<Wanted>): void {
    this.#open(sources);
    this.#listener.sourcesChanged();
  }

  /** Like `open`, for links as a person writes them. */
  openLinks(links: BySide<string | null>): void {
    this.open(this.#resolve(links));
  }

  /** Lets somebody choose a file for a side; of several it is asked which side each is of. Two for an empty page are a pair. */
  async choose(side: SideName): Promise<void> {
    const files = await pickFiles();
    if (files.length > 1 && !onDesk(this.#store.state)) {
      this.drop(sortFiles(files, { onto: null, adds: false, free: side }));
    } else if (files.length === 1) {
      this.open({ [side]: files.map(fromFile) });
    } else if (files.length > 1) {
      this.#ask(dealTo(side, files));
    }
  }

  /** Lets somebody choose further runs of a side. */
  async chooseRuns(side: SideName): Promise<void> {
    this.add(side, await pickFiles());
  }

  drop(drop: Drop): void {
    if (drop.kind === "refused") {
      this.#store.set({ notice: { ...drop, tone: "danger" }, assertive: `${drop.title} ${drop.body}` });
      return;
    }
    this.#store.set({ notice: null });
    if (drop.kind === "runs") {
      this.add(drop.side, drop.files);
      return;
    }
    if (drop.kind === "many") {
      this.#ask(deal(drop.files));
      return;
    }
    const { a, b } = drop;
    this.open({ ...(a && { a: [fromFile(a)] }), ...(b && { b: [fromFile(b)] }) });
    if (a !== null && b !== null) {
      const text = `A is ${a.name}, the older file; B is ${b.name}.`;
      this.#toasts.show(text, { label: "Swap", run: () => this.#exchangeFiles(a, b) });
    }
  }

  /** Opens files as they were dealt; a side that gets none stays as it is. */
  openSheet(sheet: Sheet): void {
    const dealt = SIDES.map((side) => [side, filesOf(sheet, side).map(fromFile)] as const);
    this.#store.set({ dialog: null });
    this.open(Object.fromEntries(dealt.filter(([, sources]) => sources.length > 0)));
  }

  /** Reads files beside what a side holds. */
  add(side: SideName, files: readonly File[]): void {
    const { summary } = this.#side(side);
    const queue = this.#queues[side];
    const held = queue.replacing ? 0 : (summary?.runs.length ?? 0);
    const taken = files.slice(0, Math.max(0, MOST_RUNS - held - queue.coming.length));
    if (taken.length < files.length) {
      this.#toasts.show(`${side.toUpperCase()} takes up to ${MOST_RUNS} runs; of ${files.length} files ${files.length - taken.length} were left out.`);
    }
    if (taken.length > 0) {
      this.#add(side, taken.map(fromFile));
    }
  }

  /** Shows a run of a side: it is read again, since only its call tree was kept. */
  show(side: SideName, run: number): void {
    this.#show(side, run, { chosen: true, drops: null });
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
      this.#show(side, instead.run, { chosen: false, drops: run });
    } else {
      this.#dropRun(side, run);
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
    const asked: Source = keepPart ? { ...source, keepPart: true } : source;
    if (failed.replaces) {
      this.open({ [side]: [asked] });
    } else {
      this.#forgive(side, failed);
      this.#add(side, [asked]);
    }
  }

  /** Gives up reading; what the side holds stays. */
  cancel(side: SideName): void {
    this.#readers.cancel(side);
    this.#queues[side].clear();
    this.#store.setSide(side, { reading: null });
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

  /** Exchanges the sides; not while one is being read, because a reader is told its side when it begins. */
  swap(): void {
    if (anyLoaded(this.#store.state) && SIDES.every((side) => this.#side(side).reading === null)) {
      this.#engine.follow(async () => this.#swapped(await this.#engine.ask("swap", {})));
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

  read(_: SideName, done: ReadDone, columns: Column[], folded: Uint8Array<ArrayBuffer> | null): void {
    const { side } = done.place;
    this.#engine.follow(async () => {
      const summary = await this.#engine.load(done, columns, folded);
      if (summary === null) {
        this.#closed(side);
      } else if (folded === null) {
        this.#loaded(summary);
      } else {
        this.#runsChanged(summary);
      }
    });
  }

  /** One file cannot be read: it names itself, and the others are read nevertheless. */
  failed(side: SideName, failure: Failure): void {
    const queue = this.#queues[side];
    this.#fail(side, { failure, source: queue.current?.source ?? null, replaces: queue.replacing });
    queue.failed();
    this.#next(side);
    this.#listener.readingEnded();
  }

  /** The engine forgot both sides: they are offered again. */
  engineDied(why: string): void {
    const failure = engineDied(why);
    for (const side of SIDES) {
      const { summary, failures, lost: lostBefore } = this.#side(side);
      const held = this.#held(side);
      const lost = held.length > 0 ? held : lostBefore;
      this.#readers.cancel(side);
      this.#queues[side].clear();
      // What failed to replace a trace is not worth a word any more: the trace itself is gone.
      const kept = summary === null ? failures : [];
      this.#store.setSide(side, { summary: null, runs: [], reading: null, failures: kept, lost });
    }
    this.#store.set({ notice: { ...failure, tone: "danger" }, assertive: `${failure.title} ${failure.body}` });
    this.#listener.tracesChanged();
  }

  /** A run is shown. */
  #loaded(summary: SideSummary): void {
    const task = this.#took(summary);
    this.#store.set({ polite: spoken(summary) });
    if (task?.readAs === "shown") {
      this.#sayShown(summary);
    } else {
      this.#sayTaken(summary);
    }
    this.#listener.tracesChanged();
  }

  /** A side has other runs beside the one that is shown. */
  #runsChanged(summary: SideSummary): void {
    this.#took(summary);
    this.#store.set({ polite: `${summary.side.toUpperCase()} holds ${runsOf(summary.runs)}` });
    this.#listener.runsChanged();
    this.#listener.readingEnded();
  }

  #closed(side: SideName): void {
    const { dialog } = this.#store.state;
    if ((dialog?.kind === "runs" || dialog?.kind === "traces") && dialog.side === side) {
      this.#store.set({ dialog: null });
    }
    this.#store.setSide(side, { summary: null, runs: [] });
    this.#listener.tracesChanged();
  }

  #swapped({ a, b }: BothSides<SideSummary | null>): void {
    const { sides, view } = this.#store.state;
    this.#queues = { a: this.#queues.b, b: this.#queues.a };
    this.#store.set({
      sides: { a: { ...sides.b, summary: a }, b: { ...sides.a, summary: b } },
      view: mirrored(view),
      polite: "Sides swapped",
    });
    this.#listener.tracesChanged();
    this.#listener.sourcesChanged();
  }

  #dropRun(side: SideName, run: number): void {
    this.#engine.follow(async () => {
      const summary = await this.#engine.ask("remove-run", { side, run });
      if (summary === null) {
        this.#closed(side);
      } else {
        this.#runsChanged(summary);
      }
    });
  }

  #side(side: SideName): Side {
    return this.#store.state.sides[side];
  }

  /** All that a side holds or is about to hold. */
  #held(side: SideName): Source[] {
    const queue = this.#queues[side];
    const coming = queue.coming.map(({ source }) => source);
    return queue.replacing && coming.length > 0 ? coming : [...this.#side(side).runs.map(({ source }) => source), ...coming];
  }

  #ask(sheet: Sheet): void {
    this.#store.set({ dialog: { kind: "sheet", sheet }, menu: null });
  }

  #open(sources: BySide<Wanted>): void {
    for (const side of SIDES) {
      const wanted = sources[side];
      if (wanted === null || wanted?.length === 0) {
        this.#clear(side);
      } else if (wanted !== undefined) {
        this.#begin(side, wanted);
      }
    }
  }

  /** Links as sources; what is no link fails here and now. */
  #resolve(links: BySide<string | null>): BySide<Wanted> {
    const sources: BySide<Wanted> = {};
    for (const side of SIDES) {
      const link = links[side];
      const source = typeof link === "string" ? fromLink(side, link, new URL(document.baseURI)) : link;
      if (source != null && "title" in source) {
        this.#fail(side, { failure: source, source: null, replaces: true });
      } else if (source !== undefined) {
        sources[side] = source && [source];
      }
    }
    return sources;
  }

  /** Reads files in place of what a side holds, one after the other. */
  #begin(side: SideName, sources: readonly Source[]): void {
    this.#readers.cancel(side);
    this.#queues[side].replaceBy(this.#tasks(sources));
    this.#store.setSide(side, { failures: [], lost: [] });
    this.#store.set({ notice: null });
    this.#engine.start(); // It will be there when the file is read.
    this.#next(side);
  }

  #add(side: SideName, sources: readonly Source[]): void {
    const queue = this.#queues[side];
    if (this.#side(side).summary === null && !queue.replacing) {
      this.open({ [side]: sources });
      return;
    }
    const idle = queue.current === null;
    queue.add(this.#tasks(sources));
    if (idle) {
      this.#next(side);
    }
    this.#listener.sourcesChanged();
  }

  #show(side: SideName, run: number, { chosen, drops }: { chosen: boolean; drops: number | null }): void {
    const source = this.#sources.get(run);
    const queue = this.#queues[side];
    if (source === undefined) {
      return;
    }
    queue.show({ run, source, readAs: "shown", drops }, chosen);
    if (queue.current === null) {
      this.#next(side);
    }
  }

  #tasks(sources: readonly Source[]): Task[] {
    return sources.map((source) => {
      const run = this.#sources.size;
      this.#sources.set(run, source);
      return { run, source, readAs: "beside", drops: null };
    });
  }

  /** Reads the next file; if there is none, the run of the median total if that is not shown. */
  #next(side: SideName): void {
    const queue = this.#queues[side];
    const task = queue.next();
    if (task === null) {
      this.#settle(side);
      return;
    }
    const { run, source, readAs } = task;
    this.#begun_ms.set(side, performance.now());
    const total = source.bytes.kind === "file" ? source.bytes.file.size : null;
    const reading = { source, progress: NOTHING_READ, total, bytesPerSecond: 0, note: queue.note };
    this.#store.setSide(side, { reading });
    this.#readers.read({ side, run, readAs }, source);
  }

  #settle(side: SideName): void {
    const { summary } = this.#side(side);
    const median = summary === null ? null : this.#queues[side].unshownMedian(summary);
    this.#store.setSide(side, { reading: null });
    if (median !== null) {
      this.#show(side, median.run, { chosen: false, drops: null });
    }
  }

  /** Takes down what the engine holds of a side, and goes on if that is what was being read. */
  #took(summary: SideSummary): Task | null {
    const { side, runs: rows } = summary;
    const runs = rows.flatMap(({ run }) => {
      const source = this.#sources.get(run);
      return source === undefined ? [] : [{ run, source }];
    });
    const task = this.#queues[side].arrived(rows);
    const { failures } = this.#side(side);
    // What could not be read belongs to what could, now that there is any.
    const kept = task?.readAs === "alone" ? failures.map((failed) => ({ ...failed, replaces: false })) : failures;
    this.#store.setSide(side, { summary, runs, failures: kept, lost: [] });
    if (task?.drops != null) {
      this.#dropRun(side, task.drops); // Its reply goes on.
    } else if (this.#queues[side].current === null) {
      this.#next(side);
    }
    return task;
  }

  #fail(side: SideName, failed: ReadFailure): void {
    const { failure } = failed;
    this.#store.setSide(side, { failures: [...this.#side(side).failures, failed], lost: [] });
    this.#store.set({ assertive: `${side.toUpperCase()}: ${failure.title} ${failure.body}` });
  }

  #forgive(side: SideName, failed: ReadFailure): void {
    this.#store.setSide(side, { failures: this.#side(side).failures.filter((other) => other !== failed) });
  }

  #clear(side: SideName): void {
    this.#readers.cancel(side);
    this.#queues[side].clear();
    const held = this.#side(side).summary !== null;
    this.#store.setSide(side, { reading: null, failures: [], runs: [], lost: [] });
    if (held) {
      this.#engine.follow(async () => {
        await this.#engine.ask("close", { side });
        this.#closed(side);
      });
    }
  }

  /** The files of a drop the other way round, whether they are read already or not. */
  #exchangeFiles(a: File, b: File): void {
    const still = SIDES.every((side) => this.#side(side).reading === null && this.#side(side).summary !== null);
    if (still) {
      this.swap();
    } else {
      this.open({ a: [fromFile(b)], b: [fromFile(a)] });
    }
  }

  /** Of a file with several traces, which one was taken, when nobody chose. */
  #sayTaken({ side, name, ofFile }: SideSummary): void {
    if (ofFile.length > 1 && shownSource(this.#side(side))?.trace === undefined) {
      const text = `The file holds ${ofFile.length} traces. ${side.toUpperCase()} shows ${name}, the one with most calls.`;
      this.#toasts.show(text, { label: "Choose another", run: () => this.#store.set({ dialog: { kind: "traces", side } }) });
    }
  }

  #sayShown({ side, name, runs }: SideSummary): void {
    const of = runs.length > 1 && runs.some((row) => row.shown && row.median) ? `, the run of the median total of ${runs.length}` : "";
    this.#toasts.show(`${side.toUpperCase()} shows ${name}${of}.`);
  }
}

/** `A read, 123,221 calls, 75.9 ms` */
function spoken({ side, calls, duration: took }: SideSummary): string {
  return `${side.toUpperCase()} read, ${calls.toLocaleString("en")} calls, ${took}`;
}

/** `5 runs` */
export function runsOf(rows: readonly RunRow[]): string {
  return rows.length === 1 ? "1 run" : `${rows.length} runs`;
}
