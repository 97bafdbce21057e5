//! A call window: its relations, and the picture of its calls.

use super::held::{CallsCache, MatchedAxis, Ordered, ShownCalls};
use super::query::{ElementQuery, LayerQuery, WindowQuery};
use crate::program::{CallRelation, ForbiddenCalls, SideCalls, UncalledElement, WindowCalls};
use diptych_compare::align::Kind;
use diptych_engine::{Analysis, JobInput, ReadContext, Reads};
use diptych_scene::color::lab::Lab;
use diptych_store::{Columns, StoreError};
use diptych_structure::raster::{
    AlignedAxis, Columns as PictureColumns, Gradient, Row, RowContents, RowDifference, RowRelation, Weights,
    linear_from_srgb, paint, rows,
};
use diptych_structure::{NodeId, Tally};
use diptych_trace::{CallId, Sorting, Trace};
use std::ops::Range;

/// The analysis that computes call windows.
#[derive(Debug)]
pub(crate) enum CallWindows {}

impl Analysis for CallWindows {
    const NAME: &'static str = "call-windows";
    const TITLE: &'static str = "Ordering calls";
    const READS: Reads = Reads::Open;
    const STORED: bool = false;
    const INTERACTIVE: bool = true;
    type Query = WindowQuery;
    type Value = WindowCalls;

    fn put_query(query: &WindowQuery, columns: &mut Columns<'_>) {
        query.put(columns);
    }

    fn compute(query: &Columns<'_>, bench: &mut JobInput<'_>) -> Result<Vec<u8>, StoreError> {
        let query = WindowQuery::of(query)?;
        let held = CallsCache::of(&query.of, query.matched.as_ref(), bench)?;
        let window = window(&query, &held, bench.traces);
        bench.memory.keep(held);
        let mut columns = Columns::default();
        put(&window.ok_or(StoreError::Damaged)?, &mut columns);
        Ok(columns.to_bytes())
    }

    fn read(
        query: &Columns<'_>,
        bytes: &[u8],
        context: ReadContext<'_>,
    ) -> Result<Option<WindowCalls>, StoreError> {
        let calls = context.traces.map(|trace| trace.map(|trace| trace.calls().len() as u32));
        let query = WindowQuery::of(query)?;
        let window = take(&Columns::from_bytes(bytes)?, &query.of, calls).ok_or(StoreError::Damaged)?;
        Ok(Some(WindowCalls { follows_from: query.but_window(), ..window }))
    }
}

/// The vertical axis of the picture.
enum Axis<'a> {
    /// One axis for both sides, and the range of its slots that the windows cover.
    Matched(&'a AlignedAxis, Range<f64>),
    /// A separate axis for each side, with one line for each call.
    Own,
}

