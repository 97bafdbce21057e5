//! How sure several runs a side are that functions changed, with all that they call or by themselves.
//!
//! The test of the ranking (`permutation_test`), of other numbers: a query of its own, so that neither
//! overtakes the other.

use super::{Analysis, Bench, PathUnion, PermutationTest, ReadContext, Reads};
use diptych_compare::ranking::{self, Options, PermutationResult};
use diptych_profile::{Scale, UnionRun};
use diptych_store::{Columns, StoreError};
use diptych_trace::IdentityId;

/// The analysis.
#[derive(Debug)]
pub(crate) enum ConfidenceTest {}

impl Analysis for ConfidenceTest {
    const NAME: &'static str = "confidence";
    const TITLE: &'static str = "";
    const READS: Reads = Reads::Nothing;
    const STORED: bool = false;
    const INTERACTIVE: bool = true;
    type Query = ranking::PermutationTest;
    type Value = PermutationResult;

    fn put_query(query: &ranking::PermutationTest, columns: &mut Columns<'_>) {
        PermutationTest::put_query(query, columns);
    }

    fn compute(query: &Columns<'_>, bench: &mut Bench<'_>) -> Result<Vec<u8>, StoreError> {
        PermutationTest::compute(query, bench)
    }

    fn read(
        query: &Columns<'_>,
        bytes: &[u8],
        context: ReadContext<'_>,
    ) -> Result<Option<PermutationResult>, StoreError> {
        PermutationTest::read(query, bytes, context)
    }
}

/// What of functions is compared between runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RunMeasure {
    /// Time with all that they call, recursion once.
    Total,
    /// Time by themselves.
    Own,
    /// Calls.
    Calls,
}

/// Every function in every run, brought to one measure. O(nodes · runs).
pub(crate) fn numbers_of_runs(
    paths: &PathUnion,
    measure: RunMeasure,
    scale: Scale,
    options: Options,
) -> ranking::PermutationTest {
    let union = &paths.union;
    let mut is_outermost = vec![true; union.len()];
    let mut open: Vec<(IdentityId, u32)> = Vec::new();
    let mut on_stack = vec![0u32; paths.identity_count()];
    for node in union.nodes() {
        while open.last().is_some_and(|&(_, end)| end <= node.0) {
            if let Some((identity, _)) = open.pop() {
                on_stack[identity.index()] -= 1;
            }
        }
        let identity = union.identity()[node.index()];
        is_outermost[node.index()] = on_stack[identity.index()] == 0;
        on_stack[identity.index()] += 1;
        open.push((identity, union.subtree_end()[node.index()]));
    }
    let count = paths.identity_count();
    let (mut ticks, mut calls) = (Vec::new(), Vec::new());
    for run in union.runs() {
        let mut of_run = vec![0.0; count];
        let mut calls_of_run = vec![0; count];
        let mut whole = 0.0;
        for node in union.nodes() {
            let at = union.identity()[node.index()].index();
            let own = run.self_spread(node).ticks as f64;
            whole += own;
            calls_of_run[at] += run.calls(node);
            of_run[at] += match measure {
                RunMeasure::Total if is_outermost[node.index()] => inclusive(run, node),
                RunMeasure::Total => 0.0,
                RunMeasure::Own => own,
                RunMeasure::Calls => run.calls(node) as f64,
            };
        }
        if scale == Scale::PerTotal && whole > 0.0 {
            for value in &mut of_run {
                *value /= whole;
            }
        }
        ticks.extend(of_run);
        calls.extend(calls_of_run);
    }
    let is_time = scale == Scale::Absolute && measure != RunMeasure::Calls;
    ranking::PermutationTest {
        sides: union.runs().iter().map(|run| run.side as u8).collect(),
        ticks,
        calls,
        floor: if is_time { options.floor.ticks as f64 } else { 0.0 },
        level: options.level,
    }
}

fn inclusive(run: &UnionRun, node: diptych_profile::NodeId) -> f64 {
    run.inclusive_spread(node).ticks as f64
}

