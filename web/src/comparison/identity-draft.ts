// The draft of identity rules and lane pairs that the editor edits, with its undo steps.

import type { LaneMatching, RulesDraft, ViewState } from "../generated/protocol.js";
import type { Store } from "../state/store.js";
import type { Edit, IdentityDraft } from "./comparison-page.js";

export interface DraftListener {
  /** The rules of the draft are others. */
  rulesChanged(): void;
  /** Rules or lane pairs are others: what lanes run in common depends on the rules, too. */
  changed(): void;
}

const NO_RULES: RulesDraft = { text: "", rows: [] };

export class Draft {
  readonly #store: Store;
  readonly #listener: DraftListener;
  /** The field being typed in. Keystrokes in one field are one undo step. */
  #typing: string | null = null;

  constructor(store: Store, listener: DraftListener) {
    this.#store = store;
    this.#listener = listener;
  }

  /** The draft, while the editor is open. */
  get now(): IdentityDraft | null {
    return this.#store.state.comparison.draft;
  }

  /** The rules; none without a draft. */
  get rules(): RulesDraft {
    return this.now?.edit.rules ?? NO_RULES;
  }

  /** Lane pairs chosen by hand. */
  get chosenLanes(): readonly number[] {
    return this.now?.edit.chosenLanes ?? [];
  }

  /** The state of the view as it would be with the lane pairs of the draft. */
  get state(): ViewState {
    const { view } = this.#store.state;
    const { lanes, chosenLanes } = this.now?.edit ?? view.comparison;
    return { ...view, comparison: { ...view.comparison, lanes, chosenLanes } };
  }

  /** Opens or closes it. */
  begin(draft: IdentityDraft | null): void {
    this.#store.setComparison({ draft });
    this.#typing = null;
  }

  /** Changes the figures of the draft, which is no step to undo. */
  set(patch: Partial<IdentityDraft>): void {
    if (this.now !== null) {
      this.#store.setComparison({ draft: { ...this.now, ...patch } });
    }
  }

  /** A step that can be undone; `typing` names the field that it is typed into. */
  edit(patch: Partial<Edit>, typing: string | null = null): void {
    const draft = this.now;
    if (draft !== null) {
      const goesOn = typing !== null && typing === this.#typing;
      this.#typing = typing;
      this.#become({ ...draft.edit, ...patch }, goesOn ? draft.before : [...draft.before, draft.edit]);
    }
  }

  undo(): void {
    const { before = [] } = this.now ?? {};
    const edit = before.at(-1);
    if (edit !== undefined) {
      this.#typing = null;
      this.#become(edit, before.slice(0, -1));
    }
  }

  #become(edit: Edit, before: readonly Edit[]): void {
    const { rules } = this;
    this.set({ edit, before, held: null });
    if (edit.rules !== rules) {
      this.#listener.rulesChanged();
    }
    this.#listener.changed();
  }
}

/** A draft of what holds now. */
export function freshDraft({
  rules,
  lanes,
  chosenLanes,
}: {
  rules: string;
  lanes: LaneMatching;
  chosenLanes: readonly number[];
}): IdentityDraft {
  return {
    edit: { rules: { text: rules, rows: [] }, lanes, chosenLanes: [...chosenLanes] },
    before: [],
    report: null,
    readBy: null,
    trial: null,
    failure: null,
    good: rules,
    pairing: null,
    as: "rows",
    declined: [],
    picked: { a: null, b: null },
    held: null,
  };
}
