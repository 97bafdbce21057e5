// The view in front: what gestures and commands do to its state, and the layouts, hovers and tables it asks for.
//
// Every change of the state goes through `#change`: draw the last scene under the new windows at once, ask for a
// new one, and write the address.

import { Animation } from "./animation.js";
import type { CanvasHost, Words } from "./canvas-host.js";
import type { EngineClient } from "./engine-client.js";
import type { CallRef, ColorBy, Event, Minimap, Pane, PairState, SceneInfo, SideName, Step, ViewState, Window } from "./generated/protocol.js";
import { count } from "./format.js";
import type { GestureTarget, Point } from "./gestures.js";
import type { ViewHistory } from "./history.js";
import type { Busy } from "./idle.js";
import { anyLoaded, type PageState, SIDES } from "./page-state.js";
import { gripAt, type Grip, inMinimap, onWindow, shareAround, shareOfGrip, sideAt } from "./minimap.js";
import { paneAt, paneOf, scrollBy, shareAt, showShare, onTheWay, transformOf, whole, windowOf } from "./pair-view.js";
import type { Store } from "./store.js";
import { resolved } from "./theme.js";
import { inScene, limited, onScreen, panShare, type Share, shareOf, type Transform, UNMOVED, withMargin, zoomShare } from "./viewport.js";

const VIEW = "pair";
/** Rows of a page of the table. */
export const TWIN_ROWS = 200;

/** A hit narrower than this is zoomed to. */
const NARROW_PX = 3;

/** What becomes of the address: a new entry, the last one brought up to date after a rest, or nothing. */
type Trace = "push" | "rest" | "none";

export class ViewController implements GestureTarget {
  readonly #store: Store;
  readonly #engine: EngineClient;
  readonly #canvas: CanvasHost;
  readonly #history: ViewHistory;
  readonly #animation: Animation;
  #pointer: Point | null = null;
  /** The side that the pointer or the selection was on last: what uncoupled keys move. */
  #side: SideName = "a";
  /** What of the minimap the pointer holds. */
  #grip: Grip | null = null;
  /** Epoch of the selection that a double click asked for. */
  #goingTo: number | null = null;
  /** Epoch of the last step through the hits of the search. */
  #steppedTo: number | null = null;
  /** Epoch of the last selection by pointer or from a list: it gets an entry of its own in the history. */
  #kept: number | null = null;

  constructor(store: Store, engine: EngineClient, canvas: CanvasHost, history: ViewHistory, busy: Busy) {
    this.#store = store;
    this.#engine = engine;
    this.#canvas = canvas;
    this.#history = history;
    this.#animation = new Animation(busy);
  }

