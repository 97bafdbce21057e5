// The files to read for a side, one after the other, and the run to show in the end.

import type { ReadAs, RunRow, SideSummary } from "../generated/protocol.js";
import type { Source } from "./sources.js";

/** A file to be read; `drops`: the run that goes once this one is shown. */
export type Task = { run: number; source: Source; readAs: ReadAs; drops: number | null };

export class RunQueue {
  #waiting: Task[] = [];
  #current: Task | null = null;
  /** Numbers of the files that were opened together: begun ones, and all of them. */
  #begun = 0;
  #of = 0;
  /** The first file that can be read takes the place of all that the side holds. */
  #replacing = false;
  /** Somebody chose what is shown, or stopped what was on its way: nothing is shown unasked any more. */
  #chosen = false;

  /** Returns the file being read. */
  get current(): Task | null {
    return this.#current;
  }

  /** Returns whether the side still holds the trace that is to be replaced. */
  get replacing(): boolean {
    return this.#replacing;
  }

  /** Returns the file being read and those that wait, without files that are only read again. */
  get coming(): readonly Task[] {
    const all = this.#current === null ? this.#waiting : [this.#current, ...this.#waiting];
    return all.filter((task) => task.readAs !== "shown");
  }

  /** `run 2 of 5`, where several are read; why a run is read again. */
  get note(): string {
    if (this.#current?.readAs === "shown") {
      return "read again to show it";
    }
    return this.#of > 1 ? `run ${this.#begun} of ${this.#of}` : "";
  }

  /** Cancels what was requested before; these take the place of what the side holds. */
  replaceBy(tasks: readonly Task[]): void {
    [this.#current, this.#waiting, this.#begun, this.#of] = [null, [...tasks], 0, tasks.length];
    [this.#replacing, this.#chosen] = [true, false];
  }

  add(tasks: readonly Task[]): void {
    if (this.#current === null) {
      [this.#begun, this.#of] = [0, 0];
    }
    this.#waiting.push(...tasks);
    this.#of += tasks.length;
  }

  /** A run of the side is shown as soon as what is being read now is there. `chosen`: because somebody wants it. */
  show(task: Task, chosen: boolean): void {
    this.#waiting = [task, ...this.#waiting.filter(({ readAs }) => readAs !== "shown")];
    this.#chosen ||= chosen;
  }

  /** Nothing is wanted any more. */
  clear(): void {
    [this.#current, this.#waiting, this.#replacing, this.#chosen] = [null, [], false, true];
  }

  /** The next file, which is the current one from now on. */
  next(): Task | null {
    const task = this.#waiting.shift() ?? null;
    if (task === null) {
      this.#replacing = false; // Nothing could be read: what the side holds stays.
    } else if (task.readAs !== "shown") {
      this.#begun += 1;
    }
    this.#current = task === null ? null : { ...task, readAs: this.#replacing ? "alone" : task.readAs };
    return this.#current;
  }

  /** Returns the current file if the engine's rows have it. It is current no more then. */
  arrived(rows: readonly RunRow[]): Task | null {
    const task = this.#current;
    const row = rows.find(({ run }) => run === task?.run);
    if (task === null || row === undefined || (task.readAs === "shown" && !row.shown)) {
      return null;
    }
    [this.#current, this.#replacing] = [null, false];
    return task;
  }

  /** The current file cannot be read. Of one that was to be shown, another is not tried. */
  failed(): void {
    this.#chosen ||= this.#current?.readAs === "shown";
    this.#current = null;
  }

  /** The run of the median total, if it is to be shown and is not; `null` while anything is to be read. */
  unshownMedian({ runs }: SideSummary): RunRow | null {
    const median = runs.find((row) => row.median);
    return this.#chosen || this.#current !== null || median === undefined || median.shown ? null : median;
  }
}
