//! What is selected, and the ways to get there.

use crate::answer::Answer;
use crate::engine::Engine;
use crate::navigate;
use crate::search::{Search, start_of};
use crate::views::find;
use diptych_protocol::{CallRef, Event, SideName, Step};
use diptych_trace::CallId;
use diptych_views::{Item, words};

impl Engine {
    pub(crate) fn select_at(&mut self, point: [f32; 2]) -> Event {
        match self.pair.as_mut().and_then(|view| view.pick(point)) {
            Some((Item::Call { side, call }, _)) => self.select(Some((side, call))),
            Some((Item::Lane { side, lane }, _)) => Event::LaneHead { side, lane: lane.0 },
            Some((Item::Frames { .. }, _)) => Event::Frames,
            Some((Item::Match { a, .. }, _)) => self.select(Some((SideName::A, a))),
            _ => self.select(None),
        }
    }

    pub(crate) fn step_hit(&self, epoch: u32, from: Option<&CallRef>, forward: bool) -> Vec<Answer> {
        let search = self.pair.as_ref().and_then(|view| view.search.as_ref());
        let of = search.map_or(0, Search::total);
        let found = search.and_then(|search| search.step(start_of(&self.session, from), forward));
        let events = match found {
            Some((side, call, rank)) => vec![self.select(Some((side, call))), Event::Hit { rank, of }],
            None => vec![Event::Hit { rank: 0, of }],
        };
        events.into_iter().map(|event| Answer::of(epoch, event)).collect()
    }

    pub(crate) fn select(&self, call: Option<(SideName, CallId)>) -> Event {
        let found = call.and_then(|(side, call)| {
            let trace = self.session.trace(side)?;
            let known = self.shown_correspondence();
            let mut details = words::details(side, trace, call, known.as_ref());
            details.facts.extend(self.over_runs(side, call));
            details.window = self.shown_clocks()[side.index()].common_window(details.window);
            Some((words::reference(side, trace, call), Box::new(details)))
        });
        let (call, details) = found.unzip();
        Event::Selection { call, details }
    }

    pub(crate) fn step(&self, from: Option<&CallRef>, step: Step) -> Event {
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
