//! The limits that all kinds of findings share.

/// Smallest part of the compared time that a finding takes, per lane.
pub(super) const LEAST_PART: f64 = 0.01;
/// Smallest ratio of a finding to the noise.
pub(super) const LEAST_Z: f64 = 6.0;
/// Smallest ratio of a finding to the largest change in the other direction. Pauses strike other lanes in each run, so
/// without a cause the largest changes of both directions are about equal.
pub(super) const OVER_OPPOSITE: f64 = 2.0;
/// Most findings of a kind.
pub(super) const MOST: usize = 20;
