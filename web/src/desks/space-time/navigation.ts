// Zooming to lanes and time, selecting areas, and going to those that are listed.

import type { Point } from "../../canvas/gestures.js";
import type { AreaRef, Pane, SideName, Sides, Subject, Window } from "../../generated/protocol.js";
import { SIDES } from "../../state/page-state.js";
import { selectedRange } from "../../state/ranges.js";
import { withWindows } from "../../state/windows.js";
import type { DeskHost } from "../desk.js";
import type { Picking } from "../picking.js";
import type { Areas } from "./areas.js";
import { type Alignment, type Settings, WHOLE_P } from "./settings.js";

/** The windows of both sides when all of the time is shown. */
const WHOLE: Sides<Window | null> = { a: null, b: null };
/** Less time than this is not zoomed to. */
const LEAST_TICKS = 20;
/** The alignment that a desk has by itself. */
const ALIGNED: Alignment = { axis: "auto", apart: false };
/** Matched windows whose lengths differ by more than this ratio are shown each on its own clock. */
const MOST_STRETCHED = 1.1;

/** The windows of both sides after a zoom, and how the sides are aligned. */
type Zoom = { windows: Sides<Window>; alignment: Partial<Alignment> };

export class Navigation {
  readonly #host: DeskHost;
  readonly #settings: Settings;
  readonly #areas: Areas;
  readonly #picking: Picking;
  /** The alignment before each side was zoomed on its own clock. */
  #before: Alignment = ALIGNED;

  constructor(host: DeskHost, settings: Settings, areas: Areas, picking: Picking) {
    this.#host = host;
    this.#settings = settings;
    this.#areas = areas;
    this.#picking = picking;
  }

  layout(): void {
    this.#host.picture.layout();
  }

