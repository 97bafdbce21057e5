//! The selection, and the ways to change it.

use crate::engine::Engine;
use crate::navigate;
use crate::search::{Search, start_of};
use crate::views::selected_call;
use diptych_protocol::{
    CallDetails, CallRef, CallsDetails, Details, HitReply, PartnerReply, SelectionReply, SideName, Step,
    Subject,
};
use diptych_trace::CallId;
use diptych_views::words;

impl Engine {
    pub(crate) fn step_hit(&self, from: Option<&CallRef>, forward: bool) -> HitReply {
        let search = self.desk.as_ref().and_then(|desk| desk.search.as_ref());
        let total = search.map_or(0, Search::total);
        let found = search.and_then(|search| search.step(start_of(&self.session, from), forward));
        let (selection, rank) =
            found.map(|(side, call, rank)| (self.select_call(Some((side, call))), rank)).unzip();
        HitReply { selection, rank: rank.unwrap_or(0), total }
    }

    /// Returns the partner of a call: in the alignment or, by similarity, its main match.
    pub(crate) fn partner(&self, reference: &CallRef) -> Option<PartnerReply> {
        let (side, call) = self.session.find(reference)?;
        let partner = self.correspondence_of_mode()?.partner(side, call)?;
        let (call, details) = self.call_details(side.other(), partner)?;
        Some(PartnerReply { call, details: Box::new(details) })
    }

    /// Selects a subject and returns its details. A call or a match that no longer exists is deselected. Any other
    /// subject stays selected, even if no open side has it.
    pub(crate) fn select(&self, subject: Option<Subject>) -> SelectionReply {
        let details = subject.as_ref().and_then(|subject| self.details(subject));
        let subject = subject.filter(|subject| details.is_some() || !is_call(subject));
        SelectionReply { subject, details }
    }

    pub(crate) fn select_call(&self, call: Option<(SideName, CallId)>) -> SelectionReply {
        let found = call.and_then(|(side, call)| self.call_details(side, call));
        let (subject, details) =
            found.map(|(call, details)| (Subject::Call(call), Details::Call(Box::new(details)))).unzip();
        SelectionReply { subject, details }
    }

    fn details(&self, subject: &Subject) -> Option<Details> {
        if is_call(subject) {
            let call = selected_call(&self.session, subject);
            return self.select_call(call).details;
        }
        let traces = SideName::BOTH.map(|side| self.session.trace(side));
        if let Some(details) = self.desks.iter().find_map(|desk| desk.details(self, subject)) {
            return Some(Details::Calls(Box::new(self.on_common_axis(details))));
        }
        if let Subject::Time { side, window, other } = subject {
            return self.range_details(*side, *window, *other);
        }
        let correspondence = self.shown_correspondence();
        let both = correspondence.as_ref();
        let highlight = self.program_highlight(subject);
        let details = words::calls_details(subject, highlight, traces, both, self.path_reading)?;
        Some(Details::Calls(Box::new(self.on_common_axis(details))))
    }

    pub(crate) fn on_common_axis(&self, mut details: CallsDetails) -> CallsDetails {
        let [a, b] = self.shown_time_maps();
        details.windows.a = details.windows.a.map(|window| a.common_window(window));
        details.windows.b = details.windows.b.map(|window| b.common_window(window));
        details
    }

    fn call_details(&self, side: SideName, call: CallId) -> Option<(CallRef, CallDetails)> {
        let trace = self.session.trace(side)?;
        let correspondence = self.correspondence_of_mode();
        let mut details = words::details(side, trace, call, correspondence.as_ref());
        details.facts.extend(self.several_runs_fact(side, call));
        if let Some(similarity) = self.similarity_of_mode() {
            details.facts.extend(words::similar_facts(similarity.matches, side, call));
        }
        details.window = self.shown_time_maps()[side.index()].common_window(details.window);
        Some((words::reference(side, trace, call), details))
    }

    pub(crate) fn step(&self, from: Option<&CallRef>, step: Step) -> SelectionReply {
        let start = from.and_then(|call| self.session.find(call));
        let Some((side, call)) = start else { return self.select_call(self.first_call()) };
        let next = self.session.trace(side).and_then(|trace| navigate::step(trace, call, step));
        self.select_call(Some((side, next.unwrap_or(call))))
    }

    /// Returns the first call of A's first displayed lane, or of B's if A has none.
    pub(crate) fn first_call(&self) -> Option<(SideName, CallId)> {
        SideName::BOTH.into_iter().find_map(|side| {
            let (trace, lane) = (self.session.trace(side)?, self.lane_order(side)?.first()?);
            Some((side, CallId(trace.lanes().calls(lane).start)))
        })
    }
}

fn is_call(subject: &Subject) -> bool {
    matches!(subject, Subject::Call(_) | Subject::Match(..))
}
