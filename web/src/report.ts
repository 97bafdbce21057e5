// The page inside a report: it starts with the comparison that the document holds, and without a server.

import { isReport, unpacked } from "./engine/assets.js";
import type { KeptFile } from "./engine/worker-messages.js";
import type { Sides } from "./sides/sides.js";
import { fromFile, type Source } from "./sides/sources.js";
import { anyLoaded, type PageState, SIDES } from "./state/page-state.js";
import { savedView } from "./state/saved-view.js";
import { sayNotStarted } from "./report-text.js";

/**
 * The content of a report: a `.diptych` file with traces, or the results of a comparison, packed by gzip, with its view. All
 * bytes are base64. They are data of whoever wrote the report.
 */
type ReportData = { name: string } & ({ file: string } | { results: string; state: string });

/** Returns the comparison in this document; `null` where the document is the page of a server. */
export function reportSource(): Source | null {
  const element = document.getElementById("report-data");
  if (!(element instanceof HTMLScriptElement)) {
    return null;
  }
  const data = JSON.parse(element.textContent) as ReportData;
  const { name } = data;
  return "file" in data
    ? fromFile(new File([fromBase64(data.file)], name))
    : { name, bytes: { kind: "kept", opened: () => opened(name, data) }, link: null };
}

async function opened(name: string, { results, state }: { results: string; state: string }): Promise<KeptFile> {
  const bytes = await unpacked(fromBase64(results)).arrayBuffer();
  return { name, results: new Uint8Array(bytes), view: savedView(fromBase64(state)), traces: [] };
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/**
 * Returns whether the text of a report is all that there is to see: its comparison is not open yet. Says above the text
 * why it cannot be opened.
 */
export function isText(state: PageState): boolean {
  if (!isReport() || anyLoaded(state)) {
    return false;
  }
  const [failed] = SIDES.flatMap((side) => state.sides[side].failures).map(({ failure }) => failure);
  const problem = failed ?? (state.notice?.tone === "danger" ? state.notice : null);
  if (problem !== null) {
    sayNotStarted(problem.title, problem.body);
  }
  return true;
}

/** Gives the page of a report its style, in place of that of the text. */
export function showStyle(): void {
  document.adoptedStyleSheets.forEach((sheet) => (sheet.disabled = false));
}

/** Opens the comparison of a report. */
export function openReport(sides: Pick<Sides, "open">, source: Source): void {
  sides.open({ a: [source] });
}
