// Reads files for the sides, one after the other, and tracks what the engine holds of them.
//
// A side is one recording or several runs of the same thing, read one after the other. One run is shown; of the
// others the engine keeps the call tree alone, and the page where they came from, so that each can be read again.

import type { EngineClient } from "../engine/client.js";
import { isWasmBlocked } from "../engine/artifacts.js";
import { AskError } from "../engine/errors.js";
import { ReaderClient, type ReaderListener } from "../engine/reader-client.js";
import type { Column, KeptFile } from "../engine/worker-messages.js";
import type {
  Failure,
  KeptReply,
  ReadDone,
  ReadProgress,
  SideName,
  SideSummary,
  ViewState,
} from "../generated/protocol.js";
import type { Busy } from "../idle.js";
import { part } from "../parts.js";
import { other, type ReadFailure, shownSource, type Side, SIDES } from "../state/page-state.js";
import { whyFilesAreFixed } from "../state/lock.js";
import type { Store } from "../state/store.js";
import type { Toasts } from "../toasts.js";
import { commonTraces } from "./common-traces.js";
import { WASM_BLOCKED } from "./failures.js";
import { RunQueue, type Task } from "./run-queue.js";
import { RunSources } from "./run-sources.js";
import type { Source } from "./sources.js";
import type { Structures } from "./structures-part.js";
import { commonText, runsOf, shownText, spoken, takenText } from "./words.js";

const NOTHING_READ: ReadProgress = { bytesIn: 0, bytesUnpacked: 0, calls: 0, built: 0 };

export interface ReadingListener {
  /** The engine shows something else now. */
  tracesChanged(): void;
  /** A side has other runs beside the one that is shown. */
  runsChanged(): void;
  /** A file was opened that was saved with a view. */
  viewOpened(view: ViewState): void;
  /** Lists of files that stand beside traces are others. */
  structuresChanged(): void;
  /** Reading for a side ended: the file is there, was given up or failed. */
  readingEnded(): void;
  /** The loaded files, or those being read, changed: the address follows. */
  sourcesChanged(): void;
}

/** Hears that another host than the link names answers. */
export type RedirectListener = (side: SideName, source: Source, origin: string) => void;

/** Hears of the traces to compare, if files hold several and nobody chose. */
export type CommonTracesListener = (traces: Record<SideName, string>) => void;

const structures = part(() => import("./structures-part.js"));

export class Reading implements ReaderListener {
  readonly #store: Store;
  readonly #redirected: RedirectListener;
  readonly #commonTraces: CommonTracesListener;
  readonly #engine: EngineClient;
  readonly #toasts: Toasts;
  readonly #readers: ReaderClient;
  readonly #listener: ReadingListener;
  readonly #begun_ms = new Map<SideName, number>();
  #queues: Record<SideName, RunQueue> = { a: new RunQueue(), b: new RunQueue() };
  /** Number of files that were read and that the engine has not taken yet. */
  readonly #arriving: Record<SideName, number> = { a: 0, b: 0 };
  readonly #sources = new RunSources();
  readonly #busy: Busy;
  /** Once there was any. */
  #structures: Structures | null = null;

  constructor(
    store: Store,
    engine: EngineClient,
    toasts: Toasts,
    busy: Busy,
    listener: ReadingListener,
    redirected: RedirectListener,
    commonTraces: CommonTracesListener,
  ) {
    this.#store = store;
    this.#engine = engine;
    this.#toasts = toasts;
    this.#busy = busy;
    this.#readers = new ReaderClient(busy, this);
    this.#listener = listener;
    this.#redirected = redirected;
    this.#commonTraces = commonTraces;
  }

  /** Before there are any files: so that the first are read at once. */
  prepare(): void {
    this.#readers.prepare();
  }

  /** Reads files in place of what a side holds, one after the other. */
  begin(side: SideName, sources: readonly Source[]): void {
    if (isWasmBlocked()) {
      this.#store.set({ notice: WASM_BLOCKED, assertive: `${WASM_BLOCKED.title} ${WASM_BLOCKED.body}` });
      return; // Reading again would end the same way.
    }
    this.#readers.cancel(side);
    this.#queues[side].replaceBy(this.#sources.tasks(sources));
    this.#store.setSide(side, { failures: [], lost: [], servedBy: null });
    this.#store.set({ notice: null });
    this.#engine.start(); // It will be there when the file is read.
    this.#next(side);
  }

