// Chips for the active filters. Each one takes its filter back.

import { html, nothing, type TemplateResult } from "lit";

import { isolated } from "../../components/bits.js";
import { closeIcon } from "../../components/icons.js";
import { count } from "../../format.js";
import type { PageState } from "../../state/page-state.js";
import { lastSegment, searchedName } from "../../words.js";
import { hiding, isHidden, KIND_WORDS, KINDS } from "./match-controls.js";
import type { Settings } from "./settings.js";

type ChipActions = { settings: Pick<Settings, "setMatches" | "setSteps"> };

/** `whole`: what the label leaves out. */
type Chip = { label: string; whole: string; remove: () => void };

/** One chip a filter that is on; nothing where all is shown. */
export function filterChips(state: PageState, actions: ChipActions): TemplateResult | typeof nothing {
  const chips = chipsOf(state, actions);
  return chips.length === 0
    ? nothing
    : html`<ul class="filter-chips" aria-label="Filters that are on">
        ${chips.map(
          ({ label, whole, remove }) => html`<li>
            <button class="chip" aria-label="Remove the filter “${label}”" title="${whole}: remove" @click=${remove}>${isolated(label)}${closeIcon}</button>
          </li>`,
        )}
      </ul>`;
}

function chipsOf({ view, scene }: PageState, { settings }: ChipActions): Chip[] {
  const { matches, icicle } = view.compare;
  const chips: Chip[] = [];
  const shown = KINDS.filter((kind) => !isHidden(matches, kind));
  if (shown.length < KINDS.length) {
    const label = shown.length === 0 ? "nothing" : shown.map((kind) => KIND_WORDS[kind]).join(", ");
    chips.push({
      label: `Show ${label}`,
      whole: `Show ${label}`,
      remove: () => settings.setMatches(hiding(() => false)),
    });
  }
  if (matches.function.trim() !== "") {
    const name = searchedName(matches.function);
    chips.push({ label: lastSegment(name), whole: name, remove: () => settings.setMatches({ function: "" }) });
  }
  if (matches.leastUs > 0) {
    const least = `≥ ${count(matches.leastUs)}\u202fµs`;
    chips.push({ label: least, whole: least, remove: () => settings.setMatches({ leastUs: 0 }) });
  }
  const steps = scene?.legend.filter(({ step }) => step !== null).length ?? 0;
  if (icicle.steps.length > 0 && steps > 0) {
    const some = `${icicle.steps.length} of ${steps} steps`;
    chips.push({ label: some, whole: `${some} of the colours`, remove: () => settings.setSteps([]) });
  }
  return chips;
}
