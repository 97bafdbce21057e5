// The lists of areas beside the picture. Each new picture asks for them, and only the newest question waits.

import { Latest } from "../../engine/latest.js";
import type { AreaList, AreaRow, PartitionSearch, SpaceTimeReply } from "../../generated/protocol.js";
import type { OwnedValue } from "../../state/store.js";
import type { DeskHost } from "../desk.js";

/** The newest reply, the open list of it, and the row that was gone to last. */
export type AreasState = { reply: SpaceTimeReply; list: AreaList; current: number | null };

export class Areas {
  readonly #host: DeskHost;
  readonly #state: OwnedValue<AreasState | null>;
  readonly #replies: Latest<null, SpaceTimeReply>;
  /** The effort of the search for partitions from now on. */
  #search: PartitionSearch | null = null;
  /** The reply on screen as text. An equal reply changes nothing. */
  #text = "";

  constructor(host: DeskHost) {
    this.#host = host;
    this.#state = host.store.own<AreasState | null>(null);
    this.#replies = new Latest(
      host.engine,
      () => host.engine.ask("space-time", { search: this.#search }),
      (reply) => this.#arrived(reply),
    );
  }

  get state(): AreasState | null {
    return this.#state.value;
  }

  /** The rows of the open list. */
  get rows(): readonly AreaRow[] {
    return this.state === null ? [] : rowsOf(this.state.reply, this.state.list);
  }

  /** Returns true for a row of the whole runs that lies outside the zoomed picture. */
  isOutOfView(row: AreaRow): boolean {
    const { reply } = this.state ?? { reply: null };
    return reply !== null && reply.inView[reply.rows.indexOf(row)] === false;
  }

  ask(): void {
    this.#replies.ask(null);
  }

  /** Looks for partitions from now on: for all, however long that takes, or for no more. */
  search(wanted: PartitionSearch): void {
    this.#search = wanted;
    this.ask();
  }

  show(list: AreaList): void {
    if (this.state !== null) {
      this.#state.value = { ...this.state, list, current: null };
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
  }

  #arrived(reply: SpaceTimeReply): void {
    if (this.#search !== null) {
      this.#search = null;
      this.#host.picture.layout(); // It makes work of what is wanted.
    }
    const text = JSON.stringify(reply);
    if (text === this.#text) {
      return;
    }
    this.#text = text;
    const before = this.state;
    const list =
      before !== null && rowsOf(reply, before.list).length > 0
        ? before.list
        : reply.differ === null
          ? (LISTS.find((of) => rowsOf(reply, of).length > 0) ?? "areas")
          : "areas";
    const same = before !== null && keyOf(before.reply, list) === keyOf(reply, list);
    this.#state.value = { reply, list, current: same ? before.current : null };
  }
}

/** Identity of the rows of a list, as text. */
function keyOf(reply: SpaceTimeReply, list: AreaList): string {
  return JSON.stringify(rowsOf(reply, list));
}

export const LISTS: readonly AreaList[] = ["areas", "works", "odd-lanes", "odd-moments", "in-view"];

export function rowsOf(reply: SpaceTimeReply, list: AreaList): readonly AreaRow[] {
  return reply.rows.filter((row) => row.list === list);
}

/** Counts the separate lanes in rows. A row may be about a group of lanes, and several rows about one lane. */
export function lanesOf(reply: Pick<SpaceTimeReply, "lanes">, rows: readonly Pick<AreaRow, "lanes">[]): number {
  const ranges = new Map(reply.lanes.map(({ path, rows: [range] }) => [path, range]));
  const lanes = new Set<number | string>();
  for (const { lanes: path } of rows) {
    const [first, last] = ranges.get(path === ALL_LANES ? "" : path) ?? [0, -1];
    for (let lane = first; lane <= last; lane++) {
      lanes.add(lane);
    }
    if (last < first) {
      lanes.add(path);
    }
  }
  return lanes.size;
}

/** Name of the group of all lanes in a row. */
const ALL_LANES = "all lanes";
