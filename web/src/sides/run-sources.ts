// The sources of all runs that were ever opened, by number.

import type { RunRow } from "../generated/protocol.js";
import type { RunSource } from "../state/page-state.js";
import type { Task } from "./run-queue.js";
import type { Source } from "./sources.js";

export class RunSources {
  readonly #sources: Source[] = [];

  get(run: number): Source | undefined {
    return this.#sources[run];
  }

  /** Returns the sources of the runs of a side. */
  of(rows: readonly RunRow[]): RunSource[] {
    return rows.flatMap(({ run }) => {
      const source = this.get(run);
      return source === undefined ? [] : [{ run, source }];
    });
  }

  /** Gives each source a number of its own, to be read beside what its side holds. */
  tasks(sources: readonly Source[]): Task[] {
    return sources.map((source) => ({ run: this.#sources.push(source) - 1, source, readAs: "beside", drops: null }));
  }
}
