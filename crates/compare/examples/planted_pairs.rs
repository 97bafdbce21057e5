//! Plants edits in traces and prints how well the alignment finds them: precision and recall by kind, over 20 seeds for
//! each file.
//!
//! `cargo run --release -p diptych-compare --example planted_pairs -- FILE…`
#![allow(clippy::unwrap_used, reason = "an example may panic")]
#![allow(clippy::print_stdout, reason = "it prints")]

#[path = "../tests/align/score.rs"]
mod score;

use diptych_formats::Input;
use diptych_testkit::Rng;
use diptych_testkit::plant::{EditKind, plant, random_edit, random_edits};
use diptych_trace::Trace;
use score::{Score, Scores};

const SEEDS: u64 = 20;

fn main() {
    let traces: Vec<Trace> = std::env::args().skip(1).map(|path| read(&path)).collect();
    println!("{:<24} {:>10} {:>10} {:>8} {:>8} {:>8}", "", "precision", "recall", "found", "missed", "wrong");
    for kind in EditKind::ALL {
        let scores = run(&traces, |rng, trace| plant(trace, &[random_edit(rng, trace, kind)]));
        print(&format!("1 {kind:?}"), scores.differences());
        print("  pairs", scores.pairs);
        if kind == EditKind::Slow {
            print("  slower", scores.slower);
        }
    }
    for count in [1, 10, 100] {
        let scores = run(&traces, |rng, trace| plant(trace, &random_edits(rng, trace, count)));
        println!("{count} of all kinds");
        let parts = [
            ("only in A", scores.gone),
            ("only in B", scores.new),
            ("moved", scores.moved),
            ("slower", scores.slower),
            ("pairs", scores.pairs),
        ];
        for (name, score) in parts {
            print(&format!("  {name}"), score);
        }
    }
}

fn run(traces: &[Trace], of: impl Fn(&mut Rng, &Trace) -> diptych_testkit::plant::PlantedPair) -> Scores {
    let mut sum = Scores::default();
    for trace in traces {
        for seed in 0..SEEDS {
            sum.add(&score::score(&of(&mut Rng::new(seed), trace)));
        }
    }
    sum
}

fn print(name: &str, score: Score) {
    let Score { found, missed, wrong } = score;
    let [precision, recall] = [score.precision(), score.recall()];
    println!("{name:<24} {precision:>10.4} {recall:>10.4} {found:>8} {missed:>8} {wrong:>8}");
}

fn read(path: &str) -> Trace {
    let mut input = Input::new(path);
    for piece in std::fs::read(path).unwrap().chunks(1 << 20) {
        input.feed(piece).unwrap();
    }
    input.finish().unwrap().traces.remove(0).1
}
