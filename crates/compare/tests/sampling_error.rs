//! Sampled runs: chance alone is no finding in any format, and real changes are.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_compare::ranking::{
    Noise, Normalisation, Options, Ranking, Reason, RowUnit, phases, rank, standing_out,
};
use diptych_formats::Input;
use diptych_profile::{CallTree, Floor, UnionTree};
use diptych_testkit::IdentityTable;
use diptych_testkit::drawn::{Change, DRAWN, Drawn};
use diptych_trace::{SampleSize, Trace};
use std::sync::Arc;

/// Number of pairs of each format.
const PAIRS: u64 = 40;

const SAMPLES: usize = 3_000;

fn traces(file: &[u8]) -> Vec<Trace> {
    let mut input = Input::new("file");
    input.feed(file).unwrap();
    input.finish().unwrap().traces.into_iter().map(|(_, trace)| trace).collect()
}

/// Ranks runs of A and of B that have the same axis.
fn ranked(runs: &[(usize, &Trace)], options: Options) -> (UnionTree, IdentityTable, Ranking) {
    let mut table = IdentityTable::default();
    let trees: Vec<(usize, Arc<CallTree>)> = runs
        .iter()
        .map(|(side, trace)| {
            let identities = table.identify_all(trace, IdentityTable::plain_key);
            (*side, Arc::new(CallTree::new(trace, &identities, &mut |_, _| ())))
        })
        .collect();
    let union = UnionTree::new(&trees);
    let options = Options { floor: Floor::default_on(runs[0].1.axis()), ..options };
    let ranking = rank(&union, options, &mut |_, _| ());
    (union, table, ranking)
}

fn significant(ranking: &Ranking) -> usize {
    ranking.lists().into_iter().map(|list| standing_out(list).len()).sum()
}

fn pairs(format: &Drawn, count: u64) -> impl Iterator<Item = [Vec<Trace>; 2]> {
    (0..count).map(|pair| [0, 1].map(|side| traces(&format.file(2 * pair + side + 1, SAMPLES, Change::NONE))))
}

#[test]
fn samples_of_one_distribution_stay_within_the_rate() {
    for format in DRAWN {
        let (mut found, mut rankings) = (0, 0);
        for [a, b] in pairs(format, PAIRS) {
            for (a, b) in a.iter().zip(&b) {
                for by in [RowUnit::Function, RowUnit::Path] {
                    let (union, _, ranking) = ranked(&[(0, a), (1, b)], Options { by, ..Options::default() });
                    assert!(
                        matches!(ranking.noise, Noise::Samples(noise) if noise.tested > 0),
                        "{}",
                        format.name
                    );
                    found += usize::from(significant(&ranking) > 0);
                    rankings += 1;
                    // What no path exceeds is no line of the largest changes either.
                    assert!(by == RowUnit::Function || found > 0 || phases(&union, &ranking, &[]).is_empty());
                }
            }
        }
        println!("{}: {found} of {rankings} rankings", format.name);
        assert!(found * 20 <= rankings, "{}: {found} of {rankings}", format.name);
    }
}

#[test]
fn samples_are_counted_in_every_format() {
    for format in DRAWN {
        for trace in traces(&format.file(7, SAMPLES, Change::NONE)) {
            let SampleSize::Ticks(ticks) = trace.sample_size() else { panic!("{}", format.name) };
            let (union, ..) = ranked(&[(0, &trace)], Options::default());
            let count = union.runs()[0].tree.total_ticks() as f64 / ticks;
            // Samples that weigh up to ten times as much as others count as fewer of equal weight.
            let expected = if (count - SAMPLES as f64).abs() < 2.0 { 1.0 } else { count / SAMPLES as f64 };
            assert!((0.4..=1.0).contains(&expected), "{}: {count}", format.name);
        }
    }
}

#[test]
fn real_changes_of_samples_are_found() {
    for format in DRAWN {
        // leaf0 is drawn twice as often. It has a seventh of all samples.
        let files =
            [(5, 1.0), (6, 2.0)].map(|(seed, factor)| format.file(seed, SAMPLES, Change { leaf: 0, factor }));
        let [a, b] = files.map(|file| traces(&file));
        for (a, b) in a.iter().zip(&b) {
            let options = Options { normalisation: Normalisation::PerTotal, ..Options::default() };
            let (_, mut table, ranking) = ranked(&[(0, a), (1, b)], options);
            let specs = a.functions().specs(a.names());
            let leaf = *specs.iter().find(|spec| spec.name == "leaf0").unwrap();
            let leaf = table.identify(&IdentityTable::plain_key(leaf));
            let row = standing_out(&ranking.slower).first();
            assert!(
                row.is_some_and(|row| row.identity == leaf && row.reason == Reason::Samples),
                "{}",
                format.name
            );
        }
    }
}
