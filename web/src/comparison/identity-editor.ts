// The editor of identity rules and lane pairs: a draft, its figures at every keystroke, and what becomes of it.
//
// Rules are text; rows are a way to edit it. The views follow on Done.

import type { Edit, IdentityDraft, PickedName } from "./comparison-page.js";
import type { ComparisonController } from "./comparisons.js";
import type { Engine } from "../engine/client.js";
import { AskFailed } from "../engine/errors.js";
import { Latest } from "../engine/latest.js";
import type { Failure, IdentityReport, LaneMatching, LanePairing, RenameProposal, RuleSampleOf, SideName, ViewState } from "../generated/protocol.js";
import { cut, paired, released } from "./lane-pairs.js";
import { bothLoaded, SIDES } from "../state/page-state.js";
import { addedKeys, isShort, lineOf, type RuleLine, withLines, withMoved, withoutRule, withRule } from "./rules-text.js";
import type { Store } from "../state/store.js";
import type { Toasts } from "../toasts.js";

export type EditorTab = "names" | "lanes";

export class IdentityEditor {
  readonly #store: Store;
  readonly #engine: Engine;
  readonly #comparisons: Pick<ComparisonController, "change">;
  readonly #lanes: Latest<ViewState, LanePairing>;
  readonly #toasts: Pick<Toasts, "show">;
  /** What is being typed in: keystrokes there are one step to undo. */
  #typing: string | null = null;
  /** The question under way, one at a time, so that its answer is known to be of that text. */
  #asking: { question: string; rules: string } | null = null;
  /** Done was pressed while the last edit had no answer yet. */
  #finishing = false;

