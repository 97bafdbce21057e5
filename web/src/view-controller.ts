// The view in front: what pointers and commands do to its state, and the layouts and tables it asks for.
//
// Every change of the state goes through `#change`: draw the last scene under the new windows at once, ask for a
// new one, and write the address.

import { Alignment } from "./alignment.js";
import { Animation } from "./animation.js";
import type { CanvasHost, Words } from "./canvas-host.js";
import type { EngineClient } from "./engine-client.js";
import { count } from "./format.js";
import type { CallRef, ColorBy, CompareParts, CompareState, ComparisonState, Event, Framed, IcicleState, MatchesState, Pane, SceneInfo, SideName, Step, TimeState, ViewState, Window } from "./generated/protocol.js";
import type { Point } from "./gestures.js";
import type { ViewHistory } from "./history.js";
import type { Busy } from "./idle.js";
import { anyLoaded, type PageState, SIDES } from "./page-state.js";
import { framed, middleOf, onPair, onTheWay, paneOf, revealed, scrollBy, shareAt, showing, showShare, transformOf, type Viewports, viewportsOf, whole, windowOf } from "./pair-view.js";
import type { Partner, Partners } from "./partners.js";
import type { Store } from "./store.js";
import { resolved } from "./theme.js";
import type { Toasts } from "./toasts.js";
import { limited, panShare, type Share, shareOf, type Transform, withMargin, zoomShare } from "./viewport.js";

const VIEW = "pair";
/** Rows of a page of the table. */
export const TWIN_ROWS = 200;

/** From tubes to lines, and back. */
const MORPH_MS = 250;

/** A hit narrower than this is zoomed to. */
const NARROW_PX = 3;

/** What the view works with. */
export type ViewParts = {
  store: Store;
  engine: EngineClient;
  canvas: CanvasHost;
  history: ViewHistory;
  busy: Busy;
  partners: Partners;
  toasts: Toasts;
};

/** Where a double click goes: to the call on its side, or to the pair that it belongs to on both. */
export type GoThere = "call" | "pair";

/** What becomes of the address: a new entry, the last one brought up to date after a rest, or nothing. */
type Trace = "push" | "rest" | "none";

export class ViewController {
  readonly #store: Store;
  readonly #engine: EngineClient;
  readonly #canvas: CanvasHost;
  readonly #history: ViewHistory;
  readonly #partners: Partners;
  readonly #toasts: Toasts;
  readonly #animation: Animation;
  readonly #alignment: Alignment;
  /** On the way between lines (0) and tubes (1). */
  readonly #morph: Animation;
  #tubes: number | null = null;
  /** The side that the pointer or the selection was on last, and where: what keys move, and zoom about. */
  #attention: { side: SideName; x: number | null } = { side: "a", x: null };
  /** Epoch of the selection that a double click asked for, and where it goes. */
  #goingTo: { epoch: number | null; where: GoThere } | null = null;
  /** Epoch of the last step along the call tree or into a list of calls. */
  #walkedTo: number | null = null;
  /** Epoch of the last selection that came with a difference: the windows are on their way to it already. */
  #framedTo: number | null = null;
  /** Epoch of the last question for a partner, and the side it was asked from. */
  #partnerOf: { epoch: number | null; side: SideName } | null = null;
  /** Epoch of the last step through the hits of the search. */
  #steppedTo: number | null = null;
  /** Whether the row of the selection is to be scrolled into view when the next scene says where it is. */
  #reveal = false;
  /** Epoch of the last selection by pointer or from a list: it gets an entry of its own in the history. */
  #kept: number | null = null;
  /** Epoch of the selection that a menu is of, and where that opens on the canvas. */
  #menu: { epoch: number | null; at: Point } | null = null;
  /** Epoch of the last click that lays matches under its call, and the side it must be of. */
  #clicked: { epoch: number | null; side: SideName } | null = null;

