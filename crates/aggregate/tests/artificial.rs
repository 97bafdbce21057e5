//! The artificial trace of the paper's Fig. 3, made from its description (III-D): 12 resources in three clusters, 20
//! slices, and two states whose shares add up to 1.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_aggregate::{
    Areas, GainBy, Grid, LaneTree, Partition, SliceTable, best_grid, break_points, optimal, product, spatial,
    temporal, uniform,
};
use diptych_testkit::trace;
use std::ops::ControlFlow;

const WIDTH: u64 = 1_000;

/// Returns the share of the first state in thousandths, by resource (A1 to A4, B1 to B4, C1 to C4) and slice (1 to 20).
fn share(resource: usize, slice: usize) -> u64 {
    let (cluster, of_cluster) = (resource / 4, resource % 4);
    let (cluster, of_cluster) = (cluster as u64, of_cluster as u64);
    match (slice, cluster) {
        // Constant in time, but different for each resource.
        (1..=2, _) => 50 + 75 * resource as u64,
        (3..=5, 0) => 420,
        (3..=5, _) => 960 - 70 * resource as u64,
        // One value for each cluster.
        (6..=7, _) => 200 + 300 * cluster,
        (8, _) => 650,
        // Constant in space, but different in each slice.
        (_, 0) => 100 + 35 * (slice as u64 * 7 % 23),
        (_, 1) => 330,
        // All resources are equal from slice 18 on. Before, they differ, and one changes at slice 15.
        (18.., _) => 90,
        (15.., _) if of_cluster == 1 => 940,
        _ => 240 + 180 * of_cluster,
    }
}

fn fig_3() -> (SliceTable, LaneTree) {
    let lane = |cluster: &str, number: usize| format!("    {cluster}{number}\n      0..1 f\n");
    let cluster =
        |name: &str| format!("  {name}\n{}", (1..=4).map(|number| lane(name, number)).collect::<String>());
    let tree = LaneTree::new(&trace(&["A", "B", "C"].map(cluster).concat()));
    let mut table = SliceTable::zeros(Grid { start: 0, width: WIDTH, count: 20 }, 12, 2);
    for resource in 0..12 {
        for slice in 0..20 {
            let first = share(resource, slice + 1);
            table.row_mut(resource, 0)[slice] = first;
            table.row_mut(resource, 1)[slice] = WIDTH - first;
        }
    }
    (table, tree)
}

/// Returns the parts as `node first-last` by time; slices count from 1.
fn said(partition: &Partition, tree: &LaneTree) -> Vec<String> {
    let mut parts = partition.parts.clone();
    parts.sort_by_key(|part| (part.from, part.node));
    let path = |node: u32| tree.path(node as usize).rsplit('/').next().unwrap().to_owned();
    parts.iter().map(|part| format!("{} {}-{}", path(part.node), part.from + 1, part.to + 1)).collect()
}

#[test]
fn fig_3_patterns_are_found_and_coarsen_with_p() {
    let (table, tree) = fig_3();
    let go = &mut |_: u64, _: u64| ControlFlow::Continue(());
    for by in [GainBy::Sum, GainBy::Mean] {
        let areas = Areas::new(&table, &tree, by, go).unwrap();
        let finest = optimal(&areas, 0.0, go).unwrap();
        let mut expected: Vec<String> = ["A", "B", "C"]
            .iter()
            .flat_map(|cluster| (1..=4).map(move |number| format!("{cluster}{number} 1-2")))
            .collect();
        expected.push("A 3-5".to_owned());
        let singly =
            ["B", "C"].iter().flat_map(|cluster| (1..=4).map(move |number| format!("{cluster}{number} 3-5")));
        expected.extend(singly);
        expected.extend(["A 6-7", "B 6-7", "C 6-7", " 8-8", "A 9-9", "B 9-20"].map(str::to_owned));
        expected.extend(["C1 9-17", "C2 9-14", "C3 9-17", "C4 9-17"].map(str::to_owned));
        expected.extend((10..=14).map(|slice| format!("A {slice}-{slice}")));
        expected
            .extend(["A 15-15", "C2 15-17", "A 16-16", "A 17-17", "A 18-18", "C 18-20"].map(str::to_owned));
        expected.extend(["A 19-19", "A 20-20"].map(str::to_owned));
        assert_eq!(said(&finest, &tree), expected);
        assert!(finest.quality(&areas).loss < 1e-9);
        // 3.e: coarser, and more is lost.
        let points = break_points(&areas, &mut |_| (), go).unwrap();
        let middle = &points.stretches[points.stretches.len() / 2];
        assert!(middle.parts < finest.parts.len() && middle.quality.loss > 0.0);
        let coarsest = points.stretches.last().unwrap();
        assert!(coarsest.parts < middle.parts);
    }
}

