// Generated from crates/protocol by `npm run types`. Do not edit.

export type SideName = "a" | "b";

export type ViewId = "pair";

export type Desk = "compare" | "structure" | "space-time" | "fusion" | "profile";

export type ThemeChoice = "auto" | "light" | "dark" | "contrast";

export type ColorBy = "package" | "file" | "function" | "duration";

export type Window = { 
/**
 * First tick shown.
 */
start: number, 
/**
 * One past the last tick shown.
 */
end: number, };

export type CallRef = { 
/**
 * Its side.
 */
side: SideName, 
/**
 * Ticks since the trace's first instant.
 */
start: number, 
/**
 * Ticks.
 */
duration: number, 
/**
 * Stack depth: tells calls of equal span apart.
 */
depth: number, 
/**
 * Row number of its lane in pre-order.
 */
lane: number, };

export type PairState = { 
/**
 * What is shown of A; `None` is the whole of both runs from zero.
 */
a: Window | null, 
/**
 * What is shown of B.
 */
b: Window | null, 
/**
 * Each side is zoomed and panned by itself.
 */
apart: boolean, 
/**
 * What colour says.
 */
color: ColorBy, 
/**
 * How far A's rows are scrolled, CSS pixels from the root row.
 */
scrollA: number, 
/**
 * How far B's rows are scrolled.
 */
scrollB: number, 
/**
 * Lanes of A (rows of the lane table) that are not as they are by default: the quiet ones are folded to
 * their first row, the others are not.
 */
foldsA: Array<number>, 
/**
 * The same for B.
 */
foldsB: Array<number>, };

export type ViewState = { 
/**
 * Version of this shape.
 */
version: number, 
/**
 * The desk in front.
 */
desk: Desk, 
/**
 * Theme of page and canvases.
 */
theme: ThemeChoice, 
/**
 * The selected call.
 */
selection: CallRef | null, 
/**
 * What is searched for; blank for nothing.
 */
search: string, 
/**
 * State of the pair view.
 */
pair: PairState, };

export type Envelope = { 
/**
 * Rises with every request.
 */
epoch: number, 
/**
 * What is asked.
 */
request: Request, };

export type Request = { "type": "close", 
/**
 * Which.
 */
side: SideName, } | { "type": "swap" } | { "type": "layout", 
/**
 * Which view.
 */
view: ViewId, 
/**
 * Its state; kept for hover, selection and twin.
 */
state: ViewState, 
/**
 * `Auto` resolved by the shell.
 */
theme: ThemeChoice, 
/**
 * CSS pixels.
 */
width: number, 
/**
 * CSS pixels.
 */
height: number, } | { "type": "hover", 
/**
 * Which view.
 */
view: ViewId, 
/**
 * CSS pixels from the left edge of the canvas, in the scene as laid out; `None`: the pointer left.
 */
point: [number, number] | null, } | { "type": "select-at", 
/**
 * Which view.
 */
view: ViewId, 
/**
 * CSS pixels, in the scene as laid out.
 */
point: [number, number], } | { "type": "select", 
/**
 * Which call.
 */
call: CallRef | null, } | { "type": "step", 
/**
 * From where; `None` starts at the first call of A, else of B.
 */
from: CallRef | null, 
/**
 * Which way.
 */
step: Step, } | { "type": "step-hit", 
/**
 * From where; `None` starts before the first.
 */
from: CallRef | null, 
/**
 * Towards the end, or back; past the last comes the first.
 */
forward: boolean, } | { "type": "lanes", 
/**
 * Whose.
 */
side: SideName, 
/**
 * The state that says which are folded.
 */
state: ViewState, } | { "type": "twin", 
/**
 * Which view, in the state of its last layout.
 */
view: ViewId, 
/**
 * First row wanted.
 */
first: number, 
/**
 * Most rows wanted.
 */
count: number, } | { "type": "svg", 
/**
 * Which view, in the state of its last layout.
 */
view: ViewId, } | { "type": "totals" };

export type Step = "caller" | "first-callee" | "previous" | "next";

