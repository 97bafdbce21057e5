//! The table of planted faults: which row of the lists comes first, and whether it names the fault.

use super::planted::{Aligned, Lists, read};
use diptych_aggregate::{Finding, FindingKind};
use diptych_testkit::mpi::{Fault, Machine, Program, RunPlan, SimulatedRun, StateSpan, paje};
use std::collections::BTreeSet;
use std::ops::Range;

/// Numbers of slices, each with both time axes: true if matched calls are aligned.
pub(crate) const SETTINGS: [(usize, bool); 6] =
    [(30, false), (30, true), (60, false), (60, true), (96, false), (96, true)];

/// The table.
pub(crate) struct Table {
    /// One row for each pair and setting.
    pub(crate) rows: Vec<String>,
    /// Number of rows whose first row of the lists is right.
    pub(crate) right: usize,
}

/// Runs every program with every fault and judges the first row of the lists.
pub(crate) fn table(machine: Machine, steps: usize, seeds: Range<u64>, settings: &[(usize, bool)]) -> Table {
    let mut table = Table { rows: Vec::new(), right: 0 };
    for seed in seeds {
        for program in Program::ALL {
            for fault in Fault::of_each_kind(machine, seed) {
                let plan = |fault, seed| RunPlan { machine, program, steps, fault, seed };
                let [a, b] =
                    [plan(Fault::Nothing, 2 * seed), plan(fault, 2 * seed + 1)].map(|plan| plan.run());
                // A program without messages has no slow link.
                let fault = if b.acts.is_some() { fault } else { Fault::Nothing };
                let traces = [&a, &b].map(|run| read(&paje(run)));
                let aligned = Aligned::new([&traces[0], &traces[1]]);
                for &(slices, is_matched) in settings {
                    let lists = aligned.lists(slices, is_matched);
                    let is_right = is_right(&lists, fault, [&a, &b]);
                    table.right += usize::from(is_right);
                    let first = rows(&lists).into_iter().next().unwrap_or_else(|| "nothing".to_owned());
                    let verdict = if is_right { "right" } else { "WRONG" };
                    let axis = if is_matched { "matched" } else { "zero" };
                    table.rows.push(format!(
                        "{verdict} {program:?} {seed} {slices} {axis} · {} · {first}",
                        planted(&fault, &b)
                    ));
                }
            }
        }
    }
    table
}

fn planted(fault: &Fault, run: &SimulatedRun) -> String {
    let ms = |ns: i64| ns as f64 / 1e6;
    let acts =
        run.acts.map_or_else(String::new, |[from, to]| format!(" {:.1} to {:.1} ms", ms(from), ms(to)));
    let ranks = fault.ranks(run.machine);
    format!("{} on {}..{}{acts}", fault.name(), ranks.start, ranks.end)
}

/// Returns the rows of the lists: findings, then areas.
pub(crate) fn rows(lists: &Lists) -> Vec<String> {
    let path = |node: usize| lists.tree.path(node);
    let found = lists.findings.iter().map(|of| {
        let [from, to] = time_of(lists, of).map(|tick| tick as f64 / 1e6);
        let link = if of.kind == FindingKind::Messages { "and" } else { "waits for" };
        let other = of.other.map_or_else(String::new, |other| format!(" {link} {}", path(other)));
        let state = lists.input.state(of, "no state");
        let (kind, node, ms) = (of.kind, path(of.node), of.ticks / 1e6);
        format!("{kind:?} {node}{other} {from:.1} to {to:.1} ms, {ms:.1} ms {state}, z {:.0}", of.z)
    });
    let areas = lists.differences.found.iter().map(|of| {
        let part = of.departure.part;
        let node = path(part.node as usize);
        let change = of.ticks.iter().map(|[a, b]| format!("{:+.2}", (b - a) / 1e6));
        format!(
            "Area {node} {}..={} excess {:.2} z {:.0}, ms by state {}",
            part.from,
            part.to,
            of.departure.excess,
            of.departure.z,
            change.collect::<Vec<String>>().join(" ")
        )
    });
    found.chain(areas).collect()
}

