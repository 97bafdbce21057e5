//! Stores the types of relations. Some types are calls.

use crate::by_text::ByText;

/// Types of relations by id.
#[derive(Debug, Default)]
pub(super) struct RelationTypes {
    by_id: ByText<RelationType>,
}

/// Positions of a relation's words after its type.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct RelationType {
    /// Position of the order number. `None` if relations of this type are no calls.
    pub(super) increment: Option<usize>,
    pub(super) signature: Option<usize>,
    pub(super) method: Option<usize>,
    /// Number of words.
    pub(super) words: usize,
}

/// A call.
#[derive(Debug, Clone, Copy)]
pub(super) struct Relation {
    /// Order number with its sign bit flipped, so that negative numbers come first.
    pub(super) increment: u64,
    /// Row of the calling element.
    pub(super) caller: u32,
    /// Row of the called element.
    pub(super) callee: u32,
    /// Row of the signature.
    pub(super) signature: u32,
    pub(super) source: u64,
}

impl RelationType {
    /// Parses the attributes of a type, such as `int:Increment`.
    pub(super) fn of<'a>(attributes: impl Iterator<Item = &'a [u8]>) -> Self {
        let mut found = Self::default();
        for (place, attribute) in attributes.enumerate() {
            found.words = place + 1;
            let mut parts = attribute.splitn(2, |&byte| byte == b':');
            let slot = match (parts.next(), parts.next()) {
                (_, Some(b"Increment")) => &mut found.increment,
                (Some(b"sig"), _) => &mut found.signature,
                (_, Some(b"Method")) => &mut found.method,
                _ => continue,
            };
            slot.get_or_insert(place);
        }
        found
    }
}

impl RelationTypes {
    pub(super) fn define(&mut self, id: &[u8], kind: RelationType) {
        *self.by_id.get_or_insert_with(id, RelationType::default) = kind;
    }

    pub(super) fn get(&self, id: &[u8]) -> Option<RelationType> {
        self.by_id.get(id).copied()
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        2 * self.by_id.held_bytes()
    }
}
