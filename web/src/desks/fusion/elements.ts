// What is said of elements beside the picture, asked for whenever there is another: the newest question waits.

import { Latest } from "../../engine/latest.js";
import type { ElementList, ElementsReply } from "../../generated/protocol.js";
import type { DeskHost } from "../desk.js";

/** So many rows of a list are there until all are wanted. */
const ROWS = 200;

export class Elements {
  readonly #host: DeskHost;
  readonly #replies: Latest<ElementList | null, ElementsReply>;
  #rows = ROWS;
  /** The list that was wanted last; `null`: the first. */
  #list: ElementList | null = null;
  /** What was shown last: the same again changes nothing. */
  #text = "";

  constructor(host: DeskHost) {
    this.#host = host;
    this.#replies = new Latest(
      host.engine,
      (list) => host.engine.ask("elements", { list, rows: this.#rows }),
      (reply, list) => this.#arrived(reply, list),
    );
  }

  ask(): void {
    this.#replies.ask(this.#list);
  }

  show(list: ElementList): void {
    this.#rows = ROWS;
    this.#list = list;
    this.ask();
  }

  showAll(): void {
    this.#rows = 0xffffffff;
    this.ask();
  }

  choose(current: number): void {
    const { elements } = this.#host.store.state;
    if (elements !== null) {
      this.#host.store.set({ elements: { ...elements, current } });
    }
  }

  stop(): void {
    this.#host.store.set({ elements: null });
    this.#text = "";
    this.#list = null;
  }

  #arrived(reply: ElementsReply, list: ElementList | null): void {
    const text = JSON.stringify(reply);
    if (list !== this.#list || text === this.#text || reply.list === null) {
      return; // Another list was wanted meanwhile, or there is nothing new, or nothing yet.
    }
    this.#text = text;
    const before = this.#host.store.state.elements;
    const same =
      before !== null &&
      before.reply.list === reply.list &&
      JSON.stringify(before.reply.rows) === JSON.stringify(reply.rows);
    this.#host.store.set({ elements: { reply, current: same ? before.current : null } });
  }
}
