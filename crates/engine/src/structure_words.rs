//! A program structure without calls, described where a file was read.

use diptych_protocol::{Failure, FailureKind, SideName};
use diptych_trace::{ElementId, Run, Trace};
use diptych_views::{numbers, words};

/// Returns a headline such as `301 files in 40 folders, 4.2 MB`, or `112 elements, none of them a file`.
pub fn structure_headline(trace: &Trace) -> String {
    let all = trace.elements().len();
    let elements = || (0..all as u32).map(|id| trace.elements().get(trace.names(), ElementId(id)));
    let mut is_folder = vec![false; all];
    for element in elements().filter(|element| diptych_structure::lies_in_folders(element.kind)) {
        if let Some(parent) = element.parent {
            is_folder[parent.index()] = true;
        }
    }
    let (mut files, mut bytes) = (0, 0u64);
    for (element, is_folder) in elements().zip(&is_folder) {
        files += usize::from(diptych_structure::is_kind_of_files(element.kind) && !is_folder);
        bytes = bytes.saturating_add(element.bytes);
    }
    if files == 0 {
        return format!("{}, none of them a file", counted(all, "element"));
    }
    let size = if bytes > 0 { format!(", {}", numbers::bytes(bytes)) } else { String::new() };
    format!("{} in {}{size}", counted(files, "file"), counted(all - files, "folder"))
}

/// Returns the failure for a structure in place of a trace.
pub fn alone(side: Option<SideName>, run: &Run) -> Failure {
    Failure {
        side,
        kind: FailureKind::NotATrace,
        title: format!("{} is the structure of a program, not a trace.", words::shown(&run.name)),
        body: format!(
            "It lists {} but no calls. Open a trace, then drop this file too, to see which parts of the program never ran. \
             `diptych inspect` and `diptych compare` take it as `--structure FILE`.",
            structure_headline(&run.trace)
        ),
    }
}

/// Returns a count such as `3 files`.
pub(crate) fn counted(count: usize, one: &str) -> String {
    let number = numbers::count(count as u64);
    if count == 1 { format!("{number} {one}") } else { format!("{number} {one}s") }
}
