//! Exchanging A and B gives the same findings with the other sign, and nothing is listed where nothing is planted.

use super::planted::{Aligned, Lists, read};
use super::table::{SETTINGS, rows};
use diptych_testkit::mpi::{Fault, Machine, Program, RunPlan, paje};
use diptych_trace::Trace;

/// Returns each finding by its kind, lanes, awaited lanes, state, and whether it takes longer on a side.
fn names(lists: &Lists, side: usize) -> Vec<String> {
    let path = |node: usize| lists.tree.path(node);
    let name = |of: &diptych_aggregate::Finding| {
        let is_longer = (of.ticks > 0.0) == (side == 1);
        let other = of.other.map(path);
        format!("{:?} {} {other:?} {} {is_longer}", of.kind, path(of.node), lists.input.state(of, "no state"))
    };
    lists.findings.iter().map(name).collect()
}

fn runs(machine: Machine, program: Program, fault: Fault, seed: u64) -> [Trace; 2] {
    let plan = |fault, seed| RunPlan { machine, program, steps: 60, fault, seed };
    [plan(Fault::Nothing, 2 * seed), plan(fault, 2 * seed + 1)].map(|plan| read(&paje(&plan.run())))
}

#[test]
fn exchanged_runs_have_exchanged_findings() {
    let mut count = 0;
    for program in Program::ALL {
        for fault in Fault::of_each_kind(Machine::SMALL, 1) {
            let [a, b] = runs(Machine::SMALL, program, fault, 1);
            let pairs = [Aligned::new([&a, &b]), Aligned::new([&b, &a])];
            for (slices, is_matched) in SETTINGS {
                let [one, other] = pairs.each_ref().map(|pair| pair.lists(slices, is_matched));
                assert_eq!(names(&one, 1), names(&other, 0), "{program:?} {fault:?} {slices} {is_matched}");
                let sum = |lists: &Lists| lists.findings.iter().map(|of| of.ticks).sum::<f64>();
                assert!((sum(&one) + sum(&other)).abs() < 1e-3 * sum(&one).abs().max(1.0));
                count += one.findings.len();
            }
        }
    }
    assert!(count > 100, "{count}");
}

/// A pause of one lane makes its neighbours wait. Their groups are no areas.
#[test]
fn runs_without_a_fault_have_empty_lists() {
    let wide = Machine { clusters: 5, hosts: 6, ranks: 10 };
    for (machine, seeds) in [(Machine::SMALL, 4..12), (Machine::MEDIUM, 2..9), (wide, 0..2)] {
        for seed in seeds {
            let [a, b] = runs(machine, Program::Stencil, Fault::Nothing, seed);
            let pair = Aligned::new([&a, &b]);
            for (slices, is_matched) in SETTINGS {
                let found = rows(&pair.lists(slices, is_matched));
                assert_eq!(found, [""; 0], "{} lanes, seed {seed}, {slices} slices", machine.lanes());
            }
        }
    }
}
