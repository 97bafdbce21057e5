//! Columns and their pairs of trees, kept from one layout to the next.

use super::columns::{Columns, placed};
use crate::path_results::CallPaths;
use crate::paths::{CellSource, Cells, ProfileFunctions, ShownSides, scale_of};
use diptych_profile::{
    ColorBy, DifferenceOptions, Differences, FunctionTable, Funky, FunkyColumn, FunkyPair, NodeId, Order,
    Scale, SortedSiblings, WeightedTree, WidthBy, Widths, funky_columns,
};
use diptych_protocol::ProfileState;
use diptych_trace::{Axis, IdentityId};
use diptych_views::LayoutInput;
use std::sync::Arc;

/// Number of nodes that one layout may build pairs from. The remaining pairs follow in later layouts. A pair takes all
/// nodes below its function. A pair above this limit is built on its own, once there is a first picture.
const NODES_A_LAYOUT: usize = if cfg!(test) { 100 } else { 150_000 };

/// The call paths with their functions, and the pairs built from them so far.
pub(super) struct Stacks {
    version: u32,
    pub(super) tree: Arc<WeightedTree>,
    pub(super) table: Arc<FunctionTable>,
    pub(super) functions: ProfileFunctions,
    pub(super) axis: Axis,
    pub(super) wholes: [i64; 2],
    /// Number of paths that end in each function.
    pub(super) paths_of: Vec<u32>,
    funky: Funky<Arc<WeightedTree>>,
    /// Pairs built so far, by function.
    pairs: Vec<Option<Box<Pair>>>,
    columns: Option<(WidthKey, Vec<FunkyColumn>)>,
    /// Largest change in callees and in callers, with the options that it holds for.
    largest: [Option<(DifferenceOptions, f64)>; 2],
    placed: Option<(PlaceKey, Columns)>,
    /// Set once there is a picture.
    is_shown: bool,
    /// Number of functions visited to place columns, and of cells visited to draw them. Tests check this cost.
    #[cfg(test)]
    pub(super) looked_at: std::cell::Cell<usize>,
}

/// A key for widths. Equal keys mean equal widths.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct WidthKey {
    by: WidthBy,
    scale: Scale,
}

impl WidthKey {
    pub(super) fn new(input: &LayoutInput<'_>, state: &ProfileState, sides: ShownSides) -> Self {
        Self { by: sides.width_by(state.flame.width), scale: scale_of(input) }
    }

    /// Returns the weight that widths show.
    pub(super) fn by(self) -> WidthBy {
        self.by
    }
}

/// A key for the positions of columns: widths, zoomed function, bits of the room in pixels, and least width.
type PlaceKey = (WidthKey, Option<IdentityId>, u32, u32);

/// The trees of a function's callees and callers.
#[derive(Debug)]
pub(super) struct Pair {
    pub(super) callees: Half,
    pub(super) callers: Half,
}

/// One tree of a pair. Its first node is the function.
#[derive(Debug)]
pub(super) struct Half {
    pub(super) tree: WeightedTree,
    ordered: Option<(WidthKey, Widths, SortedSiblings)>,
    cells: Option<(WidthKey, u32, Cells)>,
}

impl Half {
    fn new(tree: WeightedTree) -> Self {
        Self { tree, ordered: None, cells: None }
    }

    /// Finds the cells at a width. O(nodes · log siblings) if the widths of nodes change.
    fn update(&mut self, key: WidthKey, factors: [f64; 2], width_px: f32) {
        if self.cells.as_ref().is_some_and(|(of, px, _)| (*of, *px) == (key, width_px.to_bits())) {
            return;
        }
        let kept = self.ordered.take().filter(|(of, ..)| *of == key);
        let (_, widths, siblings) = self.ordered.insert(kept.unwrap_or_else(|| {
            let widths = Widths::new(&self.tree, key.by, factors);
            let siblings = SortedSiblings::new(&self.tree, Order::Weight, &widths.width);
            (key, widths, siblings)
        }));
        let source = CellSource { tree: &self.tree, siblings, widths, by_width: true, in_time: false };
        let cells = Cells::new(source, Some(NodeId(0)), f64::from(width_px));
        self.cells = Some((key, width_px.to_bits(), cells));
    }

    /// Returns the cells. The function's row comes first.
    pub(super) fn cells(&self) -> Option<&Cells> {
        self.cells.as_ref().map(|(.., cells)| cells)
    }
}

