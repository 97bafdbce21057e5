// What is switched off, each a chip that takes it back.

import { html, nothing, type TemplateResult } from "lit";

import { isolated } from "../../components/bits.js";
import { closeIcon } from "../../components/icons.js";
import { count } from "../../format.js";
import type { PageState } from "../../state/page-state.js";
import { hiding, isHidden, KIND_WORDS, KINDS } from "./match-controls.js";
import type { Settings } from "./settings.js";

type ChipActions = { settings: Pick<Settings, "setMatches" | "setSteps"> };

type Chip = { label: string; remove: () => void };

/** One chip a filter that is on; nothing where all is shown. */
export function filterChips(state: PageState, actions: ChipActions): TemplateResult | typeof nothing {
  const chips = chipsOf(state, actions);
  return chips.length === 0
    ? nothing
    : html`<ul class="filter-chips" aria-label="Filters that are on">
        ${chips.map(
          ({ label, remove }) => html`<li>
            <button class="chip" aria-label="Remove the filter “${label}”" title="${label}: remove" @click=${remove}>${isolated(label)}${closeIcon}</button>
          </li>`,
        )}
      </ul>`;
}

function chipsOf({ view, scene }: PageState, { settings }: ChipActions): Chip[] {
  const { matches, icicle } = view.compare;
  const chips: Chip[] = [];
  const shown = KINDS.filter((kind) => !isHidden(matches, kind));
  if (shown.length < KINDS.length) {
    const label = shown.length === 0 ? "no kind" : shown.map((kind) => KIND_WORDS[kind]).join(", ");
    chips.push({ label: `Show ${label}`, remove: () => settings.setMatches(hiding(() => false)) });
  }
  if (matches.function.trim() !== "") {
    chips.push({ label: matches.function.trim(), remove: () => settings.setMatches({ function: "" }) });
  }
  if (matches.leastUs > 0) {
    chips.push({ label: `≥ ${count(matches.leastUs)}\u202fµs`, remove: () => settings.setMatches({ leastUs: 0 }) });
  }
  const steps = scene?.legend.filter(({ step }) => step !== null).length ?? 0;
  if (icicle.steps.length > 0 && steps > 0) {
    chips.push({ label: `${icicle.steps.length} of ${steps} steps`, remove: () => settings.setSteps([]) });
  }
  return chips;
}