/// Returns the time of a finding in B.
fn time_of(lists: &Lists, of: &Finding) -> [i64; 2] {
    lists.input.span(1, of)
}

/// Smallest change of a rank's time in a state, as a part of the run, that must have a row if nearly all ranks have it.
const LARGE: f64 = 0.05;

/// Returns the states in which nine of ten ranks outside of the fault spend far more time in B than in A.
fn grown_in_others(fault: Fault, [a, b]: [&SimulatedRun; 2]) -> Vec<&'static str> {
    let faulty = fault.ranks(a.machine);
    let others: Vec<usize> = (0..a.machine.lanes()).filter(|rank| !faulty.contains(rank)).collect();
    let states: BTreeSet<&'static str> = b.states.iter().map(|of| of.state).collect();
    let time = |run: &SimulatedRun, rank: usize, state: &str| -> i64 {
        let is_of = |of: &&StateSpan| of.rank == rank && of.state == state;
        run.states.iter().filter(is_of).map(|of| of.end - of.start).sum()
    };
    let has_grown = |state: &&'static str| {
        let least = (LARGE * a.end as f64) as i64;
        let grown = others.iter().filter(|&&rank| time(b, rank, state) - time(a, rank, state) >= least);
        grown.count() * 10 >= others.len() * 9
    };
    states.into_iter().filter(has_grown).collect()
}

/// Returns true if a row says that nearly all lanes spend more time in a state, because they wait for the lanes of the first
/// row.
fn names_waiting(lists: &Lists, state: &str) -> bool {
    let first = &lists.findings[0];
    lists.findings.iter().skip(1).any(|of| {
        matches!(of.kind, FindingKind::EachLane | FindingKind::Whole)
            && of.other == Some(first.node)
            && lists.input.state(of, "").contains(state)
    })
}

/// Returns true if the first row names the kind of the fault, its place and its time, and if nothing is listed without
/// a fault. If all lanes wait, a later row must say so.
fn is_right(lists: &Lists, fault: Fault, runs: [&SimulatedRun; 2]) -> bool {
    let run = runs[1];
    let (Some(first), Some(acts)) = (lists.findings.first(), run.acts) else {
        return fault == Fault::Nothing && rows(lists).is_empty();
    };
    let [from, to] = time_of(lists, first);
    if from > acts[1] || to < acts[0] {
        return false;
    }
    let (leaves, ranks) = (lists.tree.nodes()[first.node].leaves.clone(), fault.ranks(run.machine));
    let is_in = |leaves: &Range<usize>| ranks.start <= leaves.start && leaves.end <= ranks.end;
    let state = lists.input.state(first, "");
    match fault {
        Fault::Nothing => false,
        Fault::SlowHost { .. } | Fault::LateRank { .. } => {
            first.kind == FindingKind::Works
                && leaves == ranks
                && state.contains("computing")
                && grown_in_others(fault, runs).into_iter().all(|state| names_waiting(lists, state))
        }
        Fault::SlowLink { .. } => {
            let other = first.other.map(|other| lists.tree.nodes()[other].leaves.clone());
            first.kind == FindingKind::Messages && is_in(&leaves) && other.is_some_and(|other| is_in(&other))
        }
        Fault::GlobalStall { .. } => first.kind == FindingKind::Whole && state.contains("PMPI_"),
        Fault::AllSlower { .. } => {
            let all = lists.tree.leaves().len();
            first.kind == FindingKind::EachLane && first.lanes == all && state.contains("computing")
        }
        // The last barrier of A may match the one after the tail, so that the tail lies within the matched time.
        Fault::LongerTail { .. } => {
            matches!(first.kind, FindingKind::Tail | FindingKind::Whole) && state.contains("File_write")
        }
    }
}
