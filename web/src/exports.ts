// Commands that save or copy: the link, the picture, the drawing.

import type { CanvasHost } from "./canvas/canvas-host.js";
import type { Engine } from "./engine/client.js";
import { drawSvg, withCaption } from "./engine/drawing-client.js";
import { copy, copyAndSay, fileName, save } from "./files-out.js";
import type { Caption, SideName } from "./generated/protocol.js";
import type { Picture } from "./session/picture.js";
import type { Busy } from "./idle.js";
import { bytes } from "./format.js";
import type { ViewHistory } from "./state/history.js";
import { mustPack } from "./state/packed-rules.js";
import type { Sides } from "./sides/sides.js";
import { SIDES } from "./state/page-state.js";
import type { Store } from "./state/store.js";
import { resolved } from "./theme.js";
import type { Toasts } from "./toasts.js";

type Parts = {
  busy: Busy;
  store: Store;
  engine: Engine;
  canvas: CanvasHost;
  history: ViewHistory;
  picture: Pick<Picture, "tableView">;
  toasts: Toasts;
  sides: Pick<Sides, "nameFiles">;
};

/** Longest link that is copied without a word about its length. */
const MOST_IN_MESSAGES = 8_000;

export class Exports {
  readonly #busy: Busy;
  readonly #store: Store;
  readonly #engine: Engine;
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
    await this.#nameTraces();
    await this.#history.complete();
    const { length } = location.href;
    if (length > MOST_IN_MESSAGES) {
      this.#toasts.show(
        `The link is ${bytes(length)} long. Mail and chat programs cut links that long. Send a comparison file instead, made by “diptych compare A B -o pair.diptych”.`,
        { label: "Copy it anyway", run: () => void this.#copyAddress() },
      );
      return;
    }
    await this.#copyAddress();
  }

  /** Puts the fingerprints of the open traces into the address, so that a file that was replaced since is noticed. */
  async #nameTraces(): Promise<void> {
    const found: Record<SideName, string | null> = { a: null, b: null };
    for (const side of SIDES) {
      if (this.#store.state.sides[side].summary !== null) {
        found[side] = await this.#engine.ask("fingerprint", { side }).catch(() => null);
      }
    }
    const { link } = this.#store.state;
    this.#store.set({ link: { ...link, hashes: { a: found.a ?? link.hashes.a, b: found.b ?? link.hashes.b } } });
  }

  async #copyAddress(): Promise<void> {
    const copied = await copy(location.href);
    const { sides, view } = this.#store.state;
    const local = SIDES.some((side) => sides[side].runs.some(({ source }) => source.link === null));
    const files = local ? " It contains the view and the file names. The files stay on your disk." : "";
    const rules = mustPack(view.comparison.rules) ? " Its rules for matching names are compressed." : "";
    const data = SIDES.some((side) => sides[side].runs.some(({ source }) => source.link?.startsWith("data:") ?? false));
    const without = data && !location.href.includes("data:") ? " A trace in it was too long: send that as a file." : "";
    this.#toasts.show(`${copied ? "Link copied." : "Copy the link from the address bar."}${files}${rules}${without}`);
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
