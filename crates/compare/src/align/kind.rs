//! The outcome of the alignment for one call.

/// Outcome of the alignment for one call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// The call has a partner, in order, under corresponding callers.
    Matched = 0,
    /// The call has a partner, but the pair crosses a matched pair or its callers are not partners.
    Moved = 1,
    /// The call has no partner.
    Only = 2,
    /// The call has no partner because the other side ends before it, so nothing is known about it. An alignment has no
    /// such calls before [`EarlyEnd::mark`](crate::ends::EarlyEnd::mark).
    NotCompared = 3,
}

impl Kind {
    /// Every kind, in order of its code.
    pub const ALL: [Self; 4] = [Self::Matched, Self::Moved, Self::Only, Self::NotCompared];
}
