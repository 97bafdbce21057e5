//! Reads layers from text.

use super::Layers;
use crate::{Hierarchy, NodeId};

/// The layers that a text declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredLayers {
    /// Layers.
    pub layers: Layers,
    /// The paths of each layer, as written in the text.
    pub texts: Vec<String>,
}

/// The reason why a text declares no layers. Lines count from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LayersError {
    /// No line names an element.
    NoLayer,
    /// A quote has no end: line.
    OpenQuote(usize),
    /// A path matches no element: line, path.
    NoElement(usize, String),
    /// A path matches the end of several elements' paths: line, path.
    Several(usize, String),
    /// An element is named again: line, element, line that named it first.
    DuplicateElement(usize, NodeId, usize),
}

/// Reads layers, one per line, as paths of elements separated by blanks. Blank lines are skipped. A path that begins
/// with `#` starts a comment. O(paths · elements).
///
/// # Errors
///
/// Returns the line in which a path matches no element or several, an element is named twice, or a quote has no end.
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
        LayersError::DuplicateElement(again, twice.element, before)
    })?;
    Ok(DeclaredLayers { layers, texts })
}

/// Returns the paths of a line. Paths with blanks or a leading `#` are in quotes. Returns `None` if a quote has no end.
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

/// Returns the elements with a path. A path that ends within the name of a merged package, like `lib` of
/// `lib/python3.12`, means that package, because it contains nothing else. A path that is the end of a longer path,
/// like `store.py` of `db/store.py`, means that element if it is the only one. Otherwise the error is the number of
/// matches, at most 2.
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
    fn layer_line_is_split_into_paths() {
        let read = |line| paths(line).unwrap_or_default();
        assert_eq!(read(" a/b  c\t\"d e\" # f"), ["a/b", "c", "d e"]);
        assert_eq!(read("\"#a\"b"), ["#a", "b"]);
        assert!(read("  ").is_empty() && read("# a").is_empty());
        assert!(paths("a \"b").is_none());
    }
}
