// The editor of identity rules and lane pairs: opened, edited, and what becomes of the draft.
//
// Rules are edited as rows or as text; the engine makes one of the other. The views follow on Done.

import type { Engine } from "../engine/client.js";
import type { Failure, JobProgress, RenameProposal, RuleLine, SideName } from "../generated/protocol.js";
import type { Sides } from "../sides/sides.js";
import { withoutCalls } from "../sides/without-traces.js";
import { bothLoaded } from "../state/page-state.js";
import type { Store } from "../state/store.js";
import type { Toasts } from "../toasts.js";
import type { IdentityDraft, PickedName } from "./comparison-page.js";
import type { ComparisonController } from "./comparisons.js";
import { Draft, freshDraft } from "./identity-draft.js";
import { LanePairsEditor } from "./lane-pairs-editor.js";
import { RuleFigures } from "./rule-figures.js";
import { argumentRules, isLink, withMoved, withoutRule, withRule, withRules } from "./rule-rows.js";

export type EditorTab = "names" | "lanes";

export class IdentityEditor {
  readonly lanes: LanePairsEditor;
  readonly #store: Store;
  readonly #comparisons: Pick<ComparisonController, "change">;
  readonly #sides: Pick<Sides, "readAgain">;
  readonly #toasts: Pick<Toasts, "show">;
  readonly #draft: Draft;
  readonly #figures: RuleFigures;

  constructor(
    store: Store,
    engine: Engine,
    comparisons: Pick<ComparisonController, "change">,
    sides: Pick<Sides, "readAgain">,
    toasts: Pick<Toasts, "show">,
  ) {
    this.#store = store;
    this.#comparisons = comparisons;
    this.#sides = sides;
    this.#toasts = toasts;
    this.#draft = new Draft(store, { rulesChanged: () => this.#figures.ask(), changed: () => this.lanes.ask() });
    this.#figures = new RuleFigures(engine, this.#draft, () => this.done());
    this.lanes = new LanePairsEditor(engine, this.#draft);
  }

  open(tab: EditorTab): void {
    const { state } = this.#store;
    const noCalls = withoutCalls(state);
    if (noCalls !== null) {
      this.#toasts.show(noCalls);
    } else if (bothLoaded(state)) {
      this.#show(freshDraft(state.view.comparison), tab);
    } else {
      this.#toasts.show("Matching names and lane pairs need two traces. Drop the other one first.");
    }
  }

  turnTo(tab: EditorTab): void {
    this.#store.set({ dialog: { kind: "identity", tab } });
  }

  /** The views follow, once it is known whether the last edit was right; without a change nothing happens. */
  done(): void {
    if (!this.#figures.isSettled) {
      this.#figures.finishWhenSettled();
      return;
    }
    const draft = this.draft;
    this.#close();
    if (draft !== null && draft.before.length > 0) {
      this.#comparisons.change({ ...draft.edit, rules: draft.good });
      if (draft.readBy !== null && draft.report !== null && draft.readBy !== argumentRules(draft.report.rules)) {
        this.#sides.readAgain();
      }
    }
  }

  /** Gives the edits up; they can be had back for a moment. */
  leave(): void {
    const draft = this.draft;
    const tab = this.#store.state.dialog?.kind === "identity" ? this.#store.state.dialog.tab : "names";
    if (draft === null) {
      return;
    }
    this.#close();
    if (draft.before.length > 0) {
      this.#toasts.show("Edits discarded. Rules and lanes are unchanged.", {
        label: "Resume editing",
        run: () => this.#show(draft, tab),
      });
    }
  }

  /** Results arrived since the last request. */
  analysesChanged(): void {
    this.#figures.analysesChanged();
  }

  /** Something got so far that the page says nothing of elsewhere. */
  progress(progress: JobProgress): void {
    this.#figures.progress(progress);
  }

  /** Nothing is worked out any more. */
  stopped(failure: Failure): void {
    this.#figures.stopped(failure);
  }

  undo(): void {
    this.#draft.undo();
  }

  turnInto(as: IdentityDraft["as"]): void {
    this.#draft.set({ as });
    this.#figures.writeOut();
  }

  /** The whole text is another. */
  write(text: string): void {
    this.#draft.edit({ rules: { text, rows: [] } }, "text");
  }

  /** `typing` names the field that it is typed into. */
  rule(row: number, patch: Partial<RuleLine>, typing: string | null = null): void {
    this.#draft.edit({ rules: withRule(this.#draft.rules, row, patch) }, typing);
  }

  /** Rules more, each the last of its kind to run. */
  add(...rules: RuleLine[]): void {
    this.#draft.edit({ rules: withRules(this.#draft.rules, rules) });
  }

  remove(row: number): void {
    this.#draft.edit({ rules: withoutRule(this.#draft.rules, row) });
  }

  move(row: number, to: number): void {
    this.#draft.edit({ rules: withMoved(this.#draft.rules, row, to) });
  }

  /** Those of the formats. */
  reset(): void {
    this.#draft.edit({ rules: { text: "", rows: [] } });
  }

  /** Proposals that nobody turned down, best first. */
  get proposals(): readonly RenameProposal[] {
    const { report, declined = [] } = this.draft ?? {};
    return (report?.proposals ?? []).filter((proposal) => !declined.includes(idOf(proposal)));
  }

  accept(proposal: RenameProposal): void {
    this.add(proposal.rule);
  }

  /** Accepts the best proposal; the editor opens first, so that it is seen. */
  acceptFirst(): void {
    const [best] = this.proposals;
    if (this.draft === null) {
      this.open("names");
    } else if (best !== undefined) {
      this.accept(best);
    }
  }

  /** Rules for many names change the keys that renames are of: those are proposed anew under them. */
  acceptAll(): void {
    const all = this.proposals.map(({ rule }) => rule);
    const moves = all.filter((rule) => !isLink(rule));
    this.add(...(moves.length > 0 ? moves : all));
  }

  decline(proposal: RenameProposal): void {
    this.#draft.set({ declined: [...(this.draft?.declined ?? []), idOf(proposal)] });
  }

  /** Picks a name: it is shown run through the rules. */
  pick(side: SideName, name: PickedName): void {
    const draft = this.draft;
    if (draft !== null) {
      this.#draft.set({ picked: { ...draft.picked, [side]: name } });
      this.#figures.ask();
    }
  }

  /** Makes a name of A and one of B the same function. */
  pair(a: PickedName, b: PickedName): void {
    this.#draft.set({ picked: { a, b } });
    this.add({ enabled: true, on: "rename", kind: "pattern", pattern: a.key, becomes: b.key, name: "" });
  }

  get draft(): IdentityDraft | null {
    return this.#draft.now;
  }

  #show(draft: IdentityDraft, tab: EditorTab): void {
    if (!bothLoaded(this.#store.state)) {
      return;
    }
    this.#draft.begin(draft);
    this.#store.set({ dialog: { kind: "identity", tab }, menu: null });
    this.#figures.restart();
    this.lanes.ask();
  }

  #close(): void {
    this.#store.set({ dialog: null });
    this.#draft.begin(null);
  }
}

function idOf({ a, b }: RenameProposal): string {
  return `${a}\n${b}`;
}
