//! What a table of slices follows from, beside the traces.

use diptych_aggregate::{GainBy, StackLevel};
use diptych_compare::align::Warp;
use diptych_protocol::{LaneMatching, StateBy, Word};
use diptych_store::{Columns, StoreError};

/// What a table of slices follows from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SliceQuery {
    /// Identity rules, all spelt out.
    pub(crate) rules: String,
    /// How lanes are paired, and pairs chosen by hand.
    pub(crate) matching: LaneMatching,
    pub(crate) chosen: Vec<u32>,
    /// Of each side the ticks from which, and before which, it is divided. Of a pair both are as long.
    pub(crate) spans: [[i64; 2]; 2],
    /// Where B's time is bent so that matched calls lie under each other: ticks of A and of B, rising in both. The spans are
    /// of A's time then. Empty where it is not.
    pub(crate) anchors: Vec<[i64; 2]>,
    pub(crate) slices: u32,
    /// Slices are made of whole steps of so many ticks.
    pub(crate) step: u64,
    pub(crate) by: StateBy,
    pub(crate) depth: u32,
    /// How many states are told apart.
    pub(crate) top: u32,
    pub(crate) idle: bool,
    /// How many levels of lanes are told apart; 0 for as many as there is room for.
    pub(crate) levels: u32,
    /// The path of the lane that all is of; empty for all.
    pub(crate) within: String,
    /// Whether the gain is that of means.
    pub(crate) mean: bool,
    /// Whether all runs end where the slices do, or none.
    pub(crate) same_end: bool,
    pub(crate) runs: RunsOf,
}

/// Which runs beside those that are shown are taken in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct RunsOf {
    /// Their version; 0 of none.
    pub(crate) version: u32,
    /// How many are not, since their time is not known along the axis.
    pub(crate) off_axis: u32,
    /// How many are not, since their calls were too many to be kept.
    pub(crate) too_long: u32,
}

impl SliceQuery {
    /// Puts it in.
    pub(super) fn put(&self, columns: &mut Columns<'_>) {
        columns.put_text("rules", self.rules.as_str());
        columns.put_text("matching", self.matching.word());
        columns.put("chosen", &self.chosen);
        columns.put("spans", self.spans.as_flattened());
        columns.put("anchors", self.anchors.as_flattened());
        columns.put("step", &[self.step]);
        columns.put_text("by", self.by.word());
        columns.put_text("within", self.within.as_str());
        let flags = [self.idle, self.mean, self.same_end].map(u32::from);
        let [idle, mean, same_end] = flags;
        columns.put("numbers", &[self.slices, self.depth, self.top, self.levels, idle, mean, same_end]);
        let RunsOf { version, off_axis, too_long } = self.runs;
        columns.put("runs", &[version, off_axis, too_long]);
    }

    /// Takes it out.
    pub(super) fn of(columns: &Columns<'_>) -> Result<Self, StoreError> {
        let spans = columns.get::<i64>("spans")?;
        let &[a, b] = spans.as_chunks().0 else { return Err(StoreError::Damaged) };
        let anchors = columns.get::<i64>("anchors")?;
        let numbers = columns.get::<u32>("numbers")?;
        let &[slices, depth, top, levels, idle, mean, same_end] = &numbers[..] else {
            return Err(StoreError::Damaged);
        };
        let &[step] = &columns.get::<u64>("step")?[..] else { return Err(StoreError::Damaged) };
        let runs = columns.get::<u32>("runs")?;
        let &[version, off_axis, too_long] = &runs[..] else { return Err(StoreError::Damaged) };
        Ok(Self {
            rules: columns.text("rules")?.to_owned(),
            matching: LaneMatching::of_word(columns.text("matching")?).ok_or(StoreError::Damaged)?,
            chosen: columns.get("chosen")?,
            spans: [a, b],
            anchors: anchors.as_chunks().0.to_vec(),
            slices,
            step,
            by: StateBy::of_word(columns.text("by")?).ok_or(StoreError::Damaged)?,
            depth,
            top,
            idle: idle != 0,
            levels,
            within: columns.text("within")?.to_owned(),
            mean: mean != 0,
            same_end: same_end != 0,
            runs: RunsOf { version, off_axis, too_long },
        })
    }

    /// Tells what follows from one query from what follows from others.
    pub(crate) fn key(&self) -> u128 {
        let mut columns = Columns::default();
        self.put(&mut columns);
        diptych_store::digest(&columns.to_bytes())
    }

    /// Which call of a stack is the state.
    pub(super) fn stack_level(&self) -> StackLevel {
        match self.by {
            StateBy::Depth => StackLevel::Depth(self.depth),
            StateBy::Auto | StateBy::Innermost | StateBy::Package => StackLevel::Innermost,
        }
    }

    /// Which moment of A a moment of B is; `None` where that is itself.
    pub(super) fn warp(&self) -> Result<Option<Warp>, StoreError> {
        if self.anchors.is_empty() {
            return Ok(None);
        }
        Warp::of_anchors(self.anchors.clone()).map(Some).ok_or(StoreError::Damaged)
    }

    pub(super) fn gain(&self) -> GainBy {
        if self.mean { GainBy::Mean } else { GainBy::Sum }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_comes_out_as_it_was_put_in() {
        let query = SliceQuery {
            rules: "off name `x`".to_owned(),
            matching: LaneMatching::Name,
            chosen: vec![1, u32::MAX],
            spans: [[-3, 9], [0, 12]],
            anchors: vec![[0, 1], [4, 9]],
            slices: 96,
            step: 1 << 40,
            by: StateBy::Depth,
            depth: 2,
            top: 11,
            idle: true,
            levels: 3,
            within: "a/b".to_owned(),
            mean: true,
            same_end: false,
            runs: RunsOf { version: 7, off_axis: 1, too_long: 2 },
        };
        let mut columns = Columns::default();
        query.put(&mut columns);
        assert_eq!(SliceQuery::of(&columns).unwrap(), query);
        assert_eq!(query.stack_level(), StackLevel::Depth(2));
    }
}
