//! Planted faults come first in the lists, and nothing is listed without a fault.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic, and prints its table")]

#[path = "planted_runs/exchanged.rs"]
mod exchanged;
#[path = "planted_runs/planted.rs"]
mod planted;
#[path = "planted_runs/table.rs"]
mod table;
#[path = "planted_runs/waits.rs"]
mod waits;

use diptych_testkit::mpi::Machine;

/// Prints a table and returns the number of right rows and of all rows. No row without a fault may be wrong.
fn judged(
    machine: Machine,
    steps: usize,
    seeds: std::ops::Range<u64>,
    settings: &[(usize, bool)],
) -> [usize; 2] {
    let table = table::table(machine, steps, seeds, settings);
    for row in &table.rows {
        println!("{row}");
    }
    let is_wrong = |row: &&String| row.starts_with("WRONG") && row.contains("· nothing on");
    assert_eq!(table.rows.iter().find(is_wrong), None);
    [table.right, table.rows.len()]
}

#[test]
fn faults_on_sixteen_ranks_come_first() {
    let [right, all] = judged(Machine::SMALL, 100, 0..2, &table::SETTINGS);
    assert!(10 * right >= 9 * all, "{right} of {all}");
}

#[test]
fn faults_on_seven_hundred_ranks_come_first() {
    let [right, all] = judged(Machine::LARGE, 30, 0..1, &[(60, true)]);
    assert!(10 * right >= 9 * all, "{right} of {all}");
}

#[test]
fn faults_on_sixty_four_ranks_come_first() {
    let [right, all] = judged(Machine::MEDIUM, 60, 0..1, &[(30, false), (96, true)]);
    assert!(10 * right >= 9 * all, "{right} of {all}");
}
