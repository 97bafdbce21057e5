// Generated from crates/protocol by `npm run types`. Do not edit.

export type Sides<T> = { 
/**
 * Of A.
 */
a: T, 
/**
 * Of B.
 */
b: T, };

export type SideName = "a" | "b";

export type ViewId = "overview" | "matches" | "flame" | "funky" | "spacetime" | "gantt" | "radial" | "sequence" | "nested";

export type DeskId = "compare" | "structure" | "space-time" | "fusion" | "profile";

export type WindowName = "time.a" | "time.b";

export type ThemeChoice = "auto" | "light" | "dark" | "contrast";

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

export type Window = { 
/**
 * First tick shown.
 */
start: number, 
/**
 * One past the last tick shown.
 */
end: number, };

export type TimeAxis = "zero" | "chosen" | "matched";

export type TimeState = { 
/**
 * What is shown of each side; `None` is the whole of both runs from zero.
 */
windows: Sides<Window | null>, 
/**
 * Each side is zoomed and panned by itself.
 */
apart: boolean, 
/**
 * How the time axes are laid over each other.
 */
axis: TimeAxis, 
/**
 * The instants that stand over each other, ticks; of [`TimeAxis::Chosen`].
 */
anchors: Sides<number>, };

export type FunctionRef = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its file; blank where the trace names none.
 */
file: string, };

export type GroupBy = "package" | "file" | "category";

export type GroupRef = { 
/**
 * What they have in common.
 */
by: GroupBy, 
/**
 * Its name.
 */
name: string, };

export type LaneRef = { 
/**
 * Whose.
 */
side: SideName, 
/**
 * Its row.
 */
lane: number, };

export type AreaRef = { 
/**
 * Whose.
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
 * Calls of this stack depth and those inside them; 0 for all.
 */
depth: number, 
/**
 * Ticks of that side.
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
 * Whose.
 */
side: SideName, 
/**
 * Ticks of that side.
 */
window: Window, } };

export type LaneMatching = "overlap" | "name" | "order";

export type Measure = "plain" | "multiset" | "time";

export type Normalise = "absolute" | "per-total" | "per-call";

export type ComparisonState = { 
/**
 * Identity rules as text; blank for the defaults of the formats.
 */
rules: string, 
/**
 * How lanes are paired.
 */
lanes: LaneMatching, 
/**
 * Pairs of lanes chosen by hand: lane of A, lane of B, and so on; `u32::MAX` for none.
 */
chosenLanes: Array<number>, 
/**
 * Least similarity of a match, per cent.
 */
tau: number, 
/**
 * Which similarity.
 */
measure: Measure, 
/**
 * What differences are measured in.
 */
normalise: Normalise, 
/**
 * Changes up to this are noise, per cent of the own baseline.
 */
floorPercent: number, 
/**
 * Changes up to this are noise, microseconds.
 */
floorUs: number, 
/**
 * Grey is no change, even if the whole run changed.
 */
greyIsEqual: boolean, };

export type PathsState = { 
/**
 * `self` for the time of calls without what they call, `calls` for their number, or the name of a column of the file;
 * blank for their time. Widths are inclusive in any case: by `self` colours compare self times.
 */
weight: string, 
/**
 * Paths begin with the name of their lane.
 */
apart: boolean, 
/**
 * Lanes of each side (rows of the lane table) with all lanes in them; all where there are none.
 */
lanes: Sides<Array<number>>, 
/**
 * Only what runs in the windows that are shown of each side.
 */
inWindows: boolean, };

export type CompareParts = "both" | "overview" | "matches";

export type ColorBy = "package" | "file" | "function" | "duration" | "match" | "change" | "shift" | "place" | "similarity";

export type MatchMode = "one-to-one" | "similarity";

export type IcicleState = { 
/**
 * What colour says.
 */
color: ColorBy, 
/**
 * The steps of the colours, as the legend numbers them, that are shown while all others fade; all where there are none.
 */
steps: Array<number>, 
/**
 * How far the rows of each side are scrolled, CSS pixels from the root row.
 */
scroll: Sides<number>, 
/**
 * Lanes of each side (rows of the lane table) that are not as they are by default: the first is open, all others
 * are folded to their silhouettes.
 */
folds: Sides<Array<number>>, 
/**
 * Lanes of each side that are not shown.
 */
hidden: Sides<Array<number>>, 
/**
 * Shows the calls around nearly all of both runs, which else are folded.
 */
frames: boolean, 
/**
 * Rows keep their height; else they shrink until what is in view fits, unless it is scrolled.
 */
tall: boolean, };

export type MatchesState = { 
/**
 * Which matches.
 */
mode: MatchMode, 
/**
 * Lines in place of tubes.
 */
lines: boolean, 
/**
 * How thick tubes stay in their middle, per cent of their ends (λ of TraceDiff Eq. 5).
 */
lambda: number, 
/**
 * Height of the band between the two icicles, per cent of the view.
 */
band: number, 
/**
 * How strongly tubes are bundled, per cent.
 */
beta: number, 
/**
 * Leaves matched calls out.
 */
hideMatched: boolean, 
/**
 * Leaves moved calls out.
 */
hideMoved: boolean, 
/**
 * Leaves calls of one side alone out.
 */
hideOnly: Sides<boolean>, 
/**
 * Least duration of a match's longer end, microseconds.
 */
leastUs: number, 
/**
 * Only matches of functions whose name or file holds this; blank for all.
 */
function: string, 
/**
 * Also tubes that a drawn tube of their callers implies.
 */
implied: boolean, 
/**
 * The side whose viewpoint colours places, whichever half the pointer is in.
 */
viewpoint: SideName | null, 
/**
 * The paper's palettes, which are not safe for the colour-blind.
 */
published: boolean, };

export type CompareState = { 
/**
 * Which parts are shown.
 */
parts: CompareParts, 
/**
 * The icicle plots.
 */
icicle: IcicleState, 
/**
 * The matches between them.
 */
matches: MatchesState, };

export type ProfileParts = "both" | "flame" | "funky";

export type ProfileSides = "difference" | "a" | "b";

export type SiblingOrder = "weight" | "name" | "first-call" | "time";

export type ProfileWidth = "larger" | "a" | "b" | "changes";

export type ProfileColor = "own" | "absolute" | "share";

export type ProfileFileFormat = "folded" | "speedscope" | "svg" | "funky-svg" | "csv";

export type RecursionFolding = "direct" | "full" | "as-called";

export type FunctionSort = "change" | "name" | "file" | "self-a" | "self-b" | "relative" | "total-a" | "total-b" | "calls-a" | "calls-b" | "mean-a" | "mean-b" | "p50-a" | "p50-b" | "p99-a" | "p99-b";

export type FlameState = { 
/**
 * In which order siblings stand.
 */
order: SiblingOrder, 
/**
 * Roots stand at the bottom.
 */
upward: boolean, 
/**
 * Functions with their callers below them, in place of their callees.
 */
inverted: boolean, 
/**
 * What widths stand for.
 */
width: ProfileWidth, 
/**
 * Which recursion is folded.
 */
folding: RecursionFolding, 
/**
 * The path that is as wide as the picture; none for the whole.
 */
zoom: Subject | null, 
/**
 * How far the rows are scrolled, CSS pixels from the first one.
 */
scroll: number, };

export type FunkyState = { 
/**
 * The function that is as wide as the picture; none for all.
 */
zoom: Subject | null, 
/**
 * Columns narrower than this are one bar together, CSS pixels.
 */
leastPx: number, 
/**
 * How far the rows are scrolled, CSS pixels from where they rest: towards callers, below zero towards callees.
 */
scroll: number, };

