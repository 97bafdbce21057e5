//! The paths of a flame graph that are drawn pale, because the comparison does not count their change.

use super::shape::{Shape, TreeKey};
use crate::paths::paint::pale_nodes;
use diptych_profile::Measure;
use diptych_trace::IdentityId;
use diptych_views::SignificantFunctions;

/// True for each path to draw pale, with a key of the input.
#[derive(Debug)]
pub(super) struct PalePaths {
    key: Key,
    nodes: Vec<bool>,
}

#[derive(Debug, PartialEq, Eq)]
struct Key {
    tree: TreeKey,
    measure: Measure,
    of_callers: bool,
    /// Two answers of the comparison for each function: it knows the function, and the change is significant.
    functions: Vec<(bool, bool)>,
}

impl PalePaths {
    /// Returns the cached paths if they still hold, or finds them anew. O(functions), or else O(paths).
    pub(super) fn update<'a>(
        cache: &'a mut Option<Self>,
        shape: &Shape,
        significant: SignificantFunctions<'_>,
        measure: Measure,
        of_callers: bool,
    ) -> &'a [bool] {
        let all = (0..shape.functions.count() as u32).map(IdentityId);
        let functions = all.map(|id| (significant.knows(id), significant.holds(id))).collect();
        let key = Key { tree: shape.key, measure, of_callers, functions };
        let kept = cache.take().filter(|kept| kept.key == key);
        let found = kept.unwrap_or_else(|| {
            let nodes = pale_nodes(&shape.tree, Some(significant), measure, of_callers);
            Self { key, nodes }
        });
        &cache.insert(found).nodes
    }
}
