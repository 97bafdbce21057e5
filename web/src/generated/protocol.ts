// Generated from crates/protocol by `npm run types`. Do not edit.

export type Sides<T> = { 
/**
 * Value of A.
 */
a: T, 
/**
 * Value of B.
 */
b: T, };

export type SideName = "a" | "b";

export type ViewId = "overview" | "matches" | "flame" | "funky" | "spacetime" | "gantt" | "radial" | "sequence" | "runs" | "nested";

export type DeskId = "compare" | "structure" | "space-time" | "fusion" | "profile";

export type WindowName = "time.a" | "time.b";

export type ThemeChoice = "auto" | "light" | "dark" | "contrast";

export type CallRef = { 
/**
 * Side of the call.
 */
side: SideName, 
/**
 * Start in ticks since the trace's first instant.
 */
start: number, 
/**
 * Duration in ticks.
 */
duration: number, 
/**
 * Stack depth, which distinguishes calls with the same start and duration.
 */
depth: number, 
/**
 * Row number of its lane in pre-order.
 */
lane: number, };

export type Window = { 
/**
 * First tick shown.
 */
start: number, 
/**
 * One past the last tick shown.
 */
end: number, };

export type TimeAxis = "auto" | "zero" | "chosen" | "matched";

export type TimeState = { 
/**
 * Window of each side; `None` is the whole of both runs from zero.
 */
windows: Sides<Window | null>, 
/**
 * True if each side is zoomed and panned on its own.
 */
apart: boolean, 
/**
 * Alignment of both time axes.
 */
axis: TimeAxis, 
/**
 * Instants that [`TimeAxis::Chosen`] aligns, in ticks of each side.
 */
anchors: Sides<number>, };

export type FunctionRef = { 
/**
 * Name of the function.
 */
name: string, 
/**
 * File of the function; blank if the trace names none.
 */
file: string, };

export type GroupBy = "package" | "file" | "category";

export type GroupRef = { 
/**
 * Property that they share.
 */
by: GroupBy, 
/**
 * Name of the group.
 */
name: string, };

export type LaneRef = { 
/**
 * Side of the lane.
 */
side: SideName, 
/**
 * Row in the lane table.
 */
lane: number, };

export type AreaRef = { 
/**
 * Side of the area.
 */
side: SideName, 
/**
 * Row of the first lane.
 */
first: number, 
/**
 * Row of the last lane.
 */
last: number, 
/**
 * Stack depth of its calls, with all calls inside them; 0 for all calls.
 */
depth: number, 
/**
 * Stretch of time, in ticks of that side.
 */
window: Window, };

export type Subject = { "call": CallRef } | { "match": [CallRef, CallRef] } | { "function": FunctionRef } | { "path": Array<FunctionRef> } | { "group": GroupRef } | { "lane": LaneRef } | { "element": Array<string> } | { "relation": { 
/**
 * The function that calls.
 */
caller: FunctionRef, 
/**
 * The function that is called.
 */
callee: FunctionRef, } } | { "element-relation": { 
/**
 * The element that calls.
 */
caller: Array<string>, 
/**
 * The element that is called.
 */
callee: Array<string>, } } | { "area": AreaRef } | { "time": { 
/**
 * Side of the time.
 */
side: SideName, 
/**
 * Stretch in ticks of that side.
 */
window: Window, 
/**
 * Stretch of the other side, in ticks of that one, if somebody chose it. `None` is the corresponding stretch
 * under the present time alignment.
 */
other: Window | null, } };

export type Note = { 
/**
 * Place as [`crate::link::place_text`] writes it: a subject with the paths of its lanes, or `desk,` and the name of
 * a desk.
 */
place: string, 
/**
 * Plain text. It may come from anybody.
 */
text: string, };

export type NotePlace = { 
/**
 * Text of the place, as the notes have it. Notes with equal texts share this.
 */
place: string, 
/**
 * Kind of the place: `call`, `function`, `desk`.
 */
kind: string, 
/**
 * Name of the place.
 */
name: string, 
/**
 * Side, lane and time of the place, as far as it has them.
 */
context: string, 
/**
 * Result of the search for the place.
 */
status: NoteStatus, 
/**
 * Subject of the place, if its lanes are found.
 */
subject: Subject | null, 
/**
 * Desk that the note is about, if it is about a desk.
 */
desk: DeskId | null, 
/**
 * Time of the place on each side, in ticks of the common axis.
 */
windows: Sides<Window | null>, 
/**
 * Boxes of the place in the picture: at most one for each view and side, the largest one.
 */
marks: Array<NoteMark>, };

export type NoteStatus = "found" | "missing" | "not-open" | "unknown";

export type NoteMark = { 
/**
 * View that shows the box.
 */
view: ViewId, 
/**
 * Left edge in CSS pixels.
 */
x0: number, 
/**
 * Upper edge.
 */
y0: number, 
/**
 * Right edge.
 */
x1: number, 
/**
 * Lower edge.
 */
y1: number, };

export type LaneMatching = "overlap" | "name" | "order";

export type Measure = "plain" | "multiset" | "time";

export type Normalise = "absolute" | "per-total" | "per-call";

export type ComparisonState = { 
/**
 * Identity rules as text; blank for the defaults of the formats.
 */
rules: string, 
/**
 * Rule that pairs lanes.
 */
lanes: LaneMatching, 
/**
 * Pairs of lanes chosen by hand: lane of A, lane of B, and so on. `u32::MAX` stands for none.
 */
chosenLanes: Array<number>, 
/**
 * Least similarity of a match, in per cent.
 */
tau: number, 
/**
 * Similarity of two callee sets.
 */
measure: Measure, 
/**
 * Measure of differences.
 */
normalise: Normalise, 
/**
 * Noise floor in per cent of the own baseline. Changes up to this are noise.
 */
floorPercent: number, 
/**
 * Noise floor in microseconds. Changes up to this are noise.
 */
floorUs: number, 
/**
 * True if grey means no change, even if the whole run changed.
 */
greyIsEqual: boolean, 
/**
 * Compared time range of each side, in ticks of the whole run; `None` compares the whole run. While a side is
 * compared in a range, all other times of the state count from the start of the range.
 */
ranges: Sides<Window | null>, 
/**
 * Sort criterion of the lists of differences.
 */
sort: DifferenceOrder, };

export type PathsState = { 
/**
 * Weight: blank for time, `self` for time without callees, `calls` for the number of calls, or the name of a
 * column of the file. Widths are always inclusive; with `self`, colours compare self times.
 */
weight: string, 
/**
 * True if each lane has paths of its own, which begin with the lane's name.
 */
apart: boolean, 
/**
 * Lanes of each side that count, with all lanes in them, by row in the lane table. Empty for all lanes.
 */
lanes: Sides<Array<number>>, 
/**
 * True if only time within the shown windows counts.
 */
inWindows: boolean, };

export type CompareParts = "both" | "overview" | "matches";

export type ColorBy = "package" | "file" | "function" | "duration" | "match" | "change" | "shift" | "place" | "similarity";

export type MatchMode = "one-to-one" | "similarity";

export type IcicleState = { 
/**
 * Measure of colours.
 */
color: ColorBy, 
/**
 * Colour steps that keep their colour while all others fade, by their numbers in the legend. Empty to show all.
 */
steps: Array<number>, 
/**
 * Scroll position of the rows of each side, in CSS pixels from the root row.
 */
scroll: Sides<number>, 
/**
 * Lanes of each side that are not in their default state, by row in the lane table. By default the first lane is
 * open, and all others are folded to their silhouettes.
 */
folds: Sides<Array<number>>, 
/**
 * Lanes of each side that are not shown.
 */
hidden: Sides<Array<number>>, 
/**
 * True to show the frames that fill the time in view of a side, which are folded otherwise.
 */
frames: boolean, 
/**
 * True if all rows are tall. Otherwise rows with names are readable, and all others give way.
 */
tall: boolean, 
/**
 * True to show the instants of both sides in a row at each time axis.
 */
instants: boolean, 
/**
 * Title of the counter that is shown as a strip at each time axis. Empty for none.
 */
counter: string, };

export type MatchesState = { 
/**
 * Matches that are shown.
 */
mode: MatchMode, 
/**
 * True to draw lines instead of tubes.
 */
lines: boolean, 
/**
 * Thickness of tubes in their middle, in per cent of their ends (λ of TraceDiff Eq. 5).
 */
lambda: number, 
/**
 * Height of the band between the two icicles, in per cent of the view.
 */
band: number, 
/**
 * Strength of the bundling of tubes, in per cent.
 */
beta: number, 
/**
 * True to hide matched calls.
 */
hideMatched: boolean, 
/**
 * True to hide moved calls.
 */
hideMoved: boolean, 
/**
 * True to hide calls of one side only.
 */
hideOnly: Sides<boolean>, 
/**
 * Least duration of the longer call of a match, in microseconds.
 */
leastUs: number, 
/**
 * Text that the name or the file of a function must contain; blank for all.
 */
function: string, 
/**
 * True to draw tubes too that a drawn tube of their callers implies.
 */
implied: boolean, 
/**
 * Side whose viewpoint colours positions; `None` for the side under the pointer.
 */
viewpoint: SideName | null, 
/**
 * True to use the paper's palettes, which are not safe for the colour-blind.
 */
published: boolean, 
/**
 * True if bars by similarity are as high as Σ s, as published. Otherwise as self time × best s.
 */
sums: boolean, 
/**
 * True if bars are as high as the square roots of their values, which makes low bars visible.
 */
root: boolean, 
/**
 * True if start shifts are differences of times, as published. Otherwise of shares of the group.
 */
raw: boolean, 
/**
 * True if the call under the pointer brushes in all colours. Otherwise only in those of order, place and similarity.
 */
brush: boolean, };

export type CompareState = { 
/**
 * Parts that are shown.
 */
parts: CompareParts, 
/**
 * Settings of the icicle plots.
 */
icicle: IcicleState, 
/**
 * Settings of the matches between them.
 */
matches: MatchesState, };

export type ProfileParts = "both" | "flame" | "funky";

export type ProfileGold = "total" | "self";

export type ProfileSides = "difference" | "a" | "b" | "side-by-side";

export type SiblingOrder = "weight" | "name" | "first-call" | "time";

export type ProfileWidth = "larger" | "a" | "b" | "changes";

export type ProfileColor = "own" | "absolute" | "share";

export type ProfileFileFormat = "folded" | "speedscope" | "svg" | "funky-svg" | "csv";

export type RecursionFolding = "direct" | "full" | "as-called";

export type FunctionSort = "change" | "name" | "file" | "self-a" | "self-b" | "relative" | "total-a" | "total-b" | "calls-a" | "calls-b" | "mean-a" | "mean-b" | "p50-a" | "p50-b" | "p99-a" | "p99-b";

