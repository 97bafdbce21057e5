//! Structures that stand beside traces: files that say what a program is made of, also of what never ran.
//!
//! Each side has its own, since two versions of a program are made of other files; a side without one goes by that of the
//! other, which is why one list is enough for a pair.

use crate::engine::Engine;
use crate::session::Session;
use crate::structure_words::counted;
use diptych_protocol::{SideName, Sides, StructureReply, StructureSummary};
use diptych_structure::{Coverage, Structure, coverage};
use diptych_trace::{OddKind, Trace};
use diptych_views::{numbers, words};

/// A file that holds a structure and no call.
#[derive(Debug)]
pub struct StructureFile {
    /// Its name; hostile text.
    pub name: String,
    /// What it states.
    pub structure: Structure,
}

impl StructureFile {
    /// Of a file that was read as a trace.
    pub fn new(name: String, trace: Trace) -> Self {
        Self { name, structure: Structure::new(trace) }
    }

    /// What of a trace lies in it.
    pub fn coverage(&self, trace: &Trace) -> Coverage {
        coverage(&self.structure, trace)
    }

    /// In words. `of`: the side whose own it is.
    pub fn summary(&self, of: SideName, covered: &Coverage) -> StructureSummary {
        StructureSummary {
            name: words::shown(&self.name),
            of,
            headline: ran_in_words(&self.structure, covered),
            note: note(&self.structure, covered),
        }
    }
}

/// `52 of 301 files ran`; of a structure without files `57 of 61 innermost elements ran`
fn ran_in_words(structure: &Structure, covered: &Coverage) -> String {
    let Coverage { files, ran_files, .. } = *covered;
    let all = counted(files as usize, if structure.has_files() { "file" } else { "innermost element" });
    if ran_files == files {
        format!("{all}, all ran")
    } else {
        format!("{} of {all} ran", numbers::count(ran_files.into()))
    }
}

/// What of the list and of the trace finds no place in the other.
fn note(structure: &Structure, covered: &Coverage) -> String {
    let (report, what) = (structure.report(), if structure.has_files() { "file" } else { "function" });
    let left_out = |kind: OddKind| report.entries().iter().filter(move |entry| entry.kind == kind);
    let bad: u64 = left_out(OddKind::BadEvent).map(|entry| entry.count).sum();
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

// None of it is of use before a structure is there: the build splits it off, by its names.
impl Engine {
    /// Puts a structure beside what a side holds or will hold, in place of the one that is there; none takes it away.
    pub fn set_structure(&mut self, side: SideName, file: Option<StructureFile>) {
        self.session.slot_mut(side).structure = file.map(Box::new);
        self.places = None;
    }

    /// What both sides go by. O(calls + elements).
    pub fn structures(&self) -> StructureReply {
        let session = &self.session;
        let said = |side| {
            let (of, file) = session.structure(side)?;
            Some(file.summary(of, &file.coverage(session.trace(side)?)))
        };
        StructureReply { sides: Sides::from_fn(said) }
    }
}

impl Session {
    /// The structure that a side goes by, and whose own it is: its own, else that of the other side.
    pub fn structure(&self, side: SideName) -> Option<(SideName, &StructureFile)> {
        let own = |side: SideName| Some((side, &**self.slot(side).structure.as_ref()?));
        own(side).or_else(|| own(side.other()))
    }
}
