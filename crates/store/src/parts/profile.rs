//! Call paths with a weight, on one side or two, as columns.

use crate::{Columns, StoreError};
use diptych_profile::{WeightedColumns, WeightedTree};

/// Adds a tree whose recursion is not folded.
pub fn put_weighted_tree(columns: &mut Columns<'_>, tree: &WeightedTree) {
    let tree = tree.to_columns();
    columns.put("paths.parent", &tree.parent);
    columns.put("paths.identity", &tree.identity);
    columns.put("paths.sides", &[tree.sides.len() as u32]);
    for (side, (own, calls, first)) in tree.sides.iter().enumerate() {
        let name = |column: &str| format!("paths.{side}.{column}");
        columns.put(&name("own"), own);
        columns.put(&name("calls"), calls);
        columns.put(&name("first"), first);
    }
}

/// Reads a tree.
///
/// # Errors
///
/// Returns an error if the columns are no tree over identities below `identity_count`.
pub fn weighted_tree(columns: &Columns<'_>, identity_count: u32) -> Result<WeightedTree, StoreError> {
    let misfit = || StoreError::Misfit { what: "call paths do not form a tree" };
    let count = columns.get::<u32>("paths.sides")?.first().copied().filter(|count| (1..=2).contains(count));
    let side = |side: u32| {
        let name = |column: &str| format!("paths.{side}.{column}");
        Ok((columns.get(&name("own"))?, columns.get(&name("calls"))?, columns.get(&name("first"))?))
    };
    let tree = WeightedColumns {
        parent: columns.get("paths.parent")?,
        identity: columns.get("paths.identity")?,
        sides: (0..count.ok_or_else(misfit)?).map(side).collect::<Result<_, StoreError>>()?,
    };
    WeightedTree::from_columns(tree, identity_count).ok_or_else(misfit)
}
