// The selection, in whatever desk: asked of the engine, taken, stepped from, gone to.

import type { Engine } from "../engine/client.js";
import { NewestStart } from "../engine/latest.js";
import type { CallDetails, CallRef, SelectionReply, Step, Subject, ViewState } from "../generated/protocol.js";
import type { Store } from "../state/store.js";
import { callDetails, inCall, sentenceOf } from "../state/details.js";
import { NO_RECORDS } from "../state/page-state.js";
import { callIn } from "../state/subject.js";
import type { HistoryMode, ViewChanges } from "./view-changes.js";

export interface SelectionListener {
  /** The selection changed, or its details did; `call` if it is one. */
  selected(call: CallRef | null): void;
  /** A call was stepped to: it is to be brought into view. */
  reveal(details: CallDetails): void;
  /** Brings a search hit into view, wide enough to be seen. */
  revealHit(call: CallRef, details: CallDetails): void;
}

/** A reply that still counts; `isNewest`: nobody has selected anything since the request. */
export type ChoiceReply<Reply> = { reply: Reply; isNewest: boolean };

export class Selection {
  readonly #store: Store;
  readonly #engine: Engine;
  readonly #view: ViewChanges;
  readonly #listener: SelectionListener;
  /** The newest selecting action. Older actions do not go on. */
  readonly #actions = new NewestStart();
  /** States that a link or the history gave: what was selected under an older one is left behind. */
  readonly #states = new NewestStart();
  #isShown = this.#states.begin();
  /** The alignment of time in the last picture. */
  #alignment = "";

  constructor(store: Store, engine: Engine, view: ViewChanges, listener: SelectionListener) {
    this.#store = store;
    this.#engine = engine;
    this.#view = view;
    this.#listener = listener;
  }

  get subject(): Subject | null {
    return this.#store.state.view.selection;
  }

  /** Returns the selected call, if a call is selected; for a match its end in A. */
  get call(): CallRef | null {
    return callIn(this.subject);
  }

  /** Waits for what an action selects; `null` if another state is shown by then. */
  async choose<Reply>(ask: Promise<Reply>): Promise<ChoiceReply<Reply> | null> {
    const isNewest = this.#actions.begin();
    const isShown = this.#isShown;
    const reply = await ask;
    return isShown() ? { reply, isNewest: isNewest() } : null;
  }

  /** Shows what is selected now. Letting go is no step worth coming back to. */
  take({ subject, details }: SelectionReply, mode: HistoryMode): void {
    const changed = JSON.stringify(subject) !== JSON.stringify(this.subject);
    this.#store.set({
      details,
      ...(changed && { records: NO_RECORDS, polite: sentenceOf(details) ?? "Nothing selected" }),
    });
    if (changed) {
      this.#view.change({ selection: subject }, mode === "push" && subject === null ? "rest" : mode);
    }
    this.#listener.selected(callIn(subject));
  }

  select(subject: Subject | null): void {
    this.#engine.follow(async () => {
      const chosen = await this.choose(this.#engine.ask("select", { subject }));
      if (chosen !== null) {
        this.takeAndReveal(chosen.reply, "push");
      }
    });
  }

  /** Selects a neighbour in the call tree. */
  step(step: Step): void {
    this.#engine.follow(async () => {
      const chosen = await this.choose(this.#engine.ask("step", { from: this.call, step }));
      if (chosen !== null) {
        this.takeAndReveal(chosen.reply, "rest");
      }
    });
  }

  /** Selects the partner of the selected call, and brings it into view. */
  goToPartner(): void {
    const { call } = this;
    if (call === null) {
      this.#store.set({ polite: "Select a call first" });
      return;
    }
    this.#engine.follow(async () => {
      const chosen = await this.choose(this.#engine.ask("partner", { call }));
      if (chosen === null) {
        return;
      }
      const partner = chosen.reply;
      if (partner === null) {
        this.#store.set({ polite: `It has no match in ${call.side === "a" ? "B" : "A"}` });
        this.#reveal(callDetails(this.#store.state));
      } else {
        this.takeAndReveal({ subject: { call: partner.call }, details: { call: partner.details } }, "rest");
      }
    });
  }

  takeAndReveal(reply: SelectionReply, mode: HistoryMode): void {
    this.take(reply, mode);
    this.#reveal(inCall(reply.details));
  }

  /** Takes a search hit as the selection. */
  takeHit(reply: SelectionReply): void {
    this.take(reply, "rest");
    const [call, details] = [callIn(reply.subject), inCall(reply.details)];
    if (call !== null && details !== null) {
      this.#listener.revealHit(call, details);
    }
  }

  /** The details of what is selected are others, or it is gone. Whatever is being selected meanwhile goes on. */
  refresh(): void {
    const { subject } = this;
    if (subject === null) {
      return;
    }
    this.#engine.follow(async () => {
      const reply = await this.#engine.ask("select", { subject });
      if (JSON.stringify(this.subject) === JSON.stringify(subject)) {
        this.take(reply, "rest");
      }
    });
  }

  /** Another picture is shown: under another alignment of time, a time range has another stretch on the other side. */
  drawn(): void {
    const { axis, anchors } = this.#store.state.view.time;
    const alignment = JSON.stringify([axis, anchors]);
    const isAnother = alignment !== this.#alignment;
    this.#alignment = alignment;
    if (isAnother && this.subject !== null && "time" in this.subject) {
      this.refresh();
    }
  }

  /** Shows a state that a link or the browser's history gave. */
  show(view: ViewState): void {
    this.#isShown = this.#states.begin();
    this.#view.change(view, "none");
    this.#engine.follow(async () => {
      const chosen = await this.choose(this.#engine.ask("select", { subject: view.selection }));
      if (chosen !== null) {
        this.take(chosen.reply, "rest");
      }
    });
  }

  #reveal(details: CallDetails | null): void {
    if (details !== null) {
      this.#listener.reveal(details);
    }
  }
}
