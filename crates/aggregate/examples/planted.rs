//! Prints which planted faults the lists of a pair name first: `cargo run -p diptych-aggregate --example planted --
//! [LANES] [SEEDS]`, with 16, 64 or 700 lanes. With two Pajé files in place of these, prints the lists of that pair.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a tool for developers")]

#[path = "../tests/support/planted.rs"]
mod planted;
#[path = "../tests/support/table.rs"]
mod table;

use diptych_testkit::mpi::Machine;
use planted::{Aligned, read};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [a, b] = &arguments[..]
        && std::path::Path::new(a).exists()
    {
        let [a, b] = [a, b].map(|path| read(&std::fs::read_to_string(path).unwrap()));
        let aligned = Aligned::new([&a, &b]);
        for (slices, is_matched) in table::SETTINGS {
            println!("{slices} slices, {}", if is_matched { "matched" } else { "zero" });
            for row in table::rows(&aligned.lists(slices, is_matched)).iter().take(8) {
                println!("    {row}");
            }
        }
        return;
    }
    let number = |at: usize| arguments.get(at).map(|text| text.parse::<u64>().unwrap());
    let (machine, steps) = match number(0) {
        Some(700) => (Machine::LARGE, 60),
        Some(64) => (Machine::MEDIUM, 80),
        _ => (Machine::SMALL, 100),
    };
    let table = table::table(machine, steps, 0..number(1).unwrap_or(3), &table::SETTINGS);
    for row in &table.rows {
        println!("{row}");
    }
    println!("{} of {} right", table.right, table.rows.len());
}
