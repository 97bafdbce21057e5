//! What of a flame graph takes the time of all paths: its tree, the order and widths of siblings, the largest change.

use crate::paths::functions::Traces;
use crate::paths::{CellSource, Cells, ProfileFunctions, ShownSides, folding_of, order_of, scale_of};
use crate::stacks::folded;
use crate::{LayoutInput, words};
use diptych_profile::{
    ColorBy, DifferenceOptions, Differences, FunctionTable, LeastShown, Measure, NodeId, Scale, Siblings,
    WeightedTree, WidthBy, Widths,
};
use diptych_protocol::{CallRef, FlameState, RecursionFolding, SiblingOrder, SideName, Subject};
use diptych_trace::{Axis, CallId, IdentityId};
use std::borrow::Cow;
use std::sync::Arc;

/// Which tree is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TreeKey {
    /// Paths of this version.
    Paths { version: u32, folding: RecursionFolding, inverted: bool },
    /// The calls of a side, of these versions of the sides and of the paths: their numbers of functions.
    Calls { side: SideName, sides: [u32; 2], version: u32 },
}

impl TreeKey {
    pub(super) fn new(input: &LayoutInput<'_>, state: &FlameState, sides: ShownSides) -> Self {
        let version = input.versions.profile;
        match sides {
            ShownSides::One { side, .. } if state.order == SiblingOrder::Time && !state.inverted => {
                Self::Calls { side, sides: input.versions.sides, version }
            }
            _ => Self::Paths { version, folding: state.folding, inverted: state.inverted },
        }
    }

    /// The side whose calls are drawn one by one.
    pub(super) fn calls_of(self) -> Option<SideName> {
        match self {
            Self::Paths { .. } => None,
            Self::Calls { side, .. } => Some(side),
        }
    }
}

/// The tree that is drawn.
#[derive(Debug)]
pub(super) struct Shape {
    pub(super) key: TreeKey,
    pub(super) tree: Arc<WeightedTree>,
    /// Sums by function, of the same weight.
    pub(super) table: Arc<FunctionTable>,
    /// By function, how many paths it is the last of.
    pub(super) paths_of: Vec<u32>,
    /// What weights measure.
    pub(super) axis: Axis,
    /// Nodes of an inverted tree whose callers are left out.
    pub(super) cut: u64,
    pub(super) functions: ProfileFunctions,
}

impl Shape {
    /// O(nodes), O(calls) of calls. Nothing while nothing is added up.
    pub(super) fn new(input: &LayoutInput<'_>, key: TreeKey) -> Option<Self> {
        let profile = input.analyses.profile?;
        let functions = ProfileFunctions::new(&profile);
        let count = functions.count();
        let mut shape = Self {
            key,
            tree: Arc::clone(profile.tree),
            table: Arc::clone(profile.table),
            paths_of: vec![0; count],
            axis: profile.axis,
            cut: 0,
            functions,
        };
        match key {
            TreeKey::Calls { side, .. } => {
                let trace = input.sides[side.index()]?.trace;
                let tree = WeightedTree::of_calls(trace, profile.identities[side.index()]);
                shape.table = Arc::new(FunctionTable::new(&tree, count));
                (shape.tree, shape.axis) = (Arc::new(tree), trace.axis());
            }
            TreeKey::Paths { folding, inverted, .. } => {
                if let Cow::Owned(folded) = profile.tree.folded(folding_of(folding), count) {
                    shape.tree = Arc::new(folded);
                }
                if inverted {
                    let found = shape.tree.inverted(LeastShown::default());
                    (shape.tree, shape.cut) = (Arc::new(found.tree), found.cut);
                }
            }
        }
        for function in shape.tree.identity() {
            shape.paths_of[function.index()] += 1;
        }
        Some(shape)
    }
}

/// Where something named lies in the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Path(NodeId),
    Function(IdentityId),
    Nowhere,
}

/// A subject with its place in a tree, for as long as both are the same.
pub(super) type Placed = (Subject, TreeKey, Place);

/// The place of a subject. O(functions + its length · siblings) where it is not that of before.
pub(super) fn place(
    cache: &mut Option<Placed>,
    shape: &Shape,
    subject: Option<&Subject>,
    traces: Traces<'_>,
) -> Place {
    let Some(subject) = subject else { return Place::Nowhere };
    let kept = cache.take().filter(|(of, tree, _)| of == subject && *tree == shape.key);
    cache.insert(kept.unwrap_or_else(|| (subject.clone(), shape.key, shape.place(subject, traces)))).2
}

