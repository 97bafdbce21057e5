//! Requests in, answers out.

use crate::answer::Answer;
use crate::comparing::PendingComparison;
use crate::comparison::Comparison;
use crate::folded::FoldedRun;
use crate::functions::{KnownTotals, PendingJob};
use crate::session::Session;
use crate::views::{Asked, PairView, find};
use diptych_compare::identity::Memo;
use diptych_protocol::compute::{JobEvent, JobResult};
use diptych_protocol::{Envelope, Event, Request, SideName, SideSummary, ViewId};
use diptych_scene::Size;
use diptych_trace::{Run, Trace};
use diptych_views::Item;

/// The session and everything memoised from it.
#[derive(Debug, Default)]
pub struct Engine {
    pub(crate) session: Session,
    pub(crate) pair: Option<PairView>,
    pub(crate) totals: Option<KnownTotals>,
    pub(crate) pending: Option<PendingJob>,
    pub(crate) comparison: Option<Comparison>,
    pub(crate) pending_comparisons: Vec<PendingComparison>,
    last_job: u32,
    /// What identity rules did to the names of the sides when they were last tried.
    pub(crate) rule_memo: Memo,
    /// What of the traces is under the pointer.
    pub(crate) hovered: Option<Item>,
    /// The side whose half of the picture the pointer was in last.
    pub(crate) viewpoint: SideName,
    /// A buffer that came back, for the next scene.
    pub(crate) spare: Vec<u32>,
}

impl Engine {
    /// What is open.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Takes a finished run in, in place of all that the side held.
    pub fn load(&mut self, side: SideName, run: Run) -> Answer {
        self.open(side, 0, run)
    }

    /// The same for a run that goes by a number.
    pub fn open(&mut self, side: SideName, number: u32, run: Run) -> Answer {
        self.session.open(side, number, run);
        self.forget();
        Answer::of(0, self.loaded(side))
    }

    /// Shows another run of a side, or the same read again. Of the one that was shown its call tree stays. O(calls).
    pub fn show(&mut self, side: SideName, number: u32, run: Run) -> Answer {
        self.session.show(side, number, run);
        self.forget();
        Answer::of(0, self.loaded(side))
    }

    /// Puts a run beside the one that is shown. (A side that shows none stays empty.)
    pub fn add(&mut self, side: SideName, number: u32, run: FoldedRun) -> Answer {
        self.session.add(side, number, run);
        Answer::of(0, self.runs_changed(side))
    }

    /// The shown trace of a side with its version, for the compute role.
    pub fn trace(&self, side: SideName) -> Option<(u32, &Trace)> {
        Some((self.session.slot(side).version, self.session.trace(side)?))
    }

    /// Gives the words of a drawn scene back, for the next one.
    pub fn recycle(&mut self, words: Vec<u32>) {
        if words.capacity() > self.spare.capacity() {
            self.spare = words;
        }
    }

    /// Answers a request.
    pub fn handle(&mut self, envelope: &Envelope) -> Vec<Answer> {
        let epoch = envelope.epoch;
        let event = match &envelope.request {
            Request::Close { side } => self.close(*side),
            Request::RemoveRun { side, run } => {
                self.session.remove(*side, *run);
                self.runs_changed(*side)
            }
            Request::Swap => self.swap(),
            Request::Layout { view, state, theme, width, height, tubes } => {
                let size = Size { width: *width, height: *height };
                let asked = Asked { state, theme: *theme, size, tubes: *tubes };
                return vec![self.layout(epoch, *view, asked)];
            }
            Request::Hover { view, point } => self.hover(*view, *point),
            Request::SelectAt { view: ViewId::Pair, point } => self.select_at(*point),
            Request::Select { call } => self.select(call.as_ref().and_then(|call| find(&self.session, call))),
            Request::Step { from, step } => self.step(from.as_ref(), *step),
            Request::StepHit { from, forward } => return self.step_hit(epoch, from.as_ref(), *forward),
            Request::Lanes { side, state } => self.lanes(*side, state),
            Request::Twin { view, first, count } => self.twin(*view, *first, *count),
            Request::Svg { view } => self.svg(*view),
            Request::Csv { view } => self.csv(*view),
            Request::Totals { rules } => self.request_totals(epoch, rules),
            Request::Compare { state } => return self.compare(epoch, state),
            Request::Differences { list, order, first, count } => self.stretch(*list, *order, *first, *count),
            Request::GoTo { id } => self.go_to(*id),
            Request::Partner { call } => self.select(self.partner(call)),
            Request::Counterparts { call, mode } => self.counterparts(call, *mode),
            Request::Identity { rules, samples } => self.identity(rules, samples),
            Request::LanePairing { .. } => self.lane_pairing(),
        };
        vec![Answer::of(epoch, event)]
    }

    /// Takes the compute role's word in, with the bytes that lie beside it. Answers of jobs that were overtaken
    /// are dropped.
    pub fn job(&mut self, event: JobEvent, stored: Option<&[u8]>) -> Vec<Answer> {
        match event {
            JobEvent::Progress { .. } => Vec::new(),
            JobEvent::Done { id, result: JobResult::Totals { functions } } => self.totals(id, functions),
            JobEvent::Done { id, result: JobResult::Stored } => self.stored(id, stored),
        }
    }

    pub(crate) fn next_job(&mut self) -> u32 {
        self.last_job += 1;
        self.last_job
    }

    fn forget(&mut self) {
        self.pair = None;
        self.totals = None;
        self.comparison = None;
        self.hovered = None;
        self.pending_comparisons.clear();
        self.rule_memo = Memo::default();
    }

    fn close(&mut self, side: SideName) -> Event {
        self.session.close(side);
        self.forget();
        Event::SideClosed { side }
    }

    fn swap(&mut self) -> Event {
        self.session.swap();
        self.forget();
        Event::Sides { a: self.side(SideName::A), b: self.side(SideName::B) }
    }

    /// What a side holds.
    fn side(&self, side: SideName) -> Option<Box<SideSummary>> {
        self.session.slot(side).summary(side).map(Box::new)
    }

    fn loaded(&self, side: SideName) -> Event {
        self.side(side).map_or(Event::SideClosed { side }, |summary| Event::SideLoaded { summary })
    }

    fn runs_changed(&self, side: SideName) -> Event {
        self.side(side).map_or(Event::SideClosed { side }, |summary| Event::RunsChanged { summary })
    }
}
