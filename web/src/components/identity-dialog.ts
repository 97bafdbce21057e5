// The editor of identity rules and lane pairs.

import { html, nothing, type TemplateResult } from "lit";

import type { Run } from "../commands.js";
import type { IdentityDraft } from "../comparison/comparison-page.js";
import { save } from "../files-out.js";
import type { EditorTab, IdentityEditor } from "../comparison/identity-editor.js";
import { commandOf, focusOf } from "../keys.js";
import { quantity } from "../quantity.js";
import type { PageState } from "../state/page-state.js";
import { yesNo } from "./bits.js";
import { agreement } from "./agreement.js";
import { stageWords } from "./comparing.js";
import { closeIcon } from "./icons.js";
import { lanePairs, type LanePairsActions } from "./lane-pairs.js";
import { proposals, unmatched, type RenamesActions } from "./renames.js";
import { rulePreview } from "./rule-preview.js";
import { rulesAsRows, rulesAsText, rulesText, type RulesActions } from "./rules-table.js";
import { walk } from "./tabs.js";

export type IdentityDialogActions = LanePairsActions &
  RenamesActions &
  RulesActions & {
    run: Run;
    identity: Pick<IdentityEditor, "done" | "leave" | "reset" | "turnInto" | "turnTo" | "undo">;
  };

export function identityDialog(
  draft: IdentityDraft,
  tab: EditorTab,
  state: PageState,
  actions: IdentityDialogActions,
): TemplateResult {
  const { summary } = state.comparison;
  // Elsewhere an open dialog has the keys; here one of them belongs to it.
  const key = (event: KeyboardEvent) => {
    if (commandOf(event, focusOf(event.target), state.letters) === "accept-rename") {
      event.preventDefault();
      actions.run("accept-rename");
    }
  };
  return html`<dialog class="dialog identity" aria-labelledby="dialog-head" @close=${() => actions.identity.leave()} @keydown=${key}>
    <div class="dialog-head">
      <h2 id="dialog-head">${tab === "names" ? "Matching names" : "Lane pairs"}</h2>
      ${draft.trial === null ? nothing : html`<span class="trial quiet-text">${stageWords(draft.trial)}</span>`}
      <span class="spring"></span>
      ${tab === "names" ? rulesActions(draft, actions) : nothing}
      <button class="quiet square" aria-label="Discard the edits and close" @click=${() => actions.identity.leave()}>${closeIcon}</button>
    </div>
    <div class="identity-tabs" role="tablist" aria-label="Names or lanes" @keydown=${walk}>
      ${tabButton("names", "Names", "", tab, actions)} ${tabButton("lanes", "Lanes", summary?.lanes ?? "", tab, actions)}
    </div>
    ${draft.failure === null ? nothing : html`<p class="rule-problem" role="alert"><strong>${draft.failure.title}</strong> ${draft.failure.body}</p>`}
    <div class="identity-body" role="tabpanel" id="identity-${tab}" aria-labelledby="identity-tab-${tab}">
      ${tab === "names" ? names(draft, state, actions) : lanePairs(draft, state, actions)}
    </div>
    <div class="identity-foot">
      <span class="quiet-text">
        ${
          tab === "names"
            ? "Solid: the share before your edits. Striped: what your edits add. The desks change when you press Done."
            : "The thicker a line, the more time both lanes share. The desks change when you press Done."
        }
      </span>
      <span class="spring"></span>
      <button ?disabled=${draft.before.length === 0} @click=${() => actions.identity.undo()}>Undo</button>
      <button class="main" @click=${() => actions.identity.done()}>Done</button>
    </div>
  </dialog>`;
}

function tabButton(
  of: EditorTab,
  title: string,
  more: string,
  tab: EditorTab,
  actions: IdentityDialogActions,
): TemplateResult {
  const front = of === tab;
  return html`<button
    role="tab"
    id="identity-tab-${of}"
    aria-selected=${yesNo(front)}
    aria-controls=${front ? `identity-${of}` : nothing}
    tabindex=${front ? 0 : -1}
    ?autofocus=${front}
    @click=${() => actions.identity.turnTo(of)}
  >
    ${title} <span class="quiet-text">${more}</span>
  </button>`;
}

function rulesActions(draft: IdentityDraft, actions: IdentityDialogActions): TemplateResult {
  const asText = draft.as === "text";
  const file = () => save("diptych-rules.txt", new Blob([rulesText(draft)], { type: "text/plain" }));
  return html`<button aria-pressed=${yesNo(asText)} ?disabled=${asText && draft.report?.problem != null} @click=${() => actions.identity.turnInto(asText ? "rows" : "text")}>Edit as text</button>
    <button @click=${() => actions.identity.reset()}>Reset to defaults</button>
    <button title="Save these rules as a file for the command line" @click=${file}>Export</button>`;
}

function names(draft: IdentityDraft, state: PageState, actions: IdentityDialogActions): TemplateResult {
  const { report } = draft;
  return html`${agreement(report, state)}
    <div class="identity-columns">
      <div class="identity-rules">
        ${draft.as === "text" ? rulesAsText(draft, actions) : rulesAsRows(draft, actions)} ${rulePreview(report)}
      </div>
      <div class="identity-names">${proposals(report, actions)} ${unmatched(draft, quantity(state), actions)}</div>
    </div>`;
}
