//! Benchmarks with cells of 100,000 elements on a canvas of 1440 × 700 pixels, and with the paper's 8,850.

#![allow(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

use diptych_structure::{Kind, Level, NodeId, Placement, SideInput, Source, VisibleElements, place};
use diptych_trace::FunctionSpec;
use diptych_treemap::{Busiest, Cushion, Input, Rect, Tiling, Treemap, luminance};
use divan::Bencher;

const RECT: Rect = Rect { x0: 0.0, y0: 0.0, x1: 1440.0, y1: 700.0 };

fn main() {
    divan::main();
}

fn tree(files: usize) -> (Placement, VisibleElements, Vec<u64>) {
    let paths: Vec<String> = (0..files).map(|at| format!("p{}/q{}/f{at}.py", at % 13, at % 311)).collect();
    let functions: Vec<FunctionSpec<'_>> =
        paths.iter().map(|file| FunctionSpec { name: "f", file, ..FunctionSpec::default() }).collect();
    let input = SideInput { functions: &functions, ..SideInput::default() };
    let placed = place(Source::FilesAndNames, [input, SideInput::default()]);
    let shown = VisibleElements::new(&placed.hierarchy, Level::Kind(Kind::Module), &[], &[]);
    let sizes = (0..shown.elements().len() as u64).map(|at| 1 + at * 7919 % 1000).collect();
    (placed, shown, sizes)
}

fn laid(of: &(Placement, VisibleElements, Vec<u64>), tiling: Tiling) -> Treemap {
    let (placed, shown, sizes) = of;
    let (hierarchy, root, rect) = (&placed.hierarchy, NodeId::ROOT, RECT);
    Treemap::new(&Input {
        hierarchy,
        root,
        shown,
        sizes,
        busy: sizes,
        busiest: Busiest::Last,
        rect,
        tiling,
        border: 2.0,
    })
}

#[divan::bench(args = [8_850, 100_000])]
fn strips(bencher: Bencher<'_, '_>, files: usize) {
    let of = tree(files);
    bencher.bench(|| laid(&of, Tiling::Strip));
}

#[divan::bench(args = [8_850, 100_000])]
fn squares(bencher: Bencher<'_, '_>, files: usize) {
    let of = tree(files);
    bencher.bench(|| laid(&of, Tiling::Squarified));
}

/// Cushions of all cells, by pixel; computed once for each layout.
#[divan::bench(args = [8_850, 100_000])]
fn cushions(bencher: Bencher<'_, '_>, files: usize) {
    let map = laid(&tree(files), Tiling::Strip);
    bencher.bench(|| luminance(&map, [0.0, 0.0], [1440, 700], Cushion::CALM));
}
