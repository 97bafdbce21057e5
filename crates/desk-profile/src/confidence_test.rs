//! The confidence, with several runs a side, that functions and call paths changed.
//!
//! The test is that of the ranking (`permutation_test`) on other numbers. It is an analysis of its own, because the
//! table keeps one query of each: the two would replace each other.

use diptych_compare::ranking::{self, Options, PermutationResult};
use diptych_engine::{Analysis, JobInput, PathUnion, PermutationTest, ReadContext, Reads};
use diptych_profile::{FunctionTable, LeastShown, NodeId, Scale, WeightedTree};
use diptych_store::{Columns, StoreError};
use diptych_trace::IdentityId;
use diptych_views::PathReading;
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// The analysis that tests functions and paths for changes.
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

    fn compute(query: &Columns<'_>, bench: &mut JobInput<'_>) -> Result<Vec<u8>, StoreError> {
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

/// The quantity of a function that the runs are compared by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RunMeasure {
    /// Inclusive time. Recursive calls count once.
    Total,
    /// Self time.
    Own,
    /// Number of calls.
    Calls,
}

/// One number in each run for every function, and for every path that is long enough, under one measure.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RunNumbers {
    pub(crate) test: ranking::PermutationTest,
    /// Number of rows for functions, which come before those for paths.
    pub(crate) functions: usize,
    /// Row of each path by its caller's row and its function. Rows count paths only; a root's caller is
    /// [`NodeId::NONE`].
    pub(crate) rows: FxHashMap<(NodeId, IdentityId), NodeId>,
}

/// Least share of the whole that a path has in some run to get a row of its own. A shorter path fills no pixel on a
/// screen. It goes by its function, so that a million paths are not tested.
const LEAST_SHARE: f64 = 1.0 / 5_000.0;

/// Collects the numbers of all runs under a measure. Functions are summed over the raw stacks, paths over the folded or
/// inverted ones. O(nodes · runs).
pub(crate) fn numbers_of_runs(
    paths: &PathUnion,
    measure: RunMeasure,
    reading: PathReading,
    scale: Scale,
    options: Options,
) -> RunNumbers {
    let (count, by_calls) = (paths.identity_count(), measure == RunMeasure::Calls);
    let raw = WeightedTree::of_runs(&paths.union, by_calls);
    let table = FunctionTable::new(&raw, count);
    let mut tree = raw.folded(reading.folding, count);
    if reading.inverted {
        tree = Cow::Owned(tree.inverted(LeastShown { share: LEAST_SHARE, ..LeastShown::default() }).tree);
    }
    let wholes: Vec<f64> = (0..tree.sides().len()).map(|run| raw.whole(run) as f64).collect();
    let weighs = |node: NodeId| {
        let runs = tree.sides().iter().zip(&wholes);
        runs.into_iter().any(|(run, whole)| run.total[node.index()] as f64 >= whole * LEAST_SHARE)
    };
    let (mut kept, mut rows, mut row_of) = (Vec::new(), FxHashMap::default(), vec![NodeId::NONE; tree.len()]);
    for node in tree.nodes().filter(|&node| weighs(node)) {
        let row = NodeId(kept.len() as u32);
        let above = tree.parent()[node.index()].some().map_or(NodeId::NONE, |up| row_of[up.index()]);
        rows.insert((above, tree.identity()[node.index()]), row);
        row_of[node.index()] = row;
        kept.push(node.index());
    }
    let (mut ticks, mut calls) = (Vec::new(), Vec::new());
    // In an inverted tree, a caller is judged by the weight of the function that it calls, as in the picture.
    let by_own = measure == RunMeasure::Own && !reading.inverted;
    for (run, whole) in wholes.iter().enumerate() {
        let (of_functions, of_paths) = (&table.sides[run], &tree.sides()[run]);
        let functions = if measure == RunMeasure::Total { &of_functions.total } else { &of_functions.own };
        let paths = if by_own { &of_paths.own } else { &of_paths.total };
        let by = if scale == Scale::PerTotal && *whole > 0.0 { *whole } else { 1.0 };
        let all = functions.iter().chain(kept.iter().map(|&node| &paths[node]));
        ticks.extend(all.map(|&weight| weight as f64 / by));
        calls.extend(of_functions.calls.iter().chain(kept.iter().map(|&node| &of_paths.calls[node])));
    }
    let is_time = scale == Scale::Absolute && !by_calls;
    let test = ranking::PermutationTest {
        sides: paths.union.runs().iter().map(|run| run.side as u8).collect(),
        ticks,
        steady: Vec::new(),
        calls,
        floor: if is_time { options.floor.ticks as f64 } else { 0.0 },
        level: options.level,
    };
    RunNumbers { test, functions: count, rows }
}

