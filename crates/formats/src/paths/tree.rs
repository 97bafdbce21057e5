//! Builds the tree of files and folders.

use crate::by_text::ByText;
use diptych_trace::{ElementId, ElementSpec, Sink};

/// Elements written so far. An element exists from the first path that goes through it.
#[derive(Debug, Default)]
pub(super) struct Files {
    /// Elements by the parent's id, in four bytes, and the name.
    rows: ByText<Row>,
    /// Key being looked up.
    key: Vec<u8>,
}

#[derive(Debug, Clone, Copy)]
struct Row {
    id: ElementId,
    /// Set if a line lists the element itself. Otherwise it is part of other paths.
    is_listed: bool,
}

/// Outcome of adding a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AddOutcome {
    /// The path is a new element.
    New,
    /// The path was listed before.
    Again,
    /// The path is both a file and a folder of other files. It stays one element.
    Folder,
    /// The path leads out of the list or has no name, and is left out.
    Nowhere,
}

/// Parent of outermost elements in a key.
const OUTERMOST: u32 = u32::MAX;

impl Files {
    /// Adds a file with the folders around it. Names are separated by `/` or, in a path without it, by `\`. Empty names
    /// and `.` are ignored; `..` removes the name before it.
    pub(super) fn add(
        &mut self,
        path: &str,
        bytes: u64,
        is_submodule: bool,
        sink: &mut dyn Sink,
    ) -> AddOutcome {
        let separator = if path.contains('/') { '/' } else { '\\' };
        let mut names: Vec<&str> = Vec::new();
        for name in path.split(separator).filter(|name| !matches!(*name, "" | ".")) {
            if name != ".." {
                names.push(name);
            } else if names.pop().is_none() {
                return AddOutcome::Nowhere;
            }
        }
        let Some((file, folders)) = names.split_last() else { return AddOutcome::Nowhere };
        let (mut parent, mut is_in_file) = (None, false);
        for folder in folders {
            let row = self.row(parent, folder, false, "folder", 0, sink).0;
            is_in_file |= row.is_listed;
            parent = Some(row.id);
        }
        let kind = if is_submodule { "submodule" } else { "file" };
        let (row, is_new) = self.row(parent, file, true, kind, bytes, sink);
        let was_listed = std::mem::replace(&mut row.is_listed, true);
        match (is_new, was_listed) {
            (true, _) if is_in_file => AddOutcome::Folder,
            (true, _) => AddOutcome::New,
            (false, true) => AddOutcome::Again,
            (false, false) => AddOutcome::Folder,
        }
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        self.rows.held_bytes()
    }

    /// Returns the element with a name and parent, and whether it is new. Writes it first if it is.
    fn row(
        &mut self,
        parent: Option<ElementId>,
        name: &str,
        is_listed: bool,
        kind: &str,
        bytes: u64,
        sink: &mut dyn Sink,
    ) -> (&mut Row, bool) {
        self.key.clear();
        self.key.extend(parent.map_or(OUTERMOST, |parent| parent.0).to_le_bytes());
        self.key.extend(name.as_bytes());
        let mut is_new = false;
        let row = self.rows.get_or_insert_with(&self.key, || {
            is_new = true;
            Row { id: sink.element(ElementSpec { parent, name, kind, bytes }), is_listed }
        });
        (row, is_new)
    }
}
