// The page inside a report: it starts with the comparison that the document holds, and without a server.

import { unpacked } from "./engine/assets.js";
import type { KeptFile } from "./engine/worker-messages.js";
import type { Sides } from "./sides/sides.js";
import { fromFile, type Source } from "./sides/sources.js";
import { savedView } from "./state/saved-view.js";

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

/** Opens the comparison of a report. */
export function openReport(sides: Pick<Sides, "open">, source: Source): void {
  sides.open({ a: [source] });
}
