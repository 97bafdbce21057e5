// The lists of differences: requested in stretches as they come into sight, walked, and gone to.

import { type Differences, EMPTY_DIFFERENCES, LISTS, listToOpen, rowsOf } from "./comparison-page.js";
import type { Engine } from "../engine/client.js";
import { NewestStart } from "../engine/latest.js";
import { count } from "../format.js";
import type {
  DifferenceList,
  DifferenceOrder,
  DifferenceRow,
  DifferencesReply,
  Framed,
} from "../generated/protocol.js";
import { keptIn } from "../sides/without-traces.js";
import type { Store } from "../state/store.js";

/** Rows of one request. */
export const STRETCH = 100;

export class DifferencesController {
  readonly #store: Store;
  readonly #engine: Engine;
  readonly #frame: (where: Framed) => void;
  /** A stretch is under way. One at a time: its answer decides whether more is wanted. */
  #asking = false;
  /** Lists that were begun: what comes of an older one is of a list that is looked at no more. */
  readonly #lists = new NewestStart();
  #isShown = this.#lists.begin();
  /** Rows that were shown in the picture: a newer one takes over. */
  readonly #framings = new NewestStart();
  /** The row to be gone to once it is here. */
  #wanted: number | null = null;
  /** The sort criterion of the rows that were asked for last. */
  #sort: DifferenceOrder;

  /** `frame` shows where a difference lies. */
  constructor(store: Store, engine: Engine, frame: (where: Framed) => void) {
    this.#store = store;
    this.#engine = engine;
    this.#frame = frame;
    this.#sort = store.state.view.comparison.sort;
  }

  /** There is another comparison: what was read of the lists is of the last one. */
  renewed(): void {
    const { summary, differences } = this.#store.state.comparison;
    const { list, unfolded } = differences;
    const shown = summary === null ? list : listToOpen(summary, list);
    const { sort } = this.#store.state.view.comparison;
    const isSorted = sort !== this.#sort;
    this.#sort = sort;
    // Rows that are sorted anew are the same rows.
    this.#begin(isSorted && shown === list ? { list, unfolded } : { list: shown });
  }

  /** Shows the rows that do not stand out, or folds them again. */
  fold(unfolded: boolean): void {
    const { standing } = rowsOf(this.#store.state.comparison);
    const { current } = this.#now;
    this.#set({ unfolded, current: !unfolded && current !== null && current >= standing ? null : current });
    this.#ask();
  }

  show(list: DifferenceList): void {
    this.#store.set({ panelTab: "differences" });
    if (list !== this.#now.list) {
      this.#begin({ list });
    }
  }

  /** These rows are in sight. */
  see(from: number, to: number): void {
    const { sight } = this.#now;
    if (sight[0] !== from || sight[1] !== to) {
      this.#set({ sight: [from, to] });
      this.#ask();
    }
  }

  #arrived({ rows, first, total }: DifferencesReply): void {
    this.#asking = false;
    const known = new Map(this.#now.rows);
    rows.forEach((row, at) => known.set(first + at, row));
    this.#set({ rows: known, total });
    const wanted = this.#wanted;
    if (wanted !== null && known.has(wanted)) {
      this.goTo(wanted);
    }
    // Nothing more comes of a list that gave nothing.
    if (rows.length > 0) {
      this.#ask();
    }
  }

  /** Walks on by so many rows, round at the ends. */
  walk(step: number): void {
    const { current } = this.#now;
    const { shown, below } = rowsOf(this.#store.state.comparison);
    if (shown === 0) {
      this.#store.set({ polite: below > 0 ? "No significant difference in this list" : "No differences in this list" });
      return;
    }
    this.#store.set({ panelTab: "differences" });
    this.goTo(current === null ? (step > 0 ? 0 : shown - 1) : (current + step + shown) % shown);
  }

  /** Makes a row the current one, and shows in the picture where it lies. */
  goTo(index: number): void {
    this.#set({ current: index });
    const row = this.#now.rows.get(index);
    this.#wanted = row === undefined ? index : null;
    if (row === undefined) {
      this.#ask();
      return;
    }
    this.#store.set({
      polite: `${count(index + 1)} of ${count(rowsOf(this.#store.state.comparison).shown)}: ${row.name}, ${row.delta}`,
    });
    this.frame(row);
  }

  /** Shows where a difference lies, whatever list it is in; without its traces a stored comparison does not know. */
  frame({ id }: Pick<DifferenceRow, "id">): void {
    if (keptIn(this.#store.state) !== null) {
      return;
    }
    const isNewest = this.#framings.begin();
    this.#engine.follow(async () => {
      const where = await this.#engine.ask("go-to", { id });
      if (isNewest()) {
        this.#frame(where);
      }
    });
  }

  get #now(): Differences {
    return this.#store.state.comparison.differences;
  }

  #set(patch: Partial<Differences>): void {
    this.#store.setComparison({ differences: { ...this.#now, ...patch } });
  }

  #begin(start: Pick<Differences, "list"> & Partial<Pick<Differences, "unfolded">>): void {
    this.#asking = false;
    this.#isShown = this.#lists.begin();
    this.#wanted = null;
    // The verdict counts what is new and gone however short it is: its lists are never shut.
    const at = LISTS.indexOf(start.list);
    const shut =
      (start.list !== "new" && start.list !== "gone") || (this.#store.state.comparison.summary?.counts[at] ?? 0) > 0;
    this.#set({ ...EMPTY_DIFFERENCES, unfolded: !shut, ...start });
    this.#ask();
  }

  /** Asks for the first stretch that is wanted and not here. */
  #ask(): void {
    const { list, rows, total, sight } = this.#now;
    const { sort: order } = this.#store.state.view.comparison;
    if (this.#asking || this.#store.state.comparison.summary === null) {
      return;
    }
    const last = total ?? STRETCH;
    const [from, to] = sight;
    const wanted = [...(this.#wanted === null ? [] : [this.#wanted]), ...starts(from, Math.min(to, last))];
    const missing = wanted.find((index) => index < last && !rows.has(index));
    if (missing !== undefined) {
      const first = Math.floor(missing / STRETCH) * STRETCH;
      const isShown = this.#isShown;
      this.#asking = true;
      this.#engine.follow(async () => {
        const reply = await this.#engine.ask("differences", { list, order, first, count: STRETCH });
        if (isShown()) {
          this.#arrived(reply);
        }
      });
    }
  }
}

/** The rows at which to look whether a stretch is here: the first in sight, and every first of a stretch. */
function starts(from: number, to: number): number[] {
  const first = Math.floor(from / STRETCH) * STRETCH;
  return Array.from({ length: Math.max(0, Math.ceil((to - first) / STRETCH)) }, (_, at) => first + at * STRETCH);
}