/// The widest path of a function, for as long as order and tree are the same.
pub(super) type Widest = (OrderKey, IdentityId, Option<NodeId>);

/// Of the paths that end in a function the widest; of equals the first. It lies in no other path of that function.
/// O(nodes) where it is not that of before.
pub(super) fn widest(
    cache: &mut Option<Widest>,
    (shape, ordered): (&Shape, &Ordered),
    function: IdentityId,
) -> Option<NodeId> {
    let kept = cache.take().filter(|(key, of, _)| *key == ordered.key && *of == function);
    let width = |node: NodeId| ordered.widths.width[node.index()];
    let find = || {
        let nodes = shape.tree.nodes().filter(|node| shape.tree.identity()[node.index()] == function);
        nodes.reduce(|best, node| if width(node) > width(best) { node } else { best })
    };
    cache.insert(kept.unwrap_or_else(|| (ordered.key, function, find()))).2
}

impl Shape {
    fn place(&self, subject: &Subject, traces: Traces<'_>) -> Place {
        let path = |node: Option<NodeId>| node.map_or(Place::Nowhere, Place::Path);
        match subject {
            Subject::Path(names) => {
                let functions: Option<Vec<IdentityId>> =
                    self.functions.find(names, traces).into_iter().collect();
                path(functions.and_then(|functions| self.tree.find(&self.folded(functions))))
            }
            Subject::Function(name) | Subject::Relation { callee: name, .. } => {
                let found = self.functions.find(std::slice::from_ref(name), traces)[0];
                found.map_or(Place::Nowhere, Place::Function)
            }
            Subject::Call(call) | Subject::Match(call, _) => path(self.of_call(call, traces)),
            _ => Place::Nowhere,
        }
    }

    /// The path that a call is reached on; of a tree of calls the call.
    fn of_call(&self, call: &CallRef, traces: Traces<'_>) -> Option<NodeId> {
        let trace = traces[call.side.index()]?;
        let id = words::find(trace, call)?;
        if let Some(side) = self.key.calls_of() {
            return (side == call.side).then_some(NodeId(id.0));
        }
        let calls = trace.calls();
        let stack = std::iter::successors(Some(id), |id| calls.parent()[id.index()].some());
        let number = |id: CallId| self.functions.of_function(call.side, calls.function()[id.index()]);
        let mut functions: Vec<IdentityId> = stack.map(number).collect::<Option<_>>()?;
        functions.reverse();
        let mut path = self.folded(functions);
        if matches!(self.key, TreeKey::Paths { inverted: true, .. }) {
            path.reverse();
        }
        self.tree.find(&path)
    }

    /// A stack with its recursion folded as in the tree.
    fn folded(&self, path: Vec<IdentityId>) -> Vec<IdentityId> {
        match self.key {
            TreeKey::Calls { .. } => path,
            TreeKey::Paths { folding, .. } => {
                let numbers = path.into_iter().map(|id| id.0);
                folded(folding_of(folding), self.functions.count(), numbers).map(IdentityId).collect()
            }
        }
    }
}

/// What the order and the widths of siblings follow from, beside the tree.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct OrderKey {
    tree: TreeKey,
    by: WidthBy,
    scale: Scale,
    order: SiblingOrder,
}

/// Widths of nodes, and the order of siblings.
#[derive(Debug)]
pub(super) struct Ordered {
    pub(super) key: OrderKey,
    pub(super) widths: Widths,
    pub(super) siblings: Siblings,
    /// How often each side's weight counts.
    pub(super) factors: [f64; 2],
    /// What each side weighs in all.
    pub(super) wholes: [i64; 2],
}

impl OrderKey {
    pub(super) fn new(input: &LayoutInput<'_>, state: &FlameState, sides: ShownSides, tree: TreeKey) -> Self {
        Self { tree, by: sides.width_by(state.width), scale: scale_of(input), order: state.order }
    }
}

impl Ordered {
    /// O(nodes · log siblings).
    pub(super) fn new(key: OrderKey, tree: &WeightedTree) -> Self {
        let wholes = [0, 1].map(|side| if side < tree.sides().len() { tree.whole(side) } else { 0 });
        let factors = if tree.sides().len() == 2 { key.scale.factors(wholes) } else { [1.0; 2] };
        let widths = Widths::new(tree, key.by, factors);
        let siblings = Siblings::new(tree, order_of(key.order), &widths.width);
        Self { key, widths, siblings, factors, wholes }
    }