export type FunctionTableState = { 
/**
 * Which column they follow.
 */
sort: FunctionSort, 
/**
 * Smallest first.
 */
ascending: boolean, 
/**
 * Only functions whose name or file holds this; blank for all.
 */
filter: string, 
/**
 * It is not shown.
 */
hidden: boolean, 
/**
 * With how long single calls take, at the middle and at the end.
 */
percentiles: boolean, };

export type ProfileState = { 
/**
 * Which parts are shown.
 */
parts: ProfileParts, 
/**
 * Whose paths are shown.
 */
sides: ProfileSides, 
/**
 * The flame graph.
 */
flame: FlameState, 
/**
 * The funky graph.
 */
funky: FunkyState, 
/**
 * The function table.
 */
table: FunctionTableState, 
/**
 * What colours of a difference are relative to.
 */
color: ProfileColor, 
/**
 * Leaves the colours of gone paths (`a`) and of new ones (`b`) to grey.
 */
plain: Sides<boolean>, 
/**
 * The gold scale goes by the square root of the share, which tells small ones apart.
 */
root: boolean, };

export type SpaceTimePanels = "all" | "a" | "b" | "difference" | "states";

export type RelationBlend = "strongest" | "over";

export type RelationColor = "change" | "direction" | "time" | "package";

export type RelationWidth = "root" | "log";

export type SequenceRows = "matched" | "own";

export type StructureLevel = "auto" | "package" | "module" | "class" | "function";

export type StructureParts = "both" | "radial" | "sequence";

export type StructureSides = "pair" | "a" | "b";

export type StructureState = { 
/**
 * Which of the views are shown.
 */
parts: StructureParts, 
/**
 * Which sides are shown.
 */
sides: StructureSides, 
/**
 * How deep the structure is shown.
 */
level: StructureLevel, 
/**
 * Elements that are open although the level says otherwise: paths, one a line.
 */
opened: string, 
/**
 * Those that are not, likewise.
 */
closed: string, 
/**
 * The path of the element that alone is open; blank if all are.
 */
root: string, 
/**
 * How far relations follow the tree, β of Eq. 1: hundredths, 0 is straight.
 */
beta: number, 
/**
 * Whether relations bend towards their common ancestor, too.
 */
throughAncestor: boolean, 
/**
 * What colours say.
 */
color: RelationColor, 
/**
 * What widths say.
 */
width: RelationWidth, 
/**
 * How relations that cross are mixed.
 */
blend: RelationBlend, 
/**
 * How much rare calls stand out, p of Eq. 2: tenths; below zero rare calls, 0 for none more than others.
 */
p: number, 
/**
 * What lies side by side.
 */
rows: SequenceRows, 
/**
 * Where the source of a function is, with `{path}` and `{line}` in it; empty if nowhere.
 */
source: string, 
/**
 * The calls whose repeats are sought: those that start in a time of a side ([`Subject::Time`]); others are none.
 */
mark: Subject | null, 
/**
 * How much of a repeat is the same: per cent.
 */
alike: number, 
/**
 * Layers of the program, one a line, the uppermost first: paths of elements with blanks between them.
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
 * Whose calls lie over the structure.
 */
sides: FusionSides, 
/**
 * What the pointer chooses from.
 */
target: FusionTarget, 
/**
 * What areas say.
 */
size: ElementSize, 
/**
 * What colours of elements say.
 */
color: ElementColor, 
/**
 * What those of calls say.
 */
callColor: ElementColor, 
/**
 * What is coloured while something is in focus.
 */
link: FusionLink, 
/**
 * Whether scales reach over all elements, in focus or not.
 */
wholeScale: boolean, 
/**
 * Whether scales of amounts are linear, as published, in place of logarithmic.
 */
linear: boolean, 
/**
 * Whether amounts go from green over yellow to red, as published.
 */
published: boolean, 
/**
 * How many elements around the one pointed at are in focus with all in them.
 */
height: number, 
/**
 * How cells are laid out.
 */
tiling: ElementTiling, 
/**
 * How deep cushions are.
 */
cushion: ElementCushion, 
/**
 * How deep the structure is shown.
 */
level: StructureLevel, 
/**
 * The path of the element that fills the picture; blank for all.
 */
root: string, 
/**
 * Of each side the lane whose calls are shown: one more than its row in the lane table, 0 for the one that leads.
 */
lane: Sides<number>, 
/**
 * How far calls are scrolled towards callees, CSS pixels, where they are deeper than there is room.
 */
scroll: number, 
/**
 * Whether what is pinned is not joined with what it is related to.
 */
linksHidden: boolean, };

export type StateBy = "auto" | "innermost" | "depth" | "package";

export type DifferenceHue = "gained" | "state" | "divergence";

export type AreaFill = "mode" | "stack";

export type AreaGain = "sum" | "mean";

export type PartitionOf = "best" | "product" | "lanes" | "time" | "grid";

export type SpaceTimeState = { 
/**
 * Which panels are shown.
 */
panels: SpaceTimePanels, 
/**
 * How many levels of lanes are told apart below the outermost; 0 for as many as there is room for.
 */
levels: number, 
/**
 * The lane that all is shown of, as a path of names; empty for all.
 */
within: string, 
/**
 * What the state of a lane is.
 */
states: StateBy, 
/**
 * With [`StateBy::Depth`]: in how many calls the call lies.
 */
depth: number, 
/**
 * How many states are told apart; the others are one.
 */
top: number, 
/**
 * Into how many slices the time is divided.
 */
slices: number, 
/**
 * Whether time without a state is one.
 */
idle: boolean, 
/**
 * The detail, p in parts of 10¹²: 0 loses nothing, 10¹² shows all as one. Below zero the default: where the curves of what
 * is saved and of what is lost are farthest apart.
 */
p: number, 
/**
 * What areas are weighed by.
 */
gain: AreaGain, 
/**
 * Which partition is shown.
 */
partition: PartitionOf, 
/**
 * How an area shows what its lanes did.
 */
fill: AreaFill, 
/**
 * What the colour of an area of the difference says.
 */
hue: DifferenceHue, 
/**
 * With [`DifferenceHue::State`]: the name of the state; empty for the first.
 */
state: string, };

export type ViewState = { 
/**
 * Version of this shape.
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
 * What is selected.
 */
selection: Subject | null, 
/**
 * What is searched for; blank for nothing.
 */
search: string, 
/**
 * What time is shown of each side.
 */
time: TimeState, 
/**
 * How the sides are compared.
 */
comparison: ComparisonState, 
/**
 * What is added up along call paths.
 */
paths: PathsState, 
/**
 * The desk that compares call by call.
 */
compare: CompareState, 
/**
 * The desk of call paths and functions.
 */
profile: ProfileState, 
/**
 * The desk of lanes over time.
 */
spaceTime: SpaceTimeState, 
/**
 * The desk of the program's structure.
 */
structure: StructureState, 
/**
 * The desk of the structure with calls over it.
 */
fusion: FusionState, };

export type Step = "caller" | "first-callee" | "previous" | "next";

export type RuleSampleOf = { 
/**
 * Whose.
 */
side: SideName, 
/**
 * Name as in the trace.
 */
name: string, 
/**
 * File as in the trace.
 */
file: string, };

