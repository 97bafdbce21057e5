//! The settings of the alignment.

/// Settings of the alignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Number of calls that a subtree must have to be matched anywhere, not only under its callers' partners. The
    /// subtree must also occur on neither side more often than it has calls, or equally many must be left on both sides,
    /// more than a single one of many. A smaller subtree is matched anywhere if both sides have exactly one.
    pub moved_calls: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { moved_calls: 2 }
    }
}
