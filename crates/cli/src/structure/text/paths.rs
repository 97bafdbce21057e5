//! Writes paths of elements for people. The folder that shortens them most is written only once.

use super::super::model::Model;
use crate::output::shown;
use diptych_structure::{Kind, NodeId};

/// Shortest folder that is abbreviated, in characters. Shorter ones are as quick to read.
const LEAST_FOLDED: usize = 8;

/// Writes paths, with one long folder abbreviated.
#[derive(Debug)]
pub(super) struct Paths {
    /// Folder abbreviated as `…`.
    folder: Option<String>,
}

impl Paths {
    pub(super) fn new(model: &Model) -> Self {
        Self { folder: folder(model) }
    }

    /// Returns the folder that `…` stands for. The text is hostile.
    pub(super) fn folder(&self) -> Option<&str> {
        self.folder.as_deref()
    }

    /// Returns the path of an element, marked if only one side of a pair has it.
    pub(super) fn path(&self, model: &Model, id: NodeId) -> String {
        let (whole, separator) = (model.path(id), model.placement.hierarchy.separator());
        let short = self.folder().and_then(|folder| whole.strip_prefix(folder));
        let short = short.filter(|rest| rest.starts_with(separator));
        let path = short.map_or_else(|| shown(&whole), |rest| format!("…{}", shown(rest)));
        match model.placement.hierarchy.sides(id) {
            [true, false] if model.is_pair() => path + " [A]",
            [false, true] => path + " [B]",
            _ => path,
        }
    }
}

/// Returns the number of functions in an element, including itself.
pub(super) fn functions_in(model: &Model, id: NodeId) -> usize {
    let hierarchy = &model.placement.hierarchy;
    let is_function = |row: &u32| hierarchy.kind(NodeId(*row)) == Kind::Function;
    hierarchy.subtree(id).filter(is_function).count()
}

/// Returns the package whose abbreviation shortens the paths of all functions most, if it is long enough.
fn folder(model: &Model) -> Option<String> {
    let hierarchy = &model.placement.hierarchy;
    let separator = hierarchy.separator().chars().count();
    // Characters of each path. Parents come before their children, and a path lacks the root's name.
    let mut chars = vec![0; hierarchy.len()];
    for id in hierarchy.ids().skip(1) {
        let around = hierarchy.parent(id).filter(|&parent| parent != NodeId::ROOT);
        let before = around.map_or(0, |parent| chars[parent.index()] + separator);
        chars[id.index()] = before + hierarchy.name(id).chars().count();
    }
    // Functions of all rows before each.
    let mut functions = vec![0; hierarchy.len() + 1];
    for id in hierarchy.ids() {
        let is_function = hierarchy.kind(id) == Kind::Function;
        functions[id.index() + 1] = functions[id.index()] + usize::from(is_function);
    }
    let packages = hierarchy.ids().skip(1).filter(|&id| hierarchy.kind(id) == Kind::Package);
    let saved = packages.map(|id| {
        let rows = hierarchy.subtree(id);
        let inside = functions[rows.end as usize] - functions[rows.start as usize];
        (chars[id.index()].saturating_sub(1) * inside, id)
    });
    // On a tie, take the outermost package.
    let most = saved.reduce(|most, next| if next.0 > most.0 { next } else { most });
    most.filter(|(_, id)| chars[id.index()] >= LEAST_FOLDED).map(|(_, id)| hierarchy.path(id))
}
