// Moving along the calls, selecting and opening elements, and going to what is listed.

import type { Point } from "../../canvas/gestures.js";
import { Latest } from "../../engine/latest.js";
import type { Pane, SequenceMoveReply, SideName, Subject, TimeState, Window } from "../../generated/protocol.js";
import type { HistoryMode } from "../../session/view-changes.js";
import { selectedRange } from "../../state/ranges.js";
import { withWindows } from "../../state/windows.js";
import type { DeskHost } from "../desk.js";
import type { MinimapWindows } from "../minimap-pointer.js";
import type { Picking } from "../picking.js";
import { RangeDrag } from "../range-drag.js";
import type { Relations } from "./relations.js";
import type { Settings } from "./settings.js";

/** From where to where of what is shown: 0 its beginning, 1 its end. */
type Stretch = { from: number; to: number };
type SideStretch = Stretch & { side: SideName };

const ALL: Stretch = { from: 0, to: 1 };

export class Navigation {
  /** The windows of both runs, as the strip above the views moves them. */
  readonly runs: MinimapWindows = {
    sides: () => this.#sides(),
    // Both views show both sides at once, so no side moves by itself.
    apart: () => false,
    show: (windows) => {
      this.#wanted = ALL;
      // Windows of matching calls differ although the sides are coupled.
      this.#host.view.change(withWindows(this.#host.view.state, windows), "rest");
    },
  };
  readonly #host: DeskHost;
  readonly #settings: Settings;
  readonly #relations: Relations;
  readonly #picking: Picking;
  readonly #moves: Latest<null, SequenceMoveReply>;
  readonly #marks: Latest<SideStretch, SequenceMoveReply>;
  readonly #range: RangeDrag;
  /** The start of a drag that marks calls. */
  #markFrom: { side: SideName; height: number } | null = null;
  /** The distance still to go after the last move. */
  #wanted = ALL;
  /** The windows that the move on its way goes on from. */
  #from: TimeState["windows"] | null = null;

