//! Queries about the current pair: the results so far, as texts and places.
//!
//! A query tells the table of analyses which results it misses. The caller asks again when they have arrived.

mod compare;
mod failures;
pub(crate) mod lanes;
mod lists;
mod locate;
mod range;
mod rules_draft;
mod status;
mod summary;

pub(crate) use compare::formats;
pub(crate) use failures::{not_compared, unlike_axes, wrong_rules};
pub(crate) use lists::{Differences, Lists};
pub(crate) use status::ComparisonStatus;
pub(crate) use summary::{PairStatements, facts, in_words};

use crate::analyses::{Comparison, IdentityBasis, IdentityQuery, IdentityReports, Lookup, PairAlignment};
use crate::engine::Engine;
use crate::kept::StoredComparison;
use diptych_compare::identity::PrefixSuggestion;
use diptych_protocol::comparison::{
    ComparisonSummary, DifferenceList, DifferenceOrder, Doubt, Framed, IdentityReport, LanePairing,
    RulesDraft,
};
use diptych_protocol::{
    ComparisonState, DifferencesReply, Fact, Failure, FailureKind, RuleSampleOf, SideName, TimeState, Window,
};
use diptych_trace::CallId;
use diptych_views::icicle::LaneOrder;
use diptych_views::{Correspondence, Grey, TimeMap, differences, words};
use std::rc::Rc;
use summary::{general_of, grey};

impl Engine {
    /// Returns the comparison in words, if it is ranked under a state.
    pub(crate) fn summary(&self, state: &ComparisonState) -> Option<ComparisonSummary> {
        let traces = self.traces()?;
        let comparison = self.comparison.as_ref()?;
        let Differences { aligned, lists } = self.differences()?;
        let mut doubt = differences::doubt(&lists.ranked.verdict, &aligned.ends, lists.axis);
        if let Some((doubt, prefix)) = doubt.as_mut().zip(aligned.prefix.as_ref()) {
            remedy(&comparison.basis, prefix, doubt);
        }
        let [a, b] = &aligned.alignment.sides;
        let of_pair = PairStatements {
            sums: lists.paths.aligned_sums(aligned),
            ends: &aligned.ends,
            is_left_out: lists.paths.left_out.is_some(),
            lanes: aligned.lanes.counts(traces),
            proposals: comparison.proposals(),
            facts: facts([a.calls, b.calls]),
        };
        Some(in_words(lists, of_pair, doubt, state))
    }

