//! What is selected, and the ways to get there.

use crate::engine::Engine;
use crate::navigate;
use crate::search::{Search, start_of};
use crate::views::find;
use diptych_protocol::{CallRef, HitReply, PartnerReply, SelectionReply, SideName, Step};
use diptych_trace::CallId;
use diptych_views::words;

impl Engine {
    pub(crate) fn step_hit(&self, from: Option<&CallRef>, forward: bool) -> HitReply {
        let search = self.desk.as_ref().and_then(|desk| desk.search.as_ref());
        let total = search.map_or(0, Search::total);
        let found = search.and_then(|search| search.step(start_of(&self.session, from), forward));
        let (selection, rank) =
            found.map(|(side, call, rank)| (self.select(Some((side, call))), rank)).unzip();
        HitReply { selection, rank: rank.unwrap_or(0), total }
    }

    /// The partner of a call, if the alignment gives it one.
    pub(crate) fn partner(&self, reference: &CallRef) -> Option<PartnerReply> {
        let (side, call) = find(&self.session, reference)?;
        let aligned = self.comparison.as_ref()?.aligned()?;
        let partner = aligned.alignment.sides[side.index()].partner[call.index()].some()?;
        let SelectionReply { subject, details } = self.select(Some((side.other(), partner)));
        Some(PartnerReply { call: subject?, details: details? })
    }

    pub(crate) fn select(&self, call: Option<(SideName, CallId)>) -> SelectionReply {
        let found = call.and_then(|(side, call)| {
            let trace = self.session.trace(side)?;
            let correspondence = self.shown_correspondence();
            let mut details = words::details(side, trace, call, correspondence.as_ref());
            details.facts.extend(self.over_runs(side, call));
            details.window = self.shown_time_maps()[side.index()].common_window(details.window);
            Some((words::reference(side, trace, call), Box::new(details)))
        });
        let (subject, details) = found.unzip();
        SelectionReply { subject, details }
    }

    pub(crate) fn step(&self, from: Option<&CallRef>, step: Step) -> SelectionReply {
        let start = from.and_then(|call| find(&self.session, call));
        let Some((side, call)) = start else { return self.select(self.first_call()) };
        let next = self.session.trace(side).and_then(|trace| navigate::step(trace, call, step));
        self.select(Some((side, next.unwrap_or(call))))
    }

    /// The first call of the busiest lane of A, else of B.
    pub(crate) fn first_call(&self) -> Option<(SideName, CallId)> {
        SideName::BOTH.into_iter().find_map(|side| {
            let (trace, derived) = self.session.slot(side).derived()?;
            Some((side, CallId(trace.lanes().calls(derived.lanes.busiest()?).start)))
        })
    }
}