export type Event = { "type": "work-wanted", 
/**
 * What is to be done.
 */
job: Job, } | { "type": "give-up", 
/**
 * Its number.
 */
job: number, } | { "type": "analyses-changed" } | { "type": "side-changed", 
/**
 * What its card says now.
 */
summary: SideSummary, };

export type HoverReply = { 
/**
 * Nothing, or what to say about it.
 */
tooltip: Tooltip | null, 
/**
 * The picture marks what is hovered: lay it out again.
 */
redraw: boolean, };

export type SelectionReply = { 
/**
 * What, if anything: a call that is in no open trace is not.
 */
subject: Subject | null, 
/**
 * In words; of a match its end in A.
 */
details: Details | null, };

export type KeptReply = { 
/**
 * What it says of them.
 */
sides: Sides<SideSummary>, 
/**
 * How they were compared.
 */
comparison: ComparisonState, 
/**
 * Whether it holds the overview.
 */
hasOverview: boolean, 
/**
 * What this version would have kept too, `the overview, times by function`; empty if the file has all of it.
 */
lacks: string, };

export type PickReply = { 
/**
 * What is to be selected, if anything.
 */
subject: Subject | null, 
/**
 * In words; of a match its end in A.
 */
details: Details | null, 
/**
 * What a click there does in place of selecting.
 */
action: PickAction | null, };

export type ItemPlace = { 
/**
 * The view.
 */
view: ViewId, 
/**
 * What it is.
 */
subject: Subject, 
/**
 * x0, y0, x1, y1, CSS pixels of the scene as laid out: as much as is in sight, of a curve the box around its
 * middle. Nothing lies over the middle of this.
 */
rect: [number, number, number, number], 
/**
 * What it is filled with, as `#rrggbbaa`; of a curve at its start.
 */
fill: string, 
/**
 * The edge that marks it as selected or under the pointer, likewise; blank if none does.
 */
mark: string, };

export type PickAction = { "type": "fold-lane", 
/**
 * Whose.
 */
side: SideName, 
/**
 * Which.
 */
lane: number, } | { "type": "fold-frames" };

export type HitReply = { 
/**
 * The hit; none when nothing is a hit.
 */
selection: SelectionReply | null, 
/**
 * Its number, counted from 1 over A, then B; 0 when nothing is a hit.
 */
rank: number, 
/**
 * Hits of both sides.
 */
total: number, };

export type PartnerReply = { 
/**
 * Which call it is.
 */
call: CallRef, 
/**
 * What to say about it.
 */
details: CallDetails, };

export type Swapped = { 
/**
 * What they hold.
 */
sides: Sides<SideSummary | null>, 
/**
 * The identity rules of the request, for these sides.
 */
rules: string, };

export type TextReply = { 
/**
 * Whole text of the file.
 */
text: string, };

export type ProfileFileReply = { 
/**
 * Whole text of the file, once; none while it is being written, and if there is nothing to write.
 */
text: string | null, 
/**
 * What is to be said beside: what of it is left out, or written otherwise.
 */
notes: Array<string>, 
/**
 * It is being written.
 */
pending: boolean, };

export type FunctionsReply = { 
/**
 * Functions by self time of both sides together, longest first.
 */
functions: Array<FunctionTotals>, 
/**
 * How many functions there are; more than `functions` holds.
 */
total: number, };

export type FunctionTableReply = { 
/**
 * The rows.
 */
rows: Array<FunctionTableRow>, 
/**
 * How many rows the whole table has.
 */
total: number, 
/**
 * How many functions there are, those among them that the filter leaves out.
 */
functions: number, 
/**
 * What weights are counted in: `ns`, `bytes`, `samples`, `events` or `calls`.
 */
unit: string, 
/**
 * The largest of each column in the whole table, of both sides.
 */
largest: FunctionWeights, 
/**
 * The largest change of an own weight in the whole table.
 */
largestChange: number, 
/**
 * `over 64 ranks`: over how many lanes weights are summed where none are chosen; empty of one lane.
 */
over: string, 
/**
 * Something of it is still being worked out.
 */
pending: boolean, };

export type RelationList = "more" | "fewer" | "only-b" | "only-a" | "most" | "rare" | "elements" | "forbidden" | "repeats";

export type RelationsReply = { 
/**
 * The level that is shown, also where that was left to how many elements there are; `None` while nothing is.
 */
level: StructureLevel | null, 
/**
 * The levels that show something of their own, each with how many elements.
 */
levels: Array<LevelRow>, 
/**
 * Elements that are shown.
 */
elements: number, 
/**
 * Relations between different elements in the window, and within one.
 */
relations: number, 
/**
 * Likewise.
 */
loops: number, 
/**
 * By side that is open: calls in the window, and in all.
 */
calls: Array<[number, number]>, 
/**
 * How many rows each list has.
 */
lists: Array<ListCount>, 
/**
 * The first rows of the list that was asked for.
 */
rows: Array<RelationRow>, 
/**
 * What is not said otherwise: functions without a place, sampled calls.
 */
note: string, 
/**
 * What was marked and how often that comes again; `None` while nothing is or that is not known yet.
 */
pattern: PatternReply | null, 
/**
 * What is wrong with the layers, and in which line.
 */
layersProblem: string, };

export type LevelRow = { 
/**
 * Which.
 */
level: StructureLevel, 
/**
 * How many.
 */
elements: number, };

export type PatternReply = { 
/**
 * `166 calls of B, 12.3 to 15.6 ms`
 */
marked: string, 
/**
 * In A and in B: the same calls in the same order.
 */
exact: [number, number], 
/**
 * These, and those that are nearly so.
 */
near: [number, number], 
/**
 * By which rule, and what is left out.
 */
rule: string, };

export type ListCount = { 
/**
 * Which.
 */
list: RelationList, 
/**
 * Rows of it.
 */
rows: number, };

export type RelationRow = { 
/**
 * To select it.
 */
subject: Subject, 
/**
 * The caller's name; of an element its kind.
 */
caller: string, 
/**
 * The callee's name; of an element its own.
 */
callee: string, 
/**
 * Where both lie; of an element that moved from where to where.
 */
place: string, 
/**
 * `+97`, of one side the calls; of an element `new`, `gone`, `moved`.
 */
change: string, 
/**
 * `12 → 109`
 */
calls: string, 
/**
 * Its change as a share of the largest of the list, from 0 to 1.
 */
share: number, };

export type SequenceMoveReply = { 
/**
 * The windows of both sides, on the common axis; `None` of all.
 */
windows: Sides<Window | null>, 
/**
 * The same in ticks of each side, also of all.
 */
own: Sides<Window | null>, 
/**
 * Whether their calls are being counted: the picture follows when that is known.
 */
pending: boolean, };

export type ElementList = "changed" | "most" | "only-b" | "only-a" | "never" | "not-in-b" | "not-in-a" | "unmapped";

export type ElementsReply = { 
/**
 * The level that is shown; `None` while nothing is.
 */
level: StructureLevel | null, 
/**
 * The levels that show something of their own, each with how many elements.
 */
levels: Array<LevelRow>, 
/**
 * The element that fills the picture, and those around it, outermost first; nothing where all there is does.
 */
root: Array<ElementRoot>, 
/**
 * What is in focus: `Publisher.apply_transforms and 12,345 calls below it`.
 */
focus: string, 
/**
 * Sizes are stated by a list.
 */
hasBytes: boolean, 
/**
 * Of the shown elements: how many ran on both sides, in A alone, in B alone, never.
 */
coverage: [number, number, number, number], 
/**
 * How many rows each list has.
 */
lists: Array<ElementCount>, 
/**
 * The list that the rows are of.
 */
list: ElementList | null, 
/**
 * Its first rows.
 */
rows: Array<ElementRow>, 
/**
 * What is not said otherwise.
 */
note: string, };

