//! Time of the radial view: rings, 5,000 bundled relations and labels, with up to 10,000 elements.

use diptych_structure::radial::{Bundling, Edge, LabelSizes, RingCircle, Rings, Width, bundle, labels};
use diptych_structure::{Hierarchy, Level, SideInput, Source, VisibleElements, place};
use diptych_testkit::Rng;
use diptych_trace::FunctionSpec;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

const DISC: RingCircle = RingCircle {
    center: [500.0, 500.0],
    inner_radius: 350.0,
    outer_radius: 500.0,
    leaf_share: 0.5,
    gap: 0.03,
    least_ring: 12.0,
};

fn tree(elements: usize) -> Hierarchy {
    let names: Vec<String> = (0..elements)
        .map(|number| format!("p{}.q{}.r{}.f{number}", number % 7, number % 31, number % 97))
        .collect();
    let functions: Vec<FunctionSpec> =
        names.iter().map(|name| FunctionSpec { name, ..FunctionSpec::default() }).collect();
    let input = SideInput { functions: &functions, ..SideInput::default() };
    place(Source::Names, [input, SideInput::default()]).hierarchy
}

fn edges(elements: usize) -> Vec<Edge> {
    let mut rng = Rng::new(1);
    let mut place = || rng.below(elements as u64) as u32;
    (0..5_000).map(|_| Edge { caller: place(), callee: place(), calls: u64::from(place()) + 1 }).collect()
}

#[divan::bench(args = [120, 1_000, 10_000])]
fn rings_and_5000_relations(bencher: Bencher, elements: usize) {
    let (tree, edges) = (tree(elements), edges(elements));
    let shown = VisibleElements::new(&tree, Level::Depth(u32::MAX), &[], &[]);
    let bundling = Bundling { beta: 0.85, leave_out_common_ancestor: true, width: Width::SquareRoot };
    bencher.bench(|| {
        let rings = Rings::new(&tree, &shown, black_box(DISC));
        bundle(&tree, &shown, &rings, &edges, bundling)
    });
}

#[divan::bench(args = [120, 1_000, 10_000])]
fn labels_of_cells(bencher: Bencher, elements: usize) {
    let tree = tree(elements);
    let shown = VisibleElements::new(&tree, Level::Depth(u32::MAX), &[], &[]);
    let rings = Rings::new(&tree, &shown, DISC);
    let sizes = LabelSizes { least: 9.0, most: 12.0, line_height: 1.2, margin: 1.0 };
    bencher.bench(|| labels(&rings, sizes, 1.0, |id| tree.name(id).len() as f64 * 0.6));
}

#[divan::bench(args = [1_000, 10_000])]
fn hierarchy(bencher: Bencher, elements: usize) {
    bencher.bench(|| tree(black_box(elements)));
}
