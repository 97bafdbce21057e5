//! Reads a list of paths line by line.

use super::line::listed;
use super::tree::{AddOutcome, Files};
use crate::lines::{Line, Lines};
use crate::quote::quote;
use crate::text::text;
use crate::{ReadError, Reader};
use diptych_trace::{OddityKind, Sink};

/// Reader of one list.
#[derive(Debug, Default)]
pub(super) struct Paths {
    lines: Lines,
    list: List,
}

#[derive(Debug, Default)]
struct List {
    files: Files,
    /// Number of lines so far.
    lines: u64,
}

impl Reader for Paths {
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError> {
        let list = &mut self.list;
        self.lines.feed(bytes, &mut |line| list.take(line, sink));
        Ok(())
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let list = &mut self.list;
        self.lines.finish(&mut |line| list.take(line, sink));
        Ok(())
    }

    fn calls(&self) -> u64 {
        0
    }

    fn held_bytes(&self) -> u64 {
        self.lines.held_bytes() + self.list.files.held_bytes()
    }
}

impl List {
    fn take(&mut self, Line { text: line, offset, is_too_long, .. }: Line<'_>, sink: &mut dyn Sink) {
        self.lines += 1;
        if is_too_long {
            return sink.odd(OddityKind::BadEvent, "line of more than 16 MiB", offset, &self.at(""));
        }
        if line.trim_ascii().is_empty() {
            return;
        }
        let Some(listed) = listed(line) else {
            let example = self.at(&quote(line));
            return sink.odd(OddityKind::BadEvent, "line that is not a path", offset, &example);
        };
        let path = text(&listed.path, offset, sink);
        let place = self.files.add(&path, listed.bytes.unwrap_or(0), listed.is_submodule, sink);
        let oddity = match place {
            AddOutcome::New => return,
            AddOutcome::Again => "path that is listed twice",
            AddOutcome::Folder => "file whose path is also that of a folder",
            AddOutcome::Nowhere => "path that leads out of the list",
        };
        let kind = if place == AddOutcome::Folder { OddityKind::Undefined } else { OddityKind::BadEvent };
        sink.odd(kind, oddity, offset, &self.at(&quote(path.as_bytes())));
    }

    /// Returns the text with the number of the current line, for the report.
    fn at(&self, text: &str) -> String {
        format!("line {}: {text}", self.lines)
    }
}
