// The wanted contents of the sides: opened, followed from links, closed, exchanged. `reading.ts` reads them.

import type { EngineClient } from "../engine/client.js";
import type { Death } from "../engine/errors.js";
import type { Failure, ReadAmount, SideName, Swapped } from "../generated/protocol.js";
import type { Busy } from "../idle.js";
import { exchanged, mirrored } from "../state/mirror.js";
import {
  anyLoaded,
  other,
  type PageState,
  type ReadFailure,
  shownSource,
  type Side,
  SIDES,
} from "../state/page-state.js";
import type { Store } from "../state/store.js";
import type { Toasts } from "../toasts.js";
import { asAwaited, type AwaitedFile, compareFile, describe, localOf, localText, wantedFor } from "./local-files.js";
import { Reading, type ReadingListener } from "./reading.js";
import { keptIn, withoutCalls } from "./without-traces.js";
import { MOST_RUNS } from "./run-sheet.js";
import { fromFile, fromLink, ofTrace, type Source } from "./sources.js";

type SomeSides<T> = { [side in SideName]?: T };

/** The wanted contents of a side: these runs, or nothing. */
type Content = readonly Source[] | null;

/** A link that cannot be read. */
type SideFailure = { side: SideName; failure: Failure };

/** The source of a file that another page posts. */
const POSTED = "msg";

export type SidesListener = ReadingListener;

export class Sides {
  readonly #store: Store;
  readonly #engine: EngineClient;
  readonly #toasts: Toasts;
  readonly #busy: Busy;
  readonly #reading: Reading;
  readonly #listener: SidesListener;

  constructor(store: Store, engine: EngineClient, toasts: Toasts, busy: Busy, listener: SidesListener) {
    this.#store = store;
    this.#engine = engine;
    this.#toasts = toasts;
    this.#busy = busy;
    this.#reading = new Reading(store, engine, toasts, busy, listener);
    this.#listener = listener;
  }

  /** Before there are any files: so that the first are read at once. */
  prepare(): void {
    this.#reading.prepare();
  }

  /** The sources of the sides as the address names them, one for each run. Files of this disk are in it once they are named. */
  links(): Record<SideName, string[]> {
    return { a: this.#links("a"), b: this.#links("b") };
  }

  #links(side: SideName): string[] {
    const { failures, lost } = this.#side(side);
    const { awaited, posted } = this.#store.state;
    const sources = [...this.#reading.held(side), ...lost, ...failures.flatMap(({ source }) => source ?? [])];
    const named = sources.flatMap(({ link, bytes }) => {
      const file = bytes.kind === "file" ? awaited[side].find(({ of }) => of === bytes.file)?.file : undefined;
      return link ?? (file === undefined ? [] : localText(file));
    });
    const waiting = awaited[side].filter(({ found }) => found === "waiting").map(({ file }) => localText(file));
    return [...named, ...waiting, ...(posted[side] && sources.length === 0 ? [POSTED] : [])];
  }

  /** Makes the sides what the address says. Files of somebody's disk and posted ones are waited for; those that are here stay. */
  follow(links: Readonly<Record<SideName, readonly string[]>>): void {
    const now = this.#store.state.awaited;
    const awaited = (side: SideName): AwaitedFile[] =>
      links[side].flatMap((link) => {
        const file = localOf(link);
        const known = now[side].find((one) => file !== null && localText(one.file) === link);
        return file === null ? [] : (known ?? { file, found: "waiting", of: null });
      });
    const posted = (side: SideName) => links[side].includes(POSTED);
    this.#store.set({
      awaited: { a: awaited("a"), b: awaited("b") },
      posted: { a: posted("a"), b: posted("b") },
    });
    const changed = SIDES.filter((side) => netLinks(links[side]).join() !== netLinks(this.#links(side)).join());
    const { sources, failures } = this.#resolve(
      Object.fromEntries(changed.map((side) => [side, netLinks(links[side])])),
    );
    this.#open(sources);
    this.#fail(failures);
  }

  /** The address names the files of this disk that are shown. */
  async nameFiles(): Promise<void> {
    for (const side of SIDES) {
      const files = this.#reading.held(side).flatMap(({ bytes }) => (bytes.kind === "file" ? bytes.file : []));
      const named: AwaitedFile[] = [];
      for (const file of files) {
        const known = this.#store.state.awaited[side].find(({ of, found }) => of === file && found === "same");
        named.push(known ?? { file: await describe(file), found: "same", of: file });
      }
      if (files.length > 0) {
        this.#setAwaited(side, named);
      }
    }
  }