export type FlameState = { 
/**
 * Order of siblings.
 */
order: SiblingOrder, 
/**
 * True if roots are at the bottom.
 */
upward: boolean, 
/**
 * True if functions have their callers below them instead of their callees.
 */
inverted: boolean, 
/**
 * Weight that widths show.
 */
width: ProfileWidth, 
/**
 * Kinds of recursion that are folded.
 */
folding: RecursionFolding, 
/**
 * Path that is as wide as the picture; `None` for the whole.
 */
zoom: Subject | null, 
/**
 * True to show the frames that fill the width of the whole graph, which are folded otherwise.
 */
frames: boolean, 
/**
 * Scroll position of the rows, in CSS pixels from the first one.
 */
scroll: number, };

export type FunkyState = { 
/**
 * Function that is as wide as the picture; `None` for all.
 */
zoom: Subject | null, 
/**
 * Least width of a column in CSS pixels. Narrower columns share one bar.
 */
leastPx: number, 
/**
 * Scroll position of the rows in CSS pixels from the resting position: above zero towards callers, below zero
 * towards callees.
 */
scroll: number, };

export type FunctionTableState = { 
/**
 * Column that sorts the rows.
 */
sort: FunctionSort, 
/**
 * True if the smallest comes first.
 */
ascending: boolean, 
/**
 * Text that the name or the file must contain; blank for all functions.
 */
filter: string, 
/**
 * True if the table is hidden.
 */
hidden: boolean, 
/**
 * True if the table has the median and the 99th percentile of the durations of calls.
 */
percentiles: boolean, };

export type ProfileState = { 
/**
 * Parts that are shown.
 */
parts: ProfileParts, 
/**
 * Share of the flame graph where both graphs are shown, in per cent of the height or width.
 */
split: number, 
/**
 * Side whose paths are shown.
 */
sides: ProfileSides, 
/**
 * Settings of the flame graph.
 */
flame: FlameState, 
/**
 * Settings of the funky graph.
 */
funky: FunkyState, 
/**
 * Settings of the table of functions.
 */
table: FunctionTableState, 
/**
 * Reference for the colours of a difference.
 */
color: ProfileColor, 
/**
 * True if paths that are gone (`a`) or new (`b`) are grey instead of hatched.
 */
plain: Sides<boolean>, 
/**
 * Weight that gold shows. With self weights as the weight of paths, it is always that.
 */
gold: ProfileGold, 
/**
 * True if the gold scale shows the square root of the share, so that small shares differ more.
 */
root: boolean, };

export type SpaceTimePanels = "all" | "a" | "b" | "difference" | "states";

export type RelationBlend = "strongest" | "over";

export type RelationColor = "change" | "direction" | "published" | "time" | "package";

export type RelationWidth = "root" | "log";

export type SequenceRows = "matched" | "own";

export type StructureLevel = "auto" | "package" | "module" | "class" | "function";

export type StructureParts = "both" | "radial" | "sequence";

export type StructureSides = "pair" | "a" | "b";

export type StructureState = { 
/**
 * Views that are shown.
 */
parts: StructureParts, 
/**
 * Sides that are shown.
 */
sides: StructureSides, 
/**
 * Level of the structure that is shown.
 */
level: StructureLevel, 
/**
 * Paths of elements that are open although the level would close them, one per line.
 */
opened: string, 
/**
 * Paths of elements that are closed although the level would open them, one per line.
 */
closed: string, 
/**
 * Path of the only element that is open; blank for all.
 */
root: string, 
/**
 * Bundling: how far relations follow the tree, β of Eq. 1, in hundredths. 0 is straight.
 */
beta: number, 
/**
 * True if relations also bend towards their common ancestor.
 */
throughAncestor: boolean, 
/**
 * Measure of colours.
 */
color: RelationColor, 
/**
 * Measure of widths.
 */
width: RelationWidth, 
/**
 * Blending of relations that cross.
 */
blend: RelationBlend, 
/**
 * Size of the names around the circle, in per cent of the usual one.
 */
labels: number, 
/**
 * True if rare relations are marked.
 */
rare: boolean, 
/**
 * Emphasis of rare calls, p of Eq. 2, in tenths. Below zero rare calls show more; 0 weighs all calls the same.
 */
p: number, 
/**
 * Alignment of both sequences.
 */
rows: SequenceRows, 
/**
 * Address of the source of a function, with `{path}` and `{line}` in it; empty if there is none.
 */
source: string, 
/**
 * Calls whose repeats are sought: those that start in a time of a side ([`Subject::Time`]). Other subjects mark
 * none.
 */
mark: Subject | null, 
/**
 * Least part of a repeat that must be the same, in per cent.
 */
alike: number, 
/**
 * Layers of the program, one per line, the uppermost first. A line lists paths of elements, separated by blanks.
 */
layers: string, };

export type ElementColor = "auto" | "self-change" | "calls-change" | "package" | "depth" | "deepest" | "calls" | "self" | "time" | "first" | "coverage";

export type ElementCushion = "calm" | "published" | "flat";

export type ElementSize = "calls" | "self" | "bytes" | "equal";

export type ElementTiling = "strip" | "names" | "squarified";

export type FusionLink = "focus" | "rest";

export type FusionSides = "b" | "a" | "both";

export type FusionTarget = "calls" | "elements";

export type FusionState = { 
/**
 * Side whose calls are drawn over the structure.
 */
sides: FusionSides, 
/**
 * Things that the pointer chooses from.
 */
target: FusionTarget, 
/**
 * Measure of areas.
 */
size: ElementSize, 
/**
 * Measure of the colours of elements.
 */
color: ElementColor, 
/**
 * Measure of the colours of calls.
 */
callColor: ElementColor, 
/**
 * Elements and calls that have a colour while some are in focus.
 */
link: FusionLink, 
/**
 * True if scales reach over all elements, in focus or not.
 */
wholeScale: boolean, 
/**
 * True if scales of amounts are linear, as published, instead of logarithmic.
 */
linear: boolean, 
/**
 * True if amounts go from green over yellow to red, as published.
 */
published: boolean, 
/**
 * Number of levels around the pointed element that are in focus with it.
 */
height: number, 
/**
 * Layout of cells.
 */
tiling: ElementTiling, 
/**
 * Depth of cushions.
 */
cushion: ElementCushion, 
/**
 * Level of the structure that is shown.
 */
level: StructureLevel, 
/**
 * Path of the element that fills the picture; blank for the whole structure.
 */
root: string, 
/**
 * Lane of each side whose calls are shown: 1 more than its row in the lane table, or 0 for the main lane.
 */
lane: Sides<number>, 
/**
 * Scroll position towards callees in CSS pixels, if the calls are deeper than there is room.
 */
scroll: number, 
/**
 * True to show the frames that fill the time in view, which are folded otherwise.
 */
frames: boolean, 
/**
 * True if no lines join the pinned item with its calls or its code.
 */
linksHidden: boolean, };

export type StateBy = "auto" | "innermost" | "depth" | "package";

export type DifferenceHue = "gained" | "state" | "divergence";

export type AreaFill = "mode" | "stack";

export type AreaGain = "sum" | "mean";

export type PartitionOf = "best" | "product" | "lanes" | "time" | "grid";

export type SpaceTimeState = { 
/**
 * Panels that are shown.
 */
panels: SpaceTimePanels, 
/**
 * Number of levels below the outermost whose lanes are separate; 0 for as many as there is room for.
 */
levels: number, 
/**
 * True if lanes with little busy time have rows of their own instead of one row together.
 */
allLanes: boolean, 
/**
 * Path of names of the only lane that is shown; empty for all lanes.
 */
within: string, 
/**
 * Definition of a lane's state.
 */
states: StateBy, 
/**
 * Depth of the call for [`StateBy::Depth`]: the number of calls that contain it.
 */
depth: number, 
/**
 * Number of states with a colour. All others are one state.
 */
top: number, 
/**
 * Number of slices that time is divided into.
 */
slices: number, 
/**
 * True if time without a state is a state of its own.
 */
idle: boolean, 
/**
 * Detail p in parts of 10¹²: 0 loses nothing, and 10¹² shows everything as one area. A negative value stands for
 * the default: [`crate::SpaceTimeReply::first`] or, without that, [`crate::SpaceTimeReply::widest`].
 */
p: number, 
/**
 * Numbers that gain and loss of areas are computed from.
 */
gain: AreaGain, 
/**
 * Partition that is shown.
 */
partition: PartitionOf, 
/**
 * Filling of areas.
 */
fill: AreaFill, 
/**
 * Meaning of colours in the difference.
 */
hue: DifferenceHue, 
/**
 * Name of the state for [`DifferenceHue::State`]; empty for the first.
 */
state: string, };

export type ViewState = { 
/**
 * Version of the state: [`crate::link::VERSION`].
 */
version: number, 
/**
 * The desk in front.
 */
desk: DeskId, 
/**
 * Theme of page and canvases.
 */
theme: ThemeChoice, 
/**
 * The selected subject.
 */
selection: Subject | null, 
/**
 * Text of the search; blank for none.
 */
search: string, 
/**
 * Notes, in the order in which they were added.
 */
notes: Array<Note>, 
/**
 * Windows and time alignment.
 */
time: TimeState, 
/**
 * Settings of the comparison.
 */
comparison: ComparisonState, 
/**
 * Settings of sums along call paths.
 */
paths: PathsState, 
/**
 * State of the desk that compares call by call.
 */
compare: CompareState, 
/**
 * State of the desk of call paths and functions.
 */
profile: ProfileState, 
/**
 * State of the desk of lanes over time.
 */
spaceTime: SpaceTimeState, 
/**
 * State of the desk of the program's structure.
 */
structure: StructureState, 
/**
 * State of the desk of the structure with calls over it.
 */
fusion: FusionState, };

export type Step = "caller" | "first-callee" | "previous" | "next";

export type RuleSampleOf = { 
/**
 * Side of the function.
 */
side: SideName, 
/**
 * Name in the trace.
 */
name: string, 
/**
 * File in the trace.
 */
file: string, };

export type Event = { "type": "work-wanted", 
/**
 * The job to run.
 */
job: Job, } | { "type": "give-up", 
/**
 * Id of the job.
 */
job: number, } | { "type": "analyses-changed" } | { "type": "side-changed", 
/**
 * The new content of its card.
 */
summary: SideSummary, };

export type HoverReply = { 
/**
 * Tooltip of the item; `None` if nothing is there.
 */
tooltip: Tooltip | null, 
/**
 * True if the picture marks the hovered item and must be laid out again.
 */
redraw: boolean, };

export type SelectionReply = { 
/**
 * The selected subject. `None` if nothing is selected, or if it is a call in no open trace.
 */
subject: Subject | null, 
/**
 * Details; for a match, of its call in A.
 */
details: Details | null, };

