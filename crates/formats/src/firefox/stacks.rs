//! Turns the tables of a thread into stacks of functions.

use super::document::Contents;
use super::place::split;
use super::tables::{NONE, Process, Tables, Thread, at};
use crate::samples::{StackId, Stacks};
use diptych_trace::{FunctionId, FunctionSpec, OddityKind, Sink};
use rustc_hash::FxHashMap;

/// Tables of a thread, or the shared ones where it has none.
pub(super) struct Merged<'a> {
    pub(super) own: &'a Tables,
    pub(super) shared: &'a Tables,
}

impl<'a> Merged<'a> {
    fn of(&self, has: impl Fn(&Tables) -> bool) -> &'a Tables {
        if has(self.own) { self.own } else { self.shared }
    }

    pub(super) fn text(&self, number: u32) -> &'a str {
        self.of(|tables| !tables.texts.is_empty()).text(number)
    }
}

/// Returns the stack of a row, and reports a row that is not in the table.
pub(super) fn stack_of(row: u32, of_rows: &[StackId], source: u64, sink: &mut dyn Sink) -> StackId {
    let stack = of_rows.get(row as usize).copied();
    if stack.is_none() && row != NONE {
        sink.odd(OddityKind::BadEvent, "sample of a stack that is not in the table", source, "");
    }
    stack.unwrap_or(StackId::EMPTY)
}

/// Returns the stack of every row of the table of stacks.
pub(super) fn stack_rows(
    tables: &Merged<'_>,
    contents: &Contents,
    thread: &Thread,
    stacks: &mut Stacks,
    sink: &mut dyn Sink,
) -> Vec<StackId> {
    let nothing = Process::default();
    let process = contents.processes.get(thread.process).unwrap_or(&nothing);
    let table = tables.of(|tables| !tables.stack_frame.is_empty());
    let mut functions = Functions { tables, process, of_frames: FxHashMap::default() };
    let mut of_rows: Vec<StackId> = Vec::with_capacity(table.stack_frame.len());
    for (row, &frame) in table.stack_frame.iter().enumerate() {
        let prefix = at(&table.stack_prefix, row as u32);
        // A stack's parent comes before it in the table.
        let below = of_rows.get(prefix as usize).copied();
        if below.is_none() && prefix != NONE {
            sink.odd(OddityKind::BadEvent, "stack whose parent does not come before it", thread.offset, "");
        }
        let below = below.unwrap_or(StackId::EMPTY);
        of_rows.push(match functions.of(frame, sink) {
            Some(function) => stacks.push(below, function.0),
            None => below,
        });
    }
    of_rows
}

/// Functions of frames.
struct Functions<'a> {
    tables: &'a Merged<'a>,
    process: &'a Process,
    of_frames: FxHashMap<u32, Option<FunctionId>>,
}

impl Functions<'_> {
    /// Returns the function of a frame. `None` for the root of all stacks.
    fn of(&mut self, frame: u32, sink: &mut dyn Sink) -> Option<FunctionId> {
        if let Some(known) = self.of_frames.get(&frame) {
            return *known;
        }
        let frames = self.tables.of(|tables| !tables.frame_function.is_empty());
        let number = at(&frames.frame_function, frame);
        let category = at(&frames.frame_category, frame);
        let category = self.process.categories.get(category as usize).map_or("", String::as_str);
        let function = if frames.has_locations {
            let location = split(self.tables.text(number));
            let (name, file, line) = (location.name, location.file, location.line);
            (name != "(root)").then(|| sink.function(FunctionSpec { name, file, line, category }))
        } else {
            let table = self.tables.of(|tables| !tables.function_name.is_empty());
            let text = |column: &[u32]| self.tables.text(at(column, number));
            let resources = self.tables.of(|tables| !tables.resource_name.is_empty());
            let resource = at(&resources.resource_name, at(&table.function_resource, number));
            let file = text(&table.function_file);
            let file = if file.is_empty() { self.tables.text(resource) } else { file };
            let line = at(&table.function_line, number);
            let line = if line == NONE { 0 } else { line };
            Some(sink.function(FunctionSpec { name: text(&table.function_name), file, line, category }))
        };
        self.of_frames.insert(frame, function);
        function
    }
}
