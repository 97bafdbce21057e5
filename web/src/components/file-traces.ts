// The traces of a file that holds several: which is shown, and each of them for either side.

import { html, type TemplateResult } from "lit";

import { count } from "../format.js";
import type { FileTrace, SideName } from "../generated/protocol.js";
import type { Sides } from "../sides/sides.js";
import { type PageState, SIDES } from "../state/page-state.js";
import { isolated, letter, when } from "./bits.js";

export type FileTracesActions = { sides: Pick<Sides, "openTrace"> };

/** Rows shown; how many more there are is said. */
const MOST_ROWS = 500;

export function fileTraces(state: PageState, actions: FileTracesActions, side: SideName): TemplateResult {
  const traces = state.sides[side].summary?.ofFile ?? [];
  return html`<p>
      Until you choose, Diptych shows the trace with the most calls; of two files, the one that both have. Each trace can be on
      either side.
    </p>
    <table class="run-list">
      <thead>
        <tr>
          <th scope="col">Trace</th>
          <th scope="col" class="number">Calls</th>
          <th scope="col">Show it</th>
        </tr>
      </thead>
      <tbody>
        ${traces.slice(0, MOST_ROWS).map((trace) => row(trace, actions, side))}
      </tbody>
    </table>
    ${when(
      traces.length > MOST_ROWS,
      () => html`<p>
      ${count(traces.length - MOST_ROWS)} more are in the file: <code>diptych inspect</code> lists all, and a link can name any of them after <code>#</code>.
    </p>`,
    )}`;
}

function row({ name, calls, shown }: FileTrace, actions: FileTracesActions, from: SideName): TemplateResult {
  const button = (side: SideName) => html`<button
    ?disabled=${calls === 0 || (shown && side === from)}
    @click=${() => actions.sides.openTrace(from, name, side)}
  >
    as ${letter(side)}<span class="hidden">: ${name}</span>
  </button>`;
  return html`<tr>
    <th scope="row">${isolated(name)}</th>
    <td class="number">${count(calls)}</td>
    <td>${SIDES.map(button)}</td>
  </tr>`;
}