export type KeptReply = { 
/**
 * Card of each side.
 */
sides: Sides<SideSummary>, 
/**
 * Settings of the comparison.
 */
comparison: ComparisonState, 
/**
 * True if the file holds the overview.
 */
hasOverview: boolean, 
/**
 * Parts that this version would have stored but the file lacks: `the overview, times by function`. Empty if it
 * lacks none.
 */
lacks: string, 
/**
 * Parts that damage destroyed or that a newer version added, as sentences. Empty if there are none.
 */
gaps: string, };

export type PickReply = { 
/**
 * Subject to select, if any.
 */
subject: Subject | null, 
/**
 * Details; for a match, of its call in A.
 */
details: Details | null, 
/**
 * Action that a click there performs instead of selecting.
 */
action: PickAction | null, };

export type ItemPlace = { 
/**
 * The view.
 */
view: ViewId, 
/**
 * Subject of the item.
 */
subject: Subject, 
/**
 * Visible part of the item as x0, y0, x1, y1 in CSS pixels of the scene as laid out; for a curve, the box around
 * its middle. No other item covers the middle of this box.
 */
rect: [number, number, number, number], 
/**
 * Fill colour as `#rrggbbaa`; for a curve, the colour at its start.
 */
fill: string, 
/**
 * Colour of the edge that marks it as selected or hovered, as `#rrggbbaa`; blank without such an edge.
 */
mark: string, };

export type PickAction = { "type": "fold-lane", 
/**
 * Side of the lane.
 */
side: SideName, 
/**
 * Row in the lane table.
 */
lane: number, } | { "type": "fold-frames" } | { "type": "line-up" } | { "type": "show-lanes" };

export type HitReply = { 
/**
 * The hit; `None` if nothing is a hit.
 */
selection: SelectionReply | null, 
/**
 * Number of the hit, counted from 1 over A, then B; 0 if nothing is a hit.
 */
rank: number, 
/**
 * Number of hits on both sides.
 */
total: number, };

export type PartnerReply = { 
/**
 * The partner.
 */
call: CallRef, 
/**
 * Details of the partner.
 */
details: CallDetails, };

export type Swapped = { 
/**
 * Card of each side; `None` for an empty one.
 */
sides: Sides<SideSummary | null>, 
/**
 * Identity rules of the request, with the keys of their pairs exchanged.
 */
rules: string, };

export type TextReply = { 
/**
 * Whole text of the file.
 */
text: string, };

export type ProfileFileReply = { 
/**
 * Whole text of the file, given only once. `None` while it is being written, and if there is nothing to write.
 */
text: string | null, 
/**
 * Notes on what the file leaves out or writes differently.
 */
notes: Array<string>, 
/**
 * True while the file is being written.
 */
pending: boolean, };

export type FunctionsReply = { 
/**
 * Functions by self time of both sides together, longest first. A long list is cut.
 */
functions: Array<FunctionTotals>, 
/**
 * Number of functions, with those not listed.
 */
total: number, };

export type FunctionTableReply = { 
/**
 * The requested rows.
 */
rows: Array<FunctionTableRow>, 
/**
 * Number of rows of the whole table.
 */
total: number, 
/**
 * Number of functions, with those that the filter leaves out.
 */
functions: number, 
/**
 * Unit of the weights: `ns`, `bytes`, `samples`, `events` or `calls`.
 */
unit: string, 
/**
 * Largest value of each column in the whole table, over both sides.
 */
largest: FunctionWeights, 
/**
 * Largest change of a self weight in the whole table.
 */
largestChange: number, 
/**
 * Number of lanes that weights are summed over if none are chosen: `summed over 64 ranks`. Empty for one lane.
 */
over: string, 
/**
 * True if calls were recorded one by one. Calls that were put together from samples or weights are not told.
 */
countsCalls: boolean, 
/**
 * True while a part of the table is being computed.
 */
pending: boolean, };

export type RelationList = "more" | "fewer" | "only-b" | "only-a" | "most" | "rare" | "elements" | "forbidden" | "repeats";

export type RelationsReply = { 
/**
 * Level that is shown, also if it was chosen automatically; `None` if nothing is shown yet.
 */
level: StructureLevel | null, 
/**
 * Levels that show something of their own, each with its number of elements.
 */
levels: Array<LevelRow>, 
/**
 * Number of elements that are shown.
 */
elements: number, 
/**
 * Number of relations between different elements in the window.
 */
relations: number, 
/**
 * Number of relations within one element in the window.
 */
loops: number, 
/**
 * Calls that have a caller, in the window and in all, for each open side.
 */
calls: Array<[number, number]>, 
/**
 * Number of rows of each list.
 */
lists: Array<ListCount>, 
/**
 * First rows of the requested list.
 */
rows: Array<RelationRow>, 
/**
 * Facts that the numbers leave out: functions without a place, calls without a caller, sampled calls.
 */
note: string, 
/**
 * The marked calls and their repeats; `None` if nothing is marked or they are not known yet.
 */
pattern: PatternReply | null, 
/**
 * Error in the layers, with its line; empty if there is none.
 */
layersProblem: string, };

export type LevelRow = { 
/**
 * The level.
 */
level: StructureLevel, 
/**
 * Number of elements.
 */
elements: number, };

export type PatternReply = { 
/**
 * The marked calls: `166 calls marked in B`.
 */
marked: string, 
/**
 * Number of exact repeats in A and in B: the same calls in the same order.
 */
exact: [number, number], 
/**
 * Number of exact and near repeats in A and in B.
 */
near: [number, number], 
/**
 * Rule for near repeats, and the repeats that are not listed.
 */
rule: string, };

export type ListCount = { 
/**
 * The list.
 */
list: RelationList, 
/**
 * Number of rows.
 */
rows: number, 
/**
 * Number of calls that the bar of its first row stands for: with two sides the largest change in the list.
 */
largest: number, };

export type RelationRow = { 
/**
 * Subject to select.
 */
subject: Subject, 
/**
 * Name of the caller; for an element, its kind.
 */
caller: string, 
/**
 * Name of the callee; for an element, its own name.
 */
callee: string, 
/**
 * Elements that contain both; for a moved element, where it was and where it is. For a repeat, its side and start.
 */
place: string, 
/**
 * Change: `+97`; with one side, the number of calls. `new`, `gone` or `moved` for an element, `exact` or `2 edits`
 * for a repeat.
 */
change: string, 
/**
 * Number of calls: `12 → 109 calls`.
 */
calls: string, 
/**
 * Value that orders the list, as a share of the largest one, from 0 to 1.
 */
share: number, };

export type SequenceMoveReply = { 
/**
 * Windows of both sides on the common axis; `None` for the whole run.
 */
windows: Sides<Window | null>, 
/**
 * Windows in ticks of each side, given for the whole run too.
 */
own: Sides<Window | null>, 
/**
 * True while their calls are being counted. The picture follows when they are known.
 */
pending: boolean, };

export type ElementList = "largest" | "most" | "only-b" | "only-a" | "never" | "not-in-b" | "not-in-a" | "unmapped";

export type ElementsReply = { 
/**
 * Level that is shown; `None` if nothing is shown yet.
 */
level: StructureLevel | null, 
/**
 * Levels that show something of their own, each with its number of elements.
 */
levels: Array<LevelRow>, 
/**
 * Element that fills the picture, after those that contain it, outermost first. Empty if the whole structure fills
 * it.
 */
root: Array<ElementRoot>, 
/**
 * Description of the focus: `f with 1 call below it`.
 */
focus: string, 
/**
 * True if a list states sizes.
 */
hasBytes: boolean, 
/**
 * Number of shown elements that ran on both sides, in A only, in B only, and never.
 */
coverage: [number, number, number, number], 
/**
 * Number of rows of each list.
 */
lists: Array<ElementCount>, 
/**
 * List of the rows.
 */
list: ElementList | null, 
/**
 * First rows of that list.
 */
rows: Array<ElementRow>, 
/**
 * Elements and functions that the list leaves out, in words.
 */
note: string, };

export type ElementRoot = { 
/**
 * Name.
 */
name: string, 
/**
 * Path.
 */
path: string, };

export type ElementCount = { 
/**
 * The list.
 */
list: ElementList, 
/**
 * Number of rows.
 */
rows: number, 
/**
 * Number of rows at the end whose change is not significant.
 */
notSignificant: number, };

export type ElementRow = { 
/**
 * Subject to select.
 */
subject: Subject, 
/**
 * Name.
 */
name: string, 
/**
 * Path of the element that contains it.
 */
place: string, 
/**
 * Change of self time: `+2.60 ms`. For an element of one side, its self time.
 */
change: string, 
/**
 * Self time on both sides: `8.64 ms → 11.2 ms`. For an element of one side, its number of calls.
 */
values: string, 
/**
 * Relative change: `+30 %`, `new` or `gone`.
 */
own: string, 
/**
 * Self time in A and in B as shares of the longest in the list, 0 to 1.
 */
shares: [number, number], };

export type AreaList = "areas" | "works" | "odd-lanes" | "odd-moments" | "in-view";

export type PartitionSearch = "visible" | "all" | "stopped";

export type AreaRow = { 
/**
 * Its list.
 */
list: AreaList, 
/**
 * Side of the area, if it is unusual within one of two sides.
 */
side: SideName | null, 
/**
 * Path of its lane, or `all lanes`.
 */
lanes: string, 
/**
 * `0.39 s to 0.50 s`
 */
time: string, 
/**
 * State that changed most.
 */
state: string, 
/**
 * Change of that state's share of the time: `+36.0 points`.
 */
change: string, 
/**
 * Shares of that state: `8.0 % → 43.5 %`.
 */
shares: string, 
/**
 * State that changed second most, with its change: `PMPI_Recv −33.6 points`. Empty if there is none.
 */
instead: string, 
/**
 * Amount by which it ranks: `changed 40.7 points more than the other lanes`; of a cause, what makes it one:
 * `9.24 ms more work than a typical lane, while other lanes wait`. Empty if the change itself ranks.
 */
beyond: string, 
/**
 * Path of the lane that its lanes wait for. Empty if there is none.
 */
waitsFor: string, 
/**
 * True if they waited longer for it in A.
 */
waitsInA: boolean, 
/**
 * z score of the difference.
 */
z: number, 
/**
 * Reference to select it.
 */
area: AreaRef, 
/**
 * Largest p at which it is an area of its own, in parts of 10¹²; negative if there is none.
 */
p: number, };

export type CurvePoint = { 
/**
 * A p at which the partition is the best.
 */
p: number, 
/**
 * Complexity that it saves, as in [`PanelNumbers::saved`].
 */
saved: number, 
/**
 * Information that it loses, as in [`PanelNumbers::lost`].
 */
lost: number, 
/**
 * Number of areas.
 */
areas: number, };

export type LaneNodeRow = { 
/**
 * Names of lanes from the outermost down, joined by `/`. Empty for the node that contains several outermost lanes.
 */
path: string, 
/**
 * First and last row in the lane table, for each open side.
 */
rows: Array<[number, number]>, };

export type LeftOutRow = { 
/**
 * The list.
 */
list: AreaList, 
/**
 * Their number, and the reason.
 */
text: string, };

