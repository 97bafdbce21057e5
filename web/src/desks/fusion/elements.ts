// The lists of elements beside the picture. Each new picture asks for them, and only the newest question waits.

import { Latest } from "../../engine/latest.js";
import type { ElementList, ElementRow, ElementsReply } from "../../generated/protocol.js";
import type { OwnedValue } from "../../state/store.js";
import type { DeskHost } from "../desk.js";

/** So many rows of a list are there until all are wanted. */
const ROWS = 200;

/** The newest reply, and the row of it that was gone to last. */
export type ElementsState = {
  reply: ElementsReply;
  current: number | null;
  /** True while the rows whose change is not significant are shown. */
  unfolded: boolean;
};

export class Elements {
  readonly #state: OwnedValue<ElementsState | null>;
  readonly #replies: Latest<ElementList | null, ElementsReply>;
  #rows = ROWS;
  /** The list that was wanted last; `null`: the first. */
  #list: ElementList | null = null;
  /** The reply on screen as text. An equal reply changes nothing. */
  #text = "";

  constructor(host: DeskHost) {
    this.#state = host.store.own<ElementsState | null>(null);
    this.#replies = new Latest(
      host.engine,
      (list) => host.engine.ask("elements", { list, rows: this.#rows }),
      (reply, list) => this.#arrived(reply, list),
    );
  }

  get state(): ElementsState | null {
    return this.#state.value;
  }

  /** The rows that are shown: without the folded ones. */
  get rows(): readonly ElementRow[] {
    return this.state === null ? [] : shownRows(this.state);
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

  /** Folds or unfolds the rows whose change is not significant. */
  fold(unfolded: boolean): void {
    if (this.state !== null) {
      this.#state.value = { ...this.state, unfolded };
    }
  }

  choose(current: number): void {
    if (this.state !== null) {
      this.#state.value = { ...this.state, current };
    }
  }

  stop(): void {
    this.#state.value = null;
    this.#text = "";
    this.#list = null;
  }

  #arrived(reply: ElementsReply, list: ElementList | null): void {
    const text = JSON.stringify(reply);
    if (list !== this.#list || text === this.#text || reply.list === null) {
      return; // Another list was wanted meanwhile, or there is nothing new, or nothing yet.
    }
    this.#text = text;
    const before = this.state;
    const same =
      before !== null &&
      before.reply.list === reply.list &&
      JSON.stringify(before.reply.rows) === JSON.stringify(reply.rows);
    this.#state.value = { reply, current: same ? before.current : null, unfolded: before?.unfolded ?? false };
  }
}

/** Returns the number of rows of the open list whose change is not significant. */
export function notSignificant({ lists, list }: ElementsReply): number {
  return lists.find((of) => of.list === list)?.notSignificant ?? 0;
}

/** Returns the rows of the open list that are shown: those that are not significant only while they are unfolded. */
export function shownRows({ reply, unfolded }: ElementsState): readonly ElementRow[] {
  const all = reply.lists.find(({ list }) => list === reply.list)?.rows ?? 0;
  return unfolded ? reply.rows : reply.rows.slice(0, all - notSignificant(reply));
}
