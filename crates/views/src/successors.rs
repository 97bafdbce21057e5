//! Functions that probably are one function under two names or in two files.

use diptych_trace::IdentityId;
use std::collections::BTreeMap;

/// The functions of both sides that probably are one function under two names or in two files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Successors {
    pub(crate) of: BTreeMap<IdentityId, Successor>,
}

/// A function that probably moved, replaces another one or is replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Successor {
    /// The function on the other side.
    pub other: IdentityId,
    /// True if both have one name and the function only moved to another file.
    pub has_moved: bool,
    /// A word in place of *new* or *gone*: `moved`, `replaces` or `replaced`.
    pub word: &'static str,
    /// The finding without the function's own name: `probably moved from a.py to b.py`, `probably replaced by vat_percent`.
    pub sentence: String,
}

impl Successors {
    /// Returns what became of a function, or where it came from. `None` for a function that is only new or gone.
    pub fn of(&self, function: IdentityId) -> Option<&Successor> {
        self.of.get(&function)
    }
}
