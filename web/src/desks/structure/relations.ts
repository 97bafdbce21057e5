// The lists of relations beside the pictures. Each new picture asks for them, and only the newest question waits.

import { Latest } from "../../engine/latest.js";
import type { RelationList, RelationsReply } from "../../generated/protocol.js";
import type { OwnedValue } from "../../state/store.js";
import type { DeskHost } from "../desk.js";

/** So many rows of a list are there until all are wanted. */
const ROWS = 200;
/** Numbers that change more often than this are not read: while the window is dragged lists follow five times a second. */
const BETWEEN_MS = 200;

/** The newest reply, the open list of it, the row that was gone to last, and whether drags mark calls. */
export type RelationsState = { reply: RelationsReply; list: RelationList; current: number | null; marking: boolean };

export class Relations {
  readonly #host: DeskHost;
  readonly #state: OwnedValue<RelationsState | null>;
  readonly #replies: Latest<RelationList, RelationsReply>;
  #rows = ROWS;
  /** The list that was wanted last: what is asked for again meanwhile is of that, too. */
  #list: RelationList = "more";
  /** True if the user chose the list. Otherwise it is the one with the largest change, which may come with a later reply. */
  #isChosen = false;
  /** The reply on screen as text. An equal reply changes nothing. */
  #text = "";
  /** When what stands beside a picture was asked for last, and what waits for its time to be asked. */
  #asked_ms = -Infinity;
  #soon: { end: () => void; timer: number } | null = null;

  constructor(host: DeskHost) {
    this.#host = host;
    this.#state = host.store.own<RelationsState | null>(null);
    this.#replies = new Latest(
      host.engine,
      (list) => host.engine.ask("relations", { list, rows: this.#rows }),
      (reply, list) => this.#arrived(reply, list),
    );
  }

  get state(): RelationsState | null {
    return this.#state.value;
  }

  ask(): void {
    this.#replies.ask(this.#list);
  }

  /** There is another picture. */
  follow(): void {
    if (this.#soon !== null) {
      return;
    }
    const wait_ms = this.#asked_ms + BETWEEN_MS - performance.now();
    const ask = () => {
      this.#settle();
      this.#asked_ms = performance.now();
      this.ask();
    };
    if (wait_ms <= 0) {
      ask();
    } else {
      this.#soon = { end: this.#host.busy.begin("lists"), timer: window.setTimeout(ask, wait_ms) };
    }
  }

  #settle(): void {
    clearTimeout(this.#soon?.timer);
    this.#soon?.end();
    this.#soon = null;
  }

  show(list: RelationList): void {
    this.#rows = ROWS;
    this.#list = list;
    this.#isChosen = true;
    this.ask();
  }

  showAll(): void {
    this.#rows = 0xffffffff;
    this.ask();
  }

  choose(current: number): void {
    if (this.state !== null) {
      this.#state.value = { ...this.state, current };
    }
  }

  /** Sets whether drags mark calls. */
  setMarking(marking: boolean): void {
    if (this.state !== null) {
      this.#state.value = { ...this.state, marking };
    }
  }

  stop(): void {
    this.#settle();
    this.#state.value = null;
    this.#text = "";
    this.#list = "more";
    this.#isChosen = false;
  }

  #arrived(reply: RelationsReply, list: RelationList): void {
    if (list !== this.#list) {
      return; // Another was wanted meanwhile, and is asked for next.
    }
    const isThere = reply.lists.some((row) => row.list === list);
    const first = largest(reply);
    const before = this.state;
    const isSought = list === "repeats" && this.#host.view.state.structure.mark !== null;
    if (first !== undefined && first !== list && !isSought && !(this.#isChosen && isThere)) {
      this.#list = first;
      this.ask();
      return;
    }
    const text = `${list} ${JSON.stringify(reply)}`;
    if (text === this.#text) {
      return;
    }
    this.#text = text;
    const same =
      before !== null && before.list === list && JSON.stringify(before.reply.rows) === JSON.stringify(reply.rows);
    const current = same ? before.current : null;
    this.#state.value = { reply, list, current, marking: before?.marking ?? false };
  }
}

/** The lists of changes, in the order of their tabs. */
const CHANGES: ReadonlySet<RelationList> = new Set(["more", "fewer", "only-b", "only-a"]);

/** The list whose first row is the largest change, of equal ones the first; without any change the first that has rows. */
function largest({ lists }: RelationsReply): RelationList | undefined {
  const withRows = lists.filter(({ rows }) => rows > 0);
  const changes = withRows.filter(({ list }) => CHANGES.has(list));
  const most = Math.max(...changes.map((of) => of.largest));
  return (changes.find((of) => of.largest === most) ?? withRows[0])?.list;
}