export type Event = { "type": "side-loaded", 
/**
 * What it holds.
 */
summary: SideSummary, } | { "type": "side-closed", 
/**
 * Which.
 */
side: SideName, } | { "type": "sides", 
/**
 * What A holds.
 */
a: SideSummary | null, 
/**
 * What B holds.
 */
b: SideSummary | null, } | { "type": "scene", 
/**
 * Which view.
 */
view: ViewId, 
/**
 * What the shell needs to know about it.
 */
info: SceneInfo, } | { "type": "hover", 
/**
 * Which view.
 */
view: ViewId, 
/**
 * Nothing, or what to say about it.
 */
tooltip: Tooltip | null, } | { "type": "selection", 
/**
 * The call, if any.
 */
call: CallRef | null, 
/**
 * What to say about it.
 */
details: CallDetails | null, } | { "type": "hit", 
/**
 * Its number, counted from 1 over A, then B; 0 when nothing is a hit.
 */
rank: number, 
/**
 * Hits of both sides.
 */
of: number, } | { "type": "lane-head", 
/**
 * Whose.
 */
side: SideName, 
/**
 * Which.
 */
lane: number, } | { "type": "lanes", 
/**
 * Whose.
 */
side: SideName, 
/**
 * The lanes.
 */
lanes: Array<LaneRow>, } | { "type": "twin", 
/**
 * Which view.
 */
view: ViewId, 
/**
 * The table.
 */
twin: Twin, } | { "type": "svg", 
/**
 * Which view.
 */
view: ViewId, 
/**
 * Whole text of the file.
 */
text: string, } | { "type": "totals", 
/**
 * Functions by self time of both sides together, longest first.
 */
functions: Array<FunctionTotals>, 
/**
 * How many functions there are; more than `functions` holds.
 */
of: number, } | { "type": "compute", 
/**
 * What is to be done.
 */
job: Job, } | { "type": "failed", 
/**
 * What, where and what to do.
 */
failure: Failure, };

export type SideSummary = { 
/**
 * Which side.
 */
side: SideName, 
/**
 * File name.
 */
name: string, 
/**
 * The format it was read as.
 */
format: string, 
/**
 * `time`, `weight` or `order`.
 */
axis: string, 
/**
 * Calls.
 */
calls: number, 
/**
 * Functions.
 */
functions: number, 
/**
 * Deepest stack, counted from 0.
 */
maxDepth: number, 
/**
 * Ticks from first to last instant.
 */
extent: number, 
/**
 * The first instant, absolute ticks, decimal.
 */
origin: string, 
/**
 * Size of the input as given.
 */
bytes: number, 
/**
 * Whether the input was compressed.
 */
packed: boolean, 
/**
 * `123,221 calls · 75.9 ms · 22.4 MB`
 */
headline: string, 
/**
 * The last part of the headline that survives on a narrow page.
 */
duration: string, 
/**
 * Lanes, in pre-order.
 */
lanes: Array<LaneSummary>, 
/**
 * What was odd in the input.
 */
report: Array<ReportRow>, 
/**
 * How many oddities changed or lost something.
 */
warnings: number, };

export type LaneSummary = { 
/**
 * Its name.
 */
name: string, 
/**
 * `process`, `thread` or `group`.
 */
kind: string, 
/**
 * Row of the lane it lies in.
 */
parent: number | null, 
/**
 * Own calls.
 */
calls: number, 
/**
 * Share of the run's extent that its outermost calls cover, `31 %`.
 */
busy: string, };

export type ReportRow = { 
/**
 * A stable word.
 */
kind: string, 
/**
 * What it happened to.
 */
subject: string, 
/**
 * What became of it.
 */
outcome: string, 
/**
 * How often.
 */
count: number, 
/**
 * Byte offset of the first one in the decompressed input.
 */
firstOffset: number, 
/**
 * The first one.
 */
example: string, 
/**
 * Whether it changed or lost something.
 */
warning: boolean, };

export type SceneInfo = { 
/**
 * CSS pixels it was laid out for.
 */
width: number, 
/**
 * CSS pixels it was laid out for.
 */
height: number, 
/**
 * Parts of the canvas that a pointer zooms and pans.
 */
panes: Array<Pane>, 
/**
 * What is drawn of how much, by which rule.
 */
drawn: Drawn, 
/**
 * What the colours say.
 */
legend: Array<LegendEntry>, 
/**
 * One sentence for those who do not see the picture.
 */
summary: string, 
/**
 * The strip that shows both runs whole, with the windows marked; a pointer moves them there.
 */
minimap: Minimap | null, 
/**
 * What the search found; `None` when nothing is searched for.
 */
search: SearchInfo | null, 
/**
 * Where the selected call lies among the rows, in sight or not.
 */
selected: SelectedRow | null, };

