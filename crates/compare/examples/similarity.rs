//! Measures callee-set similarity on a pair of trace files:
//! `cargo run --release -p diptych-compare --example similarity -- A B [tau] [plain|multiset|time] [least_px]`.
#![allow(clippy::print_stdout, reason = "a program that prints")]

use diptych_compare::Pair;
use diptych_compare::similarity::{
    Axes, Bars, CalleeSets, Groups, Join, Matches, Measure, Similarity, Viewport, Window, expand, repetitions,
};
use diptych_formats::Input;
use diptych_trace::{IdentityTable, Trace};
use std::error::Error;
use std::io::Read;
use std::time::Instant;

fn read(path: &str) -> Result<Trace, Box<dyn Error>> {
    let mut input = Input::new(path);
    let mut file = std::fs::File::open(path)?;
    let mut piece = vec![0; 1 << 20];
    loop {
        match file.read(&mut piece)? {
            0 => break,
            count => input.feed(&piece[..count])?,
        }
    }
    let opened = input.finish()?;
    let (_, trace) = opened.traces.into_iter().next().ok_or("no trace in it")?;
    Ok(trace)
}

/// Runs a step a few times and prints the median and the least.
fn timed<T>(what: &str, mut step: impl FnMut() -> T) -> T {
    let mut seconds = Vec::new();
    loop {
        let begun = Instant::now();
        let result = step();
        seconds.push(begun.elapsed().as_secs_f64());
        if seconds.len() == 5 {
            seconds.sort_by(f64::total_cmp);
            println!("{what:24} {:8.2} ms (least {:.2})", seconds[2] * 1e3, seconds[0] * 1e3);
            return result;
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [a, b, ..] = &arguments[..] else { return Err("two files, please".into()) };
    let tau = arguments.get(2).map_or(Ok(0.2), |tau| tau.parse())?;
    let measure = match arguments.get(3).map(String::as_str) {
        Some("multiset") => Measure::Multiset,
        Some("time") => Measure::TimeWeighted,
        _ => Measure::Plain,
    };
    let least_px = arguments.get(4).map_or(Ok(1.0), |px| px.parse())?;
    let [a, b] = [read(a)?, read(b)?];
    let mut table = IdentityTable::default();
    let of_a = table.identify_all(&a, IdentityTable::plain_key);
    let of_b = table.identify_all(&b, IdentityTable::plain_key);
    let pair = Pair { traces: [&a, &b], identities: [&of_a, &of_b], identity_count: table.len() as u32 };
    println!("calls {} + {}, identities {}", a.calls().len(), b.calls().len(), table.len());
    run(pair, tau, measure, least_px)
}

fn run(pair: Pair<'_>, tau: f64, measure: Measure, least_px: f64) -> Result<(), Box<dyn Error>> {
    let mut quiet = |_: u64, _: u64| ();
    let sets = timed("classes", || CalleeSets::new(pair, measure, &mut quiet))?;
    println!("  {} distinct, {} + {}", sets.len(), sets.distinct(0), sets.distinct(1));
    let join = Join { tau, ..Join::default() };
    let similarity = timed("join", || Similarity::join(&sets, join, &mut quiet));
    let (class_pairs, call_pairs) = (similarity.class_pairs(), similarity.call_pairs());
    println!("  {class_pairs} class pairs, {call_pairs} call pairs, kept {:?}", similarity.kept());
    let matches = Matches { pair, sets: &sets, similarity: &similarity };
    let bars = timed("bars, set up", || Bars::new(matches, &mut quiet));
    let edges: Vec<i64> = (0..=192).map(|edge| pair.traces[0].extent() * edge / 192 + 1).collect();
    let drawn = timed("bars, 192 bins", || bars.of(matches, 0, Axes::default(), &edges));
    println!("  Σ s {:e}", drawn.iter().map(|bar| bar.similarity).sum::<f64>());
    let busiest = (0..192).max_by_key(|&bin| drawn[bin].calls).unwrap_or(0);
    let delta = timed("bars, δ of one bin", || {
        bars.printed_delta(matches, 0, Axes::default(), edges[busiest]..edges[busiest + 1])
    });
    println!("  {} calls, δ {delta:e}", drawn[busiest].calls);
    timed("bars, hovering the root", || bars.holding_matches(matches, 0, diptych_trace::CallId(0), &edges));
    let windows = pair.traces.map(|trace| Window::full(trace, 1920.0));
    let viewport = Viewport { windows, least_px };
    let groups = timed("groups", || Groups::new(matches, viewport));
    println!("  {} groups", groups.total);
    let expanded = timed("expand 5000", || expand(matches, viewport, 5_000));
    println!("  {} of {}", expanded.matches.len(), expanded.total);
    let repeated = timed("repetitions of A", || repetitions(pair.traces[0], &sets, 0, &mut quiet));
    println!("  {} repetitions", repeated.len());
    Ok(())
}
