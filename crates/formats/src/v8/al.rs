//! Profiles of Business Central's AL (`.alcpuprofile`), which have the members of V8's but mean other things by them.
//!
//! There is no specification, so this follows from files. They list every node once as a sample: a call tree, no course
//! of time. The time of a sample is the node's own time (a session's idle time is one sample with thousands of hits). If
//! every call was measured, `sampleExecutionTimes` has the times of the nodes with their callees, and `timeDeltas` only
//! the differences of two that follow each other.

use super::document::Contents;
use crate::decimal::Decimal;
use crate::samples::Measure;
use diptych_trace::{OddityKind, Sink};
use rustc_hash::{FxHashMap, FxHashSet};

/// Name of the only lane: a profile is of one session.
pub(super) const LANE: &str = "AL session";

/// Sets the weights of nodes to their own times in nanoseconds, if the profile is one of AL. Returns whether it is.
pub(super) fn weigh(contents: &mut Contents, by_id: &FxHashMap<u32, u32>, sink: &mut dyn Sink) -> bool {
    let mut seen = FxHashSet::default();
    let are_nodes = contents.samples.len() == contents.deltas.len() && !contents.samples.is_empty();
    if !contents.is_al || !are_nodes || !contents.samples.iter().all(|(id, _)| seen.insert(*id)) {
        return false;
    }
    let nanos = |text: &[u8]| Measure::time(3).read(text).ok().map(Decimal::round).filter(|&time| time >= 0);
    let rows = 0..contents.samples.len();
    let deltas: Vec<Option<i64>> = rows.clone().map(|row| nanos(contents.deltas.text(row))).collect();
    let with_callees: Option<Vec<i64>> = rows.map(|row| nanos(contents.execution_times.text(row))).collect();
    let with_callees = with_callees.filter(|times| are_differences(&deltas, times));
    let mut own = vec![0i64; contents.nodes.len()];
    for (row, &(id, source)) in contents.samples.iter().enumerate() {
        let time = with_callees.as_ref().map_or(deltas[row], |times| Some(times[row]));
        match (by_id.get(&id), time) {
            (Some(&place), Some(time)) => own[place as usize] = time,
            (None, _) => sink.odd(OddityKind::BadEvent, super::write::UNKNOWN_NODE, source, ""),
            (_, None) => {
                sink.odd(OddityKind::BadEvent, "time of a sample that is not a number", source, "");
            }
        }
    }
    if with_callees.is_some() {
        own = without_callees(contents, &own, sink);
    }
    for (node, own) in contents.nodes.iter_mut().zip(own) {
        node.weight = Decimal::scaled(own.to_string().as_bytes(), 0).unwrap_or(Decimal::ZERO);
    }
    true
}

/// Returns whether deltas are the differences of times that follow each other, the first one from 0.
fn are_differences(deltas: &[Option<i64>], times: &[i64]) -> bool {
    let before = std::iter::once(&0).chain(times);
    let mut differences = times.iter().zip(before).map(|(time, before)| (time - before).abs());
    deltas.iter().all(|delta| *delta == differences.next())
}

/// Returns the time of each node without that of its callees.
fn without_callees(contents: &Contents, times: &[i64], sink: &mut dyn Sink) -> Vec<i64> {
    let mut own = times.to_vec();
    for (node, time) in contents.nodes.iter().zip(times) {
        if let Some(parent) = node.parent.and_then(|parent| own.get_mut(parent as usize)) {
            *parent = parent.saturating_sub(*time);
        }
    }
    for (own, node) in own.iter_mut().zip(&contents.nodes) {
        if *own < 0 {
            sink.odd(OddityKind::SumDiffers, "time of a function, and that of its callees", node.offset, "");
            *own = 0;
        }
    }
    own
}
