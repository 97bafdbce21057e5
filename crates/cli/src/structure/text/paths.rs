//! Paths of elements for people: the folder that most of them start with is written once.

use super::super::model::Model;
use crate::output::shown;
use diptych_structure::{Kind, NodeId};

/// Least characters of a folder that is abbreviated: shorter ones read as quickly.
const LEAST_FOLDED: usize = 8;

/// Writes paths, with one long folder abbreviated.
#[derive(Debug)]
pub(super) struct Paths {
    /// Stands as `…`.
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

/// Functions that lie in an element, itself if it is one.
pub(super) fn functions_in(model: &Model, id: NodeId) -> usize {
    let hierarchy = &model.placement.hierarchy;
    let is_function = |row: &u32| hierarchy.kind(NodeId(*row)) == Kind::Function;
    hierarchy.subtree(id).filter(is_function).count()
}

/// The package whose path, left out, shortens those of all functions most; none that is as short as what it would be told by.
fn folder(model: &Model) -> Option<String> {
    let hierarchy = &model.placement.hierarchy;
    let packages = hierarchy.ids().skip(1).filter(|&id| hierarchy.kind(id) == Kind::Package);
    let saved = packages.map(|id| {
        let path = hierarchy.path(id);
        (path.chars().count().saturating_sub(1) * functions_in(model, id), path)
    });
    // Of equal ones the outermost.
    let most = saved.reduce(|most, next| if next.0 > most.0 { next } else { most });
    most.map(|(_, path)| path).filter(|path| path.chars().count() >= LEAST_FOLDED)
}
