//! Finds the elements of a structure that ran.

use crate::Structure;
use crate::ends::{Fit, PathSuffixes, SuffixMatch};
use crate::qualified::name_parts;
use diptych_trace::{ElementId, FunctionSpec, Trace};
use rustc_hash::FxHashMap;

/// The elements of a structure that contain called functions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coverage {
    /// True if called functions lie directly in the element, by element.
    ran: Vec<bool>,
    /// Number of files of the structure ([`Structure::is_file`]).
    pub files: u32,
    /// Number of files that ran.
    pub ran_files: u32,
    /// Number of files of functions that fit no file of the structure. In a structure without files, number of
    /// functions that fit no element.
    pub unlisted: u32,
    /// Number of files or functions that several elements fit equally well. They mark none of these as run.
    pub ambiguous: u32,
}

impl Coverage {
    /// Returns true if called functions lie directly in an element.
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

/// Finds the elements that ran in a trace: by the files of functions, or by their names if the structure has no files.
/// O(calls + length of all paths and names).
pub fn coverage(structure: &Structure, trace: &Trace) -> Coverage {
    let mut is_called = vec![false; trace.functions().len()];
    for function in trace.calls().function() {
        is_called[function.index()] = true;
    }
    let called = trace.functions().ids().filter(|id| is_called[id.index()]);
    let called = called.map(|id| trace.functions().get(trace.names(), id));
    // Files by number, and functions by the number of their file and name. A map rather than a set, since a set would
    // add code of its own.
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

/// Matches files of functions, each given once, with those of a structure by the ends of their paths. The file with the
/// most whole names in common fits, counted from the last name back. At least two names must agree, or all of one of
/// the two paths. Of files with equally many, the one whose whole path agrees wins.
///
/// O(length of all paths), with a tree of the structure's paths read backwards.
pub fn coverage_of_files<'a>(structure: &Structure, files: impl IntoIterator<Item = &'a str>) -> Coverage {
    let mut covered = Coverage::none(structure);
    let listed = structure.ids().filter(|&id| structure.is_file(id));
    let ends = PathSuffixes::of(structure, listed, |name| [name].into_iter());
    for file in files {
        let names: Vec<&str> = names_of_path(file).collect();
        covered.count(structure, ends.best(names.iter().rev().copied()).fit);
    }
    covered
}

/// Matches functions, each given as file and name, with the packages and classes of a structure. A function's parts are
/// those of its file, since a Python file is a module, and then those of its name ([`name_parts`]). The function itself
/// or an element around it fits, so parts of the name may be left out at the end. The number of parts with the most
/// names in common wins, then a match of a whole path, then the larger number.
///
/// O(length of all names × parts of a name).
pub fn coverage_of_names<'a>(
    structure: &Structure,
    functions: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Coverage {
    let mut covered = Coverage::none(structure);
    let ends = PathSuffixes::of(structure, structure.ids(), |name| name_parts(name).into_iter());
    for (file, name) in functions {
        covered.count(structure, best_of_name(&ends, file, name).0.fit);
    }
    covered
}

/// Returns the elements that fit a function by its name, and the number of its parts used.
pub(crate) fn best_of_name(ends: &PathSuffixes<'_>, file: &str, name: &str) -> (SuffixMatch, usize) {
    let parts = parts_of_function(file, name);
    let own = parts.len() - name_parts(name).len();
    let cuts = (own..=parts.len()).rev().filter(|&cut| cut > 0);
    let mut best = (SuffixMatch::NONE, 0);
    for cut in cuts {
        let found = ends.best(parts[..cut].iter().rev().copied());
        if found.is_better_than(&best.0) {
            best = (found, cut);
        }
    }
    best
}

/// Splits a path as a function states it into names.
pub(crate) fn names_of_path(path: &str) -> impl Iterator<Item = &str> {
    path.split(['/', '\\']).filter(|name| !matches!(*name, "" | "."))
}

/// Returns the names of the path of a function's file, the last one without its suffix, followed by the parts of the
/// function's name.
pub fn parts_of_function<'a>(file: &'a str, name: &'a str) -> Vec<&'a str> {
    let mut parts: Vec<&str> = names_of_path(file).collect();
    if let Some(last) = parts.last_mut() {
        let end = last.rfind('.').unwrap_or(last.len());
        *last = &last[..end];
    }
    // In Python, `__init__.py` is the module of its folder.
    if parts.last() == Some(&"__init__") {
        parts.pop();
    }
    parts.extend(name_parts(name));
    parts
}
