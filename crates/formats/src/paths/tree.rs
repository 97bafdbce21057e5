//! Files in their folders.

use crate::by_text::ByText;
use diptych_trace::{ElementId, ElementSpec, Sink};

/// The elements written so far: an element exists from the first path that goes through it.
#[derive(Debug, Default)]
pub(super) struct Files {
    /// By the number of the element around it, four bytes, and its name.
    rows: ByText<Row>,
    /// What is looked up.
    key: Vec<u8>,
}

#[derive(Debug, Clone, Copy)]
struct Row {
    id: ElementId,
    /// Whether a line listed it; else other paths go through it.
    is_listed: bool,
}

/// What became of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// An element more.
    New,
    /// Nothing: it is there.
    Again,
    /// It is a file, and others lie in it as in a folder. Both are kept, as one element.
    Folder,
    /// Nothing: it leads out of the list, or is no name at all.
    Nowhere,
}

/// What stands for no element in a key.
const OUTERMOST: u32 = u32::MAX;

impl Files {
    /// Adds a file with the folders around it. Names are parted by `/`, of a path without it by `\`; empty ones and `.` say
    /// nothing, and `..` takes the name before it away.
    pub(super) fn add(&mut self, path: &str, bytes: u64, is_submodule: bool, sink: &mut dyn Sink) -> Place {
        let separator = if path.contains('/') { '/' } else { '\\' };
        let mut names: Vec<&str> = Vec::new();
        for name in path.split(separator).filter(|name| !matches!(*name, "" | ".")) {
            if name != ".." {
                names.push(name);
            } else if names.pop().is_none() {
                return Place::Nowhere;
            }
        }
        let Some((file, folders)) = names.split_last() else { return Place::Nowhere };
        let (mut parent, mut is_in_file) = (None, false);
        for folder in folders {
            let row = self.row(parent, folder, false, ("folder", 0), sink).0;
            is_in_file |= row.is_listed;
            parent = Some(row.id);
        }
        let kind = if is_submodule { "submodule" } else { "file" };
        let (row, is_new) = self.row(parent, file, true, (kind, bytes), sink);
        let was_listed = std::mem::replace(&mut row.is_listed, true);
        match (is_new, was_listed) {
            (true, _) if is_in_file => Place::Folder,
            (true, _) => Place::New,
            (false, true) => Place::Again,
            (false, false) => Place::Folder,
        }
    }

    /// Bytes held, about.
    pub(super) fn held_bytes(&self) -> u64 {
        self.rows.held_bytes()
    }

    /// The element of a name, written first if it is not there.
    fn row(
        &mut self,
        parent: Option<ElementId>,
        name: &str,
        is_listed: bool,
        (kind, bytes): (&str, u64),
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
