// The picture of a report: both whole runs, as `diptych report` draws them.

import { DEFAULT_VIEW_STATE } from "../../generated/link-table.js";
import type { ComparisonState, DeskId, ViewState } from "../../generated/protocol.js";

/** Returns the desk and the state that show the overview alone, under the settings of a comparison. */
export function reportPicture(comparison: ComparisonState): { desk: DeskId; state: ViewState } {
  const { compare } = DEFAULT_VIEW_STATE;
  return { desk: "compare", state: { ...DEFAULT_VIEW_STATE, comparison, compare: { ...compare, parts: "overview" } } };
}
