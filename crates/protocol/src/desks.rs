//! The state of each desk, one file a desk, with its rows of the link table.

pub(crate) mod compare;

pub use compare::{ColorBy, CompareParts, CompareState, IcicleState, MatchMode, MatchesState};