  constructor({ store, engine, canvas, history, busy, partners, toasts }: ViewParts) {
    this.#store = store;
    this.#engine = engine;
    this.#canvas = canvas;
    this.#history = history;
    this.#partners = partners;
    this.#toasts = toasts;
    this.#animation = new Animation(busy);
    this.#morph = new Animation(busy, MORPH_MS);
    this.#alignment = new Alignment(store, engine, toasts, {
      viewports: () => this.viewports,
      panes: () => this.panes,
      way: (to) => this.#way(to),
      stay: () => this.#history.push(),
    });
  }

  /** The transforms of A and B under which the last scene is drawn now. */
  transforms(): [Transform, Transform] {
    return [transformOf(this.viewports, this.panes, "a"), transformOf(this.viewports, this.panes, "b")];
  }

  get viewports(): Viewports {
    return viewportsOf(this.#store.state.view);
  }

  get panes(): readonly Pane[] {
    return this.#store.state.scene?.panes ?? [];
  }

  layout(): void {
    const { width, height } = this.#canvas.size;
    const state = this.#store.state.view;
    if (width > 0 && anyLoaded(this.#store.state)) {
      const theme = resolved(state.theme);
      this.#engine.request({ type: "layout", view: VIEW, state, theme, width, height, tubes: this.#tubes });
    }
  }

  sceneArrived(info: SceneInfo, words: Words): void {
    this.#store.set({ scene: info });
    this.#revealRow(info);
    const before = this.#canvas.show(words);
    if (before !== null) {
      this.#engine.recycle(before);
    }
    this.askTwin(this.#store.state.twin?.first ?? null);
  }

  selectionArrived({ call, details }: Extract<Event, { type: "selection" }>, epoch: number): void {
    const changed = JSON.stringify(call) !== JSON.stringify(this.#store.state.view.selection);
    this.#attention.side = call?.side ?? this.#attention.side;
    this.#store.set({ details, ...(changed && { record: null, polite: details?.sentence ?? "Nothing selected" }) });
    if (changed) {
      // Letting go is no step worth coming back to; a double click on empty ground begins with it.
      // The way to a difference ends with an entry of its own.
      const trace = this.#framedTo === epoch ? "none" : this.#kept === epoch && call !== null ? "push" : "rest";
      // With what a click lays under its call it is one step.
      const aligned = this.#clicked?.epoch === epoch && call?.side === this.#clicked.side;
      this.#change({ selection: call }, aligned ? "none" : trace);
    }
    if (this.#clicked?.epoch === epoch && call?.side === this.#clicked.side) {
      this.#alignment.ask(call, true);
    }
    this.#openMenuOf(epoch);
    const stepped = this.#steppedTo === epoch;
    if ((stepped || this.#walkedTo === epoch) && details !== null) {
      this.#reveal = true;
      this.#bringIntoView(details.side, details.window, stepped);
      this.layout();
    }
    if (this.#framedTo === epoch && details !== null) {
      this.#reveal = true;
      this.layout();
    }
    if (this.#partnerOf?.epoch === epoch && call?.side === this.#partnerOf.side) {
      this.#store.set({ polite: `No call of ${call.side === "a" ? "B" : "A"} corresponds to it` });
    }
    if (this.#goingTo?.epoch === epoch) {
      const { where } = this.#goingTo;
      this.#goingTo = null;
      if (call === null || details === null) {
        this.back();
      } else if (where === "call") {
        this.#goTo(details.side, details.window);
      } else {
        this.#goToPair({ call, details });
      }
    }
  }

  /** The head of lanes or frames is under the pointer; a menu there leaves it as it is. */
  headClicked(epoch: number, act: () => void): void {
    if (!this.#openMenuOf(epoch)) {
      act();
    }
  }

  hitArrived({ rank, of }: Extract<Event, { type: "hit" }>): void {
    this.#store.set({ hit: { rank, of }, polite: of === 0 ? "Nothing matches" : `${count(rank)} of ${count(of)}` });
  }

  /** Shows a state that a link or the browser's history gave. */
  show(view: ViewState): void {
    this.#animation.stop();
    this.#change(view, "none");
    this.#engine.request({ type: "select", call: view.selection });
  }

  // What pointers do.

  /** The pointer is on a side, or on none; keys follow it. */
  attend(side: SideName | null, x: number | null): void {
    this.#attention = { side: side ?? this.#attention.side, x };
  }

  /** Selects what lies under a point; a call of `aligns`, if clicks do that, has its matches laid under it. */
  clickAt(point: [number, number], aligns: SideName | null): void {
    this.selectAt(point, null);
    const { matches, parts } = this.#store.state.view.compare;
    const shown = !matches.clickStays && parts !== "overview";
    this.#clicked = shown && aligns !== null ? { epoch: this.#kept, side: aligns } : null;
  }

  /** Selects what lies under a point of the scene as laid out; with `where`, also zooms to it, or back. */
  selectAt(point: [number, number], where: GoThere | null): void {
    this.#kept = this.#engine.request({ type: "select-at", view: VIEW, point });
    this.#goingTo = where === null ? null : { epoch: this.#kept, where };
  }

  /** Selects what lies under a point, and opens a menu of what can be done with it. */
  menuAt(point: [number, number], at: Point): void {
    this.selectAt(point, null);
    this.#menu = { epoch: this.#kept, at };
  }

  /** The same for what is selected: at its call if that is in view, else in the middle. */
  openMenu(): void {
    const { scene, details, view } = this.#store.state;
    if (scene === null) {
      return;
    }
    const middle = { x: scene.width / 2, y: scene.height / 2 };
    const pane = details === null ? undefined : paneOf(this.panes, details.side);
    const at = pane && scene.selected && details ? middleOf(viewportsOf(view), pane, scene.selected, details.window) : null;
    this.#store.set({ contextMenu: at ?? middle, menu: "context", hover: null });
  }

  #openMenuOf(epoch: number): boolean {
    const menu = this.#menu;
    if (menu === null || menu.epoch !== epoch) {
      return false;
    }
    this.#menu = null;
    this.#store.set({ contextMenu: menu.at, menu: "context", hover: null });
    return true;
  }

  /** Shows a share of what a side shows; the other goes along if coupled. */
  showShare(side: SideName, share: Share): void {
    this.#animation.stop();
    this.#show(showShare(this.viewports, this.panes, side, share), "rest");
  }

  /** Zooms about a share of what a pane shows, as far as there is room. */
  zoomAbout(pane: Pane, share: number, factor: number): void {
    const possible = limited(factor, windowOf(this.viewports, pane), pane.whole);
    this.showShare(pane.side, zoomShare(possible, share));
  }

  /** Moves the picture of a pane by pixels. */
  dragPane(pane: Pane, dx: number, dy: number): void {
    this.#animation.stop();
    const panned = showShare(this.viewports, this.panes, pane.side, panShare(-dx / (pane.x1 - pane.x0)));
    this.#show(dy === 0 ? panned : scrollBy(panned, this.panes, pane.side, dy * pane.scrollSign), "rest");
  }

  // What commands do.

  /** Marks what matches; blank for nothing. */
  search(text: string): void {
    this.#store.set({ hit: null });
    this.#change({ search: text }, "rest");
  }

  /** Selects the next hit of the search, or the one before. */
  stepHit(forward: boolean): void {
    this.#steppedTo = this.#engine.request({ type: "step-hit", from: this.#store.state.view.selection, forward });
  }

  /** Switches the folding of a lane. */
  foldLane(side: SideName, lane: number): void {
    const { folds } = this.#store.state.view.compare.icicle;
    const now = folds[side];
    const then = now.includes(lane) ? now.filter((other) => other !== lane) : [...now, lane];
    this.#setIcicle({ folds: { ...folds, [side]: then } });
    if (this.#store.state.dialog?.kind === "lanes") {
      this.askLanes();
    }
  }

  /** Folds the frames around both runs, or shows them. */
  foldFrames(): void {
    this.#setIcicle({ frames: !this.#store.state.view.compare.icicle.frames });
  }

  askLanes(): void {
    const state = this.#store.state.view;
    SIDES.forEach((side) => this.#engine.request({ type: "lanes", side, state }));
  }

  zoomBy(factor: number): void {
    const pane = this.#keyPane();
    if (pane !== undefined) {
      this.zoomAbout(pane, this.#attention.x === null ? 0.5 : shareAt(pane, this.#attention.x), factor);
    }
  }

  /** By a part of what is shown; positive shows what comes later. */
  panBy(part: number): void {
    const pane = this.#keyPane();
    if (pane !== undefined) {
      this.showShare(pane.side, panShare(part));
    }
  }

  /** Positive shows what lies further down. */
  scrollRows(dy: number): void {
    const pane = this.#keyPane();
    if (pane !== undefined) {
      this.#show(scrollBy(this.viewports, this.panes, pane.side, -dy * pane.scrollSign), "rest");
    }
  }

  whole(): void {
    this.#way(whole(this.viewports));
  }

  zoomToSelection(): void {
    const details = this.#store.state.details;
    if (details !== null) {
      this.#goTo(details.side, details.window);
    }
  }

  back(): void {
    if (this.#history.canGoBack) {
      this.#history.back();
    } else {
      this.whole();
    }
  }

  couple(): void {
    const apart = !this.#store.state.view.time.apart;
    this.#store.set({ polite: apart ? "Sides uncoupled" : "Sides coupled" });
    this.setTime({ apart });
  }

  setColor(color: ColorBy): void {
    this.#setIcicle({ color });
  }

  /** Changes how time is shown. */
  setTime(patch: Partial<TimeState>): void {
    this.#change({ time: { ...this.#store.state.view.time, ...patch } }, "push");
  }

  /** Changes which parts of the desk are shown. */
  setParts(parts: CompareParts): void {
    this.#setCompare({ parts }, "push");
  }

  /** `rest` for what follows a slider or typing. */
  setComparison(patch: Partial<ComparisonState>, trace: Trace = "push"): void {
    this.#change({ comparison: { ...this.#store.state.view.comparison, ...patch } }, trace);
  }

  /** Changes which matches are shown and how; `rest` for what follows a slider or typing. */
  setMatches(patch: Partial<MatchesState>, trace: Trace = "push"): void {
    this.#setCompare({ matches: { ...this.#store.state.view.compare.matches, ...patch } }, trace);
  }

  /** Draws links as lines or as tubes; what is drawn now becomes the other. */
  setLines(lines: boolean): void {
    if (lines === this.#store.state.view.compare.matches.lines) {
      return;
    }
    const from = this.#tubes ?? (lines ? 1 : 0);
    const to = lines ? 0 : 1;
    this.#tubes = from;
    this.setMatches({ lines });
    this.#morph.start((progress) => {
      this.#tubes = progress === 1 ? null : from + (to - from) * progress;
      this.layout();
    });
  }

  /** Something else is known of what corresponds: picture, table and details say it. */
  compared(): void {
    this.layout();
    const { selection } = this.#store.state.view;
    if (selection !== null) {
      this.#engine.request({ type: "select", call: selection });
    }
  }

  /** Shows both sides where a difference lies, and selects its call. */
  frame(where: Framed): void {
    this.#framedTo = where.call === null ? null : this.#engine.request({ type: "select", call: where.call });
    this.#way(framed(this.viewports, this.panes, where));
  }

  /** Selects the partner of the selected call, and brings it into view. */
  goToPartner(): void {
    const call = this.#store.state.view.selection;
    if (call === null) {
      this.#store.set({ polite: "Nothing is selected that could have a partner" });
      return;
    }
    this.#walkedTo = this.#engine.request({ type: "partner", call });
    this.#partnerOf = { epoch: this.#walkedTo, side: call.side };
  }

  /** Moves the other side so that the best match of the selected call begins under it. */
  align(): void {
    const { selection } = this.#store.state.view;
    if (selection === null) {
      this.#toasts.show("Select a call first: its partner is laid under it.");
    } else {
      this.#alignment.ask(selection, false);
    }
  }

  counterpartsArrived(event: Extract<Event, { type: "counterparts" }>, epoch: number): void {
    this.#alignment.arrived(event, epoch);
  }

  focusPicture(): void {
    document.querySelector<HTMLElement>("#view")?.focus();
  }

  setTheme(theme: ViewState["theme"]): void {
    this.#change({ theme }, "push");
  }

  select(call: CallRef | null): void {
    this.#kept = this.#engine.request({ type: "select", call });
    this.#walkedTo = this.#kept;
  }

  step(step: Step): void {
    this.#walkedTo = this.#engine.request({ type: "step", from: this.#store.state.view.selection, step });
  }

  /**
   * Asks for the page of the table that begins at `first`; nothing while the picture is shown, and not before the
   * first layout, which the table follows.
   */
  askTwin(first: number | null): void {
    if (first !== null && this.#store.state.scene !== null) {
      this.#engine.request({ type: "twin", view: VIEW, first, count: TWIN_ROWS });
    }
  }

  #keyPane(): Pane | undefined {
    return paneOf(this.panes, this.#attention.side) ?? this.panes[0];
  }

  /** Shows a stretch of a side with a little around it; the other side goes along if coupled. */
  #goTo(side: SideName, window: Window): void {
    const pane = paneOf(this.panes, side);
    if (pane !== undefined) {
      const share = shareOf(windowOf(this.viewports, pane), withMargin(window));
      this.#way(showShare(this.viewports, this.panes, side, share));
    }
  }

  /** Shows a call and its partner, each in the middle of its side, both sides equally wide. */
  #goToPair(own: Partner): void {
    this.#partners.ask(own.call, (partner) => {
      if (partner === null) {
        this.#goTo(own.details.side, own.details.window);
      } else {
        const [a, b] = own.call.side === "a" ? [own, partner] : [partner, own];
        const where = onPair(a.details.window, b.details.window);
        this.#way(framed(this.viewports, this.panes, { ...where, call: null }));
      }
    });
  }

  /** Goes to a stretch that is out of sight; if asked, also to one too narrow to be seen, which gets a tenth of the width. */
  #bringIntoView(side: SideName, window: Window, widen: boolean): void {
    const pane = paneOf(this.panes, side);
    if (pane === undefined) {
      return;
    }
    const { from, to } = shareOf(windowOf(this.viewports, pane), window);
    const narrow = widen && (to - from) * (pane.x1 - pane.x0) < NARROW_PX;
    if (narrow || to <= 0 || from >= 1) {
      const half = narrow ? (to - from) * 5 : 0.5;
      const middle = (from + to) / 2;
      this.#way(showShare(this.viewports, this.panes, side, { from: middle - half, to: middle + half }));
    }
  }

  /** Unfolds the lane of a selection that was stepped to, and scrolls its row into view. */
  #revealRow({ selected, panes }: SceneInfo): void {
    const pane = selected === null ? undefined : paneOf(panes, selected.side);
    // On the way somewhere the rows move along with the windows: what would be scrolled now is overwritten.
    if (!this.#reveal || this.#animation.running || selected === null || pane === undefined) {
      return;
    }
    if (selected.foldedLane !== null) {
      this.foldLane(selected.side, selected.foldedLane);
      return;
    }
    if (selected.inFrames) {
      this.foldFrames();
      return;
    }
    this.#reveal = false;
    const there = revealed(this.viewports, panes, pane, selected);
    if (there !== null) {
      this.#show(there, "rest");
    }
  }

  #way(to: Viewports): void {
    const from = this.viewports;
    this.#animation.start((progress) => {
      this.#show(onTheWay(from, to, this.panes, progress), progress === 1 ? "push" : "none");
    });
  }

  #show(views: Viewports, trace: Trace): void {
    this.#change(showing(this.#store.state.view, views), trace);
  }

  #setCompare(patch: Partial<CompareState>, trace: Trace): void {
    this.#change({ compare: { ...this.#store.state.view.compare, ...patch } }, trace);
  }

  #setIcicle(patch: Partial<IcicleState>): void {
    this.#setCompare({ icicle: { ...this.#store.state.view.compare.icicle, ...patch } }, "push");
  }

  #change(patch: Partial<ViewState>, trace: Trace): void {
    const before = this.#store.state.view;
    // What the pointer was over has moved, or looks different.
    const moved = patch.time !== undefined || (patch.compare ?? before.compare).icicle !== before.compare.icicle;
    const hover: Partial<PageState> = moved ? { hover: null } : {};
    this.#store.set({ view: { ...before, ...patch }, ...hover });
    this.#canvas.invalidate();
    this.layout();
    if (trace === "push") {
      this.#history.push();
    } else if (trace === "rest") {
      this.#history.replaceSoon();
    }
  }
}
