// Zooming to paths and functions, and what is selected on the way.

import type { Point } from "../../canvas/gestures.js";
import type { Framed, FunctionRef, RowPane, Subject } from "../../generated/protocol.js";
import type { DeskHost } from "../desk.js";
import { selectedRange } from "../../state/ranges.js";
import type { Picking } from "../picking.js";
import type { Settings } from "./settings.js";

/** Height of the rows that stay in view when a graph is scrolled by a page, CSS pixels. */
const OVERLAP_PX = 34;

export class Navigation {
  readonly #host: DeskHost;
  readonly #settings: Settings;
  readonly #picking: Picking;

  constructor(host: DeskHost, settings: Settings, picking: Picking) {
    this.#host = host;
    this.#settings = settings;
    this.#picking = picking;
  }

  /** Asks for the picture again: something is marked that was not. */
  layout(): void {
    this.#host.picture.layout();
  }

  /** To what lies there; on empty ground, and on what is above the path that is zoomed to, back. */
  zoomAt(point: Point): void {
    this.#picking.at(point, ({ reply, isNewest }) => {
      this.#host.selection.take(reply, "none"); // With the way there it is one step.
      if (isNewest && !this.#zoomTo(reply.subject)) {
        this.zoomOut();
      }
    });
  }

  /** To the selected path or function; to a time range by counting only what lies in it. */
  zoomToSelection(): void {
    const range = selectedRange(this.#host.store.state);
    if (range !== null) {
      this.#settings.showTime(range);
    } else {
      this.#zoomTo(this.#host.selection.subject);
    }
  }

  /** To a path of the breadcrumb; none is the whole. */
  zoomToPath(path: readonly FunctionRef[]): void {
    const { funky } = this.#host.view.state.profile;
    const zoom = path.length === 0 ? null : { path: [...path] };
    this.#settings.setProfile({
      flame: { ...this.#host.view.state.profile.flame, zoom, scroll: 0 },
      funky: { ...funky, zoom: ofPath(path), scroll: 0 },
    });
  }

  zoomToFunction(of: FunctionRef): void {
    this.#zoomTo({ function: of });
  }

  /** To the caller of what is zoomed to. */
  zoomOut(): void {
    const { flame, funky } = this.#host.view.state.profile;
    const path = pathOf(flame.zoom);
    if (path !== null) {
      this.zoomToPath(path.slice(0, -1));
    } else if (flame.zoom !== null || funky.zoom !== null) {
      this.zoomToPath([]);
    }
  }

  whole(): void {
    this.zoomToPath([]);
  }

  /** To the view before; without one, to the whole. */
  back(): void {
    if (!this.#host.view.back()) {
      this.whole();
    }
  }

  /** Positive shows what lies further from the first row. */
  scrollRows(dy: number): void {
    const pane = this.#panes[0];
    if (pane !== undefined) {
      this.#scrollBy(pane, dy);
    }
  }

  /** Scrolls a graph on by a page; from the last row back to the first. */
  moreRows(pane: RowPane): void {
    const page = pane.page - OVERLAP_PX;
    this.#scrollBy(pane, pane.scroll >= pane.scrollMax ? -pane.scroll : page);
  }

  /** The rows under a point follow by so many pixels. */
  dragRows(point: Point, dy: number): void {
    const pane = this.#panes.find(
      ({ x0, y0, x1, y1 }) => point.x >= x0 && point.x < x1 && point.y >= y0 && point.y < y1,
    );
    if (pane !== undefined) {
      this.#scrollBy(pane, dy * pane.scrollSign);
    }
  }

  /** Selects the call of a difference; its path is marked. */
  frame({ call }: Framed): void {
    const { engine, selection } = this.#host;
    if (call !== null) {
      engine.follow(async () => {
        const chosen = await selection.choose(engine.ask("select", { subject: { call } }));
        if (chosen !== null) {
          selection.take(chosen.reply, "push");
        }
      });
    }
  }

  /** Both graphs go to the same function; false where a subject is neither path nor function, or is shown as far as it goes. */
  #zoomTo(subject: Subject | null): boolean {
    if (subject === null) {
      return false;
    }
    const { flame, funky } = this.#host.view.state.profile;
    if ("path" in subject) {
      const isThere = JSON.stringify(pathOf(flame.zoom)) === JSON.stringify(subject.path);
      if (!isThere) {
        this.zoomToPath(subject.path);
      }
      return !isThere;
    }
    if ("function" in subject || "call" in subject) {
      const isThere = JSON.stringify(flame.zoom) === JSON.stringify(subject);
      const column = "function" in subject ? subject : funky.zoom;
      if (!isThere) {
        this.#settings.setProfile({
          flame: { ...flame, zoom: subject, scroll: 0 },
          funky: { ...funky, zoom: column, scroll: 0 },
        });
      }
      return !isThere;
    }
    return false;
  }

  get #panes(): readonly RowPane[] {
    return this.#host.store.state.scene?.rowPanes ?? [];
  }

  #scrollBy(pane: RowPane, dy: number): void {
    const scroll = Math.round(Math.min(Math.max(pane.scroll + dy, pane.scrollMin), pane.scrollMax));
    if (scroll !== pane.scroll) {
      this.#settings.scroll(pane.view, scroll);
    }
  }
}

/** The path that is zoomed to; `null` where it is none. */
export function pathOf(zoom: Subject | null): readonly FunctionRef[] | null {
  return zoom !== null && "path" in zoom ? zoom.path : null;
}

/** The function that a path ends in. */
function ofPath(path: readonly FunctionRef[]): Subject | null {
  const last = path.at(-1);
  return last === undefined ? null : { function: last };
}
