//! Texts of the overview: tooltip, table, notes.

use super::data::OverviewData;
use super::intervals::{BarMeasure, CommonAxis, Height, Interval, Intervals};
use super::sums::CallSums;
use super::tone::ShiftDirection;
use diptych_compare::similarity::Axes;
use diptych_protocol::{DataTable, DataTableRow, Drawn, Fact, SideName, Tooltip};
use diptych_trace::{Axis, Trace};
use diptych_views::words::calls_in;
use diptych_views::{SimilarityInput, numbers};
use std::ops::Range;

/// Formats the end of a run: `A ends 75.9 ms`.
pub(super) fn ends(side: SideName, axis: Axis, extent: i64) -> String {
    format!("{} ends {}", side.letter(), numbers::extent(axis, extent))
}

/// Describes the bars: `Bar height: self time of matched calls`, or `Bar height: self samples of matched calls` on an axis of samples.
pub(super) fn bars(height: Height, axis: Axis) -> String {
    format!("Bar height: {}", measured(height, axis))
}

/// Names the measure, with the quantity of the axis.
fn measured(height: Height, axis: Axis) -> String {
    let quantity = numbers::quantity(axis);
    match height {
        Height::MatchedSelf => format!("self {quantity} of matched calls"),
        Height::BestSelf => format!("self {quantity} × best similarity"),
        Height::Similarity => "sum of similarities".to_owned(),
    }
}

/// Returns the labels at the ends of the scale of places. `most` is the share of the run at which its last step begins.
pub(super) fn scale_ends(common: CommonAxis, most: &str) -> [String; 2] {
    let later = match common {
        CommonAxis::SameShare => format!("later in the other run (strongest: by {most} or more)"),
        CommonAxis::FromZero => {
            format!("later after the other run’s start (strongest: by {most} of it or more)")
        }
    };
    ["comes earlier".to_owned(), later]
}

/// Describes the shape below the bars.
pub(super) const SILHOUETTE: &str = "grey shape: how deeply calls are nested";

/// Describes the shape below the bars if parts of it are sums of folded calls.
pub(super) const FOLDED_SILHOUETTE: &str =
    "grey shape: how deeply calls are nested, dotted: several calls, folded";

/// Formats a spread as a share of the longer run: `12 %`, `0.5 %`.
pub(super) fn share(spread: f64, longest: f64) -> String {
    let percent = if longest > 0.0 { 100.0 * spread / longest } else { 0.0 };
    if percent < 9.95 { format!("{percent:.1}\u{202f}%") } else { format!("{percent:.0}\u{202f}%") }
}

/// Describes how many calls are drawn, and the rule.
pub(super) fn drawn(boxes: [(u64, &str); 2], data: &OverviewData) -> Drawn {
    let [a, b] = boxes.map(|(number, things)| format!("{} {things}", numbers::count(number)));
    let rule = "Each pixel shows the kind of call that fills most of it".to_owned();
    match data.counts.map(|counts| counts.map(numbers::count)) {
        None => Drawn { text: format!("All {a} of A and all {b} of B drawn"), rule },
        Some([some_a, some_b]) => Drawn {
            text: format!("{some_a} of {a} of A, {some_b} of {b} of B drawn"),
            rule: format!("{rule}; hidden kinds are left out"),
        },
    }
}

/// Describes what the panel leaves out.
pub(super) fn note(data: &OverviewData, measured: BarMeasure<'_>, cut: usize, top: f64) -> String {
    let mut note = data.lanes.clone();
    if data.leaving > 0 {
        let matches = if data.leaving == 1 { "match leads" } else { "matches lead" };
        note += &format!("; {} {matches} to other lanes", numbers::count(data.leaving));
    }
    if !matches!(measured, BarMeasure::OneToOne) {
        note += "; bars sum over all lanes";
        if data.counts.is_some() {
            note += " and all calls, including hidden kinds";
        }
    }
    if cut > 0 {
        let bars = if cut == 1 { "bar" } else { "bars" };
        note += &format!("; {cut} {bars} clipped at {}", height(measured.height(), data.axis, top));
    }
    note
}

