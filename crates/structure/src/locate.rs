//! Finds the element of a stated structure in which a function lies.

use crate::coverage::{best_of_name, names_of_path, parts_of_function};
use crate::ends::{Fit, PathSuffixes};
use crate::{Structure, name_parts};
use diptych_trace::FunctionSpec;

/// Finds elements by the rules of [`crate::coverage`], with the index it needs.
pub(crate) struct Locator<'a> {
    structure: &'a Structure,
    ends: PathSuffixes<'a>,
}

impl<'a> Locator<'a> {
    /// Builds the index. O(length of all paths).
    pub(crate) fn new(structure: &'a Structure) -> Self {
        let ends = if structure.has_files() {
            let files = structure.ids().filter(|&id| structure.is_file(id));
            PathSuffixes::of(structure, files, |name| vec![name].into_iter())
        } else {
            PathSuffixes::of(structure, structure.ids(), |name| name_parts(name).into_iter())
        };
        Self { structure, ends }
    }

    pub(crate) fn structure(&self) -> &'a Structure {
        self.structure
    }

    /// Returns the element that fits a function, and the parts of the function's name below that element.
    pub(crate) fn locate<'b>(&self, function: &FunctionSpec<'b>) -> (Fit, Vec<&'b str>) {
        if self.structure.has_files() {
            let names: Vec<&str> = names_of_path(function.file).collect();
            (self.ends.best(names.iter().rev().copied()).fit, name_parts(function.name))
        } else {
            let (found, taken) = best_of_name(&self.ends, function.file, function.name);
            (found.fit, parts_of_function(function.file, function.name).split_off(taken))
        }
    }
}
