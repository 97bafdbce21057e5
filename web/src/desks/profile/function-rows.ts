// The rows of the function table, asked for whenever there is another picture: the newest question waits.

import { Latest } from "../../engine/latest.js";
import type { FunctionTableReply } from "../../generated/protocol.js";
import type { OwnedValue } from "../../state/store.js";
import type { DeskHost } from "../desk.js";

/** Rows that are put on the page at first, and with each press for more. */
const STRETCH = 100;

export class FunctionRows {
  readonly #host: DeskHost;
  readonly #reply: OwnedValue<FunctionTableReply | null>;
  readonly #replies: Latest<null, FunctionTableReply>;
  #count = STRETCH;
  /** The reply on screen as text. An equal reply changes nothing. */
  #text = "";

  constructor(host: DeskHost) {
    this.#host = host;
    this.#reply = host.store.own<FunctionTableReply | null>(null);
    this.#replies = new Latest(
      host.engine,
      () => this.#askNow(),
      (reply) => this.#arrived(reply),
    );
  }

  /** Functions by the weights of their paths, as far as they are listed. */
  get reply(): FunctionTableReply | null {
    return this.#reply.value;
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
    this.#reply.value = null;
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
      this.#reply.value = reply;
    }
  }
}