export type ElementRoot = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its path.
 */
path: string, };

export type ElementCount = { 
/**
 * Which.
 */
list: ElementList, 
/**
 * So many rows.
 */
rows: number, };

export type ElementRow = { 
/**
 * What a row selects.
 */
subject: Subject, 
/**
 * Its name.
 */
name: string, 
/**
 * What it lies in.
 */
place: string, 
/**
 * `+2.60 ms`, `new`, `3 calls`
 */
change: string, 
/**
 * `8.64 ms → 11.2 ms`
 */
values: string, 
/**
 * `+30 %`
 */
own: string, 
/**
 * How much of the largest in the list A and B have.
 */
shares: [number, number], };

export type AreaList = "areas" | "odd-lanes" | "odd-moments";

export type PartitionSearch = "visible" | "all" | "stopped";

export type AreaRow = { 
/**
 * From what.
 */
list: AreaList, 
/**
 * In which side, of what departs within one of two.
 */
side: SideName | null, 
/**
 * Its lane, as a path; `all lanes`.
 */
lanes: string, 
/**
 * `0.39 s to 0.50 s`
 */
time: string, 
/**
 * The state that makes most of it.
 */
state: string, 
/**
 * How much more or less of its time that is: `+36.0 pt`.
 */
change: string, 
/**
 * Shares of that state: `8.0 % → 43.5 %`.
 */
shares: string, 
/**
 * The state that it took the place of, with its change: `PMPI_Recv −33.6 pt`; empty without one.
 */
instead: string, 
/**
 * How far it stands out.
 */
z: number, 
/**
 * To select it.
 */
area: AreaRef, 
/**
 * The largest p at which it stands by itself, in parts of 10¹²; below zero if there is none.
 */
p: number, };

export type CurvePoint = { 
/**
 * A p at which it is the best.
 */
p: number, 
/**
 * As of a panel.
 */
saved: number, 
/**
 * Likewise.
 */
lost: number, 
/**
 * Likewise.
 */
areas: number, };

export type LaneNodeRow = { 
/**
 * Names of lanes from the outermost one down, joined by `/`; empty of what several outermost lanes lie in.
 */
path: string, 
/**
 * By side that is open its rows of the lane table: first and last.
 */
rows: Array<[number, number]>, };

export type LeftOutRow = { 
/**
 * Which.
 */
list: AreaList, 
/**
 * What, and why.
 */
text: string, };

export type PanelNumbers = { 
/**
 * Of which side; `None` of both.
 */
side: SideName | null, 
/**
 * The part of the complexity of the finest that it saves, from 0 to 1.
 */
saved: number, 
/**
 * The part of what the finest tells that it loses, from 0 to 1.
 */
lost: number, 
/**
 * How many areas it has.
 */
areas: number, };

export type SpaceTimeReply = { 
/**
 * The detail that is shown, from 0 to 1; `None` while nothing is.
 */
p: number | null, 
/**
 * Where what is saved and what is lost are farthest apart.
 */
widest: number, 
/**
 * The largest detail at which the first listed area of a pair stands by itself, which is shown where nothing was chosen.
 */
first: number | null, 
/**
 * One a panel: of the sides that are open, then of both together.
 */
panels: Array<PanelNumbers>, 
/**
 * Partitions of the last panel by p, ascending, as far as they are known.
 */
curve: Array<CurvePoint>, 
/**
 * All of them are known.
 */
complete: boolean, 
/**
 * They are still being looked for.
 */
pending: boolean, 
/**
 * The most that what is saved or lost grows between two that may have others between them, from 0 to 1.
 */
widestOpen: number, 
/**
 * How many lanes are told apart at each level.
 */
perLevel: Array<number>, 
/**
 * The level down to which they are.
 */
level: number, 
/**
 * What the state of a lane is, also where that was left to what tells most.
 */
by: StateBy, 
/**
 * What states are called, those of most time first.
 */
states: Array<string>, 
/**
 * Lanes that are told apart, and those around them.
 */
lanes: Array<LaneNodeRow>, 
/**
 * Areas that depart, by list the farthest out first.
 */
rows: Array<AreaRow>, 
/**
 * What lists leave out.
 */
leftOut: Array<LeftOutRow>, 
/**
 * Of a pair the share of the time of all lanes that B spends in other states than A, by slice and lane that is told apart.
 */
differ: number | null, };

export type FunctionTableRow = { 
/**
 * Its name, which no other has.
 */
name: string, 
/**
 * Its file; empty if unknown.
 */
file: string, 
/**
 * To select it; none if it has no name, or one too long to be sent.
 */
function: FunctionRef | null, 
/**
 * On A; `None` if it is not called there.
 */
a: FunctionWeights | null, 
/**
 * On B.
 */
b: FunctionWeights | null, };

export type FunctionWeights = { 
/**
 * Calls.
 */
calls: number, 
/**
 * Without what they call.
 */
own: number, 
/**
 * With it; recursion never counts twice.
 */
total: number, 
/**
 * The mean of a call with what it calls.
 */
mean: number, 
/**
 * Half of all calls of the run take no longer, in the unit of the run; where that was asked for and is known.
 */
p50: number | null, 
/**
 * 99 of 100 take no longer.
 */
p99: number | null, };

export type ComparisonReply = { 
/**
 * In words; `None` while that is being worked out, or if a side is empty.
 */
summary: ComparisonSummary | null, 
/**
 * Some of it is being worked out.
 */
pending: boolean, 
/**
 * The requested rules are wrong, and those of the formats hold instead; said once.
 */
wrongRules: Failure | null, };

export type DifferencesReply = { 
/**
 * The requested rows.
 */
rows: Array<DifferenceRow>, 
/**
 * Number of the first of them.
 */
first: number, 
/**
 * Rows in all.
 */
total: number, };

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
 * What its axis counts: `ns`, `bytes`, `samples`, `events` or `share`.
 */
unit: string, 
/**
 * So many of them a tick is; of shares per cent.
 */
scale: number, 
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
 * What calls weigh beside their time: the columns of the file.
 */
weights: Array<string>, 
/**
 * What was odd in the input.
 */
report: Array<ReportRow>, 
/**
 * How many oddities changed or lost something.
 */
warnings: number, 
/**
 * The traces of the file that is shown, at least one.
 */
ofFile: Array<FileTrace>, 
/**
 * All runs of the side, the one that is shown among them, in the order in which they were given.
 */
runs: Array<RunRow>, 
/**
 * The file of a stored comparison that all of this is from, without the trace; empty of a trace that is open.
 */
keptIn: string, 
/**
 * What is there in place of its calls, of a file whose calls were not kept; empty where they were.
 */
sums: string, };

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

export type RunRow = { 
/**
 * Names it among the runs of its side.
 */
run: number, 
/**
 * File name.
 */
name: string, 
/**
 * Calls.
 */
calls: number, 
/**
 * From the first call to the last.
 */
duration: string, 
/**
 * Time of all calls, over all lanes: what the median is taken of.
 */
total: string, 
/**
 * How many oddities of the input changed or lost something.
 */
warnings: number, 
/**
 * Its place by total, the shortest first, from 0.
 */
rank: number, 
/**
 * Whether it is drawn and aligned call by call.
 */
shown: boolean, 
/**
 * Whether its total is the median: of an even number of runs the lower of the middle two.
 */
median: boolean, };

