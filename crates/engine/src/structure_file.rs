//! A file with the structure of a program, and what a trace ran of it in words.

use crate::structure_words::counted;
use diptych_protocol::{SideName, StructureSummary};
use diptych_structure::{Coverage, Structure, coverage};
use diptych_trace::{OddityKind, Trace};
use diptych_views::{numbers, words};

/// A file with a program structure and no calls.
#[derive(Debug)]
pub struct StructureFile {
    /// Name of the file; hostile text.
    pub name: String,
    /// The structure.
    pub structure: Structure,
}

impl StructureFile {
    /// Creates it from a file that was read as a trace.
    pub fn new(name: String, trace: Trace) -> Self {
        Self { name, structure: Structure::new(trace) }
    }

    /// Returns the part of the structure that a trace ran.
    pub fn coverage(&self, trace: &Trace) -> Coverage {
        coverage(&self.structure, trace)
    }

    /// Returns the summary in words. `of` is the side that the file belongs to.
    pub fn summary(&self, of: SideName, covered: &Coverage) -> StructureSummary {
        StructureSummary {
            name: words::shown(&self.name),
            of,
            headline: ran_in_words(&self.structure, covered),
            note: note(&self.structure, covered),
        }
    }
}

/// Returns a headline such as `52 of 301 files ran`, or `57 of 61 innermost elements ran` for a structure without
/// files.
fn ran_in_words(structure: &Structure, covered: &Coverage) -> String {
    let Coverage { files, ran_files, .. } = *covered;
    let all = counted(files as usize, if structure.has_files() { "file" } else { "innermost element" });
    if ran_files == files {
        format!("{all}, all ran")
    } else {
        format!("{} of {all} ran", numbers::count(ran_files.into()))
    }
}

/// Returns a note on lines of the list and functions of the trace without a counterpart; empty for none.
fn note(structure: &Structure, covered: &Coverage) -> String {
    let (report, what) = (structure.report(), if structure.has_files() { "file" } else { "function" });
    let left_out = |kind: OddityKind| report.entries().iter().filter(move |entry| entry.kind == kind);
    let bad: u64 = left_out(OddityKind::BadEvent).map(|entry| entry.count).sum();
    let parts = [
        (bad, "of the list ignored", "line"),
        (covered.unlisted.into(), "ran without being in the list", what),
        (covered.ambiguous.into(), "with several matches in the list", what),
    ];
    let mut said = String::new();
    for (count, what, one) in parts.into_iter().filter(|(count, ..)| *count > 0) {
        let between = if said.is_empty() { "" } else { "; " };
        said = format!("{said}{between}{} {what}", counted(count as usize, one));
    }
    said
}
