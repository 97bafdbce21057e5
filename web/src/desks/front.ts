// The desk in front: opened when it comes there, disposed of when another does.

import type { DeskId } from "../generated/protocol.js";
import { ComingDesk } from "./coming-desk.js";
import { type Desk, DESK_COMMANDS, type DeskCommands, type DeskHost, type Opener, type RunningDesk } from "./desk.js";
import { deskOf, DESKS } from "./registry.js";

export class DeskInFront {
  readonly #host: DeskHost;
  /** Of desks whose scripts were fetched. */
  readonly #openers = new Map<Desk, Opener>();
  #desk: Desk;
  #running: RunningDesk;

  constructor(host: DeskHost) {
    this.#host = host;
    this.#desk = deskOf(host.view.state.desk);
    this.#running = this.#open(this.#desk);
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
      this.#running = this.#open(desk);
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

  #open(desk: Desk): RunningDesk {
    const opener = this.#openers.get(desk) ?? desk.opener();
    if (typeof opener === "function") {
      return opener(this.#host);
    }
    void this.#fetched(desk, opener);
    return new ComingDesk(desk.id);
  }

  /** Opens a desk once its scripts are there, if it is still in front. */
  async #fetched(desk: Desk, fetching: Promise<Opener>): Promise<void> {
    const end = this.#host.busy.begin("desk");
    try {
      const opener = await fetching;
      this.#openers.set(desk, opener);
      if (desk === this.#desk) {
        this.#running = opener(this.#host);
        this.#host.store.set({});
        this.#host.picture.layout();
      }
    } catch {
      if (desk === this.#desk) {
        // A browser does not fetch the same script again until the page is loaded anew.
        this.#host.toasts.show(`${desk.title} could not be fetched. ${DESKS[0].title} goes on; the page loaded anew tries again.`);
        this.show(DESKS[0].id);
      }
    } finally {
      end();
    }
  }
}
