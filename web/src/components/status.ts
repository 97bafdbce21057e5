// The last line: what is drawn of how much, by which rule, and where the data is.

import { html, type TemplateResult } from "lit";

import type { Run } from "../commands.js";
import { foldedCalls } from "../state/folded.js";
import type { PageState } from "../state/page-state.js";
import { leaving } from "./bits.js";

export function status(state: PageState, actions: { run: Run }): TemplateResult {
  const drawn = state.scene?.drawn;
  const noise = state.comparison.summary?.noise ?? "";
  const folded = foldedCalls(state);
  const rule = drawn === undefined || drawn.rule === "" ? "" : `Rule: ${drawn.rule}`;
  // Without room for all of it, the tooltip shows the rest.
  return html`<footer class="status">
    ${folded === "" ? null : html`<span class="noise" data-testid="folded" title=${folded}>Summed: ${folded}${state.hasFinerTiles ? ". Zoom in for detail" : ""}</span>`}
    <span class="drawn leaving" data-testid="drawn" title=${drawn?.text ?? ""}>${leaving(drawn?.text ?? "")}</span>
    <span class="rule leaving" title=${rule}>${leaving(rule)}</span>
    ${noise === "" ? null : html`<span class="noise">${noise}</span>`}
    <span>
      ${
        state.isKeeping
          ? html`Nothing is uploaded. <button class="quiet" @click=${() => actions.run("help")}>What is kept on this device</button>`
          : "All data stays in this tab"
      }
    </span>
  </footer>`;
}
