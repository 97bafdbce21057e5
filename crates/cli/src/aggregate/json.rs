//! The JSON document. `docs/aggregate.md` explains each field.

use super::model::{IDLE, Model};
use super::results::Results;
use diptych_aggregate::{
    AnomalyKind, Departure, Difference, Finding, FindingKind, LaneTree, Part, SliceTable, mean_shares,
};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Returns the document.
pub(super) fn document(model: &Model, results: &Results) -> Value {
    let lanes: Vec<String> = model.tree.leaf_nodes().map(|node| model.tree.path(node)).collect();
    let slice =
        |slice: usize| json!({ "from_ns": model.grid.edge(slice), "to_ns": model.grid.edge(slice + 1) });
    let mut document = json!({
        "files": model.names.iter().flatten().collect::<Vec<&String>>(),
        "lanes": lanes,
        "slices": (0..model.grid.count).map(slice).collect::<Vec<Value>>(),
        "states": model.rows().collect::<Vec<&str>>(),
        "state_ns": model.states.iter().zip(&model.ticks).map(|(state, ns)| (state.clone(), json!(ns))).collect::<Map<_, _>>(),
        "idle_ns": model.idle,
        "lumped_states": model.lumped,
        "lanes_without_calls": model.empty_lanes,
        "lanes_without_end": model.unended_lanes,
        "folded_to_level": (results.tree.nodes().len() < model.tree.nodes().len()).then(|| results.tree.deepest_level()),
        "p": results.p,
        "partitions": partitions(results),
        "parts": results.partition.parts.iter().map(|part| of_part(model, results, *part)).collect::<Vec<Value>>(),
        "anomalies": anomalies(model, results),
    });
    if let Some(of_pair) = differences(model, results) {
        document["differences"] = of_pair;
        document["lanes_alone"] = json!({ "a": model.alone[0], "b": model.alone[1] });
        document["extent_ns"] = json!({ "a": model.extents[0], "b": model.extents[1] });
        document["axis"] = json!(if model.axis.is_matched { "matched" } else { "zero" });
        document["matched_share"] = json!(model.axis.matched_share);
        document["findings"] = findings(model, results);
        document["cause"] = json!(model.cause);
        document["runs"] = json!({ "a": model.names[0], "b": model.names[1] });
        document["within_spread"] = json!(results.differences.as_ref().map_or(0, |of| of.within_spread));
        document["compared_until"] = model.until.as_ref().map_or(Value::Null, |until| {
            let side = ["a", "b"][until.side];
            json!({ "side": side, "at_ns": until.moment })
        });
        document["slices_not_judged"] = json!(results.differences.as_ref().map_or(0, |of| of.unjudged));
    }
    document
}

/// Lists all partitions, or the one at p.
fn partitions(results: &Results) -> Vec<Value> {
    let row = |from: f64, to: f64, gain: f64, loss: f64, parts: usize| json!({ "p_from": from, "p_to": to, "gain": gain, "loss": loss, "parts": parts });
    let Some(all) = &results.all else {
        let (quality, parts) = (results.quality, results.partition.parts.len());
        return vec![row(results.p, results.p, quality.gain, quality.loss, parts)];
    };
    let stretches = all.stretches.iter();
    stretches.map(|of| row(of.p_from, of.p_to, of.quality.gain, of.quality.loss, of.parts)).collect()
}

/// Returns the lane and the slices of an area.
fn area(tree: &LaneTree, part: Part) -> Map<String, Value> {
    let mut area = Map::new();
    area.insert("lane".to_owned(), json!(tree.path(part.node as usize)));
    area.insert("slice_from".to_owned(), json!(part.from));
    area.insert("slice_to".to_owned(), json!(part.to));
    area
}

