//! A call compared with its partner.

use super::folded::{calls_in, calls_inside, in_sum};
use crate::{Correspondence, numbers};
use diptych_compare::align::Kind;
use diptych_protocol::{PartnerRow, SideName};
use diptych_trace::{Axis, CallId};

/// Returns the kind of a call, and its facts next to those of its partner.
pub fn in_words(
    correspondence: Option<&Correspondence<'_>>,
    side: SideName,
    call: CallId,
) -> (String, Vec<PartnerRow>) {
    let Some(correspondence) = correspondence else { return (String::new(), Vec::new()) };
    let kind = match correspondence.kind(side, call) {
        Kind::Matched => "matched".to_owned(),
        Kind::Moved => "moved".to_owned(),
        Kind::Only => format!("only in {}", side.letter()),
        Kind::NotCompared => not_compared(side),
    };
    let rows = correspondence.both(side, call).map_or_else(Vec::new, |[a, b]| rows(correspondence, a, b));
    (kind, rows)
}

/// Says why a call of a side that starts after the end of the other one has no kind: `not compared: B ends before it`.
pub fn not_compared(side: SideName) -> String {
    format!("not compared: {} ends before it", side.other().letter())
}

/// Says which calls sums leave out because the other side ends early: `the calls of B after 45.6 ms are not counted,
/// because A ends before them`. `axis` is that of `side`, which goes on, and `moment` is in its ticks.
pub fn not_counted(axis: Axis, side: SideName, moment: i64) -> String {
    let (other, moment) = (side.other().letter(), numbers::extent(axis, moment));
    format!("the calls of {} after {moment} are not counted, because {other} ends before them", side.letter())
}

/// Says why some calls are not compared: `their matches are outside the visible time`, `A ends before them`. `side` has
/// calls that are not compared because the other side ends early. `window` names what is shown: `the visible time`.
pub fn why_not_compared(calls: u64, side: Option<usize>, has_window: bool, window: &str) -> String {
    let (matches, them) = if calls == 1 { ("its match is", "it") } else { ("their matches are", "them") };
    let outside = format!("{matches} outside {window}");
    match side.map(|side| ["B", "A"][side]) {
        None => outside,
        Some(early) if has_window => format!("{outside}, or {early} ends before {them}"),
        Some(early) => format!("{early} ends before {them}"),
    }
}

/// Returns the facts about two matched calls, in rows for A and B. If one is a box of several folded calls, times are sums.
pub fn rows(correspondence: &Correspondence<'_>, a: CallId, b: CallId) -> Vec<PartnerRow> {
    let traces = correspondence.pair.traces;
    let [of_a, of_b] = traces.map(diptych_trace::Trace::calls);
    let ticks = |label: &str, both: [i64; 2], shows_share: bool| {
        let text = |ticks: i64| numbers::extent(traces[0].axis(), ticks);
        row(label, both.map(Some), &text, shows_share)
    };
    let counts = [calls_in(traces[0], a.0..a.0 + 1), calls_in(traces[1], b.0..b.0 + 1)];
    let are_folded = counts != [1, 1];
    let label = |label: &str| if are_folded { in_sum(label) } else { label.to_owned() };
    let count = |count: i64| numbers::count(count.unsigned_abs());
    let mut rows = Vec::new();
    if are_folded {
        rows.push(row("Calls", counts.map(|count| i64::try_from(count).ok()), &count, false));
    }
    rows.push(ticks(&label(numbers::length(traces[0].axis())), [of_a.duration(a), of_b.duration(b)], true));
    rows.push(ticks(&label("Self"), [of_a.self_time(a), of_b.self_time(b)], true));
    // Folded calls have no moments that could be compared.
    let has_places = numbers::has_places(traces[0].axis()) && !are_folded;
    if has_places {
        rows.push(ticks("Start", [of_a.start()[a.index()], of_b.start()[b.index()]], false));
    }
    let in_caller = correspondence.alignment.starts_in_caller(correspondence.pair, [a, b]);
    rows.extend(in_caller.filter(|_| has_places).map(|starts| ticks("Start in caller", starts, false)));
    let inside = [calls_inside(traces[0], a), calls_inside(traces[1], b)];
    rows.push(row("Calls inside", inside.map(|calls| i64::try_from(calls).ok()), &count, false));
    rows
}

/// Returns a row with a number of both sides, as far as they have it, and its change: `+1.09 ms (+249 %)`.
pub fn row(
    label: &str,
    both: [Option<i64>; 2],
    text: &dyn Fn(i64) -> String,
    shows_share: bool,
) -> PartnerRow {
    let mut change = String::new();
    if let [Some(from), Some(to)] = both
        && from != to
    {
        let sign = if to < from { "\u{2212}" } else { "+" };
        change = sign.to_owned() + &text((to - from).abs());
        if shows_share && from > 0 {
            change += &format!(" ({})", numbers::change((to - from) as f64 / from as f64));
        }
    }
    let [a, b] = both.map(|value| value.map_or_else(String::new, text));
    PartnerRow { label: label.to_owned(), a, b, change }
}
