//! The choice of the time axis where the state leaves it to the desk.

use crate::desks::Desk;
use crate::engine::Engine;
use diptych_protocol::{SideName, TimeAxis, ViewState};
use std::borrow::Cow;

impl Engine {
    /// Returns a state whose time axis is known. [`TimeAxis::Auto`] becomes the axis that the desk prefers: matched
    /// calls if half of the time matches, unless a side has several runs. Only displayed runs are aligned, so the other
    /// runs count on the axis from zero alone.
    pub fn with_known_axis<'a>(&self, desk: &dyn Desk, state: &'a ViewState) -> Cow<'a, ViewState> {
        if state.time.axis != TimeAxis::Auto {
            return Cow::Borrowed(state);
        }
        // Sums of short calls lie somewhere near their moments, so their matches are none in time.
        let is_folded = self.traces().is_some_and(|traces| traces.iter().any(|trace| trace.is_folded()));
        let has_one_run = |side: SideName| self.session.slot(side).other_runs().len() == 0;
        let is_matched = !is_folded
            && desk.prefers_matched_time()
            && SideName::BOTH.into_iter().all(has_one_run)
            && self.aligned_pair().is_some_and(|aligned| aligned.alignment.is_mostly_matched());
        let mut state = state.clone();
        state.time.axis = if is_matched { TimeAxis::Matched } else { TimeAxis::Zero };
        Cow::Owned(state)
    }

    /// Returns the share of self time in matched calls, of the side where it is smaller; `None` before calls are
    /// matched.
    pub fn matched_share(&self) -> Option<f64> {
        Some(self.aligned_pair()?.alignment.matched_share())
    }
}