fn window(query: &WindowQuery, held: &CallsCache, traces: [Option<&Trace>; 2]) -> Option<WindowCalls> {
    let shown = held.shown.as_ref()?;
    let lines = [0, 1].map(|side| {
        let (ordered, trace) = (held.sides[side].as_ref()?, traces[side]?);
        let [from, to] = query.windows[side];
        Some(ordered.sequence.lines_between(trace.calls(), from..to))
    });
    let axis = match (&query.matched, &held.matched, &lines) {
        (Some(_), Some((_, MatchedAxis { axis, .. })), [Some(a), Some(b)]) if query.is_side_by_side => {
            let slot = |side: usize, line: usize| axis.slot_at(side, line as f64);
            // A side without calls in its window has no position on the axis.
            let spans = [(0, a), (1, b)].into_iter().filter(|(_, lines)| !lines.is_empty());
            let spans: Vec<[f64; 2]> = spans
                .map(|(side, lines)| [slot(side, lines.start), slot(side, lines.end - 1) + 1.0])
                .collect();
            let from = spans.iter().map(|span| span[0]).fold(f64::INFINITY, f64::min);
            let to = spans.iter().map(|span| span[1]).fold(0.0, f64::max);
            Axis::Matched(axis, if spans.is_empty() { 0.0..1.0 } else { from..to })
        }
        _ => Axis::Own,
    };
    let mut window = WindowCalls {
        windows: query.windows,
        is_matched: matches!(axis, Axis::Matched(..)),
        crossing: if let Axis::Matched(axis, _) = axis { axis.crossing as u32 } else { 0 },
        not_compared: held
            .matched
            .as_ref()
            .filter(|_| query.matched.is_some())
            .and_then(|(_, matched)| matched.alignment.side_not_compared()),
        ..WindowCalls::default()
    };
    let mut tallies = vec![[Tally::default(); 2]; shown.relations.len()];
    let mut beyond = vec![[0u64; 2]; shown.relations.len()];
    for side in 0..2 {
        let (Some(ordered), Some(trace), Some(lines)) = (&held.sides[side], traces[side], &lines[side])
        else {
            continue;
        };
        let counts = ordered.counts.window(&ordered.sequence, trace.calls(), lines.clone());
        for (tally, &relation) in counts.iter().zip(&shown.relations.of_pair[side]) {
            let sum = &mut tallies[relation as usize][side];
            sum.calls += tally.calls;
            sum.start_sum += tally.start_sum;
        }
        if let (Some((_, matched)), Some(theirs)) = (&held.matched, traces[1 - side])
            && query.matched.is_some()
        {
            let [from, to] = query.windows[1 - side];
            let aligned = &matched.alignment.sides[side];
            let is_left_out = |call: CallId| aligned.kind[call.index()] == Kind::NotCompared;
            let caller = |call: CallId| trace.calls().parent()[call.index()].some();
            // A call below one that had not ended has another caller on the side that ends early.
            let is_beyond = |call: CallId| match aligned.partner[call.index()].some() {
                Some(of) => {
                    !(from..to).contains(&theirs.calls().start()[of.index()])
                        || caller(call).is_some_and(is_left_out)
                }
                None => is_left_out(call),
            };
            let counts = ordered.sequence.count_lines(lines.clone(), is_beyond);
            for (count, &relation) in counts.iter().zip(&shown.relations.of_pair[side]) {
                beyond[relation as usize][side] += count;
            }
        }
        if window.not_compared == Some(side)
            && let Some((_, matched)) = &held.matched
        {
            window.late_functions = late_functions(trace, &matched.alignment.sides[side].kind);
        }
        if let Some(layers) = &query.layers {
            window.forbidden[side] = forbidden(layers, side, ordered, &counts);
        }
        let painter = Painter { query, shown, ordered, trace, side, lines: lines.clone() };
        window.sides[side] = Some(painter.side(&axis)?);
    }
    if let (Axis::Matched(axis, slots), Some((_, matched))) = (&axis, &held.matched) {
        window.differences = differences(axis, matched, slots, query.picture[1] as usize, &lines);
    }
    let spans = [0, 1].map(|side| span_of(traces[side], query.windows[side]));
    let numbers;
    (window.relations, numbers) = relations(shown, &tallies, &beyond, spans);
    for side in window.sides.iter_mut().flatten() {
        side.contents = renumbered(&side.contents, &numbers);
    }
    Some(window)
}

/// Returns the functions of a side that are called only after the other side's end.
fn late_functions(trace: &Trace, kinds: &[Kind]) -> Vec<u32> {
    let mut is_compared = vec![false; trace.functions().len()];
    for (function, kind) in trace.calls().function().iter().zip(kinds) {
        is_compared[function.index()] |= *kind != Kind::NotCompared;
    }
    (0..).zip(is_compared).filter(|(_, is_compared)| !is_compared).map(|(function, _)| function).collect()
}

/// Returns the differences of both sides on each row of their pictures. `lines` are those of the windows.
fn differences(
    axis: &AlignedAxis,
    matched: &MatchedAxis,
    slots: &Range<f64>,
    height: usize,
    lines: &[Option<Range<usize>>; 2],
) -> Vec<RowDifference> {
    let [a, b] = [0, 1].map(|side| {
        let rows = axis.rows(side, slots.clone(), height).into_iter();
        rows.map(|row| lines[side].as_ref().map_or(row, |lines| row.within(lines))).collect::<Vec<Row>>()
    });
    a.into_iter().zip(b).map(|(a, b)| matched.lone.on_row([a, b])).collect()
}

