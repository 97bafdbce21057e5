//! Short names of elements, for where room is scarce.

use crate::words;
use diptych_structure::{Hierarchy, Kind, NodeId};

/// Returns the name of an element. A file whose name is common, such as `mod.rs`, gets the name of its folder in front,
/// and a function without a letter in its name, such as `🙂`, that of its class or package. A function without a name of
/// its own, such as `<lambda>`, gets the name of its file or class in front, and a group says which functions it holds.
pub fn short_name(hierarchy: &Hierarchy, id: NodeId) -> String {
    let name = hierarchy.name(id);
    if hierarchy.is_group(id) {
        return group_name(hierarchy, id);
    }
    let around = hierarchy.parent(id).filter(|&around| around != NodeId::ROOT && !hierarchy.is_group(around));
    match around {
        Some(around) if is_placeholder(name) && hierarchy.kind(id) == Kind::Function => {
            words::name_or_unnamed(&format!("{} {name}", hierarchy.last_name(around)))
        }
        Some(around) if SAYS_NOTHING.contains(&name) => {
            words::name_or_unnamed(&format!("{}/{name}", hierarchy.last_name(around)))
        }
        Some(around) if names_nothing(name) && hierarchy.kind(around) != Kind::Module => {
            words::name_or_unnamed(&format!(
                "{}{}{name}",
                hierarchy.last_name(around),
                between(hierarchy, id)
            ))
        }
        _ => words::name_or_unnamed(name),
    }
}

/// Returns the name of a group of functions that lie directly in an element, next to other elements there: `nodes.py
/// functions`, `other sqlite3*` in a group of names that begin alike, and `other functions` outside of all elements.
fn group_name(hierarchy: &Hierarchy, id: NodeId) -> String {
    match hierarchy.parent(id).filter(|&around| around != NodeId::ROOT) {
        None => "other functions".to_owned(),
        Some(around) if hierarchy.name(around).ends_with('*') => {
            format!("other {}", words::shown(hierarchy.name(around)))
        }
        Some(around) => format!("{} functions", short_name(hierarchy, around)),
    }
}

/// Returns true if a name stands for a function without one: `<lambda>`, `<module>`, `<genexpr>`.
fn is_placeholder(name: &str) -> bool {
    let inner = name.strip_prefix('<').and_then(|name| name.strip_suffix('>'));
    inner.is_some_and(|inner| !inner.is_empty() && inner.chars().all(|letter| letter.is_ascii_lowercase()))
}

/// Returns true if a name has neither letters nor digits, so that it says nothing by itself.
fn names_nothing(name: &str) -> bool {
    !name.is_empty() && !name.contains(char::is_alphanumeric)
}

/// Returns the name of an element next to that of the element around it. Within a group of functions that begin alike,
/// it is the name without that beginning.
pub fn name_in_group(hierarchy: &Hierarchy, id: NodeId) -> String {
    if hierarchy.is_group(id) {
        let is_of_names = hierarchy.parent(id).is_some_and(|around| hierarchy.name(around).ends_with('*'));
        return if is_of_names { "(others)" } else { "(functions)" }.to_owned();
    }
    let group = hierarchy.parent(id).map_or("", |around| hierarchy.name(around)).strip_suffix('*');
    match group.and_then(|beginning| hierarchy.name(id).strip_prefix(beginning)) {
        Some(rest) if !rest.is_empty() => words::name_or_unnamed(rest),
        _ => short_name(hierarchy, id),
    }
}

/// Returns the name of an element with its class, as functions are named elsewhere: `ViewList.__init__`.
pub fn telling_name(hierarchy: &Hierarchy, id: NodeId) -> String {
    let name = short_name(hierarchy, id);
    let class = hierarchy.parent(id).filter(|&around| {
        hierarchy.kind(id) == Kind::Function
            && hierarchy.kind(around) == Kind::Class
            && !hierarchy.is_group(around)
    });
    let Some(class) = class else { return name };
    let between = between(hierarchy, id);
    words::name_or_unnamed(&format!("{}{between}{}", hierarchy.name(class), hierarchy.name(id)))
}

/// Returns the text between a class and a function in it, as the language of the file writes it.
fn between(hierarchy: &Hierarchy, id: NodeId) -> &'static str {
    let file = hierarchy.way_up(id).find(|&around| hierarchy.kind(around) == Kind::Module);
    let extension = file.and_then(|file| hierarchy.name(file).rsplit_once('.')).map_or("", |(_, end)| end);
    if DOUBLE_COLONS.contains(&extension) { "::" } else { "." }
}

/// Extensions of files whose languages write `Class::method`.
const DOUBLE_COLONS: [&str; 9] = ["c", "cc", "cpp", "cxx", "h", "hh", "hpp", "php", "rs"];

/// Names of files that stand for their folder.
const SAYS_NOTHING: [&str; 5] = ["__init__.py", "__main__.py", "mod.rs", "index.js", "index.ts"];

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_structure::{SideInput, Source, place};
    use diptych_trace::FunctionSpec;

    fn names(source: Source, functions: &[(&str, &str)]) -> Vec<String> {
        let specs: Vec<FunctionSpec<'_>> = functions
            .iter()
            .map(|&(file, name)| FunctionSpec { name, file, line: 0, category: "" })
            .collect();
        let input = SideInput { functions: &specs, ..SideInput::default() };
        let found = place(source, [input, SideInput::default()]);
        found.sides[0].of_function.iter().map(|&id| short_name(&found.hierarchy, id)).collect()
    }

    #[test]
    fn functions_without_a_letter_are_named_with_their_class() {
        let by_names = [("", "parse::🙂"), ("", "🙂"), ("", "a::b::f"), ("", "a::"), ("", "")];
        assert_eq!(names(Source::Names, &by_names), ["parse.🙂", "🙂", "f", "a::", "(unnamed)"]);
        let by_files = [("x.rs", "Parser::🙂"), ("x.rs", "🙂"), ("y.py", "Parser.🚀"), ("y.py", "f")];
        let named = names(Source::FilesAndNames, &by_files);
        assert_eq!(named, ["Parser::🙂", "🙂", "Parser.🚀", "f"]);
    }

    #[test]
    fn groups_and_functions_without_a_name_say_where_they_are() {
        let specs = [("a/x.py", "f"), ("a/x.py", "C.g"), ("a/y.py", "<lambda>"), ("", "malloc"), ("", "<b>")];
        let specs = specs.map(|(file, name)| FunctionSpec { name, file, line: 0, category: "" });
        let found = place(
            Source::FilesAndNames,
            [SideInput { functions: &specs, ..SideInput::default() }, SideInput::default()],
        );
        let of = |at: usize| found.sides[0].of_function[at];
        let tree = &found.hierarchy;
        let around = |at: usize| tree.parent(of(at)).unwrap();
        assert_eq!(short_name(tree, around(0)), "x.py functions");
        assert_eq!(name_in_group(tree, around(0)), "(functions)");
        assert_eq!(short_name(tree, of(2)), "y.py <lambda>");
        assert_eq!(short_name(tree, around(3)), "other functions");
        assert_eq!(short_name(tree, of(3)), "malloc");
    }
}