export type PanelNumbers = { 
/**
 * Side of the panel; `None` for both together.
 */
side: SideName | null, 
/**
 * Part of the finest partition's complexity that it saves, from 0 to 1.
 */
saved: number, 
/**
 * Part of the finest partition's information that it loses, from 0 to 1.
 */
lost: number, 
/**
 * Number of areas.
 */
areas: number, };

export type SpaceTimeReply = { 
/**
 * Detail that is shown, from 0 to 1; `None` if nothing is shown yet.
 */
p: number | null, 
/**
 * Detail at which the curves of what is saved and what is lost are farthest apart.
 */
widest: number, 
/**
 * Largest detail at which the first listed area of a pair is an area of its own. It is the default detail, if
 * there is one.
 */
first: number | null, 
/**
 * Numbers of each panel: of each open side, then of both together.
 */
panels: Array<PanelNumbers>, 
/**
 * Partitions of the last panel that are known so far, by ascending p.
 */
curve: Array<CurvePoint>, 
/**
 * True if all partitions are known.
 */
complete: boolean, 
/**
 * True while partitions are being searched for.
 */
pending: boolean, 
/**
 * Largest growth in what is saved or lost between two known partitions that may have others between them, from 0
 * to 1.
 */
widestOpen: number, 
/**
 * Number of separate lanes at each level of the lane tree.
 */
perLevel: Array<number>, 
/**
 * Deepest level with separate lanes.
 */
level: number, 
/**
 * Number of lanes with little busy time and their part of it, whether or not they share a row; empty if there are
 * none.
 */
rest: string, 
/**
 * Definition of a lane's state, never [`StateBy::Auto`] once something is shown.
 */
by: StateBy, 
/**
 * Names of the states, those with most time first. The merged states and time without a state come last.
 */
states: Array<string>, 
/**
 * Separate lanes, and the lanes that contain them.
 */
lanes: Array<LaneNodeRow>, 
/**
 * Unusual areas of the whole runs by list, the strongest first. They are the same at every zoom. The areas of
 * [`AreaList::InView`] follow.
 */
rows: Array<AreaRow>, 
/**
 * True while the rows are being computed.
 */
rowsPending: boolean, 
/**
 * For each row, true if a part of it lies in the zoomed picture. Empty if the picture shows the whole runs.
 */
inView: Array<boolean>, 
/**
 * Areas that the lists leave out.
 */
leftOut: Array<LeftOutRow>, 
/**
 * Share of self time in matched calls, of the side where it is smaller, from 0 to 1. `None` before the calls of
 * a pair are matched.
 */
matched: number | null, 
/**
 * Share of the time of all lanes that B spends in other states than A, counted by slice and separate lane; `None`
 * with one side.
 */
differ: number | null, 
/**
 * True if both sides hold the same calls at the same times, so that nothing differs.
 */
same: boolean, };

export type FunctionTableRow = { 
/**
 * Name, unique in the table.
 */
name: string, 
/**
 * File; empty if unknown.
 */
file: string, 
/**
 * Reference to select it; `None` if it has no name, or one too long to send.
 */
function: FunctionRef | null, 
/**
 * Weights on A; `None` if A does not call it.
 */
a: FunctionWeights | null, 
/**
 * Weights on B; `None` if B does not call it.
 */
b: FunctionWeights | null, 
/**
 * True if both sides call it and the comparison judges its change as not significant. False if nothing judged it.
 */
notSignificant: boolean, 
/**
 * `moved`, `replaces` or `replaced` for a function of one side that the comparison pairs with one of the other side, and
 * `missing in B` if parts of B's recording are missing; else empty.
 */
oneSideWord: string, };

export type FunctionWeights = { 
/**
 * Number of calls.
 */
calls: number, 
/**
 * Self weight, without callees.
 */
own: number, 
/**
 * Total weight, with callees. Recursion never counts twice.
 */
total: number, 
/**
 * Mean total weight of a call.
 */
mean: number, 
/**
 * Median duration of all its calls in the run, in the unit of the run; `None` if not requested or not known yet.
 */
p50: number | null, 
/**
 * 99th percentile of the durations, likewise.
 */
p99: number | null, };

export type ComparisonReply = { 
/**
 * The comparison in words; `None` while it is being computed, or if a side is empty.
 */
summary: ComparisonSummary | null, 
/**
 * True while a part of it is being computed.
 */
pending: boolean, 
/**
 * Error in the requested rules, reported once. The rules of the formats apply instead.
 */
wrongRules: Failure | null, };

export type DifferencesReply = { 
/**
 * The requested rows.
 */
rows: Array<DifferenceRow>, 
/**
 * Index of the first of these rows in the whole list.
 */
first: number, 
/**
 * Number of rows of the whole list.
 */
total: number, };

export type SideSummary = { 
/**
 * The side.
 */
side: SideName, 
/**
 * File name.
 */
name: string, 
/**
 * Name of the format that the file was read as.
 */
format: string, 
/**
 * `time`, `weight` or `order`.
 */
axis: string, 
/**
 * Unit of the axis: `ns`, `bytes`, `samples`, `events` or `share`.
 */
unit: string, 
/**
 * Value of one tick in `unit`; for shares, in per cent.
 */
scale: number, 
/**
 * Number of calls that were recorded.
 */
calls: number, 
/**
 * Number of functions.
 */
functions: number, 
/**
 * Depth of the deepest stack, counted from 0.
 */
maxDepth: number, 
/**
 * Ticks from the first instant to the last.
 */
extent: number, 
/**
 * First instant in absolute ticks, as a decimal string.
 */
origin: string, 
/**
 * Size of the input as given, in bytes.
 */
bytes: number, 
/**
 * True if the input was compressed.
 */
packed: boolean, 
/**
 * Facts in one line: `123,221 calls · 75.9 ms · 22.4 MB`.
 */
headline: string, 
/**
 * Length of the run: the part of the headline that a narrow page keeps.
 */
duration: string, 
/**
 * Lanes, in pre-order.
 */
lanes: Array<LaneSummary>, 
/**
 * Names of the columns of the file that weigh calls by something else than their time.
 */
weights: Array<string>, 
/**
 * Number of instants of the file.
 */
instants: number, 
/**
 * Titles of the counters of the file. Equal titles of both sides are one counter.
 */
counters: Array<string>, 
/**
 * Oddities in the input, one row per kind.
 */
report: Array<ReportRow>, 
/**
 * Number of oddities that changed or lost something.
 */
warnings: number, 
/**
 * Traces in the file of the shown run: at least one, unless a stored comparison lacks them.
 */
ofFile: Array<FileTrace>, 
/**
 * All runs of the side with the shown one, in the order in which they were given.
 */
runs: Array<RunRow>, 
/**
 * File name of the stored comparison that this summary is from; empty if the trace itself is open.
 */
keptIn: string, 
/**
 * Sums that the trace holds instead of calls: `time per lane in 1,024 slices of 134 ms`. Empty if it holds calls.
 */
sums: string, };

export type LaneSummary = { 
/**
 * Name.
 */
name: string, 
/**
 * `process`, `thread` or `group`.
 */
kind: string, 
/**
 * Row of the lane that contains it.
 */
parent: number | null, 
/**
 * Number of its own calls, without those of lanes inside it.
 */
calls: number, 
/**
 * Share of the run's extent that its outermost calls cover, `31 %`.
 */
busy: string, };

export type ReportRow = { 
/**
 * Stable word for the kind.
 */
kind: string, 
/**
 * The odd thing, in words.
 */
subject: string, 
/**
 * Effect of the oddity on the trace, in words.
 */
outcome: string, 
/**
 * Number of occurrences.
 */
count: number, 
/**
 * Byte offset of the first occurrence in the decompressed input.
 */
firstOffset: number, 
/**
 * Text of the first occurrence.
 */
example: string, 
/**
 * True if the oddity changed or lost something.
 */
warning: boolean, };

export type RunRow = { 
/**
 * Number of the run, unique on its side.
 */
run: number, 
/**
 * File name.
 */
name: string, 
/**
 * Number of calls.
 */
calls: number, 
/**
 * Time from the start of the first call to the end of the last.
 */
duration: string, 
/**
 * Self time of all calls, summed over all lanes. The median run is chosen by it.
 */
total: string, 
/**
 * Number of oddities in the input that changed or lost something.
 */
warnings: number, 
/**
 * Rank by total, from 0 for the shortest.
 */
rank: number, 
/**
 * True if this run is the one that is drawn and aligned call by call.
 */
shown: boolean, 
/**
 * True if its total is the median. Of an even number of runs, the lower of the middle two counts.
 */
median: boolean, };

export type StructureSummary = { 
/**
 * Name of the file that states it.
 */
name: string, 
/**
 * Side with which the file was opened.
 */
of: SideName, 
/**
 * Number of files that contain functions of the shown run: `52 of 301 files ran`.
 */
headline: string, 
/**
 * Parts of the structure and of the run that do not fit each other; blank if all fit.
 */
note: string, };

export type StructureReply = { 
/**
 * Structure of each side; `None` for a side without a trace, and if neither side has a structure.
 */
sides: Sides<StructureSummary | null>, };

export type SceneInfo = { 
/**
 * Width in CSS pixels that it was laid out for.
 */
width: number, 
/**
 * Height in CSS pixels that it was laid out for.
 */
height: number, 
/**
 * Parts of the canvas that a pointer zooms and pans.
 */
panes: Array<Pane>, 
/**
 * Parts of the canvas in which a pointer only scrolls rows.
 */
rowPanes: Array<RowPane>, 
/**
 * Amount of data that is drawn, with the rule for the rest.
 */
drawn: Drawn, 
/**
 * Alignment of both time axes as drawn, never [`TimeAxis::Auto`].
 */
axis: TimeAxis, 
/**
 * Entries of the legend.
 */
legend: Array<LegendEntry>, 
/**
 * Description in one sentence, for people who do not see the picture.
 */
summary: string, 
/**
 * Sentences for a first look, the most telling first: the largest change, then what shapes and colours stand for.
 * A page without room for all leaves out the last ones.
 */
reading: Array<string>, 
/**
 * The strip that shows both whole runs with the windows marked. A pointer moves the windows there.
 */
minimap: Minimap | null, 
/**
 * Result of the search; `None` if there is no search.
 */
search: SearchInfo | null, 
/**
 * Place of each note, without repetition.
 */
notes: Array<NotePlace>, 
/**
 * Row of the selected call, in sight or not.
 */
selected: SelectedRow | null, 
/**
 * Row of its match on the other side.
 */
selectedMatch: SelectedRow | null, 
/**
 * View whose table and file stand for the desk: the largest of the views that have them.
 */
table: ViewId | null, 
/**
 * True if a part of it would have taken too long. The next layout continues it.
 */
unfinished: boolean, 
/**
 * Number that distinguishes it from other scenes of the session; never 0.
 */
number: number, };

