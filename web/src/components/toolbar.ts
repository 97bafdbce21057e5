// The toolbar of the desk in front. Tools that find no room lie in a menu, from the right end.

import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";

import type { Run } from "../commands.js";
import type { Desk, Tool } from "../desks/desk.js";
import { withKey } from "../keys.js";
import { withoutAnyCalls, withoutCalls } from "../sides/without-traces.js";
import type { PageState } from "../state/page-state.js";
import { when, yesNo } from "./bits.js";
import { docsLink } from "./docs-link.js";
import { coupleIcon } from "./icons.js";
import { popover, type PopoverActions } from "./popover.js";

export type ToolbarActions = PopoverActions & { run: Run };

export function toolbar(
  state: PageState,
  actions: ToolbarActions,
  { title, hasTime, guide }: Pick<Desk, "title" | "hasTime" | "guide">,
  all: readonly Tool[],
): TemplateResult {
  const shown = all.slice(0, state.toolsShown);
  const rest = all.slice(shown.length);
  const { apart } = state.view.time;
  const noCalls = withoutCalls(state);
  const tool = ({ inLine, traces = 2 }: Tool) => {
    const why = [null, withoutAnyCalls(state), noCalls][traces] ?? null;
    return why === null ? inLine : disabled(why, inLine);
  };
  return html`<div class="toolbar" role="toolbar" aria-label=${title} data-tools=${all.map(({ name }) => name).join(" ")}>
    ${repeat(
      shown,
      ({ name }) => name,
      (each) => html`<div class="tool" data-tool=${each.name} title=${each.about ?? nothing}>${tool(each)}</div>`,
    )}
    ${when(
      rest.length > 0,
      () => html`<div data-spare>
      ${popover(state, actions, {
        name: "more-tools",
        label: "Settings ▾",
        title: "Settings of this desk",
        content: () =>
          rest.map(
            (each) =>
              html`<div class="more-tool">${tool({ ...each, inLine: each.inMenu })}${when(each.about !== undefined, () => html`<p class="quiet-text">${each.about}</p>`)}</div>`,
          ),
      })}
    </div>`,
    )}
    <span class="spring" data-spare></span>
    ${when(
      hasTime,
      () => html`<button
      class="iconed"
      ?disabled=${noCalls !== null}
      aria-pressed=${yesNo(!apart)}
      title=${noCalls ?? withKey(apart ? "Zoom and pan both sides together" : "Zoom and pan each side separately", "couple")}
      @click=${() => actions.run("couple")}
    >
      ${coupleIcon}<span class="label">Linked zoom</span>
    </button>`,
    )}
    ${docsLink(guide, "Guide", `How to read ${title}`)}
  </div>`;
}

/** Controls that can do nothing, and why. */
function disabled(why: string, controls: TemplateResult): TemplateResult {
  return html`<fieldset class="disabled-tool" disabled title=${why}>${controls}</fieldset>`;
}
