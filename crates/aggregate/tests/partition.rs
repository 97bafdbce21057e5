//! Optimal partitions, tested against all possible partitions.
#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(clippy::float_cmp, reason = "one ends at the very p at which the next begins")]

mod support;

use diptych_aggregate::{
    Areas, BreakPointSearch, BreakPoints, GainBy, Grid, Job, LaneTree, OpenGap, Part, Partition, SliceTable,
    Workers, break_points, default_p, optimal, optimal_with,
};
use diptych_testkit::{Rng, trace};
use proptest::prelude::*;
use std::ops::ControlFlow;
use support::{WIDTH, all_partitions, naive_quality, random_table, random_tree};

fn areas(table: &SliceTable, tree: &LaneTree, by: GainBy) -> Areas {
    Areas::new(table, tree, by, &mut |_, _| ControlFlow::Continue(())).unwrap()
}

fn best(areas: &Areas, p: f64) -> Partition {
    optimal(areas, p, &mut |_, _| ControlFlow::Continue(())).unwrap()
}

fn all(areas: &Areas) -> (BreakPoints, Vec<Partition>) {
    let mut seen = Vec::new();
    let points =
        break_points(areas, &mut |found| seen.push(found()), &mut |_, _| ControlFlow::Continue(())).unwrap();
    (points, seen)
}

fn pic((gain, loss): (f64, f64), p: f64) -> f64 {
    p * gain - (1.0 - p) * loss
}

#[derive(Debug)]
struct Threads(usize);

impl Workers for Threads {
    fn count(&self) -> usize {
        self.0
    }

    fn run(&self, jobs: Vec<Job<'_>>) {
        std::thread::scope(|scope| jobs.into_iter().for_each(|job| drop(scope.spawn(job))));
    }
}

/// Returns true if each cell is in exactly one part.
fn covers(partition: &Partition, tree: &LaneTree, slices: usize) -> bool {
    let mut cells = vec![0; tree.leaves().len() * slices];
    for part in &partition.parts {
        for leaf in tree.nodes()[part.node as usize].leaves.clone() {
            for slice in part.from..=part.to {
                cells[leaf * slices + slice as usize] += 1;
            }
        }
    }
    cells.iter().all(|&count| count == 1)
}

fn check_against_all(table: &SliceTable, tree: &LaneTree, by: GainBy) {
    let areas = areas(table, tree, by);
    let brute = all_partitions(table, tree, by);
    let slices = table.grid().count;
    let scale = brute.iter().map(|&(gain, loss, _)| gain.abs() + loss).fold(1.0, f64::max);
    let near = 1e-9 * scale;
    let (points, seen) = all(&areas);
    let stretches = &points.stretches;
    assert_eq!((stretches[0].p_from, stretches.last().unwrap().p_to), (0.0, 1.0));
    assert!(stretches.windows(2).all(|two| two[0].p_to == two[1].p_from));
    // Total gain and loss grow with p. Partitions need not nest.
    assert!(stretches.windows(2).all(|two| two[0].quality.loss <= two[1].quality.loss + near
        && two[0].quality.gain <= two[1].quality.gain + near));
    let at = |p: f64| stretches.iter().filter(move |of| of.p_from <= p && p <= of.p_to);
    let ps = stretches
        .iter()
        .flat_map(|of| [of.p_from, of.middle(), of.p_to])
        .chain((0..=97).map(|n| f64::from(n) / 97.0));
    for p in ps {
        let greatest = brute.iter().map(|&(gain, loss, _)| pic((gain, loss), p)).fold(f64::MIN, f64::max);
        for of in at(p) {
            assert!((pic((of.quality.gain, of.quality.loss), p) - greatest).abs() <= near, "at {p}");
        }
        let partition = best(&areas, p);
        assert!(covers(&partition, tree, slices));
        let quality = partition.quality(&areas);
        assert!((quality.at(p) - greatest).abs() <= near, "at {p}: {} of {greatest}", quality.at(p));
    }
    for of in stretches {
        let p = of.middle();
        let greatest = pic((of.quality.gain, of.quality.loss), p);
        let equal =
            brute.iter().filter(|&&(gain, loss, _)| (pic((gain, loss), p) - greatest).abs() <= near * 1e-3);
        let fewest = equal.map(|&(_, _, parts)| parts).min().unwrap();
        if of.p_to - of.p_from > 1e-6 {
            assert_eq!((of.parts, best(&areas, p).parts.len()), (fewest, fewest));
        }
        assert!(
            seen.iter().any(|found| found.parts.len() == of.parts
                && (found.quality(&areas).at(p) - greatest).abs() <= near)
        );
    }
    // Every seen partition covers all cells.
    assert!(seen.iter().all(|found| covers(found, tree, slices)));
    assert!((1..=2 * (stretches.len() + 2)).contains(&points.runs));
}