/// Returns the tooltip of a bar or of the silhouette below it. `rect` is its box in the scene. Returns `None` after the
/// end of the run.
pub fn tooltip(intervals: &Intervals, side: SideName, bin: u32, rect: [f32; 4]) -> Option<Tooltip> {
    let interval = intervals.get(side, bin)?;
    let axis = intervals.axis;
    let [from, to] = ends_of(intervals, side, interval);
    let calls = interval.calls;
    let fact = |label: &str, value: String| Fact { label: label.to_owned(), value };
    let mut facts = vec![
        fact("Calls that start here", numbers::count(calls.calls.into())),
        fact("matched", numbers::count((calls.matched - calls.moved).into())),
        fact("moved", numbers::count(calls.moved.into())),
        fact(&format!("only in {}", side.letter()), numbers::count(alone(&calls).into())),
    ];
    if calls.not_compared > 0 {
        let label = format!("not compared: {} ends before them", side.other().letter());
        facts.push(fact(&label, numbers::count(calls.not_compared.into())));
    }
    let mut label = measured(intervals.height, axis);
    label[..1].make_ascii_uppercase();
    facts.push(fact(&label, height(intervals.height, axis, interval.height)));
    if interval.has_matches() {
        let scaled =
            if intervals.common == CommonAxis::SameShare { ", runs scaled to one length" } else { "" };
        facts.push(fact(&format!("Matches run{scaled}"), shift(intervals, interval)));
        // As long as the mean, it says no more than the mean.
        let [mean, spread] = [interval.mean_shift.abs(), interval.spread].map(|ticks| extent(axis, ticks));
        if mean != spread {
            facts.push(fact("root mean square of these shifts", spread));
        }
        facts.push(fact("Start times differ, in sum and unscaled", extent(axis, calls.apart_ticks)));
    }
    Some(Tooltip {
        side: Some(side),
        name: format!("{from} to {to}"),
        context: "10\u{202f}px of the overview".to_owned(),
        facts,
        hint: "Drag a bracket to move the view here".to_owned(),
        rect,
        ..Tooltip::default()
    })
}

/// Returns the sum of start differences over all matches of an interval's calls, if bars are measured by similarity: δ
/// of TraceDiff (Eq. 4) as it is printed. O(calls), see
/// [`Bars::printed_delta`](diptych_compare::similarity::Bars::printed_delta).
pub(super) fn distance(
    intervals: &Intervals,
    side: SideName,
    bin: u32,
    similarity: SimilarityInput<'_>,
) -> Option<Fact> {
    let interval = intervals.get(side, bin).filter(|interval| interval.has_matches())?;
    if intervals.height == Height::MatchedSelf {
        return None;
    }
    let (matches, ticks) = (similarity.matches, interval.from..interval.to);
    let delta = similarity.bars.printed_delta(matches, side.index(), Axes::default(), ticks);
    let label = "Start times differ, added up over all similar matches".to_owned();
    Some(Fact { label, value: extent(intervals.axis, delta) })
}

/// Says that the numbers of an interval are numbers of boxes, and how many calls the boxes stand for that start in these
/// ticks. O(lanes · log boxes + boxes of the interval).
pub(super) fn say_boxes(facts: &mut Vec<Fact>, trace: &Trace, ticks: Range<i64>) {
    let starts = trace.calls().start();
    let calls = trace.lanes().ids().map(|lane| {
        let boxes = trace.lanes().calls(lane);
        let starts = &starts[boxes.start as usize..boxes.end as usize];
        let upto = |tick: i64| boxes.start + starts.partition_point(|&start| start < tick) as u32;
        calls_in(trace, upto(ticks.start)..upto(ticks.end))
    });
    let calls = calls.fold(0, u64::saturating_add);
    if let Some(first) = facts.first_mut() {
        "Boxes that start here".clone_into(&mut first.label);
    }
    let fact = |label: &str, value: String| Fact { label: label.to_owned(), value };
    facts.insert(1.min(facts.len()), fact("Calls in these boxes", numbers::count(calls)));
    facts.push(fact("Moments of folded calls", "not known".to_owned()));
}