export type Pane = { 
/**
 * Whose axis.
 */
side: SideName, 
/**
 * CSS pixels: left edge, where `window.start` lies.
 */
x0: number, 
/**
 * Upper edge.
 */
y0: number, 
/**
 * Right edge, where `window.end` lies.
 */
x1: number, 
/**
 * Lower edge.
 */
y1: number, 
/**
 * What it shows.
 */
window: Window, 
/**
 * The whole, which `0` returns to.
 */
whole: Window, 
/**
 * How far it can be scrolled, CSS pixels; 0 when all rows fit.
 */
scrollMax: number, 
/**
 * How far it is scrolled.
 */
scroll: number, 
/**
 * Which way rows move on the screen as `scroll` grows: up (−1) or down (1).
 */
scrollSign: number, };

export type Minimap = { 
/**
 * CSS pixels: left edge, where `whole.start` lies.
 */
x0: number, 
/**
 * Upper edge.
 */
y0: number, 
/**
 * Right edge, where `whole.end` lies.
 */
x1: number, 
/**
 * Lower edge.
 */
y1: number, 
/**
 * The part above this line is A's, the part below it B's.
 */
middle: number, 
/**
 * What it shows.
 */
whole: Window, };

export type SearchInfo = { 
/**
 * Calls of A that are hits.
 */
callsA: number, 
/**
 * Calls of B that are hits.
 */
callsB: number, 
/**
 * `A 386 · B 436 calls, 12 % of the time`, or why the query cannot be asked.
 */
text: string, 
/**
 * Names near to what was typed, when nothing was found.
 */
nearest: Array<string>, 
/**
 * The query cannot be asked; the picture shows no hits.
 */
broken: boolean, };

export type SelectedRow = { 
/**
 * Its side.
 */
side: SideName, 
/**
 * CSS pixels from the root edge of the side's content to the near edge of the row.
 */
from: number, 
/**
 * CSS pixels to its far edge.
 */
to: number, 
/**
 * The lane it lies in, if that is folded and hides it.
 */
foldedLane: number | null, };

export type LaneRow = { 
/**
 * Its row in the lane table.
 */
lane: number, 
/**
 * Names of it and of the lanes it lies in, outermost first.
 */
name: string, 
/**
 * Share of the run that its outermost calls cover.
 */
busy: string, 
/**
 * Own calls.
 */
calls: number, 
/**
 * Whether it is folded to its first row.
 */
folded: boolean, };

export type Drawn = { 
/**
 * `Drawn 1,204 of 9,826 calls of A, …`
 */
text: string, 
/**
 * What became of the rest.
 */
rule: string, };

export type LegendEntry = { 
/**
 * What it stands for.
 */
label: string, 
/**
 * `#rrggbb`
 */
color: string, 
/**
 * Share of the time of both sides, `31 %`; empty where it has none.
 */
share: string, };

export type Fact = { 
/**
 * What it is.
 */
label: string, 
/**
 * With its unit.
 */
value: string, };

export type Tooltip = { 
/**
 * Whose call.
 */
side: SideName, 
/**
 * Name, whole.
 */
name: string, 
/**
 * `file:line`, whole; empty if unknown.
 */
place: string, 
/**
 * `depth 6 · MainThread`
 */
context: string, 
/**
 * Duration, self time, start, calls inside.
 */
facts: Array<Fact>, 
/**
 * What a click or a key would do.
 */
hint: string, 
/**
 * Box of the hovered item in the scene as laid out: x0, y0, x1, y1.
 */
rect: [number, number, number, number], };

export type CallDetails = { 
/**
 * Whose call.
 */
side: SideName, 
/**
 * Name, whole.
 */
name: string, 
/**
 * `file:line`, whole.
 */
place: string, 
/**
 * `depth 6 · MainThread`
 */
context: string, 
/**
 * As in the tooltip, and the byte offset in the input.
 */
facts: Array<Fact>, 
/**
 * Byte of the decompressed input at which its record begins.
 */
source: number, 
/**
 * Callees, longest first.
 */
callees: Array<CallRow>, 
/**
 * How many callees there are.
 */
calleesOf: number, 
/**
 * Callers, innermost first.
 */
callers: Array<CallRow>, 
/**
 * Where it lies, to zoom there.
 */
window: Window, 
/**
 * One sentence for those who do not see the picture.
 */
sentence: string, };

