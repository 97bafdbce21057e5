//! Short names of elements, for where room is scarce.

use crate::words;
use diptych_structure::{Hierarchy, Kind, NodeId};

/// Returns the name of an element. A file whose name is common, such as `mod.rs`, gets the name of its folder in front.
pub(crate) fn short_name(hierarchy: &Hierarchy, id: NodeId) -> String {
    let name = hierarchy.name(id);
    match hierarchy.parent(id) {
        Some(around) if around != NodeId::ROOT && SAYS_NOTHING.contains(&name) => {
            words::name_or_unnamed(&format!("{}/{name}", hierarchy.last_name(around)))
        }
        _ => words::name_or_unnamed(name),
    }
}

/// Returns the name of an element next to that of the element around it. Within a group of functions that begin alike,
/// it is the name without that beginning.
pub(crate) fn name_in_group(hierarchy: &Hierarchy, id: NodeId) -> String {
    let group = hierarchy.parent(id).map_or("", |around| hierarchy.name(around)).strip_suffix('*');
    match group.and_then(|beginning| hierarchy.name(id).strip_prefix(beginning)) {
        Some(_) if hierarchy.is_group(id) => "(others)".to_owned(),
        Some(rest) if !rest.is_empty() => words::name_or_unnamed(rest),
        _ => short_name(hierarchy, id),
    }
}

/// Returns the name of an element with its class, as functions are named elsewhere: `ViewList.__init__`.
pub(crate) fn telling_name(hierarchy: &Hierarchy, id: NodeId) -> String {
    let name = short_name(hierarchy, id);
    let class = hierarchy.parent(id).filter(|&around| {
        hierarchy.kind(id) == Kind::Function
            && hierarchy.kind(around) == Kind::Class
            && !hierarchy.is_group(around)
    });
    let Some(class) = class else { return name };
    let file = hierarchy.way_up(id).find(|&around| hierarchy.kind(around) == Kind::Module);
    let extension = file.and_then(|file| hierarchy.name(file).rsplit_once('.')).map_or("", |(_, end)| end);
    let between = if DOUBLE_COLONS.contains(&extension) { "::" } else { "." };
    words::name_or_unnamed(&format!("{}{between}{}", hierarchy.name(class), hierarchy.name(id)))
}

/// Extensions of files whose languages write `Class::method`.
const DOUBLE_COLONS: [&str; 9] = ["c", "cc", "cpp", "cxx", "h", "hh", "hpp", "php", "rs"];

/// Names of files that stand for their folder.
const SAYS_NOTHING: [&str; 5] = ["__init__.py", "__main__.py", "mod.rs", "index.js", "index.ts"];