/// Returns rows `first..first + count` of the table of intervals: those of A, then those of B.
pub fn data_table(intervals: &Intervals, first: u32, count: u32) -> DataTable {
    let all = SideName::BOTH.into_iter().flat_map(|side| {
        let bins = 0..intervals.sides[side.index()].len() as u32;
        bins.filter_map(move |bin| Some((side, intervals.get(side, bin)?)))
    });
    let all: Vec<(SideName, &Interval)> = all.collect();
    let shown = all.iter().skip(first as usize).take(count as usize);
    let row = |&(side, interval): &(SideName, &Interval)| {
        let [from, to] = ends_of(intervals, side, interval);
        let calls = interval.calls;
        let partners = if interval.has_matches() { shift(intervals, interval) } else { String::new() };
        let cells = vec![
            side.letter().to_owned(),
            from,
            to,
            numbers::count(calls.matched.into()),
            numbers::count(alone(&calls).into()),
            partners,
        ];
        DataTableRow { call: None, level: 0, cells }
    };
    let columns = ["Side", "From", "To", "Matched calls", "Only on this side", "Matches run"];
    DataTable {
        columns: columns.map(str::to_owned).to_vec(),
        rows: shown.map(row).collect(),
        first,
        total: all.len() as u32,
        note: intervals.note.clone(),
    }
}

/// Returns the number of calls that only this side has.
fn alone(calls: &CallSums) -> u32 {
    calls.calls - calls.matched - calls.not_compared
}

fn ends_of(intervals: &Intervals, side: SideName, interval: &Interval) -> [String; 2] {
    let extent = intervals.extents[side.index()];
    let last = interval.to.min(extent.max(interval.from));
    [interval.from, last].map(|tick| numbers::extent(intervals.axis, tick))
}

/// Formats a mean shift: `1.09 ms later`.
fn shift(intervals: &Intervals, interval: &Interval) -> String {
    let mean = interval.mean_shift;
    let tone = intervals.tone(interval);
    let distance = extent(intervals.axis, mean.abs());
    let way = if mean < 0.0 { "earlier" } else { "later" };
    match tone.lean {
        _ if mean.abs() < 0.5 => "at the same place".to_owned(),
        ShiftDirection::Both { .. } => format!("earlier and later, {distance} {way} on average"),
        ShiftDirection::Earlier | ShiftDirection::Later => format!("{distance} {way}"),
    }
}

fn height(height: Height, axis: Axis, value: f64) -> String {
    match height {
        Height::MatchedSelf | Height::BestSelf => extent(axis, value),
        Height::Similarity => numbers::three_digits(value),
    }
}

fn extent(axis: Axis, ticks: f64) -> String {
    numbers::extent(axis, ticks.round() as i64)
}

/// Describes both runs in a sentence.
pub(super) fn summary(intervals: &Intervals) -> String {
    let amount = |side: SideName| {
        let stretches = intervals.sides[side.index()].iter().map(|interval| interval.calls);
        let [calls, matched] = stretches.fold([0, 0], |[calls, matched], stretch| {
            [calls + u64::from(stretch.calls), matched + u64::from(stretch.matched)]
        });
        let extent = numbers::extent(intervals.axis, intervals.extents[side.index()]);
        let [calls, matched] = [calls, matched].map(numbers::count);
        let shown = if intervals.is_filtered { " in view" } else { "" };
        format!("{} lasts {extent}, {matched} of its {calls} calls{shown} have a match", side.letter())
    };
    let [a, b] = SideName::BOTH.map(amount);
    format!("Both runs whole: {a}; {b}.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_trace::{AxisKind, Unit};

    #[test]
    fn bar_text_names_the_quantity_of_the_axis() {
        let weight = |unit| Axis { kind: AxisKind::Weight, unit, ..Axis::TIME };
        let axes = [Axis::TIME, weight(Unit::Count), weight(Unit::Bytes), Axis::SHARE];
        assert_eq!(
            axes.map(|axis| bars(Height::MatchedSelf, axis)),
            ["time", "samples", "bytes", "share"]
                .map(|what| format!("Bar height: self {what} of matched calls"))
        );
        assert_eq!(bars(Height::BestSelf, axes[1]), "Bar height: self samples × best similarity");
        assert_eq!(bars(Height::Similarity, axes[2]), "Bar height: sum of similarities");
    }
}
