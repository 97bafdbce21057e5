// Call paths as files that other programs read, as the command writes them: written in the compute role, while the page
// goes on.

import { Latest } from "../../engine/latest.js";
import { fileName, save } from "../../files-out.js";
import type { ProfileFileFormat, ProfileFileReply, ViewState } from "../../generated/protocol.js";
import { SIDES } from "../../state/page-state.js";
import type { DeskHost, MenuItem } from "../desk.js";

type FileRequest = { format: ProfileFileFormat; state: ViewState };

/** In the order of the menu: what each is called there, what it ends in, and what a browser is told that it is. */
const FORMATS: readonly { format: ProfileFileFormat; label: string; ending: string; type: string }[] = [
  { format: "svg", label: "Flame graph (interactive SVG)", ending: "flame.svg", type: "image/svg+xml" },
  { format: "funky-svg", label: "Funky graph (interactive SVG)", ending: "funky.svg", type: "image/svg+xml" },
  { format: "folded", label: "Folded stacks", ending: "folded", type: "text/plain" },
  { format: "speedscope", label: "Speedscope JSON", ending: "speedscope.json", type: "application/json" },
  { format: "csv", label: "Functions (CSV)", ending: "functions.csv", type: "text/csv" },
];

export class Files {
  readonly #host: DeskHost;
  readonly #replies: Latest<FileRequest, ProfileFileReply>;
  /** The file being written. */
  #wanted: FileRequest | null = null;
  /** Ends what the page is busy with. */
  #end: (() => void) | null = null;

  constructor(host: DeskHost) {
    this.#host = host;
    this.#replies = new Latest(
      host.engine,
      (wanted) => host.engine.ask("profile-file", wanted),
      (reply, wanted) => this.#arrived(reply, wanted),
    );
  }

  /** Entries of the menu of exports. */
  get items(): readonly MenuItem[] {
    return FORMATS.map(({ format, label }) => ({ label, run: () => this.#write(format) }));
  }

  /** Results arrived: it may have been written. */
  again(): void {
    if (this.#wanted !== null) {
      this.#replies.ask(this.#wanted);
    }
  }

  /** Nobody waits for it any more. */
  stop(): void {
    this.#wanted = null;
    this.#end?.();
    this.#end = null;
  }

  #write(format: ProfileFileFormat): void {
    this.stop();
    this.#end = this.#host.busy.begin("a file");
    this.#wanted = { format, state: this.#host.view.state };
    this.again();
  }

  #arrived({ text, notes, pending }: ProfileFileReply, written: FileRequest): void {
    if (pending || written !== this.#wanted) {
      return;
    }
    this.stop();
    const one = FORMATS.find(({ format }) => format === written.format);
    if (text === null || one === undefined) {
      this.#host.toasts.show("The file could not be written. Both traces stay open.");
      return;
    }
    const names = SIDES.flatMap((side) => this.#host.store.state.sides[side].summary?.name ?? []);
    save(fileName(names, one.ending), new Blob([text], { type: one.type }));
    if (notes.length > 0) {
      this.#host.toasts.show(`In the file ${notes.join("; ")}.`);
    }
  }
}
