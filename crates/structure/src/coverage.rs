//! Which elements of a structure ran.

use crate::Structure;
use crate::ends::{Ends, Fit, Found};
use crate::qualified::name_parts;
use diptych_trace::{ElementId, FunctionSpec, Trace};
use rustc_hash::FxHashMap;

/// Which elements of a structure functions that were called lie in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coverage {
    /// Of each element whether functions that were called lie directly in it.
    ran: Vec<bool>,
    /// Files of the structure ([`Structure::is_file`]).
    pub files: u32,
    /// Those that ran.
    pub ran_files: u32,
    /// Files of functions that no file of the structure fits; of a structure without files functions that no element fits.
    pub unlisted: u32,
    /// Those that several fit equally well: none of these counts as run for it.
    pub ambiguous: u32,
}

impl Coverage {
    /// Whether functions that were called lie directly in an element.
    pub fn ran(&self, id: ElementId) -> bool {
        self.ran[id.index()]
    }

    fn none(structure: &Structure) -> Self {
        Self {
            ran: vec![false; structure.len()],
            files: structure.ids().filter(|&id| structure.is_file(id)).count() as u32,
            ran_files: 0,
            unlisted: 0,
            ambiguous: 0,
        }
    }

    fn count(&mut self, structure: &Structure, fit: Fit) {
        match fit {
            Fit::One(id) => {
                self.ran_files += u32::from(!self.ran[id.index()] && structure.is_file(id));
                self.ran[id.index()] = true;
            }
            Fit::None => self.unlisted += 1,
            Fit::Several => self.ambiguous += 1,
        }
    }
}

/// What of a structure ran in a trace: by the files of functions, or where the structure has none by their names. O(calls +
/// length of all paths and names).
pub fn coverage(structure: &Structure, trace: &Trace) -> Coverage {
    let mut is_called = vec![false; trace.functions().len()];
    for function in trace.calls().function() {
        is_called[function.index()] = true;
    }
    let called = trace.functions().ids().filter(|id| is_called[id.index()]);
    let called = called.map(|id| trace.functions().get(trace.names(), id));
    // Files by number, and functions by that of their file. A map, since a set would be code of its own.
    let (mut files, mut functions) = (FxHashMap::default(), FxHashMap::default());
    let mut given = Vec::new();
    for FunctionSpec { name, file, .. } in called {
        let new = files.len() as u32;
        let number = *files.entry((0, file)).or_insert(new);
        let is_new = if structure.has_files() {
            number == new && !file.is_empty()
        } else {
            functions.insert((number, name), 0u32).is_none()
        };
        given.extend(is_new.then_some((file, name)));
    }
    if structure.has_files() {
        coverage_of_files(structure, given.into_iter().map(|(file, _)| file))
    } else {
        coverage_of_names(structure, given)
    }
}

/// Matches files of functions, each given once, with those of a structure by the ends of their paths: the file fits with
/// which they have most whole names in common, from the last one back. They must have two in common, or one of the two
/// paths must end there; among files with equally many the one whose path ends there is meant.
///
/// O(length of all paths), by a tree of the structure's paths read backwards.
pub fn coverage_of_files<'a>(structure: &Structure, files: impl IntoIterator<Item = &'a str>) -> Coverage {
    let mut covered = Coverage::none(structure);
    let listed = structure.ids().filter(|&id| structure.is_file(id));
    let ends = Ends::of(structure, listed, |name| [name].into_iter());
    for file in files {
        let names: Vec<&str> = names_of_path(file).collect();
        covered.count(structure, ends.best(names.iter().rev().copied()).fit);
    }
    covered
}

/// The same for functions, each its file and its name, and the packages and classes of a structure: the function itself or
/// what it lies in, by the parts of its name ([`name_parts`]) behind those of its file (a file of Python is a module). Of
/// the parts as many are taken from the first one on as give most names in common; if some give equally many, the more.
///
/// O(length of all names × parts of a name).
pub fn coverage_of_names<'a>(
    structure: &Structure,
    functions: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Coverage {
    let mut covered = Coverage::none(structure);
    let ends = Ends::of(structure, structure.ids(), |name| name_parts(name).into_iter());
    for (file, name) in functions {
        covered.count(structure, best_of_name(&ends, file, name).0.fit);
    }
    covered
}

/// What fits a function by its name, and how many of its parts that takes.
pub(crate) fn best_of_name(ends: &Ends<'_>, file: &str, name: &str) -> (Found, usize) {
    let parts = parts_of_function(file, name);
    let own = parts.len() - name_parts(name).len();
    let cuts = (own..=parts.len()).rev().filter(|&cut| cut > 0);
    let mut best = (Found::NONE, 0);
    for cut in cuts {
        let found = ends.best(parts[..cut].iter().rev().copied());
        if found.is_better_than(&best.0) {
            best = (found, cut);
        }
    }
    best
}

/// The names of a path as a function has it.
pub(crate) fn names_of_path(path: &str) -> impl Iterator<Item = &str> {
    path.split(['/', '\\']).filter(|name| !matches!(*name, "" | "."))
}

/// The parts of a function's name behind the names of its file's path, of which the last one lacks its suffix.
pub fn parts_of_function<'a>(file: &'a str, name: &'a str) -> Vec<&'a str> {
    let mut parts: Vec<&str> = names_of_path(file).collect();
    if let Some(last) = parts.last_mut() {
        let end = last.rfind('.').unwrap_or(last.len());
        *last = &last[..end];
    }
    // In Python a folder is the module that this file states.
    if parts.last() == Some(&"__init__") {
        parts.pop();
    }
    parts.extend(name_parts(name));
    parts
}
