// Files that the link names and the page cannot fetch: those of a disk, and those that another page posts.

import type { SideName } from "../generated/protocol.js";
import type { Busy } from "../idle.js";
import { SIDES } from "../state/page-state.js";
import type { Store } from "../state/store.js";
import { type AwaitedFile, compareFile, describe, localOf, localText, wantedFor } from "./local-files.js";
import type { Source } from "./sources.js";

/** The source of a file that another page posts. */
const POSTED = "msg";

/** The sources that the page fetches. */
export function netLinks(links: readonly string[]): string[] {
  return links.filter((link) => link !== POSTED && localOf(link) === null);
}

export class AwaitedFiles {
  readonly #store: Store;
  readonly #busy: Busy;
  readonly #changed: () => void;

  /** `changed`: the address names other files now. */
  constructor(store: Store, busy: Busy, changed: () => void) {
    this.#store = store;
    this.#busy = busy;
    this.#changed = changed;
  }

  /** The links of a side that holds these sources. Files of this disk have one once they are named. */
  links(side: SideName, sources: readonly Source[]): string[] {
    const { awaited, posted } = this.#store.state;
    const held = sources.flatMap(({ link, bytes }) => {
      const file = bytes.kind === "file" ? awaited[side].find(({ of }) => of === bytes.file)?.file : undefined;
      return link ?? (file === undefined ? [] : localText(file));
    });
    const waiting = awaited[side].filter(({ found, of }) => found === "waiting" && of === null);
    const isPosted = posted[side] && sources.length === 0;
    return [...held, ...waiting.map(({ file }) => localText(file)), ...(isPosted ? [POSTED] : [])];
  }

  /** Waits for what these links name. Files that are here already stay. */
  follow(links: Readonly<Record<SideName, readonly string[]>>): void {
    const now = this.#store.state.awaited;
    const awaited = (side: SideName): AwaitedFile[] =>
      links[side].flatMap((link) => {
        const file = localOf(link);
        const known = now[side].find((one) => file !== null && localText(one.file) === link);
        return file === null ? [] : (known ?? { file, found: "waiting", of: null });
      });
    const posted = (side: SideName) => links[side].includes(POSTED);
    this.#store.set({ awaited: { a: awaited("a"), b: awaited("b") }, posted: { a: posted("a"), b: posted("b") } });
  }

  /** Names the files of this disk that a side holds. */
  async name(side: SideName, sources: readonly Source[]): Promise<void> {
    const files = sources.flatMap(({ bytes }) => (bytes.kind === "file" ? bytes.file : []));
    const named: AwaitedFile[] = [];
    for (const file of files) {
      const known = this.#store.state.awaited[side].find(({ of, found }) => of === file && found === "same");
      named.push(known ?? { file: await describe(file), found: "same", of: file });
    }
    if (files.length > 0) {
      this.#set(side, named);
    }
  }

  /** Compares a file that was opened with the one that the link names. */
  compare(side: SideName, { bytes }: Source): void {
    const wanted = bytes.kind === "file" ? wantedFor(bytes.file, this.#store.state.awaited[side]) : null;
    if (bytes.kind !== "file" || wanted === null) {
      return;
    }
    const { file } = bytes;
    this.#found(side, wanted, { found: wanted.found, of: file });
    const done = this.#busy.begin("file");
    void compareFile(file, wanted.file)
      .then((found) => {
        this.#found(side, wanted, { found, of: file });
        this.#changed();
      })
      .catch(() => undefined) // What cannot be read fails where it is read.
      .finally(done);
  }

  /** Ends the wait of sides on which something else was opened; without any, of both. */
  end(over: readonly SideName[] = SIDES): void {
    const { awaited, posted } = this.#store.state;
    const isOver = (side: SideName) => over.includes(side);
    this.#store.set({
      awaited: { a: isOver("a") ? [] : awaited.a, b: isOver("b") ? [] : awaited.b },
      posted: { a: posted.a && !isOver("a"), b: posted.b && !isOver("b") },
    });
  }

  #found(side: SideName, wanted: AwaitedFile, found: Pick<AwaitedFile, "found" | "of">): void {
    const turn = (one: AwaitedFile) => (one.file === wanted.file ? { ...one, ...found } : one);
    this.#set(side, this.#store.state.awaited[side].map(turn));
  }

  #set(side: SideName, awaited: readonly AwaitedFile[]): void {
    this.#store.set({ awaited: { ...this.#store.state.awaited, [side]: awaited } });
  }
}
