// The view in front: what pointers and commands do to its state.
//
// Every change of the state goes through `#change`: draw the last scene under the new windows at once, ask for a
// new one, and write the address.

import { Alignment } from "./alignment.js";
import { Animation } from "../../canvas/animation.js";
import type { CanvasHost } from "../../canvas/canvas-host.js";
import type { EngineClient } from "../../engine/client.js";
import { Newest } from "../../engine/latest.js";
import { count } from "../../format.js";
import type { CallDetails, CallRef, ColorBy, CompareParts, CompareState, ComparisonState, Framed, IcicleState, MatchesState, Pane, PickAction, SceneInfo, SelectionReply, SideName, Step, TimeState, ViewState, Window } from "../../generated/protocol.js";
import type { Point } from "../../canvas/gestures.js";
import type { ViewHistory } from "../../state/history.js";
import type { Busy } from "../../idle.js";
import { type PageState, SIDES } from "../../state/page-state.js";
import { DESK, Picture } from "./picture.js";
import { framed, middleOf, onPair, onTheWay, paneOf, revealed, scrollBy, shareAt, showing, showShare, transformsOf, type Viewports, viewportsOf, whole, windowOf } from "./pair-view.js";
import type { Store } from "../../state/store.js";
import { selectedCall } from "../../state/subject.js";
import type { Toasts } from "../../toasts.js";
import { limited, panShare, type Share, shareOf, type Transform, withMargin, zoomShare } from "../../canvas/viewport.js";

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
  toasts: Toasts;
  /** What is selected, or what is said of it, is another. */
  selected: () => void;
  /** Another picture is shown. */
  drawn: () => void;
};

/** Where a double click goes: to the call on its side, or to the pair that it belongs to on both. */
export type GoThere = "call" | "pair";

/** What becomes of the address: a new entry, the last one brought up to date after a rest, or nothing. */
type HistoryMode = "push" | "rest" | "none";

export class ViewController {
  readonly #store: Store;
  readonly #engine: EngineClient;
  readonly #canvas: CanvasHost;
  readonly #history: ViewHistory;
  readonly #parts: ViewParts;
  readonly #toasts: Toasts;
  readonly #animation: Animation;
  readonly #alignment: Alignment;
  /** On the way between lines (0) and tubes (1). */
  readonly #morph: Animation;
  readonly #picture: Picture;
  /** The side that the pointer or the selection was on last, and where: what keys move, and zoom about. */
  #attention: { side: SideName; x: number | null } = { side: "a", x: null };
  /** What somebody did last to select something: what an older deed was to go on with is not done any more. */
  readonly #deeds = new Newest();
  /** States that a link or the history gave: what was selected under an older one is left behind. */
  readonly #states = new Newest();
  #isShown = this.#states.begin();
  /** Whether the row of the selection is to be scrolled into view when the next scene says where it is. */
  #reveal = false;

