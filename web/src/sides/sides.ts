// The wanted contents of the sides: opened, followed from links, closed, exchanged. `reading.ts` reads them.

import type { EngineClient } from "../engine/client.js";
import type { Death } from "../engine/errors.js";
import type { Failure, ReadAmount, SideName, Swapped } from "../generated/protocol.js";
import type { Busy } from "../idle.js";
import { mirrored } from "../state/mirror.js";
import { anyLoaded, other, type ReadFailure, shownSource, type Side, SIDES } from "../state/page-state.js";
import type { Store } from "../state/store.js";
import type { Toasts } from "../toasts.js";
import { asAwaited, type AwaitedFile, describe, isSame, localOf, localText } from "./local-files.js";
import { Reading, type ReadingListener } from "./reading.js";
import { keptIn, withoutCalls } from "./without-traces.js";
import { originOf } from "../trust/origins.js";
import type { Trust } from "../trust/trust.js";
import { refusedOrigin } from "./failures.js";
import { MOST_RUNS } from "./run-sheet.js";
import { fromFile, fromLink, ofTrace, type Source } from "./sources.js";

type SomeSides<T> = { [side in SideName]?: T };

/** The wanted contents of a side: these runs, or nothing. */
type Content = readonly Source[] | null;

export type SidesListener = ReadingListener;

export class Sides {
  readonly #store: Store;
  readonly #engine: EngineClient;
  readonly #toasts: Toasts;
  readonly #busy: Busy;
  readonly #trust: Trust;
  readonly #reading: Reading;
  readonly #listener: SidesListener;

  constructor(store: Store, engine: EngineClient, toasts: Toasts, busy: Busy, trust: Trust, listener: SidesListener) {
    this.#store = store;
    this.#trust = trust;
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

  /** Links of the sides, as they stand in the address: of several runs the first that has one. */
  links(): Record<SideName, string | null> {
    const link = (side: SideName) => {
      const { failures, lost, asked } = this.#side(side);
      const sources = [...asked, ...this.#reading.held(side), ...lost, ...failures.map(({ source }) => source)];
      return sources.find((source) => source !== null && source.link !== null)?.link ?? null;
    };
    return { a: link("a") ?? this.#awaited("a"), b: link("b") ?? this.#awaited("b") };
  }

  /** Waits for the files of somebody's disk that the address names. Returns the other links as they are. */
  await(links: Record<SideName, string | null>): Record<SideName, string | null> {
    const files = { a: localOf(links.a), b: localOf(links.b) };
    const now = this.#store.state.awaited;
    const awaited = (side: SideName): AwaitedFile | null => {
      const file = files[side];
      const known = now[side];
      return file === null || (known !== null && isSame(known.file, file))
        ? known
        : { file, found: "waiting", of: null };
    };
    if (files.a !== null || files.b !== null) {
      this.#store.set({ awaited: { a: awaited("a"), b: awaited("b") } });
    }
    // Files that are here stay, or come.
    const kept = this.links();
    return { a: files.a === null ? links.a : kept.a, b: files.b === null ? links.b : kept.b };
  }

  /** The address names the files of this disk that are shown. */
  async nameFiles(): Promise<void> {
    for (const side of SIDES) {
      const source = shownSource(this.#side(side));
      if (source !== null && source.bytes.kind === "file") {
        const { file } = source.bytes;
        this.#setAwaited(side, { file: await describe(file), found: "same", of: file });
      }
    }
  }

  /** Nothing is waited for any more. */
  useOthers(): void {
    this.#store.set({ awaited: { a: null, b: null } });
    this.#listener.sourcesChanged();
  }

  /** Returns the name in links of the file that a side waits for, or that is known to be it. */
  #awaited(side: SideName): string | null {
    const awaited = this.#store.state.awaited[side];
    const source = shownSource(this.#side(side));
    const isIt =
      source === null ? awaited?.found !== "other" : source.bytes.kind === "file" && source.bytes.file === awaited?.of;
    return awaited !== null && isIt ? localText(awaited.file) : null;
  }

  #setAwaited(side: SideName, awaited: AwaitedFile): void {
    this.#store.set({ awaited: { ...this.#store.state.awaited, [side]: awaited } });
  }

  /** Compares opened files with those that a link names. */
  #compareWithAwaited(sources: SomeSides<Content>): void {
    for (const side of SIDES) {
      const awaited = this.#store.state.awaited[side];
      const bytes = sources[side]?.[0]?.bytes;
      if (awaited === null || bytes === undefined) {
        continue;
      }
      if (bytes.kind !== "file") {
        this.#setAwaited(side, { ...awaited, found: "other", of: null });
        continue;
      }
      const { file } = bytes;
      const done = this.#busy.begin("file");
      void describe(file)
        .then((local) => {
          this.#setAwaited(side, {
            file: awaited.file,
            found: isSame(local, awaited.file) ? "same" : "other",
            of: file,
          });
          this.#listener.sourcesChanged();
        })
        .catch(() => undefined) // What cannot be read fails where it is read.
        .finally(done);
    }
  }

