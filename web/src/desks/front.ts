// The desk in front: opened when it comes there, disposed of when another does.

import type { DeskId } from "../generated/protocol.js";
import { ComingDesk } from "./coming-desk.js";
import { type Desk, DESK_COMMANDS, type DeskCommands, type DeskHost, type Opener, type RunningDesk } from "./desk.js";
import { deskOf, DESKS } from "./registry.js";
import { isLocked, LOCKED } from "../state/lock.js";

export class DeskInFront {
  readonly #host: DeskHost;
  /** The openers of desks whose scripts were fetched. */
  readonly #openers = new Map<Desk, Opener>();
  /** The desks that were in front before. */
  readonly #seen = new Set<Desk>();
  #desk: Desk;
  #running: RunningDesk;

  constructor(host: DeskHost) {
    this.#host = host;
    this.#desk = deskOf(host.view.state.desk);
    this.#running = this.#open(this.#desk);
  }

  get id(): DeskId {
    return this.#desk.id;
  }

  get running(): RunningDesk {
    return this.#running;
  }

  /** Brings the desk of a state to the front; says which that is. */
  follow(id: DeskId): DeskId {
    const desk = deskOf(id);
    if (desk !== this.#desk) {
      this.#running.dispose?.();
      this.#desk = desk;
      this.#running = this.#open(desk);
    }
    return desk.id;
  }

  /** Somebody chose a desk. A locked view stays. */
  show(id: DeskId): void {
    if (isLocked(this.#host.store.state)) {
      this.#host.store.set({ polite: LOCKED });
    } else if (id !== this.#desk.id) {
      const desk = deskOf(id);
      const first = this.#seen.has(desk) ? {} : (desk.firstSettings?.(this.#host.view.state) ?? {});
      this.#host.view.change({ ...first, desk: this.follow(id) }, "push");
    }
  }

  /** The commands of desks: each does what it means to the desk that is in front then. */
  get commands(): DeskCommands {
    const commands = DESK_COMMANDS.map((id) => [id, () => this.#running.commands?.[id]?.()] as const);
    return Object.fromEntries(commands) as DeskCommands;
  }

  /** Fetches the scripts of all desks. What cannot be fetched now is tried again when it is needed. */
  prefetch(): void {
    for (const desk of DESKS) {
      if (!this.#openers.has(desk)) {
        Promise.resolve(desk.opener()).then(
          (opener) => this.#openers.set(desk, opener),
          () => undefined,
        );
      }
    }
  }

  #open(desk: Desk): RunningDesk {
    this.#seen.add(desk);
    const opener = this.#openers.get(desk) ?? desk.opener();
    if (typeof opener === "function") {
      return opener(this.#host);
    }
    void this.#fetched(desk, opener);
    return new ComingDesk(desk);
  }

  /** Opens a desk once its scripts are there, if it is still in front. The message that they are not stands in its place. */
  async #fetched(desk: Desk, fetching: Promise<Opener>): Promise<void> {
    const end = this.#host.busy.begin("desk");
    const opener = await fetching.catch(() => null);
    if (opener !== null) {
      this.#openers.set(desk, opener);
    }
    if (desk === this.#desk) {
      this.#running = opener === null ? new ComingDesk(desk, () => this.#again(desk)) : opener(this.#host);
      this.#host.store.set({});
      this.#host.picture.layout();
    }
    end();
  }

  #again(desk: Desk): void {
    if (desk === this.#desk) {
      this.#running = this.#open(desk);
      this.#host.store.set({});
    }
  }
}
