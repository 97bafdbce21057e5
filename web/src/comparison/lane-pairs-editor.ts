// Lane pairs of a draft: by a rule, or made and cut by hand.

import type { Engine } from "../engine/client.js";
import { Latest } from "../engine/latest.js";
import type { LaneMatching, LanePairing, SideName, ViewState } from "../generated/protocol.js";
import type { IdentityDraft } from "./comparison-page.js";
import type { Draft } from "./identity-draft.js";
import { cut, paired, released } from "./lane-pairs.js";

export class LanePairsEditor {
  readonly #draft: Draft;
  readonly #pairings: Latest<ViewState, LanePairing>;

  constructor(engine: Engine, draft: Draft) {
    this.#draft = draft;
    this.#pairings = new Latest(
      engine,
      (state) => engine.ask("lane-pairing", { state }),
      (pairing) => draft.set({ pairing }),
    );
  }

  /** Asks how the lanes are paired under the draft. */
  ask(): void {
    if (this.#draft.now !== null) {
      this.#pairings.ask(this.#draft.state);
    }
  }

  pairBy(lanes: LaneMatching): void {
    this.#draft.edit({ lanes, chosenLanes: [] });
  }

  pair(a: number, b: number): void {
    this.#draft.edit({ chosenLanes: paired(this.#draft.chosenLanes, a, b) });
  }

  cut(a: number, b: number): void {
    this.#draft.edit({ chosenLanes: cut(this.#draft.chosenLanes, a, b) });
  }

  /** Leaves a lane to the rule. */
  release(side: SideName, lane: number): void {
    this.#draft.edit({ chosenLanes: released(this.#draft.chosenLanes, side, lane) });
  }

  /** Holds a lane that looks for its partner. */
  hold(held: IdentityDraft["held"]): void {
    this.#draft.set({ held });
  }
}