/// Of each row whether every run of one side lies beyond every run of the other. O(rows · runs).
pub(crate) fn separated(numbers: &ranking::PermutationTest) -> Vec<bool> {
    let rows = numbers.rows();
    let range = |row: usize, side: u8| {
        let runs = numbers.sides.iter().enumerate().filter(|(_, of)| **of == side);
        runs.map(|(run, _)| numbers.ticks[run * rows + row])
            .fold([f64::INFINITY, f64::NEG_INFINITY], |[least, most], value| {
                [least.min(value), most.max(value)]
            })
    };
    (0..rows)
        .map(|row| {
            let [a, b] = [range(row, 0), range(row, 1)];
            a[1] < b[0] || b[1] < a[0]
        })
        .collect()
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "sums of whole ticks are exact")]
mod tests {
    use super::*;
    use diptych_profile::CallTree;
    use diptych_testkit::{IdentityTable, Shape, generate};
    use diptych_trace::Trace;
    use proptest::prelude::*;
    use std::sync::Arc;

    /// What a function takes in a run, counted call by call.
    fn plainly(trace: &Trace, identities: &[IdentityId], id: IdentityId, measure: RunMeasure) -> f64 {
        let calls = trace.calls();
        let of = |row: usize| identities[calls.function()[row].index()];
        let mut sum = 0;
        for row in (0..calls.len()).filter(|&row| of(row) == id) {
            let length = |row: usize| calls.end()[row] - calls.start()[row];
            let mut up = calls.parent()[row];
            let mut is_inside = false;
            while let Some(caller) = up.some() {
                is_inside |= of(caller.index()) == id;
                up = calls.parent()[caller.index()];
            }
            let inside = (0..calls.len())
                .filter(|&other| calls.parent()[other].some().is_some_and(|up| up.index() == row));
            sum += match measure {
                RunMeasure::Calls => 1,
                RunMeasure::Own => length(row) - inside.map(length).sum::<i64>(),
                RunMeasure::Total if is_inside => 0,
                RunMeasure::Total => length(row),
            };
        }
        sum as f64
    }

    proptest! {
        #[test]
        fn numbers_are_those_of_the_calls(seed: u64, which in 0usize..3) {
            let measure = [RunMeasure::Total, RunMeasure::Own, RunMeasure::Calls][which];
            let traces: Vec<Trace> = (0..3).map(|run| generate(seed ^ run, Shape::SMALL)).collect();
            let mut table = IdentityTable::default();
            let identities: Vec<Vec<IdentityId>> =
                traces.iter().map(|trace| table.identify_all(trace, IdentityTable::plain_key)).collect();
            let trees = traces.iter().zip(&identities).zip([0, 0, 1]).map(|((trace, of), side)| {
                (side, Arc::new(CallTree::new(trace, of, &mut |_, _| ())))
            });
            let trees: Vec<_> = trees.collect();
            let keys = (0..table.len()).map(|id| id.to_string()).collect();
            let paths = PathUnion::of_trees(&trees, keys, None);
            let found = numbers_of_runs(&paths, measure, Scale::Absolute, Options::default());
            prop_assert_eq!(&found.sides, &[0, 0, 1]);
            for (run, (trace, of)) in traces.iter().zip(&identities).enumerate() {
                for id in 0..table.len() {
                    let plain = plainly(trace, of, IdentityId(id as u32), measure);
                    prop_assert_eq!(found.ticks[run * table.len() + id], plain, "{} {}", run, id);
                }
            }
            let value = |run: usize, id: usize| found.ticks[run * table.len() + id];
            for (id, &is) in separated(&found).iter().enumerate() {
                let of_a = [value(0, id), value(1, id)];
                let plain = of_a.iter().all(|&a| a < value(2, id)) || of_a.iter().all(|&a| a > value(2, id));
                prop_assert_eq!(is, plain);
            }
        }
    }
}
