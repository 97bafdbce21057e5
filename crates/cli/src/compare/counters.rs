//! The instants and the counters of both sides. They are no part of any finding.

use super::fact::Fact;
use crate::counters::CounterFacts;
use crate::output::shown;
use diptych_engine::Session;
use diptych_protocol::SideName;
use diptych_views::counters::value_text;
use diptych_views::numbers;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Most counters that the line names; the others are counted.
const NAMED: usize = 3;

/// Instants and counters of both sides.
#[derive(Debug, Clone)]
pub(super) struct RecordedFacts {
    instants: [usize; 2],
    counters: [Vec<CounterFacts>; 2],
}

impl RecordedFacts {
    /// Collects the facts of the shown runs; `None` if no side has instants or counters.
    pub(super) fn of(session: &Session) -> Option<Self> {
        let traces = SideName::BOTH.map(|side| session.trace(side));
        let instants = traces.map(|trace| trace.map_or(0, |trace| trace.instants().len()));
        let counters = traces.map(|trace| trace.map_or_else(Vec::new, CounterFacts::of));
        let has_any = instants.iter().any(|&count| count > 0) || counters.iter().any(|all| !all.is_empty());
        has_any.then_some(Self { instants, counters })
    }

    /// Returns the counters with equal titles, in the order of A.
    fn pairs(&self) -> Vec<[&CounterFacts; 2]> {
        let [a, b] = &self.counters;
        let of_b: BTreeMap<&str, &CounterFacts> =
            b.iter().map(|facts| (facts.title.as_str(), facts)).collect();
        a.iter().filter_map(|facts| Some([facts, *of_b.get(facts.title.as_str())?])).collect()
    }

    /// Returns one line about the counters whose peaks differ, those first that differ most; `None` if none do.
    pub(super) fn fact(&self) -> Option<Fact> {
        let mut pairs = self.pairs();
        // A peak is a value of the file, so peaks that are the same are equal in every bit.
        pairs.retain(|[a, b]| a.most.to_bits() != b.most.to_bits() && a.unit == b.unit);
        // Halves first: the difference of two large values may not be finite.
        let relative = |[a, b]: &[&CounterFacts; 2]| {
            (a.most / 2.0 - b.most / 2.0).abs() / (a.most.abs().max(b.most.abs()) / 2.0)
        };
        pairs.sort_by(|left, right| relative(right).total_cmp(&relative(left)));
        let text = |[a, b]: &[&CounterFacts; 2]| {
            let [in_a, in_b] = [a, b].map(|facts| value_text(facts.most, &facts.unit));
            format!("{} peaks at {in_a} in A and {in_b} in B", a.title)
        };
        let mut texts: Vec<String> = pairs.iter().take(NAMED).map(text).collect();
        if let more @ 1.. = pairs.len().saturating_sub(NAMED) {
            texts.push(format!("{} more counters differ", numbers::count(more as u64)));
        }
        (!texts.is_empty()).then(|| Fact { label: "Counters", text: shown(&texts.join("; ")) })
    }

    /// Returns the numbers of instants of each side.
    pub(super) fn instants(&self) -> Value {
        let [a, b] = self.instants;
        json!({ "a": a, "b": b })
    }

    /// Returns the numbers of counters of each side, and the counters that both have.
    pub(super) fn counters(&self) -> Value {
        let [a, b] = self.counters.each_ref().map(Vec::len);
        let pair = |[a, b]: [&CounterFacts; 2]| json!({ "title": a.title, "a": a.json(), "b": b.json() });
        let pairs: Vec<Value> = self.pairs().into_iter().map(pair).collect();
        json!({ "a": a, "b": b, "pairs": pairs })
    }
}
