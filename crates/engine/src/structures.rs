//! Program structures beside traces. A structure file says what a program is made of, including the parts that never
//! ran.
//!
//! Each side has its own structure, because two versions of a program consist of different files. A side without one
//! uses that of the other side. So one list is enough for a pair.

use crate::engine::Engine;
use crate::structure_file::StructureFile;
use diptych_protocol::{SideName, Sides, StructureReply};

impl Engine {
    /// Sets the structure of a side and drops the one before; `None` removes it.
    pub fn set_structure(&mut self, side: SideName, file: Option<StructureFile>) {
        self.session.slot_mut(side).structure = file.map(Box::new);
        self.places = None;
    }

    /// Returns the structures that both sides use, with their coverage. O(calls + elements).
    pub fn structures(&self) -> StructureReply {
        let session = &self.session;
        let said = |side| {
            let (of, file) = session.structure(side)?;
            Some(file.summary(of, &file.coverage(session.trace(side)?)))
        };
        StructureReply { sides: Sides::from_fn(said) }
    }
}