  constructor(parts: ViewParts) {
    const { store, engine, canvas, history, busy, toasts } = parts;
    this.#parts = parts;
    this.#store = store;
    this.#engine = engine;
    this.#canvas = canvas;
    this.#history = history;
    this.#toasts = toasts;
    this.#animation = new Animation(busy);
    this.#morph = new Animation(busy, MORPH_MS);
    this.#alignment = new Alignment(store, engine, toasts, {
      viewports: () => this.viewports,
      panes: () => this.panes,
      way: (to) => this.#animateTo(to),
      stay: () => this.#history.push(),
    });
    this.#picture = new Picture(store, engine, canvas, (info) => {
      this.#revealRow(info);
      parts.drawn();
    });
  }

  /** How each space of the last scene is drawn now, by its number. */
  transforms(): readonly Transform[] {
    return transformsOf(this.viewports, this.panes);
  }

  get viewports(): Viewports {
    return viewportsOf(this.#store.state.view);
  }

  get panes(): readonly Pane[] {
    return this.#store.state.scene?.panes ?? [];
  }

  layout(): void {
    this.#picture.layout();
  }

  /** Asks for the page of the table that begins at `first`. */
  askTwin(first: number | null): void {
    this.#picture.askTwin(first);
  }

  /** Asks what to select; whether that was the last deed, and the reply unless another state is shown by now. */
  async #chosen<Reply>(ask: Promise<Reply>): Promise<{ reply: Reply; isNewest: boolean } | null> {
    const isNewest = this.#deeds.begin();
    const isShown = this.#isShown;
    const reply = await ask;
    return isShown() ? { reply, isNewest: isNewest() } : null;
  }

  /** Shows what is selected now. Letting go is no step worth coming back to. */
  #take({ subject, details }: SelectionReply, mode: HistoryMode): void {
    const changed = JSON.stringify(subject) !== JSON.stringify(selectedCall(this.#store.state.view));
    this.#attention.side = subject?.side ?? this.#attention.side;
    this.#store.set({ details, ...(changed && { record: null, polite: details?.sentence ?? "Nothing selected" }) });
    if (changed) {
      this.#change({ selection: subject && { call: subject } }, mode === "push" && subject === null ? "rest" : mode);
    }
    this.#parts.selected();
  }

  /** Brings what was stepped to into view; `widen`: also what is too narrow to be seen. */
  #goAlong(details: CallDetails | null, widen: boolean): void {
    if (details !== null) {
      this.#reveal = true;
      this.#bringIntoView(details.side, details.window, widen);
      this.layout();
    }
  }

  /** The details of what is selected are others, or it is gone. Whatever is being selected meanwhile goes on. */
  refreshSelection(): void {
    const call = selectedCall(this.#store.state.view);
    if (call === null) {
      return;
    }
    this.#engine.follow(async () => {
      const reply = await this.#engine.ask("select", { call });
      if (JSON.stringify(selectedCall(this.#store.state.view)) === JSON.stringify(call)) {
        this.#take(reply, "rest");
      }
    });
  }

  /** Shows a state that a link or the browser's history gave. */
  show(view: ViewState): void {
    this.#animation.stop();
    this.#isShown = this.#states.begin();
    this.#change(view, "none");
    this.#engine.follow(async () => {
      const chosen = await this.#chosen(this.#engine.ask("select", { call: selectedCall(view) }));
      if (chosen !== null) {
        this.#take(chosen.reply, "rest");
      }
    });
  }

  // What pointers do.

  /** The pointer is on a side, or on none; keys follow it. */
  focusSide(side: SideName | null, x: number | null): void {
    this.#attention = { side: side ?? this.#attention.side, x };
  }

  /** Selects what lies under a point; a call of `aligns`, if clicks do that, has its matches laid under it. */
  clickAt(point: [number, number], aligns: SideName | null): void {
    const { matches, parts } = this.#store.state.view.compare;
    const mayAlign = !matches.clickStays && parts !== "overview" && aligns !== null;
    this.#engine.follow(async () => {
      const chosen = await this.#chosen(this.#engine.ask("pick", { desk: DESK, point }));
      if (chosen === null) {
        return;
      }
      const { reply, isNewest } = chosen;
      const { subject } = reply;
      if (reply.action !== null) {
        this.#act(reply.action);
      } else if (mayAlign && isNewest && subject?.side === aligns) {
        this.#take(reply, "none"); // With what is laid under it, it is one step.
        this.#alignment.lay(subject, true);
      } else {
        this.#take(reply, "push");
      }
    });
  }

  /** Selects what lies under a point of the scene as laid out, and zooms to it, or back. */
  goToAt(point: [number, number], where: GoThere): void {
    this.#engine.follow(async () => {
      const chosen = await this.#chosen(this.#engine.ask("pick", { desk: DESK, point }));
      if (chosen === null) {
        return;
      }
      const { reply, isNewest } = chosen;
      const { subject, details, action } = reply;
      if (action !== null) {
        this.#act(action);
        return;
      }
      this.#take(reply, "push");
      if (!isNewest) {
        return;
      }
      if (subject === null || details === null) {
        this.back();
      } else if (where === "call") {
        this.#goTo(details.side, details.window);
      } else {
        await this.#goToPair(subject, details);
      }
    });
  }

  /** Selects what lies under a point, and opens a menu of what can be done with it. A head stays as it is. */
  menuAt(point: [number, number], at: Point): void {
    this.#engine.follow(async () => {
      const chosen = await this.#chosen(this.#engine.ask("pick", { desk: DESK, point }));
      if (chosen === null) {
        return;
      }
      if (chosen.reply.action === null) {
        this.#take(chosen.reply, "push");
      }
      if (chosen.isNewest) {
        this.#store.set({ contextMenu: at, menu: "context", hover: null });
      }
    });
  }

  #act(action: PickAction): void {
    if (action.type === "fold-lane") {
      this.foldLane(action.side, action.lane);
    } else {
      this.foldFrames();
    }
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
    this.#engine.follow(async () => {
      const from = selectedCall(this.#store.state.view);
      const chosen = await this.#chosen(this.#engine.ask("step-hit", { from, forward }));
      if (chosen === null) {
        return;
      }
      const { selection, rank, of } = chosen.reply;
      if (selection !== null) {
        this.#take(selection, "rest");
        this.#goAlong(selection.details, true);
      }
      this.#store.set({ hit: { rank, of }, polite: of === 0 ? "Nothing matches" : `${count(rank)} of ${count(of)}` });
    });
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

  /** Rows keep their height, or shrink until what is in view fits. */
  keepRowsTall(): void {
    const { tall } = this.#store.state.view.compare.icicle;
    this.#setIcicle({ tall: !tall });
  }

  askLanes(): void {
    const state = this.#store.state.view;
    SIDES.forEach((side) => {
      this.#engine.follow(async () => {
        const lanes = await this.#engine.ask("lanes", { side, state });
        this.#store.set({ lanes: { ...this.#store.state.lanes, [side]: lanes } });
      });
    });
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
    this.#animateTo(whole(this.viewports));
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
  setComparison(patch: Partial<ComparisonState>, mode: HistoryMode = "push"): void {
    this.#change({ comparison: { ...this.#store.state.view.comparison, ...patch } }, mode);
  }

  /** Changes which matches are shown and how; `rest` for what follows a slider or typing. */
  setMatches(patch: Partial<MatchesState>, mode: HistoryMode = "push"): void {
    this.#setCompare({ matches: { ...this.#store.state.view.compare.matches, ...patch } }, mode);
  }

  /** Draws links as lines or as tubes; what is drawn now becomes the other. */
  setLines(lines: boolean): void {
    if (lines === this.#store.state.view.compare.matches.lines) {
      return;
    }
    const from = this.#picture.tubes ?? (lines ? 1 : 0);
    const to = lines ? 0 : 1;
    this.#picture.tubes = from;
    this.setMatches({ lines });
    this.#morph.start((progress) => {
      this.#picture.tubes = progress === 1 ? null : from + (to - from) * progress;
      this.layout();
    });
  }

  /** Something else is known of what corresponds: picture, table and details say it. */
  compared(): void {
    this.layout();
    this.refreshSelection();
  }

  /** Shows both sides where a difference lies, and selects its call. */
  frame(where: Framed): void {
    const { call } = where;
    if (call !== null) {
      this.#engine.follow(async () => {
        const chosen = await this.#chosen(this.#engine.ask("select", { call }));
        if (chosen !== null) {
          this.#take(chosen.reply, "none"); // The way there ends with an entry of its own.
          this.#reveal = chosen.reply.details !== null;
          this.layout();
        }
      });
    }
    this.#animateTo(framed(this.viewports, this.panes, where));
  }

  /** Selects the partner of the selected call, and brings it into view. */
  goToPartner(): void {
    const call = selectedCall(this.#store.state.view);
    if (call === null) {
      this.#store.set({ polite: "Nothing is selected that could have a partner" });
      return;
    }
    this.#engine.follow(async () => {
      const chosen = await this.#chosen(this.#engine.ask("partner", { call }));
      if (chosen === null) {
        return;
      }
      const partner = chosen.reply;
      if (partner === null) {
        this.#store.set({ polite: `No call of ${call.side === "a" ? "B" : "A"} corresponds to it` });
        this.#goAlong(this.#store.state.details, false);
      } else {
        this.#take({ subject: partner.call, details: partner.details }, "rest");
        this.#goAlong(partner.details, false);
      }
    });
  }

  /** Moves the other side so that the best match of the selected call begins under it. */
  align(): void {
    const selection = selectedCall(this.#store.state.view);
    if (selection === null) {
      this.#toasts.show("Select a call first: its partner is laid under it.");
    } else {
      this.#alignment.lay(selection, false);
    }
  }

  focusPicture(): void {
    document.querySelector<HTMLElement>("#view")?.focus();
  }

  setTheme(theme: ViewState["theme"]): void {
    this.#change({ theme }, "push");
  }

  select(call: CallRef | null): void {
    this.#engine.follow(async () => {
      const chosen = await this.#chosen(this.#engine.ask("select", { call }));
      if (chosen !== null) {
        this.#take(chosen.reply, "push");
        this.#goAlong(chosen.reply.details, false);
      }
    });
  }

  step(step: Step): void {
    this.#engine.follow(async () => {
      const from = selectedCall(this.#store.state.view);
      const chosen = await this.#chosen(this.#engine.ask("step", { from, step }));
      if (chosen !== null) {
        this.#take(chosen.reply, "rest");
        this.#goAlong(chosen.reply.details, false);
      }
    });
  }

  #keyPane(): Pane | undefined {
    return paneOf(this.panes, this.#attention.side) ?? this.panes[0];
  }

  /** Shows a stretch of a side with a little around it; the other side goes along if coupled. */
  #goTo(side: SideName, window: Window): void {
    const pane = paneOf(this.panes, side);
    if (pane !== undefined) {
      const share = shareOf(windowOf(this.viewports, pane), withMargin(window));
      this.#animateTo(showShare(this.viewports, this.panes, side, share));
    }
  }

  /** Shows a call and its partner, each in the middle of its side, both sides equally wide. */
  async #goToPair(call: CallRef, details: CallDetails): Promise<void> {
    const partner = await this.#engine.ask("partner", { call });
    if (partner === null) {
      this.#goTo(details.side, details.window);
    } else {
      const [a, b] = call.side === "a" ? [details, partner.details] : [partner.details, details];
      const where = onPair(a.window, b.window);
      this.#animateTo(framed(this.viewports, this.panes, { ...where, call: null }));
    }
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
      this.#animateTo(showShare(this.viewports, this.panes, side, { from: middle - half, to: middle + half }));
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

  #animateTo(to: Viewports): void {
    const from = this.viewports;
    this.#animation.start((progress) => {
      this.#show(onTheWay(from, to, this.panes, progress), progress === 1 ? "push" : "none");
    });
  }

  #show(views: Viewports, mode: HistoryMode): void {
    this.#change(showing(this.#store.state.view, views), mode);
  }

  #setCompare(patch: Partial<CompareState>, mode: HistoryMode): void {
    this.#change({ compare: { ...this.#store.state.view.compare, ...patch } }, mode);
  }

  #setIcicle(patch: Partial<IcicleState>): void {
    this.#setCompare({ icicle: { ...this.#store.state.view.compare.icicle, ...patch } }, "push");
  }

  #change(patch: Partial<ViewState>, mode: HistoryMode): void {
    const before = this.#store.state.view;
    // What the pointer was over has moved, or looks different.
    const moved = patch.time !== undefined || (patch.compare ?? before.compare).icicle !== before.compare.icicle;
    const hover: Partial<PageState> = moved ? { hover: null } : {};
    this.#store.set({ view: { ...before, ...patch }, ...hover });
    this.#canvas.invalidate();
    this.layout();
    if (mode === "push") {
      this.#history.push();
    } else if (mode === "rest") {
      this.#history.replaceSoon();
    }
  }
}