export type CallRow = { 
/**
 * To select it.
 */
call: CallRef, 
/**
 * Name.
 */
name: string, 
/**
 * Duration.
 */
duration: string, 
/**
 * Share of the call it is listed under (for callers: of them), 0 to 1.
 */
share: number, };

export type Twin = { 
/**
 * Column heads; the first column is the function, indented by level.
 */
columns: Array<string>, 
/**
 * The rows asked for.
 */
rows: Array<TwinRow>, 
/**
 * Number of the first of them.
 */
first: number, 
/**
 * Rows in all.
 */
of: number, 
/**
 * What the table leaves out, if anything.
 */
note: string, };

export type TwinRow = { 
/**
 * To select it; `None` for rows that stand for several calls.
 */
call: CallRef | null, 
/**
 * Indentation.
 */
level: number, 
/**
 * One text a column.
 */
cells: Array<string>, };

export type Failure = { 
/**
 * The side it concerns; the other one is untouched.
 */
side: SideName | null, 
/**
 * What kind.
 */
kind: FailureKind, 
/**
 * One bold sentence.
 */
title: string, 
/**
 * The rest.
 */
body: string, };

export type FailureKind = "not-a-trace" | "malformed" | "empty" | "too-big" | "link" | "worker-died" | "internal";

export type ReadProgress = { 
/**
 * Bytes of the input taken in.
 */
bytesIn: number, 
/**
 * Bytes after decompression.
 */
bytesUnpacked: number, 
/**
 * Calls so far.
 */
calls: number, };

export type ReadDone = { 
/**
 * For which side.
 */
side: SideName, 
/**
 * File name.
 */
name: string, 
/**
 * The format it was read as.
 */
format: string, 
/**
 * Size of the input as given.
 */
bytes: number, 
/**
 * Whether the input was compressed.
 */
packed: boolean, };

export type ReadOutcome = { "type": "done", 
/**
 * What it is.
 */
done: ReadDone, } | { "type": "failed", 
/**
 * Why.
 */
failure: Failure, };

export type RecallOutcome = { "type": "found", 
/**
 * What the file says.
 */
record: CallRecord, } | { "type": "none" } | { "type": "failed", 
/**
 * Why.
 */
failure: Failure, };

export type CallRecord = { 
/**
 * The arguments, in the order of the file.
 */
fields: Array<RecordField>, 
/**
 * How many there are.
 */
fieldsOf: number, 
/**
 * The whole record as written, on many lines.
 */
text: string, 
/**
 * Bytes of the record that `text` shows.
 */
textBytes: number, 
/**
 * Bytes of the record in the file.
 */
bytes: number, };

export type RecordField = { 
/**
 * `a.b[0]`
 */
path: string, 
/**
 * Its beginning.
 */
value: string, 
/**
 * Characters of the value left out.
 */
more: number, };

export type Job = { 
/**
 * Unique in a session; the answer carries it.
 */
id: number, 
/**
 * The sides whose traces it reads, each with the version the compute worker must hold: it is sent the
 * columns when it does not.
 */
needs: Array<Need>, 
/**
 * What to do.
 */
work: Work, };

export type Need = { 
/**
 * Whose.
 */
side: SideName, 
/**
 * Rises whenever a side's trace changes.
 */
version: number, };

export type Work = { "type": "totals" };

export type JobEvent = { "type": "progress", 
/**
 * Which job.
 */
id: number, 
/**
 * Units done.
 */
done: number, 
/**
 * Units in all.
 */
of: number, } | { "type": "done", 
/**
 * Which job.
 */
id: number, 
/**
 * What came out.
 */
result: JobResult, };

export type JobResult = { "type": "totals", 
/**
 * One row a function name.
 */
functions: Array<FunctionTotals>, };

export type FunctionTotals = { 
/**
 * Name.
 */
name: string, 
/**
 * File; empty if unknown.
 */
file: string, 
/**
 * On A; `None` if it never ran there.
 */
a: SideTotals | null, 
/**
 * On B.
 */
b: SideTotals | null, };

export type SideTotals = { 
/**
 * Calls.
 */
calls: number, 
/**
 * Self time, ticks.
 */
selfTicks: number, 
/**
 * Inclusive time of outermost calls (recursion never counts twice), ticks.
 */
totalTicks: number, 
/**
 * Half of its calls took no longer, ticks.
 */
p50Ticks: number, 
/**
 * 99 of 100 of its calls took no longer, ticks.
 */
p99Ticks: number, };
