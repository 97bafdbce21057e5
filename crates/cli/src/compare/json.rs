//! Writes a comparison for programs.

use super::comparison::{Comparison, SimilarityCounts};
use super::context::successors;
use super::report;
use crate::output;
use crate::words::{BY, NORMALISATIONS, word};
use diptych_compare::call_times::OutlierCall;
use diptych_compare::ranking::{
    ChangeSubject, Comparable, Confidence, Noise, Phase, Ranking, Row, RowUnit, standing_out,
};
use diptych_compare::thread_moves::ThreadMove;
use diptych_protocol::Word;
use diptych_protocol::comparison::DifferenceOrder;
use diptych_views::differences;
use serde_json::{Value, json};

/// Returns the document, with at most `top` rows per list, in the order of a criterion.
pub(super) fn write(comparison: &Comparison, top: usize, sort: DifferenceOrder) -> String {
    let Comparison { facts, verdict, .. } = comparison;
    let [[matched, moved_a, only_a], [_, moved_b, only_b]] = facts.calls;
    let matched_ns = |side: usize| {
        let [matched, moved, _] = facts.self_ticks[side];
        ns(comparison, (matched + moved) as f64)
    };
    let [alike_a, alike_b] = [0, 1]
        .map(|side: usize| json!({ "calls": verdict.calls_alike[side], "time": verdict.time_alike[side] }));
    let [runs_a, runs_b] = runs(comparison);
    let [lanes_a, lanes_b] = facts.lanes.lanes;
    let [alone_a, alone_b] = facts.lanes.alone;
    let mut value = json!({
        "runs": { "a": runs_a, "b": runs_b },
        "axis": { "kind": facts.axis.kind.as_str(), "unit": facts.axis.unit.as_str() },
        // What `a_calls` and `b_calls` of rows count.
        "calls_unit": comparison.counted(),
        "verdict": verdict_of(comparison),
        "calls": { "a": facts.runs[0][0].calls, "b": facts.runs[1][0].calls },
        "identity": {
            "functions": {
                "both": comparison.functions_in_both(),
                "only_a": verdict.gone_functions,
                "only_b": verdict.new_functions,
            },
            "a": alike_a,
            "b": alike_b,
        },
        "lanes": {
            "by": facts.lanes_by.word(),
            "a": lanes_a, "b": lanes_b, "only_a": alone_a, "only_b": alone_b,
            "suspect_pairs": facts.lanes.suspect,
        },
        "alignment": {
            // What these numbers count: one box of a tile stands for several calls.
            "unit": if report::has_folded(facts) { "boxes" } else { "calls" },
            "matched": matched, "moved_a": moved_a, "moved_b": moved_b, "only_a": only_a, "only_b": only_b,
            "matched_time_a": matched_ns(0), "matched_time_b": matched_ns(1),
        },
        "similarity": similarity(comparison),
        "groups": found_of(comparison).map(|found| found.groups),
        "noise": noise(&comparison.ranking),
        "ranking": ranking(comparison, top, sort),
    });
    if let Some(structure) = &comparison.structure {
        value["structure"] = structure.json();
    }
    if let Some(recorded) = &comparison.recorded {
        value["instants"] = recorded.instants();
        value["counters"] = recorded.counters();
    }
    output::document(value)
}

/// Describes the runs of A and of B.
pub(super) fn runs(comparison: &Comparison) -> [Vec<Value>; 2] {
    [0, 1].map(|side: usize| {
        let runs = comparison.facts.runs[side].iter();
        let samples = comparison.samples(side);
        runs.enumerate()
            .map(|(place, run)| {
                let samples = samples.get(place).copied().flatten();
                json!({ "name": run.name, "format": run.format, "calls": run.calls, "samples": samples })
            })
            .collect()
    })
}

/// Returns the verdict.
pub(super) fn verdict_of(comparison: &Comparison) -> Value {
    let verdict = &comparison.verdict;
    let [extent_a, extent_b] = verdict.extent.map(|ticks| ns(comparison, ticks));
    let [total_a, total_b] = verdict.total.map(|ticks| ns(comparison, ticks));
    json!({
        "text": report::verdict(comparison),
        "warning": report::warning(comparison),
        "whole": comparison.facts.ends.are_whole(),
        "missing": report::missing(comparison),
        "ends_early": ends_early(comparison),
        "comparable": verdict.comparable == Comparable::Yes,
        "ratio": verdict.ratio,
        "as_long": verdict.is_as_long,
        "p": verdict.p,
        "in_doubt": verdict.doubt.is_some(),
        "explained_by_drift": verdict.is_explained_by_drift,
        "cause": report::cause(comparison),
        "drift": report::drift(comparison),
        "extent_a_ns": extent_a,
        "extent_b_ns": extent_b,
        "total_a_ns": total_a,
        "total_b_ns": total_b,
        "new_functions": verdict.new_functions,
        "gone_functions": verdict.gone_functions,
        "moved_calls": verdict.moved_calls,
        "thread_moves": thread_moves(comparison),
    })
}

