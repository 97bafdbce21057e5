//! Coverage of the program's structure on both sides, with `--structure`.

use super::fact::Fact;
use diptych_engine::Session;
use diptych_protocol::{SideName, Sides, StructureSummary};
use diptych_views::numbers;
use serde_json::{Value, json};

/// Coverage of both sides.
#[derive(Debug, Clone)]
pub(super) struct StructureFacts {
    sides: Sides<StructureSide>,
}

#[derive(Debug, Clone)]
struct StructureSide {
    summary: StructureSummary,
    unlisted: u32,
    ambiguous: u32,
    /// Files of the list, in its order; true if the file ran.
    files: Vec<(String, bool)>,
}

impl StructureFacts {
    /// Collects the coverage; `None` if there is no structure.
    pub(super) fn of(session: &Session) -> Option<Self> {
        Some(Self {
            sides: Sides {
                a: StructureSide::of(session, SideName::A)?,
                b: StructureSide::of(session, SideName::B)?,
            },
        })
    }

    /// Returns one line. With one list for both sides, it counts the files that ran on only one side.
    pub(super) fn fact(&self) -> Fact {
        let Sides { a, b } = &self.sides;
        let said = |side: &StructureSide| match side.summary.note.as_str() {
            "" => side.summary.headline.clone(),
            note => format!("{} ({note})", side.summary.headline),
        };
        let text = if a.summary.of == b.summary.of {
            let pairs = a.files.iter().zip(&b.files);
            let count = |ran: (bool, bool)| {
                let files = pairs.clone().filter(|((_, in_a), (_, in_b))| (*in_a, *in_b) == ran).count();
                numbers::count(files as u64)
            };
            format!(
                "{}: in A {}, in B {}; {} only in A, {} only in B, {} in neither",
                a.summary.name,
                said(a),
                said(b),
                count((true, false)),
                count((false, true)),
                count((false, false)),
            )
        } else {
            format!("A {}: {}; B {}: {}", a.summary.name, said(a), b.summary.name, said(b))
        };
        Fact { label: "Structure", text }
    }

    pub(super) fn json(&self) -> Value {
        json!({ "a": self.sides.a.json(), "b": self.sides.b.json() })
    }
}

impl StructureSide {
    fn of(session: &Session, side: SideName) -> Option<Self> {
        let (of, file) = session.structure(side)?;
        let covered = &file.coverage(session.trace(side)?);
        let structure = &file.structure;
        let files = structure.ids().filter(|&id| structure.is_file(id));
        Some(Self {
            summary: file.summary(of, covered),
            unlisted: covered.unlisted,
            ambiguous: covered.ambiguous,
            files: files.map(|id| (structure.path(id), covered.ran(id))).collect(),
        })
    }

    fn json(&self) -> Value {
        let never: Vec<&str> =
            self.files.iter().filter(|(_, ran)| !ran).map(|(path, _)| path.as_str()).collect();
        json!({
            "name": self.summary.name,
            "files": self.files.len(),
            "ran": self.files.iter().filter(|(_, ran)| *ran).count(),
            "not_listed": self.unlisted,
            "ambiguous": self.ambiguous,
            "never_ran": never,
        })
    }
}
