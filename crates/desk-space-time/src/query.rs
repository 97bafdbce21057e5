//! The query for a table of slices.

use diptych_aggregate::{GainBy, Grid, StackLevel};
use diptych_compare::align::Warp;
use diptych_compare::ends::ComparedUntil;
use diptych_engine::SignificantChanges;
use diptych_protocol::{LaneMatching, StateBy, Word};
use diptych_store::{Columns, StoreError, parts};

/// The settings that a table of slices depends on, besides the traces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SliceQuery {
    /// Identity rules, with the defaults written out.
    pub(crate) rules: String,
    /// Method by which lanes are paired.
    pub(crate) matching: LaneMatching,
    /// Pairs of lanes chosen by hand.
    pub(crate) chosen: Vec<u32>,
    /// Span of each side that is sliced, ticks: from the first tick to before the second. Both spans of a pair have the
    /// same length, unless each side has its own clock.
    pub(crate) spans: [[i64; 2]; 2],
    /// Clocks that the slices follow.
    pub(crate) clocks: Clocks,
    /// Anchors of the warp that puts matched calls at the same time: ticks of A and of B, rising in both. With anchors,
    /// both spans are in A's time. Empty for no warp.
    pub(crate) anchors: Vec<[i64; 2]>,
    /// Anchors of matched calls, whether B's time is warped or not. Findings are made in slices that correspond by them.
    /// Empty if the slices are those of a window.
    pub(crate) matched: Vec<[i64; 2]>,
    /// Number of slices.
    pub(crate) slices: u32,
    /// Ticks of a step; a slice is a whole number of steps long.
    pub(crate) step: u64,
    /// Kind of the states.
    pub(crate) by: StateBy,
    /// Depth of the call that is the state, for [`StateBy::Depth`].
    pub(crate) depth: u32,
    /// Number of states with a row of their own.
    pub(crate) top: u32,
    /// True if time without a state counts as a state.
    pub(crate) idle: bool,
    /// Number of lane levels to show; 0 for as many as fit.
    pub(crate) levels: u32,
    /// True if quiet lanes have rows of their own.
    pub(crate) all_lanes: bool,
    /// Path of the lane to show; empty for all lanes.
    pub(crate) within: String,
    /// True if the gain of an area comes from its mean instead of its sum.
    pub(crate) mean: bool,
    /// Number of slices before the end of the shortest run.
    pub(crate) both: u32,
    /// Tick at which the shortest run of each side ends, on the axis of `spans`.
    pub(crate) ends: [i64; 2],
    /// Part of the longer side that is compared, if the recording of the other side was cut off. The rest is not shown.
    pub(crate) until: Option<ComparedUntil>,
    /// Runs to include besides the displayed ones.
    pub(crate) runs: RunsOf,
    /// Significant changes of functions. Known only if findings depend on them, as with one lane.
    pub(crate) significant: Option<SignificantChanges>,
}

/// The clocks that slices follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Clocks {
    /// A slice covers one stretch of the common time axis on both sides.
    Common,
    /// The span of each side is cut into equal slices of its own time, and slices with the same number are compared.
    Own,
}

/// The runs of both sides that are not displayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct RunsOf {
    /// Version of the runs that count; 0 for none.
    pub(crate) version: u32,
    /// Number of runs that do not count because their time is unknown along the axis.
    pub(crate) off_axis: u32,
    /// Number of runs that do not count because they have too many calls to be kept.
    pub(crate) too_long: u32,
}

impl SliceQuery {
    /// Writes the query.
    pub(super) fn put(&self, columns: &mut Columns<'_>) {
        columns.put_text("rules", self.rules.as_str());
        columns.put_text("matching", self.matching.word());
        columns.put("chosen", &self.chosen);
        columns.put("spans", self.spans.as_flattened());
        columns.put("anchors", self.anchors.as_flattened());
        columns.put("matched", self.matched.as_flattened());
        columns.put("step", &[self.step]);
        columns.put("ends", &self.ends);
        columns.put_text("by", self.by.word());
        columns.put_text("within", self.within.as_str());
        let [idle, mean, all_lanes, own_clocks] =
            [self.idle, self.mean, self.all_lanes, self.has_own_clocks()].map(u32::from);
        let [slices, depth, top, levels] = [self.slices, self.depth, self.top, self.levels];
        let numbers = [slices, depth, top, levels, all_lanes, idle, mean, self.both, own_clocks];
        columns.put("numbers", &numbers);
        let RunsOf { version, off_axis, too_long } = self.runs;
        columns.put("runs", &[version, off_axis, too_long]);
        parts::put_compared_until(columns, self.until.as_ref());
        if let Some(significant) = &self.significant {
            significant.put(columns);
        }
    }

