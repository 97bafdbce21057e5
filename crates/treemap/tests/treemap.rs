//! Tests of cells against the properties of a treemap, and of cushions against Eq. 1 pixel by pixel.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use diptych_structure::{
    Hierarchy, Kind, Level, NodeId, Placement, SideInput, Source, VisibleElements, place,
};
use diptych_trace::FunctionSpec;
use diptych_treemap::{Busiest, Cell, Cushion, Input, Rect, Tiling, Treemap, luminance, ridge};
use proptest::prelude::*;

const RECT: Rect = Rect { x0: 10.0, y0: 20.0, x1: 410.0, y1: 320.0 };

fn tree(paths: &[String]) -> Placement {
    let functions: Vec<FunctionSpec<'_>> =
        paths.iter().map(|file| FunctionSpec { name: "f", file, ..FunctionSpec::default() }).collect();
    let input = SideInput { functions: &functions, ..SideInput::default() };
    place(Source::FilesAndNames, [input, SideInput::default()])
}

fn files(hierarchy: &Hierarchy) -> VisibleElements {
    VisibleElements::new(hierarchy, Level::Kind(Kind::Module), &[], &[])
}

fn laid(hierarchy: &Hierarchy, shown: &VisibleElements, sizes: &[u64], tiling: Tiling) -> Treemap {
    let input = Input {
        hierarchy,
        root: NodeId::ROOT,
        shown,
        sizes,
        busy: sizes,
        busiest: Busiest::Last,
        rect: RECT,
        tiling,
        border: 0.0,
    };
    Treemap::new(&input)
}

fn is_near(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-6 * one.abs().max(other.abs()).max(1.0)
}