impl Stacks {
    /// Collects the call paths. Returns `None` until they are there. O(nodes).
    pub(super) fn new(input: &LayoutInput<'_>) -> Option<Self> {
        let profile = input.results.get::<CallPaths>()?;
        let functions = ProfileFunctions::new(profile);
        let tree = Arc::clone(&profile.tree);
        let wholes = [0, 1].map(|side| if side < tree.sides().len() { tree.whole(side) } else { 0 });
        let mut paths_of = vec![0; functions.count()];
        for function in tree.identity() {
            paths_of[function.index()] += 1;
        }
        Some(Self {
            version: input.results.version::<CallPaths>(),
            table: Arc::clone(&profile.table),
            axis: profile.axis,
            wholes,
            paths_of,
            funky: Funky::new(Arc::clone(&tree), functions.count()),
            pairs: std::iter::repeat_with(|| None).take(functions.count()).collect(),
            functions,
            tree,
            columns: None,
            largest: [None; 2],
            placed: None,
            is_shown: false,
            #[cfg(test)]
            looked_at: std::cell::Cell::new(0),
        })
    }

    /// Returns true if the paths are still those of the input.
    pub(super) fn holds(&self, input: &LayoutInput<'_>) -> bool {
        self.version == input.results.version::<CallPaths>()
    }

    pub(super) fn factors(&self, key: WidthKey) -> [f64; 2] {
        if self.tree.sides().len() == 2 { key.scale.factors(self.wholes) } else { [1.0; 2] }
    }

    /// Places the columns that are at least `least_px` wide, or only the zoomed one, and finds their cells. O(columns
    /// shown), plus O(functions) if positions change, plus O(nodes below a function) for each column that is new.
    pub(super) fn place(
        &mut self,
        key: WidthKey,
        only: Option<IdentityId>,
        width_px: f32,
        least_px: u32,
    ) -> Columns {
        let factors = self.factors(key);
        let mut columns = self.places((key, only, width_px.to_bits(), least_px));
        let mut nodes = NODES_A_LAYOUT;
        for column in &columns.shown {
            let slot = &mut self.pairs[column.function.index()];
            if slot.is_none() {
                let cost = self.funky.below(column.function);
                if cost > nodes && (nodes < NODES_A_LAYOUT || !self.is_shown) {
                    columns.waiting += 1;
                    continue;
                }
                nodes = nodes.saturating_sub(cost);
                let made = self.funky.pair(column.function);
                *slot = made.map(|FunkyPair { callees, callers }| {
                    Box::new(Pair { callees: Half::new(callees), callers: Half::new(callers) })
                });
            }
            if let Some(pair) = slot {
                for half in [&mut pair.callees, &mut pair.callers] {
                    half.update(key, factors, column.x1 - column.x0);
                }
            }
        }
        self.is_shown = true;
        columns
    }

    /// Returns the positions of columns, which are kept until their key changes.
    fn places(&mut self, key: PlaceKey) -> Columns {
        if let Some((_, kept)) = self.placed.as_ref().filter(|(of, _)| *of == key) {
            return kept.clone();
        }
        let (widths, only, width_px, least_px) = key;
        let factors = self.factors(widths);
        let kept = self.columns.take().filter(|(of, _)| *of == widths);
        let find = || (widths, funky_columns(&self.table, widths.by, factors));
        let (_, all) = self.columns.insert(kept.unwrap_or_else(find));
        #[cfg(test)]
        self.looked_at.set(self.looked_at.get() + all.len());
        let columns = placed(all, only, f32::from_bits(width_px), least_px);
        self.placed = Some((key, columns.clone()));
        columns
    }

    pub(super) fn pair(&self, function: IdentityId) -> Option<&Pair> {
        self.pairs[function.index()].as_deref()
    }

    /// Returns the largest change among all paths, of callees and of callers. Changes in a pair are measured against
    /// it. O(nodes), unless it is known.
    pub(super) fn largest(&mut self, options: DifferenceOptions) -> [f64; 2] {
        if options.color == ColorBy::OwnBaseline {
            return [0.0; 2];
        }
        [(0, options), (1, options.of_callers())].map(|(half, options)| {
            let kept: &mut Option<_> = &mut self.largest[half];
            let (_, largest) = match kept.filter(|(of, _)| *of == options) {
                Some(kept) => kept,
                None => *kept.insert((options, Differences::new(&self.tree, options).largest())),
            };
            largest
        })
    }
}

impl std::fmt::Debug for Stacks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stacks").field("version", &self.version).finish_non_exhaustive()
    }
}
