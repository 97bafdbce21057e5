//! The details of a function, a lane or a time range: sums over all calls that belong to it.

use super::function_relatives::relatives;
use super::{lane_path, name_or_unnamed, partner, shown};
use crate::highlight::ends_of_path;
use crate::{Correspondence, Highlight, PathReading, counted_lanes, lane_word, numbers};
use diptych_profile::Sum;
use diptych_protocol::{
    AreaRef, CallsDetails, FunctionRef, PartnerRow, SideName, Sides, Subject, Window, Word,
};
use diptych_trace::{Axis, CallId, LaneId, Trace};

/// Returns the sums over the calls of a subject that is not a single call, on each open side that it covers. `reading`
/// says how paths are read. `highlight` gives the calls if they follow from more than the traces. O(calls · log of its
/// ranges); for paths O(calls · log steps).
pub fn calls_details(
    subject: &Subject,
    highlight: Option<Highlight>,
    traces: [Option<&Trace>; 2],
    correspondence: Option<&Correspondence<'_>>,
    reading: PathReading,
) -> Option<CallsDetails> {
    // For a path only the calls that it ends in count, without their callees.
    let (reading, ends, highlight) = match subject {
        Subject::Path(path) => {
            let (reading, ends) = ends_of_path(path, traces, correspondence, reading);
            (reading, Some(ends), Highlight::default())
        }
        _ => (reading, None, highlight.unwrap_or_else(|| Highlight::new(subject, traces, correspondence))),
    };
    let sum_of = |side: SideName| {
        let trace = traces[side.index()].filter(|_| is_of_side(subject, side))?;
        let is_member = |call: CallId| match &ends {
            Some(ends) => ends[side.index()].binary_search(&call).is_ok(),
            None => highlight.holds(side, trace, call),
        };
        Some(Sum::new(trace, is_member))
    };
    let sums = SideName::BOTH.map(sum_of);
    let axis = traces.into_iter().flatten().next()?.axis();
    let (kind, name, place) = match subject {
        Subject::Path(path) if reading.inverted => by_callers(path),
        _ => heading(subject, traces),
    };
    let source = source_of(subject, &highlight, ends.as_ref(), traces);
    let [(callees, callees_of), (callers, callers_of)] = match subject {
        Subject::Function(_) => {
            relatives(&|side, trace, call| is_of(&highlight, side, trace, call), traces, correspondence)
        }
        Subject::Path(_) => {
            let ends = ends.unwrap_or_default();
            relatives(&|side, _, call| ends[side].binary_search(&call).is_ok(), traces, correspondence)
        }
        _ => Default::default(),
    };
    Some(CallsDetails {
        callees,
        callees_of,
        callers,
        callers_of,
        functions: Vec::new(),
        functions_of: 0,
        sentence: sentence(kind, &name, sums),
        kind: kind.to_owned(),
        name,
        place,
        source,
        rows: rows(axis, sums, lane_word(traces), is_stretch(subject)),
        ranges: Sides { a: None, b: None },
        windows: Sides { a: window_of(sums[0]), b: window_of(sums[1]) },
    })
}

/// Returns the place in the source of the first function of a subject that has a file: of the calls that a path ends in,
/// of the highlighted functions, or of the first highlighted call.
fn source_of(
    subject: &Subject,
    highlight: &Highlight,
    ends: Option<&[Vec<CallId>; 2]>,
    traces: [Option<&Trace>; 2],
) -> String {
    if is_stretch(subject) || matches!(subject, Subject::Lane(_)) {
        return String::new();
    }
    let mut places = SideName::BOTH.into_iter().filter_map(|side| {
        let (trace, side) = (traces[side.index()]?, side.index());
        let function_of = |call: CallId| trace.calls().function()[call.index()];
        let of_path = ends.and_then(|ends| ends[side].first().copied()).map(function_of);
        let of_calls = highlight.calls[side].first().map(|range| function_of(CallId(range.start)));
        let bits = highlight.functions[side].iter().zip(trace.functions().ids());
        let of_functions = bits.filter(|(bit, _)| **bit).map(|(_, id)| id);
        let all = of_path.into_iter().chain(of_functions).chain(of_calls);
        let specs = all.map(|id| trace.functions().get(trace.names(), id));
        specs.filter(|spec| !spec.file.is_empty()).map(super::place).next()
    });
    places.next().unwrap_or_default()
}

/// Returns true if a call's function is highlighted.
fn is_of(highlight: &Highlight, side: usize, trace: &Trace, call: CallId) -> bool {
    let function = trace.calls().function()[call.index()];
    highlight.functions[side].get(function.index()).copied().unwrap_or(false)
}

fn is_of_side(subject: &Subject, of: SideName) -> bool {
    match subject {
        Subject::Lane(lane) => lane.side == of,
        Subject::Area(AreaRef { side, .. }) | Subject::Time { side, .. } => *side == of,
        _ => true,
    }
}

