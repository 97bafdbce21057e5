// The windows of the desk's panes: zoomed, dragged, scrolled, animated.

import { Animation } from "../../canvas/animation.js";
import {
  limited,
  panShare,
  type Share,
  shareOf,
  windowAfter,
  type Transform,
  withMargin,
  zoomShare,
} from "../../canvas/viewport.js";
import { Latest } from "../../engine/latest.js";
import type {
  Framed,
  NearestMatch,
  NearestMatchRequest,
  Pane,
  SideName,
  Sides,
  Window,
} from "../../generated/protocol.js";
import type { HistoryMode } from "../../session/view-changes.js";
import { windowsOf } from "../../state/details.js";
import { other } from "../../state/page-state.js";
import { WHOLE } from "../../state/windows.js";
import type { DeskHost } from "../desk.js";
import {
  framed,
  onPair,
  onTheWay,
  paneOf,
  scrollBy,
  shareAt,
  showing,
  showShare,
  transformsOf,
  type Viewports,
  viewportsOf,
  whole,
  windowOf,
  zoomedOnMatch,
} from "./pane-windows.js";

/** A hit narrower than this is zoomed to. */
export const NARROW_PX = 3;

export class ZoomAndPan {
  readonly #host: DeskHost;
  readonly #animation: Animation;
  /** The side that the pointer or the selection was on last, and where: what keys move, and zoom about. */
  #focus: { side: SideName; x: number | null } = { side: "a", x: null };

  /** Factor of the keys that were pressed while the engine looks for a match to zoom about. */
  #pressed = 1;
  readonly #nearest: Latest<NearestMatchRequest, NearestMatch | null>;

