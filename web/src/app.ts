// The page put together: every part made once, events sent to the part they concern.

import { AxesController } from "./comparison/axes.js";
import { CanvasHost, type CanvasListener } from "./canvas/canvas-host.js";
import { handlers } from "./commands.js";
import { ComparisonController } from "./comparison/comparisons.js";
import { widthOf } from "./components/grip.js";
import { ComputeClient } from "./engine/compute-client.js";
import { DifferencesController } from "./comparison/differences.js";
import { EngineClient, type EngineListener } from "./engine/client.js";
import { computeDied } from "./sides/failures.js";
import { Exports } from "./exports.js";
import type { CommandId } from "./generated/commands.js";
import { DEFAULT_VIEW_STATE } from "./generated/link-table.js";
import type { Event, Failure, SideName } from "./generated/protocol.js";
import { type Address, readAddress, ViewHistory } from "./state/history.js";
import { IdentityEditor } from "./comparison/identity-editor.js";
import { Busy } from "./idle.js";
import { KeptComparisons } from "./comparison/kept-comparisons.js";
import type { Link } from "./state/link.js";
import { linkNotice } from "./state/link-notice.js";
import { onDesk, other, type PageState, SIDES } from "./state/page-state.js";
import type { Backend } from "./canvas/renderer.js";
import { PointerController } from "./desks/compare/pointer.js";
import { RecallClient } from "./engine/recall-client.js";
import { Sides, type SidesListener } from "./sides/sides.js";
import { Store } from "./state/store.js";
import { selectedCall } from "./state/subject.js";
import { Toasts } from "./toasts.js";
import { ToolbarFit } from "./toolbar-fit.js";
import { TotalsController } from "./comparison/totals.js";
import { ViewController } from "./desks/compare/view-controller.js";

const LETTERS_KEY = "diptych.letters";
const PANEL_KEY = "diptych.panel";

const NO_GRAPHICS = {
  title: "Pictures need WebGPU or WebGL 2, and this browser offers neither.",
  body: "Tables work without. Look for “Use graphics acceleration” in its settings.",
};

export class App implements EngineListener, SidesListener {
  readonly busy = new Busy();
  readonly store: Store;
  readonly toasts: Toasts;
  readonly engine: EngineClient;
  readonly canvas: CanvasHost;
  readonly view: ViewController;
  readonly pointer: PointerController;
  readonly sides: Sides;
  readonly exports: Exports;
  readonly recall: RecallClient;
  readonly differences: DifferencesController;
  readonly comparisons: ComparisonController;
  readonly identity: IdentityEditor;
  readonly axes: AxesController;
  readonly toolbar: ToolbarFit;
  readonly #totals: TotalsController;
  readonly #compute: ComputeClient;
  readonly #history: ViewHistory;
  readonly #handlers: Record<CommandId, () => void>;
  #graphicsAsked = false;
  #backend: Backend | null = null;

