//! Writes a seeded trace of any number of calls as Chrome JSON, without holding it in memory.
//!
//!     cargo run --release -p diptych-cli --example giant_trace -- FILE CALLS SEED [SLOWER]
//!
//! Nine threads run steps of a simulation. In the last two fifths of the run, `collide::narrow` takes SLOWER times as long,
//! and `io::flush` runs in every tenth step.
#![allow(clippy::unwrap_used, reason = "an example that cannot write has nothing else to do")]

use diptych_testkit::Rng;
use std::fs::File;
use std::io::{BufWriter, Write};

const THREADS: u64 = 9;

struct Program {
    out: BufWriter<File>,
    rng: Rng,
    at_ns: [u64; THREADS as usize],
    calls: u64,
    wanted: u64,
    slower: f64,
}

impl Program {
    fn is_late(&self) -> bool {
        self.calls * 5 > self.wanted * 3
    }

    fn call(&mut self, thread: u64, name: &str, work_ns: u64, inside: impl FnOnce(&mut Self)) {
        let start = self.at_ns[thread as usize];
        let before = self.rng.below(work_ns + 1) / 2;
        self.at_ns[thread as usize] += before;
        inside(self);
        self.at_ns[thread as usize] += work_ns - before;
        let end = self.at_ns[thread as usize];
        self.calls += 1;
        let us = |ns: u64| format!("{}.{:03}", ns / 1000, ns % 1000);
        let (ts, dur) = (us(start), us(end - start));
        write!(
            self.out,
            ",\n{{\"ph\":\"X\",\"pid\":1,\"tid\":{thread},\"ts\":{ts},\"dur\":{dur},\"name\":\"{name}\"}}"
        )
        .unwrap();
    }

    fn leaf(&mut self, thread: u64, name: &str, mean_ns: u64) {
        let spread = self.rng.below(mean_ns) + mean_ns / 2;
        // One call in some thousands waits for the system.
        let pause = if self.rng.below(20_000) == 0 { 300_000 } else { 0 };
        self.call(thread, name, spread + pause, |_| ());
    }

    fn step(&mut self, thread: u64, number: u64) {
        self.call(thread, "step", 800, |program| {
            program.call(thread, "physics", 500, |program| {
                for _ in 0..2 + program.rng.below(6) {
                    program.leaf(thread, "integrate", 900);
                }
                program.call(thread, "collide", 300, |program| {
                    program.leaf(thread, "collide::broad", 2_000);
                    for _ in 0..program.rng.below(24) {
                        let slower = if program.is_late() { program.slower } else { 1.0 };
                        program.leaf(thread, "collide::narrow", (1_200.0 * slower) as u64);
                    }
                });
            });
            program.call(thread, "render", 700, |program| {
                for object in 0..3 + program.rng.below(20) {
                    program.call(thread, "draw", 300, |program| {
                        program.leaf(
                            thread,
                            ["draw::mesh", "draw::text", "draw::line"][object as usize % 3],
                            700,
                        );
                    });
                }
            });
            if number.is_multiple_of(10) && program.is_late() {
                program.leaf(thread, "io::flush", 40_000);
            }
        });
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, calls, seed, rest @ ..] = &arguments[..] else {
        eprintln!("usage: giant_trace FILE CALLS SEED [SLOWER]");
        std::process::exit(2);
    };
    let mut program = Program {
        out: BufWriter::with_capacity(1 << 20, File::create(file).unwrap()),
        rng: Rng::new(seed.parse().unwrap()),
        at_ns: [0; THREADS as usize],
        calls: 0,
        wanted: calls.parse().unwrap(),
        slower: rest.first().map_or(1.0, |slower| slower.parse().unwrap()),
    };
    program
        .out
        .write_all(b"[{\"ph\":\"M\",\"pid\":1,\"name\":\"process_name\",\"args\":{\"name\":\"simulation\"}}")
        .unwrap();
    let mut number = 0;
    while program.calls < program.wanted {
        // Frames of a hundred steps are calls, too.
        for thread in 0..THREADS {
            program.call(thread, "frame", 2_000, |program| {
                for step in 0..100 {
                    program.step(thread, number * 100 + step);
                }
            });
        }
        number += 1;
    }
    program.out.write_all(b"]\n").unwrap();
    program.out.flush().unwrap();
    println!("{file}: {} calls", program.calls);
}
