//! A selected time range: the range of the other side, and the sums of both.

use crate::engine::Engine;
use diptych_protocol::{
    Details, RangeTableRequest, SelectRangeRequest, SelectionReply, SideName, Subject, TextReply, Window,
};
use diptych_trace::Trace;
use diptych_views::TimeMap;
use diptych_views::words::RangeSums;

impl Engine {
    /// Selects a time range that is given on the common axis.
    pub(crate) fn select_range(&self, ask: &SelectRangeRequest) -> SelectionReply {
        let whole = || Window { start: 0, end: self.session.trace(ask.side).map_or(1, Trace::extent).max(1) };
        let maps = self.shown_time_maps();
        let own = |side: SideName, window: Window| maps[side.index()].own_window(window);
        let window = ask.window.map_or_else(whole, |window| own(ask.side, window));
        let other = ask.other.map(|window| own(ask.side.other(), window));
        self.select(Some(Subject::Time { side: ask.side, window, other }))
    }

    /// Returns the sums of a time range and of the range of the other side. That is `other`, or else the corresponding
    /// range.
    pub(crate) fn range_details(
        &self,
        side: SideName,
        window: Window,
        other: Option<Window>,
    ) -> Option<Details> {
        let details = self.range_sums(side, window, other)?.details(side, other.is_some());
        Some(Details::Calls(Box::new(self.on_common_axis(details))))
    }

    /// Returns the sums of a time range as text; empty if no side is open.
    pub(crate) fn range_table(&self, ask: &RangeTableRequest) -> TextReply {
        let sums = self.range_sums(ask.side, ask.window, ask.other);
        TextReply { text: sums.map_or_else(String::new, |sums| sums.tab_separated()) }
    }

    fn range_sums(&self, side: SideName, window: Window, other: Option<Window>) -> Option<RangeSums<'_>> {
        let traces = SideName::BOTH.map(|side| self.session.trace(side));
        let mut windows = TimeMap::range_of_both(self.shown_time_maps(), side, window);
        if let Some(other) = other {
            windows[side.other().index()] = other;
        }
        RangeSums::new(windows, traces, self.shown_correspondence().as_ref())
    }
}