  /** Reads what is given, closes what is `null`, leaves alone what is absent; one new address for all. */
  open(given: SomeSides<Content>): void {
    const sources = asAwaited(given, this.#store.state.awaited);
    this.#open(sources, true);
    this.#compareWithAwaited(sources);
    this.#listener.sourcesChanged();
  }

  /** Reads a source beside what a side holds. */
  addSource(side: SideName, source: Source): void {
    this.#add(side, [source]);
  }

  /** Returns whether a source is open or on its way. */
  holds(source: Source): boolean {
    return SIDES.some((side) => this.#reading.held(side).includes(source) || this.#side(side).asked.includes(source));
  }

  /** Like `open`, for links as a person writes them. */
  openLinks(links: SomeSides<string | null>): void {
    this.open(this.#resolve(links));
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

  /** Makes the sides what the address says; what is of this machine stays. */
  follow(links: Record<SideName, string | null>): void {
    const now = this.links();
    const changed = SIDES.filter((side) => links[side] !== now[side]);
    if (changed.length > 0) {
      this.#open(this.#resolve(Object.fromEntries(changed.map((side) => [side, links[side]]))), false);
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

  /** `byPerson`: somebody here chose the sources; an address may be a stranger's. */
  #open(sources: SomeSides<Content>, byPerson: boolean): void {
    for (const side of SIDES) {
      const wanted = sources[side];
      if (wanted === undefined) {
        continue;
      }
      this.#store.setSide(side, { asked: [] });
      const origin = (wanted ?? []).map(originOfSource).find((of) => of !== null && !this.#trust.isOwn(of)) ?? null;
      if (wanted === null || wanted.length === 0) {
        this.#reading.clear(side);
      } else if (origin === null) {
        this.#reading.begin(side, wanted);
      } else {
        void this.#openForeign(side, wanted, origin, byPerson);
      }
    }
  }

  /** Begins to read once it is known that another origin may be asked. What the side holds stays until then. */
  async #openForeign(side: SideName, wanted: readonly Source[], origin: string, byPerson: boolean): Promise<void> {
    this.#store.setSide(side, { asked: wanted });
    const permission = await this.#trust.mayFetch(origin, byPerson);
    if (this.#side(side).asked !== wanted) {
      return; // Something else was opened since.
    }
    this.#store.setSide(side, { asked: [] });
    if (permission === "granted") {
      this.#reading.begin(side, wanted);
    } else {
      const [source = null] = wanted;
      this.#reading.fail(side, { failure: refusedOrigin(side, origin, permission), source, replaces: true });
    }
    this.#listener.sourcesChanged();
  }

  /** Links as sources; what is no link fails here and now. */
  #resolve(links: SomeSides<string | null>): SomeSides<Content> {
    const sources: SomeSides<Content> = {};
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

/** Returns the origin that a source is fetched from; `null` for files and posted traces. */
function originOfSource({ bytes }: Source): string | null {
  return bytes.kind === "link" ? originOf(bytes.url) : null;
}
