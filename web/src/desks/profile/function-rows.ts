// The rows of the function table, asked for whenever there is another picture: the newest question waits.

import { Latest } from "../../engine/latest.js";
import type { FunctionTableReply } from "../../generated/protocol.js";
import type { DeskHost } from "../desk.js";

/** Rows that are put on the page at first, and with each press for more. */
const STRETCH = 100;

export class FunctionRows {
  readonly #host: DeskHost;
  readonly #replies: Latest<null, FunctionTableReply>;
  #count = STRETCH;
  /** What was shown last: the same again changes nothing. */
  #text = "";

  constructor(host: DeskHost) {
    this.#host = host;
    this.#replies = new Latest(
      host.engine,
      () => this.#askNow(),
      (reply) => this.#arrived(reply),
    );
  }

  ask(): void {
    if (!this.#host.view.state.profile.table.hidden) {
      this.#replies.ask(null);
    }
  }

  /** Shows more rows, as many again. */
  more(): void {
    this.#count += 4 * STRETCH;
    this.ask();
  }

  stop(): void {
    this.#host.store.set({ functionTable: null });
    this.#text = "";
  }

  #askNow(): Promise<FunctionTableReply> {
    const { profile, comparison } = this.#host.view.state;
    return this.#host.engine.ask("functions", { table: profile.table, comparison, first: 0, count: this.#count });
  }

  #arrived(reply: FunctionTableReply): void {
    const text = JSON.stringify(reply);
    if (text !== this.#text) {
      this.#text = text;
      this.#host.store.set({ functionTable: reply });
    }
  }
}