export type Pane = { 
/**
 * Side of the axis.
 */
side: SideName, 
/**
 * Number of the scene's space that it contains.
 */
space: number, 
/**
 * Window of the state that its time axis shows and sets.
 */
shows: WindowName, 
/**
 * Left edge in CSS pixels, where `window.start` is.
 */
x0: number, 
/**
 * Upper edge.
 */
y0: number, 
/**
 * Right edge, where `window.end` is.
 */
x1: number, 
/**
 * Lower edge.
 */
y1: number, 
/**
 * Time that it shows.
 */
window: Window, 
/**
 * Whole time, which the key `0` returns to.
 */
whole: Window, 
/**
 * Largest scroll position in CSS pixels; 0 if all rows fit.
 */
scrollMax: number, 
/**
 * Scroll position in CSS pixels.
 */
scroll: number, 
/**
 * Scroll position of a state whose scroll position is 0. From 1 on, both are the same.
 */
rest: number, 
/**
 * Direction in which rows move on screen as `scroll` grows: up (−1) or down (1).
 */
scrollSign: number, 
/**
 * Open lanes with their scroll positions, if there are several lanes.
 */
openLanes: Array<OpenLane>, };

export type OpenLane = { 
/**
 * Row in the lane table.
 */
lane: number, 
/**
 * Start of its head and of as many of its rows as fit with it, in CSS pixels as `Pane::scroll` counts.
 */
from: number, 
/**
 * End of that stretch.
 */
to: number, };

export type Minimap = { 
/**
 * Left edge in CSS pixels, where `whole.start` is.
 */
x0: number, 
/**
 * Upper edge.
 */
y0: number, 
/**
 * Right edge, where `whole.end` is.
 */
x1: number, 
/**
 * Lower edge.
 */
y1: number, 
/**
 * y of the line between A's part above and B's part below.
 */
middle: number, 
/**
 * Time that it shows.
 */
whole: Window, };

export type SearchInfo = { 
/**
 * Number of hits in A.
 */
callsA: number, 
/**
 * Number of hits in B.
 */
callsB: number, 
/**
 * Result in words: `A 386 calls, 1.20 ms self (12 %) · B 436 calls, 1.31 ms self (13 %)`, or the error in the query.
 */
text: string, 
/**
 * Names similar to the query, if nothing was found.
 */
nearest: Array<string>, 
/**
 * True if the query has an error. The picture then shows no hits.
 */
broken: boolean, };

export type SelectedRow = { 
/**
 * Side of the call.
 */
side: SideName, 
/**
 * CSS pixels from the root edge of the side's content to the near edge of the row.
 */
from: number, 
/**
 * CSS pixels from the same edge to the far edge of the row.
 */
to: number, 
/**
 * Lane of the call, if it is folded and hides the call.
 */
foldedLane: number | null, };

export type RowPane = { 
/**
 * The view.
 */
view: ViewId, 
/**
 * Left edge in CSS pixels.
 */
x0: number, 
/**
 * Upper edge.
 */
y0: number, 
/**
 * Right edge.
 */
x1: number, 
/**
 * Lower edge.
 */
y1: number, 
/**
 * Height of the rows that are in view at once, CSS pixels.
 */
page: number, 
/**
 * Scroll position in CSS pixels from the resting position.
 */
scroll: number, 
/**
 * Smallest scroll position; 0 if the view rests at its first row.
 */
scrollMin: number, 
/**
 * Largest scroll position; 0 if all rows fit.
 */
scrollMax: number, 
/**
 * Direction in which rows move on screen as `scroll` grows: up (−1) or down (1).
 */
scrollSign: number, 
/**
 * Number of rows that are out of view.
 */
hiddenRows: number, 
/**
 * Number of outer rows that one cell fills and that can be folded: at least a few, or 0.
 */
frames: number, };

export type LaneRow = { 
/**
 * Row in the lane table.
 */
lane: number, 
/**
 * Name.
 */
name: string, 
/**
 * Names of the lane and of those that contain it, outermost first.
 */
path: string, 
/**
 * Names of the lanes that contain it, outermost first; empty if there are none. For a sub-lane, those that contain
 * the lane `within`.
 */
process: string, 
/**
 * Share of the run that its outermost calls cover, as text.
 */
busy: string, 
/**
 * Share of the run that its outermost calls cover, 0 to 1.
 */
share: number, 
/**
 * Number of its own calls.
 */
calls: number, 
/**
 * True if only its silhouette is shown.
 */
folded: boolean, 
/**
 * True if it is folded even while the lane `within` is open.
 */
foldedByItself: boolean, 
/**
 * Lane of which it is a sub-lane, by row in the lane table. If that lane is folded, so is this one.
 */
within: number | null, 
/**
 * True if it is not shown at all.
 */
hidden: boolean, 
/**
 * Position among the lanes of both sides. Paired lanes have the same.
 */
place: number, 
/**
 * The lane of the other side that it is paired with.
 */
partner: LanePartner | null, };

export type LanePartner = { 
/**
 * Row in the lane table of that side.
 */
lane: number, 
/**
 * Name.
 */
name: string, };

export type Drawn = { 
/**
 * Numbers: `Drawn 1,204 of 9,826 calls of A, …`
 */
text: string, 
/**
 * Treatment of the rest.
 */
rule: string, };

export type LegendEntry = { 
/**
 * Meaning of the entry.
 */
label: string, 
/**
 * `#rrggbb`
 */
color: string, 
/**
 * Share of the time of both sides, `31 %`; empty where it has none.
 */
share: string, 
/**
 * Style of its swatch.
 */
mark: LegendMark, 
/**
 * Number of its colour step, if it is one. `IcicleState::steps` holds such numbers.
 */
step: number | null, };

export type LegendMark = "fill" | "matched" | "moved" | "only-a" | "only-b" | "hairlines" | "dots" | "dashed" | "line" | "edged" | "diagonal" | "cross";

export type PictureHead = { 
/**
 * Left edge, CSS pixels.
 */
x: number, 
/**
 * Lower edge.
 */
y: number, 
/**
 * Title.
 */
title: string, 
/**
 * Words about the content of the part.
 */
about: string, };

export type PictureNotes = { 
/**
 * Notes of the view, in order.
 */
notes: Array<Note>, 
/**
 * Their places, as in [`crate::SceneInfo::notes`].
 */
places: Array<NotePlace>, 
/**
 * Panes of the picture, as in [`crate::SceneInfo::panes`].
 */
panes: Array<Pane>, };

export type Caption = { 
/**
 * Theme of the picture, with `Auto` resolved.
 */
theme: ThemeChoice, 
/**
 * Names of the traces; `None` for an empty side.
 */
names: Sides<string | null>, 
/**
 * Parts of the verdict, as in [`crate::comparison::ComparisonSummary::verdict`]; empty if nothing is compared.
 */
verdict: Array<string>, 
/**
 * Sentences for a first look, as in [`crate::SceneInfo::reading`].
 */
reading: Array<string>, 
/**
 * Titles over parts of the picture, which other elements of the page show.
 */
heads: Array<PictureHead>, 
/**
 * Legend, as in [`crate::SceneInfo::legend`].
 */
legend: Array<LegendEntry>, 
/**
 * Amount of data drawn, as in [`crate::SceneInfo::drawn`].
 */
drawn: Drawn, 
/**
 * Notes of the view.
 */
notes: PictureNotes, };

export type Fact = { 
/**
 * Label.
 */
label: string, 
/**
 * Value with its unit.
 */
value: string, };

export type PartnerRow = { 
/**
 * Label: `Duration`, `Self`, `Start`, `Calls inside` and so on.
 */
label: string, 
/**
 * Value on A; empty if A has none.
 */
a: string, 
/**
 * Value on B; empty if B has none.
 */
b: string, 
/**
 * Change from A to B: `+1.09 ms (+249 %)`. Empty if both are equal or one is missing.
 */
change: string, };

export type Tooltip = { 
/**
 * Side of the item; `None` if it belongs to both.
 */
side: SideName | null, 
/**
 * Full name.
 */
name: string, 
/**
 * `file:line`, not shortened; empty if unknown.
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
 * `matched`, `moved` or `only in A`; empty if nothing is compared.
 */
kind: string, 
/**
 * Facts of both sides, if the item has a partner.
 */
partner: Array<PartnerRow>, 
/**
 * Action that a click or a key performs.
 */
hint: string, 
/**
 * Box of the hovered item in the scene as laid out: x0, y0, x1, y1.
 */
rect: [number, number, number, number], };

export type Details = { "call": CallDetails } | { "calls": CallsDetails };

export type CallDetails = { 
/**
 * Side of the call.
 */
side: SideName, 
/**
 * Full name.
 */
name: string, 
/**
 * `file:line`, not shortened.
 */
place: string, 
/**
 * `depth 6 · MainThread`
 */
context: string, 
/**
 * Facts of the tooltip, the byte offset in the input and, with several runs, the result for its function.
 */
facts: Array<Fact>, 
/**
 * Kind of match, as in [`Tooltip::kind`].
 */
kind: string, 
/**
 * Facts of both sides, as in [`Tooltip::partner`].
 */
partner: Array<PartnerRow>, 
/**
 * Byte offset in the decompressed input at which its record begins.
 */
source: number, 
/**
 * Byte offset at which the record of its partner begins, if it has one.
 */
partnerSource: number | null, 
/**
 * Callees, longest first. If the call has a partner, the callees of both, the most changed first. A long list is
 * cut.
 */
callees: Array<CallRow>, 
/**
 * Number of callees, with those not listed.
 */
calleesOf: number, 
/**
 * Callers, innermost first. A long list is cut.
 */
callers: Array<CallRow>, 
/**
 * Number of callers, with those not listed.
 */
callersOf: number, 
/**
 * Calls that this call led to, as the file states it, such as kernels that it launched. A long list is cut.
 */
leadsTo: Array<CallRow>, 
/**
 * Number of calls that it led to, with those not listed.
 */
leadsToOf: number, 
/**
 * Calls that led to this call. A long list is cut.
 */
ledBy: Array<CallRow>, 
/**
 * Number of calls that led to it, with those not listed.
 */
ledByOf: number, 
/**
 * Time to zoom to, on the common axis.
 */
window: Window, 
/**
 * Description in one sentence, for people who do not see the picture.
 */
sentence: string, };

