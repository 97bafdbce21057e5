// A comparison as one HTML file, with the content of `diptych report`. This script is fetched with the first report.

import { countOf, LISTS } from "./comparison/comparison-page.js";
import { DESKS } from "./desks/registry.js";
import { fetched } from "./engine/assets.js";
import type { EngineClient } from "./engine/client.js";
import { drawn } from "./engine/drawing-client.js";
import { FetchError } from "./engine/errors.js";
import type { CaptionedWords, ReportApplication, ReportContent, ReportPicture } from "./engine/worker-messages.js";
import { bytes } from "./format.js";
import { DEFAULT_VIEW_STATE } from "./generated/link-table.js";
import type { ComparisonState, ComparisonSummary, ViewState } from "./generated/protocol.js";
import type { Busy } from "./idle.js";
import { numberedNotes } from "./state/notes.js";
import type { PageState } from "./state/page-state.js";

/** The extent of a report beside its text: nothing, the kept comparison, or the traces, too. */
export type ReportExtent = "none" | "calls" | "traces";

/** The page in one piece, beside the page. */
const APPLICATION = "report-app.html";

/** Most rows of a list that are fetched; the report may show fewer. */
const MOST_ROWS = 50;

/** Sizes of the picture in pixels, largest first; the first that fits is taken. They are those of `diptych report`. */
const SIZES = [
  { width: 1040, height: 380 },
  { width: 760, height: 340 },
  { width: 520, height: 300 },
  { width: 360, height: 260 },
];

type Parts = {
  engine: EngineClient;
  busy: Busy;
  state: PageState;
  /** Returns the results of the comparison. */
  results: () => Promise<Uint8Array<ArrayBuffer>>;
  /** Returns the comparison and both traces as a `.diptych` file. */
  withTraces: () => Promise<Blob>;
};

/** Returns the report. An error says why there is none, in words for the person who asked for it. */
export async function reportOf(parts: Parts, extent: ReportExtent): Promise<Blob> {
  const { engine, busy, state } = parts;
  const { summary } = state.comparison;
  const [a, b] = [state.sides.a.summary, state.sides.b.summary];
  if (summary === null || a === null || b === null) {
    throw new Error("There is no comparison to report. Open two traces, and wait until they are compared.");
  }
  // What may be missing is fetched before anything is computed.
  const text = extent === "none" ? null : await applicationText();
  const content = { sides: { a, b }, summary, lists: await lists(engine, summary), notes: notes(state) };
  const pictures: ReportPicture[] = [];
  for (const size of SIZES) {
    pictures.push({ light: await scene(parts, "light", size), dark: await scene(parts, "dark", size) });
  }
  let application: ReportApplication | null = null;
  if (text !== null) {
    const content =
      extent === "traces"
        ? { file: new Uint8Array(await (await parts.withTraces()).arrayBuffer()) }
        : { results: await parts.results(), view: state.view };
    application = { text, content };
  }
  const answer = await drawn({ type: "report", content, pictures, application }, busy);
  if (answer.type !== "report" || answer.bytes === null) {
    const size = answer.type === "report" ? answer.size : 0;
    throw new Error(`The report would be ${bytes(size)}; at most 50 MB are written. ${advice(extent)}`);
  }
  return new Blob([answer.bytes], { type: "text/html" });
}

function advice(extent: ReportExtent): string {
  return extent === "traces"
    ? "Export a report with calls, which leaves the traces out, or the comparison with traces (.diptych), which compresses them better."
    : "Export a report with verdict and picture only.";
}

async function applicationText(): Promise<string> {
  try {
    return await (await fetched(APPLICATION)).text();
  } catch (error) {
    if (error instanceof FetchError) {
      throw new Error(
        "The page for the report could not be fetched. Check the connection and try again, or export a report with " +
          "verdict and picture only.",
      );
    }
    throw error;
  }
}

async function lists(engine: EngineClient, summary: ComparisonSummary): Promise<ReportContent["lists"]> {
  const found: ReportContent["lists"] = [];
  for (const [place, list] of LISTS.entries()) {
    const total = countOf(summary, list);
    if (total + (summary.below[place] ?? 0) > 0) {
      const count = Math.min(total, MOST_ROWS);
      const { rows } = await engine.ask("differences", { list, order: "self", first: 0, count });
      found.push({ list, rows });
    }
  }
  return found;
}

/** Returns the notes with their places in words, as the command writes them. */
function notes(state: PageState): ReportContent["notes"] {
  return numberedNotes(state).map(({ note, found }) => ({
    place: [found?.name, found?.kind, found?.context].filter((part) => (part ?? "") !== "").join(" · "),
    found: found?.status === "found" || found?.status === "not-open",
    text: note.text,
  }));
}

/** Returns the state that shows the picture under the settings of a comparison. Nothing else of the view is in it. */
function pictureView(comparison: ComparisonState): ViewState {
  const state = { ...DEFAULT_VIEW_STATE, comparison };
  return DESKS.find(({ reportView }) => reportView !== undefined)?.reportView?.(state) ?? state;
}

/** Lays the picture out in a theme. */
async function scene(
  { engine, busy, state }: Parts,
  theme: "light" | "dark",
  size: { width: number; height: number },
): Promise<CaptionedWords> {
  const view = pictureView(state.view.comparison);
  const ask = { desk: view.desk, state: view, theme, ...size, tubes: null, held: 0 };
  let { info, words } = await engine.layout(ask);
  while (info.unfinished || words === null) {
    await busy.idle(); // What is missing is being worked out.
    ({ info, words } = await engine.layout(ask));
  }
  const notes = { notes: [], places: [], panes: [] }; // The report lists the notes itself.
  const caption = {
    theme,
    names: { a: null, b: null },
    verdict: [],
    reading: [],
    heads: [],
    legend: info.legend,
    drawn: info.drawn,
    notes,
  };
  return { words, caption };
}
