// The page put together: every part made once, events sent to the part they concern.

import { CanvasHost, type CanvasListener } from "./canvas/canvas-host.js";
import type { Backend } from "./canvas/renderer.js";
import { CardFit } from "./card-fit.js";
import { type CommandParts, deskOfCommand, pageCommands, type ShowDesk } from "./commands.js";
import { AxesController } from "./comparison/axes.js";
import { ComparisonController } from "./comparison/comparisons.js";
import { DifferencesController } from "./comparison/differences.js";
import { IdentityEditor } from "./comparison/identity-editor.js";
import { KeptComparisons } from "./comparison/kept-comparisons.js";
import { TotalsController } from "./comparison/totals.js";
import type { PageActions } from "./components/page.js";
import type { DeskHost, RunningDesk } from "./desks/desk.js";
import { DeskInFront } from "./desks/front.js";
import { deskOf } from "./desks/registry.js";
import { EngineClient, type EngineListener } from "./engine/client.js";
import { isWasmBlocked, prepare } from "./engine/artifacts.js";
import { ComputeClient } from "./engine/compute-client.js";
import type { Death } from "./engine/errors.js";
import { NewestStart } from "./engine/latest.js";
import { RecallClient } from "./engine/recall-client.js";
import { codeOf } from "./embed/error-codes.js";
import { nearViewport } from "./embed/near-viewport.js";
import type { Talk, TalkParts } from "./embed/talk-part.js";
import { Exports } from "./exports.js";
import type { CommandId } from "./generated/commands.js";
import { DEFAULT_VIEW_STATE } from "./generated/link-table.js";
import type { CallDetails, Event, Failure, ViewState } from "./generated/protocol.js";
import { Busy, whenIdle } from "./idle.js";
import { LegendFit } from "./legend-fit.js";
import { PageControls } from "./page-controls.js";
import { onMissingPart, part } from "./parts.js";
import { Notes } from "./session/notes.js";
import { LinkFollower, lanesOf } from "./session/link-follower.js";
import { Picture } from "./session/picture.js";
import { ComparedRanges } from "./session/compared-ranges.js";
import { Ranges } from "./session/ranges.js";
import { Search } from "./session/search.js";
import { Selection } from "./session/selection.js";
import { TileDetail } from "./session/tile-detail.js";
import { ViewChanges } from "./session/view-changes.js";
import { computeDied, missingPart, NO_GRAPHICS, WASM_BLOCKED } from "./sides/failures.js";
import { FileChooser } from "./sides/file-chooser.js";
import { RecentPairs } from "./sides/recent-pairs.js";
import { Sides, type SidesListener } from "./sides/sides.js";
import { openReport, reportSource } from "./report.js";
import { readAddress, ViewHistory } from "./state/history.js";
import { encode, type Link, NO_LINK_KEYS, unpacked } from "./state/link.js";
import { linkNotice } from "./state/link-notice.js";
import { anyLoaded, bothLoaded, type Notice, onDesk, type PageState, SIDES } from "./state/page-state.js";
import { Store } from "./state/store.js";
import { Trust } from "./trust/trust.js";
import { keptTheme } from "./theme.js";
import { Toasts } from "./toasts.js";
import { ToolbarFit } from "./toolbar-fit.js";

const handingOver = part(() => import("./embed/hand-over-part.js"));

/** Puts the page on the screen. */
export type Draw = (state: PageState, actions: PageActions, desk: RunningDesk) => void;

export class App implements EngineListener, SidesListener {
  readonly #isEmbed: boolean;
  readonly busy = new Busy();
  readonly store: Store;
  readonly engine: EngineClient;
  readonly canvas: CanvasHost;
  readonly picture: Picture;
  readonly sides: Sides;
  readonly files: FileChooser;
  readonly desks: DeskInFront;
  readonly toolbar: ToolbarFit;
  readonly cards: CardFit;
  readonly legend: LegendFit;
  readonly toasts: Toasts;
  readonly trust: Trust;
  /** The conversation with pages that show this one, where there are any. */
  talk: Talk | null = null;
  readonly #view: ViewChanges;
  readonly #selection: Selection;
  readonly #link: LinkFollower;
  readonly #search: Search;
  readonly #page: PageControls;
  readonly #record: RecallClient;
  readonly #recent: RecentPairs;
  readonly #exports: Exports;
  readonly #tiles: TileDetail;
  readonly #differences: DifferencesController;
  readonly #comparisons: ComparisonController;
  readonly #identity: IdentityEditor;
  readonly #axes: AxesController;
  readonly #totals: TotalsController;
  readonly #compute: ComputeClient;
  readonly #kept = new KeptComparisons();
  readonly #history: ViewHistory;
  readonly #actions: PageActions;
  readonly #commands: Record<Exclude<CommandId, ShowDesk>, () => void | boolean>;
  /** The links that the page was told to show. */
  readonly #links = new NewestStart();
  #graphicsStarted = false;
  #hasPrefetched = false;
  /** The last refusal by the policy of the page's host. */
  #refusal: Notice | null = null;
  #backend: Backend | null = null;