export type CallsDetails = { 
/**
 * Kind of the selection, such as `function`, `path`, `lane` or `time range`.
 */
kind: string, 
/**
 * Full name.
 */
name: string, 
/**
 * Place, as far as known: a file, or the functions around it. For a time range, the same stretch of the other
 * side.
 */
place: string, 
/**
 * `file:line` of the first function of the selection that has a file, of A if it has one. For a relation, of its
 * callee. Empty if unknown, and for selections by lane or time.
 */
source: string, 
/**
 * Sums of each open side: calls, self time, inclusive time, median and 99th percentile.
 */
rows: Array<PartnerRow>, 
/**
 * Time of each side from the first of the calls to the end of the last, on the common axis, to zoom to.
 */
windows: Sides<Window | null>, 
/**
 * For a time range, and for an area of lanes and time: the range of each open side, in ticks of that side.
 */
ranges: Sides<Window | null>, 
/**
 * Functions that these calls call, the most changed first; with one open side, those with most time first. A long
 * list is cut. Only functions and paths have callees.
 */
callees: Array<FunctionRow>, 
/**
 * Number of callees, with those not listed.
 */
calleesOf: number, 
/**
 * Functions that call these calls, in the order of `callees`. Calls without a caller share one row.
 */
callers: Array<FunctionRow>, 
/**
 * Number of callers, with those not listed.
 */
callersOf: number, 
/**
 * Functions of a time range by self time in it: the longest first, at most [`RANGE_FUNCTIONS`]. Empty for anything
 * but a time range.
 */
functions: Array<FunctionRow>, 
/**
 * Number of functions that run in the time range.
 */
functionsOf: number, 
/**
 * Description in one sentence, for people who do not see the picture.
 */
sentence: string, };

export type FunctionRow = { 
/**
 * Reference to select it. `None` for a function without a name or with one too long to send, and for calls without
 * a caller.
 */
function: FunctionRef | null, 
/**
 * Name.
 */
name: string, 
/**
 * Time in A: of the calls from one function to the other, or self time in a time range. Empty if there is no such
 * call.
 */
a: string, 
/**
 * Time in B.
 */
b: string, 
/**
 * Change from A to B; empty if there is none or only one side is open.
 */
change: string, 
/**
 * Number of calls on each open side: `12 calls in A, 14 calls in B`.
 */
calls: string, 
/**
 * Time in A as a share of the longest time in the list, 0 to 1.
 */
shareA: number, 
/**
 * Time in B as a share of the longest time in the list, 0 to 1.
 */
shareB: number, };

export type CallRow = { 
/**
 * Reference to select it.
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
 * Duration of the corresponding call in the partner of the call whose list this is; empty if there is none.
 */
other: string, 
/**
 * Change from A to B; empty if there is none or the call whose list this is has no partner.
 */
change: string, 
/**
 * Duration as a share of the call whose list this is, 0 to 1. In a list of callers, the share of this caller that
 * the call takes.
 */
share: number, };

export type DataTable = { 
/**
 * Column heads. Cells of the first column are indented by level.
 */
columns: Array<string>, 
/**
 * The requested rows.
 */
rows: Array<DataTableRow>, 
/**
 * Index of the first of these rows in the whole table.
 */
first: number, 
/**
 * Number of rows of the whole table.
 */
total: number, 
/**
 * Rows that the table leaves out, in words; empty if it has all.
 */
note: string, };

export type DataTableRow = { 
/**
 * Reference to select the call; `None` for rows that stand for several calls.
 */
call: CallRef | null, 
/**
 * Indentation level.
 */
level: number, 
/**
 * One text per column.
 */
cells: Array<string>, };

export type Counterparts = { 
/**
 * Time of the call.
 */
own: Window, 
/**
 * The chosen match: the partner or, of several, the one with the highest s · shorter duration. A walk through the
 * matches chooses another. It has one stop for each match that lies in no other match.
 */
call: CallRef, 
/**
 * Rank of the chosen match among all stops by s · shorter duration, from 1.
 */
rank: number, 
/**
 * Time of the chosen match.
 */
best: Window, 
/**
 * Time from the start of the first match to the end of the last.
 */
all: Window, 
/**
 * Number of stops.
 */
count: number, 
/**
 * Number of all matches of the call, those in other matches included.
 */
matches: number, };

export type NearestMatch = { 
/**
 * Start of the call.
 */
own: number, 
/**
 * Start of its match.
 */
matching: number, };

export type DifferenceList = "largest" | "slower" | "faster" | "new" | "gone" | "moved" | "waiting" | "pauses";

export type DifferenceOrder = "self" | "inclusive" | "per-call" | "relative" | "run" | "calls";

export type ComparisonSummary = { 
/**
 * Parts of the verdict, to be joined with `; `: `B is 1.26× as long as A ▲ +19.4 ms`, `56 functions only in B`, …
 */
verdict: Array<VerdictPart>, 
/**
 * Cause of the largest change: `hash_key takes 3.00× as long in the same 500 calls, in Store.put: +18.3 ms of +20.1
 * ms in all calls`. Empty if no change is significant.
 */
cause: string, 
/**
 * Reason why the sides are hardly comparable; `None` if they are comparable.
 */
doubt: Doubt | null, 
/**
 * Text to show if no difference is significant; empty otherwise.
 */
none: string, 
/**
 * General change in the duration of calls, with one run per side: `A typical function is 21 % slower in B, …`.
 * Empty if there is none or it is unknown.
 */
drift: string, 
/**
 * Largest changes by call path, at most twelve. Callers come before their callees.
 */
phases: Array<PhaseRow>, 
/**
 * First significant rows of the list of largest changes, at most five.
 */
chips: Array<DifferenceRow>, 
/**
 * Number of significant rows in each list, in the order of [`DifferenceList::ALL`].
 */
counts: [number, number, number, number, number, number, number, number], 
/**
 * Number of the other rows in each list. They are above the noise floor, but in line with the whole run, within
 * noise or the like.
 */
below: [number, number, number, number, number, number, number, number], 
/**
 * Reasons why those rows are not significant: `in line with the whole run, or within call-to-call variation`.
 * Empty if there are none, and for moved calls and pauses.
 */
belowReasons: [string, string, string, string, string, string, string, string], 
/**
 * Statement on noise: `One run per side: noise is how much calls vary within a run`.
 */
noise: string, 
/**
 * Noise floor: `5 % and 10 µs`.
 */
floor: string, 
/**
 * Meaning of grey: `grey: up to 5 % or 10 µs from a typical function (1.26×)`.
 */
grey: string, 
/**
 * Share of calls whose function has a namesake on the other side, with the number of proposed renames:
 * `88 % · 3 renames proposed`. The pair settings show it.
 */
identity: string, 
/**
 * Number of lane pairs and of unpaired lanes: `1 pair`, `700 pairs · 3 unpaired`. The pair settings show it.
 */
lanes: string, 
/**
 * True if some paired lanes have less than 30 % in common.
 */
lanesDoubtful: boolean, 
/**
 * True for a side of whose recording parts are missing, at moments that are not known. A function that only the other
 * side calls may be *missing* there, and is not said to be new or gone.
 */
gaps: [boolean, boolean], 
/**
 * Numbers of calls that are matched, moved and on one side only, for the table and for tests.
 */
facts: Array<Fact>, };

export type PhaseRow = { 
/**
 * Id for [`crate::GoToRequest`], valid as long as the comparison.
 */
id: number, 
/**
 * Kind of change: slower, faster, new or gone.
 */
list: DifferenceList, 
/**
 * Number of callers that have a line of their own.
 */
depth: number, 
/**
 * Full name of the innermost function.
 */
name: string, 
/**
 * File, not shortened; empty if unknown.
 */
file: string, 
/**
 * Callers, outermost first.
 */
callers: Array<string>, 
/**
 * Callers without a line of their own that are named before the function, because it is called on other paths too.
 */
through: Array<string>, 
/**
 * Change of its inclusive time: `+31.2 ms`.
 */
delta: string, 
/**
 * Number of lanes that the times are summed over: `summed over 64 ranks`. Empty for one lane.
 */
over: string, 
/**
 * Part of its caller's change: `80 % of its caller’s change`. Empty if no caller has a line.
 */
explains: string, 
/**
 * Change of the calls that both sides make: `matched calls take 1.22× as long (+10.7 ms)`. Empty if it is under a
 * tenth of the line's change, or unknown.
 */
same: string, 
/**
 * `matched calls take 1.22× as long` if at least half of the change is in calls that both sides make; else empty.
 */
mostlySame: string, 
/**
 * `new` or `gone` for a function of one side only, `new under this caller` or `gone under this caller` for a path.
 * Empty if both sides have the path.
 */
only: string, 
/**
 * Extra time of the outlier calls in the path: `including outlier calls: 4.07 ms (A), 8.31 ms (B)`. The times of
 * the row include it. Empty if it is under a tenth of the change.
 */
pauses: string, 
/**
 * Number of calls: `36 → 34 calls`. Empty if both sides make as many.
 */
calls: string, 
/**
 * Inclusive time on A, with its unit.
 */
a: string, 
/**
 * Inclusive time on B, with its unit.
 */
b: string, 
/**
 * Number of calls on A.
 */
callsA: number, 
/**
 * Number of calls on B.
 */
callsB: number, };

export type VerdictPart = { 
/**
 * Text of the part.
 */
text: string, 
/**
 * List whose entries its number counts, if any.
 */
list: DifferenceList | null, 
/**
 * True if it warns that a part of a side is missing. Such a part comes first.
 */
warns: boolean, };

export type Doubt = { 
/**
 * The reason: `Only 3 % of calls have a same-named function on the other side.`
 */
title: string, 
/**
 * Possible causes, and the effect of the remedy.
 */
body: string, 
/**
 * Label of the action that adds a rule: `Drop that prefix`. Empty if no rule helps.
 */
remedy: string, 
/**
 * Identity rules with that rule added, as text.
 */
rules: string, };

export type DifferenceRow = { 
/**
 * List of the row.
 */
list: DifferenceList, 
/**
 * Kind of the row: the other list that it is in, for a row of the list of largest changes.
 */
kind: DifferenceList, 
/**
 * Position in the list as ordered, from 1.
 */
rank: number, 
/**
 * Id for [`crate::GoToRequest`], valid as long as the comparison.
 */
id: number, 
/**
 * Full name of the function.
 */
name: string, 
/**
 * File, not shortened; empty if unknown.
 */
file: string, 
/**
 * Callers, outermost first.
 */
callers: Array<string>, 
/**
 * Change in time: `+1.09 ms`. For moved calls their number: `12 calls`.
 */
delta: string, 
/**
 * Lanes or calls that the times are summed over: `summed over 64 ranks`, or `over calls in save` for calls of one
 * caller. Empty for one lane, moved calls and pauses.
 */
over: string, 
/**
 * Change relative to the time in A: `+249 %`, `×10`, `new` or `gone`; empty without a baseline. For moved calls
 * the longest way: `by up to 3.20 ms`. For a pause its length against other calls: `812× p99 (B)`.
 */
own: string, 
/**
 * Change of all calls, to read the row's own change against: `all functions together +13 %`. Empty if the
 * two can't be compared.
 */
overweight: string, 
/**
 * Part of the change that outlier calls explain: `+4.02 ms in 1 outlier call`. Empty without outlier calls.
 */
few: string, 
/**
 * Self time of a function that only one side calls, because its other times include everything that it calls.
 * Empty for other functions.
 */
selfTime: string, 
/**
 * Mean time of a call on A, with outlier calls as long as others. It is self time or, for new and gone functions,
 * inclusive time. Empty if A makes no calls.
 */
eachA: string, 
/**
 * Mean time of a call on B, likewise.
 */
eachB: string, 
/**
 * Numbers behind the row, one line each: calls, time per call, the part that each explains, median and 99th
 * percentile.
 */
details: Array<string>, 
/**
 * Time on A, with its unit.
 */
a: string, 
/**
 * Time on B.
 */
b: string, 
/**
 * Time on A as a share of the longest time in the list, 0 to 1.
 */
barA: number, 
/**
 * Time on B as a share of the longest time in the list, 0 to 1.
 */
barB: number, 
/**
 * Number of calls on A.
 */
callsA: number, 
/**
 * Number of calls on B.
 */
callsB: number, 
/**
 * True if the difference is significant. Significant rows come first.
 */
standsOut: boolean, 
/**
 * Reason why it is significant or not: `longer calls`, `in line with the whole run`,
 * `new, with 5 new functions below it`. Empty for moved calls and pauses.
 */
reason: string, 
/**
 * Result of the test over several runs: `+8.0 % to +13 %, p = 0.008`. Empty with one run per side.
 */
confidence: string, };

