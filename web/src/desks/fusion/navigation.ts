// Moving the calls over the structure, filling the picture with an element, and going to what is listed.

import type { Point } from "../../canvas/gestures.js";
import type { Pane, Subject, Window } from "../../generated/protocol.js";
import { SIDES } from "../../state/page-state.js";
import { selectedRange } from "../../state/ranges.js";
import type { DeskHost } from "../desk.js";
import type { Picking } from "../picking.js";
import type { Elements } from "./elements.js";
import type { Settings, Windows } from "./settings.js";

/** Less time than this is not zoomed to. */
const LEAST_TICKS = 20;
/** So much of what is shown stays in the picture, however far calls are moved aside. */
const KEPT = 0.1;
/** A wheel step further out or in, as a factor, is one element more or fewer. */
const HEIGHT_STEP = 1.1;

export class Navigation {
  readonly #host: DeskHost;
  readonly #settings: Settings;
  readonly #elements: Elements;
  readonly #picking: Picking;
  /** The part of a step of the height that the wheel has turned. */
  #turned = 1;

  constructor(host: DeskHost, settings: Settings, elements: Elements, picking: Picking) {
    this.#host = host;
    this.#settings = settings;
    this.#elements = elements;
    this.#picking = picking;
  }

  layout(): void {
    this.#host.picture.layout();
  }

  /** Folds or shows frames on the text that counts them; selects what lies elsewhere. */
  clickAt(point: Point): void {
    this.#picking.at(point, ({ reply }) => {
      if (reply.action?.type === "fold-frames") {
        this.#settings.set({ frames: !this.#settings.state.frames, scroll: 0 });
      } else {
        this.#host.selection.take(reply, "push");
      }
    });
  }

  /** Fills the picture with the element that lies there, or zooms to the call. */
  openAt(point: Point): void {
    this.#picking.at(point, ({ reply, isNewest }) => {
      if (!isNewest || reply.subject === null) {
        return;
      }
      if ("call" in reply.subject) {
        const { start, duration, side } = reply.subject.call;
        this.#host.selection.take(reply, "none");
        this.#zoomTo(this.#common(side, { start, end: start + Math.max(duration, 1) }));
      } else {
        this.fillWith(reply.subject);
      }
    });
  }

  /** The element of a subject, or what it lies in, fills the picture. */
  fillWith(subject: Subject): void {
    const { engine } = this.#host;
    engine.follow(async () => this.#settings.set({ root: await engine.ask("element-root", { subject }) }));
  }

  zoomBy(factor: number): void {
    this.#zoom(0.5, factor);
  }

  /** Over elements, where these are pointed at, the wheel says how much around them is in focus. */
  turnAt(point: Point, factor: number): void {
    if (this.#settings.state.target === "elements") {
      this.#turned *= factor;
      const steps = Math.trunc(Math.log(this.#turned) / Math.log(HEIGHT_STEP));
      if (steps !== 0) {
        this.#turned = 1;
        this.#settings.stepHeight(-Math.sign(steps));
      }
      return;
    }
    const pane = this.#panes[0];
    if (pane !== undefined) {
      this.#zoom((point.x - pane.x0) / (pane.x1 - pane.x0), factor);
    }
  }

  panBy(share: number): void {
    this.#move((window) => moved(window, share), "rest");
  }

  drag(_point: Point, dx: number, dy: number): void {
    const pane = this.#panes[0];
    if (pane === undefined) {
      return;
    }
    const { scroll } = this.#settings.state;
    // The first pane hangs from the upper edge.
    const to = Math.min(Math.max(scroll - dy, 0), pane.scrollMax);
    const isDeep = pane.scrollMax > 0 && to !== scroll;
    this.#move((window) => moved(window, -dx / (pane.x1 - pane.x0)), "rest", isDeep ? { scroll: to } : {});
  }

  whole(): void {
    this.#settings.show({ a: null, b: null }, "push", { root: "", scroll: 0 });
  }

  /** To the view before; without one, to the whole. */
  back(): void {
    if (!this.#host.view.back()) {
      this.whole();
    }
  }

  zoomToSelection(): void {
    const { call, subject } = this.#host.selection;
    const range = selectedRange(this.#host.store.state);
    if (range !== null) {
      this.#settings.show(range, "push");
    } else if (call !== null) {
      this.#zoomTo(this.#common(call.side, { start: call.start, end: call.start + Math.max(call.duration, 1) }));
    } else if (subject !== null) {
      this.fillWith(subject);
    }
  }

  /** To a row of the list: it is selected, and so pinned. */
  goTo(at: number): void {
    const { engine, selection, store } = this.#host;
    const row = this.#elements.rows[at];
    if (row === undefined) {
      return;
    }
    this.#elements.choose(at);
    store.set({ polite: `${row.name}: ${row.change === "" ? row.values : row.change}` });
    engine.follow(async () => {
      const chosen = await selection.choose(engine.ask("select", { subject: row.subject }));
      if (chosen !== null) {
        selection.take(chosen.reply, "push");
      }
    });
  }

  walk(by: number): void {
    const elements = this.#elements.state;
    const rows = this.#elements.rows.length;
    if (rows > 0) {
      const current = elements?.current ?? null;
      this.goTo(current === null ? (by > 0 ? 0 : rows - 1) : (current + by + rows) % rows);
    }
  }

  get #panes(): readonly Pane[] {
    return this.#host.store.state.scene?.panes ?? [];
  }

  /** Returns a side's own time as time on the common axis. */
  #common(side: "a" | "b", { start, end }: Window): Window {
    const { axis, anchors } = this.#host.view.state.time;
    const by = side === "b" && axis === "chosen" ? anchors.a - anchors.b : 0;
    return { start: start + by, end: end + by };
  }

  #zoomTo(window: Window): void {
    const margin = Math.round((window.end - window.start) / 20);
    const wide = { start: window.start - margin, end: window.end + margin };
    this.#settings.show({ a: wide, b: wide }, "push");
  }

  #zoom(at: number, factor: number): void {
    this.#move(({ start, end }) => {
      const span = Math.max((end - start) / factor, LEAST_TICKS);
      const place = start + at * (end - start);
      return { start: place - at * span, end: place + (1 - at) * span };
    }, "rest");
  }

  /** Both sides in the same way, those that are not shown too, unless they go apart. */
  #move(to: (window: Window) => Window, mode: "rest" | "push", patch: { scroll?: number } = {}): void {
    const pane = this.#panes[0];
    if (pane === undefined) {
      return;
    }
    const { windows, apart } = this.#host.view.state.time;
    const shown = this.#panes.map(({ side }) => side);
    const next: Windows = { ...windows };
    for (const side of SIDES.filter((of) => !apart || shown.includes(of))) {
      next[side] = within(to(windows[side] ?? pane.whole), pane.whole);
    }
    this.#settings.show(next, mode, patch);
  }
}

function moved({ start, end }: Window, share: number): Window {
  const by = share * (end - start);
  return { start: start + by, end: end + by };
}

/** In whole ticks; `null` for the whole. Some of the runs stays in it. */
function within(window: Window, whole: Window): Window | null {
  const span = window.end - window.start;
  if (span >= (whole.end - whole.start) * (1 + KEPT)) {
    return null;
  }
  const least = whole.start - span * (1 - KEPT);
  const most = whole.end - span * KEPT;
  const start = Math.round(Math.min(Math.max(window.start, least), most));
  const next = { start, end: start + Math.max(Math.round(span), 1) };
  return next.start === whole.start && next.end === whole.end ? null : next;
}
