// Traces that hosts asked to open, until each is open or has failed.

import type { LoadedTrace, Side } from "../../../packages/embed/src/messages.js";
import type { Engine } from "../engine/client.js";
import type { Source } from "../sides/sources.js";
import { type PageState, SIDES } from "../state/page-state.js";
import { CommandError } from "./error-codes.js";
import { loadedTrace } from "./loaded-trace.js";
import { errorOf } from "./reports.js";

type Pending = { source: Source; resolve: (trace: Promise<LoadedTrace>) => void; reject: (error: Error) => void };

export class PendingOpens {
  readonly #holds: (source: Source) => boolean;
  readonly #engine: Engine;
  #pending: readonly Pending[] = [];

  /** `holds` tells whether a source is open or on its way. */
  constructor(holds: (source: Source) => boolean, engine: Engine) {
    this.#holds = holds;
    this.#engine = engine;
  }

  /** Resolves once the source is open. Rejected with `CommandError`. */
  async opened(source: Source): Promise<LoadedTrace> {
    return new Promise<LoadedTrace>((resolve, reject) => {
      this.#pending = [...this.#pending, { source, resolve, reject }];
    });
  }

  /** The page is in another state. */
  follow(state: PageState): void {
    this.#pending = this.#pending.filter((pending) => !this.#settle(pending, state));
  }

  #settle({ source, resolve, reject }: Pending, state: PageState): boolean {
    const open = SIDES.find((side) => state.sides[side].runs.some((run) => run.source === source));
    if (open !== undefined) {
      resolve(openTrace(state, open, this.#engine));
      return true;
    }
    const failed = SIDES.flatMap((side) => state.sides[side].failures).find((failure) => failure.source === source);
    if (failed !== undefined) {
      const { code, text } = errorOf(failed.failure);
      reject(new CommandError(code, text));
      return true;
    }
    if (!this.#holds(source)) {
      reject(new CommandError("cancelled", `${source.name} was not opened: something else took its place.`));
      return true;
    }
    return false;
  }
}

async function openTrace(state: PageState, side: Side, engine: Engine): Promise<LoadedTrace> {
  const trace = await loadedTrace(state, side, engine);
  if (trace === null) {
    throw new CommandError("cancelled", `Side ${side.toUpperCase()} was closed.`);
  }
  return trace;
}
