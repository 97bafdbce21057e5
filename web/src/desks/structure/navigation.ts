// Moving along the calls, selecting and opening elements, and going to what is listed.

import type { Point } from "../../canvas/gestures.js";
import { Latest } from "../../engine/latest.js";
import type { Pane, PickReply, SceneInfo, SequenceMoveReply, Subject } from "../../generated/protocol.js";
import type { Chosen } from "../../session/selection.js";
import { CONTEXT_MENU } from "../../state/page-state.js";
import type { DeskHost } from "../desk.js";
import type { Relations } from "./relations.js";
import type { Settings } from "./settings.js";

/** From where to where of what is shown: 0 its beginning, 1 its end. */
type Stretch = { from: number; to: number };

const ALL: Stretch = { from: 0, to: 1 };

export class Navigation {
  readonly #host: DeskHost;
  readonly #settings: Settings;
  readonly #relations: Relations;
  readonly #moves: Latest<Stretch, SequenceMoveReply>;
  /** What was asked for since the picture that is shown: it is behind while calls are being counted. */
  #wanted = ALL;

  constructor(host: DeskHost, settings: Settings, relations: Relations) {
    this.#host = host;
    this.#settings = settings;
    this.#relations = relations;
    this.#moves = new Latest(host.engine, (stretch) => host.engine.ask("move-sequence", stretch), (reply) => settings.show(reply, "rest"));
  }

  layout(): void {
    this.#host.picture.layout();
  }

  /** Another picture is shown: once it is the one that was asked for moves go on from it. */
  drawn({ panes }: SceneInfo): void {
    const { windows } = this.#host.view.state.time;
    const isShown = ({ side, window }: Pane) => {
      const wanted = windows[side];
      return wanted === null || (wanted.start === window.start && wanted.end === window.end);
    };
    if (panes.every(isShown)) {
      this.#wanted = ALL;
    }
  }

  selectAt(point: Point): void {
    this.#pickAt(point, ({ reply }) => this.#host.selection.take(reply, "push"));
  }

  /** Opens or closes what lies there; on empty ground the whole. */
  openAt(point: Point): void {
    this.#pickAt(point, ({ reply, isNewest }) => {
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

  menuAt(point: Point): void {
    this.#pickAt(point, ({ reply, isNewest }) => {
      this.#host.selection.take(reply, "push");
      if (isNewest) {
        this.#host.store.set({ contextMenu: point, menu: CONTEXT_MENU, hover: null });
      }
    });
  }

  openMenu(): void {
    const { scene } = this.#host.store.state;
    if (scene !== null) {
      this.#host.store.set({ contextMenu: { x: scene.width / 2, y: scene.height / 2 }, menu: CONTEXT_MENU, hover: null });
    }
  }

  /** Opens an element, or closes it. */
  toggle(element: Subject): void {
    const { engine, view } = this.#host;
    engine.follow(async () => {
      const state = await engine.ask("toggle-element", { state: view.state.structure, element });
      this.#settings.set({ opened: state.opened, closed: state.closed });
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

  drag(point: Point, dy: number): void {
    const pane = this.#paneAt(point);
    if (pane !== undefined) {
      this.panBy(-dy / (pane.y1 - pane.y0));
    }
  }

  whole(): void {
    this.#wanted = ALL;
    this.#settings.show({ windows: { a: null, b: null } }, "push");
  }

  back(): void {
    this.whole();
  }

  /** To a row of the list: it is selected. */
  goTo(at: number): void {
    const { relations } = this.#host.store.state;
    const row = relations?.reply.rows[at];
    if (row === undefined) {
      return;
    }
    this.#relations.choose(at);
    const { engine, selection, store } = this.#host;
    store.set({ polite: `${row.caller}, ${row.callee}: ${row.change}` });
    engine.follow(async () => {
      const chosen = await selection.choose(engine.ask("select", { subject: row.subject }));
      if (chosen !== null) {
        selection.take(chosen.reply, "push");
      }
    });
  }

  walk(by: number): void {
    const { relations } = this.#host.store.state;
    const rows = relations?.reply.rows.length ?? 0;
    if (rows > 0) {
      const current = relations?.current ?? null;
      this.goTo(current === null ? (by > 0 ? 0 : rows - 1) : (current + by + rows) % rows);
    }
  }

  #zoom(at: number, factor: number): void {
    const { from, to } = this.#wanted;
    const [place, span] = [from + at * (to - from), (to - from) / factor];
    this.#move({ from: place - at * span, to: place + (1 - at) * span });
  }

  #move(wanted: Stretch): void {
    // Further than one picture away nothing is known yet.
    this.#wanted = { from: Math.max(wanted.from, -1), to: Math.min(wanted.to, 2) };
    this.#moves.ask(this.#wanted);
  }

  #paneAt({ x, y }: Point): Pane | undefined {
    return this.#host.store.state.scene?.panes.find(({ x0, y0, x1, y1 }) => x >= x0 && x < x1 && y >= y0 && y < y1);
  }

  #pickAt({ x, y }: Point, go: (chosen: Chosen<PickReply>) => void): void {
    const { engine, selection, picture } = this.#host;
    engine.follow(async () => {
      const chosen = await selection.choose(engine.ask("pick", { desk: picture.desk, point: [x, y] }));
      if (chosen !== null) {
        go(chosen);
      }
    });
  }
}

export function isElement(subject: Subject): boolean {
  return "element" in subject || "function" in subject;
}