export type IdentityReport = { 
/**
 * Rules in the order in which they run: rewrites, renames, pairs.
 */
rules: Array<RuleRow>, 
/**
 * The draft as text: its own text, then one line for each of its rows.
 */
text: string, 
/**
 * Shortest text with the same meaning, blank for the defaults. The state and links carry it.
 */
short: string, 
/**
 * Error in the draft, if it cannot be used. All fields but `text` then describe the rules that held before.
 */
problem: RuleProblem | null, 
/**
 * Part of each side that has a namesake on the other.
 */
agreement: [SideAgreement, SideAgreement], 
/**
 * Functions of each side without a partner, heaviest first. A long list is cut.
 */
unmatched: [Array<UnmatchedName>, Array<UnmatchedName>], 
/**
 * Number of functions without a partner on each side, with those not listed.
 */
unmatched_of: [number, number], 
/**
 * Proposed rules for many names, then proposed renames, best first.
 */
proposals: Array<RenameProposal>, 
/**
 * The sample functions of the request, run through the rules.
 */
samples: Array<RuleSample>, };

export type RuleKind = "pattern" | "balanced" | "argument";

export type RuleSubject = "name" | "file" | "both" | "rename" | "pair";

export type RuleLine = { 
/**
 * True if the rule is applied. Renames and pairs always are.
 */
enabled: boolean, 
/**
 * Part that it rewrites.
 */
on: RuleSubject, 
/**
 * Meaning of the pattern.
 */
kind: RuleKind, 
/**
 * Pattern to look for. For a rename the old key, for a pair the key of A.
 */
pattern: string, 
/**
 * Replacement. For a rename the new key, for a pair the key of B.
 */
becomes: string, 
/**
 * Purpose of the rule.
 */
name: string, };

export type RulesDraft = { 
/**
 * Text of the rules; blank stands for the defaults of the formats. `None` if there are only rows.
 */
text: string | null, 
/**
 * Rows in the order in which they run.
 */
rows: Array<RuleLine>, };

export type RuleRow = { 
/**
 * The rule.
 */
rule: RuleLine, 
/**
 * `default`, `own` or `rename`.
 */
origin: string, 
/**
 * Number of names in A and in B that it changed.
 */
touched: [number, number], 
/**
 * Number of names in A and in B that found their partner through it.
 */
paired: [number, number], 
/**
 * Number of names in A and in B that it made equal to another name of their side.
 */
merged: [number, number], };

export type RuleProblem = { 
/**
 * Line of the text, from 0; without text, the row.
 */
line: number, 
/**
 * Description of the error, and its remedy.
 */
message: string, };

export type SideAgreement = { 
/**
 * Share of its calls, with these rules.
 */
calls: number, 
/**
 * Share of its self time, with these rules.
 */
time: number, 
/**
 * Share of its calls, with the rules of the comparison on screen.
 */
callsBefore: number, 
/**
 * Share of its self time, with the rules of the comparison on screen.
 */
timeBefore: number, };

export type UnmatchedName = { 
/**
 * Name and file after all rules, which a rename refers to.
 */
key: string, 
/**
 * Name in the trace.
 */
name: string, 
/**
 * File in the trace.
 */
file: string, 
/**
 * Number of calls.
 */
calls: number, 
/**
 * Self time, with its unit.
 */
time: string, 
/**
 * Self time as a share of its side's self time.
 */
share: number, };

export type RenameProposal = { 
/**
 * Function of A by name and file, or the files or class of A that the rule covers.
 */
a: string, 
/**
 * The counterpart on B.
 */
b: string, 
/**
 * Reason: `same callees under the same callers`.
 */
reason: string, 
/**
 * Effect: `+11.2 % of calls`.
 */
gain: string, 
/**
 * The rule.
 */
rule: RuleLine, };

export type RuleSample = { 
/**
 * Side of the function.
 */
side: SideName, 
/**
 * Pieces of its name and file, in order.
 */
pieces: Array<SamplePiece>, 
/**
 * Name and file after the rules.
 */
becomes: string, };

export type SamplePiece = { 
/**
 * Text of the piece.
 */
text: string, 
/**
 * True if rules remove or change it.
 */
removed: boolean, };

export type LanePairing = { 
/**
 * Pairs, largest share first.
 */
pairs: Array<LanePairRow>, 
/**
 * Lanes of each side without a partner.
 */
unpaired: [Array<LaneEnd>, Array<LaneEnd>], };

export type LanePairRow = { 
/**
 * The lane of A.
 */
a: LaneEnd, 
/**
 * The lane of B.
 */
b: LaneEnd, 
/**
 * Weighted Jaccard similarity of how both lanes spend their self time, 0 to 1.
 */
overlap: number, 
/**
 * Share of both sides' time in these lanes, 0 to 1.
 */
share: number, 
/**
 * True if the pair was chosen by hand.
 */
chosen: boolean, };

export type LaneEnd = { 
/**
 * Row in the lane table.
 */
lane: number, 
/**
 * Names of the lane and of those that contain it, outermost first.
 */
name: string, 
/**
 * Share of its side's time, `31 %`.
 */
share: string, };

export type Framed = { 
/**
 * Window on A.
 */
a: Window | null, 
/**
 * Window on B.
 */
b: Window | null, 
/**
 * The call to select.
 */
call: CallRef | null, };

export type Failure = { 
/**
 * Side that it concerns. The other side is untouched.
 */
side: SideName | null, 
/**
 * Kind of failure.
 */
kind: FailureKind, 
/**
 * One sentence, in bold: what failed.
 */
title: string, 
/**
 * Cause and remedy.
 */
body: string, };

export type FailureKind = "not-a-trace" | "malformed" | "empty" | "too-big" | "too-big-for-calls" | "link" | "worker-died" | "internal";

export type ReadProgress = { 
/**
 * Bytes of the input that were read.
 */
bytesIn: number, 
/**
 * Bytes after decompression.
 */
bytesUnpacked: number, 
/**
 * Number of calls so far.
 */
calls: number, 
/**
 * Share of the trace that is built, 0 to 1. It grows once all bytes are read.
 */
built: number, };

export type ReadAs = "alone" | "shown" | "beside";

export type ReadPlace = { 
/**
 * The side.
 */
side: SideName, 
/**
 * Number of the run, unique on its side.
 */
run: number, 
/**
 * Role of the run on its side.
 */
readAs: ReadAs, };

export type FileTrace = { 
/**
 * Name of the trace, unique in its file.
 */
name: string, 
/**
 * Number of calls.
 */
calls: number, 
/**
 * True if this trace is the one that is shown.
 */
shown: boolean, };

export type ReadDone = { 
/**
 * Destination of the file.
 */
place: ReadPlace, 
/**
 * File name; if the file holds several traces, followed by `#` and the name of the trace.
 */
name: string, 
/**
 * Name of the format that the file was read as.
 */
format: string, 
/**
 * Size of the input as given, in bytes.
 */
bytes: number, 
/**
 * True if the input was compressed.
 */
packed: boolean, 
/**
 * All traces of the file, in file order, at least one.
 */
ofFile: Array<FileTrace>, };

export type ReadAmount = "whole" | "part" | "sums";

export type ReadOutcome = { "type": "done", 
/**
 * Facts about the trace.
 */
done: ReadDone, } | { "type": "kept", 
/**
 * Name of the file.
 */
name: string, } | { "type": "failed", 
/**
 * The reason.
 */
failure: Failure, };

export type RecallOutcome = { "type": "found", 
/**
 * The record.
 */
record: CallRecord, } | { "type": "none" } | { "type": "failed", 
/**
 * The reason.
 */
failure: Failure, };

export type CallRecord = { 
/**
 * Arguments, in the order of the file.
 */
fields: Array<RecordField>, 
/**
 * Number of arguments, with those left out.
 */
fieldsOf: number, 
/**
 * Text of the record as written, on many lines, up to `text_bytes`.
 */
text: string, 
/**
 * Number of bytes of the record that `text` shows.
 */
textBytes: number, 
/**
 * Number of bytes of the record in the file.
 */
bytes: number, };

export type RecordField = { 
/**
 * Path of the argument: `a.b[0]`.
 */
path: string, 
/**
 * Beginning of the value.
 */
value: string, 
/**
 * Number of characters of the value that are left out.
 */
more: number, };

export type Job = { 
/**
 * Number, unique in a session. The answer carries it.
 */
id: number, 
/**
 * Name of the analysis.
 */
analysis: string, 
/**
 * Text that the page shows until the first progress arrives; empty for none.
 */
title: string, 
/**
 * Data that it reads of the sides, with the versions that the compute worker must hold. If the worker lacks a
 * version, it is sent the columns.
 */
needs: Array<Need>, 
/**
 * Key under which its result may be stored across sessions. It covers the content that the job reads, and its
 * query. Empty if the result is not worth storing.
 */
key: string, 
/**
 * True if the result stored under its key was of no use. The job must then be run.
 */
anew: boolean, 
/**
 * True if a similar job on the same traces is likely to follow, because a slider or a window moves.
 */
mayFollow: boolean, };

export type Need = { 
/**
 * The side.
 */
side: SideName, 
/**
 * Version of the data. It rises with every change.
 */
version: number, 
/**
 * True for the hidden runs, packed; false for the shown run.
 */
runs: boolean, };

export type JobProgress = { 
/**
 * Id of the job.
 */
id: number, 
/**
 * Current stage: `Aligning calls`.
 */
stage: string, 
/**
 * Number of units done.
 */
done: number, 
/**
 * Number of units in all.
 */
total: number, };