/// Returns the calls that the layers forbid, by caller and callee function.
fn forbidden(layers: &LayerQuery, side: usize, ordered: &Ordered, counts: &[Tally]) -> Vec<ForbiddenCalls> {
    let called = ordered.sequence.pairs().iter().zip(counts).filter(|(_, tally)| tally.calls > 0);
    let forbidden =
        called.filter(|((caller, callee), _)| layers.forbids(side, caller.index(), callee.index()));
    let calls = |(&(caller, callee), tally): (&(NodeId, NodeId), &Tally)| ForbiddenCalls {
        caller: caller.0,
        callee: callee.0,
        calls: tally.calls,
    };
    forbidden.map(calls).collect()
}

/// Clamps a window to the trace. Returns its start and end in ticks.
fn span_of(trace: Option<&Trace>, [from, to]: [i64; 2]) -> [f64; 2] {
    let extent = trace.map_or(0, Trace::extent);
    [from.max(0) as f64, to.min(extent) as f64]
}

/// Returns the relations with calls on either side, sorted by caller and callee, and the index there of each number of
/// [`ShownCalls::relations`]; `u32::MAX` for those without calls.
fn relations(
    shown: &ShownCalls,
    tallies: &[[Tally; 2]],
    beyond: &[[u64; 2]],
    spans: [[f64; 2]; 2],
) -> (Vec<CallRelation>, Vec<u32>) {
    let mut called: Vec<u32> = (0u32..)
        .zip(tallies)
        .filter(|(_, of)| of.iter().any(|tally| tally.calls > 0))
        .map(|(number, _)| number)
        .collect();
    called.order_by_key(|&number| shown.relations.get(number));
    let mut numbers = vec![u32::MAX; tallies.len()];
    let relation = |(at, number): (u32, u32)| {
        numbers[number as usize] = at;
        let of = &tallies[number as usize];
        let (caller, callee) = shown.relations.get(number);
        let mean = |side: usize| {
            let [from, to] = spans[side];
            if of[side].calls == 0 {
                0.0
            } else {
                ((of[side].mean_start() - from) / (to - from).max(1.0)).clamp(0.0, 1.0)
            }
        };
        let beyond = beyond[number as usize];
        CallRelation {
            caller,
            callee,
            calls: of.map(|tally| tally.calls),
            beyond,
            mean_start: [mean(0), mean(1)],
        }
    };
    let found = (0u32..).zip(called).map(relation).collect();
    (found, numbers)
}

/// Returns the contents of rows with other numbers for their relations.
fn renumbered(contents: &RowContents, numbers: &[u32]) -> RowContents {
    let mut found = RowContents::default();
    for row in 0..contents.len() {
        let renamed = |it: &RowRelation| RowRelation { relation: numbers[it.relation as usize], ..*it };
        found.push(&contents.row(row).iter().map(renamed).collect::<Vec<RowRelation>>());
    }
    found
}

/// Returns the colours of caller, callee and background, in a space in which thin lines stay visible on the background:
/// CIELAB on a bright one, linear light on a dark one.
fn gradient(colors: [[u8; 3]; 3]) -> Gradient {
    let linear = colors.map(|color| color.map(linear_from_srgb));
    let labs = linear.map(Lab::from_linear);
    let [.., ground] = labs;
    let [caller, callee, background] =
        if ground.l > 50.0 { labs.map(|Lab { l, a, b }| [l, a, b]) } else { linear };
    let to_linear: fn([f64; 3]) -> [f64; 3] =
        if ground.l > 50.0 { |[l, a, b]| Lab { l, a, b }.to_linear() } else { |color| color };
    Gradient { caller, callee, background, to_linear }
}

/// The inputs for one side of a window: its counts, and the picture of its calls.
struct Painter<'a> {
    query: &'a WindowQuery,
    shown: &'a ShownCalls,
    ordered: &'a Ordered,
    trace: &'a Trace,
    side: usize,
    /// Lines of the window.
    lines: Range<usize>,
}