/// Returns a part with its shares; for a pair, the shares of both sides.
fn of_part(model: &Model, results: &Results, part: Part) -> Value {
    let mut row = area(&results.tree, part);
    let of_side = |side: usize| {
        let shares = model.shares(side, &results.tree, part);
        let mode = mode(&shares).and_then(|row| model.rows().nth(row)).map(str::to_owned);
        let proportions: Map<String, Value> =
            model.rows().zip(shares).map(|(state, share)| (state.to_owned(), json!(share))).collect();
        (json!(mode), Value::Object(proportions))
    };
    let mut sides = (0..model.tables.len()).map(of_side);
    let (mut mode, mut proportions) = sides.next().unwrap_or_default();
    if let Some((mode_of_b, proportions_of_b)) = sides.next() {
        mode = json!({ "a": mode, "b": mode_of_b });
        proportions = json!({ "a": proportions, "b": proportions_of_b });
    }
    if model.runs.iter().any(|runs| runs.len() > 1) {
        row.insert("deviations".to_owned(), deviations(model, results, part));
    }
    row.insert("mode".to_owned(), mode);
    row.insert("proportions".to_owned(), proportions);
    Value::Object(row)
}

/// Returns the standard deviations of the shares over the runs of each side.
fn deviations(model: &Model, results: &Results, part: Part) -> Value {
    let leaves = &results.tree.nodes()[part.node as usize].leaves;
    let slices = part.from as usize..=part.to as usize;
    let of_side = |runs: &Vec<SliceTable>| -> Map<String, Value> {
        let shares = mean_shares(runs, leaves.clone(), &slices);
        model.rows().zip(shares).map(|(state, share)| (state.to_owned(), json!(share.deviation))).collect()
    };
    let sides = ["a", "b"].into_iter().zip(model.runs.iter().map(of_side));
    sides.map(|(side, of)| (side.to_owned(), Value::Object(of))).collect::<Map<_, _>>().into()
}

/// Returns the state with the largest share; of equal ones the first, which has more time in total. `None` without any
/// time.
pub(super) fn mode(shares: &[f64]) -> Option<usize> {
    let rows = shares.iter().enumerate().rev().filter(|(_, share)| **share > 0.0);
    rows.max_by(|one, other| one.1.total_cmp(other.1)).map(|(row, _)| row)
}

/// Returns the states of an area with two shares each, the largest change first.
fn two_shares(model: &Model, shares: &[[f64; 2]], keys: [&str; 2]) -> Vec<Value> {
    ordered(model, shares)
        .into_iter()
        .map(|(state, [first, second])| json!({ "state": state, keys[0]: first, keys[1]: second }))
        .collect()
}

/// A state of a difference, with its shares and its times per lane in A and in B.
pub(super) struct StateOfDifference<'a> {
    pub(super) state: &'a str,
    pub(super) shares: [f64; 2],
    pub(super) ticks: [f64; 2],
}

/// Returns the states of a difference, the largest change of time first.
pub(super) fn states_of<'a>(model: &'a Model, of: &Difference) -> Vec<StateOfDifference<'a>> {
    let shares: BTreeMap<&str, [f64; 2]> = ordered(model, &of.shares).into_iter().collect();
    let row = |(state, ticks)| StateOfDifference {
        state,
        shares: shares.get(state).copied().unwrap_or_default(),
        ticks,
    };
    ordered(model, &of.ticks).into_iter().map(row).collect()
}

fn shares_and_times(model: &Model, of: &Difference) -> Vec<Value> {
    let row = |StateOfDifference { state, shares: [a, b], ticks: [a_ns, b_ns] }| json!({ "state": state, "a": a, "b": b, "a_ns": a_ns, "b_ns": b_ns });
    states_of(model, of).into_iter().map(row).collect()
}

/// Returns the states with two shares or times each, the largest change first. States with neither are left out.
pub(super) fn ordered<'a>(model: &'a Model, shares: &[[f64; 2]]) -> Vec<(&'a str, [f64; 2])> {
    // If time without a state is a row of the table, it is not added again.
    let names = model.rows().chain((!model.idle_is_state).then_some(IDLE));
    let mut rows: Vec<(&str, [f64; 2])> = names.zip(shares.iter().copied()).collect();
    rows.retain(|(_, shares)| shares.iter().any(|&share| share > 0.0));
    rows.sort_by(|one, other| (other.1[1] - other.1[0]).abs().total_cmp(&(one.1[1] - one.1[0]).abs()));
    rows
}