    /// Reads a query. Fails on damaged bytes.
    pub(super) fn of(columns: &Columns<'_>) -> Result<Self, StoreError> {
        let spans = columns.get::<i64>("spans")?;
        let &[a, b] = spans.as_chunks().0 else { return Err(StoreError::Damaged) };
        let anchors = columns.get::<i64>("anchors")?;
        let matched = columns.get::<i64>("matched")?;
        let numbers = columns.get::<u32>("numbers")?;
        let &[slices, depth, top, levels, all_lanes, idle, mean, both, own_clocks] = &numbers[..] else {
            return Err(StoreError::Damaged);
        };
        let &[step] = &columns.get::<u64>("step")?[..] else { return Err(StoreError::Damaged) };
        let &[end_a, end_b] = &columns.get::<i64>("ends")?[..] else { return Err(StoreError::Damaged) };
        let runs = columns.get::<u32>("runs")?;
        let &[version, off_axis, too_long] = &runs[..] else { return Err(StoreError::Damaged) };
        Ok(Self {
            rules: columns.text("rules")?.to_owned(),
            matching: LaneMatching::of_word(columns.text("matching")?).ok_or(StoreError::Damaged)?,
            chosen: columns.get("chosen")?,
            spans: [a, b],
            clocks: if own_clocks == 0 { Clocks::Common } else { Clocks::Own },
            anchors: anchors.as_chunks().0.to_vec(),
            matched: matched.as_chunks().0.to_vec(),
            slices,
            step,
            by: StateBy::of_word(columns.text("by")?).ok_or(StoreError::Damaged)?,
            depth,
            top,
            idle: idle != 0,
            levels,
            all_lanes: all_lanes != 0,
            within: columns.text("within")?.to_owned(),
            mean: mean != 0,
            both,
            ends: [end_a, end_b],
            until: parts::compared_until(columns)?,
            runs: RunsOf { version, off_axis, too_long },
            significant: SignificantChanges::take(columns)?,
        })
    }

    /// Returns a digest of the query, which identifies results that belong together.
    pub(crate) fn key(&self) -> u128 {
        let mut columns = Columns::default();
        self.put(&mut columns);
        diptych_store::digest(&columns.to_bytes())
    }

    /// Returns true if each side has its own clock.
    pub(crate) fn has_own_clocks(&self) -> bool {
        self.clocks == Clocks::Own
    }

    /// Returns the stack level whose call is the state.
    pub(super) fn stack_level(&self) -> StackLevel {
        match self.by {
            StateBy::Depth => StackLevel::Depth(self.depth),
            StateBy::Auto | StateBy::Innermost | StateBy::Package => StackLevel::Innermost,
        }
    }

    /// Returns the warp from B's time to A's; `None` if B's time is not warped. If each side has its own clock, it
    /// stretches the slices of B to those of A.
    pub(super) fn warp(&self) -> Result<Option<Warp>, StoreError> {
        if self.has_own_clocks() {
            return own_clock_warp(self.spans, self.slices, self.step).map(Some).ok_or(StoreError::Damaged);
        }
        if self.anchors.is_empty() {
            return Ok(None);
        }
        Warp::of_anchors(self.anchors.clone()).map(Some).ok_or(StoreError::Damaged)
    }

    /// Returns the span that the slices of an open side cover, on the axis of the slices.
    pub(super) fn sliced_span(&self, side: usize) -> [i64; 2] {
        if self.has_own_clocks() { self.spans[0] } else { self.spans[side] }
    }

    /// Returns the map from B's time to A's by matched calls, if it is known and counts.
    pub(super) fn matched(&self) -> Result<Option<Warp>, StoreError> {
        if self.matched.is_empty() {
            return Ok(None);
        }
        Warp::of_anchors(self.matched.clone()).map(Some).ok_or(StoreError::Damaged)
    }

    pub(super) fn gain(&self) -> GainBy {
        if self.mean { GainBy::Mean } else { GainBy::Sum }
    }
}

/// Returns the warp that puts the span of B over the span of A, at one rate. The slices may reach a little further than
/// the spans, because each is a whole number of ticks, so the rate is the same up to the end of the last slice. Returns
/// `None` for empty spans.
pub(crate) fn own_clock_warp([a, b]: [[i64; 2]; 2], slices: u32, step: u64) -> Option<Warp> {
    let grid = Grid::covering_in_steps(a[0], a[1], slices as usize, step);
    let end = grid.edge(grid.count);
    let span = |[from, to]: [i64; 2]| i128::from(to) - i128::from(from);
    let rate_of_b = i128::from(end - a[0]) * span(b);
    let length = i64::try_from(rate_of_b.checked_div(span(a))?.max(1)).ok()?;
    Warp::of_anchors(vec![[a[0], b[0]], [end, b[0].checked_add(length)?]])
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_trace::CallId;

    #[test]
    fn query_round_trips() {
        let query = SliceQuery {
            rules: "off name `x`".to_owned(),
            matching: LaneMatching::Name,
            chosen: vec![1, u32::MAX],
            spans: [[-3, 9], [0, 12]],
            clocks: Clocks::Own,
            anchors: vec![[0, 1], [4, 9]],
            matched: vec![[2, 3]],
            slices: 96,
            step: 1 << 40,
            by: StateBy::Depth,
            depth: 2,
            top: 11,
            idle: true,
            levels: 3,
            all_lanes: true,
            within: "a/b".to_owned(),
            mean: true,
            both: 90,
            ends: [40, 50],
            until: Some(ComparedUntil { side: 1, moment: 7, is_cut: true, open: vec![CallId(4)] }),
            runs: RunsOf { version: 7, off_axis: 1, too_long: 2 },
            significant: Some(SignificantChanges::default()),
        };
        let mut columns = Columns::default();
        query.put(&mut columns);
        assert_eq!(SliceQuery::of(&columns).unwrap(), query);
        assert_eq!(query.stack_level(), StackLevel::Depth(2));
    }
}