export type FunctionTotals = { 
/**
 * Name after the identity rules.
 */
name: string, 
/**
 * File after the identity rules; empty if unknown.
 */
file: string, 
/**
 * Reference to select it: its first function of A, or of B if A has none. `None` if it has no name, or one too
 * long to send.
 */
function: FunctionRef | null, 
/**
 * Totals on A; `None` if it never ran there.
 */
a: SideTotals | null, 
/**
 * Totals on B; `None` if it never ran there.
 */
b: SideTotals | null, 
/**
 * Number of lanes that its times are summed over: `summed over 64 ranks`. Empty for one lane.
 */
over: string, };

export type SideTotals = { 
/**
 * Number of calls.
 */
calls: number, 
/**
 * Self time in ticks.
 */
selfTicks: number, 
/**
 * Inclusive time in ticks, of outermost calls: recursion never counts twice.
 */
totalTicks: number, 
/**
 * Median duration of a call, in ticks.
 */
p50Ticks: number, 
/**
 * 99th percentile of the durations of its calls, in ticks.
 */
p99Ticks: number, };

export type CloseRequest = { 
/**
 * Side to close.
 */
side: SideName, };

export type RemoveRunRequest = { 
/**
 * Side of the run.
 */
side: SideName, 
/**
 * Number of the run, as in [`crate::RunRow::run`].
 */
run: number, };

export type SwapRequest = { 
/**
 * Identity rules as text. The keys of their pairs are exchanged as well.
 */
rules: string, };

export type LayoutRequest = { 
/**
 * Desk to lay out.
 */
desk: DeskId, 
/**
 * View state. The engine keeps it for hover, selection and table.
 */
state: ViewState, 
/**
 * Theme, with `Auto` resolved by the shell.
 */
theme: ThemeChoice, 
/**
 * Width of the canvas in CSS pixels.
 */
width: number, 
/**
 * Height of the canvas in CSS pixels.
 */
height: number, 
/**
 * Position of links that change between lines (0) and tubes (1). `None` if they rest, where the state says which
 * they are.
 */
tubes: number | null, 
/**
 * Number of the scene that the sender holds ([`crate::SceneInfo::number`]), or 0. If the new scene is the same,
 * its words are not sent again.
 */
held: number, };

export type HoverRequest = { 
/**
 * The desk.
 */
desk: DeskId, 
/**
 * Point in CSS pixels from the top left corner of the canvas, in the scene as laid out. `None` if the pointer
 * left.
 */
point: [number, number] | null, };

export type PickRequest = { 
/**
 * The desk.
 */
desk: DeskId, 
/**
 * Point in CSS pixels, in the scene as laid out.
 */
point: [number, number], };

export type ItemsRequest = { 
/**
 * The desk.
 */
desk: DeskId, };

export type SelectRequest = { 
/**
 * Subject to select; `None` clears the selection.
 */
subject: Subject | null, };

export type SelectRangeRequest = { 
/**
 * Side of the range.
 */
side: SideName, 
/**
 * Range on the common axis; `None` for the whole run of the side.
 */
window: Window | null, 
/**
 * Range of the other side on the common axis; `None` for the corresponding one.
 */
other: Window | null, };

export type RangeTableRequest = { 
/**
 * Side of the range.
 */
side: SideName, 
/**
 * Range in ticks of that side.
 */
window: Window, 
/**
 * Range of the other side, in ticks of that one; `None` for the corresponding one.
 */
other: Window | null, };

export type StepRequest = { 
/**
 * Call to start from; `None` selects the first call of A, or of B if A is empty.
 */
from: CallRef | null, 
/**
 * Direction of the step.
 */
step: Step, };

export type StepHitRequest = { 
/**
 * Call to start from; `None` starts before the first hit.
 */
from: CallRef | null, 
/**
 * True to go forward, false to go back. The first hit follows the last.
 */
forward: boolean, };

export type PartnerRequest = { 
/**
 * The call.
 */
call: CallRef, };

export type CounterpartsRequest = { 
/**
 * The call.
 */
call: CallRef, 
/**
 * Matches to look for: the partner only, or all similar calls.
 */
mode: MatchMode, 
/**
 * Match that a walk through the matches has reached; `None` asks for the best match.
 */
at: CallRef | null, 
/**
 * True to walk to the next best match, false to walk back. Past the ends there is no match.
 */
forward: boolean, };

export type MatchingWindowRequest = { 
/**
 * Side of the window.
 */
side: SideName, 
/**
 * Window on the common axis. Its calls start at its start or later, and before its end.
 */
window: Window, };

export type NearestMatchRequest = { 
/**
 * Side of the window.
 */
side: SideName, 
/**
 * Window on the common axis in which the call starts.
 */
window: Window, 
/**
 * The instant, on the common axis.
 */
at: number, };

export type LanesRequest = { 
/**
 * The side.
 */
side: SideName, 
/**
 * View state, which says which lanes are folded.
 */
state: ViewState, };

export type FingerprintRequest = { 
/**
 * The side.
 */
side: SideName, };

export type DataTableRequest = { 
/**
 * The view, in the state of its last layout.
 */
view: ViewId, 
/**
 * First row wanted, from 0.
 */
first: number, 
/**
 * Maximum number of rows.
 */
count: number, };

export type CsvRequest = { 
/**
 * The view, in the state of its last layout.
 */
view: ViewId, };

export type TotalsRequest = { 
/**
 * Identity rules as text. If they are blank or wrong, the rules of the formats apply.
 */
rules: string, };

export type FunctionTableRequest = { 
/**
 * Order and filter of the rows.
 */
table: FunctionTableState, 
/**
 * Settings of the comparison: its identity rules, and the normalisation of differences.
 */
comparison: ComparisonState, 
/**
 * First row wanted, from 0.
 */
first: number, 
/**
 * Maximum number of rows.
 */
count: number, };

export type ProfileFileRequest = { 
/**
 * Format of the file.
 */
format: ProfileFileFormat, 
/**
 * View state. It says which side's paths to write, by which weight, and how to fold, order and colour them.
 */
state: ViewState, };

export type SpaceTimeRequest = { 
/**
 * New extent of the search for partitions; `None` leaves it unchanged.
 */
search: PartitionSearch | null, };

export type RelationsRequest = { 
/**
 * List whose rows are wanted.
 */
list: RelationList, 
/**
 * Maximum number of rows.
 */
rows: number, };

export type ToggleElementRequest = { 
/**
 * State of the desk.
 */
state: StructureState, 
/**
 * The element.
 */
element: Subject, 
/**
 * True to open the element alone.
 */
alone: boolean, };

export type FirstCallRequest = { 
/**
 * An element, a relation or a function.
 */
subject: Subject, 
/**
 * The side.
 */
side: SideName, };

export type ElementsRequest = { 
/**
 * List whose rows are wanted; `None` for the first.
 */
list: ElementList | null, 
/**
 * Maximum number of rows.
 */
rows: number, };

export type ElementRootRequest = { 
/**
 * An element, a function or a call.
 */
subject: Subject, };

export type SequenceMoveRequest = { 
/**
 * New beginning.
 */
from: number, 
/**
 * New end.
 */
to: number, 
/**
 * State whose windows are the current stretch, although the picture may not show them yet. The calls of the new
 * windows are requested at once. `None` takes the stretch that the picture shows, and moves nothing.
 */
state: ViewState | null, };

export type CompareRequest = { 
/**
 * View state; its `comparison` holds the settings.
 */
state: ViewState, 
/**
 * True to look for rules that would match more names. [`crate::comparison::ComparisonSummary::identity`] then
 * counts them.
 */
proposals: boolean, };

export type GiveUpRequest = { 
/**
 * Ids of the jobs.
 */
jobs: Array<number>, };

export type DifferencesRequest = { 
/**
 * The list.
 */
list: DifferenceList, 
/**
 * Order of its rows.
 */
order: DifferenceOrder, 
/**
 * First row wanted, from 0.
 */
first: number, 
/**
 * Maximum number of rows.
 */
count: number, };

export type GoToRequest = { 
/**
 * Id of its row.
 */
id: number, };

export type IdentityRequest = { 
/**
 * The rules that are being edited.
 */
draft: RulesDraft, 
/**
 * A function of each side, by name and file, to show run through the rules.
 */
samples: Array<RuleSampleOf>, };

export type LanePairingRequest = { 
/**
 * View state with the settings of the comparison.
 */
state: ViewState, };

/** What can be asked, by name: the payload, and what it is answered by. */
export type Asks = {
  "close": { ask: CloseRequest; reply: null };
  "remove-run": { ask: RemoveRunRequest; reply: SideSummary | null };
  "swap": { ask: SwapRequest; reply: Swapped };
  "layout": { ask: LayoutRequest; reply: SceneInfo };
  "hover": { ask: HoverRequest; reply: HoverReply };
  "pick": { ask: PickRequest; reply: PickReply };
  "items": { ask: ItemsRequest; reply: Array<ItemPlace> };
  "select": { ask: SelectRequest; reply: SelectionReply };
  "select-range": { ask: SelectRangeRequest; reply: SelectionReply };
  "range-table": { ask: RangeTableRequest; reply: TextReply };
  "step": { ask: StepRequest; reply: SelectionReply };
  "step-hit": { ask: StepHitRequest; reply: HitReply };
  "partner": { ask: PartnerRequest; reply: PartnerReply | null };
  "counterparts": { ask: CounterpartsRequest; reply: Counterparts | null };
  "matching-window": { ask: MatchingWindowRequest; reply: Window | null };
  "nearest-match": { ask: NearestMatchRequest; reply: NearestMatch | null };
  "lanes": { ask: LanesRequest; reply: Array<LaneRow> };
  "fingerprint": { ask: FingerprintRequest; reply: string | null };
  "table": { ask: DataTableRequest; reply: DataTable };
  "csv": { ask: CsvRequest; reply: TextReply };
  "totals": { ask: TotalsRequest; reply: FunctionsReply | null };
  "functions": { ask: FunctionTableRequest; reply: FunctionTableReply };
  "profile-file": { ask: ProfileFileRequest; reply: ProfileFileReply };
  "space-time": { ask: SpaceTimeRequest; reply: SpaceTimeReply };
  "relations": { ask: RelationsRequest; reply: RelationsReply };
  "toggle-element": { ask: ToggleElementRequest; reply: StructureState };
  "first-call": { ask: FirstCallRequest; reply: Subject | null };
  "elements": { ask: ElementsRequest; reply: ElementsReply };
  "element-root": { ask: ElementRootRequest; reply: string };
  "move-sequence": { ask: SequenceMoveRequest; reply: SequenceMoveReply };
  "compare": { ask: CompareRequest; reply: ComparisonReply };
  "give-up": { ask: GiveUpRequest; reply: null };
  "differences": { ask: DifferencesRequest; reply: DifferencesReply };
  "go-to": { ask: GoToRequest; reply: Framed };
  "identity": { ask: IdentityRequest; reply: IdentityReport | null };
  "lane-pairing": { ask: LanePairingRequest; reply: LanePairing };
};
