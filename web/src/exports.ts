// Commands that save or copy: the link, the picture, the drawing.

import type { CanvasHost } from "./canvas/canvas-host.js";
import { isLeftOut } from "./engine/assets.js";
import type { EngineClient } from "./engine/client.js";
import { FetchError } from "./engine/errors.js";
import { drawSvg, savedFile, withCaption } from "./engine/drawing-client.js";
import type { Results, SavedTrace } from "./engine/worker-messages.js";
import { shownVerdict } from "./comparison/comparison-page.js";
import { about, TITLES } from "./graph-titles.js";
import { copy, copyAndSay, fileName, save } from "./files-out.js";
import type { Caption, SideName } from "./generated/protocol.js";
import type { Picture } from "./session/picture.js";
import type { Busy } from "./idle.js";
import { bytes } from "./format.js";
import type { ViewHistory } from "./state/history.js";
import { notesText } from "./state/notes-text.js";
import { mustPack } from "./state/packed-texts.js";
import { part } from "./parts.js";
import type { Sides } from "./sides/sides.js";
import { bothLoaded, SIDES } from "./state/page-state.js";
import type { ReportExtent } from "./report-export-part.js";
import type { Store } from "./state/store.js";
import { resolved } from "./theme.js";
import type { Toasts } from "./toasts.js";

type Parts = {
  busy: Busy;
  store: Store;
  engine: EngineClient;
  canvas: CanvasHost;
  history: ViewHistory;
  picture: Pick<Picture, "tableView" | "layout">;
  toasts: Toasts;
  sides: Pick<Sides, "nameFiles">;
};

/** The kinds of files that the view can become, by their endings. */
export type ExportKind = "png" | "svg" | "csv" | "diptych";

export type ExportedFile = { name: string; content: Blob };

/** Longest link that is copied without a word about its length. */
const MOST_IN_MESSAGES = 8_000;

const reportExport = part(() => import("./report-export-part.js"));