    /// Returns the lists of the current comparison, and the alignment behind them.
    pub(crate) fn differences(&self) -> Option<Differences<'_>> {
        let comparison = self.comparison.as_ref()?;
        let (aligned, paths) = (comparison.aligned()?, comparison.paths()?);
        let (ranked, traces) = (comparison.ranked()?, self.traces()?);
        let (axis, times) = (traces[0].axis(), paths.times(aligned));
        Some(Differences {
            aligned,
            lists: Lists { paths, times, ranked, axis, gaps: aligned.ends.have_gaps() },
        })
    }

    /// Returns the lists of the current comparison, which may be a stored one without traces.
    pub(crate) fn lists(&self) -> Option<Lists<'_>> {
        self.kept.as_ref().map_or_else(|| self.differences().map(|of| of.lists), StoredComparison::lists)
    }

    /// Returns the statement of several runs a side about the function of a call.
    pub(crate) fn several_runs_fact(&self, side: SideName, call: CallId) -> Option<Fact> {
        let (lists, traces) = (self.differences()?, self.traces()?);
        let in_pair = lists.aligned.pair(traces).of_call(side.index(), call);
        let row = lists.of_function(lists.paths.identity(in_pair));
        differences::several_runs_fact(&lists.ranked.ranking, row)
    }

    /// Returns a part of a list; empty without a comparison.
    pub(crate) fn stretch(
        &self,
        list: DifferenceList,
        order: DifferenceOrder,
        first: u32,
        count: u32,
    ) -> DifferencesReply {
        let lists = self.lists();
        let rows = lists.map_or_else(Vec::new, |lists| lists.stretch(list, order, first, count));
        let total = lists.map_or(0, |lists| lists.rows(list).len() as u32);
        DifferencesReply { rows, first, total }
    }

    /// Returns a window of each side around a difference. Both windows are equally long, each with its call in the
    /// middle.
    pub(crate) fn go_to(&self, id: u32) -> Framed {
        self.framed(id).unwrap_or(Framed { a: None, b: None, call: None })
    }

    fn framed(&self, id: u32) -> Option<Framed> {
        let (lists, traces) = (self.differences()?, self.traces()?);
        let (calls, side) = if let Some(phase) = lists.phase(id) {
            let list = differences::list_of(phase.kind);
            (locate::calls_on_path(lists, traces, list, phase.node), locate::shown_side(list))
        } else if let Some(pause) = lists.pause(id) {
            (locate::with_partner(lists, pause.side, pause.call), pause.side)
        } else {
            let (kind, row) = lists.find(id)?;
            let list = locate::kind_to_locate(kind, row);
            (locate::calls_of(lists, traces, list, row), locate::shown_side(list))
        };
        let side = SideName::BOTH[side];
        let shown = calls[side.index()]?;
        let length = |side: usize| calls[side].map(|call| traces[side].calls().duration(call));
        let span = [0, 1].into_iter().filter_map(length).max()?.max(1) * 2;
        let time_maps = self.shown_time_maps();
        // A side without such a call shows the time that corresponds to the other side's call.
        let window = |index: usize| {
            let middle = match calls[index] {
                Some(call) => locate::middle(traces[index], call),
                None => locate::moment_beside(lists, traces, side.index(), shown),
            };
            let middle = time_maps[index].common(middle);
            Some(Window { start: middle - span / 2, end: middle + span / 2 + 1 })
        };
        let call = Some(words::reference(side, traces[side.index()], shown));
        Some(Framed { a: window(0), b: window(1), call })
    }

    /// Returns the effect of a draft of identity rules; `None` while it is being computed.
    pub(crate) fn identity(
        &mut self,
        draft: &RulesDraft,
        samples: &[RuleSampleOf],
    ) -> Result<Option<Rc<IdentityReport>>, Failure> {
        let formats = formats(self.session()).map(str::to_owned);
        let Some(comparison) = &self.comparison else { return Err(nothing_compared()) };
        let query = IdentityQuery {
            rules: rules_draft::text_of(draft),
            current: comparison.basis.rules.to_text(),
            formats,
            samples: samples.to_vec(),
        };
        match self.analyses.need::<IdentityReports>(&query, comparison.versions.map(Some)) {
            Lookup::Ready(report) => Ok(Some(report)),
            Lookup::Pending => Ok(None),
            Lookup::Failed => Err(not_tried()),
        }
    }

    /// Returns the lane pairs of the current comparison.
    pub(crate) fn lane_pairing(&self) -> LanePairing {
        let aligned = self.comparison.as_ref().and_then(|comparison| comparison.aligned());
        aligned.zip(self.traces()).map_or_else(
            || LanePairing { pairs: Vec::new(), unpaired: [Vec::new(), Vec::new()] },
            |(aligned, traces)| lanes::pairing(traces, &aligned.lanes),
        )
    }

    /// Returns the order of a side's lanes: that of the pair once it is known. `None` if the side is empty.
    pub(crate) fn lane_order(&self, side: SideName) -> Option<&LaneOrder> {
        let (_, derived) = self.session().slot(side).derived_of(self.shows_sums)?;
        let comparison = self.comparison.as_ref();
        let current = comparison.filter(|comparison| comparison.versions == self.session().versions());
        let of_pair = current.and_then(Comparison::aligned).map(|aligned| &aligned.lane_orders[side.index()]);
        Some(of_pair.unwrap_or(&derived.lanes))
    }

    /// Returns the map from each side's axis to the common axis under a state, and the number of the alignment that the
    /// maps may depend on.
    pub fn time_maps(&self, state: &TimeState) -> [TimeMap<'_>; 2] {
        let warp = self.aligned_pair().map(|aligned| &aligned.warp);
        SideName::BOTH.map(|side| TimeMap::new(state, side, warp))
    }

    /// Returns the alignment of the open sides, once it is known.
    pub(crate) fn aligned_pair(&self) -> Option<&PairAlignment> {
        let comparison = self.comparison.as_ref()?;
        if comparison.versions == self.session().versions() { comparison.aligned() } else { None }
    }

    /// Returns the time maps of the displayed picture.
    pub fn shown_time_maps(&self) -> [TimeMap<'_>; 2] {
        self.desk.as_ref().map_or([TimeMap::Identity; 2], |view| self.time_maps(&view.time))
    }

    /// Returns the change that counts as none, which is drawn grey. This is the change of a typical function, if it is
    /// more than a tenth and at least half of the time is in matched calls.
    pub(crate) fn grey(&self, state: &ComparisonState) -> Option<Grey> {
        let Differences { aligned, lists } = self.differences()?;
        let (_, self_ticks) = lists.paths.aligned_sums(aligned);
        Some(grey(lists.ranked, general_of(lists, self_ticks), state))
    }

    /// Returns the correspondence for texts, which do not depend on the settings of a state.
    pub fn shown_correspondence(&self) -> Option<Correspondence<'_>> {
        self.correspondence(&ComparisonState::default())
    }

    /// Returns the correspondence of the current pair for layouts and texts.
    pub fn correspondence(&self, state: &ComparisonState) -> Option<Correspondence<'_>> {
        let comparison = self.comparison.as_ref()?;
        if comparison.versions != self.session().versions() {
            return None;
        }
        let traces = self.traces()?;
        let aligned = comparison.aligned()?;
        let (pair, alignment) = (aligned.pair(traces), &aligned.alignment);
        let grey = self.grey(state)?;
        let significant = self.differences().map(|of| of.lists.significant());
        Some(Correspondence { pair, alignment, grey, significant, similar: None })
    }
}

fn nothing_compared() -> Failure {
    Failure {
        side: None,
        kind: FailureKind::Internal,
        title: "There is no comparison to try the rules on.".to_owned(),
        body: "Close this editor, open two traces, and try again.".to_owned(),
    }
}

fn not_tried() -> Failure {
    Failure {
        side: None,
        kind: FailureKind::Internal,
        title: "The effect of these rules could not be computed.".to_owned(),
        body: "The comparison keeps its rules. Change a rule to try again.".to_owned(),
    }
}

/// Adds the effect of one more rule to the warning that the sides are hardly comparable.
fn remedy(basis: &IdentityBasis, found: &PrefixSuggestion, doubt: &mut Doubt) {
    doubt.body += &format!(" {}", differences::remedy(found));
    let prefix = if found.dropped.len() == 1 { "that prefix" } else { "those prefixes" };
    doubt.remedy = format!("Drop {prefix}");
    let mut rules = basis.rules.clone();
    rules.rules.push(found.rule.clone());
    doubt.rules = rules.to_short_text(&basis.defaults);
}