  /** The transforms of A and B under which the last scene is drawn now. */
  transforms(): [Transform, Transform] {
    return [transformOf(this.#pair, this.#panes, "a"), transformOf(this.#pair, this.#panes, "b")];
  }

  layout(): void {
    const { width, height } = this.#canvas.size;
    const state = this.#store.state.view;
    if (width > 0 && anyLoaded(this.#store.state)) {
      const theme = resolved(state.theme);
      this.#engine.request({ type: "layout", view: VIEW, state, theme, width, height });
    }
  }

  sceneArrived(info: SceneInfo, words: Words): void {
    this.#store.set({ scene: info });
    const before = this.#canvas.show(words);
    if (before !== null) {
      this.#engine.recycle(before);
    }
    if (this.#pointer !== null) {
      this.#askHover();
    }
    this.askTwin(this.#store.state.twin?.first ?? null);
  }

  hoverArrived({ tooltip }: Extract<Event, { type: "hover" }>): void {
    if (tooltip === null || this.#pointer === null) {
      this.#store.set({ hover: null });
      return;
    }
    const [x0, y0, x1, y1] = tooltip.rect;
    const transform = this.#transformAt(this.#pointer);
    const [left, upper] = onScreen(transform, x0, y0);
    const [right, lower] = onScreen(transform, x1, y1);
    const pane = paneOf(this.#panes, tooltip.side);
    const box = {
      x0: Math.max(left, pane?.x0 ?? left),
      y0: Math.max(upper, pane?.y0 ?? upper),
      x1: Math.min(right, pane?.x1 ?? right),
      y1: Math.min(lower, pane?.y1 ?? lower),
    };
    this.#store.set({ hover: { tooltip, box, ...this.#pointer } });
  }

  selectionArrived({ call, details }: Extract<Event, { type: "selection" }>, epoch: number): void {
    const changed = JSON.stringify(call) !== JSON.stringify(this.#store.state.view.selection);
    this.#side = call?.side ?? this.#side;
    this.#store.set({ details, ...(changed && { polite: details?.sentence ?? "Nothing selected" }) });
    if (changed) {
      // Letting go is no step worth coming back to; a double click on empty ground begins with it.
      this.#change({ selection: call }, this.#kept === epoch && call !== null ? "push" : "rest");
    }
    if (this.#steppedTo === epoch && details !== null) {
      this.#bringIntoView(details.side, details.window);
    }
    if (this.#goingTo === epoch) {
      this.#goingTo = null;
      if (details === null) {
        this.back();
      } else {
        this.#goTo(details.side, details.window);
      }
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

  hover(point: Point | null): void {
    this.#pointer = point;
    if (point === null) {
      this.#store.set({ hover: null });
      this.#engine.request({ type: "hover", view: VIEW, point: null });
    } else {
      this.#askHover();
    }
  }

  press(point: Point): void {
    const minimap = this.#minimapUnder(point);
    this.#grip = null;
    if (minimap !== null) {
      const only = this.#panes.length === 1 ? (this.#panes[0]?.side ?? null) : null;
      const side = sideAt(minimap, point, only);
      const pane = paneOf(this.#panes, side);
      if (pane !== undefined && !onWindow(minimap, windowOf(this.#pair, pane), point)) {
        this.#showShare(side, shareAround(minimap, windowOf(this.#pair, pane), point));
      }
      this.#grip = pane === undefined ? null : gripAt(minimap, side, windowOf(this.#pair, pane), point);
    }
  }

  click(point: Point): void {
    if (this.#minimapUnder(point) !== null) {
      return; // The press did it.
    }
    this.#kept = this.#engine.request({ type: "select-at", view: VIEW, point: this.#sceneAt(point) });
  }

  doubleClick(point: Point): void {
    if (this.#minimapUnder(point) !== null) {
      this.whole();
      return;
    }
    this.click(point);
    this.#goingTo = this.#kept;
  }

  zoom(point: Point, factor: number): void {
    const pane = paneAt(this.#panes, point.y);
    if (pane !== undefined) {
      this.#zoomIn(pane, shareAt(pane, point.x), factor);
    }
  }

  drag(point: Point, dx: number, dy: number): void {
    const minimap = this.#store.state.scene?.minimap ?? null;
    const held = this.#grip && paneOf(this.#panes, this.#grip.side);
    if (this.#grip !== null && minimap !== null && held) {
      this.#showShare(held.side, shareOfGrip(minimap, this.#grip, windowOf(this.#pair, held), point, dx));
      return;
    }
    const pane = paneAt(this.#panes, point.y);
    if (pane !== undefined) {
      this.#animation.stop();
      const panned = showShare(this.#pair, this.#panes, pane.side, panShare(-dx / (pane.x1 - pane.x0)));
      const pair = dy === 0 ? panned : scrollBy(panned, this.#panes, pane.side, dy * pane.scrollSign);
      this.#change({ pair }, "rest");
    }
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
    const folds = side === "a" ? "foldsA" : "foldsB";
    const now = this.#pair[folds];
    const then = now.includes(lane) ? now.filter((other) => other !== lane) : [...now, lane];
    this.#change({ pair: { ...this.#pair, [folds]: then } }, "push");
    if (this.#store.state.dialog?.kind === "lanes") {
      this.askLanes();
    }
  }

  askLanes(): void {
    const state = this.#store.state.view;
    SIDES.forEach((side) => this.#engine.request({ type: "lanes", side, state }));
  }

  zoomBy(factor: number): void {
    const pane = this.#keyPane();
    if (pane !== undefined) {
      this.#zoomIn(pane, this.#pointer === null ? 0.5 : shareAt(pane, this.#pointer.x), factor);
    }
  }

  /** By a part of what is shown; positive shows what comes later. */
  panBy(part: number): void {
    const pane = this.#keyPane();
    if (pane !== undefined) {
      this.#showShare(pane.side, panShare(part));
    }
  }

  /** Positive shows what lies further down. */
  scrollRows(dy: number): void {
    const pane = this.#keyPane();
    if (pane !== undefined) {
      this.#change({ pair: scrollBy(this.#pair, this.#panes, pane.side, -dy * pane.scrollSign) }, "rest");
    }
  }

  whole(): void {
    this.#way(whole(this.#pair));
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
    const pair = { ...this.#pair, apart: !this.#pair.apart };
    this.#store.set({ polite: pair.apart ? "Sides uncoupled" : "Sides coupled" });
    this.#change({ pair }, "push");
  }

  setColor(color: ColorBy): void {
    this.#change({ pair: { ...this.#pair, color } }, "push");
  }

  setTheme(theme: ViewState["theme"]): void {
    this.#change({ theme }, "push");
  }

  select(call: CallRef | null): void {
    this.#kept = this.#engine.request({ type: "select", call });
  }

  step(step: Step): void {
    this.#engine.request({ type: "step", from: this.#store.state.view.selection, step });
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

  get #pair(): PairState {
    return this.#store.state.view.pair;
  }

  get #panes(): readonly Pane[] {
    return this.#store.state.scene?.panes ?? [];
  }

  #keyPane(): Pane | undefined {
    return paneOf(this.#panes, this.#side) ?? this.#panes[0];
  }

  #zoomIn(pane: Pane, share: number, factor: number): void {
    const possible = limited(factor, windowOf(this.#pair, pane), pane.whole);
    this.#showShare(pane.side, zoomShare(possible, share));
  }

  /** Shows a stretch of a side with a little around it; the other side goes along if coupled. */
  #goTo(side: SideName, window: Window): void {
    const pane = paneOf(this.#panes, side);
    if (pane !== undefined) {
      const share = shareOf(windowOf(this.#pair, pane), withMargin(window));
      this.#way(showShare(this.#pair, this.#panes, side, share));
    }
  }

  /** Goes to a stretch that is out of sight, or too narrow to be seen, and leaves it a tenth of the width. */
  #bringIntoView(side: SideName, window: Window): void {
    const pane = paneOf(this.#panes, side);
    if (pane === undefined) {
      return;
    }
    const { from, to } = shareOf(windowOf(this.#pair, pane), window);
    const narrow = (to - from) * (pane.x1 - pane.x0) < NARROW_PX;
    if (narrow || to <= 0 || from >= 1) {
      const half = narrow ? (to - from) * 5 : 0.5;
      const middle = (from + to) / 2;
      this.#way(showShare(this.#pair, this.#panes, side, { from: middle - half, to: middle + half }));
    }
  }

  #showShare(side: SideName, share: Share): void {
    this.#animation.stop();
    this.#change({ pair: showShare(this.#pair, this.#panes, side, share) }, "rest");
  }

  #minimapUnder(point: Point): Minimap | null {
    const minimap = this.#store.state.scene?.minimap ?? null;
    return inMinimap(minimap, point) ? minimap : null;
  }

  #way(to: PairState): void {
    const from = this.#pair;
    this.#animation.start((progress) => {
      const pair = onTheWay(from, to, this.#panes, progress);
      this.#change({ pair }, progress === 1 ? "push" : "none");
    });
  }

  #change(patch: Partial<ViewState>, trace: Trace): void {
    const hover: Partial<PageState> = patch.pair === undefined ? {} : { hover: null };
    this.#store.set({ view: { ...this.#store.state.view, ...patch }, ...hover });
    this.#canvas.invalidate();
    this.layout();
    if (trace === "push") {
      this.#history.push();
    } else if (trace === "rest") {
      this.#history.replaceSoon();
    }
  }

  #askHover(): void {
    if (this.#pointer !== null && this.#store.state.scene !== null) {
      const pane = paneAt(this.#panes, this.#pointer.y);
      this.#side = pane?.side ?? this.#side;
      this.#engine.request({ type: "hover", view: VIEW, point: this.#sceneAt(this.#pointer) });
    }
  }

  #sceneAt(point: Point): [number, number] {
    return inScene(this.#transformAt(point), point.x, point.y);
  }

  /** How the part of the scene under a point is drawn now. */
  #transformAt(point: Point): Transform {
    const inside = this.#panes.find((pane) => pane.y0 <= point.y && point.y <= pane.y1);
    return inside === undefined ? UNMOVED : transformOf(this.#pair, this.#panes, inside.side);
  }
}