  constructor(draw: Draw, isEmbed: boolean) {
    this.#isEmbed = isEmbed;
    this.store = new Store(this.busy, (state) => draw(state, this.#actions, this.desks.running));
    this.toasts = new Toasts(this.store);
    this.trust = new Trust(this.store, this.busy, new URL(document.baseURI));
    this.engine = new EngineClient(this.busy, this);
    this.#history = this.#newHistory();
    const requested = new URLSearchParams(location.search).get("renderer");
    this.canvas = new CanvasHost(this.busy, requested, this.#canvasListener());
    this.toolbar = new ToolbarFit(this.store, this.busy);
    this.cards = new CardFit(this.store, this.busy);
    this.legend = new LegendFit(this.store, this.busy);
    onMissingPart(() => this.store.set({ notice: missingPart() }));
    const { store, engine, canvas, busy } = this; // Parts that all desks share follow.
    this.#view = new ViewChanges(store, canvas, this.#history, () => this.picture.layout());
    this.#selection = new Selection(store, engine, this.#view, {
      selected: (call) => {
        this.desks.running.selected?.(call);
        this.#page.recordFollows();
      },
      reveal: (details) => this.#reveal(details),
      revealHit: (call, details) => {
        const desk = this.desks.running;
        return desk.revealHit === undefined ? this.#reveal(details) : desk.revealHit(call, details);
      },
    });
    this.#link = new LinkFollower(store, engine, this.#view, this.toasts);
    this.#search = new Search(store, engine, this.#view, this.#selection);
    this.picture = new Picture(store, engine, canvas, {
      deskLayout: () => ({ desk: this.desks.id, tubes: this.desks.running.tubes ?? null }),
      drawn: (info) => {
        this.desks.running.drawn?.(info);
        [this.#selection, this.#tiles].forEach((part) => part.drawn());
      },
    });
    this.#record = new RecallClient(busy, store);
    this.sides = new Sides(store, engine, this.toasts, busy, this.trust, this);
    this.#tiles = new TileDetail(store, engine, this.sides, busy);
    this.files = new FileChooser(store, this.toasts, this.sides, () => this.#startGraphics());
    this.#page = new PageControls(
      {
        store,
        picture: this.picture,
        record: this.#record,
        sides: this.sides,
        view: this.#view,
        selection: this.#selection,
      },
      () => this.#totals.ask(),
      async () => {
        await this.#comparisons.clearKept();
        await this.#recent.clear();
      },
    );
    this.#recent = new RecentPairs(store, this.sides);
    this.#exports = new Exports({
      busy,
      store,
      engine,
      canvas,
      history: this.#history,
      picture: this.picture,
      toasts: this.toasts,
      sides: this.sides,
    });
    // Parts that concern the pair.
    this.#totals = new TotalsController(store, engine);
    this.#compute = this.#newCompute();
    this.#differences = new DifferencesController(store, engine, (where) => {
      const desk = this.desks.running;
      return desk.frame === undefined ? this.picture.layout() : desk.frame(where);
    });
    this.#comparisons = new ComparisonController(store, engine, this.#compute, this.#kept, this.#view, this.toasts, {
      another: () => this.#differences.renewed(),
      compared: () => {
        this.#prefetch();
        this.picture.layout();
        this.#selection.refresh();
        this.#totals.ask();
      },
      doubtTaken: () => this.#page.focusView(),
      failed: (failure) => this.failed(failure),
    });
    this.#identity = new IdentityEditor(store, engine, this.#comparisons, this.sides, this.toasts);
    this.#axes = new AxesController(store, engine, this.#view, this.toasts);
    const host: DeskHost = {
      ...{ store, engine, canvas, busy, picture: this.picture, toasts: this.toasts, page: this.#page },
      ...{ view: this.#view, selection: this.#selection, comparisons: this.#comparisons },
      run: (id) => this.run(id),
    };
    this.desks = new DeskInFront(host);
    const parts = this.#parts(host);
    const walk = (by: number) =>
      this.desks.running.walk === undefined ? this.#differences.walk(by) : this.desks.running.walk(by);
    const walks = { "next-difference": () => walk(1), "previous-difference": () => walk(-1) };
    this.#commands = { ...this.desks.commands, ...pageCommands(parts), ...walks };
    this.#actions = parts;
  }

  #newHistory(): ViewHistory {
    return new ViewHistory(
      () => ({ sources: this.sides.links(), keys: this.store.state.link, state: this.store.state.view }),
      () => lanesOf(this.store.state),
      (link) => this.#unpacked(link, (whole) => this.#follow(whole)),
      this.#isEmbed,
    );
  }

  /** Returns the graphics that draw the canvas, once they do. */
  get backend(): Backend | null {
    return this.#backend;
  }

  /** Resolves when nothing is under way and the address says what the page shows. */
  async settled(): Promise<void> {
    await this.busy.idle();
    this.#history.settle();
  }

  /** Shows what the address says. */
  start(): void {
    this.#page.restore();
    this.trust.restore();
    this.store.set({ isEmbed: this.#isEmbed });
    this.#unpacked(readAddress(new URL(location.href)), (link) => this.#open(link));
  }

  /** Does something with a link whose rules and notes are unpacked. */
  #unpacked(packed: Link, then: (link: Link) => void): void {
    const isNewest = this.#links.begin();
    if (packed.packed.length === 0) {
      then(packed);
      return;
    }
    const done = this.busy.begin("link");
    void unpacked(packed)
      .then((link) => (isNewest() ? then(link) : undefined)) // Somebody may have gone on meanwhile.
      .finally(done);
  }

  /** Shows the link that the page was opened with. */
  #open(link: Link): void {
    const isFree = link.state.theme === "auto" && !this.#isEmbed;
    const theme = isFree ? keptTheme() : link.state.theme;
    this.store.set({ view: { ...link.state, theme, desk: this.desks.follow(link.state.desk) } });
    if (isWasmBlocked()) {
      this.store.set({ notice: WASM_BLOCKED });
      return; // The address stays, for when the host allows it.
    }
    this.#link.opened(link);
    if (this.#isEmbed) {
      void nearViewport(document.documentElement).then(() => this.#load(link));
    } else {
      this.#load(link);
    }
  }

  /** Opens the traces of a link. */
  #load(link: Link): void {
    const source = reportSource();
    if (source === null) {
      this.sides.follow(link.sources);
    } else {
      openReport(this.sides, source);
    }
    this.store.set({ notice: linkNotice(link, location.href.length) });
    this.#history.replace();
    if (source === null && !this.#isEmbed) {
      this.#recent.restore();
    }
    this.#needGraphics();
  }

  /**
   * A saved view is shown, unless the address already says what to show. Its notes are shown even then, unless the
   * address has notes, or says that there are none. The theme stays that of this device.
   */
  viewOpened(view: ViewState): void {
    const { view: now, link } = this.store.state;
    const isPlain = (of: ViewState, keys = NO_LINK_KEYS) =>
      encode({ sources: { a: [], b: [] }, keys, state: of }) === "";
    const state = { ...now, theme: DEFAULT_VIEW_STATE.theme, comparison: DEFAULT_VIEW_STATE.comparison };
    if (isPlain(state, { ...NO_LINK_KEYS, saved: link.saved })) {
      // The file spells all rules out. The engine has said which of them are not the defaults.
      const { rules } = now.comparison;
      const comparison = { ...view.comparison, rules };
      this.store.set({ view: { ...view, comparison, theme: now.theme, desk: this.desks.follow(view.desk) } });
    } else if (now.notes.length === 0 && link.saved !== "notes") {
      this.store.set({ view: { ...now, notes: view.notes } });
    }
    // Rules that are spelled out are no choice of a reader.
    const chosen = { ...view, theme: DEFAULT_VIEW_STATE.theme, comparison: DEFAULT_VIEW_STATE.comparison };
    const saved = view.notes.length > 0 ? "notes" : isPlain(chosen) ? "nothing" : "view";
    this.store.set({ link: { ...link, saved: link.saved === "notes" ? "notes" : saved } });
  }

  /** Runs a command; false if there was nothing to do, and its key is to do what it does elsewhere. */
  run(id: CommandId): boolean {
    if (isShowDesk(id)) {
      this.desks.show(deskOfCommand(id));
      this.#page.focusView();
      return true;
    }
    return this.#commands[id]() !== false;
  }

  // Events of the engine.

  event(event: Event, query: Uint8Array<ArrayBuffer> | null): void {
    switch (event.type) {
      case "work-wanted":
        this.#comparisons.began(event.job);
        return query === null ? undefined : this.#compute.run(event.job, query);
      case "give-up":
        return this.#compute.giveUp(event.job);
      case "analyses-changed":
        this.#comparisons.analysesChanged();
        this.#identity.analysesChanged();
        this.desks.running.analysesChanged?.();
        return this.#totals.ask();
      case "side-changed":
        return this.store.setSide(event.summary.side, { summary: event.summary });
      default:
        return event satisfies never;
    }
  }

  columns(...[of, version, columns]: Parameters<EngineListener["columns"]>): void {
    this.#compute.columns(of, version, columns);
  }

  died(death: Death): void {
    this.#compute.cancel();
    this.picture.engineDied();
    if (this.sides.engineDied(death, deskOf(this.desks.id))) {
      this.desks.show(DEFAULT_VIEW_STATE.desk);
    }
    this.refused(this.#refusal); // The worker did not die of a broken connection then.
  }

  silent(isSilent: boolean): void {
    const notice: Notice = {
      title: "The engine has not answered for 20 seconds.",
      body: "Wait if the traces are large. If it hangs, restart it: Diptych then reads both sides again.",
      tone: "plain",
      action: { label: "Restart the engine", run: () => this.engine.stop() },
    };
    const { notice: shown } = this.store.state;
    if (isSilent) {
      this.store.set({ notice });
    } else if (shown?.title === notice.title) {
      this.store.set({ notice: null });
    }
  }

  /** The policy of the page's host refused something. */
  refused(refusal: Notice | null): void {
    this.#refusal = refusal ?? this.#refusal;
    if (refusal !== null) {
      this.store.set({ notice: refusal, assertive: `${refusal.title} ${refusal.body}` });
    }
  }

  failed(failure: Failure, action?: Notice["action"]): void {
    if (failure.side !== null) {
      this.sides.failed(failure.side, failure);
    } else {
      const notice: Notice = { ...failure, code: codeOf(failure), tone: "danger", ...(action && { action }) };
      this.store.set({ notice, assertive: `${failure.title} ${failure.body}` });
    }
  }

  // Events of the sides.

  sourcesChanged(): void {
    this.#kept.prepare();
    this.#history.push();
    this.#needGraphics();
  }

  tracesChanged(): void {
    const { state } = this.store;
    this.#compute.cancel();
    this.#record.cancel();
    this.#comparisons.forget();
    this.#totals.forget();
    if (SIDES.every((side) => state.sides[side].summary === null)) {
      this.picture.clear();
      this.store.set({ scene: null, hover: null, details: null });
      this.#recent.left();
      return;
    }
    this.#needGraphics();
    if (!this.#isEmbed) {
      this.#recent.note();
    }
    this.#link.sidesChanged();
    this.picture.layout();
    this.readingEnded();
    const { call } = this.#selection;
    // A call of a side that is not open yet stays selected until that is.
    if (call === null || state.sides[call.side].summary !== null) {
      this.#selection.refresh();
    }
  }

  structuresChanged(): void {
    if (this.store.state.scene !== null) {
      this.picture.layout();
    }
  }

  runsChanged(): void {
    this.#comparisons.renew();
  }

  /** Sums and the comparison wait until no file is being read: they would hold it up, and be of one side only. */
  readingEnded(): void {
    if (SIDES.every((side) => this.store.state.sides[side].reading === null)) {
      this.#totals.ask();
      this.#comparisons.ask();
    }
  }

  #reveal(details: CallDetails): void {
    const desk = this.desks.running;
    return desk.reveal === undefined ? this.picture.layout() : desk.reveal(details);
  }

  #canvasListener(): CanvasListener {
    return {
      resized: () => this.picture.layout(),
      transforms: () => this.desks.running.transforms?.() ?? [],
      started: (backend) => {
        if (backend === null && !onDesk(this.store.state)) {
          this.#graphicsStarted = false; // The first file tries again, and says so.
          return;
        }
        this.#backend = backend;
        this.store.set({ graphics: backend ?? "none" });
        if (backend === null) {
          this.store.set({ notice: { ...NO_GRAPHICS, tone: "warn" }, table: { page: null, first: 0 } });
          this.picture.askTable(0);
        }
      },
      lost: () => this.toasts.show("The graphics device was reset. Drawing the picture again."),
    };
  }

  #newCompute(): ComputeClient {
    return new ComputeClient(this.busy, this.#kept, {
      askColumns: (of) => this.engine.askColumns(of),
      progress: (progress, job) => {
        this.#comparisons.progress(progress, job);
        this.#identity.progress(progress);
      },
      done: (job, bytes) => {
        this.#comparisons.ended(job);
        this.engine.arrived(job.id, bytes);
      },
      givenUp: (jobs) => {
        this.engine.giveUp(jobs);
        this.desks.running.gaveUp?.();
      },
      died: (death) => {
        const failure = computeDied(death);
        this.#comparisons.stopped();
        this.#identity.stopped(failure);
        this.failed(failure, { label: "Retry", run: () => this.#computeAgain() });
      },
    });
  }

  /** Asks anew for all that the compute worker owes. */
  #computeAgain(): void {
    this.store.set({ notice: null });
    this.#comparisons.again();
    this.#totals.forget();
    this.#totals.ask();
    this.desks.running.analysesChanged?.();
    this.picture.layout();
  }

  /** Fetches what later desks and comparisons need, so that they work without a connection. */
  #prefetch(): void {
    if (!this.#hasPrefetched && bothLoaded(this.store.state)) {
      this.#hasPrefetched = true;
      whenIdle(() => void prepare("compute").then(() => this.desks.prefetch()));
    }
  }

  /** Returns the parts that the conversation with other pages needs. */
  get talkParts(): TalkParts {
    const { store, engine, trust, toasts, desks, sides } = this;
    return {
      ...{ store, engine, trust, toasts, desks, sides, history: this.#history, exports: this.#exports },
      ...{ selection: this.#selection, search: this.#search, view: this.#view },
      run: (id) => this.run(id),
      follow: (link) => {
        this.#follow(link);
        this.#history.push();
      },
    };
  }

  /** Returns the parts that desks, commands and components pick from. */
  #parts(host: DeskHost): PageActions & CommandParts {
    return {
      ...host,
      page: this.#page,
      trust: this.trust,
      picture: this.picture,
      toasts: this.toasts,
      sides: this.sides,
      files: this.files,
      search: this.#search,
      ranges: new Ranges(this.store, this.engine, this.#selection, this.toasts),
      comparedRanges: new ComparedRanges(this.store, this.#view, this.toasts, () => this.tracesChanged()),
      record: this.#record,
      recent: this.#recent,
      comparisons: this.#comparisons,
      differences: this.#differences,
      identity: this.#identity,
      lanePairs: this.#identity.lanes,
      axes: this.#axes,
      exports: this.#exports,
      notes: this.#notes(),
      desks: this.desks,
      embed: {
        address: () => `${location.href.replace(/#.*$/su, "")}#${this.#history.hash}`,
        open: (event) => void this.#openWhole(event),
      },
      compareWithItself: (empty) => this.#page.compareWithItself(empty),
      leave: (sure) => this.#page.leave(sure),
    };
  }

  #notes(): Notes {
    return new Notes({
      ...{ store: this.store, view: this.#view, selection: this.#selection },
      ...{ desks: this.desks, page: this.#page, toasts: this.toasts },
    });
  }

  /** Starts the renderer with the first file, if it was not expected: the start page needs none. */
  #needGraphics(): void {
    if (onDesk(this.store.state)) {
      this.#startGraphics();
    }
  }

  #startGraphics(): void {
    if (!this.#graphicsStarted) {
      this.#graphicsStarted = true;
      void this.canvas.start();
    }
  }

  /** Opens the view in a tab of its own. Traces that no address names are handed over to it. */
  async #openWhole(event: MouseEvent): Promise<void> {
    const { sides } = this.store.state;
    const local = SIDES.flatMap((side) =>
      sides[side].runs.map(({ source }, run) => ({ side, run, source })).filter(({ source }) => source.link === null),
    );
    const { currentTarget } = event;
    if (local.length > 0 && currentTarget instanceof HTMLAnchorElement) {
      event.preventDefault();
      const { href } = currentTarget;
      const { handOver } = await handingOver();
      if (!handOver(href, local)) {
        this.toasts.show("This page may not open a tab. Allow pop-ups for it and try again.");
      }
    }
  }

  /** The browser went back or forward. */
  #follow(link: Link): void {
    this.desks.running.stop?.();
    const { theme, comparison } = this.store.state.view;
    const hasOtherRanges = JSON.stringify(comparison.ranges) !== JSON.stringify(link.state.comparison.ranges);
    this.#selection.show({ ...link.state, theme, desk: this.desks.follow(link.state.desk) });
    this.#link.opened(link);
    this.sides.follow(link.sources);
    if (hasOtherRanges && anyLoaded(this.store.state)) {
      this.tracesChanged();
    }
    this.#comparisons.ask();
    this.#needGraphics();
  }
}

function isShowDesk(id: CommandId): id is ShowDesk {
  return deskOfCommand(id) !== null;
}
