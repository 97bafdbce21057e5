// The page inside a report: it starts with the comparison that the document holds, and without a server.

import type { Sides } from "./sides/sides.js";
import { fromFile } from "./sides/sources.js";

/** The `.diptych` file of a report, and its name. Both are data of whoever wrote the report. */
type ReportData = { name: string; file: string };

/** Returns the comparison in this document; `null` where the document is the page of a server. */
export function reportFile(): File | null {
  const element = document.getElementById("report-data");
  if (!(element instanceof HTMLScriptElement)) {
    return null;
  }
  const { name, file } = JSON.parse(element.textContent) as ReportData;
  const bytes = Uint8Array.from(atob(file), (character) => character.charCodeAt(0));
  return new File([bytes], name);
}

/** Opens the comparison of a report. */
export function openReport(sides: Pick<Sides, "open">, file: File): void {
  sides.open({ a: [fromFile(file)] });
}
