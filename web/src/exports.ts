// Commands that save or copy: the link, the picture, the drawing.

import type { CanvasHost } from "./canvas/canvas-host.js";
import type { EngineClient } from "./engine/client.js";
import { drawSvg, savedFile, withCaption } from "./engine/drawing-client.js";
import type { Results, SavedTrace } from "./engine/worker-messages.js";
import { copy, copyAndSay, fileName, save } from "./files-out.js";
import type { Caption } from "./generated/protocol.js";
import type { Picture } from "./session/picture.js";
import type { Busy } from "./idle.js";
import type { ViewHistory } from "./state/history.js";
import type { Sides } from "./sides/sides.js";
import { bothLoaded, SIDES } from "./state/page-state.js";
import type { Store } from "./state/store.js";
import { resolved } from "./theme.js";
import type { Toasts } from "./toasts.js";

type Parts = {
  busy: Busy;
  store: Store;
  engine: EngineClient;
  canvas: CanvasHost;
  history: ViewHistory;
  picture: Pick<Picture, "tableView">;
  toasts: Toasts;
  sides: Pick<Sides, "nameFiles">;
};

export class Exports {
  readonly #busy: Busy;
  readonly #store: Store;
  readonly #engine: EngineClient;
  readonly #canvas: CanvasHost;
  readonly #history: ViewHistory;
  readonly #picture: Pick<Picture, "tableView">;
  readonly #toasts: Toasts;
  readonly #sides: Parts["sides"];

  constructor({ busy, store, engine, canvas, history, picture, toasts, sides }: Parts) {
    this.#busy = busy;
    this.#store = store;
    this.#engine = engine;
    this.#canvas = canvas;
    this.#history = history;
    this.#picture = picture;
    this.#toasts = toasts;
    this.#sides = sides;
  }

  async copyLink(): Promise<void> {
    await this.#sides.nameFiles();
    this.#history.replace();
    const copied = await copy(location.href);
    const { sides } = this.#store.state;
    const local = SIDES.some((side) => sides[side].runs.some(({ source }) => source.link === null));
    const files = local ? " It contains the view and the file names. The files stay on your disk." : "";
    this.#toasts.show(`${copied ? "Link copied." : "Copy the link from the address bar."}${files}`);
  }

  /** Copies the name of the selection. Returns false where there is none, or where text is selected that the browser copies. */
  copyName(): boolean {
    const { details } = this.#store.state;
    const isTextSelected = getSelection()?.isCollapsed === false;
    if (details === null || isTextSelected) {
      return false;
    }
    const { name } = "call" in details ? details.call : details.calls;
    void copyAndSay(name, name, this.#toasts);
    return true;
  }

  async png(): Promise<void> {
    const { words } = this.#canvas;
    const caption = this.#caption();
    const image = await this.#drawn(async () => {
      const captioned = words === null || caption === null ? null : await withCaption(words, caption, this.#busy);
      return this.#canvas.image(captioned);
    });
    if (image !== null) {
      save(this.#fileName("png"), image);
    }
  }

  async svg(): Promise<void> {
    const { words } = this.#canvas;
    const drawn = await this.#drawn(async () => (words === null ? null : drawSvg(words, this.#caption(), this.#busy)));
    if (drawn !== null) {
      save(this.#fileName("svg"), new Blob([drawn], { type: "image/svg+xml" }));
    }
  }

  /** The comparison as a `.diptych` file, with both traces if asked for. */
  comparison(withTraces: boolean): void {
    if (!bothLoaded(this.#store.state)) {
      this.#toasts.show("There is no comparison to save. Open two traces first.");
      return;
    }
    this.#engine.follow(async () => {
      const { view } = this.#store.state;
      let saved = await this.#engine.results(view.comparison, withTraces);
      while (saved.results === null) {
        await this.#busy.idle(); // What is missing is being worked out.
        saved = await this.#engine.results(view.comparison, withTraces);
      }
      const { results, sides } = saved;
      try {
        const file = await savedFile(results, view, this.#traces(sides), this.#busy);
        save(this.#fileName("diptych"), new Blob([file], { type: "application/octet-stream" }));
      } catch (error) {
        this.#toasts.show(`The comparison could not be saved: ${String(error)}`);
      }
    });
  }

  #traces(sides: Results["sides"]): SavedTrace[] {
    return SIDES.flatMap((side) => {
      const { summary } = this.#store.state.sides[side];
      const held = sides[side];
      if (held === null || summary === null) {
        return [];
      }
      const { name, format, bytes, packed } = summary;
      const place = { side, run: 0, readAs: "alone" } as const;
      return [{ done: { place, name, format, bytes, packed, ofFile: [] }, ...held }];
    });
  }

  /** Switches the captions under exported pictures on or off. */
  switchCaption(): void {
    this.#store.set({ captions: !this.#store.state.captions });
  }

  /** A row for every box. */
  csv(): void {
    const view = this.#picture.tableView;
    if (view !== null) {
      this.#engine.follow(async () => {
        const { text } = await this.#engine.ask("csv", { view });
        save(this.#fileName("csv"), new Blob([text], { type: "text/csv" }));
      });
    }
  }

  /** A picture, or a word on why there is none. */
  async #drawn<T>(draw: () => Promise<T | null>): Promise<T | null> {
    try {
      const drawn = await draw();
      if (drawn === null) {
        this.#toasts.show("There is no picture to export. Open a trace first.");
      }
      return drawn;
    } catch (error) {
      this.#toasts.show(`The picture could not be written: ${String(error)}`);
      return null;
    }
  }

  /** Returns the caption of a picture; `null` where there is to be none. */
  #caption(): Caption | null {
    const { captions, scene, sides, view, comparison } = this.#store.state;
    if (!captions || scene === null) {
      return null;
    }
    return {
      theme: resolved(view.theme),
      names: { a: sides.a.summary?.name ?? null, b: sides.b.summary?.name ?? null },
      verdict: comparison.summary?.verdict.map(({ text }) => text) ?? [],
      legend: scene.legend,
      drawn: scene.drawn,
    };
  }

  #fileName(extension: string): string {
    const names = SIDES.flatMap((side) => this.#store.state.sides[side].summary?.name ?? []);
    return fileName(names, extension);
  }
}