/// Returns, for each row, whether every run of one side is above every run of the other. O(rows · runs).
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
    use diptych_profile::{CallTree, Folding};
    use diptych_testkit::{IdentityTable, Shape, generate};
    use diptych_trace::{CallId, Trace};
    use proptest::prelude::*;
    use std::sync::Arc;

    /// Computes a function's number in a run, call by call.
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

    const FOLDINGS: [Folding; 3] = [Folding::AsCalled, Folding::Direct, Folding::Full];

    /// Computes a path's number in a run: folds and inverts the stack of each call on its own.
    fn of_path(
        trace: &Trace,
        identities: &[IdentityId],
        path: &[IdentityId],
        reading: PathReading,
        measure: RunMeasure,
    ) -> f64 {
        let calls = trace.calls();
        let mut sum = 0;
        for row in 0..calls.len() {
            let mut stack: Vec<IdentityId> = Vec::new();
            let up = std::iter::successors(Some(row), |&row| calls.parent()[row].some().map(CallId::index));
            let mut frames: Vec<usize> = up.collect();
            frames.reverse();
            for identity in frames.iter().map(|&row| identities[calls.function()[row].index()]) {
                let at = match reading.folding {
                    Folding::AsCalled => None,
                    Folding::Direct => (stack.last() == Some(&identity)).then(|| stack.len() - 1),
                    Folding::Full => stack.iter().position(|&on_stack| on_stack == identity),
                };
                match at {
                    Some(at) => stack.truncate(at + 1),
                    None => stack.push(identity),
                }
            }
            if reading.inverted {
                stack.reverse();
            }
            let is_own = measure == RunMeasure::Own && !reading.inverted;
            let is_on = if is_own { stack == path } else { stack.starts_with(path) };
            let own = calls.self_time(CallId(row as u32));
            sum += i64::from(is_on) * if measure == RunMeasure::Calls { 1 } else { own };
        }
        sum as f64
    }

    proptest! {
        #[test]
        fn run_numbers_match_naive_sums(seed: u64, which in 0usize..3, folding in 0usize..3, inverted: bool) {
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
            let reading = PathReading { folding: FOLDINGS[folding], inverted };
            let numbers = numbers_of_runs(&paths, measure, reading, Scale::Absolute, Options::default());
            let (found, rows) = (&numbers.test, numbers.test.rows());
            prop_assert_eq!(numbers.functions, table.len());
            prop_assert_eq!(&found.sides, &[0, 0, 1]);
            for (run, (trace, of)) in traces.iter().zip(&identities).enumerate() {
                for id in 0..table.len() {
                    let plain = plainly(trace, of, IdentityId(id as u32), measure);
                    prop_assert_eq!(found.ticks[run * rows + id], plain, "{} {}", run, id);
                }
            }
            let value = |run: usize, id: usize| found.ticks[run * rows + id];
            for (id, &is) in separated(found).iter().enumerate() {
                let of_a = [value(0, id), value(1, id)];
                let plain = of_a.iter().all(|&a| a < value(2, id)) || of_a.iter().all(|&a| a > value(2, id));
                prop_assert_eq!(is, plain);
            }
            // The rows of paths equal the sums over their stacks, folded and inverted one by one.
            for (&(above, function), &row) in &numbers.rows {
                let mut path = vec![function];
                let mut up = above;
                while up != NodeId::NONE {
                    let (&(next, function), _) = numbers.rows.iter().find(|(_, of)| **of == up).unwrap();
                    path.push(function);
                    up = next;
                }
                path.reverse();
                for (run, (trace, of)) in traces.iter().zip(&identities).enumerate() {
                    let plain = of_path(trace, of, &path, reading, measure);
                    prop_assert_eq!(value(run, numbers.functions + row.index()), plain, "{:?}", path);
                }
            }
        }
    }
}