export type StructureSummary = { 
/**
 * Name of the file that lists it.
 */
name: string, 
/**
 * The side beside whose trace it was opened.
 */
of: SideName, 
/**
 * Of how many files functions of the run that is shown lie in: `52 of 301 files ran`.
 */
headline: string, 
/**
 * What of the list and of the run finds no place in the other; blank if all does.
 */
note: string, };

export type StructureReply = { 
/**
 * In words; none of a side without trace, and where neither side has a structure.
 */
sides: Sides<StructureSummary | null>, };

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
 * Parts of it in which rows are scrolled, by nothing else.
 */
rowPanes: Array<RowPane>, 
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
selected: SelectedRow | null, 
/**
 * The view whose table and file stand for the desk: of those that have one, that with most room.
 */
table: ViewId | null, 
/**
 * Part of it would have taken too long: laid out again it goes on.
 */
unfinished: boolean, 
/**
 * Tells it from other scenes of the session: not 0.
 */
number: number, };

export type Pane = { 
/**
 * Whose axis.
 */
side: SideName, 
/**
 * The number of the scene's space that lies in it.
 */
space: number, 
/**
 * The window of the state that its time axis shows and sets.
 */
shows: WindowName, 
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
scrollSign: number, 
/**
 * The open lanes, where there are several, and where each is scrolled to.
 */
openLanes: Array<OpenLane>, };

export type OpenLane = { 
/**
 * Its row in the lane table.
 */
lane: number, 
/**
 * Where its head and what of its rows fits beside that lie, as `Pane::scroll` counts: CSS pixels.
 */
from: number, 
/**
 * Where they end.
 */
to: number, };

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
 * `A 386 · B 436 calls, 12 % of the self time of both sides`, or why the query cannot be asked.
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
foldedLane: number | null, 
/**
 * It is one of the frames that are folded.
 */
inFrames: boolean, };

export type RowPane = { 
/**
 * The view.
 */
view: ViewId, 
/**
 * CSS pixels: left edge.
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
 * How far it is scrolled, CSS pixels from where it rests.
 */
scroll: number, 
/**
 * How far it can be the other way; 0 where it rests at its first row.
 */
scrollMin: number, 
/**
 * How far it can be; 0 when all rows fit.
 */
scrollMax: number, 
/**
 * Which way rows move on the screen as `scroll` grows: up (−1) or down (1).
 */
scrollSign: number, };

export type LaneRow = { 
/**
 * Its row in the lane table.
 */
lane: number, 
/**
 * Its name.
 */
name: string, 
/**
 * Names of it and of the lanes it lies in, outermost first.
 */
path: string, 
/**
 * Names of the lanes it lies in, outermost first; empty where it lies in none.
 */
process: string, 
/**
 * Share of the run that its outermost calls cover.
 */
busy: string, 
/**
 * The same from 0 to 1.
 */
share: number, 
/**
 * Own calls.
 */
calls: number, 
/**
 * Whether only its silhouette is shown.
 */
folded: boolean, 
/**
 * Whether that is so even where the lane that it is a sub-lane of is open.
 */
foldedByItself: boolean, 
/**
 * The lane that it is a sub-lane of, by its row in the lane table: folded, that folds it too.
 */
within: number | null, 
/**
 * Whether it is not shown at all.
 */
hidden: boolean, 
/**
 * Its place among the lanes of both sides; paired lanes have the same.
 */
place: number, 
/**
 * The lane of the other side that it is paired with.
 */
partner: LanePartner | null, };

export type LanePartner = { 
/**
 * Its row in its lane table.
 */
lane: number, 
/**
 * Its name.
 */
name: string, };

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
share: string, 
/**
 * How it is drawn.
 */
mark: LegendMark, 
/**
 * Its place among the steps of the colours, if it is one: `IcicleState::steps` are of these.
 */
step: number | null, };

export type LegendMark = "fill" | "matched" | "moved" | "only-a" | "only-b" | "hairlines" | "dots" | "dashed" | "line" | "edged";

export type Caption = { 
/**
 * That of the picture, `Auto` resolved.
 */
theme: ThemeChoice, 
/**
 * Of the traces; none where a side is empty.
 */
names: Sides<string | null>, 
/**
 * Parts of the verdict, as [`crate::comparison::ComparisonSummary::verdict`] has them; empty where nothing is compared.
 */
verdict: Array<string>, 
/**
 * As [`crate::SceneInfo::legend`] has it.
 */
legend: Array<LegendEntry>, 
/**
 * As [`crate::SceneInfo::drawn`] has it.
 */
drawn: Drawn, };

export type Fact = { 
/**
 * What it is.
 */
label: string, 
/**
 * With its unit.
 */
value: string, };

export type PartnerRow = { 
/**
 * `Duration`, `Self`, `Start`, `Calls inside`
 */
label: string, 
/**
 * On A.
 */
a: string, 
/**
 * On B.
 */
b: string, 
/**
 * `+1.09 ms (+249 %)`; empty for what is equal.
 */
change: string, };

export type Tooltip = { 
/**
 * Whose; none of what both sides have together.
 */
side: SideName | null, 
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
 * `matched`, `moved`, `only in A`; empty while nothing is compared.
 */
kind: string, 
/**
 * The same facts of both sides, if it has a partner.
 */
partner: Array<PartnerRow>, 
/**
 * What a click or a key would do.
 */
hint: string, 
/**
 * Box of the hovered item in the scene as laid out: x0, y0, x1, y1.
 */
rect: [number, number, number, number], };

export type Details = { "call": CallDetails } | { "calls": CallsDetails };

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
 * As in the tooltip.
 */
kind: string, 
/**
 * As in the tooltip.
 */
partner: Array<PartnerRow>, 
/**
 * Byte of the decompressed input at which its record begins.
 */
source: number, 
/**
 * The same of its partner, if it has one.
 */
partnerSource: number | null, 
/**
 * Callees, longest first: the longest, where there are many. Of a call with a partner those of both, the most
 * changed first.
 */
callees: Array<CallRow>, 
/**
 * How many callees there are.
 */
calleesOf: number, 
/**
 * Callers, innermost first: the nearest, where there are many.
 */
callers: Array<CallRow>, 
/**
 * How many callers there are.
 */
callersOf: number, 
/**
 * Calls that it led to, as the file states it (kernels that it launched): the first, where there are many.
 */
leadsTo: Array<CallRow>, 
/**
 * How many it led to.
 */
leadsToOf: number, 
/**
 * Calls that led to it: the first, where there are many.
 */
ledBy: Array<CallRow>, 
/**
 * How many led to it.
 */
ledByOf: number, 
/**
 * Where it lies, to zoom there.
 */
window: Window, 
/**
 * One sentence for those who do not see the picture.
 */
sentence: string, };

export type CallsDetails = { 
/**
 * `function`, `path`, `lane`
 */
kind: string, 
/**
 * Name, whole.
 */
name: string, 
/**
 * Where it is, as far as known: a file, functions around it.
 */
place: string, 
/**
 * Calls, self time, inclusive time, median and 99th percentile of each side that is open.
 */
rows: Array<PartnerRow>, 
/**
 * Of each side from the first of the calls to the last, to zoom there, on the common axis.
 */
windows: Sides<Window | null>, 
/**
 * What a function calls: the most changed first, of one side what takes most; the first, where there are many. None of
 * what is no function.
 */
callees: Array<FunctionRow>, 
/**
 * How many callees there are.
 */
calleesOf: number, 
/**
 * What calls a function, as callees are listed.
 */
callers: Array<FunctionRow>, 
/**
 * How many callers there are.
 */
callersOf: number, 
/**
 * Functions of a time range by self time in it: the longest first, at most [`RANGE_FUNCTIONS`]. Empty for anything
 * that is no time range.
 */
functions: Array<FunctionRow>, 
/**
 * Number of functions that run in the time range.
 */
functionsOf: number, 
/**
 * One sentence for those who do not see the picture.
 */
sentence: string, };

