// The largest changes by path, above the lists: where the change lies.

import { html, nothing, type TemplateResult } from "lit";

import type { DifferencesController } from "../comparison/differences.js";
import { count } from "../format.js";
import type { PhaseRow } from "../generated/protocol.js";
import { tellingNames } from "../telling-names.js";
import { isolated, properties } from "./bits.js";

export type PhasesActions = { differences: Pick<DifferencesController, "frame"> };

/** Characters of a name for which there is room in the narrowest panel. */
const CHARACTERS = 30;

/** Lists the largest changes by path. `quantity` is what calls take: time, samples, bytes. */
export function phases(
  rows: readonly PhaseRow[],
  quantity: string,
  actions: PhasesActions,
): TemplateResult | typeof nothing {
  if (rows.length === 0) {
    return nothing;
  }
  const names = tellingNames(
    rows.map(({ name }) => name),
    CHARACTERS,
  );
  return html`<details class="phases" open>
    <summary>Where the ${quantity} went <span class="quiet-text">${count(rows.length)} ${rows.length === 1 ? "path" : "paths"} · ${quantity} with callees</span></summary>
    <ol aria-label="Largest changes by path">
      ${rows.map((row) => html`<li>${line(row, names.get(row.name) ?? row.name, actions)}</li>`)}
    </ol>
  </details>`;
}

function line(row: PhaseRow, name: string, actions: PhasesActions): TemplateResult {
  const tone = row.list === "slower" || row.list === "faster" ? row.list : "";
  return html`<button class="phase" title=${whole(row)} ${properties({ "--depth": String(row.depth) })} @click=${() => actions.differences.frame(row)}>
    <span class="phase-name"
      >${row.through.length === 0 ? nothing : isolated(`${row.through.join(" › ")} ›`, "phase-through")}${isolated(name, "code")}</span
    >
    <span class="phase-facts quiet-text">${facts(row).join(" · ")}</span>
    <span class="hidden">${[row.explains, row.same, row.pauses].filter((text) => text !== "").join(", ")}</span>
    <strong class=${tone}>${row.delta}</strong>
  </button>`;
}

/** Returns the line under a name. Where most of the change lies in calls of both sides, the number of calls is left to the title. */
function facts({ only, calls, mostlySame, over }: PhaseRow): string[] {
  return [only, mostlySame === "" ? calls : mostlySame, over].filter((text) => text !== "");
}

function whole({ name, file, callers, a, b, callsA, callsB, only, over, explains, same, pauses }: PhaseRow): string {
  const calls = `${count(callsA)} → ${count(callsB)} calls`;
  const lines = [
    name,
    file,
    `A ${a} · B ${b}, inclusive${over === "" ? "" : `, summed ${over}`}`,
    calls,
    only,
    explains,
    same,
    pauses,
    callers.length === 0 ? "" : `under ${callers.join(" › ")}`,
  ];
  return lines.filter((text) => text !== "").join("\n");
}