  constructor(store: Store, engine: Engine, comparisons: Pick<ComparisonController, "change">, toasts: Pick<Toasts, "show">) {
    this.#store = store;
    this.#engine = engine;
    this.#comparisons = comparisons;
    this.#toasts = toasts;
    this.#lanes = new Latest(
      engine,
      (state) => engine.ask("lane-pairing", { state }),
      (pairing) => this.#set({ pairing }),
    );
  }

  open(tab: EditorTab): void {
    const { state } = this.#store;
    if (!bothLoaded(state)) {
      this.#toasts.show("Identity rules and lane pairs are for two traces: drop the other one.");
      return;
    }
    const { rules, lanes, chosenLanes } = state.view.comparison;
    const draft: IdentityDraft = {
      edit: { rules, lanes, chosenLanes },
      before: [],
      report: null,
      failure: null,
      good: rules,
      pairing: null,
      as: "rows",
      declined: [],
      picked: { a: null, b: null },
      held: null,
    };
    this.#show(draft, tab);
  }

  turnTo(tab: EditorTab): void {
    this.#store.set({ dialog: { kind: "identity", tab } });
  }

  /** The views follow, once it is known whether the last edit was right; without a change nothing happens. */
  done(): void {
    if (this.#asking !== null) {
      this.#finishing = true;
      return;
    }
    const draft = this.draft;
    this.#close();
    if (draft !== null && draft.before.length > 0) {
      this.#comparisons.change({ ...draft.edit, rules: draft.good });
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
      this.#toasts.show("Rules and lanes are as they were.", { label: "Back to the edit", run: () => this.#show(draft, tab) });
    }
  }

  #show(draft: IdentityDraft, tab: EditorTab): void {
    if (!bothLoaded(this.#store.state)) {
      return;
    }
    this.#store.setComparison({ draft });
    this.#store.set({ dialog: { kind: "identity", tab }, menu: null });
    this.#typing = null;
    this.#asking = null;
    this.#finishing = false;
    this.#askRules();
    this.#askLanes();
  }

  #close(): void {
    this.#store.set({ dialog: null });
    this.#store.setComparison({ draft: null });
  }

  undo(): void {
    const { before = [] } = this.draft ?? {};
    const edit = before.at(-1);
    if (edit !== undefined) {
      this.#typing = null;
      this.#become(edit, before.slice(0, -1));
    }
  }

  hold(held: IdentityDraft["held"]): void {
    this.#set({ held });
  }

  // Rules.

  turnInto(as: IdentityDraft["as"]): void {
    this.#set({ as });
    if (as === "rows" && this.#asking === null && this.draft?.report?.problem === null) {
      this.#writeOut();
    }
  }

  /** The whole text is another; `typing` names the field that it is typed into. */
  write(rules: string, typing: string | null = null): void {
    if (rules !== this.#text) {
      this.#edit({ rules }, typing);
    }
  }

  rule(line: number, patch: Partial<RuleLine>, typing: string | null = null): void {
    this.write(withRule(this.#text, line, patch), typing);
  }

  /** A rule more, the last to run. */
  add(rule: RuleLine): void {
    this.write(withLines(this.#text, [lineOf(rule)]));
  }

  remove(line: number): void {
    this.write(withoutRule(this.#text, line));
  }

  move(line: number, to: number): void {
    this.write(withMoved(this.#text, line, to));
  }

  reset(): void {
    this.write("defaults");
  }

  /** Proposals that nobody turned down, best first. */
  get proposals(): readonly RenameProposal[] {
    const { report, declined = [] } = this.draft ?? {};
    return (report?.proposals ?? []).filter((proposal) => !declined.includes(idOf(proposal)));
  }

  accept(proposal: RenameProposal): void {
    this.write(proposal.rules);
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

  acceptAll(): void {
    const more = this.proposals.flatMap(({ rules }) => addedKeys(this.#text, rules));
    this.write(withLines(this.#text, [...new Set(more)]));
  }

  decline(proposal: RenameProposal): void {
    this.#set({ declined: [...(this.draft?.declined ?? []), idOf(proposal)] });
  }

  /** Picks a name: it is shown run through the rules. */
  pick(side: SideName, name: PickedName): void {
    const draft = this.draft;
    if (draft !== null) {
      this.#set({ picked: { ...draft.picked, [side]: name } });
      this.#askRules();
    }
  }

  /** Makes a name of A and one of B the same function. */
  pair(a: PickedName, b: PickedName): void {
    this.#set({ picked: { a, b } });
    this.add({ enabled: true, on: "rename", balanced: false, pattern: a.key, becomes: b.key, name: "" });
  }

  #reported(draft: IdentityDraft, asked: { rules: string }, report: IdentityReport): void {
    const right = report.problem === null;
    const picked = { ...draft.picked };
    SIDES.forEach((side, at) => {
      picked[side] ??= report.unmatched[at]?.[0] ?? null;
    });
    this.#set({ report, failure: null, picked, ...(right && { good: report.short }) });
    if (right && asked.rules === draft.edit.rules && draft.as === "rows") {
      this.#writeOut();
    } else if (!right && draft.report === null) {
      this.#set({ as: "text" }); // They came with a link, and are wrong.
    }
  }

  /** What was asked has its answer: the next question, or the end that waited for it. */
  #answered(question: string, failed: boolean): void {
    if (this.#question() !== question) {
      this.#askRules();
    } else if (failed) {
      this.#finishing = false; // Stays open: why it failed is said there.
    } else if (this.#finishing) {
      this.done();
    }
  }

  // Lanes.

  pairLanesBy(lanes: LaneMatching): void {
    this.#edit({ lanes, chosenLanes: [] });
  }

  pairLanes(a: number, b: number): void {
    this.#edit({ chosenLanes: paired(this.#chosen, a, b) });
  }

  cutLanes(a: number, b: number): void {
    this.#edit({ chosenLanes: cut(this.#chosen, a, b) });
  }

  releaseLane(side: SideName, lane: number): void {
    this.#edit({ chosenLanes: released(this.#chosen, side, lane) });
  }

  get draft(): IdentityDraft | null {
    return this.#store.state.comparison.draft;
  }

  get #chosen(): readonly number[] {
    return this.draft?.edit.chosenLanes ?? [];
  }

  #edit(patch: Partial<Edit>, typing: string | null = null): void {
    const draft = this.draft;
    if (draft !== null) {
      const goesOn = typing !== null && typing === this.#typing;
      this.#typing = typing;
      this.#become({ ...draft.edit, ...patch }, goesOn ? draft.before : [...draft.before, draft.edit]);
    }
  }

  #become(edit: Edit, before: readonly Edit[]): void {
    const now = this.draft?.edit;
    this.#set({ edit, before, held: null });
    if (edit.rules !== now?.rules) {
      this.#askRules();
    }
    this.#askLanes(); // What lanes run in common depends on the rules, too.
  }

  #set(patch: Partial<IdentityDraft>): void {
    const draft = this.draft;
    if (draft !== null) {
      this.#store.setComparison({ draft: { ...draft, ...patch } });
    }
  }

  get #text(): string {
    return this.draft?.edit.rules ?? "";
  }

  /** Every rule on a line of its own, as the rows have them; the same rules, so no step to undo. */
  #writeOut(): void {
    const draft = this.draft;
    if (draft !== null && draft.report !== null && isShort(draft.edit.rules)) {
      this.#set({ edit: { ...draft.edit, rules: draft.report.text } });
    }
  }

  /** What is to be known about the draft. */
  #question(): string {
    const { edit, picked } = this.draft ?? {};
    return JSON.stringify([edit?.rules, picked]);
  }

  /** Asks for the figures of the draft; of edits made meanwhile only the newest is asked about. */
  #askRules(): void {
    const draft = this.draft;
    if (draft === null || this.#asking !== null) {
      return;
    }
    const samples = SIDES.flatMap<RuleSampleOf>((side) => {
      const name = draft.picked[side];
      return name === null ? [] : [{ side, name: name.name, file: name.file }];
    });
    const { rules } = draft.edit;
    const asked = { question: this.#question(), rules };
    this.#asking = asked;
    this.#engine.follow(async () => {
      const report = await this.#tried(rules, samples);
      const now = this.draft;
      if (now === null || this.#asking !== asked) {
        return; // Closed since, or opened anew.
      }
      this.#asking = null;
      const failed = "title" in report;
      if (failed) {
        this.#set({ failure: report });
      } else {
        this.#reported(now, asked, report);
      }
      this.#answered(asked.question, failed);
    });
  }

  /** What rules do, or why that cannot be said. */
  async #tried(rules: string, samples: RuleSampleOf[]): Promise<IdentityReport | Failure> {
    try {
      return await this.#engine.ask("identity", { rules, samples });
    } catch (error) {
      if (error instanceof AskFailed) {
        return error.failure;
      }
      throw error;
    }
  }

  #askLanes(): void {
    const draft = this.draft;
    if (draft !== null) {
      const { view } = this.#store.state;
      this.#lanes.ask({ ...view, comparison: { ...view.comparison, ...draft.edit } });
    }
  }
}

function idOf({ a, b }: RenameProposal): string {
  return `${a}\n${b}`;
}