#[test]
fn zoomed_elements_fill_the_rectangle() {
    let placed = tree(&["a/x.py", "a/y.py", "b/z.py"].map(str::to_owned));
    let (hierarchy, shown) = (&placed.hierarchy, files(&placed.hierarchy));
    let root = hierarchy.children(NodeId::ROOT).next().unwrap();
    let (sizes, tiling) = (&[1, 1, 1], Tiling::Strip);
    let input = Input {
        hierarchy,
        root,
        shown: &shown,
        sizes,
        busy: sizes,
        busiest: Busiest::Last,
        rect: RECT,
        tiling,
        border: 2.0,
    };
    let map = Treemap::new(&input);
    let names: Vec<&str> = map.cells.iter().map(|cell| hierarchy.name(cell.element)).collect();
    assert_eq!(names, ["x.py", "y.py"]);
    let area: f64 = map.cells.iter().map(|cell| cell.rect.area()).sum();
    assert!(is_near(area, RECT.area()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn areas_are_proportional_and_cells_disjoint(
        names in prop::collection::vec(("[ab]", "[ab]", "[a-d]"), 1..40),
        sizes in prop::collection::vec(0u64..50, 40),
        tiling in prop_oneof![Just(Tiling::Strip), Just(Tiling::Squarified)],
    ) {
        let paths: Vec<String> = names.iter().map(|(a, b, c)| format!("{a}/{b}/{c}.py")).collect();
        let placed = tree(&paths);
        let shown = files(&placed.hierarchy);
        let sizes = &sizes[..shown.elements().len()];
        let map = laid(&placed.hierarchy, &shown, sizes, tiling);
        let all: u64 = sizes.iter().sum();
        let leaves: Vec<_> = map.cells.iter().filter(|cell| cell.place.is_some()).collect();
        prop_assert_eq!(leaves.len() + map.without_cell as usize, sizes.len());
        for cell in &leaves {
            let size = sizes[cell.place.unwrap() as usize];
            prop_assert!(is_near(cell.rect.area(), RECT.area() * size as f64 / all as f64));
        }
        for (at, one) in map.cells.iter().enumerate() {
            let outer = one.around.map_or(RECT, |number| map.cells[number as usize].rect);
            let (x, y) = (f64::midpoint(one.rect.x0, one.rect.x1), f64::midpoint(one.rect.y0, one.rect.y1));
            prop_assert!(one.rect.x0 >= outer.x0 - 1e-6 && one.rect.x1 <= outer.x1 + 1e-6);
            prop_assert!(one.rect.y0 >= outer.y0 - 1e-6 && one.rect.y1 <= outer.y1 + 1e-6);
            prop_assert!(one.around.is_none_or(|number| (number as usize) < at));
            if one.place.is_some() {
                prop_assert_eq!(map.at(x, y).unwrap().element, one.element);
            }
        }
    }

    #[test]
    fn luminance_multiplies_eq_1_of_enclosing_cells(
        names in prop::collection::vec(("[ab]", "[ab]", "[a-d]"), 1..20),
    ) {
        let paths: Vec<String> = names.iter().map(|(a, b, c)| format!("{a}/{b}/{c}.py")).collect();
        let placed = tree(&paths);
        let shown = files(&placed.hierarchy);
        let map = laid(&placed.hierarchy, &shown, &vec![1; shown.elements().len()], Tiling::Strip);
        let [width, height] = [120u32, 90];
        let picture = luminance(&map, [RECT.x0, RECT.y0], [width, height], Cushion::PUBLISHED);
        for row in 0..height {
            for column in 0..width {
                let (x, y) = (RECT.x0 + f64::from(column) + 0.5, RECT.y0 + f64::from(row) + 0.5);
                let Some(mut cell) = map.at(x, y) else { continue };
                let mut product = 1.0;
                loop {
                    let Rect { x0, y0, x1, y1 } = cell.rect;
                    let [across, upwards] = ridge((x - x0) / (x1 - x0), (y1 - y) / (y1 - y0), cell.depth);
                    product *= (across * upwards).max(0.0).powf(0.2);
                    let Some(around) = cell.around else { break };
                    cell = &map.cells[around as usize];
                }
                let said = f64::from(picture[(row * width + column) as usize]) / 255.0;
                prop_assert!((said - product.clamp(Cushion::PUBLISHED.floor, 1.0)).abs() <= 1.0 / 255.0);
            }
        }
    }
}

#[test]
fn ridge_stays_between_0_and_1() {
    for depth in 1..12 {
        for step in 0..=100 {
            let share = f64::from(step) / 100.0;
            for part in ridge(share, share, depth) {
                assert!((0.0..=1.0).contains(&part), "{part} at {share}, depth {depth}");
            }
        }
    }
}

#[test]
fn the_busiest_cells_are_at_the_bottom() {
    let paths: Vec<String> = (0..30).map(|file| format!("p/f{file:02}.py")).collect();
    let placed = tree(&paths);
    let shown = files(&placed.hierarchy);
    let busy: Vec<u64> = (0..30).map(|file| (file * 7) % 30).collect();
    let (hierarchy, sizes) = (&placed.hierarchy, &vec![1; 30][..]);
    let tiling = Tiling::Strip;
    let input = Input {
        hierarchy,
        root: NodeId::ROOT,
        shown: &shown,
        sizes,
        busy: &busy,
        busiest: Busiest::Last,
        rect: RECT,
        tiling,
        border: 2.0,
    };
    // Returns the middle of a cell's height.
    let at = |map: &Treemap, busy_of: u64| {
        let is_it = |cell: &&Cell| cell.place.is_some_and(|place| busy[place as usize] == busy_of);
        let rect = map.cells.iter().find(is_it).unwrap().rect;
        f64::midpoint(rect.y0, rect.y1)
    };
    let map = Treemap::new(&input);
    assert!((0..29).all(|of| at(&map, of) <= at(&map, of + 1)));
    // With the busiest in the middle, a cell is the farther from it the less busy it is, above and below in turn.
    let map = Treemap::new(&Input { busiest: Busiest::Middle, ..input });
    assert!((1..28).step_by(2).all(|above| at(&map, above) <= at(&map, above + 2)));
    assert!((0..27).step_by(2).all(|below| at(&map, below) >= at(&map, below + 2)));
    let height = RECT.height();
    assert!((at(&map, 29) - RECT.y0 - height / 2.0).abs() < height / 4.0);
    assert!(at(&map, 0).min(at(&map, 1)) < RECT.y0 + height / 4.0);
    assert!(at(&map, 0).max(at(&map, 1)) > RECT.y1 - height / 4.0);
}

#[test]
fn wide_and_deep_trees_are_laid_out() {
    let paths: Vec<String> = (0..100_000).map(|file| format!("app/f{file}.py")).collect();
    let placed = tree(&paths);
    let shown = files(&placed.hierarchy);
    for tiling in [Tiling::Strip, Tiling::Squarified] {
        let map = laid(&placed.hierarchy, &shown, &vec![1; 100_000], tiling);
        assert_eq!(map.cells.iter().filter(|cell| cell.place.is_some()).count(), 100_000);
    }
    let deep: Vec<String> = (0..100)
        .map(|depth| format!("{}/f.py", (0..=depth).map(|at| format!("d{at}")).collect::<Vec<_>>().join("/")))
        .collect();
    let placed = tree(&deep);
    let shown = files(&placed.hierarchy);
    let map = laid(&placed.hierarchy, &shown, &vec![1; shown.elements().len()], Tiling::Strip);
    assert_eq!(map.cells.iter().map(|cell| cell.depth).max(), Some(99));
    assert!(map.cells.iter().any(|cell| cell.element != NodeId::ROOT));
    let none = laid(&placed.hierarchy, &shown, &vec![0; shown.elements().len()], Tiling::Strip);
    assert_eq!((none.cells.len(), none.without_cell as usize), (0, shown.elements().len()));
}
