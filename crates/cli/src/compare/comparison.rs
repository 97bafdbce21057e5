//! A comparison as far as it is told: without its traces.

use diptych_compare::identity::Identities;
use diptych_compare::lanes::{LaneCounts, PairBy};
use diptych_compare::ranking::{Options, Ranking, Verdict, rank};
use diptych_compare::similarity::Measure;
use diptych_engine::trace::{Axis, IdentityId};
use diptych_profile::UnionTree;
use diptych_views::differences::Names;

/// Everything that is printed follows from this.
#[derive(Debug)]
pub(crate) struct Comparison {
    pub(crate) facts: Facts,
    pub(crate) union: UnionTree,
    pub(crate) ranking: Ranking,
    pub(crate) verdict: Verdict,
}

/// What the traces themselves were needed for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Facts {
    /// Runs of A and of B; the first of each is the one whose calls are aligned.
    pub(crate) runs: [Vec<RunFacts>; 2],
    /// Of the aligned run of A.
    pub(crate) axis: Axis,
    /// Rules, all spelt out.
    pub(crate) rules: String,
    /// Keys of the identities, in their order.
    pub(crate) names: KeyNames,
    pub(crate) lanes: LaneCounts,
    pub(crate) lanes_by: PairBy,
    /// Calls of each side by [`diptych_compare::align::Kind`].
    pub(crate) calls: [[u64; 3]; 2],
    /// Ticks of self time, likewise.
    pub(crate) self_ticks: [[i64; 3]; 2],
    pub(crate) similarity: SimilarityFacts,
    /// What a further identity rule would do for sides that are hardly comparable; blank if there is none.
    pub(crate) remedy: String,
}

/// A run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RunFacts {
    pub(crate) name: String,
    pub(crate) format: String,
    pub(crate) calls: u64,
}

/// Matches of callee sets.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SimilarityFacts {
    pub(crate) tau: f64,
    pub(crate) measure: Measure,
    /// What was found, or why nothing was.
    pub(crate) found: Result<Found, String>,
}

/// How many there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) distinct: [u64; 2],
    pub(crate) class_pairs: u64,
    pub(crate) call_pairs: u64,
    /// At full extent, at 1,920 pixels.
    pub(crate) groups: u64,
}

/// Names of identities.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeyNames(Identities);

impl KeyNames {
    pub(crate) fn new(keys: Vec<String>) -> Self {
        Self(Identities { keys, ..Identities::default() })
    }

    pub(crate) fn keys(&self) -> &[String] {
        &self.0.keys
    }
}

impl Names for KeyNames {
    fn name_and_file(&self, identity: IdentityId) -> (String, String) {
        let (name, file) = self.0.name_and_file(identity);
        (name.to_owned(), file.to_owned())
    }
}

impl Comparison {
    /// Ranks. O(nodes of the union tree), and with several runs a side as many times as there are splits.
    pub(crate) fn new(facts: Facts, union: UnionTree, options: Options) -> Self {
        let ranking = rank(&union, options, &mut |_, _| ());
        let moved = facts.calls[0][diptych_compare::align::Kind::Moved as usize];
        let verdict = Verdict::new(&union, &ranking, Some(moved));
        Self { facts, union, ranking, verdict }
    }

    /// Functions that both sides call.
    pub(crate) fn functions_in_both(&self) -> u64 {
        let mut is_called = vec![[false; 2]; self.union.identity_count()];
        for run in self.union.runs() {
            for identity in run.tree.identity() {
                is_called[identity.index()][run.side] = true;
            }
        }
        is_called.into_iter().filter(|sides| *sides == [true; 2]).count() as u64
    }

    /// Share of A's self time in matched or moved calls, 0 to 1.
    pub(crate) fn matched_time(&self) -> f64 {
        let [matched, moved, only] = self.facts.self_ticks[0];
        (matched + moved) as f64 / (matched + moved + only).max(1) as f64
    }

    /// Share of calls whose partner is in order, 0 to 1; of the side with less.
    pub(crate) fn matched_calls(&self) -> f64 {
        let share = |calls: [u64; 3]| match calls.iter().sum::<u64>() {
            0 => 1.0,
            all => calls[0] as f64 / all as f64,
        };
        self.facts.calls.map(share).into_iter().fold(1.0, f64::min)
    }

    /// Nanoseconds of ticks; of an axis that is no time, ticks.
    pub(crate) fn ns(&self, ticks: f64) -> f64 {
        let axis = self.facts.axis;
        if self.is_time() { ticks * axis.scale } else { ticks }
    }

    /// Whether the axis is in nanoseconds.
    pub(crate) fn is_time(&self) -> bool {
        use diptych_engine::trace::{AxisKind, Unit};
        self.facts.axis.unit == Unit::Nanoseconds && self.facts.axis.kind != AxisKind::Order
    }
}
