//! Requests in, answers out.

use crate::analyses::{Comparison, Table, Wanted, Work};
use crate::answer::Answer;
use crate::queries::Compared;
use crate::run_profile::RunProfile;
use crate::session::Session;
use crate::views::{Asked, PairView, find};
use diptych_compare::identity::Memo;
use diptych_protocol::compute::Job;
use diptych_protocol::{ComparisonState, Envelope, Event, Request, SideName, SideSummary, ViewId};
use diptych_scene::Size;
use diptych_trace::{Run, Trace};
use diptych_views::Item;

/// Most functions given at once; their number is always said.
const FUNCTIONS_LISTED: usize = 1000;

/// The session and everything memoised from it.
#[derive(Debug, Default)]
pub struct Engine {
    pub(crate) session: Session,
    pub(crate) pair: Option<PairView>,
    /// What is worked out of the traces.
    pub(crate) analyses: Table,
    /// What those say of the pair that is shown.
    pub(crate) comparison: Option<Comparison>,
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

    /// Adds a run that is not shown. (A side that shows none stays empty.)
    pub fn add(&mut self, side: SideName, number: u32, run: RunProfile) -> Answer {
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

    /// Answers a request, and says what work there is.
    pub fn handle(&mut self, envelope: &Envelope) -> Vec<Answer> {
        let mut answers = self.answer(envelope);
        answers.extend(self.wanted());
        answers
    }

    fn answer(&mut self, envelope: &Envelope) -> Vec<Answer> {
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
            Request::Totals { rules } => {
                return self.told_totals(rules).map(|event| Answer::of(epoch, event)).into_iter().collect();
            }
            Request::Compare { state } => return self.told_comparison(epoch, &state.comparison),
            Request::Differences { list, order, first, count } => self.stretch(*list, *order, *first, *count),
            Request::GoTo { id } => self.go_to(*id),
            Request::Partner { call } => self.select(self.partner(call)),
            Request::Counterparts { call, mode } => self.counterparts(call, *mode),
            Request::Identity { rules, samples } => self.identity(rules, samples),
            Request::LanePairing { .. } => self.lane_pairing(),
        };
        vec![Answer::of(epoch, event)]
    }

    /// Takes the result of a job in, as stored bytes; `None` if nothing came of it. Of a job that was overtaken it is
    /// dropped.
    pub fn arrived(&mut self, job: u32, bytes: Option<&[u8]>) -> Vec<Answer> {
        let traces = SideName::BOTH.map(|side| self.session.trace(side));
        let is_changed = self.analyses.arrived(job, bytes, traces);
        let event = is_changed.then(|| Answer::of(0, Event::AnalysesChanged));
        event.into_iter().chain(self.wanted()).collect()
    }

    /// Forgets jobs that will not be answered: they were cancelled, or their worker ended.
    pub fn given_up(&mut self, jobs: &[u32]) {
        self.analyses.given_up(jobs);
    }

    /// Work that has not been handed out, and what of it is of no use any more.
    fn wanted(&mut self) -> Vec<Answer> {
        let (overtaken, wanted) = self.analyses.take_jobs();
        let overtaken = overtaken.into_iter().map(|id| Answer::of(0, Event::GiveUp { job: id }));
        overtaken.chain(wanted.into_iter().map(|wanted| self.job(wanted))).collect()
    }

    fn job(&self, Wanted { id, work, query, anew, may_follow }: Wanted) -> Answer {
        let key = if work.entry.stored { self.key_of(&work) } else { String::new() };
        let (analysis, title) = (work.entry.name.to_owned(), work.entry.title.to_owned());
        let job = Job { id, analysis, title, needs: work.needs, key, anew, may_follow };
        Answer { input: Some(query), ..Answer::of(0, Event::Compute { job }) }
    }

    /// Under which a result is stored: the analysis, the content of the traces it reads and its query.
    fn key_of(&self, work: &Work) -> String {
        let mut key = work.entry.name.to_owned();
        for need in &work.needs {
            let content = self.session.slot(need.side).derived();
            let content = content.map_or(0, |(trace, derived)| derived.fingerprint(trace));
            key += &format!("-{content:032x}");
        }
        format!("{key}-{:032x}-{}", work.digest, diptych_store::VERSION)
    }

    fn told_totals(&mut self, rules: &str) -> Option<Event> {
        let totals = self.totals(rules)?;
        let functions = totals.iter().take(FUNCTIONS_LISTED).cloned().collect();
        Some(Event::Totals { functions, of: totals.len() as u32 })
    }

    fn told_comparison(&mut self, epoch: u32, state: &ComparisonState) -> Vec<Answer> {
        let Compared { summary, failure, is_pending } = self.compare(state);
        let failed = failure.map(|failure| Event::Failed { failure });
        let is_said = !is_pending && (failed.is_none() || summary.is_some());
        let said = is_said.then(|| Event::Comparison { summary: summary.map(Box::new) });
        failed.into_iter().chain(said).map(|event| Answer::of(epoch, event)).collect()
    }

    fn forget(&mut self) {
        self.pair = None;
        self.analyses.clear();
        self.comparison = None;
        self.hovered = None;
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
