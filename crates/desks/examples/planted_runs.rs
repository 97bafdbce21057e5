//! Prints which planted faults the lists of a pair name first, or the lists of two Pajé files, or writes such runs:
//!
//! * `cargo run -p diptych-desks --example planted_runs -- [LANES] [SEEDS]`, with 16, 64 or 700 lanes; SEEDS is a number of
//!   seeds or a range such as `12..20`
//! * `… --example planted_runs -- A B`
//! * `… --example planted_runs -- write FOLDER LANES SEED` writes a pair of Pajé files for each program and fault,
//!   `PROGRAM-FAULT-a.paje` and `PROGRAM-FAULT-b.paje`, and `truth.txt`
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a tool for developers")]

#[path = "../tests/planted_runs/planted.rs"]
mod planted;
#[path = "../tests/planted_runs/table.rs"]
mod table;

use diptych_testkit::mpi::{Fault, Machine, Program, RunPlan, paje};
use planted::{Aligned, read};
use std::path::Path;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["write", folder, lanes, seed] => write(Path::new(folder), lanes, seed.parse().unwrap()),
        [a, b] if Path::new(a).exists() => print_lists(a, b),
        _ => print_table(words.first().copied().unwrap_or("16"), words.get(1).copied().unwrap_or("3")),
    }
}

/// Returns a machine with this number of lanes, and the number of steps that its runs have.
fn machine(lanes: &str) -> (Machine, usize) {
    match lanes {
        "700" => (Machine::LARGE, 60),
        "64" => (Machine::MEDIUM, 80),
        _ => (Machine::SMALL, 100),
    }
}

fn print_table(lanes: &str, seeds: &str) {
    let (machine, steps) = machine(lanes);
    let seeds = match seeds.split_once("..") {
        Some((from, to)) => from.parse().unwrap()..to.parse().unwrap(),
        None => 0..seeds.parse().unwrap(),
    };
    let table = table::table(machine, steps, seeds, &table::SETTINGS);
    for row in &table.rows {
        println!("{row}");
    }
    println!("{} of {} right", table.right, table.rows.len());
}

fn print_lists(a: &str, b: &str) {
    let [a, b] = [a, b].map(|path| read(&std::fs::read_to_string(path).unwrap()));
    let aligned = Aligned::new([&a, &b]);
    for (slices, is_matched) in table::SETTINGS {
        println!("{slices} slices, {}", if is_matched { "matched" } else { "zero" });
        for row in table::rows(&aligned.lists(slices, is_matched)).iter().take(8) {
            println!("    {row}");
        }
    }
}

fn write(folder: &Path, lanes: &str, seed: u64) {
    std::fs::create_dir_all(folder).unwrap();
    let (machine, steps) = machine(lanes);
    let mut truth = String::new();
    for program in Program::ALL {
        for fault in Fault::of_each_kind(machine, seed) {
            let plan = |fault, seed| RunPlan { machine, program, steps, fault, seed };
            let [a, b] = [plan(Fault::Nothing, 2 * seed), plan(fault, 2 * seed + 1)].map(|plan| plan.run());
            let name = format!("{program:?}-{}", fault.name().replace(' ', "-")).to_lowercase();
            for (side, run) in [("a", &a), ("b", &b)] {
                std::fs::write(folder.join(format!("{name}-{side}.paje")), paje(run)).unwrap();
            }
            truth += &format!("{name}: {fault:?}, acts between {:?} ns\n", b.acts);
        }
    }
    std::fs::write(folder.join("truth.txt"), truth).unwrap();
}
