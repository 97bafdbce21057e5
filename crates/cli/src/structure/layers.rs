//! A file of layers, from the uppermost down.

use crate::CliError;
use crate::output::shown;
use diptych_structure::{Hierarchy, Layers, NodeId};
use std::path::Path;

/// Layers as their file declares them.
#[derive(Debug)]
pub(super) struct Declared {
    pub(super) layers: Layers,
    /// What each names, as it is written there.
    pub(super) texts: Vec<String>,
}

/// Reads a file of layers: one a line, paths of elements with blanks between them. Blank lines are none, nor what stands behind
/// a path that begins with `#`.
///
/// # Errors
///
/// The file cannot be read, a path is no element, or an element is named twice: with the line.
pub(super) fn read_layers(path: &Path, hierarchy: &Hierarchy) -> Result<Declared, CliError> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| CliError::Failed(format!("{} cannot be read: {error}", path.display())))?;
    let wrong = |line: usize, what: String| {
        CliError::Failed(format!("{}, line {}: {what}", path.display(), line + 1))
    };
    let (mut layers, mut texts, mut lines) = (Vec::new(), Vec::new(), Vec::new());
    for (line, text) in text.lines().enumerate() {
        let paths = paths(text).map_err(|what| wrong(line, what.to_owned()))?;
        if paths.is_empty() {
            continue;
        }
        let mut elements: Vec<NodeId> = Vec::new();
        for path in &paths {
            let found = elements_at(hierarchy, path);
            if found.is_empty() {
                let what =
                    format!("there is no element {}; --level function --json lists them all", shown(path));
                return Err(wrong(line, what));
            }
            elements.extend(found);
        }
        layers.push(elements);
        texts.push(paths.join(" "));
        lines.push(line);
    }
    if layers.is_empty() {
        return Err(CliError::Failed(format!("{} names no layer", path.display())));
    }
    let layers = Layers::contiguous(hierarchy, &layers).map_err(|twice| {
        let element = shown(&hierarchy.path(twice.element));
        wrong(
            lines[twice.layers[1]],
            format!("{element} is named in line {} already", lines[twice.layers[0]] + 1),
        )
    })?;
    Ok(Declared { layers, texts })
}

/// The paths of a line; those that hold blanks, or begin with a `#`, stand in quotes.
fn paths(line: &str) -> Result<Vec<String>, &'static str> {
    let (mut paths, mut rest) = (Vec::new(), line.trim());
    while !rest.is_empty() && !rest.starts_with('#') {
        let (path, behind) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').ok_or("a quote has no end")?,
            None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        paths.push(path.to_owned());
        rest = behind.trim_start();
    }
    Ok(paths)
}

/// The elements of a path. One that ends within the name of a package, `lib` of `lib/python3.12`, means that package: nothing
/// else lies there.
fn elements_at(hierarchy: &Hierarchy, path: &str) -> Vec<NodeId> {
    let path = path.trim_end_matches(hierarchy.separator());
    let all = || hierarchy.ids().skip(1);
    let exact: Vec<NodeId> = all().filter(|&id| hierarchy.path(id) == path).collect();
    if !exact.is_empty() || path.is_empty() {
        return exact;
    }
    let is_within = |&id: &NodeId| {
        let whole = hierarchy.path(id);
        whole.strip_prefix(path).is_some_and(|rest| rest.starts_with(hierarchy.separator()))
    };
    all().find(is_within).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_paths_with_blanks_between_them() {
        let read = |line| paths(line).unwrap_or_default();
        assert_eq!(read(" a/b  c\t\"d e\" # f"), ["a/b", "c", "d e"]);
        assert_eq!(read("\"#a\"b"), ["#a", "b"]);
        assert!(read("  ").is_empty() && read("# a").is_empty());
        assert!(paths("a \"b").is_err());
    }
}