export type FunctionRow = { 
/**
 * To select it; none if it cannot be sent, and of calls that nothing calls.
 */
function: FunctionRef | null, 
/**
 * Name.
 */
name: string, 
/**
 * Time in A; empty where there is no such call.
 */
a: string, 
/**
 * Time in B.
 */
b: string, 
/**
 * Change from A to B, where there is any and both sides are open.
 */
change: string, 
/**
 * `12 calls in A, 14 calls in B`
 */
calls: string, 
/**
 * Time in A as a share of the longest bar of the list, 0 to 1.
 */
shareA: number, 
/**
 * The same of B.
 */
shareB: number, };

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
 * Duration of what corresponds to it in the partner of the call it is listed under; empty where nothing does.
 */
other: string, 
/**
 * Change from A to B, where that call has a partner and there is any.
 */
change: string, 
/**
 * Share of the call it is listed under (for callers: of them), 0 to 1.
 */
share: number, };

export type DataTable = { 
/**
 * Column heads; the first column is the function, indented by level.
 */
columns: Array<string>, 
/**
 * The requested rows.
 */
rows: Array<DataTableRow>, 
/**
 * Number of the first of them.
 */
first: number, 
/**
 * Rows in all.
 */
total: number, 
/**
 * What the table leaves out, if anything.
 */
note: string, };

