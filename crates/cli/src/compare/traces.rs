//! Traces of both sides, read one after the other: of several runs a side only the call trees stay.

use super::comparison::RunFacts;
use super::times::Times;
use super::{in_parallel, rules};
use crate::CliError;
use crate::open::open as open_trace;
use diptych_compare::Pair;
use diptych_compare::identity::{Compiled, Identities, Rules, identify_runs};
use diptych_compare::ranking::run_of_median_total;
use diptych_engine::trace::{Axis, IdentityId, Run, Trace};
use diptych_profile::CallTree;
use diptych_views::words;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The first run of each side, and the rules that follow from their formats.
pub(super) struct Opened {
    pub(super) rules: Rules,
    compiled: Compiled,
    first: [Run; 2],
}

/// All runs.
pub(super) struct AllRuns {
    pub(super) rules: Rules,
    pub(super) compiled: Compiled,
    /// Keys of the identities of all runs, in their order.
    pub(super) keys: Vec<String>,
    pub(super) sides: [Side; 2],
}

/// Runs of a side, the aligned one first.
pub(super) struct Side {
    pub(super) runs: Vec<RunFacts>,
    pub(super) trees: Vec<Arc<CallTree>>,
    /// The trace that is aligned.
    pub(super) trace: Trace,
    /// Identity of each of its functions.
    pub(super) identities: Vec<IdentityId>,
}

impl AllRuns {
    /// The pair that is aligned.
    pub(super) fn pair(&self) -> Pair<'_> {
        let [a, b] = &self.sides;
        Pair {
            traces: [&a.trace, &b.trace],
            identities: [&a.identities, &b.identities],
            identity_count: self.keys.len() as u32,
        }
    }
}

/// Reads the first run of each side, and the rules.
pub(super) fn open(
    paths: &[Vec<PathBuf>; 2],
    rules: Option<&Path>,
    times: &Times,
) -> Result<Opened, CliError> {
    let [a, b] = paths;
    let (a, b) = in_parallel(|| read_timed(&a[0], times), || read_timed(&b[0], times));
    let first = [a?, b?];
    same_axis(first.each_ref().map(|run| run.trace.axis()))?;
    let (rules, compiled) = rules::read(rules, [&first[0].format, &first[1].format])?;
    Ok(Opened { rules, compiled, first })
}

/// Sides that measure different things have no difference.
fn same_axis(axes: [Axis; 2]) -> Result<(), CliError> {
    let unlike = || CliError::Failed(format!("These two cannot be compared. {}", words::unlike_axes(axes)));
    if axes[0] == axes[1] { Ok(()) } else { Err(unlike()) }
}

fn read_timed(path: &Path, times: &Times) -> Result<Run, CliError> {
    times.of(format!("reading {}", path.display()), || open_trace(path))
}

impl Opened {
    /// Reads the other runs, and brings all under one numbering of functions.
    pub(super) fn read_all(self, paths: &[Vec<PathBuf>; 2], times: &Times) -> Result<AllRuns, CliError> {
        let Self { rules, compiled, first: [a, b] } = self;
        let read = |side: usize, first: Run| ReadSide::read(side, first, &paths[side], &compiled, times);
        let (a, b) = in_parallel(|| read(0, a), || read(1, b));
        let [a, b] = [a?, b?];
        let mut keys: Vec<String> =
            [&a, &b].into_iter().flat_map(|side| &side.runs).flat_map(|run| &run.keys).cloned().collect();
        keys.sort_unstable();
        keys.dedup();
        let sides = [a.numbered(&keys), b.numbered(&keys)];
        Ok(AllRuns { rules, compiled, keys, sides })
    }
}

/// Runs of a side, each under its own numbering of functions.
struct ReadSide {
    runs: Vec<OneRun>,
    trace: Trace,
    /// Which run the trace is.
    aligned: usize,
}

/// What stays of a run when its trace is gone.
struct OneRun {
    facts: RunFacts,
    tree: CallTree,
    keys: Vec<String>,
    /// Of each function, its place in `keys`.
    of_function: Vec<IdentityId>,
}

impl OneRun {
    fn new(side: usize, run: &Run, compiled: &Compiled) -> Self {
        let trace = &run.trace;
        let mut runs = [&[][..], &[]];
        let functions = [trace.functions().specs(trace.names())];
        runs[side] = &functions;
        let Identities { mut of_function, keys, .. } = identify_runs(compiled, runs, &mut |_, _| ());
        let of_function = of_function[side].pop().unwrap_or_default();
        let tree = CallTree::new(trace, &of_function, &mut |_, _| ());
        let calls = trace.calls().len() as u64;
        let facts = RunFacts { name: run.name.clone(), format: run.format.clone(), calls };
        Self { facts, tree, keys, of_function }
    }
}

impl ReadSide {
    fn read(
        side: usize,
        first: Run,
        paths: &[PathBuf],
        compiled: &Compiled,
        times: &Times,
    ) -> Result<Self, CliError> {
        let letter = ["A", "B"][side];
        let fold =
            |run: &Run| times.of(format!("call tree of {letter}"), || OneRun::new(side, run, compiled));
        let (mut runs, axis) = (vec![fold(&first)], first.trace.axis());
        if paths.len() == 1 {
            return Ok(Self { runs, trace: first.trace, aligned: 0 });
        }
        // Of several runs the traces would not fit: the one that is aligned is read again.
        drop(first);
        for path in &paths[1..] {
            let run = read_timed(path, times)?;
            if run.trace.axis() != axis {
                let text =
                    format!("{} measures something else than the first run of {letter}", path.display());
                return Err(CliError::Failed(text));
            }
            runs.push(fold(&run));
        }
        let totals: Vec<i64> = runs.iter().map(|run| run.tree.total_ticks()).collect();
        let aligned = run_of_median_total(&totals);
        let again = read_timed(&paths[aligned], times)?;
        let known = &runs[aligned];
        let functions = again.trace.functions().len();
        if again.trace.calls().len() as u64 != known.facts.calls || functions != known.of_function.len() {
            let text = format!("{} changed while it was read", paths[aligned].display());
            return Err(CliError::Failed(text));
        }
        Ok(Self { runs, trace: again.trace, aligned })
    }

    /// Under the numbering of all keys, which ascend.
    fn numbered(mut self, keys: &[String]) -> Side {
        self.runs[..=self.aligned].rotate_right(1);
        let mut side =
            Side { runs: Vec::new(), trees: Vec::new(), trace: self.trace, identities: Vec::new() };
        for (place, run) in self.runs.into_iter().enumerate() {
            let number = |key: &String| IdentityId(keys.partition_point(|known| known < key) as u32);
            let new: Vec<IdentityId> = run.keys.iter().map(number).collect();
            if place == 0 {
                side.identities = run.of_function.iter().map(|old| new[old.index()]).collect();
            }
            side.trees.push(Arc::new(run.tree.under(&new)));
            side.runs.push(run.facts);
        }
        side
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_engine::trace::{AxisKind, Unit};

    #[test]
    fn sides_that_measure_different_things_are_refused() {
        let samples = Axis { kind: AxisKind::Weight, unit: Unit::Count, scale: 1.0 };
        assert!(same_axis([Axis::TIME; 2]).is_ok() && same_axis([samples; 2]).is_ok());
        let Err(CliError::Failed(why)) = same_axis([Axis::TIME, samples]) else {
            panic!("they are compared")
        };
        assert!(
            why.starts_with("These two cannot be compared. A measures time, B measures samples."),
            "{why}"
        );
    }
}
