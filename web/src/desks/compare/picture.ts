// The picture of the desk and the table of the same: asked for one at a time, the newest state waits.

import type { CanvasHost, Words } from "../../canvas/canvas-host.js";
import type { EngineClient } from "../../engine/client.js";
import { Latest } from "../../engine/latest.js";
import type { SceneInfo, Twin, ViewId } from "../../generated/protocol.js";
import { anyLoaded } from "../../state/page-state.js";
import type { Store } from "../../state/store.js";
import { resolved } from "../../theme.js";

/** The desk that is asked for. */
export const DESK = "compare";

/** Rows of a page of the table. */
export const TWIN_ROWS = 200;

/** A laid out scene: what the shell needs to know of it, and its words. */
type LaidOut = { info: SceneInfo; words: Words | null };

export class Picture {
  readonly #store: Store;
  readonly #engine: EngineClient;
  readonly #canvas: CanvasHost;
  readonly #drawn: (info: SceneInfo) => void;
  readonly #layouts: Latest<null, LaidOut | null>;
  readonly #tables: Latest<{ view: ViewId; first: number }, Twin>;
  /** How far links are on their way from lines (0) to tubes (1); `null` where they rest. */
  tubes: number | null = null;

  /** `drawn`: another picture is shown. */
  constructor(store: Store, engine: EngineClient, canvas: CanvasHost, drawn: (info: SceneInfo) => void) {
    this.#store = store;
    this.#engine = engine;
    this.#canvas = canvas;
    this.#drawn = drawn;
    this.#layouts = new Latest(engine, () => this.#layOut(), (picture) => this.#show(picture));
    this.#tables = new Latest(
      engine,
      ({ view, first }) => engine.ask("twin", { view, first, count: TWIN_ROWS }),
      (table) => {
        if (this.#store.state.twin !== null) {
          this.#store.set({ twin: { table, first: table.first } });
        }
      },
    );
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
  askTwin(first: number | null): void {
    const view = this.#store.state.scene?.table ?? null;
    if (first !== null && view !== null) {
      this.#tables.ask({ view, first });
    }
  }

  /** A picture of the state as it is when there is time for it. */
  async #layOut(): Promise<LaidOut | null> {
    const { width, height } = this.#canvas.size;
    const state = this.#store.state.view;
    if (!anyLoaded(this.#store.state)) {
      return null;
    }
    const theme = resolved(state.theme);
    return this.#engine.layout({ desk: DESK, state, theme, width, height, tubes: this.tubes });
  }

  #show(picture: LaidOut | null): void {
    if (picture === null || picture.words === null) {
      return;
    }
    const { info, words } = picture;
    this.#store.set({ scene: info });
    const before = this.#canvas.show(words);
    if (before !== null) {
      this.#engine.recycle(before);
    }
    this.askTwin(this.#store.state.twin?.first ?? null);
    this.#drawn(info);
  }
}
