//! Parts of a flame graph whose cost grows with the number of paths: the tree, the positions of subjects in it, the
//! largest change, and the hits of a search. A layout hands them to the next one.

use super::order::{OrderKey, Ordered};
use crate::path_results::CallPaths;
use crate::paths::{ProfileFunctions, ShownSides, folding_of, functions::Traces};
use diptych_profile::{
    ColorBy, DifferenceOptions, Differences, FunctionTable, LeastShown, Measure, NodeId, Scale, WeightedTree,
};
use diptych_protocol::{CallRef, FlameState, RecursionFolding, SiblingOrder, SideName, Subject};
use diptych_trace::{Axis, CallId, IdentityId};
use diptych_views::{LayoutInput, folded, words};
use std::borrow::Cow;
use std::sync::Arc;

/// A key for the tree that is drawn. Equal keys mean equal trees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TreeKey {
    /// Call paths of a version of the profile.
    Paths { version: u32, folding: RecursionFolding, inverted: bool },
    /// Single calls of a side, for these versions of both sides and of the profile, which numbers the functions.
    Calls { side: SideName, sides: [u32; 2], version: u32 },
}

impl TreeKey {
    pub(super) fn new(input: &LayoutInput<'_>, state: &FlameState, sides: ShownSides) -> Self {
        let version = input.results.version::<CallPaths>();
        match sides {
            ShownSides::One { side, .. } if state.order == SiblingOrder::Time && !state.inverted => {
                Self::Calls { side, sides: input.trace_versions, version }
            }
            _ => Self::Paths { version, folding: state.folding, inverted: state.inverted },
        }
    }

    /// Returns the side whose calls are drawn one by one, if any.
    pub(super) fn calls_of(self) -> Option<SideName> {
        match self {
            Self::Paths { .. } => None,
            Self::Calls { side, .. } => Some(side),
        }
    }
}

/// The tree that is drawn, and the sums of its functions.
#[derive(Debug)]
pub(super) struct Shape {
    pub(super) key: TreeKey,
    pub(super) tree: Arc<WeightedTree>,
    /// Sums by function, of the tree's weight.
    pub(super) table: Arc<FunctionTable>,
    /// Number of paths that end in each function.
    pub(super) paths_of: Vec<u32>,
    /// Axis of the weights.
    pub(super) axis: Axis,
    /// Number of nodes in an inverted tree whose callers are left out.
    pub(super) cut: u64,
    pub(super) functions: ProfileFunctions,
}

impl Shape {
    /// Builds the tree of a key. Returns `None` until the profile and the side's trace are there. O(nodes), or O(calls)
    /// for single calls.
    pub(super) fn new(input: &LayoutInput<'_>, key: TreeKey) -> Option<Self> {
        let profile = input.results.get::<CallPaths>()?;
        let functions = ProfileFunctions::new(profile);
        let count = functions.count();
        let mut shape = Self {
            key,
            tree: Arc::clone(&profile.tree),
            table: Arc::clone(&profile.table),
            paths_of: vec![0; count],
            axis: profile.axis,
            cut: 0,
            functions,
        };
        match key {
            TreeKey::Calls { side, .. } => {
                let trace = input.sides[side.index()]?.trace;
                let tree = WeightedTree::of_calls(trace, &profile.identities[side.index()]);
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

/// The position of a subject in the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SubjectPlace {
    Path(NodeId),
    Function(IdentityId),
    Nowhere,
}

/// A cached position: the subject, the tree, and the position of one in the other.
pub(super) type PlacedSubject = (Subject, TreeKey, SubjectPlace);

/// Returns the position of a subject. O(functions + path length · siblings), unless the cached one still holds.
pub(super) fn place(
    cache: &mut Option<PlacedSubject>,
    shape: &Shape,
    subject: Option<&Subject>,
    traces: Traces<'_>,
) -> SubjectPlace {
    let Some(subject) = subject else { return SubjectPlace::Nowhere };
    let kept = cache.take().filter(|(of, tree, _)| of == subject && *tree == shape.key);
    cache.insert(kept.unwrap_or_else(|| (subject.clone(), shape.key, shape.place(subject, traces)))).2
}

/// The cached widest path of a function, with the order of the tree that it holds for.
pub(super) type Widest = (OrderKey, IdentityId, Option<NodeId>);

/// Returns the widest of the paths that end in a function; of equal ones the first. Since widths never grow downwards,
/// it lies below no other path of that function. O(nodes), unless the cached one still holds.
pub(super) fn widest(
    cache: &mut Option<Widest>,
    shape: &Shape,
    ordered: &Ordered,
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
    fn place(&self, subject: &Subject, traces: Traces<'_>) -> SubjectPlace {
        let path = |node: Option<NodeId>| node.map_or(SubjectPlace::Nowhere, SubjectPlace::Path);
        match subject {
            Subject::Path(names) => {
                let functions: Option<Vec<IdentityId>> =
                    self.functions.find(names, traces).into_iter().collect();
                path(functions.and_then(|functions| self.tree.find(&self.folded(functions))))
            }
            Subject::Function(name) | Subject::Relation { callee: name, .. } => {
                let found = self.functions.find(std::slice::from_ref(name), traces)[0];
                found.map_or(SubjectPlace::Nowhere, SubjectPlace::Function)
            }
            Subject::Call(call) | Subject::Match(call, _) => path(self.of_call(call, traces)),
            _ => SubjectPlace::Nowhere,
        }
    }

    /// Returns the path on which a call is reached; in a tree of single calls, the call itself.
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

    /// Folds the recursion of a stack as the tree does.
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

/// The cached largest change of a difference. Colours that are not relative to a path's own weight are relative to this
/// change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Largest {
    tree: TreeKey,
    color: ColorBy,
    measure: Measure,
    scale: Scale,
    value: f64,
}

impl Largest {
    /// Returns the differences of a tree, and keeps the largest for the next layout. O(nodes), unless that one is
    /// known.
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

/// The hits of a search among all paths.
#[derive(Debug, PartialEq)]
pub(super) struct SearchHits {
    key: (TreeKey, ShownSides),
    /// Set for each function that is a hit.
    pub(super) functions: Vec<bool>,
    /// Number of paths that end in a hit.
    pub(super) paths: u64,
    /// Weight on each side of the paths that end in a hit and lie below no other hit.
    pub(super) sums: [i64; 2],
}

impl SearchHits {
    /// Returns the cached hits if they still hold, or finds them anew. `None` without a search. O(functions), or
    /// O(nodes) for a new search.
    pub(super) fn update<'a>(
        cache: &'a mut Option<Self>,
        input: &LayoutInput<'_>,
        shape: &Shape,
        sides: ShownSides,
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
                // The weight of an outer hit already contains this one.
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