export type DataTableRow = { 
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

export type DifferenceList = "slower" | "faster" | "new" | "gone" | "moved" | "pauses";

export type DifferenceOrder = "delta" | "own" | "overweight" | "calls";

export type ComparisonSummary = { 
/**
 * `B is 1.26 × A ▲ +19.4 ms; 79 % of A’s time matches; …`, in parts; between two stands `; `.
 */
verdict: Array<VerdictPart>, 
/**
 * Why the sides are hardly comparable, if they are.
 */
doubt: Doubt | null, 
/**
 * Said when nothing stands out in any list; empty otherwise.
 */
none: string, 
/**
 * How much longer all calls took, with one run a side: `All calls took 1.21 × as long (machine or build)`; empty
 * where they took as long.
 */
drift: string, 
/**
 * The largest changes by path, at most twelve: callers before what they call.
 */
phases: Array<PhaseRow>, 
/**
 * The largest of these that are more than noise, largest first, at most five.
 */
chips: Array<PhaseRow>, 
/**
 * Rows of each list that stand out, in the order of [`DifferenceList::ALL`].
 */
counts: [number, number, number, number, number, number], 
/**
 * Rows of each list below those: changes above the floor that the whole run made as well, that noise explains,
 * and the like.
 */
below: [number, number, number, number, number, number], 
/**
 * What these have in common: `as the whole run, or within what calls differ by anyway`; empty where there are none.
 */
belowReasons: [string, string, string, string, string, string], 
/**
 * What can be said about noise: `1 run a side: no statement about noise`.
 */
noise: string, 
/**
 * What is too small for a list: `5 % and 10 µs`.
 */
floor: string, 
/**
 * What grey stands for: `grey: as the whole run, ×1.26 ± 5 %, or under 10 µs`.
 */
grey: string, 
/**
 * For the pair settings: `88 % · 3 renames?`.
 */
identity: string, 
/**
 * For the pair settings: `8 : 8`, `700 : 700 · 3 unpaired`.
 */
lanes: string, 
/**
 * Some lanes are paired that have less than 30 % in common.
 */
lanesDoubtful: boolean, 
/**
 * Calls matched, moved, on one side only, and the like; for the table and for tests.
 */
facts: Array<Fact>, };

export type PhaseRow = { 
/**
 * Names it for [`crate::GoToRequest`]; holds as long as the comparison.
 */
id: number, 
/**
 * What it does: slower, faster, new or gone.
 */
list: DifferenceList, 
/**
 * Callers that have a line of their own.
 */
depth: number, 
/**
 * Its innermost function, whole.
 */
name: string, 
/**
 * File, whole; empty if unknown.
 */
file: string, 
/**
 * Callers, outermost first.
 */
callers: Array<string>, 
/**
 * Those of them without a line that its function is named with, since it is called on other paths too.
 */
through: Array<string>, 
/**
 * Change of its inclusive time: `+31.2 ms`.
 */
delta: string, 
/**
 * `over 64 ranks`: over how many lanes its times are summed; empty of one lane.
 */
over: string, 
/**
 * `accounts for +31.2 ms of +39.1 ms`; empty without a line above.
 */
explains: string, 
/**
 * `+10.7 ms in calls that both make (1.22× as long)`: how much of the change is in calls that both sides make; empty where
 * that is under a tenth, or not known.
 */
same: string, 
/**
 * `same calls, 1.22× as long` where most of the change is there; else empty.
 */
mostlySame: string, 
/**
 * `new` or `gone` of a function of one side alone, `new under this caller` of a path; empty where both sides have it.
 */
only: string, 
/**
 * `excluding outlier calls: 4.01 ms (B)`: how much longer than usual the outlier calls in it take, which its times leave
 * out; empty where that is under a tenth of its change.
 */
pauses: string, 
/**
 * `36 → 34 calls`; empty where both sides make as many.
 */
calls: string, 
/**
 * Inclusive time on A, with its unit.
 */
a: string, 
/**
 * Inclusive time on B.
 */
b: string, 
/**
 * Calls on A.
 */
callsA: number, 
/**
 * Calls on B.
 */
callsB: number, };

export type VerdictPart = { 
/**
 * What it says.
 */
text: string, 
/**
 * The list that its number counts, if it counts one.
 */
list: DifferenceList | null, 
/**
 * Whether it says that something of a side is missing; it then comes first.
 */
warns: boolean, };

export type Doubt = { 
/**
 * `Only 3 % of calls are named alike.`
 */
title: string, 
/**
 * What may be the matter.
 */
body: string, 
/**
 * What a further rule would do: `Drop venv-7f3a/ from file names`; empty if there is none.
 */
remedy: string, 
/**
 * The rules with that one added; to be taken as they are.
 */
rules: string, };

export type DifferenceRow = { 
/**
 * Its list.
 */
list: DifferenceList, 
/**
 * Its number in the list as ordered, from 1.
 */
rank: number, 
/**
 * Names it for [`crate::GoToRequest`]; holds as long as the comparison.
 */
id: number, 
/**
 * Function, whole.
 */
name: string, 
/**
 * File, whole; empty if unknown.
 */
file: string, 
/**
 * Callers, outermost first.
 */
callers: Array<string>, 
/**
 * `+1.09 ms`, `new`, `gone`; of what moved `12 calls`.
 */
delta: string, 
/**
 * `over 64 ranks`: over how many lanes its times are summed; empty of one lane, and of what is no such sum.
 */
over: string, 
/**
 * `+249 %`, `×10`; empty where there is no baseline. Of what moved how far, of a pause how long beside other calls.
 */
own: string, 
/**
 * `while all calls together grew 13 %`, to read the own change against; empty where the two can't be compared.
 */
overweight: string, 
/**
 * How much of the change outlier calls explain: `+4.02 ms in 1 outlier call`; else empty.
 */
few: string, 
/**
 * Of a function that one side alone calls, its self time: its other times are with all that it calls. Else empty.
 */
selfTime: string, 
/**
 * Mean self time (by path, and of what is new or gone: time) of a call on A, without those few; empty where it makes none.
 */
eachA: string, 
/**
 * The same on B.
 */
eachB: string, 
/**
 * Why the row says what it says, a line each: calls, time a call, what each explains, how long calls take.
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
 * Time on A as a share of the longest bar of the list.
 */
barA: number, 
/**
 * Time on B as a share of the longest bar of the list.
 */
barB: number, 
/**
 * Calls on A.
 */
callsA: number, 
/**
 * Calls on B.
 */
callsB: number, 
/**
 * Whether it stands out in its list; rows that do come first.
 */
standsOut: boolean, 
/**
 * Why it does, or does not: `longer calls`, `in line with the whole run`, `new, with 5 more new functions below`.
 */
reason: string, 
/**
 * What several runs say of it: `p = 0.008`, `95 %: +8 to +13 %`; empty with one run a side.
 */
confidence: string, };

export type IdentityReport = { 
/**
 * The rules in the order in which they run: rewrites, renames, pairs.
 */
rules: Array<RuleRow>, 
/**
 * The draft as text: its own, and each of its rows on a line behind that.
 */
text: string, 
/**
 * The shortest text that says the same, blank for the defaults: what the state and links carry.
 */
short: string, 
/**
 * Why the draft could not be taken, and where; the rest, but its text, is then of the rules that held before.
 */
problem: RuleProblem | null, 
/**
 * How much is named alike on each side.
 */
agreement: [SideAgreement, SideAgreement], 
/**
 * Functions of each side without a partner, heaviest first.
 */
unmatched: [Array<UnmatchedName>, Array<UnmatchedName>], 
/**
 * How many there are on each side.
 */
unmatched_of: [number, number], 
/**
 * Renames that look right, best first.
 */
proposals: Array<RenameProposal>, 
/**
 * A function of each side run through the rules.
 */
samples: Array<RuleSample>, };

export type RuleSubject = "name" | "file" | "both" | "rename" | "pair";

export type RuleLine = { 
/**
 * Whether it is applied; renames and pairs always are.
 */
enabled: boolean, 
/**
 * What it rewrites.
 */
on: RuleSubject, 
/**
 * The pattern is two brackets: it stands for all that they enclose.
 */
balanced: boolean, 
/**
 * What it looks for; a key of A where two are made one.
 */
pattern: string, 
/**
 * What stands there afterwards; the other key.
 */
becomes: string, 
/**
 * What it is for.
 */
name: string, };

export type RulesDraft = { 
/**
 * Blank stands for the defaults of the formats; `None`: the rows are all.
 */
text: string | null, 
/**
 * In the order in which they run.
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
 * Names of A and of B it changed.
 */
touched: [number, number], };

export type RuleProblem = { 
/**
 * Line of the text, from 0; where the rows are all, the row.
 */
line: number, 
/**
 * What is wrong there, and what to do.
 */
message: string, };

export type SideAgreement = { 
/**
 * Of its calls, with these rules.
 */
calls: number, 
/**
 * Of its self time, with these rules.
 */
time: number, 
/**
 * Of its calls, with the rules of the comparison on screen.
 */
callsBefore: number, 
/**
 * Of its self time, with the rules of the comparison on screen.
 */
timeBefore: number, };

export type UnmatchedName = { 
/**
 * Name and file after all rules; what a rename names.
 */
key: string, 
/**
 * Name as in the trace.
 */
name: string, 
/**
 * File as in the trace.
 */
file: string, 
/**
 * Calls.
 */
calls: number, 
/**
 * Self time, with its unit.
 */
time: string, 
/**
 * Self time as a share of the side's.
 */
share: number, };

export type RenameProposal = { 
/**
 * Name on A.
 */
a: string, 
/**
 * Name on B.
 */
b: string, 
/**
 * `same callees under the same callers`
 */
reason: string, 
/**
 * `+11.2 % of calls`
 */
gain: string, 
/**
 * The rule that makes them one.
 */
rule: RuleLine, };

export type RuleSample = { 
/**
 * Whose.
 */
side: SideName, 
/**
 * Pieces of name and file in order; those that rules remove or change are `removed`.
 */
pieces: Array<SamplePiece>, 
/**
 * What is left.
 */
becomes: string, };

export type SamplePiece = { 
/**
 * Its text.
 */
text: string, 
/**
 * Whether rules take it away.
 */
removed: boolean, };

export type LanePairing = { 
/**
 * Pairs, most shared time first.
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
 * What they run in common, 0 to 1.
 */
overlap: number, 
/**
 * Share of both runs that is theirs, 0 to 1.
 */
share: number, 
/**
 * Whether it was chosen by hand.
 */
chosen: boolean, };

export type LaneEnd = { 
/**
 * Its row in the lane table.
 */
lane: number, 
/**
 * Names of it and of the lanes it lies in, outermost first.
 */
name: string, 
/**
 * Share of its side's time, `31 %`.
 */
share: string, };

export type Framed = { 
/**
 * Where it lies on A.
 */
a: Window | null, 
/**
 * Where it lies on B.
 */
b: Window | null, 
/**
 * The call to be selected.
 */
call: CallRef | null, };

export type Counterparts = { 
/**
 * The call.
 */
own: Window, 
/**
 * Which of its matches: its partner; of several that of the highest s · duration, unless another one was walked to.
 */
call: CallRef, 
/**
 * Its place among them by s · duration, from 1.
 */
rank: number, 
/**
 * Where it lies.
 */
best: Window, 
/**
 * From the begin of the first match to the end of the last.
 */
all: Window, 
/**
 * How many matches.
 */
count: number, };

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

export type FailureKind = "not-a-trace" | "malformed" | "empty" | "too-big" | "too-big-for-calls" | "link" | "worker-died" | "internal";

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
calls: number, 
/**
 * Once all bytes are taken in, how much of the trace is built, 0 to 1.
 */
built: number, };

export type ReadAs = "alone" | "shown" | "beside";

export type ReadPlace = { 
/**
 * To which side.
 */
side: SideName, 
/**
 * Names the run among those of the side.
 */
run: number, 
/**
 * What becomes of it.
 */
readAs: ReadAs, };

export type FileTrace = { 
/**
 * Its name in the file, unique there.
 */
name: string, 
/**
 * Calls in it.
 */
calls: number, 
/**
 * Whether it is the one that is shown.
 */
shown: boolean, };

export type ReadDone = { 
/**
 * Where it goes.
 */
place: ReadPlace, 
/**
 * File name; of a file that holds several traces with `#` and the name of the trace behind it.
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
packed: boolean, 
/**
 * Every trace of the file, in file order, at least one.
 */
ofFile: Array<FileTrace>, };

export type ReadAmount = "whole" | "part" | "sums";

export type ReadOutcome = { "type": "done", 
/**
 * What it is.
 */
done: ReadDone, } | { "type": "kept", 
/**
 * Of its file.
 */
name: string, } | { "type": "failed", 
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
 * Which analysis.
 */
analysis: string, 
/**
 * What the page says until the first progress arrives; empty: it says nothing.
 */
title: string, 
/**
 * What it reads of the sides, each with the version the compute worker must hold: it is sent the columns when it does
 * not.
 */
needs: Array<Need>, 
/**
 * Under which its result may be kept, across sessions: content of what it reads and its query; empty if it
 * is not worth keeping.
 */
key: string, 
/**
 * What is kept under its key was of no use.
 */
anew: boolean, 
/**
 * One like it is likely to follow, on the same traces: it follows a slider or a window.
 */
mayFollow: boolean, };