proptest! {
    #[test]
    fn partitions_are_optimal_at_all_p(
        seed in any::<u64>(), leaves in 1usize..5, slices in 1usize..6, crisp in any::<bool>(), mean in any::<bool>(),
    ) {
        let mut rng = Rng::new(seed);
        let tree = random_tree(&mut rng, leaves);
        let table = random_table(&mut rng, &tree, slices, crisp);
        check_against_all(&table, &tree, if mean { GainBy::Mean } else { GainBy::Sum });
    }

    #[test]
    fn areas_agree_with_the_equations(seed in any::<u64>(), leaves in 1usize..9, slices in 1usize..9, mean in any::<bool>()) {
        let mut rng = Rng::new(seed);
        let tree = random_tree(&mut rng, leaves);
        let crisp = rng.below(2) == 0;
        let table = random_table(&mut rng, &tree, slices, crisp);
        let by = if mean { GainBy::Mean } else { GainBy::Sum };
        let areas = areas(&table, &tree, by);
        for node in 0..tree.nodes().len() {
            for from in 0..slices {
                for to in from..slices {
                    let part = Part { node: node as u32, from: from as u32, to: to as u32 };
                    let (gain, loss) = naive_quality(&table, &tree, part, by);
                    let quality = areas.quality(node, from, to);
                    prop_assert!((quality.gain - gain).abs() <= 1e-9 && (quality.loss - loss).abs() <= 1e-9);
                }
            }
        }
    }

    #[test]
    fn interrupted_search_is_exact_and_ends_alike(
        seed in any::<u64>(), leaves in 1usize..9, slices in 1usize..9, runs in 1usize..4,
    ) {
        let mut rng = Rng::new(seed);
        let tree = random_tree(&mut rng, leaves);
        let table = random_table(&mut rng, &tree, slices, false);
        let areas = areas(&table, &tree, GainBy::Sum);
        let (whole, whole_seen) = all(&areas);
        let mut search = BreakPointSearch::new(&areas);
        prop_assert_eq!(search.found().open, vec![OpenGap { p_from: 0.0, p_to: 1.0 }]);
        let mut seen = Vec::new();
        let mut given_up = 0;
        while !search.is_done() {
            // Now and then the search is cancelled halfway and continued.
            let mut is_stopped = rng.below(4) == 0;
            let mut told = |_: u64, _: u64| if std::mem::take(&mut is_stopped) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            given_up += usize::from(search.go_on(runs, &mut |found| seen.push(found()), &mut told).is_none());
            let found = search.found();
            // Stretches and gaps cover all p, in order.
            let mut pieces: Vec<(f64, f64)> = found.stretches.iter().map(|of| (of.p_from, of.p_to)).collect();
            pieces.extend(found.open.iter().map(|of| (of.p_from, of.p_to)));
            pieces.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
            prop_assert_eq!((pieces[0].0, pieces.last().unwrap().1), (0.0, 1.0));
            prop_assert!(pieces.windows(2).all(|two| (two[0].1 - two[1].0).abs() < 1e-11));
            // The partition reported for a p is the best one there.
            for of in &found.stretches {
                for p in [of.p_from, of.middle(), of.p_to] {
                    let best = best(&areas, p).quality(&areas).at(p);
                    prop_assert!((of.quality.at(p) - best).abs() <= 1e-9 * best.abs().max(1.0));
                }
            }
        }
        let mut found = search.found();
        prop_assert!(found.open.is_empty() && found.runs >= whole.runs && found.runs <= whole.runs + 2 * given_up);
        found.runs = whole.runs;
        prop_assert_eq!(found, whole);
        let sorted = |mut seen: Vec<Partition>| {
            seen.sort_by(|one, other| one.parts.cmp(&other.parts));
            seen
        };
        prop_assert_eq!(sorted(seen), sorted(whole_seen));
    }

    #[test]
    fn workers_give_bitwise_equal_results(
        seed in any::<u64>(), leaves in 1usize..40, slices in 1usize..9, workers in 2usize..5, mean in any::<bool>(), p in 0.0f64..1.0,
    ) {
        let mut rng = Rng::new(seed);
        let tree = random_tree(&mut rng, leaves);
        let table = random_table(&mut rng, &tree, slices, false);
        let (by, workers) = (if mean { GainBy::Mean } else { GainBy::Sum }, Threads(workers));
        let alone = areas(&table, &tree, by);
        let mut last = 0;
        let mut told = |done: u64, of: u64| {
            assert!(last <= done && done < of);
            last = done;
            ControlFlow::Continue(())
        };
        let shared = Areas::new_with(&table, &tree, by, &workers, &mut told).unwrap();
        for node in 0..tree.nodes().len() {
            for (i, j) in (0..slices).flat_map(|i| (i..slices).map(move |j| (i, j))) {
                prop_assert_eq!(shared.quality(node, i, j), alone.quality(node, i, j));
            }
        }
        let go_on = &mut |_: u64, _: u64| ControlFlow::Continue(());
        prop_assert_eq!(optimal_with(&shared, p, &workers, go_on).unwrap(), best(&alone, p));
        let stop = &mut |_: u64, _: u64| ControlFlow::Break(());
        prop_assert!(optimal_with(&shared, p, &workers, stop).is_none());
    }

    #[test]
    fn partial_table_has_the_areas_of_the_whole(seed in any::<u64>(), leaves in 1usize..9, slices in 1usize..9) {
        let mut rng = Rng::new(seed);
        let tree = random_tree(&mut rng, leaves);
        let table = random_table(&mut rng, &tree, slices, false);
        let node = rng.below(tree.nodes().len() as u64) as usize;
        let leaves: Vec<usize> = tree.nodes()[node].leaves.clone().collect();
        let (part, inside) = (table.picked(&leaves), tree.subtree(node));
        let [whole, part_of] = [areas(&table, &tree, GainBy::Sum), areas(&part, &inside, GainBy::Sum)];
        for at in 0..inside.nodes().len() {
            let [of, of_whole] = [&inside.nodes()[at], &tree.nodes()[node + at]];
            prop_assert_eq!(inside.path(at), tree.path(node + at));
            for from in 0..slices {
                for to in from..slices {
                    let [one, other] = [part_of.quality(at, from, to), whole.quality(node + at, from, to)];
                    prop_assert!((one.gain - other.gain).abs() < 1e-9 && (one.loss - other.loss).abs() < 1e-9);
                    prop_assert_eq!(part.shares(of.leaves.clone(), from..=to), table.shares(of_whole.leaves.clone(), from..=to));
                }
            }
        }
    }

    #[test]
    fn partitions_ignore_the_scale_of_input(seed in any::<u64>(), leaves in 1usize..7, slices in 1usize..9) {
        let mut rng = Rng::new(seed);
        let tree = random_tree(&mut rng, leaves);
        let table = random_table(&mut rng, &tree, slices, false);
        // Cells a thousand times as full, so shares exceed one.
        let grid = Grid { start: 0, width: WIDTH, count: slices };
        let mut larger = SliceTable::zeros(grid, table.leaves(), table.states());
        for leaf in 0..table.leaves() {
            for state in 0..table.states() {
                for slice in 0..slices {
                    larger.row_mut(leaf, state)[slice] = table.row(leaf, state)[slice] * 1_000;
                }
            }
        }
        let [one, other] = [areas(&table, &tree, GainBy::Sum), areas(&larger, &tree, GainBy::Sum)];
        let (points, _) = all(&one);
        for of in points.stretches.iter().filter(|of| of.p_to - of.p_from > 1e-6) {
            prop_assert_eq!(best(&one, of.middle()), best(&other, of.middle()));
        }
    }

    #[test]
    fn default_p_has_the_largest_gap_between_curves(seed in any::<u64>(), leaves in 1usize..9, slices in 1usize..9) {
        let mut rng = Rng::new(seed);
        let tree = random_tree(&mut rng, leaves);
        let table = random_table(&mut rng, &tree, slices, false);
        let areas = areas(&table, &tree, GainBy::Sum);
        let p = default_p(&areas, &mut |_, _| ControlFlow::Continue(())).unwrap();
        let (points, _) = all(&areas);
        let (first, last) = (best(&areas, 0.0).quality(&areas), best(&areas, 1.0).quality(&areas));
        let scaled = |value: f64, from: f64, to: f64| if to - from > 1e-6 { (value - from) / (to - from) } else { 0.0 };
        let gap = |of: diptych_aggregate::Quality| {
            scaled(of.gain, first.gain, last.gain) - scaled(of.loss, first.loss, last.loss)
        };
        let largest = points.stretches.iter().map(|of| gap(of.quality)).fold(f64::MIN, f64::max);
        if points.stretches.len() > 1 {
            prop_assert!(gap(best(&areas, p).quality(&areas)) >= largest - 1e-9);
        }
    }
}