/// Returns true for a subject that is cut out of time. Calls reach beyond its ends, so their durations say nothing
/// about it.
fn is_stretch(subject: &Subject) -> bool {
    matches!(subject, Subject::Area(_) | Subject::Time { .. })
}

/// Returns the heading of a path by callers: the function, then its callers from the inside out.
fn by_callers(path: &[FunctionRef]) -> (&'static str, String, String) {
    let (first, callers) = path.split_first().map_or((None, path), |(first, rest)| (Some(first), rest));
    let place =
        if callers.is_empty() { String::new() } else { format!("‹ {}", chain(callers, " ‹ ", NEAR)) };
    ("path", first.map_or_else(String::new, |first| name_or_unnamed(&first.name)), place)
}

/// Number of callers named nearest to a path's end, and number named farthest from it, if it has more than both.
const NEAR: usize = 30;
const FAR: usize = 10;

/// Joins names of functions in order. If there are too many, it gives the first ones, the number left out, and the last
/// ones.
fn chain(functions: &[FunctionRef], separator: &str, first: usize) -> String {
    let names = |functions: &[FunctionRef]| {
        let names: Vec<String> = functions.iter().map(|of| shown(&of.name)).collect();
        names.join(separator)
    };
    match functions.len().checked_sub(NEAR + FAR) {
        None | Some(0) => names(functions),
        Some(left) => {
            let (begin, rest) = functions.split_at(first);
            let more = format!("… {} more …", numbers::count(left as u64));
            [names(begin), more, names(&rest[left..])].join(separator)
        }
    }
}

/// Returns the kind of a subject, its name, and its place.
pub(super) fn heading(subject: &Subject, traces: [Option<&Trace>; 2]) -> (&'static str, String, String) {
    match subject {
        Subject::Call(_) | Subject::Match(..) => ("call", String::new(), String::new()),
        Subject::Function(of) => ("function", name_or_unnamed(&of.name), shown(&of.file)),
        Subject::Path(path) => {
            let name = path.last().map_or_else(String::new, |last| name_or_unnamed(&last.name));
            ("path", name, chain(&path[..path.len().saturating_sub(1)], " › ", FAR))
        }
        Subject::Group(group) => (group.by.word(), name_or_unnamed(&group.name), String::new()),
        Subject::Element(path) => {
            let (last, around) =
                path.split_last().map_or(("", &path[..]), |(last, around)| (last.as_str(), around));
            ("element", name_or_unnamed(last), shown(&around.join("/")))
        }
        Subject::Relation { caller, callee } => {
            let called = format!("{} of {}", name_or_unnamed(&callee.name), name_or_unnamed(&caller.name));
            ("callee", called, shown(&callee.file))
        }
        Subject::ElementRelation { caller, callee } => {
            let name = |path: &[String]| path.last().map_or_else(String::new, |name| name_or_unnamed(name));
            let place = |path: &[String]| shown(&path[..path.len().saturating_sub(1)].join("/"));
            let name = format!("{} → {}", name(caller), name(callee));
            ("relation", name, format!("{} → {}", place(caller), place(callee)))
        }
        Subject::Lane(lane) => {
            let trace = traces[lane.side.index()].filter(|trace| (lane.lane as usize) < trace.lanes().len());
            (
                "lane",
                trace.map_or_else(String::new, |trace| lane_path(trace, LaneId(lane.lane))),
                String::new(),
            )
        }
        Subject::Area(AreaRef { side, window, .. }) => {
            ("area", stretch(*side, *window, traces), String::new())
        }
        Subject::Time { side, window, .. } => ("time", stretch(*side, *window, traces), String::new()),
    }
}

/// Formats a time range: `12.3 ms to 15.6 ms of A`.
pub(super) fn stretch(side: SideName, window: Window, traces: [Option<&Trace>; 2]) -> String {
    let axis = traces[side.index()].map_or(Axis::TIME, Trace::axis);
    let [start, end] = [window.start, window.end].map(|ticks| numbers::extent(axis, ticks));
    format!("{start} to {end} of {}", side.letter())
}

fn rows(axis: Axis, sums: [Option<Sum>; 2], lane: &str, is_stretch: bool) -> Vec<PartnerRow> {
    let row = |label: &str, of: &dyn Fn(Sum) -> i64, text: &dyn Fn(i64) -> String| {
        partner::row(label, sums.map(|sum| sum.map(of)), text, true)
    };
    let ticks = |ticks: i64| numbers::extent(axis, ticks);
    let count = |calls: i64| numbers::count(calls.unsigned_abs());
    let mut rows = vec![row("Calls", &|sum| sum.calls.cast_signed(), &count)];
    if !is_stretch {
        if sums.iter().flatten().any(|sum| sum.lanes > 1) {
            rows.push(summed_over(sums, lane));
        }
        rows.push(row("Self", &|sum| sum.self_ticks, &ticks));
        rows.push(row("Inclusive", &|sum| sum.total_ticks, &ticks));
        rows.push(row("Median call", &|sum| sum.p50_ticks, &ticks));
        rows.push(row("99th percentile", &|sum| sum.p99_ticks, &ticks));
    }
    rows
}