export type Need = { 
/**
 * Whose.
 */
side: SideName, 
/**
 * Rises whenever it changes.
 */
version: number, 
/**
 * The runs beside the one that is shown, packed; else that one.
 */
runs: boolean, };

export type JobProgress = { 
/**
 * Which job.
 */
id: number, 
/**
 * What is being done: `Aligning calls`.
 */
stage: string, 
/**
 * Units done.
 */
done: number, 
/**
 * Units in all.
 */
total: number, };

export type FunctionTotals = { 
/**
 * Name, as the identity rules make it.
 */
name: string, 
/**
 * File, as they make it; empty if unknown.
 */
file: string, 
/**
 * To select it: the first function of A that it is, else of B; none if it has no
 * name, or one too long to be sent.
 */
function: FunctionRef | null, 
/**
 * On A; `None` if it never ran there.
 */
a: SideTotals | null, 
/**
 * On B.
 */
b: SideTotals | null, 
/**
 * `over 64 ranks`: over how many lanes its times are summed; empty of one lane.
 */
over: string, };

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

export type CloseRequest = { 
/**
 * Which.
 */
side: SideName, };

export type RemoveRunRequest = { 
/**
 * Whose.
 */
side: SideName, 
/**
 * Which, as [`crate::RunRow::run`] names it.
 */
run: number, };

export type SwapRequest = { 
/**
 * Identity rules as text, whose pairs of keys are exchanged as well.
 */
rules: string, };

export type LayoutRequest = { 
/**
 * Which desk.
 */
desk: DeskId, 
/**
 * Its state; kept for hover, selection and table.
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
height: number, 
/**
 * How far links are on their way from lines (0) to tubes (1); where they rest the state says which they are.
 */
tubes: number | null, 
/**
 * The number of the scene that whoever asks holds ([`crate::SceneInfo::number`]): the same has no words again. 0 holds none.
 */
held: number, };

export type HoverRequest = { 
/**
 * Which desk.
 */
desk: DeskId, 
/**
 * CSS pixels from the left edge of the canvas, in the scene as laid out; `None`: the pointer left.
 */
point: [number, number] | null, };

export type PickRequest = { 
/**
 * Which desk.
 */
desk: DeskId, 
/**
 * CSS pixels, in the scene as laid out.
 */
point: [number, number], };

export type ItemsRequest = { 
/**
 * Of which desk.
 */
desk: DeskId, };

export type SelectRequest = { 
/**
 * What; nothing lets go of what was selected.
 */
subject: Subject | null, };

export type SelectRangeRequest = { 
/**
 * Side that the range is of.
 */
side: SideName, 
/**
 * Stretch of the common axis; `None` for the whole run of the side.
 */
window: Window | null, };

export type RangeTableRequest = { 
/**
 * Side that the range is of.
 */
side: SideName, 
/**
 * Ticks of that side.
 */
window: Window, };

export type StepRequest = { 
/**
 * From where; `None` starts at the first call of A, else of B.
 */
from: CallRef | null, 
/**
 * Which way.
 */
step: Step, };

export type StepHitRequest = { 
/**
 * From where; `None` starts before the first.
 */
from: CallRef | null, 
/**
 * Towards the end, or back; past the last comes the first.
 */
forward: boolean, };

export type PartnerRequest = { 
/**
 * Of which call.
 */
call: CallRef, };

export type CounterpartsRequest = { 
/**
 * Of which call.
 */
call: CallRef, 
/**
 * Its partner, or all calls that are similar.
 */
mode: MatchMode, 
/**
 * The match that a walk through them is at; `None`: the best.
 */
at: CallRef | null, 
/**
 * From there to the next best, or back to the one before; past the ends there is none.
 */
forward: boolean, };

export type LanesRequest = { 
/**
 * Whose.
 */
side: SideName, 
/**
 * The state that says which are folded.
 */
state: ViewState, };

export type DataTableRequest = { 
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
count: number, };

export type CsvRequest = { 
/**
 * Which view, in the state of its last layout.
 */
view: ViewId, };

export type TotalsRequest = { 
/**
 * Identity rules as text; blank, or wrong: those of the formats.
 */
rules: string, };

export type FunctionTableRequest = { 
/**
 * Which rows, in which order.
 */
table: FunctionTableState, 
/**
 * Under which rules functions are the same, and what differences are measured in.
 */
comparison: ComparisonState, 
/**
 * First row.
 */
first: number, 
/**
 * Most rows given.
 */
count: number, };

export type ProfileFileRequest = { 
/**
 * As what.
 */
format: ProfileFileFormat, 
/**
 * Whose paths, by which weight, and how they are folded, ordered and judged.
 */
state: ViewState, };

export type SpaceTimeRequest = { 
/**
 * How long partitions of what is shown are looked for from now on; `None`: as before.
 */
search: PartitionSearch | null, };

export type RelationsRequest = { 
/**
 * The list of which rows are wanted.
 */
list: RelationList, 
/**
 * So many of them at most.
 */
rows: number, };

export type ToggleElementRequest = { 
/**
 * How the desk is set.
 */
state: StructureState, 
/**
 * Which.
 */
element: Subject, 
/**
 * Whether it alone is to be open.
 */
alone: boolean, };

export type FirstCallRequest = { 
/**
 * An element, a relation, a function.
 */
subject: Subject, 
/**
 * The side.
 */
side: SideName, };

export type ElementsRequest = { 
/**
 * The list of which rows are wanted; `None` for the first.
 */
list: ElementList | null, 
/**
 * So many of them at most.
 */
rows: number, };

export type ElementRootRequest = { 
/**
 * An element, a function or a call.
 */
subject: Subject, };

export type SequenceMoveRequest = { 
/**
 * The new beginning.
 */
from: number, 
/**
 * The new end.
 */
to: number, 
/**
 * The state whose windows are the stretch, although the picture may not show them yet; the calls of the new ones are wanted at
 * once. None: the stretch is what the picture shows, and nothing moves.
 */
state: ViewState | null, };

export type CompareRequest = { 
/**
 * Its `comparison` says how.
 */
state: ViewState, 
/**
 * Whether it is to be looked for rules that would name more alike, which [`crate::comparison::ComparisonSummary::identity`]
 * then counts.
 */
proposals: boolean, };

export type GiveUpRequest = { 
/**
 * Their ids.
 */
jobs: Array<number>, };

export type DifferencesRequest = { 
/**
 * Which list.
 */
list: DifferenceList, 
/**
 * Its order.
 */
order: DifferenceOrder, 
/**
 * First row wanted, from 0.
 */
first: number, 
/**
 * Most rows wanted.
 */
count: number, };

export type GoToRequest = { 
/**
 * The `id` of its row.
 */
id: number, };

export type IdentityRequest = { 
/**
 * The rules as they are edited.
 */
draft: RulesDraft, 
/**
 * A function of each side to be shown run through the rules: name and file.
 */
samples: Array<RuleSampleOf>, };

export type LanePairingRequest = { 
/**
 * Its `comparison` says how.
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
  "lanes": { ask: LanesRequest; reply: Array<LaneRow> };
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