  constructor(draw: (state: PageState, app: App) => void) {
    this.store = new Store(this.busy, (state) => draw(state, this));
    this.toasts = new Toasts(this.store);
    this.engine = new EngineClient(this.busy, this);
    this.#history = new ViewHistory(() => this.#address(), (link) => this.#follow(link));
    const asked = new URLSearchParams(location.search).get("renderer");
    this.canvas = new CanvasHost(this.busy, asked, this.#canvasListener());
    this.#totals = new TotalsController(this.store, this.engine);
    this.toolbar = new ToolbarFit(this.store, this.busy);
    this.view = new ViewController({ store: this.store, engine: this.engine, canvas: this.canvas, history: this.#history, busy: this.busy, toasts: this.toasts, selected: () => this.#recordFollows(), drawn: () => this.pointer.sceneChanged() });
    this.pointer = new PointerController(this.store, this.engine, this.view, this.canvas);
    this.sides = new Sides(this.store, this.engine, this.toasts, this.busy, this);
    this.recall = new RecallClient(this.busy, this.store);
    this.exports = new Exports(this.store, this.engine, this.canvas, this.#history, this.toasts);
    const kept = new KeptComparisons();
    this.#compute = new ComputeClient(this.busy, kept, {
      askColumns: (side) => this.engine.askColumns(side),
      progress: (progress, job) => this.comparisons.progress(progress, job),
      done: (job, bytes) => this.engine.arrived(job.id, bytes),
      givenUp: (jobs) => this.engine.giveUp(jobs),
      died: (why) => {
        this.comparisons.stopped();
        this.failed(computeDied(why));
      },
    });
    this.differences = new DifferencesController(this.store, this.engine, this.view);
    this.comparisons = new ComparisonController(this.store, this.engine, this.#compute, kept, this.view, this.differences, this.toasts, {
      compared: () => this.#totals.ask(),
      failed: (failure) => this.failed(failure),
    });
    this.identity = new IdentityEditor(this.store, this.engine, this.comparisons, this.toasts);
    this.axes = new AxesController(this.store, this.engine, this.view, this.toasts);
    this.#handlers = handlers(this);
  }

  /** Which graphics draw the canvas, once they do. */
  get backend(): Backend | null {
    return this.#backend;
  }

  /** Shows what the address says. */
  start(): void {
    const link = readAddress(new URL(location.href));
    const letters = localStorage.getItem(LETTERS_KEY) !== "off";
    const panelWidth = widthOf(localStorage.getItem(PANEL_KEY));
    this.store.set({ view: { ...link.state, desk: "compare" }, letters, panelWidth });
    this.sides.follow(link);
    this.store.set({ notice: linkNotice(link) });
    this.#history.replace();
    this.#needGraphics();
  }

  run(id: CommandId): void {
    this.#handlers[id]();
  }

  /** The way back to the start page; asks first if files would have to be dropped again. */
  leave(sure: boolean): void {
    const { sides } = this.store.state;
    if (!sure && SIDES.some((side) => sides[side].runs.some(({ source }) => source.link === null))) {
      this.store.set({ dialog: { kind: "leave" } });
      return;
    }
    const view = { ...DEFAULT_VIEW_STATE, theme: this.store.state.view.theme };
    this.store.set({ dialog: null, notice: null, twin: null, view });
    this.sides.open({ a: null, b: null });
  }

  /** Closes in turn: menu, notice, selection. Dialogs close themselves. */
  clear(): void {
    const { menu, notice, view } = this.store.state;
    if (menu !== null) {
      this.store.set({ menu: null });
    } else if (notice !== null) {
      this.store.set({ notice: null });
    } else if (view.selection !== null) {
      this.view.select(null);
    }
  }

  focusView(): void {
    document.querySelector<HTMLElement>("#view")?.focus();
  }

  /** Turns to a tab of the details; arguments are read when they are looked at. */
  showDetails(detailsTab: PageState["detailsTab"]): void {
    const { details, record } = this.store.state;
    this.store.set({ detailsTab });
    if (detailsTab !== "arguments" || details === null) {
      this.recall.cancel();
    } else if (record === null) {
      this.recall.recall(details);
    }
  }

  focusSearch(): void {
    const field = document.querySelector<HTMLInputElement>("#search");
    field?.focus();
    field?.select();
  }

  showLanes(): void {
    if (onDesk(this.store.state)) {
      this.store.set({ dialog: { kind: "lanes" }, menu: null });
      this.view.askLanes();
    }
  }

  toggleTable(): void {
    if (!onDesk(this.store.state) || this.store.state.graphics === "none") {
      return; // Nothing to choose from.
    }
    const twin = this.store.state.twin === null ? { table: null, first: 0 } : null;
    this.store.set({ twin, hover: null, polite: twin === null ? "Picture" : "Table" });
    this.view.askTwin(twin?.first ?? null);
    requestAnimationFrame(() => this.focusView());
  }

  togglePanel(): void {
    const wide = matchMedia("(min-width: 1200px)").matches;
    this.store.set({ panel: !(this.store.state.panel ?? wide) });
  }

  /** How wide the panel is, or as by default; kept on this device. */
  setPanelWidth(panelWidth: number | null): void {
    this.store.set({ panelWidth });
    if (panelWidth === null) {
      localStorage.removeItem(PANEL_KEY);
    } else {
      localStorage.setItem(PANEL_KEY, String(panelWidth));
    }
  }

  /** Opens what one side shows on the other too, each to be zoomed by itself: two ranges of one run. */
  compareWithItself(empty: SideName): void {
    const { summary, runs } = this.store.state.sides[other(empty)];
    const shown = summary?.runs.find((row) => row.shown);
    const source = runs.find(({ run }) => run === shown?.run)?.source;
    if (source !== undefined) {
      if (!this.store.state.view.time.apart) {
        this.view.couple();
      }
      this.sides.open({ [empty]: [source] });
    }
  }

  /** Whether single letters are commands; kept on this device. */
  setLetters(letters: boolean): void {
    this.store.set({ letters });
    localStorage.setItem(LETTERS_KEY, letters ? "on" : "off");
  }

  // What the engine says.

  event(event: Event, query: Uint8Array<ArrayBuffer> | null): void {
    switch (event.type) {
      case "work-wanted":
        this.comparisons.began(event.job);
        return query === null ? undefined : this.#compute.run(event.job, query);
      case "give-up":
        return this.#compute.giveUp(event.job);
      case "analyses-changed":
        this.comparisons.analysesChanged();
        return this.#totals.ask();
      default:
        return event satisfies never;
    }
  }

  columns(...[side, version, columns]: Parameters<EngineListener["columns"]>): void {
    this.#compute.columns(side, version, columns);
  }

  died(why: string): void {
    this.#compute.cancel();
    this.sides.engineDied(why);
  }

  // What the sides say.

  sourcesChanged(): void {
    this.#history.push();
    this.#needGraphics();
  }

  tracesChanged(): void {
    const { state } = this.store;
    this.#compute.cancel();
    this.recall.cancel();
    this.comparisons.forget();
    this.#totals.forget();
    if (SIDES.every((side) => state.sides[side].summary === null)) {
      const before = this.canvas.clear();
      if (before !== null) {
        this.engine.recycle(before);
      }
      this.store.set({ scene: null, hover: null, details: null });
      return;
    }
    this.#needGraphics();
    this.view.layout();
    this.readingEnded();
    const selection = selectedCall(state.view);
    if (selection !== null && state.sides[selection.side].summary !== null) {
      this.view.refreshSelection();
    }
  }

  runsChanged(): void {
    this.comparisons.renew();
  }

  /** Sums and the comparison wait until no file is being read: they would hold it up, and be of one side only. */
  readingEnded(): void {
    if (SIDES.every((side) => this.store.state.sides[side].reading === null)) {
      this.#totals.ask();
      this.comparisons.ask();
    }
  }

  /** Turns to a list of the panel. */
  showList(panelTab: PageState["panelTab"]): void {
    this.store.set({ panelTab });
    this.#totals.ask();
  }

  #canvasListener(): CanvasListener {
    return {
      resized: () => this.view.layout(),
      transforms: () => this.view.transforms(),
      started: (backend) => {
        this.#backend = backend;
        this.store.set({ graphics: backend ?? "none" });
        if (backend === null) {
          this.store.set({ notice: { ...NO_GRAPHICS, tone: "warn" }, twin: { table: null, first: 0 } });
          this.view.askTwin(0);
        }
      },
      lost: () => this.toasts.show("The graphics device was lost. Redrawing."),
    };
  }

  /** Starts the renderer with the first file: the start page needs none. */
  #needGraphics(): void {
    if (!this.#graphicsAsked && onDesk(this.store.state)) {
      this.#graphicsAsked = true;
      void this.canvas.start();
    }
  }

  /** The arguments follow the selection while they are looked at. */
  #recordFollows(): void {
    if (this.store.state.record === null) {
      this.showDetails(this.store.state.detailsTab);
    }
  }

  failed(failure: Failure): void {
    if (failure.side !== null) {
      this.sides.failed(failure.side, failure);
    } else {
      this.store.set({ notice: { ...failure, tone: "danger" }, assertive: `${failure.title} ${failure.body}` });
    }
  }

  /** The browser went back or forward. */
  #follow(link: Link): void {
    this.view.show({ ...link.state, desk: "compare" });
    this.sides.follow(link);
    this.comparisons.ask();
    this.#needGraphics();
  }

  #address(): Address {
    return { ...this.sides.links(), state: this.store.state.view };
  }
}