  /** Somebody opened something else than files on sides that wait for some. */
  #endWaiting(over: readonly SideName[]): void {
    const { awaited, posted } = this.#store.state;
    const isOver = (side: SideName) => over.includes(side);
    this.#store.set({
      awaited: { a: isOver("a") ? [] : awaited.a, b: isOver("b") ? [] : awaited.b },
      posted: { a: posted.a && !isOver("a"), b: posted.b && !isOver("b") },
    });
  }

  /** Nothing is waited for any more. */
  useOthers(): void {
    this.#store.set({ awaited: { a: [], b: [] }, posted: { a: false, b: false } });
    this.#listener.sourcesChanged();
  }

  #setAwaited(side: SideName, awaited: readonly AwaitedFile[]): void {
    this.#store.set({ awaited: { ...this.#store.state.awaited, [side]: awaited } });
  }

  /** Compares opened files with those that a link names. */
  #compareWithAwaited(sources: SomeSides<Content>): void {
    for (const side of SIDES) {
      for (const { bytes } of sources[side] ?? []) {
        const wanted = bytes.kind === "file" ? wantedFor(bytes.file, this.#store.state.awaited[side]) : null;
        if (bytes.kind === "file" && wanted !== null) {
          const { file } = bytes;
          this.#found(side, wanted, { found: wanted.found, of: file });
          const done = this.#busy.begin("file");
          void compareFile(file, wanted.file)
            .then((found) => {
              this.#found(side, wanted, { found, of: file });
              this.#listener.sourcesChanged();
            })
            .catch(() => undefined) // What cannot be read fails where it is read.
            .finally(done);
        }
      }
    }
  }

  #found(side: SideName, wanted: AwaitedFile, found: Pick<AwaitedFile, "found" | "of">): void {
    const turn = (one: AwaitedFile) => (one.file === wanted.file ? { ...one, ...found } : one);
    this.#setAwaited(side, this.#store.state.awaited[side].map(turn));
  }

  /** Reads what is given, closes what is `null`, leaves alone what is absent; one new address for all. */
  open(given: SomeSides<Content>): void {
    const sources = this.#named(asAwaited(given, this.#store.state.awaited));
    this.#endWaiting(SIDES.filter((side) => sources[side]?.some(({ bytes }) => bytes.kind !== "file") ?? false));
    this.#store.set({
      link: withoutSides(
        this.#store.state,
        SIDES.filter((side) => sources[side] !== undefined),
      ),
    });
    this.#open(sources);
    this.#compareWithAwaited(sources);
    this.#listener.sourcesChanged();
  }

  /** Like `open`, for links as a person writes them. */
  openLinks(links: SomeSides<string | null>): void {
    const list = Object.entries(links).map(([side, link]) => [side, link === null ? [] : [link]] as const);
    const { sources, failures } = this.#resolve(Object.fromEntries(list));
    this.open(sources);
    this.#fail(failures);
  }

  /** Reads files beside what a side holds. */
  add(side: SideName, files: readonly File[]): void {
    const { summary, closing } = this.#side(side);
    if (summary !== null && !closing && summary.keptIn + summary.sums !== "") {
      this.#toasts.show(
        `Runs can only be added to a trace with calls. ${withoutCalls(this.#store.state) ?? `${summary.name} was read without its calls.`}`,
      );
      return;
    }
    const taken = files.slice(0, Math.max(0, MOST_RUNS - this.#reading.runs(side)));
    if (taken.length < files.length) {
      this.#toasts.show(
        `${side.toUpperCase()} takes up to ${MOST_RUNS} runs: ${files.length - taken.length} of ${files.length} files were left out.`,
      );
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

  /** Reads again what was lost with the engine. */
  again(side: SideName): void {
    this.open({ [side]: this.#side(side).lost });
  }

  /** Reads again what could not be read; `amount`: how much of it, where that is another than before. */
  retry(side: SideName, failed: ReadFailure, amount?: ReadAmount): void {
    const { source } = failed;
    if (source === null) {
      return;
    }
    const again: Source = amount === undefined ? source : { ...source, amount };
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

  /** Gives up the files that were lost with the engine. */
  leave(side: SideName): void {
    this.#store.setSide(side, { lost: [] });
    this.#listener.sourcesChanged();
  }

  close(side: SideName): void {
    this.open({ [side]: null });
  }

  /** Exchanges the sides; not while one is being read, because a reader has its side from its beginning on. */
  swap(): void {
    if (
      anyLoaded(this.#store.state) &&
      keptIn(this.#store.state) === null &&
      SIDES.every((side) => this.#side(side).reading === null)
    ) {
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
  engineDied(death: Death): void {
    this.#reading.engineDied(death);
  }

  #swapped({ sides: { a, b }, rules }: Swapped): void {
    const { sides, view, link, awaited, posted } = this.#store.state;
    this.#reading.exchange();
    this.#store.set({
      sides: { a: { ...sides.b, summary: a }, b: { ...sides.a, summary: b } },
      view: mirrored(view, rules),
      awaited: exchanged(awaited),
      posted: exchanged(posted),
      link: { ...link, names: exchanged(link.names), hashes: exchanged(link.hashes) },
      polite: "Sides swapped",
    });
    this.#listener.tracesChanged();
    this.#listener.sourcesChanged();
  }

  #open(sources: SomeSides<Content>): void {
    for (const side of SIDES) {
      const wanted = sources[side];
      if (wanted === null || wanted?.length === 0) {
        this.#reading.clear(side);
      } else if (wanted !== undefined) {
        this.#reading.begin(side, wanted);
      }
    }
  }

  /** Links as sources, and what is no link. A side whose links are all wrong stays as it is. */
  #resolve(links: SomeSides<readonly string[]>): { sources: SomeSides<Content>; failures: SideFailure[] } {
    const sources: SomeSides<Content> = {};
    const failures: SideFailure[] = [];
    for (const side of SIDES) {
      const found = links[side]?.map((link) => fromLink(side, link, new URL(document.baseURI)));
      const wanted = found?.filter((source) => "bytes" in source);
      failures.push(...(found ?? []).flatMap((failure) => ("title" in failure ? [{ side, failure }] : [])));
      if (wanted !== undefined && (wanted.length > 0 || found?.length === 0)) {
        sources[side] = wanted;
      }
    }
    return { sources: this.#named(sources), failures };
  }

  #fail(failures: readonly SideFailure[]): void {
    failures.forEach(({ side, failure }) => this.#reading.fail(side, { failure, source: null, replaces: true }));
  }

  /** Gives sources the names that the link has for their sides. Of several runs each has its number behind it. */
  #named(sources: SomeSides<Content>): SomeSides<Content> {
    const { link, awaited } = this.#store.state;
    const name = (side: SideName, content: readonly Source[]) =>
      content.map((source, at) => {
        const given = link.names[side];
        const isOfLink = source.bytes.kind === "link" || awaited[side].length > 0;
        const number = content.length > 1 ? ` (${at + 1})` : "";
        return given === null || !isOfLink ? source : { ...source, name: given + number };
      });
    const entries = Object.entries(sources).map(([side, content]) => [
      side,
      content && name(side as SideName, content),
    ]);
    return Object.fromEntries(entries) as SomeSides<Content>;
  }

  #add(side: SideName, sources: readonly Source[]): void {
    const { summary, closing } = this.#side(side);
    if ((summary === null || closing) && !this.#reading.replacing(side)) {
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

/** The sources that the page fetches: those that are neither a file of a disk nor posted. */
function netLinks(links: readonly string[]): string[] {
  return links.filter((link) => link !== POSTED && localOf(link) === null);
}

/** The parts of the link when sides that were open get other contents: what it says of the earlier ones goes. */
function withoutSides({ link, sides, awaited }: PageState, changed: readonly SideName[]): PageState["link"] {
  const gone = changed.filter((side) => sides[side].summary !== null && awaited[side].length === 0);
  const without = (values: Readonly<Record<SideName, string | null>>) => ({
    a: gone.includes("a") ? null : values.a,
    b: gone.includes("b") ? null : values.b,
  });
  return gone.length === 0 ? link : { ...link, names: without(link.names), hashes: without(link.hashes) };
}