/// Describes the functions that moved to other lanes, most time first.
fn thread_moves(comparison: &Comparison) -> Vec<Value> {
    let row = |of: &ThreadMove| {
        let [from, to] = &of.lanes;
        json!({
            "function": comparison.facts.names.keys()[of.identity.index()],
            "calls": of.calls,
            "a_ns": ns(comparison, of.ticks[0] as f64),
            "b_ns": ns(comparison, of.ticks[1] as f64),
            "from_lane": from.first,
            "from_lanes": from.count,
            "to_lane": to.first,
            "to_lanes": to.count,
        })
    };
    comparison.facts.thread_moves.iter().map(row).collect()
}

/// Describes the side that ends early, and how far the other side is compared.
fn ends_early(comparison: &Comparison) -> Option<Value> {
    let early = comparison.facts.ends.early?;
    Some(json!({
        "side": if early.side == 0 { "a" } else { "b" },
        "at_share": early.share,
        "at_ns": ns(comparison, early.moment as f64),
        "file_cut_off": early.is_cut,
        "rest_calls": early.rest_calls.iter().sum::<u64>(),
        "rest_left_out": comparison.facts.is_left_out,
    }))
}

fn found_of(comparison: &Comparison) -> Option<&SimilarityCounts> {
    comparison.facts.similarity.as_ref()?.found.as_ref().ok()
}

fn similarity(comparison: &Comparison) -> Option<Value> {
    let facts = comparison.facts.similarity.as_ref()?;
    let found = found_of(comparison);
    Some(json!({
        "tau": facts.tau,
        "measure": facts.measure.word(),
        "distinct_a": found.map(|found| found.distinct[0]),
        "distinct_b": found.map(|found| found.distinct[1]),
        "class_pairs": found.map(|found| found.class_pairs),
        "call_pairs": found.map(|found| found.call_pairs),
        "problem": facts.found.as_ref().err(),
    }))
}

fn noise(ranking: &Ranking) -> Value {
    let (kind, figures) = match &ranking.noise {
        Noise::OneRunASide(noise) => (
            "one-run-a-side",
            json!({ "well_called_functions": noise.well_called, "drift": noise.drift, "spread": noise.spread }),
        ),
        Noise::Samples(noise) => (
            "samples",
            json!({
                "level": ranking.options.level,
                "a_samples": noise.samples.map(|of| of[0]),
                "b_samples": noise.samples.map(|of| of[1]),
                "tested": noise.tested,
            }),
        ),
        Noise::TooFewRuns => ("too-few-runs", Value::Null),
        Noise::Tested(split) => (
            "tested",
            json!({ "level": ranking.options.level, "splits": split.splits, "exact": split.exact }),
        ),
    };
    json!({ "text": differences::noise(ranking), "kind": kind, "figures": figures })
}

/// Names of the lists, in the order of [`Ranking::lists`].
pub(super) const KINDS: [&str; 5] = ["slower", "faster", "new", "gone", "waiting"];

fn ranking(comparison: &Comparison, top: usize, sort: DifferenceOrder) -> Value {
    let Comparison { ranking, .. } = comparison;
    let rows = |list: &[Row]| {
        let (measured, places) = comparison.in_order(sort, list, &[]);
        let entry = |&place: &usize| {
            let mut value = row(comparison, &list[place]);
            value["sort_value"] = sort_value(comparison, sort, &measured[place]);
            value
        };
        places.iter().take(top).map(entry).collect::<Vec<Value>>()
    };
    let Ranking { options, slower, faster, new, gone, waiting, .. } = ranking;
    let below = |list: &[Row]| list.len() - standing_out(list).len();
    json!({
        "by": word(BY, &options.by),
        "normalisation": word(NORMALISATIONS, &options.normalisation),
        "focus": comparison.focus.text(),
        "noise_floor": {
            "percent": percent(options.floor.share),
            "ns": ns(comparison, options.floor.ticks as f64),
        },
        "counts": {
            "slower": standing_out(slower).len(), "faster": standing_out(faster).len(),
            "new": standing_out(new).len(), "gone": standing_out(gone).len(),
            "waiting": standing_out(waiting).len(), "largest": standing_out(&comparison.largest).len(),
            "under_floor": ranking.under_floor,
        },
        "counts_below": {
            "slower": below(slower), "faster": below(faster), "new": below(new), "gone": below(gone),
            "waiting": below(waiting), "largest": below(&comparison.largest),
        },
        "phases": phases(comparison),
        "sort": sort.word(),
        "largest": largest(comparison, top, sort),
        "slower": rows(slower),
        "faster": rows(faster),
        "new": rows(new),
        "gone": rows(gone),
        "waiting": rows(waiting),
        "pauses": comparison.pauses().iter().take(top).map(|call| pause(comparison, call)).collect::<Vec<Value>>(),
    })
}

