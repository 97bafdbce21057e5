//! Which lanes of both sides are the same lane.
//!
//! [`pair_lanes`] pairs every lane of A with at most one of B, by what they run ([`PairBy::Overlap`]), by name or
//! by order, and people re-pair and cut through [`LaneEdits`]. Pairing goes from the top of the lane tree down:
//! lanes inside paired lanes first, whatever is left anywhere after that. A lane with own calls is only ever
//! paired with one that has some.
//!
//! The **overlap** of two lanes is the weighted Jaccard similarity of the shares of self time that each spends
//! in each identity (of their numbers of calls where no time passes): 1 where both spend their time alike,
//! however long they ran.
//!
//! Invariants: deterministic; exchanging the sides exchanges the result. What this module does not do: look at
//! the order in which a lane runs what it runs.

mod labels;
mod matching;
mod overlaps;
mod pairing;
mod signature;

pub use pairing::{LaneCounts, LaneEdits, LanePair, LanePairs, PairBy, SUSPECT_OVERLAP, pair_lanes};