/// Fig. 3.b and 3.c: no partition made of one dimension at a time is better.
#[test]
fn grids_and_products_are_no_better() {
    let (table, tree) = fig_3();
    let go = &mut |_: u64, _: u64| ControlFlow::Continue(());
    let areas = Areas::new(&table, &tree, GainBy::Sum, go).unwrap();
    let grid = uniform(&tree, 20, 1, 4);
    assert_eq!(said(&grid, &tree)[..4], ["A 1-5", "B 1-5", "C 1-5", "A 6-10"]);
    assert_eq!(grid.parts.len(), 12);
    let mut better = 0;
    for step in 0..=20 {
        let p = f64::from(step) / 20.0;
        let best = optimal(&areas, p, go).unwrap().quality(&areas).at(p);
        let by_space = spatial(&table, &tree, GainBy::Sum, p, go).unwrap();
        let by_time = temporal(&table, GainBy::Sum, p, go).unwrap();
        assert!(by_space.parts.iter().all(|part| (part.from, part.to) == (0, 19)));
        assert!(by_time.parts.iter().all(|part| part.node == 0));
        let product = product(&by_space, &by_time);
        assert_eq!(product.parts.len(), by_space.parts.len() * by_time.parts.len());
        for other in [&grid, &product, &by_space, &by_time] {
            let value = other.quality(&areas).at(p);
            assert!(value <= best + 1e-9, "{value} > {best} at {p}");
            better += u32::from(value < best - 1e-6);
        }
    }
    assert!(better > 20, "{better}");
}

/// A table of one slice or of one lane has one dimension; its optimal partition is that of [`spatial`] or [`temporal`].
#[test]
fn one_dimensional_partitions_are_optimal() {
    let (table, tree) = fig_3();
    let go = &mut |_: u64, _: u64| ControlFlow::Continue(());
    let single = LaneTree::new(&trace("lane\n  0..1 f\n"));
    let one_slice = table.over_time();
    let mut one_lane = SliceTable::zeros(table.grid(), 1, 2);
    for state in 0..2 {
        one_lane.row_mut(0, state).copy_from_slice(table.row(9, state));
    }
    for p in [0.0, 0.01, 0.1, 0.5, 1.0] {
        let areas = Areas::new(&one_slice, &tree, GainBy::Sum, go).unwrap();
        assert_eq!(spatial(&one_slice, &tree, GainBy::Sum, p, go), optimal(&areas, p, go));
        let areas = Areas::new(&one_lane, &single, GainBy::Sum, go).unwrap();
        assert_eq!(temporal(&one_lane, GainBy::Sum, p, go), optimal(&areas, p, go));
    }
}

#[test]
fn best_grid_lies_between_grids_and_optimum() {
    let (table, tree) = fig_3();
    let go = &mut |_: u64, _: u64| ControlFlow::Continue(());
    let areas = Areas::new(&table, &tree, GainBy::Sum, go).unwrap();
    for p in [0.0, 0.1, 0.3, 0.5, 0.9, 1.0] {
        let value = |of: &Partition| of.quality(&areas).at(p);
        let found = best_grid(&areas, p);
        let grids = (0..=2).flat_map(|level| (1..=20).map(move |pieces| (level, pieces)));
        let grids: Vec<Partition> = grids.map(|(level, pieces)| uniform(&tree, 20, level, pieces)).collect();
        let best = grids.iter().map(value).fold(f64::NEG_INFINITY, f64::max);
        assert!((value(&found) - best).abs() < 1e-9, "p {p}");
        assert!(grids.contains(&found));
        assert!(value(&found) <= value(&optimal(&areas, p, go).unwrap()) + 1e-9);
    }
    // One area at p = 1, each cell by itself at p = 0.
    assert_eq!(best_grid(&areas, 1.0).parts.len(), 1);
    assert_eq!(best_grid(&areas, 0.0).parts.len(), 240);
}