/// Returns the largest changes of all kinds: what each is, its function, its change, and whether it is significant.
fn largest(comparison: &Comparison, top: usize, sort: DifferenceOrder) -> Vec<Value> {
    let pauses = comparison.pauses();
    let keys = comparison.facts.names.keys();
    let change = |(row, of): (&Row, &ChangeSubject)| {
        let (kind, start) = match of {
            ChangeSubject::Row { list, .. } => (KINDS[*list], None),
            ChangeSubject::Call { place } => ("call", pauses.get(*place).map(|call| (call.side, call.start))),
        };
        json!({
            "kind": kind,
            "function": keys[row.identity.index()],
            "delta_ns": ns(comparison, row.delta),
            "a_ns": ns(comparison, row.a),
            "b_ns": ns(comparison, row.b),
            "a_calls": row.calls[0],
            "b_calls": row.calls[1],
            "side": start.map(|(side, _)| if side == 0 { "a" } else { "b" }),
            "start_ns": start.map(|(_, start)| ns(comparison, start as f64)),
            "caller": caller(comparison, row),
            "beneath": row.beneath.map(|leader| keys[leader.index()].as_str()),
            "part_below": row.part_below.map(|part| {
                json!({ "function": keys[part.leader.index()], "ns": ns(comparison, part.ticks) })
            }),
            "stands_out": row.stands_out(),
            "reason": differences::reason(row),
            "successor": successor(comparison, row),
        })
    };
    let (measured, places) = comparison.in_order(sort, &comparison.largest, &comparison.largest_of);
    let entry = |&place: &usize| {
        let mut value = change((&comparison.largest[place], &comparison.largest_of[place]));
        value["sort_value"] = sort_value(comparison, sort, &measured[place]);
        value
    };
    places.iter().take(top).map(entry).collect()
}

/// Returns the size that a row is sorted by: nanoseconds, a ratio or a number of calls. `null` if it is infinite or
/// unknown.
fn sort_value(comparison: &Comparison, sort: DifferenceOrder, row: &Row) -> Value {
    let value = differences::sort_value(sort, row);
    match sort {
        _ if !value.is_finite() => Value::Null,
        DifferenceOrder::SelfTime | DifferenceOrder::Inclusive | DifferenceOrder::PerCall => {
            json!(comparison.ns(value))
        }
        DifferenceOrder::Relative | DifferenceOrder::Run => json!(value),
        DifferenceOrder::Calls => json!(value as u64),
    }
}

/// Returns the largest changes by path, callers before their callees.
fn phases(comparison: &Comparison) -> Vec<Value> {
    let keys = comparison.facts.names.keys();
    let phase = |of: &Phase| {
        let path = comparison.listed().path(of.node);
        let [a, b] = [of.a, of.b].map(|ticks| ns(comparison, ticks));
        let common = of.common.map(|of| of.map(|ticks| ns(comparison, ticks)));
        let [a_pauses, b_pauses] = of.few.map(|ticks| ns(comparison, ticks));
        json!({
            "path": path.into_iter().map(|identity| keys[identity.index()].as_str()).collect::<Vec<_>>(),
            "depth": of.depth,
            "under": of.parent,
            "a_ns": a,
            "b_ns": b,
            "delta_ns": b - a,
            "a_calls": of.calls[0],
            "b_calls": of.calls[1],
            "is_of_both": of.is_of_both,
            "a_same_calls_ns": common.map(|of| of[0]),
            "b_same_calls_ns": common.map(|of| of[1]),
            "a_pauses": of.few_calls[0],
            "b_pauses": of.few_calls[1],
            "a_pauses_ns": a_pauses,
            "b_pauses_ns": b_pauses,
        })
    };
    comparison.phases().iter().map(phase).collect()
}

