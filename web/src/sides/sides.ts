// The wanted contents of the sides: opened, followed from links, closed, exchanged. `reading.ts` reads them.

import type { EngineClient } from "../engine/client.js";
import type { Death } from "../engine/errors.js";
import { DEFAULT_VIEW_STATE } from "../generated/link-table.js";
import type { DeskId, Failure, ReadAmount, SideName, Swapped } from "../generated/protocol.js";
import type { Busy } from "../idle.js";
import { exchanged, mirrored, mirroredWaiting } from "../state/mirror.js";
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
import { AwaitedFiles, netLinks } from "./awaited-files.js";
import { asAwaited } from "./local-files.js";
import { Reading, type ReadingListener } from "./reading.js";
import { keptIn, withoutCalls } from "./without-traces.js";
import { originOf } from "../trust/origins.js";
import type { Trust } from "../trust/trust.js";
import { engineDied, readerDied, refusedOrigin } from "./failures.js";
import { RecoverySteps } from "./recovery.js";
import { MOST_RUNS } from "./run-sheet.js";
import { fromFile, fromLink, ofTrace, type Source } from "./sources.js";

type SomeSides<T> = { [side in SideName]?: T };

/** The wanted contents of a side: these runs, or nothing. */
type Content = readonly Source[] | null;

/** A link that cannot be read. */
type SideFailure = { side: SideName; failure: Failure };

export type SidesListener = ReadingListener;

export class Sides {
  readonly #store: Store;
  readonly #engine: EngineClient;
  readonly #toasts: Toasts;
  readonly #trust: Trust;
  readonly #reading: Reading;
  readonly #awaited: AwaitedFiles;
  readonly #listener: SidesListener;
  readonly #recovery = new RecoverySteps();