impl Painter<'_> {
    /// Counts calls without a caller by element. O(such calls + elements).
    fn uncalled(&self) -> Vec<UncalledElement> {
        let places = &self.query.of.places[self.side];
        let mut counts = vec![0u64; self.query.of.elements as usize];
        for id in self.ordered.sequence.uncalled(self.lines.clone()) {
            counts[places[id.index()] as usize] += 1;
        }
        let counted = (0..).zip(counts).filter(|&(_, calls)| calls > 0);
        counted.map(|(element, calls)| UncalledElement { element, calls }).collect()
    }

    fn side(&self, axis: &Axis<'_>) -> Option<SideCalls> {
        let [width, height] = self.query.picture;
        let rows = self.rows(axis, height as usize);
        let (lines, index) = self.shown.lines(self.side, self.ordered)?;
        let columns = PictureColumns::equal(self.query.of.elements as usize, width as usize);
        let gradient = gradient(self.query.colors);
        let weights = Weights::new(self.query.p as f64 / 10.0);
        let relations = &self.shown.relations;
        let contents = RowContents::new(lines, relations.len(), Some(index), &weights, &rows);
        let picture = paint(&contents, relations, &columns, &gradient);
        let first = |row: &Row| {
            let (from, to) = (row.from.floor() as usize, row.to.ceil() as usize);
            let call = self.ordered.sequence.calls().get(from).filter(|_| row.filled > 0.0);
            call.map_or([u32::MAX, 0, 0], |call| [call.0, from as u32, (to - from) as u32])
        };
        let (span, length) = self.span(axis);
        Some(SideCalls {
            lines: [self.lines.len() as u64, self.ordered.sequence.len() as u64],
            without_caller: self.ordered.sequence.without_caller(self.lines.clone()) as u64,
            uncalled: self.uncalled(),
            width,
            height,
            picture,
            span,
            axis: length,
            rows: rows.iter().map(first).collect(),
            ticks: self.ticks(axis, height as usize),
            contents,
        })
    }

    fn rows(&self, axis: &Axis<'_>, height: usize) -> Vec<Row> {
        match axis {
            Axis::Matched(axis, slots) => axis
                .rows(self.side, slots.clone(), height)
                .into_iter()
                .map(|row| row.within(&self.lines))
                .collect(),
            Axis::Own => rows(self.lines.start as f64..self.lines.end as f64, height),
        }
    }

    /// Returns the range of the axis that the window covers, and the length of the whole axis.
    fn span(&self, axis: &Axis<'_>) -> ([f64; 2], f64) {
        match axis {
            Axis::Matched(axis, Range { start, end }) => ([*start, *end], f64::from(axis.slots())),
            // An empty window is one line long, so that the user can still move it.
            Axis::Own => {
                let Range { start, end } = self.lines;
                ([start, end.max(start + 1)].map(|line| line as f64), self.ordered.sequence.len() as f64)
            }
        }
    }

    /// Returns ticks at regular steps along the axis, from one window length before the window to one after it. There
    /// are three steps for each row of pixels, and one more.
    fn ticks(&self, axis: &Axis<'_>, height: usize) -> Vec<i64> {
        let height = height.max(1);
        let calls = self.ordered.sequence.calls();
        let starts = self.trace.calls().start();
        let ([start, end], length) = self.span(axis);
        let at = |step: usize| {
            let share = (step as f64 - height as f64) / height as f64;
            let place = start + (end - start) * share;
            let line = match axis {
                Axis::Matched(axis, _) => axis.line_at(self.side, place.clamp(0.0, length)),
                Axis::Own => place,
            };
            if line < 0.5 {
                return 0;
            }
            calls.get(line.round() as usize).map_or(self.trace.extent() + 1, |call| starts[call.index()])
        };
        (0..=3 * height).map(at).collect()
    }
}

const SIDES: [[&str; 6]; 2] = [
    ["a", "a.lines", "a.picture", "a.span", "a.rows", "a.ticks"],
    ["b", "b.lines", "b.picture", "b.span", "b.rows", "b.ticks"],
];
/// Elements with calls without a caller, and the number of these calls.
const UNCALLED: [&str; 2] = ["a.uncalled", "b.uncalled"];
/// Number of relations of each row, and each with its number, its calls and its share.
const CONTENTS: [[&str; 2]; 2] =
    [["a.contents", "a.contents.relations"], ["b.contents", "b.contents.relations"]];
/// Shares are stored in parts of this. They only order and shade, so four bytes are enough.
const WHOLE_SHARE: f64 = u32::MAX as f64;
const FORBIDDEN: [[&str; 2]; 2] =
    [["a.forbidden", "a.forbidden.calls"], ["b.forbidden", "b.forbidden.calls"]];

