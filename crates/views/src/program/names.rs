//! What elements of a program are called where there is little room.

use crate::words;
use diptych_structure::{Hierarchy, NodeId};

/// The name of an element; of a file that is named as many others are with that of what it lies in.
pub(crate) fn short_name(hierarchy: &Hierarchy, id: NodeId) -> String {
    let name = hierarchy.name(id);
    match hierarchy.parent(id) {
        Some(around) if around != NodeId::ROOT && SAYS_NOTHING.contains(&name) => {
            words::name_or_unnamed(&format!("{}/{name}", hierarchy.last_name(around)))
        }
        _ => words::name_or_unnamed(name),
    }
}

/// Names of files that stand for the folder they lie in.
const SAYS_NOTHING: [&str; 5] = ["__init__.py", "__main__.py", "mod.rs", "index.js", "index.ts"];
