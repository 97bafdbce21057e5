// The desk in front: opened when it comes there, disposed of when another does.

import type { DeskId } from "../generated/protocol.js";
import { type Desk, DESK_COMMANDS, type DeskCommands, type DeskHost, type RunningDesk } from "./desk.js";
import { deskOf } from "./registry.js";

export class DeskInFront {
  readonly #host: DeskHost;
  #desk: Desk;
  #running: RunningDesk;

  constructor(host: DeskHost) {
    this.#host = host;
    this.#desk = deskOf(host.view.state.desk);
    this.#running = this.#desk.open(host);
  }

  get running(): RunningDesk {
    return this.#running;
  }

  /** Brings the desk of a state to the front; says which that is. */
  follow(id: DeskId): DeskId {
    const desk = deskOf(id);
    if (desk !== this.#desk) {
      this.#running.dispose();
      this.#desk = desk;
      this.#running = desk.open(this.#host);
    }
    return desk.id;
  }

  /** Somebody chose a desk. */
  show(id: DeskId): void {
    if (id !== this.#desk.id) {
      this.#host.view.change({ desk: this.follow(id) }, "push");
    }
  }

  /** The commands of desks: each does what it means to the desk that is in front then. */
  get commands(): DeskCommands {
    const commands = DESK_COMMANDS.map((id) => [id, () => this.#running.commands[id]?.()] as const);
    return Object.fromEntries(commands) as DeskCommands;
  }
}
