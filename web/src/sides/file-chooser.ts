// Files of this machine on their way to the sides: picked, dropped, dealt.

import type { SideName } from "../generated/protocol.js";
import { whyFilesAreFixed } from "../state/lock.js";
import { onDesk, SIDES } from "../state/page-state.js";
import type { Store } from "../state/store.js";
import type { Toasts } from "../toasts.js";
import { deal, dealTo, filesOf, type Sheet } from "./run-sheet.js";
import type { Sides } from "./sides.js";
import { type Drop, fromFile, pickFiles, sortFiles } from "./sources.js";

export class FileChooser {
  readonly #store: Store;
  readonly #toasts: Toasts;
  readonly #sides: Sides;
  readonly #expected: () => void;

  /** `expected`: files are being dragged or looked for, and so about to come. */
  constructor(store: Store, toasts: Toasts, sides: Sides, expected: () => void) {
    this.#store = store;
    this.#toasts = toasts;
    this.#sides = sides;
    this.#expected = expected;
  }

  /** Somebody drags files over the page, or looks for some. */
  expect(): void {
    this.#expected();
  }

  /** Lets somebody choose a file for a side; of several it is asked which side each is of. Two for an empty page are a pair. */
  async choose(side: SideName): Promise<void> {
    if (this.refuses()) {
      return;
    }
    this.expect();
    const files = await pickFiles();
    if (files.length > 1 && !onDesk(this.#store.state)) {
      this.drop(sortFiles(files, { onto: null, adds: false, free: side }));
    } else if (files.length === 1) {
      this.#sides.open({ [side]: files.map(fromFile) });
    } else if (files.length > 1) {
      this.#ask(dealTo(side, files));
    }
  }

  /** Lets somebody choose further runs of a side. */
  async chooseRuns(side: SideName): Promise<void> {
    if (!this.refuses()) {
      this.#sides.add(side, await pickFiles());
    }
  }

  /** Says why files cannot be changed, if that is so. */
  refuses(): boolean {
    const reason = whyFilesAreFixed(this.#store.state);
    if (reason !== null) {
      this.#toasts.show(reason);
    }
    return reason !== null;
  }

  drop(drop: Drop): void {
    if (this.refuses()) {
      return;
    }
    if (drop.kind === "refused") {
      this.#store.set({ notice: { ...drop, tone: "danger" }, assertive: `${drop.title} ${drop.body}` });
      return;
    }
    this.#store.set({ notice: null });
    if (drop.kind === "runs") {
      this.#sides.add(drop.side, drop.files);
      return;
    }
    if (drop.kind === "many") {
      this.#ask(deal(drop.files));
      return;
    }
    const { a, b } = drop;
    this.#sides.open({ ...(a && { a: [fromFile(a)] }), ...(b && { b: [fromFile(b)] }) });
    if (a !== null && b !== null) {
      const text = `A is ${a.name}, the older file; B is ${b.name}.`;
      this.#toasts.show(text, { label: "Swap", run: () => this.#exchangeFiles(a, b) });
    }
  }

  /** Opens files as they were dealt; a side that gets none stays as it is. */
  openSheet(sheet: Sheet): void {
    const dealt = SIDES.map((side) => [side, filesOf(sheet, side).map(fromFile)] as const);
    this.#store.set({ dialog: null });
    this.#sides.open(Object.fromEntries(dealt.filter(([, sources]) => sources.length > 0)));
  }

  #ask(sheet: Sheet): void {
    this.#store.set({ dialog: { kind: "sheet", sheet }, menu: null });
  }

  /** The files of a drop the other way round, whether they are read already or not. */
  #exchangeFiles(a: File, b: File): void {
    const { sides } = this.#store.state;
    const still = SIDES.every((side) => sides[side].reading === null && sides[side].summary !== null);
    if (still) {
      this.#sides.swap();
    } else {
      this.#sides.open({ a: [fromFile(b)], b: [fromFile(a)] });
    }
  }
}