  /** Reads files beside what a side holds, or will hold. */
  add(side: SideName, sources: readonly Source[]): void {
    const queue = this.#queues[side];
    const idle = queue.current === null;
    queue.add(this.#sources.tasks(sources));
    if (idle) {
      this.#next(side);
    }
  }

  /** Returns whether the contents of a side are about to be replaced. */
  replacing(side: SideName): boolean {
    return this.#queues[side].replacing;
  }

  /** Returns the number of runs that a side will have. */
  runs(side: SideName): number {
    const queue = this.#queues[side];
    return (queue.replacing ? 0 : (this.#side(side).summary?.runs.length ?? 0)) + queue.coming.length;
  }

  /** Reads a run again, to be shown. `chosen`: somebody wants it; `drops`: the run that goes once it is there. */
  show(side: SideName, run: number, { chosen, drops }: { chosen: boolean; drops: number | null }): void {
    const source = this.#sources.get(run);
    const queue = this.#queues[side];
    if (source === undefined) {
      return;
    }
    if (source.keptIn !== undefined) {
      this.#toasts.show(
        `${source.keptIn} has the calls of one run a side. Open the trace of this run to see its calls.`,
      );
      return;
    }
    queue.show({ run, source, readAs: "shown", drops }, chosen);
    if (queue.current === null) {
      this.#next(side);
    }
  }

  /** All that a side holds or is about to hold. */
  held(side: SideName): Source[] {
    const queue = this.#queues[side];
    const coming = queue.coming.map(({ source }) => source);
    return queue.replacing && coming.length > 0
      ? coming
      : [...this.#side(side).runs.map(({ source }) => source), ...coming];
  }

  /** Gives up reading; what the side holds stays. */
  cancel(side: SideName): void {
    this.#readers.cancel(side);
    this.#queues[side].clear();
    this.#store.setSide(side, { reading: null });
  }

  /** Lets go of all that a side holds, and of what is on its way to the engine. */
  clear(side: SideName): void {
    this.#readers.cancel(side);
    this.#queues[side].clear();
    const held = this.#side(side).summary !== null || this.#arriving[side] > 0;
    this.#store.setSide(side, { reading: null, failures: [], runs: [], lost: [], servedBy: null });
    if (held) {
      this.#goingWith(side).forEach((each) => this.#store.setSide(each, { closing: true }));
      this.#engine.follow(async () => {
        await this.#engine.ask("close", { side });
        this.#closed(side);
      });
    }
  }

  /** Lets go of a run that is not shown. */
  dropRun(side: SideName, run: number): void {
    this.#engine.follow(async () => {
      const summary = await this.#engine.ask("remove-run", { side, run });
      if (summary === null) {
        this.#closed(side);
      } else {
        this.#runsChanged(summary);
      }
    });
  }

  /** The sides were exchanged: so is what waits for them. */
  exchange(): void {
    this.#queues = { a: this.#queues.b, b: this.#queues.a };
    this.#structures?.exchange();
  }

  /** Says why something cannot be read. */
  fail(side: SideName, failed: ReadFailure): void {
    const { failure } = failed;
    this.#store.setSide(side, { failures: [...this.#side(side).failures, failed], lost: [] });
    this.#store.set({ assertive: `${side.toUpperCase()}: ${failure.title} ${failure.body}` });
  }

  // Messages of readers.

  progress(side: SideName, progress: ReadProgress, total: number | null): void {
    const { reading } = this.#side(side);
    const seconds = (performance.now() - (this.#begun_ms.get(side) ?? 0)) / 1000;
    if (reading !== null) {
      this.#store.setSide(side, {
        reading: { ...reading, progress, total, bytesPerSecond: progress.bytesIn / seconds },
      });
    }
  }

  redirected(side: SideName, source: Source, url: string): void {
    const [from, to] = [source.bytes.kind === "link" ? new URL(source.bytes.url).host : "", new URL(url).host];
    if (to !== from) {
      this.#store.setSide(side, { servedBy: to });
      this.#toasts.show(`${side.toUpperCase()}: ${from} sent the request on to ${to}.`);
      this.#redirected(side, source, new URL(url).origin);
    }
  }

  read(_: SideName, done: ReadDone, columns: Column[], folded: Uint8Array<ArrayBuffer> | null): void {
    const { side } = done.place;
    this.#arriving[side] += 1;
    this.#engine.follow(async () => {
      const summary = await this.#engine.load(done, columns, folded).finally(() => (this.#arriving[side] -= 1));
      if (summary === null) {
        this.#closed(side);
      } else if (folded === null) {
        this.#loaded(summary);
      } else {
        this.#runsChanged(summary);
      }
    });
  }

  /** A stored comparison takes the place of both sides, if it can be opened. */
  readKept(side: SideName, file: KeptFile): void {
    this.#engine.follow(async () => {
      try {
        this.#keptOpened(side, file, await this.#engine.loadKept(side, file.name, file.results));
        await this.#loadKeptTraces(side, file);
      } catch (error) {
        if (!(error instanceof AskError)) {
          throw error;
        }
        this.failed(side, { ...error.failure, side });
      }
    });
  }

  /** It stands beside the trace of its side, or where that has none of the other one. Read as a trace it would be empty. */
  readStructure(side: SideName, columns: Column[], alone: Failure): void {
    const source = this.#queues[side].current?.source;
    const beside = [side, other(side)].find(
      (each) =>
        this.#side(each).summary?.keptIn === "" || this.#queues[each].coming.some((task) => task.source !== source),
    );
    if (beside === undefined || source === undefined) {
      this.failed(side, alone);
      return;
    }
    this.#queues[side].failed();
    const onto = this.#givenWith(side, beside) ? side : beside;
    // Its script is fetched with the first of them, which is no ask of the engine.
    const done = this.#busy.begin("list of files");
    this.#engine.follow(async () => {
      try {
        const { Structures } = await structures();
        this.#structures ??= new Structures(this.#store, this.#engine, this.#toasts, () =>
          this.#listener.structuresChanged(),
        );
        await this.#structures.open(onto, source, columns);
      } finally {
        done();
      }
    });
    if (onto === beside) {
      this.#next(side);
    } else {
      const sources = this.held(beside);
      this.clear(beside);
      this.begin(side, sources);
      this.#listener.sourcesChanged();
    }
    this.#listener.readingEnded();
  }

  /**
   * Returns whether B alone has a trace because the list had taken A when it came. A trace given with or after the
   * list belongs to A.
   */
  #givenWith(side: SideName, beside: SideName): boolean {
    const isAlone =
      side === "a" && beside === "b" && this.#side(side).summary === null && this.#queues[side].coming.length === 0;
    return isAlone && (this.#begun_ms.get(beside) ?? 0) >= (this.#begun_ms.get(side) ?? 0);
  }

  /** One file cannot be read: it names itself, and the others are read nevertheless. */
  failed(side: SideName, failure: Failure): void {
    const queue = this.#queues[side];
    this.fail(side, { failure, source: queue.current?.source ?? null, replaces: queue.replacing });
    queue.failed();
    this.#next(side);
    this.#listener.readingEnded();
  }

  /** The engine forgot both sides: they are offered again. */
  engineDied(): void {
    for (const side of SIDES) {
      const { summary, failures, lost: lostBefore } = this.#side(side);
      const held = [...this.held(side), ...(this.#structures?.died(side) ?? [])];
      const lost = held.length > 0 ? held : lostBefore;
      this.#readers.cancel(side);
      this.#queues[side].clear();
      // A failure to replace a trace is not worth a word any more once that trace is gone.
      const kept = summary === null ? failures : [];
      this.#store.setSide(side, {
        summary: null,
        closing: false,
        runs: [],
        structure: null,
        reading: null,
        failures: kept,
        lost,
      });
    }
    this.#listener.tracesChanged();
  }

  /** A run is shown. */
  #loaded(summary: SideSummary): void {
    const task = this.#took(summary);
    this.#store.set({ polite: spoken(summary) });
    if (task?.readAs === "shown") {
      this.#toasts.show(shownText(summary));
    } else {
      this.#offerOthers(summary);
    }
    this.#structures?.refresh();
    this.#listener.tracesChanged();
  }

  /** A side has other runs beside the one that is shown. */
  #runsChanged(summary: SideSummary): void {
    this.#took(summary);
    this.#store.set({ polite: `${summary.side.toUpperCase()} holds ${runsOf(summary.runs)}` });
    this.#listener.runsChanged();
    this.#listener.readingEnded();
  }

  /** Offers the other traces of a file with several, when nobody chose. Compares the traces that both files have. */
  #offerOthers(summary: SideSummary): void {
    const { side, ofFile } = summary;
    const isFree = whyFilesAreFixed(this.#store.state) === null;
    const choose = isFree ? { label: "Choose another", run: () => this.#chooseTrace(side) } : undefined;
    const common = this.#wantedTraces();
    if (common !== null) {
      this.#toasts.show(commonText(common), choose);
      this.#commonTraces(common);
    } else if (ofFile.length > 1 && isFree && shownSource(this.#side(side))?.trace === undefined) {
      this.#toasts.show(takenText(summary), choose);
    }
  }

  #chooseTrace(side: SideName): void {
    this.#store.set({ dialog: { kind: "traces", side } });
  }

  /** Returns the traces that the sides should show, if nobody chose and they show others. */
  #wantedTraces(): Record<SideName, string> | null {
    const sides = SIDES.map((side) => this.#side(side));
    const [a, b] = sides.map(({ summary }) => summary);
    const isChosen = sides.some((of) => shownSource(of)?.trace !== undefined || (of.summary?.runs.length ?? 0) > 1);
    if (a == null || b == null || isChosen) {
      return null;
    }
    const common = commonTraces(a.ofFile, b.ofFile);
    const isShown = ({ ofFile, side }: SideSummary) =>
      ofFile.some(({ name, shown }) => shown && name === common?.[side]);
    return isShown(a) && isShown(b) ? null : common;
  }

  /** Both sides are from it; its file is that of the side it was opened on. */
  #keptOpened(side: SideName, { name, traces, view }: KeptFile, reply: KeptReply): void {
    const { sides, comparison, lacks, gaps } = reply;
    const source = this.#queues[side].current?.source;
    for (const each of SIDES) {
      this.#structures?.closed(each);
      this.cancel(each);
      const summary = sides[each];
      const run = summary.runs.find(({ shown }) => shown)?.run;
      const runs = each === side && source !== undefined && run !== undefined ? [{ run, source }] : [];
      this.#store.setSide(each, { summary, runs, failures: [], lost: [] });
    }
    this.#store.set({
      view: { ...this.#store.state.view, comparison },
      polite: `${name}: a stored comparison${traces.length === 0 ? ", without its traces" : ""}`,
    });
    if (view !== null) {
      this.#listener.viewOpened(view);
    }
    const earlier = gaps === "" && lacks !== "";
    if (lacks !== "" || gaps !== "") {
      this.#store.set({
        notice: {
          title: earlier ? `${name} was saved by an earlier version.` : `${name} was opened in part.`,
          body: `${gaps}${lacks === "" ? "" : ` It lacks ${lacks}.`} Compare the two traces again to get everything.`.trim(),
          tone: "plain",
        },
      });
    }
    if (traces.length === 0) {
      this.#listener.tracesChanged();
    }
  }

  /** The traces in the file take the place of the stored comparison, which says the same. */
  async #loadKeptTraces(side: SideName, { name, traces }: KeptFile): Promise<void> {
    const opened = this.#side(side).runs[0]?.source;
    for (const { done, columns, folded } of traces) {
      const { side: of, readAs } = done.place;
      // The file is named in the address of the side that it was opened on. Read for the other side, it would come twice.
      const source: Source = opened ?? { name, bytes: { kind: "file", file: new File([], name) }, link: null };
      const [task] = this.#sources.tasks([
        of === side ? { ...source, keptIn: name } : { ...source, link: null, keptIn: name },
      ]);
      const place = { side: of, run: task?.run ?? 0, readAs };
      const summary = await this.#engine.load({ ...done, place }, columns, folded);
      if (summary !== null) {
        this.#took(summary);
      }
    }
    if (traces.length > 0) {
      this.#listener.tracesChanged();
    }
  }

  #closed(side: SideName): void {
    const { dialog } = this.#store.state;
    if ((dialog?.kind === "runs" || dialog?.kind === "traces") && dialog.side === side) {
      this.#store.set({ dialog: null });
    }
    this.#goingWith(side).forEach((each) => this.#store.setSide(each, { summary: null, closing: false, runs: [] }));
    this.#structures?.closed(side);
    this.#listener.tracesChanged();
  }

  /** The sides that one closes with: a stored comparison is of both. */
  #goingWith(side: SideName): SideName[] {
    return SIDES.filter((each) => each === side || (this.#side(each).summary?.keptIn ?? "") !== "");
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
    this.#readers.read({ side, run, readAs }, source, this.#store.state.view.comparison.rules);
  }

  #settle(side: SideName): void {
    const { summary } = this.#side(side);
    const median = summary === null ? null : this.#queues[side].unshownMedian(summary);
    this.#store.setSide(side, { reading: null });
    if (median !== null) {
      this.show(side, median.run, { chosen: false, drops: null });
    }
  }

  /** Takes down what the engine holds of a side, and goes on if that is what was being read. */
  #took(summary: SideSummary): Task | null {
    const { side, runs: rows } = summary;
    const runs = this.#sources.of(rows);
    const task = this.#queues[side].arrived(rows);
    const { failures } = this.#side(side);
    // Failures belong to the files that could be read, now that there are any.
    const kept = task?.readAs === "alone" ? failures.map((failed) => ({ ...failed, replaces: false })) : failures;
    this.#store.setSide(side, { summary, runs, failures: kept, lost: [] });
    if (task?.drops != null) {
      this.dropRun(side, task.drops); // Its reply goes on.
    } else if (this.#queues[side].current === null) {
      this.#next(side);
    }
    return task;
  }

  #side(side: SideName): Side {
    return this.#store.state.sides[side];
  }
}