export class Exports {
  readonly #busy: Busy;
  readonly #store: Store;
  readonly #engine: EngineClient;
  readonly #canvas: CanvasHost;
  readonly #history: ViewHistory;
  readonly #picture: Parts["picture"];
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
    if (length <= MOST_IN_MESSAGES) {
      await this.#copyAddress();
      return;
    }
    const text = `The link is ${bytes(length)} long. Mail and chat programs cut links that long.`;
    if (bothLoaded(this.#store.state)) {
      this.#toasts.show(`${text} Send a file with the comparison instead.`, {
        label: "Save the file",
        run: () => this.comparison(false),
      });
    } else {
      this.#toasts.show(text, { label: "Copy it anyway", run: () => void this.#copyAddress() });
    }
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
    const data = SIDES.some((side) => sides[side].runs.some(({ source }) => source.link?.startsWith("data:") ?? false));
    const files = local
      ? " It contains the view and the file names. The files stay on your disk."
      : data
        ? ""
        : " It says where the runs are and what you see; it holds no trace data.";
    const rules = mustPack(view.comparison.rules) ? " Its rules for matching names are compressed." : "";
    const notes = mustPack(notesText(view.notes)) ? " Its notes are compressed." : "";
    const without = data && !location.href.includes("data:") ? " A trace in it was too long: send that as a file." : "";
    this.#toasts.show(
      `${copied ? "Link copied." : "Copy the link from the address bar."}${files}${rules}${notes}${without}`,
    );
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
    await this.#savePicture("png");
  }

  async svg(): Promise<void> {
    await this.#savePicture("svg");
  }

  /** Returns the picture, its data or the comparison as a file; `null` where the traces for it are not open. */
  async file(what: ExportKind): Promise<ExportedFile | null> {
    const content = await this.#content(what);
    return content && { name: this.#fileName(what), content };
  }

  /** The comparison as a `.diptych` file, with both traces if asked for. */
  comparison(withTraces: boolean): void {
    if (!bothLoaded(this.#store.state)) {
      this.#toasts.show("There is no comparison to save. Open two traces first.");
      return;
    }
    this.#engine.follow(async () => {
      try {
        save(this.#fileName("diptych"), await this.#saved(withTraces));
      } catch (error) {
        this.#toasts.show(`The comparison could not be saved: ${String(error)}`);
      }
    });
  }

  /** The comparison as one HTML file, to be mailed or attached. */
  report(extent: ReportExtent): void {
    this.#engine.follow(async () => {
      try {
        const { reportOf } = await reportExport();
        const parts = {
          engine: this.#engine,
          busy: this.#busy,
          state: this.#store.state,
          results: async () => (await this.#results(false)).results,
          withTraces: () => this.#saved(true),
        };
        save(this.#fileName("html"), await reportOf(parts, extent));
      } catch (error) {
        // The page says more of a script that is gone.
        const why = error instanceof FetchError ? "" : error instanceof Error ? error.message : String(error);
        this.#toasts.show(`The report could not be written. ${why}`.trim());
      } finally {
        this.#picture.layout(); // The engine laid out another picture than the one on screen.
      }
    });
  }

  /** The content of a `.diptych` file, once everything in it is known. */
  async #saved(withTraces: boolean): Promise<Blob> {
    const { results, sides } = await this.#results(withTraces);
    const file = await savedFile(results, this.#store.state.view, this.#traces(sides), this.#busy);
    return new Blob([file], { type: "application/octet-stream" });
  }

  /** The results of the comparison, once all of them are known, and the traces if asked for. */
  async #results(withTraces: boolean): Promise<{ results: Uint8Array<ArrayBuffer>; sides: Results["sides"] }> {
    const { comparison } = this.#store.state.view;
    let { results, sides } = await this.#engine.results(comparison, withTraces);
    while (results === null) {
      await this.#busy.idle(); // What is missing is being worked out.
      ({ results, sides } = await this.#engine.results(comparison, withTraces));
    }
    return { results, sides };
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
    this.#engine.follow(async () => {
      const file = await this.file("csv");
      if (file !== null) {
        save(file.name, file.content);
      }
    });
  }

  async #content(what: ExportKind): Promise<Blob | null> {
    const { words } = this.#canvas;
    const view = this.#picture.tableView;
    if (what === "diptych") {
      return bothLoaded(this.#store.state) ? this.#saved(false) : null;
    }
    if (what === "csv") {
      return view && new Blob([(await this.#engine.ask("csv", { view })).text], { type: "text/csv" });
    }
    if (words === null) {
      return null;
    }
    const caption = this.#caption();
    return what === "svg"
      ? new Blob([await drawSvg(words, caption, this.#busy)], { type: "image/svg+xml" })
      : this.#canvas.image(caption && (await withCaption(words, caption, this.#busy)));
  }

  /** Saves a picture, or says why there is none. */
  async #savePicture(what: "png" | "svg"): Promise<void> {
    try {
      const file = await this.file(what);
      if (file === null) {
        this.#toasts.show("There is no picture to export. Open a trace first.");
      } else {
        save(file.name, file.content);
      }
    } catch (error) {
      this.#toasts.show(`The picture could not be written: ${String(error)}`);
    }
  }

  /** Returns the caption of a picture; `null` where there is to be none. */
  #caption(): Caption | null {
    const { captions, scene, sides, view, comparison } = this.#store.state;
    // A report without traces lacks the code that draws captions.
    if (!captions || scene === null || isLeftOut(ARTIFACTS.compute)) {
      return null;
    }
    return {
      theme: resolved(view.theme),
      names: { a: sides.a.summary?.name ?? null, b: sides.b.summary?.name ?? null },
      verdict: shownVerdict(comparison),
      reading: scene.reading,
      heads: scene.rowPanes.flatMap(({ view: graph, x0, y0 }) => {
        const title = TITLES[graph];
        return title === undefined ? [] : [{ x: x0, y: y0, title, about: about(graph, this.#store.state) }];
      }),
      legend: scene.legend,
      drawn: scene.drawn,
      notes: { notes: view.notes, places: scene.notes, panes: scene.panes },
    };
  }

  #fileName(extension: string): string {
    const names = SIDES.flatMap((side) => this.#store.state.sides[side].summary?.name ?? []);
    return fileName(names, extension);
  }
}