/// Returns the row `SliceSums over: 64 ranks`, because the times below it are sums over lanes.
fn summed_over(sums: [Option<Sum>; 2], lane: &str) -> PartnerRow {
    let text = |side: usize| sums[side].map_or_else(String::new, |sum| counted_lanes(sum.lanes, lane));
    PartnerRow { label: "Summed over".to_owned(), a: text(0), b: text(1), change: String::new() }
}

/// Returns the window of the calls, with a twentieth of its length on both sides.
fn window_of(sum: Option<Sum>) -> Option<Window> {
    let (start, end) = sum?.extent?;
    let margin = ((end - start) / 20).max(1);
    Some(Window { start: start - margin, end: end + margin })
}

/// Describes a subject: `function parse: 12 calls in A, 14 calls in B`.
fn sentence(kind: &str, name: &str, sums: [Option<Sum>; 2]) -> String {
    let side = |(side, sum): (SideName, Option<Sum>)| {
        sum.map(|sum| format!("{} in {}", numbers::calls(sum.calls), side.letter()))
    };
    let said: Vec<String> = SideName::BOTH.into_iter().zip(sums).filter_map(side).collect();
    format!("{kind} {name}: {}", said.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_profile::Folding;
    use diptych_testkit::trace;

    fn path(names: &[&str]) -> Subject {
        let of = |name: &&str| FunctionRef { name: (*name).to_owned(), file: String::new() };
        Subject::Path(names.iter().map(of).collect())
    }

    /// Returns what the details say: place, calls, self and inclusive time of A, callees and callers.
    fn said(names: &[&str], reading: PathReading) -> (String, Vec<String>, [Vec<String>; 2]) {
        let made = trace(
            "t\n  0..100 main\n    0..60 walk\n      10..50 walk\n        20..30 lex\n    70..90 parse\n      70..80 lex\n",
        );
        let (subject, traces) = (path(names), [Some(&made), None]);
        let details = calls_details(&subject, None, traces, None, reading).unwrap();
        let names = |rows: Vec<diptych_protocol::FunctionRow>| rows.into_iter().map(|row| row.name).collect();
        let rows = details.rows.into_iter().take(3).map(|row| row.a).collect();
        (details.place, rows, [names(details.callees), names(details.callers)])
    }

    #[test]
    fn folded_path_includes_all_its_calls() {
        let thin = '\u{202f}';
        let folded = PathReading { folding: Folding::Direct, inverted: false };
        let (_, rows, relatives) = said(&["main", "walk"], folded);
        assert_eq!(rows, ["2".to_owned(), format!("50{thin}ns"), format!("60{thin}ns")]);
        assert_eq!(relatives, [vec!["walk", "lex"], vec!["main", "walk"]]);
        let (_, rows, _) = said(&["main", "walk"], PathReading::AS_CALLED);
        assert_eq!(rows, ["1".to_owned(), format!("20{thin}ns"), format!("60{thin}ns")]);
        // No stack has this path as called, so it is read as it was chosen.
        let (_, rows, _) = said(&["main", "walk", "lex"], PathReading::AS_CALLED);
        assert_eq!(rows, ["1".to_owned(), format!("10{thin}ns"), format!("10{thin}ns")]);
    }

    #[test]
    fn path_by_callers_holds_calls_from_those_callers() {
        let inverted = PathReading { folding: Folding::Direct, inverted: true };
        let (place, rows, [callees, callers]) = said(&["lex", "parse"], inverted);
        assert_eq!((place.as_str(), rows[0].as_str()), ("‹ parse", "1"));
        assert_eq!((callees, callers), (Vec::<String>::new(), vec!["parse".to_owned()]));
        let (_, rows, [_, callers]) = said(&["lex"], inverted);
        assert_eq!((rows[0].as_str(), callers.len()), ("2", 2));
    }

    #[test]
    fn long_path_names_both_ends_and_counts_middle() {
        let functions = |count: usize| -> Vec<FunctionRef> {
            (0..count).map(|at| FunctionRef { name: format!("f{at}"), file: String::new() }).collect()
        };
        let names = |range: std::ops::Range<usize>, separator: &str| {
            range.map(|at| format!("f{at}")).collect::<Vec<_>>().join(separator)
        };
        let place = |count: usize| heading(&Subject::Path(functions(count)), [None, None]).2;
        assert_eq!(place(41), names(0..40, " › "));
        assert_eq!(
            place(1_302),
            format!("{} › … 1,261 more … › {}", names(0..10, " › "), names(1_271..1_301, " › "))
        );
        // By callers the nearest come first.
        let (_, name, place) = by_callers(&functions(52));
        assert_eq!(name, "f0");
        assert_eq!(place, format!("‹ {} ‹ … 11 more … ‹ {}", names(1..31, " ‹ "), names(42..52, " ‹ ")));
    }
}