  constructor(store: Store, engine: EngineClient, toasts: Toasts, busy: Busy, trust: Trust, listener: SidesListener) {
    this.#store = store;
    this.#trust = trust;
    this.#engine = engine;
    this.#toasts = toasts;
    this.#reading = new Reading(
      store,
      engine,
      toasts,
      busy,
      listener,
      (side, source, origin) => {
        void this.#redirected(side, source, origin);
      },
      (traces) => this.#openTraces(traces),
    );
    this.#listener = listener;
    this.#awaited = new AwaitedFiles(store, busy, () => listener.sourcesChanged());
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
    const { failures, lost, asked } = this.#side(side);
    const failed = failures.flatMap(({ source }) => source ?? []);
    return this.#awaited.links(side, [...asked, ...this.#reading.held(side), ...lost, ...failed]);
  }

  /** Makes the sides what the address says. What is of this machine, or posted, is waited for or stays. */
  follow(links: Readonly<Record<SideName, readonly string[]>>): void {
    this.#awaited.follow(links);
    const changed = SIDES.filter((side) => netLinks(links[side]).join() !== netLinks(this.#links(side)).join());
    const wanted = Object.fromEntries(changed.map((side) => [side, netLinks(links[side])]));
    const { sources, failures } = this.#resolve(wanted);
    this.#noteChosen(sources);
    this.#open(sources, false);
    this.#fail(failures);
  }

  /** The address names the files of this disk that are open. */
  async nameFiles(): Promise<void> {
    for (const side of SIDES) {
      await this.#awaited.name(side, this.#reading.held(side));
    }
  }

  /** Nothing is waited for any more. */
  useOthers(): void {
    this.#awaited.end();
    this.#listener.sourcesChanged();
  }

  /** Reads what is given, closes what is `null`, leaves alone what is absent; one new address for all. */
  open(given: SomeSides<Content>): void {
    const sources = this.#named(asAwaited(given, this.#store.state.awaited));
    this.#awaited.end(SIDES.filter((side) => sources[side]?.some(({ bytes }) => bytes.kind !== "file") ?? false));
    const changed = SIDES.filter((side) => sources[side] !== undefined);
    const { comparison } = this.#store.state.view;
    const ranges = changed.some((side) => this.#side(side).summary !== null) ? { a: null, b: null } : comparison.ranges;
    this.#store.set({
      link: withoutSides(this.#store.state, changed),
      view: { ...this.#store.state.view, comparison: { ...comparison, ranges } },
    });
    this.#noteChosen(sources);
    this.#open(sources, true);
    SIDES.forEach((side) => sources[side]?.forEach((source) => this.#awaited.compare(side, source)));
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
    const list = Object.entries(links).map(([side, link]) => [side, link === null ? [] : [link]] as const);
    const { sources, failures } = this.#resolve(Object.fromEntries(list));
    this.open(sources);
    this.#fail(failures);
  }

  /** Returns why a side takes no further run; `null` if it takes one. */
  whyNoRun(side: SideName): string | null {
    const isFull = this.#reading.runs(side) >= MOST_RUNS;
    return this.#whyNoRuns(side) ?? (isFull ? `${side.toUpperCase()} takes up to ${MOST_RUNS} runs.` : null);
  }

  #whyNoRuns(side: SideName): string | null {
    const { summary, closing } = this.#side(side);
    return summary === null || closing || summary.keptIn + summary.sums === ""
      ? null
      : `Runs can only be added to a trace with calls. ${withoutCalls(this.#store.state) ?? `${summary.name} was read without its calls.`}`;
  }

  /** Reads files beside what a side holds. */
  add(side: SideName, files: readonly File[]): void {
    const why = this.#whyNoRuns(side);
    if (why !== null) {
      this.#toasts.show(why);
      return;
    }
    const taken = this.#upToMost(side, files, this.#reading.runs(side)) ?? [];
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

  /** Reads these traces of the files that the sides show, unless a side shows its trace already. */
  #openTraces(traces: Record<SideName, string>): void {
    const wanted: SomeSides<Content> = {};
    for (const side of SIDES) {
      const source = shownSource(this.#side(side));
      const isShown = this.#side(side).summary?.ofFile.some(({ name, shown }) => shown && name === traces[side]);
      if (source !== null && isShown !== true) {
        wanted[side] = [ofTrace(source, traces[side])];
      }
    }
    this.open(wanted);
  }

  /** Reads all traces again, because rules that work while a trace is read changed. */
  readAgain(): void {
    const held = SIDES.map((side) => [side, this.#reading.held(side)] as const);
    const all = held.flatMap(([, sources]) => sources);
    if (all.some(({ bytes, keptIn }) => bytes.kind === "posted" || keptIn !== undefined)) {
      this.#toasts.show("The rule for arguments changes names once the traces are opened again.");
      return;
    }
    this.open(Object.fromEntries(held.filter(([, sources]) => sources.length > 0)));
  }

  /** Shows other tiles of a side. The address and everything of the view stay. */
  refine(side: SideName, source: Source): void {
    this.#reading.begin(side, [source]);
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

  /**
   * The engine forgot both sides. They are read again as far as they can't be the cause, the others are offered.
   * `desk`: the open desk. Returns true if the first desk must take its place.
   */
  engineDied(death: Death, desk: { id: DeskId; title: string }): boolean {
    this.#reading.engineDied();
    const lost = SIDES.filter((side) => this.#side(side).lost.length > 0);
    const recovery = this.#recovery.next(death, lost, desk.id === DEFAULT_VIEW_STATE.desk);
    this.#open(Object.fromEntries(recovery.sides.map((side) => [side, this.#side(side).lost])), false);
    const failure = engineDied(death, lost, recovery, desk.title);
    this.#store.set({ notice: { ...failure, tone: "danger" }, assertive: `${failure.title} ${failure.body}` });
    return recovery.leavesDesk;
  }

  #swapped({ sides: { a, b }, rules }: Swapped): void {
    const { sides, view, link, awaited, posted, swaps } = this.#store.state;
    this.#reading.exchange();
    this.#store.set({
      sides: { a: { ...sides.b, summary: a }, b: { ...sides.a, summary: b } },
      view: mirrored(view, rules),
      swaps: swaps + 1,
      awaited: exchanged(awaited),
      posted: exchanged(posted),
      link: {
        ...link,
        names: exchanged(link.names),
        hashes: exchanged(link.hashes),
        waiting: mirroredWaiting(link.waiting),
      },
      polite: "Sides swapped",
    });
    this.#listener.tracesChanged();
    this.#listener.sourcesChanged();
  }

  #noteChosen(sources: SomeSides<Content>): void {
    SIDES.filter((side) => (sources[side] ?? []).length > 0).forEach((side) => this.#recovery.chosen(side));
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
    // Without the script that decides, nothing is asked for.
    const permission = await this.#trust.mayFetch(origin, byPerson).catch(() => null);
    if (this.#side(side).asked !== wanted) {
      return; // Something else was opened since.
    }
    this.#store.setSide(side, { asked: [] });
    if (permission === "granted") {
      this.#reading.begin(side, wanted);
    } else {
      const [asked = null] = wanted;
      const [failure, source] =
        permission === null
          ? [readerDied(side, { kind: "not-fetched", why: origin }), null] // To try again would be to say Yes.
          : [refusedOrigin(side, origin, permission), asked];
      this.#reading.fail(side, { failure, source, replaces: true });
    }
    this.#listener.sourcesChanged();
  }

  /** Another host answers than the link names: what the deployer does not allow is not shown. */
  async #redirected(side: SideName, source: Source, origin: string): Promise<void> {
    if (!this.#trust.isOwn(origin) && (await this.#trust.mayFetch(origin, true)) === "forbidden") {
      this.#reading.clear(side);
      this.#reading.fail(side, { failure: refusedOrigin(side, origin, "forbidden"), source, replaces: true });
      this.#listener.sourcesChanged();
    }
  }

  /** Links as sources, and what is no link. A side whose links are all wrong stays as it is. */
  #resolve(links: SomeSides<readonly string[]>): { sources: SomeSides<Content>; failures: SideFailure[] } {
    const sources: SomeSides<Content> = {};
    const failures: SideFailure[] = [];
    for (const side of SIDES) {
      const found = this.#upToMost(side, links[side])?.map((link) => fromLink(side, link, new URL(document.baseURI)));
      const wanted = found?.filter((source) => "bytes" in source);
      failures.push(...(found ?? []).flatMap((failure) => ("title" in failure ? [{ side, failure }] : [])));
      if (wanted !== undefined && (wanted.length > 0 || found?.length === 0)) {
        sources[side] = wanted;
      }
    }
    return { sources: this.#named(sources), failures };
  }

  /** A side takes so many runs; the rest of them are left out, and that is said. */
  #upToMost<T>(side: SideName, runs: readonly T[] | undefined, held = 0): readonly T[] | undefined {
    const taken = runs?.slice(0, Math.max(0, MOST_RUNS - held));
    if (runs !== undefined && taken !== undefined && taken.length < runs.length) {
      const leftOut = `${runs.length - taken.length} of ${runs.length} files were left out`;
      this.#toasts.show(`${side.toUpperCase()} takes up to ${MOST_RUNS} runs: ${leftOut}.`);
    }
    return taken;
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

/** Returns the origin that a source is fetched from; `null` for files and posted traces. */
function originOfSource({ bytes }: Source): string | null {
  return bytes.kind === "link" ? originOf(bytes.url) : null;
}

/** The parts of the link when sides that were open get other contents: what it says of the earlier ones goes. */
function withoutSides({ link, sides, awaited }: PageState, changed: readonly SideName[]): PageState["link"] {
  const gone = changed.filter((side) => sides[side].summary !== null && awaited[side].length === 0);
  const without = (values: Readonly<Record<SideName, string | null>>) => ({
    a: gone.includes("a") ? null : values.a,
    b: gone.includes("b") ? null : values.b,
  });
  return gone.length === 0
    ? link
    : { ...link, names: without(link.names), hashes: without(link.hashes), saved: "nothing" };
}
