// The picture of the desk in front and the table of the same: one request at a time, the newest state waits.

import type { CanvasHost, Words } from "../canvas/canvas-host.js";
import type { EngineClient } from "../engine/client.js";
import { Latest } from "../engine/latest.js";
import type { DeskId, LayoutRequest, SceneInfo, DataTable, ViewId } from "../generated/protocol.js";
import { anyLoaded } from "../state/page-state.js";
import type { Store } from "../state/store.js";
import { resolved } from "../theme.js";

/** Rows of a page of the table. */
export const TABLE_ROWS = 200;

/** The part of a layout request that the desk in front decides: its name, and its animations, which are in no state. */
export type DeskLayout = Pick<LayoutRequest, "desk" | "tubes">;

export interface PictureListener {
  deskLayout(): DeskLayout;
  /** Another picture is shown. */
  drawn(info: SceneInfo): void;
}

/** A laid out scene: what the shell needs to know of it, and its words. */
type LayoutResult = { info: SceneInfo; words: Words | null };

export class Picture {
  readonly #store: Store;
  readonly #engine: EngineClient;
  readonly #canvas: CanvasHost;
  readonly #listener: PictureListener;
  readonly #layouts: Latest<null, LayoutResult | null>;
  readonly #tables: Latest<{ view: ViewId; first: number }, DataTable>;
  /** The number of the scene that the canvas holds, as the engine has it. */
  #held = 0;

  constructor(store: Store, engine: EngineClient, canvas: CanvasHost, listener: PictureListener) {
    this.#store = store;
    this.#engine = engine;
    this.#canvas = canvas;
    this.#listener = listener;
    this.#layouts = new Latest(
      engine,
      () => this.#layOut(),
      (picture) => this.#show(picture),
    );
    this.#tables = new Latest(
      engine,
      ({ view, first }) => engine.ask("table", { view, first, count: TABLE_ROWS }),
      (page) => {
        if (this.#store.state.table !== null) {
          this.#store.set({ table: { page, first: page.first } });
        }
      },
    );
  }

  /** The desk whose picture it is. */
  get desk(): DeskId {
    return this.#listener.deskLayout().desk;
  }

  /** The view of the desk whose values stand in the table; `null` before the first picture. */
  get tableView(): ViewId | null {
    return this.#store.state.scene?.table ?? null;
  }

  /** The element that is drawn on. */
  get element(): HTMLElement {
    return this.#canvas.element;
  }

  /** CSS pixels. */
  get size(): { width: number; height: number } {
    return this.#canvas.size;
  }

  /** True if the picture is not the newest that was asked for, so that another follows. */
  get isOutdated(): boolean {
    return this.#layouts.isWaiting;
  }

  /** Asks for a picture of the state. */
  layout(): void {
    if (this.#canvas.size.width > 0 && anyLoaded(this.#store.state)) {
      this.#layouts.ask(null);
    }
  }

  /**
   * Asks for the page of the table that begins at `first`; nothing while the picture is shown, and not before the
   * first layout, which the table follows.
   */
  askTable(first: number | null): void {
    const view = this.tableView;
    if (first !== null && view !== null) {
      this.#tables.ask({ view, first });
    }
  }

  /** Shows nothing any more. */
  clear(): void {
    this.#held = 0;
    this.#recycle(this.#canvas.clear());
  }

  /** The engine has ended: the next one numbers its scenes anew. */
  engineDied(): void {
    this.#held = 0;
  }

  /** A picture of the state as it is when there is time for it. */
  async #layOut(): Promise<LayoutResult | null> {
    const { width, height } = this.#canvas.size;
    const state = this.#store.state.view;
    if (!anyLoaded(this.#store.state)) {
      return null;
    }
    return this.#engine.layout({
      ...this.#listener.deskLayout(),
      state,
      theme: resolved(state.theme),
      width,
      height,
      held: this.#held,
    });
  }

  #show(picture: LayoutResult | null): void {
    if (picture === null) {
      return;
    }
    const { info, words } = picture;
    // Without words it is the one on screen: what it is to show has not come yet, or changes nothing.
    if (words !== null) {
      this.#held = info.number;
      this.#store.set({ scene: info });
      this.#recycle(this.#canvas.show(words));
    } else if (JSON.stringify(info) !== JSON.stringify(this.#store.state.scene)) {
      this.#store.set({ scene: info });
    }
    this.askTable(this.#store.state.table?.first ?? null);
    this.#listener.drawn(info);
    if (info.unfinished) {
      this.layout();
    }
  }

  #recycle(words: Words | null): void {
    if (words !== null) {
      this.#engine.recycle(words);
    }
  }
}