fn pause(comparison: &Comparison, call: &OutlierCall) -> Value {
    let [start, own, usual, ordinary] =
        [call.start, call.self_ticks, call.usual, call.ordinary].map(|ticks| ns(comparison, ticks as f64));
    let side = if call.side == 0 { "a" } else { "b" };
    json!({
        "side": side,
        "function": comparison.facts.names.keys()[call.identity.index()],
        "start_ns": start,
        "self_ns": own,
        "others_p99_ns": usual,
        "ordinary_ns": ordinary,
    })
}

fn row(comparison: &Comparison, row: &Row) -> Value {
    let keys = comparison.facts.names.keys();
    let path: Vec<&str> = comparison
        .listed()
        .path(row.node)
        .into_iter()
        .map(|identity| keys[identity.index()].as_str())
        .collect();
    let [a, b] = [row.a, row.b].map(|ticks| ns(comparison, ticks));
    let parts = row.parts();
    let [by_calls, by_few] = [parts.calls, parts.few].map(|ticks| ns(comparison, ticks));
    let quantiles = |side: usize| {
        let is_recorded = comparison.by() == RowUnit::Function && !comparison.verdict.is_sampled;
        let times = comparison.facts.times.as_ref().filter(|_| is_recorded)?;
        let is_of_all = row.caller.is_none() && row.calls[side] > 0;
        let of = times.sides[side].get(row.identity.index()).filter(|_| is_of_all)?;
        let [median, p99] = [of.median, of.p99].map(|ticks| ns(comparison, ticks as f64));
        Some(json!({ "median_ns": median, "p99_ns": p99 }))
    };
    let inclusive = row.inclusive.map(|of| of.map(|ticks| ns(comparison, ticks)));
    let code_move = row.code_move.map(|of| {
        json!({
            "function": keys[of.other.index()],
            "relation": if of.is_caller { "caller" } else { "callee" },
            "called_in": if of.side == 0 { "a" } else { "b" },
            "ns": ns(comparison, of.ticks),
        })
    });
    json!({
        "function": keys[row.identity.index()],
        "caller": caller(comparison, row),
        "path": path,
        "a_ns": a,
        "b_ns": b,
        "delta_ns": b - a,
        "a_inclusive_ns": inclusive.map(|of| of[0]),
        "b_inclusive_ns": inclusive.map(|of| of[1]),
        "beneath": row.beneath.map(|leader| keys[leader.index()].as_str()),
        "code_move": code_move,
        "by_calls_ns": by_calls,
        "by_length_ns": b - a - by_calls - by_few,
        "by_few_calls_ns": by_few,
        "few_calls": row.few_calls,
        "call_a": quantiles(0),
        "call_b": quantiles(1),
        "a_calls": row.calls[0],
        "b_calls": row.calls[1],
        "own_share": row.own_share,
        "overweight": row.overweight,
        "responsibility": row.responsibility,
        "stands_out": row.stands_out(),
        "reason": differences::reason(row),
        "successor": successor(comparison, row),
        "confidence": row.confidence.map(confidence),
    })
}

/// Returns the function of the other side that a new or gone one probably replaces, or that it probably is in another file;
/// `null` without one.
fn successor(comparison: &Comparison, row: &Row) -> Value {
    let is_whole = row.caller.is_none() && !row.is_call() && row.calls.contains(&0);
    let found = successors(comparison).of(row.identity).filter(|_| is_whole);
    found.map_or(Value::Null, |of| {
        let keys = comparison.facts.names.keys();
        let kind = if of.has_moved { "moved" } else { "replaced" };
        json!({ "kind": kind, "function": keys[of.other.index()] })
    })
}

/// Returns the caller whose calls alone a row is of; `null` for rows of all calls, and empty for calls without a caller.
pub(super) fn caller<'a>(comparison: &'a Comparison, row: &Row) -> Option<&'a str> {
    let keys = comparison.facts.names.keys();
    row.caller.map(|caller| caller.some().map_or("", |caller| keys[caller.index()].as_str()))
}

fn confidence(confidence: Confidence) -> Value {
    json!({ "p": confidence.p, "ratio": confidence.ratio, "interval": confidence.interval })
}

/// Converts ticks to whole nanoseconds.
fn ns(comparison: &Comparison, ticks: f64) -> i64 {
    comparison.ns(ticks).round() as i64
}

/// Converts a share to per cent. Rounding removes the error of an earlier division by 100, so that 0.05 gives 5.
fn percent(share: f64) -> f64 {
    (share * 1e10).round() / 1e8
}
