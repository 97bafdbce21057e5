//! Layers as a text declares them.

use super::Layers;
use crate::{Hierarchy, NodeId};

/// What a text says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredLayers {
    /// The layers.
    pub layers: Layers,
    /// What each names, as it is written there.
    pub texts: Vec<String>,
}

/// Why a text declares no layers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LayersError {
    /// No line names an element.
    NoLayer,
    /// A quote has no end. The line, from 0.
    OpenQuote(usize),
    /// A path is no element. The line, and the path.
    NoElement(usize, String),
    /// A path ends several elements. The line, and the path.
    Several(usize, String),
    /// An element is named again. The line, the element and the line that names it before.
    NamedTwice(usize, NodeId, usize),
}

/// Reads layers: one a line, paths of elements with blanks between them. Blank lines are none, nor what stands behind a path that
/// begins with `#`. O(paths · elements).
///
/// # Errors
///
/// A path is no element, an element is named twice, a quote has no end: with the line.
pub fn read_layers(text: &str, hierarchy: &Hierarchy) -> Result<DeclaredLayers, LayersError> {
    let (mut layers, mut texts, mut lines) = (Vec::new(), Vec::new(), Vec::new());
    for (line, text) in text.lines().enumerate() {
        let paths = paths(text).ok_or(LayersError::OpenQuote(line))?;
        if paths.is_empty() {
            continue;
        }
        let mut elements: Vec<NodeId> = Vec::new();
        for path in &paths {
            match elements_at(hierarchy, path) {
                Ok(found) => elements.extend(found),
                Err(0) => return Err(LayersError::NoElement(line, path.clone())),
                Err(_) => return Err(LayersError::Several(line, path.clone())),
            }
        }
        layers.push(elements);
        texts.push(paths.join(" "));
        lines.push(line);
    }
    if layers.is_empty() {
        return Err(LayersError::NoLayer);
    }
    let layers = Layers::contiguous(hierarchy, &layers).map_err(|twice| {
        let [before, again] = twice.layers.map(|layer| lines[layer]);
        LayersError::NamedTwice(again, twice.element, before)
    })?;
    Ok(DeclaredLayers { layers, texts })
}

/// The paths of a line; those that hold blanks, or begin with a `#`, stand in quotes.
fn paths(line: &str) -> Option<Vec<String>> {
    let (mut paths, mut rest) = (Vec::new(), line.trim());
    while !rest.is_empty() && !rest.starts_with('#') {
        let (path, behind) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"')?,
            None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        paths.push(path.to_owned());
        rest = behind.trim_start();
    }
    Some(paths)
}

/// The elements of a path. One that ends within the name of a package, `lib` of `lib/python3.12`, means that package: nothing
/// else lies there. One that is the end of a path, `store.py` of `db/store.py`, means that element if there is no other; else the
/// error is how many there are.
fn elements_at(hierarchy: &Hierarchy, path: &str) -> Result<Vec<NodeId>, usize> {
    let path = path.trim_end_matches(hierarchy.separator());
    let all = || hierarchy.ids().skip(1);
    let exact: Vec<NodeId> = all().filter(|&id| hierarchy.path(id) == path).collect();
    if !exact.is_empty() || path.is_empty() {
        return if exact.is_empty() { Err(0) } else { Ok(exact) };
    }
    let is_within = |&id: &NodeId| {
        let whole = hierarchy.path(id);
        whole.strip_prefix(path).is_some_and(|rest| rest.starts_with(hierarchy.separator()))
    };
    if let Some(within) = all().find(is_within) {
        return Ok(vec![within]);
    }
    let is_end = |&id: &NodeId| {
        let whole = hierarchy.path(id);
        whole.strip_suffix(path).is_some_and(|rest| rest.ends_with(hierarchy.separator()))
    };
    let ends: Vec<NodeId> = all().filter(is_end).take(2).collect();
    if ends.len() == 1 { Ok(ends) } else { Err(ends.len()) }
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
        assert!(paths("a \"b").is_none());
    }
}
