// Effects of a draft's rules: requested at every keystroke, one request at a time. The compute role works them out:
// until then the answer is empty, and the request is repeated when results arrive.

import type { Engine } from "../engine/client.js";
import { AskError } from "../engine/errors.js";
import type { Failure, IdentityReport, JobProgress, RulesDraft, RuleSampleOf } from "../generated/protocol.js";
import { SIDES } from "../state/page-state.js";
import type { IdentityDraft } from "./comparison-page.js";
import type { Draft } from "./identity-draft.js";
import { argumentRules } from "./rule-rows.js";

/** `isPending`: it is being worked out. */
type Question = { key: string; rules: RulesDraft; samples: RuleSampleOf[]; isPending: boolean };

export class RuleFigures {
  readonly #engine: Engine;
  readonly #draft: Draft;
  readonly #finish: () => void;
  /** The question under way, so that its answer is known to be of that text. */
  #asking: Question | null = null;
  /** Done was pressed while the last edit had no answer yet. */
  #finishing = false;

  /** `finish` is called once the newest rules are known to be right or wrong, if somebody waits for that. */
  constructor(engine: Engine, draft: Draft, finish: () => void) {
    this.#engine = engine;
    this.#draft = draft;
    this.#finish = finish;
  }

  /** The editor was opened: nobody waits for an answer to an older draft. */
  restart(): void {
    this.#asking = null;
    this.#finishing = false;
    this.ask();
  }

  /** Returns whether the figures on screen belong to the newest rules. */
  get isSettled(): boolean {
    return this.#asking === null;
  }

  /** Calls `finish` once they are, if the rules can be asked about at all. */
  finishWhenSettled(): void {
    this.#finishing = true;
  }

  /** The rules in the form that they are edited in, as the newest answer has them; the same rules, so no step to undo. */
  writeOut(): void {
    const { edit, report, as } = this.#draft.now ?? {};
    if (edit === undefined || report == null || this.#asking !== null) {
      return; // The answer does it.
    }
    const { text, rows } = edit.rules;
    if (as === "text" && (text === null || rows.length > 0)) {
      this.#become({ text: report.text, rows: [] });
    } else if (as === "rows" && text !== null) {
      if (report.problem === null) {
        this.#become({ text: null, rows: report.rules.map(({ rule }) => rule) });
      } else {
        this.#draft.set({ as: "text" }); // Such rules have no rows.
      }
    }
  }

  /** Asks for the figures of the draft; of edits made meanwhile only the newest is asked about. */
  ask(): void {
    const draft = this.#draft.now;
    if (draft === null || this.#asking !== null) {
      return;
    }
    const samples = SIDES.flatMap<RuleSampleOf>((side) => {
      const name = draft.picked[side];
      return name === null ? [] : [{ side, name: name.name, file: name.file }];
    });
    const { rules } = draft.edit;
    this.#try({ key: this.#key(), rules, samples, isPending: false });
  }

  /** Results arrived since the last request. */
  analysesChanged(): void {
    if (this.#asking?.isPending === true) {
      this.#try({ ...this.#asking, isPending: false });
    }
  }

  /** Takes the progress of the work that the answer waits for. */
  progress({ stage, done, total }: JobProgress): void {
    if (this.#asking?.isPending === true) {
      this.#draft.set({ trial: { stage, done, total } });
    }
  }

  /** Nobody works on the answer any more. */
  stopped(failure: Failure): void {
    if (this.#asking?.isPending === true) {
      this.#asking = null;
      this.#finishing = false; // Stays open: why it failed is said there.
      this.#draft.set({ failure, trial: null });
    }
  }

  #try(asking: Question): void {
    this.#asking = asking;
    this.#engine.follow(async () => {
      const report = await this.#tried(asking);
      const now = this.#draft.now;
      if (now === null || this.#asking !== asking) {
        return; // Closed since, or opened anew.
      }
      if (report === null) {
        asking.isPending = true;
        return;
      }
      this.#asking = null;
      const failed = "title" in report;
      this.#draft.set({ trial: null });
      if (failed) {
        this.#draft.set({ failure: report });
      } else {
        this.#reported(now, asking, report);
      }
      this.#answered(asking.key, failed);
    });
  }

  /** Returns the effects of rules, `null` while they are worked out, or the failure. */
  async #tried({ rules: draft, samples }: Question): Promise<IdentityReport | Failure | null> {
    try {
      return await this.#engine.ask("identity", { draft, samples });
    } catch (error) {
      if (error instanceof AskError) {
        return error.failure;
      }
      throw error;
    }
  }

  #reported(draft: IdentityDraft, asked: Question, report: IdentityReport): void {
    const right = report.problem === null;
    const readBy = draft.readBy ?? argumentRules(report.rules);
    const picked = { ...draft.picked };
    SIDES.forEach((side, at) => {
      picked[side] ??= report.unmatched[at]?.[0] ?? null;
    });
    this.#draft.set({ report, readBy, failure: null, picked, ...(right && { good: report.short }) });
    if (asked.rules === draft.edit.rules) {
      this.writeOut();
    }
  }

  /** Ends a question that has its answer: asks the next one, or ends the wait. */
  #answered(key: string, failed: boolean): void {
    if (this.#key() !== key) {
      this.ask();
    } else if (failed) {
      this.#finishing = false; // Stays open: why it failed is said there.
    } else if (this.#finishing) {
      this.#finish();
    }
  }

  #become(rules: RulesDraft): void {
    const draft = this.#draft.now;
    if (draft !== null) {
      this.#draft.set({ edit: { ...draft.edit, rules } });
    }
  }

  /** Returns a key of the draft that the page shows. */
  #key(): string {
    const { edit, picked } = this.#draft.now ?? {};
    return JSON.stringify([edit?.rules, picked]);
  }
}