fn put(window: &WindowCalls, columns: &mut Columns<'_>) {
    let ends: Vec<[u32; 2]> = window.relations.iter().map(|it| [it.caller, it.callee]).collect();
    columns.put("ends", ends.as_flattened());
    let calls: Vec<[u64; 2]> = window.relations.iter().map(|it| it.calls).collect();
    columns.put("calls", calls.as_flattened());
    let beyond: Vec<[u64; 2]> = window.relations.iter().map(|it| it.beyond).collect();
    let not_compared: Vec<u32> = window.not_compared.iter().map(|&side| side as u32).collect();
    columns.put("not-compared", &not_compared);
    columns.put("late-functions", &window.late_functions);
    columns.put("beyond", beyond.as_flattened());
    let means: Vec<[f64; 2]> = window.relations.iter().map(|it| it.mean_start).collect();
    columns.put("means", means.as_flattened());
    columns.put("windows", window.windows.as_flattened());
    columns.put("matched", &[u32::from(window.is_matched), window.crossing]);
    let differences: Vec<[u32; 5]> = window
        .differences
        .iter()
        .map(|&RowDifference { same, only: [a, b], moved: [from, to] }| [same, a, b, from, to])
        .collect();
    columns.put("differences", differences.as_flattened());
    for ([ends, calls], forbidden) in FORBIDDEN.iter().zip(&window.forbidden) {
        let pairs: Vec<[u32; 2]> = forbidden.iter().map(|it| [it.caller, it.callee]).collect();
        columns.put(ends, pairs.as_flattened());
        columns.put(calls, &forbidden.iter().map(|it| it.calls).collect::<Vec<u64>>());
    }
    for (at, ([size, lines, picture, span, rows, ticks], side)) in SIDES.iter().zip(&window.sides).enumerate()
    {
        let Some(side) = side else { continue };
        columns.put(size, &[side.width, side.height]);
        let [of_window, all] = side.lines;
        columns.put(lines, &[of_window, all, side.without_caller]);
        let uncalled: Vec<[u64; 2]> = side.uncalled.iter().map(|of| [of.element.into(), of.calls]).collect();
        columns.put(UNCALLED[at], uncalled.as_flattened());
        columns.put(picture, &side.picture);
        let [from, to] = side.span;
        columns.put(span, &[from, to, side.axis]);
        columns.put(rows, side.rows.as_flattened());
        columns.put(ticks, &side.ticks);
    }
    for (names, side) in CONTENTS.iter().zip(&window.sides) {
        if let Some(side) = side {
            put_contents(*names, &side.contents, columns);
        }
    }
}

