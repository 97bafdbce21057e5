//! Lane pairing: the lane of B that corresponds to each lane of A.
//!
//! [`pair_lanes`] pairs every lane of A with at most one lane of B: by what they run ([`PairBy::Overlap`]), by name or
//! by order. People change pairs through [`LaneEdits`]. Pairing goes down the lane tree from the top. It first pairs
//! lanes inside paired lanes, then the remaining lanes anywhere. A lane with calls of its own is only paired with
//! another such lane.
//!
//! The **overlap** of two lanes is the weighted Jaccard similarity of the shares of self time that they spend in each
//! identity. If no time passes, numbers of calls replace self time. The overlap is 1 if both lanes divide their time
//! equally, however long they ran.
//!
//! Pairing is deterministic, and exchanging the sides exchanges the result. The order in which a lane makes its calls
//! plays no part.

mod call_overlap;
mod labels;
mod matching;
mod overlaps;
mod pairing;
mod signature;

pub use pairing::{LaneCounts, LaneEdits, LanePair, LanePairs, PairBy, SUSPECT_OVERLAP, pair_lanes};
