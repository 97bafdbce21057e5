//! Prints the effect of the default rules on two files. It lists functions in both files, only in A and only in B, the
//! agreement without and with the rules, and the effect of each rule. Proposals, lanes and the time of each step
//! follow.
//!
//!     cargo run --release -p diptych-compare --example identity -- a.json b.json
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a program for developers")]

use diptych_compare::identity::propose_rules;
use diptych_compare::identity::{
    Agreement, Edges, Identities, Neighbours, Rules, agree, compile, identify, propose_renames,
    suggest_prefix,
};
use diptych_compare::lanes::{LaneEdits, PairBy, pair_lanes};
use diptych_formats::Input;
use diptych_profile::{Groups, Totals, totals};
use diptych_trace::Trace;
use std::time::Instant;

fn main() {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let [a, b] = paths.as_slice() else { panic!("two files, please") };
    let [(a, format_a), (b, format_b)] = [read(a), read(b)];
    let (traces, formats) = ([&a, &b], [format_a, format_b]);
    let sums = traces.map(|trace| totals(trace, &Groups::by_function(trace), |_| ()));
    let sums = [&sums[0], &sums[1]];
    println!("calls {} and {}, {formats:?}", traces[0].calls().len(), traces[1].calls().len());
    let (_, raw) = named(&Rules::NONE, traces, sums);
    say("no rules", &raw);
    let rules = Rules::defaults(formats);
    let (identities, agreement) = named(&rules, traces, sums);
    say("defaults", &agreement);
    touched(&rules, &identities);
    heaviest(&identities, &agreement);
    proposals(&rules, traces, sums, &identities, &agreement);
    lanes(traces, &identities);
}

/// Reads a file and returns its trace and its format.
fn read(path: &str) -> (Trace, &'static str) {
    let mut input = Input::new(path);
    for piece in std::fs::read(path).unwrap().chunks(1 << 20) {
        input.feed(piece).unwrap();
    }
    let mut loaded = input.finish().unwrap();
    (loaded.traces.remove(0).1, loaded.format)
}

fn timed<T>(what: &str, mut work: impl FnMut() -> T) -> T {
    let mut times: Vec<f64> = Vec::new();
    let mut result = None;
    for _ in 0..5 {
        let start = Instant::now();
        result = Some(work());
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    println!("    {what}: {:.2} ms", times[2]);
    result.unwrap()
}

fn named(rules: &Rules, traces: [&Trace; 2], sums: [&Totals; 2]) -> (Identities, Agreement) {
    let compiled = timed("compile", || compile(rules).unwrap());
    let identities = timed("identify", || identify(&compiled, traces, &mut |_, _| ()));
    let agreement = timed("agree", || agree(&identities, sums));
    (identities, agreement)
}

fn say(what: &str, agreement: &Agreement) {
    let [a, b] = &agreement.sides;
    let both = a.identities.part;
    println!("{what}: functions {both} / {} / {}", a.identities.whole - both, b.identities.whole - both);
    for (name, side) in ["A", "B"].iter().zip(&agreement.sides) {
        let percent = |share: diptych_compare::identity::Share| share.ratio().unwrap_or(0.0) * 100.0;
        let (calls, ticks) = (percent(side.calls), percent(side.self_ticks));
        println!("    {name}: {calls:.1} % of calls, {ticks:.1} % of time named alike");
    }
}

fn touched(rules: &Rules, identities: &Identities) {
    for (rule, touched) in rules.rules.iter().zip(&identities.touched) {
        if touched.by_side != [0, 0] {
            println!("    {:24} {:6} {:6}", rule.name, touched.by_side[0], touched.by_side[1]);
        }
    }
}

fn heaviest(identities: &Identities, agreement: &Agreement) {
    for (name, side) in ["A", "B"].iter().zip(&agreement.sides) {
        println!("heaviest of {name} without partner:");
        for alone in side.alone.iter().take(8) {
            let key: String = identities.key(alone.identity).chars().take(90).collect();
            println!("    {:12} ns {:8} calls  {key}", alone.self_ticks, alone.calls);
        }
    }
}

fn proposals(
    rules: &Rules,
    traces: [&Trace; 2],
    sums: [&Totals; 2],
    identities: &Identities,
    agreement: &Agreement,
) {
    let edges = timed("edges", || traces.map(|trace| Edges::new(trace, &mut |_, _| ())));
    let found = timed("proposals", || {
        let near = [0, 1]
            .map(|side| Neighbours::new(&edges[side], identities.by_function(side), identities.count()));
        propose_renames(identities, agreement, [&near[0], &near[1]])
    });
    for proposal in timed("rules", || propose_rules(identities, agreement)) {
        let [from, to] = &proposal.between;
        let gain = proposal.calls[0].ratio().unwrap_or(0.0) * 100.0;
        println!("    +{gain:.2} % {} names: {from} -> {to}", proposal.identities.len());
    }
    println!("{} proposals:", found.len());
    for proposal in found.iter().take(25) {
        println!(
            "    {:.2} +{:.2} % {} -> {} {:?}",
            proposal.score,
            proposal.calls[0].ratio().unwrap_or(0.0) * 100.0,
            proposal.rename.from.chars().take(90).collect::<String>(),
            proposal.rename.to.chars().take(90).collect::<String>(),
            proposal.reasons
        );
    }
    let prefix =
        timed("prefix", || suggest_prefix(rules, traces, sums, identities, agreement, &mut |_, _| ()));
    println!("prefix: {prefix:?}");
}

fn lanes(traces: [&Trace; 2], identities: &Identities) {
    let pair = identities.pair(traces);
    let found = timed("lanes", || pair_lanes(pair, PairBy::Overlap, &LaneEdits::default(), &mut |_, _| ()));
    let counts = traces.map(|trace| trace.lanes().len());
    println!(
        "lanes {counts:?}, {} pairs, unpaired {:?}",
        found.pairs.len(),
        found.unpaired.each_ref().map(Vec::len)
    );
    for pair in found.pairs.iter().take(60) {
        let name = |side: usize| traces[side].lanes().name(traces[side].names(), pair.lanes[side]);
        println!("    {:.2} {} = {}", pair.overlap, name(0), name(1));
    }
}
