//! Aligns two traces, or made ones of growing size, and prints what came of it and how long it took (the median).
//!
//! `cargo run --release -p diptych-compare --example align -- A B [TIMES]` or `… -- --made 10000000`
#![allow(clippy::unwrap_used, reason = "an example may panic")]
#![allow(clippy::print_stdout, reason = "it prints")]

use diptych_compare::Pair;
use diptych_compare::align::{Alignment, Kind, Options, Warp, align};
use diptych_formats::Input;
use diptych_testkit::{IdentityTable, Rng, Shape, generate, plant};
use diptych_trace::{LaneId, Trace};
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [a, b] if a == "--made" => made(b.parse().unwrap()),
        [a, b, times @ ..] => {
            let [a, b] = [a, b].map(|path| read(path));
            tell(&a, &b, times.first().map_or(5, |times| times.parse().unwrap()));
        }
        _ => panic!("two files and how often, or --made and a number of calls"),
    }
}

fn read(path: &str) -> Trace {
    let mut input = Input::new(path);
    for piece in std::fs::read(path).unwrap().chunks(1 << 20) {
        input.feed(piece).unwrap();
    }
    input.finish().unwrap().traces.remove(0).1
}

/// Traces of up to `calls` calls against themselves with 1 % of the calls changed.
fn made(calls: usize) {
    let sizes = [calls / 16, calls / 4, calls];
    let mut before: Option<(f64, f64)> = None;
    for (seed, size) in sizes.into_iter().enumerate() {
        let shape =
            Shape { calls: size, lanes: 8, functions: 500, max_depth: 24, extent: size as i64 * 1_000 };
        let a = generate(seed as u64, shape);
        let edits = plant::random_edits(&mut Rng::new(seed as u64), &a, a.calls().len() / 1_000);
        let plant::Planted { before: a, trace: b, .. } = plant::plant(&a, &edits);
        let seconds = tell(&a, &b, 3);
        let here = ((a.calls().len() as f64).ln(), seconds.ln());
        if let Some(before) = before {
            println!("  exponent {:.2}", (here.1 - before.1) / (here.0 - before.0));
        }
        before = Some(here);
    }
}

/// Seconds an alignment took, the median of some.
fn tell(a: &Trace, b: &Trace, times: usize) -> f64 {
    let mut table = IdentityTable::default();
    let identities = [a, b].map(|trace| table.identify_all(trace, IdentityTable::plain_key));
    let pair = Pair {
        traces: [a, b],
        identities: [&identities[0], &identities[1]],
        identity_count: table.len() as u32,
    };
    let lanes: Vec<(LaneId, LaneId)> = a.lanes().ids().zip(b.lanes().ids()).collect();
    let mut taken = Vec::new();
    let mut last: Option<Alignment> = None;
    for _ in 0..times {
        let start = Instant::now();
        last = Some(align(pair, &lanes, Options::default(), &mut |_, _| {}));
        taken.push(start.elapsed().as_secs_f64());
    }
    taken.sort_by(f64::total_cmp);
    let (alignment, seconds) = (last.unwrap(), taken[taken.len() / 2]);
    println!("{} + {} calls: {:.1} ms", a.calls().len(), b.calls().len(), seconds * 1e3);
    for (side, aligned) in ["A", "B"].iter().zip(&alignment.sides) {
        let all = aligned.kind.len().max(1) as f64;
        let time = aligned.self_time.iter().sum::<i64>().max(1) as f64;
        for kind in Kind::ALL {
            let (calls, ticks) = (aligned.calls[kind as usize], aligned.self_time[kind as usize]);
            let shares = [calls as f64 / all, ticks as f64 / time].map(|share| share * 100.0);
            println!(
                "  {side} {kind:?}: {calls} calls, {:.2} % of calls, {:.2} % of time",
                shares[0], shares[1]
            );
        }
    }
    let start = Instant::now();
    let warp = Warp::new(pair, &alignment);
    println!("  warp: {} anchors, {:.1} ms", warp.anchors().len(), start.elapsed().as_secs_f64() * 1e3);
    seconds
}
