//! Aligns two traces under the default rules, or generated traces of growing size. Prints the result and the time it
//! took (the median of TIMES runs, and the least). With TIMES 0 it aligns once and compares the pairs with the longest
//! common subsequence of names in pre-order. No alignment that keeps order has more pairs.
//!
//! `cargo run --release -p diptych-compare --example align -- A B [TIMES]` or `… -- --made 10000000`
#![allow(clippy::unwrap_used, reason = "an example may panic")]
#![allow(clippy::print_stdout, reason = "it prints")]

use diptych_compare::Pair;
use diptych_compare::align::{Alignment, Kind, Options, Warp, align};
use diptych_compare::identity::{Identities, Rules, compile, identify};
use diptych_compare::lanes::{LaneEdits, PairBy, pair_lanes};
use diptych_formats::Input;
use diptych_testkit::{Rng, Shape, generate, plant};
use diptych_trace::{LaneId, Trace};
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [a, b] if a == "--made" => made(b.parse().unwrap()),
        [a, b, times @ ..] => {
            let [(a, format_a), (b, format_b)] = [a, b].map(|path| read(path));
            let times = times.first().map_or(5, |times| times.parse().unwrap());
            let rules = Rules::defaults([format_a, format_b]);
            let identities = identify(&compile(&rules).unwrap(), [&a, &b], &mut |_, _| ());
            let (_, alignment) = tell(&a, &b, &identities, times.max(1));
            if times == 0 {
                tell_bound(identities.pair([&a, &b]), &alignment);
            }
        }
        _ => panic!("two files and how often, or --made and a number of calls"),
    }
}

fn read(path: &str) -> (Trace, &'static str) {
    let mut input = Input::new(path);
    for piece in std::fs::read(path).unwrap().chunks(1 << 20) {
        input.feed(piece).unwrap();
    }
    let mut loaded = input.finish().unwrap();
    (loaded.traces.remove(0).1, loaded.format)
}

/// Aligns generated traces of up to `calls` calls with copies in which 1 % of the calls changed.
fn made(calls: usize) {
    let sizes = [calls / 16, calls / 4, calls];
    let mut before: Option<(f64, f64)> = None;
    for (seed, size) in sizes.into_iter().enumerate() {
        let shape =
            Shape { calls: size, lanes: 8, functions: 500, max_depth: 24, extent: size as i64 * 1_000 };
        let a = generate(seed as u64, shape);
        let edits = plant::random_edits(&mut Rng::new(seed as u64), &a, a.calls().len() / 1_000);
        let plant::PlantedPair { before: a, trace: b, .. } = plant::plant(&a, &edits);
        let identities = identify(&compile(&Rules::NONE).unwrap(), [&a, &b], &mut |_, _| ());
        let (seconds, _) = tell(&a, &b, &identities, 3);
        let here = ((a.calls().len() as f64).ln(), seconds.ln());
        if let Some(before) = before {
            println!("  exponent {:.2}", (here.1 - before.1) / (here.0 - before.0));
        }
        before = Some(here);
    }
}

/// Aligns two traces several times and prints the result. Returns the median time in seconds, and the alignment.
fn tell(a: &Trace, b: &Trace, identities: &Identities, times: usize) -> (f64, Alignment) {
    let pair = identities.pair([a, b]);
    let lanes = pair_lanes(pair, PairBy::Overlap, &LaneEdits::default(), &mut |_, _| ());
    let lanes: Vec<(LaneId, LaneId)> =
        lanes.pairs.iter().map(|pair| (pair.lanes[0], pair.lanes[1])).collect();
    let mut taken = Vec::new();
    let mut last: Option<Alignment> = None;
    for _ in 0..times {
        let start = Instant::now();
        last = Some(align(pair, &lanes, Options::default(), &mut |_, _| {}));
        taken.push(start.elapsed().as_secs_f64());
    }
    taken.sort_by(f64::total_cmp);
    let (alignment, seconds) = (last.unwrap(), taken[taken.len() / 2]);
    println!(
        "{} + {} calls: {:.1} ms, at least {:.1} ms",
        a.calls().len(),
        b.calls().len(),
        seconds * 1e3,
        taken[0] * 1e3
    );
    for (side, aligned) in ["A", "B"].iter().zip(&alignment.sides) {
        let all = aligned.kind.len().max(1) as f64;
        let time = aligned.self_time.iter().sum::<i64>().max(1) as f64;
        for kind in [Kind::Matched, Kind::Moved, Kind::Only] {
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
    (seconds, alignment)
}

/// Prints the pairs as a share of the longest common subsequence, computed in parallel bits (Hyyrö 2004).
/// O(calls of A · calls of B / 64).
fn tell_bound(pair: Pair, alignment: &Alignment) {
    let words = pair.traces[0].calls().len().div_ceil(64);
    let mut places: Vec<Vec<u64>> = vec![Vec::new(); pair.identity_count as usize];
    for (row, identity) in pair.of_calls(0).enumerate() {
        let bits = &mut places[identity.index()];
        bits.resize(words, 0);
        bits[row / 64] |= 1 << (row % 64);
    }
    let mut state = vec![u64::MAX; words];
    for identity in pair.of_calls(1) {
        let mut carry = false;
        for (word, mask) in state.iter_mut().zip(&places[identity.index()]) {
            let common = *word & mask;
            let (sum, over) = word.overflowing_add(common);
            let (sum, over_again) = sum.overflowing_add(u64::from(carry));
            (*word, carry) = (sum | (*word - common), over || over_again);
        }
    }
    let bound: u64 = state.iter().map(|word| u64::from(word.count_zeros())).sum();
    let [matched, moved, _] = alignment.sides[0].calls;
    let in_order = in_order(pair.traces[0], alignment);
    let share = |calls: u64| calls as f64 / bound.max(1) as f64;
    println!(
        "  subsequence {bound}: pairs {:.3}, matched {:.3}, neither moved nor in what moved {:.3}",
        share(matched + moved),
        share(matched),
        share(in_order)
    );
}

/// Returns the number of pairs that neither moved nor have a moved caller.
fn in_order(a: &Trace, alignment: &Alignment) -> u64 {
    let mut stands: Vec<bool> = Vec::new();
    let mut pairs = 0;
    for (kind, parent) in alignment.sides[0].kind.iter().zip(a.calls().parent()) {
        let holds = parent.some().is_none_or(|parent| stands[parent.index()]);
        stands.push(holds && *kind != Kind::Moved);
        pairs += u64::from(holds && *kind == Kind::Matched);
    }
    pairs
}