fn departure(row: &mut Map<String, Value>, of: &Departure) {
    row.insert("excess".to_owned(), json!(of.excess));
    row.insert("z".to_owned(), json!(of.z));
    row.insert("cells".to_owned(), json!(of.cells));
}

fn differences(model: &Model, results: &Results) -> Option<Value> {
    let found = &results.differences.as_ref()?.found;
    let row = |of: &Difference| {
        let mut row = area(&model.tree, of.departure.part);
        row.insert("divergence".to_owned(), json!(of.divergence));
        row.insert("divergence_beyond".to_owned(), json!(of.beyond));
        departure(&mut row, &of.departure);
        let waits_for = model.waits_for(of, &results.findings.found);
        row.insert("waits_for".to_owned(), json!(waits_for.as_ref().map(|of| &of.0)));
        row.insert("waits_in".to_owned(), json!(waits_for.as_ref().map(|of| ["a", "b"][of.1])));
        row.insert("states".to_owned(), json!(shares_and_times(model, of)));
        Value::Object(row)
    };
    Some(found.iter().map(row).collect())
}

fn findings(model: &Model, results: &Results) -> Value {
    let Some(input) = &model.findings else { return json!([]) };
    let row = |of: &Finding| {
        let kind = match of.kind {
            FindingKind::Works => "works",
            FindingKind::Messages => "messages",
            FindingKind::Whole => "all_lanes",
            FindingKind::EachLane => "each_lane",
            FindingKind::Tail => "tail",
            FindingKind::Waits => "waits",
        };
        let [from, to] = model.slices_of(of);
        let path = |node: usize| model.tree.path(node);
        let times = of.times.iter().zip(input.states().iter().map(String::as_str).chain([IDLE]));
        let times = times.filter(|(both, _)| both.iter().any(|&ticks| ticks > 0.0));
        json!({
            "kind": kind,
            "lane": path(of.node),
            "other_lane": of.other.map(path),
            "lanes": of.lanes,
            "more_groups": (of.kind == FindingKind::Waits).then_some(of.more),
            "slice_from": from,
            "slice_to": to,
            "a_ns": input.span(0, of),
            "b_ns": input.span(1, of),
            "ns": of.ticks,
            "typical_ns": (of.kind == FindingKind::Works).then_some(of.usual),
            "run_a_ns": (of.kind == FindingKind::Works).then_some(of.in_run[0]),
            "run_b_ns": (of.kind == FindingKind::Works).then_some(of.in_run[1]),
            "z": Some(of.z).filter(|z| z.is_finite()),
            "state": input.state(of, IDLE),
            "states": times.map(|([a, b], state)| json!({ "state": state, "a_ns": a, "b_ns": b })).collect::<Vec<Value>>(),
        })
    };
    results.findings.found.iter().map(row).collect()
}

fn anomalies(model: &Model, results: &Results) -> Vec<Value> {
    let of_side = |(side, of): (usize, &diptych_aggregate::Anomalies)| {
        let row = |of: &diptych_aggregate::Anomaly| {
            let (own, edges) = (&model.unusual[side], model.edges(side));
            let mut row = area(&model.tree, own.in_picture(of.departure.part, edges));
            row.insert("ns".to_owned(), json!(own.span(of.departure.part, edges)));
            if model.tables.len() > 1 {
                row.insert("side".to_owned(), json!(["a", "b"][side]));
            }
            let kind = match of.kind {
                AnomalyKind::Area => "area",
                AnomalyKind::Slice => "slice",
                AnomalyKind::CutOff => "cut_off",
            };
            row.insert("kind".to_owned(), json!(kind));
            departure(&mut row, &of.departure);
            row.insert("states".to_owned(), json!(two_shares(model, &of.shares, ["share", "usual"])));
            Value::Object(row)
        };
        of.found.iter().map(row).collect::<Vec<Value>>()
    };
    results.anomalies.iter().enumerate().flat_map(of_side).collect()
}