  constructor(host: DeskHost, settings: Settings, relations: Relations, picking: Picking) {
    this.#host = host;
    this.#settings = settings;
    this.#relations = relations;
    this.#picking = picking;
    this.#moves = new Latest(
      host.engine,
      () => this.#ask(),
      (reply) => this.#moved(reply),
    );
    this.#marks = new Latest(
      host.engine,
      ({ from, to }) => host.engine.ask("move-sequence", { from, to, state: null }),
      ({ own }, { side }) => this.#markDragged(side, own[side]),
    );
    this.#range = new RangeDrag(host);
  }

  layout(): void {
    this.#host.picture.layout();
  }

  /** Opens or closes what lies there; on empty ground the whole. */
  openAt(point: Point): void {
    this.#picking.at(point, ({ reply, isNewest }) => {
      if (!isNewest) {
        return;
      }
      if (reply.subject === null) {
        this.whole();
      } else if (isElement(reply.subject)) {
        this.toggle(reply.subject);
      } else {
        this.#host.selection.take(reply, "push");
      }
    });
  }

  /** Opens an element, or closes it. */
  toggle(element: Subject): void {
    this.#open(element, false);
  }

  /** Opens an element, and closes all that lies beside it and beside what is around it. */
  openAlone(element: Subject): void {
    this.#open(element, true);
  }

  #open(element: Subject, alone: boolean): void {
    const { engine, view } = this.#host;
    engine.follow(async () => {
      const { opened, closed, root } = await engine.ask("toggle-element", {
        state: view.state.structure,
        element,
        alone,
      });
      this.#settings.set({ opened, closed, root });
    });
  }

  zoomBy(factor: number): void {
    this.#zoom(0.5, factor);
  }

  zoomAbout(point: Point, factor: number): void {
    const pane = this.#paneAt(point);
    if (pane !== undefined) {
      this.#zoom((point.y - pane.y0) / (pane.y1 - pane.y0), factor);
    }
  }

  /** Along the calls, by a share of what is shown. */
  panBy(share: number): void {
    const { time } = this.#host.view.state;
    if (time.windows.a !== null || time.windows.b !== null) {
      const { from, to } = this.#wanted;
      const by = share * (to - from);
      this.#move({ from: from + by, to: to + by });
    }
  }

  /** A drag begins: with Shift, or where marking is switched on, it marks calls. */
  press(point: Point, shift: boolean): void {
    const pane = this.#paneAt(point);
    const marks = pane !== undefined && (shift || this.#relations.state?.marking === true);
    this.#markFrom = marks ? { side: pane.side, height: heightIn(pane, point) } : null;
    this.#range.begin(null, point);
  }

  release(): void {
    this.#markFrom = null;
  }

  drag(point: Point, dy: number): void {
    const from = this.#markFrom;
    if (from !== null) {
      const pane = this.#host.store.state.scene?.panes.find(({ side }) => side === from.side);
      if (pane !== undefined) {
        const to = Math.min(Math.max(heightIn(pane, point), 0), 1);
        this.#marks.ask({ side: from.side, from: Math.min(from.height, to), to: Math.max(from.height, to) });
      }
      return;
    }
    const pane = this.#paneAt(point);
    if (pane !== undefined) {
      this.panBy(-dy / (pane.y1 - pane.y0));
    }
  }

  /** Seeks the calls of a time again: those of a call, of what is selected. */
  markTime(side: SideName, window: Window): void {
    this.#mark(side, window, "push");
  }

  unmark(): void {
    this.#settings.set({ mark: null });
  }

  /** Seeks the calls of the dragged time again, and selects it, so that its sums are in Details. */
  #markDragged(side: SideName, window: Window | null): void {
    this.#mark(side, window, "rest");
    if (window !== null) {
      this.#range.select(side, window);
    }
  }

  #mark(side: SideName, window: Window | null, mode: HistoryMode): void {
    if (window !== null) {
      this.#settings.set({ mark: { time: { side, window, other: null } } }, mode);
      this.#relations.show("repeats");
    }
  }

  whole(): void {
    this.#wanted = ALL;
    this.#settings.show({ windows: { a: null, b: null }, pending: false }, "push");
  }

  back(): void {
    this.whole();
  }

  #sides(): readonly SideName[] {
    const { a, b } = this.#host.store.state.sides;
    return [...(a.summary === null ? [] : (["a"] as const)), ...(b.summary === null ? [] : (["b"] as const))];
  }

  /** Shows the calls of the selected time range; false if no range is selected. */
  zoomToRange(): boolean {
    const range = selectedRange(this.#host.store.state);
    if (range === null) {
      return false;
    }
    this.#wanted = ALL;
    this.#settings.show({ windows: range, pending: false }, "push");
    return true;
  }

  /** To a row of the list: it is selected. */
  goTo(at: number): void {
    const relations = this.#relations.state;
    const row = relations?.reply.rows[at];
    if (row === undefined) {
      return;
    }
    this.#relations.choose(at);
    const { engine, selection, store } = this.#host;
    store.set({ polite: `${row.caller}, ${row.callee}: ${row.change}` });
    this.#bringIntoView(row.subject);
    engine.follow(async () => {
      const chosen = await selection.choose(engine.ask("select", { subject: row.subject }));
      if (chosen !== null) {
        selection.take(chosen.reply, "push");
      }
    });
  }

  walk(by: number): void {
    const relations = this.#relations.state;
    const rows = relations?.reply.rows.length ?? 0;
    if (rows > 0) {
      const current = relations?.current ?? null;
      this.goTo(current === null ? (by > 0 ? 0 : rows - 1) : (current + by + rows) % rows);
    }
  }

  /** Calls outside what is shown are shown with all others. */
  #bringIntoView(subject: Subject): void {
    if ("time" in subject) {
      const { side, window } = subject.time;
      const shown = this.#host.view.state.time.windows[side];
      if (shown !== null && (window.start < shown.start || window.end > shown.end)) {
        this.whole();
      }
    }
  }

  #zoom(at: number, factor: number): void {
    const { from, to } = this.#wanted;
    const [place, span] = [from + at * (to - from), (to - from) / factor];
    this.#move({ from: place - at * span, to: place + (1 - at) * span });
  }

  #move(wanted: Stretch): void {
    this.#wanted = wanted;
    this.#moves.ask(null);
  }

  /** All that was wanted until now; what follows goes on from there. */
  #ask(): Promise<SequenceMoveReply> {
    const { from, to } = this.#wanted;
    const { state } = this.#host.view;
    this.#wanted = ALL;
    this.#from = state.time.windows;
    return this.#host.engine.ask("move-sequence", { from, to, state });
  }

  #moved(reply: SequenceMoveReply): void {
    if (this.#from === this.#host.view.state.time.windows) {
      // Else another way led elsewhere meanwhile.
      this.#settings.show(reply, "rest");
    }
  }

  #paneAt({ x, y }: Point): Pane | undefined {
    return this.#host.store.state.scene?.panes.find(({ x0, y0, x1, y1 }) => x >= x0 && x < x1 && y >= y0 && y < y1);
  }
}

/** From 0, its upper edge, to 1. */
function heightIn({ y0, y1 }: Pane, { y }: Point): number {
  return (y - y0) / (y1 - y0);
}

export function isElement(subject: Subject): boolean {
  return "element" in subject || "function" in subject;
}
