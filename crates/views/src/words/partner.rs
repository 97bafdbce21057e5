//! A call beside its partner.

use crate::{Correspondence, numbers};
use diptych_compare::align::Kind;
use diptych_protocol::{PartnerRow, SideName};
use diptych_trace::CallId;

/// What became of a call, and the facts of it and its partner side by side.
pub(crate) fn in_words(
    correspondence: Option<&Correspondence<'_>>,
    side: SideName,
    call: CallId,
) -> (String, Vec<PartnerRow>) {
    let Some(correspondence) = correspondence else { return (String::new(), Vec::new()) };
    let kind = match correspondence.kind(side, call) {
        Kind::Matched => "matched".to_owned(),
        Kind::Moved => "moved".to_owned(),
        Kind::Only => format!("only in {}", side.letter()),
    };
    let rows = correspondence.both(side, call).map_or_else(Vec::new, |[a, b]| rows(correspondence, a, b));
    (kind, rows)
}

pub(crate) fn rows(correspondence: &Correspondence<'_>, a: CallId, b: CallId) -> Vec<PartnerRow> {
    let traces = correspondence.pair.traces;
    let [of_a, of_b] = traces.map(diptych_trace::Trace::calls);
    let delta = correspondence.alignment.delta(correspondence.pair, a);
    let ticks = |label: &str, [from, to]: [i64; 2], shows_share: bool| {
        let mut change = String::new();
        if from != to {
            change = numbers::delta(traces[0].axis(), (to - from) as f64);
            if shows_share && from > 0 {
                change += &format!(" ({})", numbers::change((to - from) as f64 / from as f64));
            }
        }
        let [from, to] =
            [(traces[0], from), (traces[1], to)].map(|(trace, ticks)| numbers::extent(trace.axis(), ticks));
        PartnerRow { label: label.to_owned(), a: from, b: to, change }
    };
    let mut rows = vec![
        ticks("Duration", [of_a.duration(a), of_b.duration(b)], true),
        ticks("Self", [of_a.self_time(a), of_b.self_time(b)], true),
        ticks("Start", [of_a.start()[a.index()], of_b.start()[b.index()]], false),
    ];
    if let Some(delta) = delta.filter(|delta| delta.start != delta.start_in_caller) {
        rows.push(PartnerRow {
            label: "Start in caller".to_owned(),
            a: String::new(),
            b: String::new(),
            change: numbers::delta(traces[0].axis(), delta.start_in_caller as f64),
        });
    }
    let inside = [of_a.subtree(a).len(), of_b.subtree(b).len()].map(|calls| calls as i64 - 1);
    let more = inside[1] - inside[0];
    let sign = if more < 0 { "\u{2212}" } else { "+" };
    let count = numbers::count(more.unsigned_abs());
    rows.push(PartnerRow {
        label: "Calls inside".to_owned(),
        a: numbers::count(inside[0] as u64),
        b: numbers::count(inside[1] as u64),
        change: if more == 0 { String::new() } else { format!("{sign}{count}") },
    });
    rows
}