/// A node that differs for a while and is uniform again: a spatial cut must end.
#[test]
fn split_node_is_merged_again() {
    let tree = LaneTree::new(&trace("root\n one\n  0..1 f\n two\n  0..1 f\n three\n  0..1 f\n"));
    for mirrored in [false, true] {
        let grid = Grid { start: 0, width: WIDTH, count: 5 };
        let mut table = SliceTable::zeros(grid, 3, 2);
        for leaf in 0..3 {
            for slice in 0..5 {
                let at = if mirrored { 4 - slice } else { slice };
                table.row_mut(leaf, usize::from(slice < 2 && leaf == 1))[at] = WIDTH;
            }
        }
        let areas = areas(&table, &tree, GainBy::Sum);
        let parts = best(&areas, 0.02).parts;
        let node = |parts: &[Part]| parts.iter().map(|part| part.node).collect::<Vec<_>>();
        assert_eq!(node(&parts), [0, 1, 2, 3]);
        assert_eq!((parts[0].from, parts[0].to), if mirrored { (0, 2) } else { (2, 4) });
        for by in [GainBy::Sum, GainBy::Mean] {
            check_against_all(&table, &tree, by);
        }
    }
}

#[test]
fn work_is_cancelled_on_break() {
    let mut rng = Rng::new(5);
    let tree = random_tree(&mut rng, 4);
    let table = random_table(&mut rng, &tree, 5, false);
    let mut told = 0;
    let mut stop = |_: u64, _: u64| {
        told += 1;
        ControlFlow::Break(())
    };
    assert!(Areas::new(&table, &tree, GainBy::Sum, &mut stop).is_none());
    let areas = areas(&table, &tree, GainBy::Sum);
    assert!(optimal(&areas, 0.5, &mut stop).is_none());
    assert!(break_points(&areas, &mut |_| (), &mut stop).is_none());
    assert!(default_p(&areas, &mut stop).is_none());
    assert_eq!(told, 4);
}