    pub(super) fn source<'a>(&'a self, tree: &'a WeightedTree) -> CellSource<'a> {
        CellSource {
            tree,
            siblings: &self.siblings,
            widths: &self.widths,
            by_width: self.key.order == SiblingOrder::Weight,
            in_time: self.key.tree.calls_of().is_some(),
        }
    }
}

/// Of a difference, its largest change: what colours that are not relative to a path's own weight are relative to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Largest {
    tree: TreeKey,
    color: ColorBy,
    measure: Measure,
    scale: Scale,
    value: f64,
}

impl Largest {
    /// The differences of a tree; the largest is kept for the next time. O(nodes) only where it is not known.
    pub(super) fn differences<'a>(
        cache: &mut Option<Self>,
        shape: &'a Shape,
        options: DifferenceOptions,
    ) -> Differences<'a> {
        let DifferenceOptions { color, measure, scale, .. } = options;
        let same = cache.filter(|&kept| kept == Self { tree: shape.key, color, measure, scale, ..kept });
        if let Some(kept) = same {
            return Differences::with_largest(&shape.tree, options, kept.value);
        }
        let differences = Differences::new(&shape.tree, options);
        *cache = Some(Self { tree: shape.key, color, measure, scale, value: differences.largest() });
        differences
    }
}

/// The cells of a zoom at a width.
#[derive(Debug)]
pub(super) struct Zoomed {
    key: (OrderKey, Option<NodeId>, u32),
    pub(super) cells: Cells,
    /// Paths that are zoomed to with all below them.
    pub(super) paths: u64,
}

impl Zoomed {
    /// Of before where they still hold. O(cells and siblings of those), and O(paths of one of two sides) to count them.
    pub(super) fn update<'a>(
        cache: &'a mut Option<Self>,
        (shape, ordered, sides): (&Shape, &Ordered, ShownSides),
        top: Option<NodeId>,
        width_px: f32,
    ) -> &'a Self {
        let key = (ordered.key, top, width_px.to_bits());
        let kept = cache.take().filter(|kept| kept.key == key);
        cache.insert(kept.unwrap_or_else(|| {
            let cells = Cells::new(ordered.source(&shape.tree), top, f64::from(width_px));
            let within = top.map_or(0..shape.tree.len() as u32, |node| shape.tree.subtree(node));
            let columns = &shape.tree.sides()[sides.columns()];
            let paths = match sides {
                ShownSides::One { .. } if shape.tree.sides().len() == 2 => {
                    within.filter(|&node| columns[0].has(NodeId(node))).count() as u64
                }
                _ => within.len() as u64,
            };
            Self { key, cells, paths }
        }))
    }
}

/// What a search found, in all paths.
#[derive(Debug, PartialEq)]
pub(super) struct Found {
    key: (TreeKey, ShownSides),
    /// By function, whether it is a hit.
    pub(super) functions: Vec<bool>,
    /// Paths that end in a hit.
    pub(super) paths: u64,
    /// On each side the weight of those under no other hit.
    pub(super) sums: [i64; 2],
}

impl Found {
    /// Of before where it still holds. O(functions), O(nodes) of another search.
    pub(super) fn update<'a>(
        cache: &'a mut Option<Self>,
        input: &LayoutInput<'_>,
        (shape, sides): (&Shape, ShownSides),
    ) -> Option<&'a Self> {
        let hits = input.sides.map(|side| side.and_then(|side| side.hits));
        if hits == [None; 2] {
            *cache = None;
            return None;
        }
        let bits = hits.map(|hits| hits.map_or(&[][..], |hits| hits.functions()));
        let functions = shape.functions.union(bits).unwrap_or_default();
        let kept = cache.take().filter(|kept| kept.key == (shape.key, sides) && kept.functions == functions);
        Some(cache.insert(kept.unwrap_or_else(|| Self::new(shape, sides, functions))))
    }

    fn new(shape: &Shape, sides: ShownSides, functions: Vec<bool>) -> Self {
        let tree = &shape.tree;
        let (mut paths, mut sums, mut end) = (0, [0i64; 2], 0);
        if !functions.is_empty() {
            let columns = &tree.sides()[sides.columns()];
            for node in tree.nodes().filter(|node| functions[tree.identity()[node.index()].index()]) {
                paths += u64::from(columns.iter().any(|side| side.has(node)));
                if node.0 < end {
                    continue;
                }
                end = tree.subtree_end()[node.index()];
                for (sum, side) in sums.iter_mut().zip(tree.sides()) {
                    *sum = sum.saturating_add(side.total[node.index()]);
                }
            }
        }
        Self { key: (shape.key, sides), functions, paths, sums }
    }
}