  constructor(host: DeskHost) {
    this.#host = host;
    this.#animation = new Animation(host.busy);
    this.#nearest = new Latest(
      host.engine,
      (question) => host.engine.ask("nearest-match", question),
      (match, { side }) => this.#zoomOn(side, match),
    );
  }

  get viewports(): Viewports {
    return viewportsOf(this.#host.view.state);
  }

  get panes(): readonly Pane[] {
    return this.#host.store.state.scene?.panes ?? [];
  }

  /** Returns whether the windows are animated. */
  get running(): boolean {
    return this.#animation.running;
  }

  /** Returns the transform of each space of the last scene, by its number. */
  transforms(): readonly Transform[] {
    return transformsOf(this.viewports, this.panes);
  }

  /** Stays where it is. */
  stop(): void {
    this.#animation.stop();
  }

  /** The pointer is on a side, or on none; keys follow it. */
  focusSide(side: SideName | null, x: number | null): void {
    this.#focus = { side: side ?? this.#focus.side, x };
  }

  /** Keys move the side of the selection, and zoom about where the pointer was. */
  focusSideOf(call: { side: SideName } | null): void {
    this.#focus.side = call?.side ?? this.#focus.side;
  }

  /** Shows a share of what a side shows; the other goes along if coupled. */
  showShare(side: SideName, share: Share): void {
    this.#animation.stop();
    this.show(showShare(this.viewports, this.panes, side, share), "rest");
  }

  /** Shows these windows. */
  showWindows({ a, b }: Sides<Window | null>): void {
    this.#animation.stop();
    this.show({ ...this.viewports, windows: { "time.a": a, "time.b": b } }, "rest");
  }

  /**
   * Zooms about a share of what a pane shows, as far as there is room. Coupled sides whose windows differ in length would
   * come to their whole runs one after the other: once this one shows its whole run, both do.
   */
  zoomAbout(pane: Pane, share: number, factor: number): void {
    const possible = limited(factor, windowOf(this.viewports, pane), pane.whole);
    this.#animation.stop();
    const views = showShare(this.viewports, this.panes, pane.side, zoomShare(possible, share));
    const comesToWhole = factor < 1 && !views.apart && views.windows[pane.shows] === null;
    this.show(comesToWhole ? { ...views, windows: WHOLE } : views, "rest");
  }

  /** ZoomAndPan the picture of a pane by pixels. */
  dragPane(pane: Pane, dx: number, dy: number): void {
    this.#animation.stop();
    const panned = showShare(this.viewports, this.panes, pane.side, panShare(-dx / (pane.x1 - pane.x0)));
    this.show(dy === 0 ? panned : scrollBy(panned, this.panes, pane.side, dy * pane.scrollSign), "rest");
  }

  /** Zooms by a key. Into coupled sides about the matched call that starts nearest, which stays in view on both. */
  zoomBy(factor: number): void {
    const pane = this.#keyPane();
    if (pane === undefined) {
      return;
    }
    const share = this.#keyShare(pane);
    if (factor <= 1 || this.viewports.apart || this.panes.length < 2) {
      this.zoomAbout(pane, share, factor);
      return;
    }
    this.#pressed *= factor;
    const window = windowOf(this.viewports, pane);
    const at = Math.round(window.start + share * (window.end - window.start));
    this.#nearest.ask({ side: pane.side, window, at });
  }

  /** Applies the keys pressed so far. Where no matched call is in view, both sides are zoomed at the same place. */
  #zoomOn(side: SideName, match: NearestMatch | null): void {
    const pane = paneOf(this.panes, side);
    const factor = this.#pressed;
    this.#pressed = 1;
    if (pane === undefined || factor === 1) {
      return;
    }
    if (match === null) {
      this.zoomAbout(pane, this.#keyShare(pane), factor);
      return;
    }
    this.#animation.stop();
    this.show(zoomedOnMatch(this.viewports, this.panes, side, match, factor), "rest");
  }

  #keyShare(pane: Pane): number {
    return this.#focus.x === null ? 0.5 : shareAt(pane, this.#focus.x);
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
      this.show(scrollBy(this.viewports, this.panes, pane.side, -dy * pane.scrollSign), "rest");
    }
  }

  whole(): void {
    this.animateTo(whole(this.viewports));
  }

  /** To the view before; without one, to the whole runs. */
  back(): void {
    if (!this.#host.view.back()) {
      this.whole();
    }
  }

  zoomToSelection(): void {
    const { details } = this.#host.store.state;
    if (details !== null) {
      this.goToAll(windowsOf(details));
    }
  }

  /** Shows what lies on one side or on both; on both with equal lengths, and the middles under each other. */
  goToAll({ a, b }: Sides<Window | null>): void {
    if (a !== null && b !== null) {
      this.frame({ ...onPair(a, b), call: null });
    } else if (a !== null) {
      this.goTo("a", a);
    } else if (b !== null) {
      this.goTo("b", b);
    }
  }

  /** Shows a stretch of a side with a little around it; the other side goes along if coupled. */
  goTo(side: SideName, window: Window): void {
    const pane = paneOf(this.panes, side);
    if (pane !== undefined) {
      const share = shareOf(windowOf(this.viewports, pane), withMargin(window));
      this.animateTo(showShare(this.viewports, this.panes, side, share));
    }
  }

  /** Shows both sides at these stretches. */
  frame(where: Framed): void {
    this.animateTo(framed(this.viewports, this.panes, where));
  }

  /** Goes to a stretch that is out of sight. */
  bringIntoView(side: SideName, window: Window): void {
    const pane = paneOf(this.panes, side);
    if (pane === undefined) {
      return;
    }
    const there = this.#inView(pane, window, false);
    if (there !== null) {
      this.animateTo(showShare(this.viewports, this.panes, side, shareOf(windowOf(this.viewports, pane), there)));
    }
  }

  /**
   * Returns the window of a pane that brings a stretch into view, `null` where it is. `fit` gives a stretch that is too
   * narrow to be seen a tenth of the width, and shows one that is wider than the pane as a whole.
   */
  #inView(pane: Pane, window: Window, fit: boolean): Window | null {
    const now = windowOf(this.viewports, pane);
    const { from, to } = shareOf(now, window);
    const narrow = fit && (to - from) * (pane.x1 - pane.x0) < NARROW_PX;
    if (fit && to - from > 1) {
      return withMargin(window);
    }
    if (!narrow && to > 0 && from < 1) {
      return null;
    }
    const half = narrow ? (to - from) * 5 : 0.5;
    const middle = (from + to) / 2;
    return windowAfter(now, { from: middle - half, to: middle + half }, pane.whole);
  }

  /**
   * Goes to a hit that is out of sight, too narrow to be seen or wider than the pane. Coupled sides do not go along as they else do: the other
   * one shows the partner under it, if there is one.
   */
  bringHitIntoView(side: SideName, window: Window, partner: Window | null): void {
    const pane = paneOf(this.panes, side);
    if (pane === undefined) {
      return;
    }
    const there = this.#inView(pane, window, true);
    if (there === null) {
      return;
    }
    const where = { a: null, b: null, call: null, [side]: there };
    if (partner !== null && !this.viewports.apart) {
      const middle = (there.start + there.end) / 2 - (window.start + window.end) / 2;
      const start = Math.round((partner.start + partner.end) / 2 + middle - (there.end - there.start) / 2);
      Object.assign(where, { [other(side)]: { start, end: start + there.end - there.start } });
    }
    this.animateTo(framed(this.viewports, this.panes, where, true));
  }

  /** One step of the history, at the end of the way. */
  animateTo(to: Viewports): void {
    const from = this.viewports;
    this.#animation.start((progress) => {
      this.show(onTheWay(from, to, this.panes, progress), progress === 1 ? "push" : "none");
    });
  }

  show(views: Viewports, mode: HistoryMode): void {
    this.#host.view.change(showing(this.#host.view.state, views), mode);
  }

  #keyPane(): Pane | undefined {
    return paneOf(this.panes, this.#focus.side) ?? this.panes[0];
  }
}
