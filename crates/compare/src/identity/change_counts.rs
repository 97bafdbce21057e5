//! The number of functions or identities that a rule changed.

/// The number of functions or identities of each side that a rule changed. For several traces of a side it is the sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ChangeCounts {
    /// Counts of side A and of side B.
    pub by_side: [u32; 2],
}