/// The deepest nodes of a tree too large for memory have no areas. The areas of the others stay the same.
#[test]
fn folded_tree_keeps_the_areas_of_nodes() {
    let trees = (0..).map(|seed| random_tree(&mut Rng::new(seed), 12));
    let tree = { trees }.find(|tree| tree.deepest_level() > 1).unwrap();
    let mut rng = Rng::new(11);
    let table = random_table(&mut rng, &tree, 4, false);
    let whole = areas(&table, &tree, GainBy::Sum);
    let bytes = Areas::bytes(&tree, 4);
    assert_eq!(Areas::level_within(&tree, 4, bytes), tree.deepest_level());
    assert_eq!(Areas::level_within(&tree, 4, 0), 0);
    let level = Areas::level_within(&tree, 4, bytes - 1);
    assert_eq!(level, tree.deepest_level() - 1);
    for bytes in 0..bytes {
        let fits = |level: &usize| Areas::bytes(&tree.folded(*level), 4) <= bytes;
        let naive = (0..=tree.deepest_level()).rev().find(fits).unwrap_or(0);
        assert_eq!(Areas::level_within(&tree, 4, bytes), naive, "{bytes}");
    }
    let folded = tree.folded(level);
    let coarse = areas(&table, &folded, GainBy::Sum);
    for node in 0..folded.nodes().len() {
        let in_tree = tree.node_at(&folded.path(node)).unwrap();
        for (i, j) in [(0, 0), (0, 3), (1, 2)] {
            assert_eq!(coarse.quality(node, i, j), whole.quality(in_tree, i, j));
        }
    }
}