  /** To what lies there; on empty ground back. */
  zoomAt(point: Point): void {
    this.#picking.at(point, ({ reply, isNewest }) => {
      this.#host.selection.take(reply, "none"); // With the way there it is one step.
      const area = areaOf(reply.subject);
      if (isNewest && area === null) {
        this.back();
      } else if (isNewest && area !== null) {
        this.zoomTo(area);
      }
    });
  }

  /** Selects the area there, or opens the row of the lanes that share one. */
  clickAt(point: Point): void {
    this.#picking.at(point, ({ reply, isNewest }) => {
      if (reply.action?.type === "show-lanes") {
        if (isNewest) {
          this.#settings.set({ allLanes: true });
        }
      } else {
        this.#host.selection.take(reply, "push");
      }
    });
  }

  /** Gives lanes with little busy time rows of their own, or one row together. Returns false if there are none. */
  toggleLanes(): boolean {
    const { allLanes } = this.#host.view.state.spaceTime;
    const { rest } = this.#areas.state?.reply ?? { rest: "" };
    if (rest === "" && !allLanes) {
      return false;
    }
    this.#settings.set({ allLanes: !allLanes });
    return true;
  }

  zoomToSelection(): void {
    const area = areaOf(this.#host.selection.subject);
    const range = selectedRange(this.#host.store.state);
    if (area !== null) {
      this.zoomTo(area);
    } else if (range !== null) {
      const { within } = this.#host.view.state.spaceTime;
      this.#settings.zoom({ a: range.a ?? range.b, b: range.b ?? range.a }, within, "push");
    }
  }

  zoomTo(area: AreaRef): void {
    this.#host.engine.follow(async () => {
      const { windows, alignment } = await this.#zoomOf(area);
      const { axis, apart } = this.#host.view.state.time;
      if (alignment.apart === true && !apart) {
        this.#before = { axis, apart };
      }
      this.#settings.zoom(windows, this.#laneOf(area), "push", alignment);
    });
  }

  /** Returns whether there are calls. A file that was too large has sums alone. */
  get hasCalls(): boolean {
    return SIDES.every((side) => (this.#host.store.state.sides[side].summary?.sums ?? "") === "");
  }

  /** The calls of an area, where single calls are compared. */
  openCalls(area: AreaRef): void {
    this.#host.engine.follow(async () => {
      const { windows, alignment } = await this.#zoomOf(area);
      const { time } = withWindows(this.#host.view.state, windows);
      // Windows are times of the axis as drawn here, and Compare would choose another one.
      const axis = this.#host.store.state.scene?.axis ?? time.axis;
      this.#host.view.change({ time: { ...time, axis, ...alignment } }, "none");
      this.#host.run("desk-compare");
    });
  }

  zoomBy(factor: number): void {
    const pane = this.#panes[0];
    if (pane !== undefined) {
      this.#zoomAbout(pane, (pane.window.start + pane.window.end) / 2, factor);
    }
  }

  zoomAbout({ x, y }: Point, factor: number): void {
    const pane = this.#paneAt({ x, y });
    if (pane !== undefined) {
      const { start, end } = pane.window;
      this.#zoomAbout(pane, start + ((x - pane.x0) / (pane.x1 - pane.x0)) * (end - start), factor);
    }
  }

  /** Along time, by a share of what is shown. */
  panBy(share: number): void {
    const pane = this.#panes[0];
    if (pane !== undefined) {
      this.#moveBy(pane, share * (pane.window.end - pane.window.start));
    }
  }

  drag(point: Point, dx: number): void {
    const pane = this.#paneAt(point);
    if (pane !== undefined) {
      this.#moveBy(pane, (-dx / (pane.x1 - pane.x0)) * (pane.window.end - pane.window.start));
    }
  }

  whole(): void {
    this.#settings.zoom(WHOLE, "", "push", this.#together());
  }

  /** The alignment from before each side was zoomed on its own clock; none if both are zoomed together. */
  #together(): Partial<Alignment> {
    return this.#host.view.state.time.apart ? this.#before : {};
  }

  /** To the view before; without one, to the whole. */
  back(): void {
    if (!this.#host.view.back()) {
      this.whole();
    }
  }

  /** To the next known partition: finer (−1) or coarser. */
  step(by: number): void {
    const areas = this.#areas.state;
    if (areas === null || areas.reply.p === null) {
      return;
    }
    const { p } = areas.reply;
    const stops = areas.reply.curve.map((point) => point.p);
    const next = by > 0 ? stops.find((stop) => stop > p * (1 + 1e-9)) : stops.findLast((stop) => stop < p * (1 - 1e-9));
    if (next !== undefined) {
      this.#settings.setDetail(next, "rest");
    }
  }

  /** To a row of the list: what it names is selected, at the detail at which it stands by itself. */
  goTo(at: number): void {
    const row = this.#areas.rows[at];
    if (row === undefined) {
      return;
    }
    this.#areas.choose(at);
    const { engine, selection, store } = this.#host;
    if (this.#areas.isOutOfView(row)) {
      this.whole();
    }
    store.set({ polite: `${row.lanes}, ${row.time}: ${row.state} ${row.change}` });
    engine.follow(async () => {
      const chosen = await selection.choose(engine.ask("select", { subject: { area: row.area } }));
      if (chosen !== null) {
        selection.take(chosen.reply, row.p < 0 ? "push" : "none");
        if (row.p >= 0) {
          this.#settings.setDetail(row.p / WHOLE_P);
        }
      }
    });
  }

  walk(by: number): void {
    const { rows } = this.#areas;
    if (rows.length > 0) {
      const { current } = this.#areas.state ?? { current: null };
      const next = current === null ? (by > 0 ? 0 : rows.length - 1) : (current + by + rows.length) % rows.length;
      this.goTo(next);
    }
  }

  /**
   * The time of an area on the axis as drawn, for both sides. An area has its side's own time.
   *
   * Along matched calls both sides show one stretch of one axis, which is A's time. If the stretch is much longer in B,
   * B would be squeezed into A's time there, so that its pauses cannot be seen: then each side has its own clock.
   */
  async #zoomOf(area: AreaRef): Promise<Zoom> {
    const { details } = await this.#host.engine.ask("select", { subject: { area } });
    const { windows, ranges } =
      details !== null && "calls" in details ? details.calls : { windows: WHOLE, ranges: WHOLE };
    const isMatched = this.#host.store.state.scene?.axis === "matched";
    if (isMatched && ranges.a !== null && ranges.b !== null) {
      const { a, b } = ranges;
      const [shorter = 0, longer = 0] = [a, b].map(({ start, end }) => end - start).sort((x, y) => x - y);
      if (longer > MOST_STRETCHED * shorter) {
        return { windows: { a, b }, alignment: { axis: "zero", apart: true } };
      }
    }
    const { a, b } = windows;
    const one = a ?? b ?? area.window;
    // Along matched calls both sides show the same stretch of one axis.
    return { windows: isMatched ? { a: one, b: one } : { a: a ?? one, b: b ?? one }, alignment: {} };
  }

  /** A window of a side, and that of the other: the same share of what it shows. */
  #shifted(side: SideName, window: Window): Sides<Window> {
    const { windows } = this.#host.view.state.time;
    const shown = (of: SideName) => this.#panes.find((pane) => pane.side === of)?.window ?? windows[of] ?? undefined;
    const from = shown(side) ?? window;
    const of = (other: SideName): Window => {
      const to = other === side ? undefined : shown(other);
      if (to === undefined) {
        return window;
      }
      const rate = (to.end - to.start) / Math.max(from.end - from.start, 1);
      const start = Math.round(to.start + (window.start - from.start) * rate);
      return { start, end: start + Math.max(Math.round((window.end - window.start) * rate), 1) };
    };
    return { a: of("a"), b: of("b") };
  }

  /** The path of the lane that an area is of; that which is shown already where it is of no other. */
  #laneOf(area: AreaRef): string {
    const { sides, view } = this.#host.store.state;
    const open = SIDES.filter((side) => sides[side].summary !== null).indexOf(area.side);
    const found = this.#areas.state?.reply.lanes.findLast(
      ({ rows }) => rows[open]?.[0] === area.first && rows[open]?.[1] === area.last,
    );
    return found === undefined || found.path === "" ? view.spaceTime.within : found.path;
  }

  #zoomAbout(pane: Pane, at: number, factor: number): void {
    const { start, end } = pane.window;
    const span = Math.max((end - start) / factor, LEAST_TICKS);
    const whole = pane.whole.end - pane.whole.start;
    if (span >= whole) {
      this.#settings.zoom(WHOLE, this.#host.view.state.spaceTime.within, "rest", this.#together());
      return;
    }
    const from = at - (at - start) * (span / (end - start));
    this.#show(pane, from, span);
  }

  #moveBy(pane: Pane, ticks: number): void {
    if (this.#host.view.state.time.windows[pane.side] !== null) {
      this.#show(pane, pane.window.start + ticks, pane.window.end - pane.window.start);
    }
  }

  /** Within the whole. */
  #show({ side, whole }: Pane, from: number, span: number): void {
    const start = Math.round(Math.min(Math.max(from, whole.start), Math.max(whole.start, whole.end - span)));
    const windows = this.#shifted(side, { start, end: start + Math.max(Math.round(span), 1) });
    this.#settings.zoom(windows, this.#host.view.state.spaceTime.within, "rest");
  }

  get #panes(): readonly Pane[] {
    return this.#host.store.state.scene?.panes ?? [];
  }

  #paneAt({ x, y }: Point): Pane | undefined {
    return this.#panes.find(({ x0, y0, x1, y1 }) => x >= x0 && x < x1 && y >= y0 && y < y1);
  }
}

/** Lanes × time that are selected. */
export function areaOf(subject: Subject | null): AreaRef | null {
  return subject !== null && "area" in subject ? subject.area : null;
}