fn put_contents([rows, relations]: [&'static str; 2], contents: &RowContents, columns: &mut Columns<'_>) {
    let of_rows = || (0..contents.len()).map(|row| contents.row(row));
    columns.put(rows, &of_rows().map(|row| row.len() as u32).collect::<Vec<u32>>());
    let numbers = |it: &RowRelation| [it.relation, it.calls, (it.share * WHOLE_SHARE) as u32];
    columns.put(relations, of_rows().flatten().map(numbers).collect::<Vec<[u32; 3]>>().as_flattened());
}

fn take_contents(columns: &Columns<'_>, side: usize, relations: usize) -> Option<RowContents> {
    let [rows, numbers] = CONTENTS[side].map(|name| columns.get::<u32>(name).ok());
    let (rows, numbers) = (rows?, numbers?);
    let all = numbers.as_chunks::<3>().0.iter().map(|&[relation, calls, share]| RowRelation {
        relation,
        calls,
        share: f64::from(share) / WHOLE_SHARE,
    });
    let all: Vec<RowRelation> = all.collect();
    if all.iter().any(|it| it.relation as usize >= relations) {
        return None;
    }
    let (mut contents, mut rest) = (RowContents::default(), &all[..]);
    for &length in &*rows {
        let row;
        (row, rest) = rest.split_at_checked(length as usize)?;
        contents.push(row);
    }
    rest.is_empty().then_some(contents)
}

fn take(columns: &Columns<'_>, of: &ElementQuery, calls: [Option<u32>; 2]) -> Option<WindowCalls> {
    let elements = of.elements;
    let ends = columns.get::<u32>("ends").ok()?;
    let counts = columns.get::<u64>("calls").ok()?;
    let beyond = columns.get::<u64>("beyond").ok()?;
    let means = columns.get::<f64>("means").ok()?;
    let (ends, counts, beyond, means) = (
        ends.as_chunks::<2>().0,
        counts.as_chunks::<2>().0,
        beyond.as_chunks::<2>().0,
        means.as_chunks::<2>().0,
    );
    if [counts.len(), beyond.len(), means.len()] != [ends.len(); 3] {
        return None;
    }
    let numbers = counts.iter().zip(beyond).zip(means);
    let relations = ends.iter().zip(numbers).map(|(&[caller, callee], ((&calls, &beyond), &mean_start))| {
        let is_there = caller < elements && callee < elements;
        let is_within = calls.iter().zip(beyond).all(|(calls, beyond)| beyond <= *calls);
        (is_there && is_within).then_some(CallRelation { caller, callee, calls, beyond, mean_start })
    });
    let &[matched, crossing] = &columns.get::<u32>("matched").ok()?[..] else { return None };
    let windows = columns.get::<i64>("windows").ok()?;
    let &[of_a, of_b] = windows.as_chunks().0 else { return None };
    let differences = columns.get::<u32>("differences").ok()?;
    let differences = differences.as_chunks::<5>().0.iter();
    let difference =
        |&[same, a, b, from, to]: &[u32; 5]| RowDifference { same, only: [a, b], moved: [from, to] };
    let mut window = WindowCalls {
        differences: differences.map(difference).collect(),
        windows: [of_a, of_b],
        relations: relations.collect::<Option<_>>()?,
        is_matched: matched != 0,
        crossing,
        late_functions: columns.get("late-functions").ok()?,
        not_compared: columns.get::<u32>("not-compared").ok()?.first().map(|&side| side.min(1) as usize),
        ..WindowCalls::default()
    };
    for (side, names) in FORBIDDEN.into_iter().enumerate() {
        let (ends, counts) = (columns.get::<u32>(names[0]).ok()?, columns.get::<u64>(names[1]).ok()?);
        let ends = ends.as_chunks::<2>().0;
        let is_there = |end: &u32| (*end as usize) < of.places[side].len();
        if ends.len() != counts.len() || !ends.iter().flatten().all(is_there) {
            return None;
        }
        let pairs = ends.iter().zip(&*counts);
        window.forbidden[side] =
            pairs.map(|(&[caller, callee], &calls)| ForbiddenCalls { caller, callee, calls }).collect();
    }
    for (side, open) in calls.into_iter().enumerate() {
        let Some(open) = open else { continue };
        let [size, lines, picture, span, rows, ticks] = SIDES[side];
        let &[width, height] = &columns.get::<u32>(size).ok()?[..] else { return None };
        let &[of_window, all, without_caller] = &columns.get::<u64>(lines).ok()?[..] else { return None };
        let uncalled = columns.get::<u64>(UNCALLED[side]).ok()?;
        let of_element = |&[element, calls]: &[u64; 2]| {
            let element = u32::try_from(element).ok().filter(|&element| element < of.elements)?;
            Some(UncalledElement { element, calls })
        };
        let uncalled = uncalled.as_chunks::<2>().0.iter().map(of_element).collect::<Option<Vec<_>>>()?;
        let picture = columns.get::<u8>(picture).ok()?;
        let &[from, to, axis] = &columns.get::<f64>(span).ok()?[..] else { return None };
        let rows = columns.get::<u32>(rows).ok()?.as_chunks::<3>().0.to_vec();
        let fits = picture.len() == 4 * width as usize * height as usize && rows.len() == height as usize;
        let is_there = |row: &[u32; 3]| row[0] == u32::MAX || row[0] < open;
        if !fits || !rows.iter().all(is_there) {
            return None;
        }
        let ticks = columns.get::<i64>(ticks).ok()?;
        let contents = take_contents(columns, side, window.relations.len())?;
        if contents.len() != rows.len() {
            return None;
        }
        window.sides[side] = Some(SideCalls {
            lines: [of_window, all],
            without_caller,
            uncalled,
            width,
            height,
            picture,
            span: [from, to],
            axis,
            rows,
            ticks,
            contents,
        });
    }
    Some(window)
}
