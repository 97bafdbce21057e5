//! The state of a comparison.

use diptych_protocol::Failure;
use diptych_protocol::comparison::ComparisonSummary;

/// The state of a comparison.
#[derive(Debug)]
pub(crate) struct ComparisonStatus {
    /// Comparison in words; `None` while it is being computed, and unless both sides are open.
    pub(crate) summary: Option<ComparisonSummary>,
    /// Reason why there is no comparison, or none under the requested rules.
    pub(crate) failure: Option<Failure>,
    /// True if a result is pending.
    pub(crate) is_pending: bool,
}
