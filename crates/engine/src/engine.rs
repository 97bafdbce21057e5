//! The engine: what it remembers, and how it is spoken to.

use crate::analyses::{Comparison, NewJob, Profiled, Table, Work};
use crate::answer::{Answer, Emitted};
use crate::kept::{KeptPair, not_opened};
use crate::marks::EngineMarks;
use crate::queries::{FunctionRowsKey, HeldConfidence, HeldElements, HeldPlaces, Shown, ShownSearch};
use crate::run_profile::RunProfile;
use crate::session::Session;
use crate::views::DeskLayout;
use diptych_protocol::compute::{FunctionTotals, Job};
use diptych_protocol::{
    Ask, Event, Failure, FunctionTableRow, KeptReply, SideName, SideSummary, Sides, ThemeChoice,
};
use diptych_scene::Size;
use diptych_trace::{Run, Trace};
use diptych_views::elements::Elements;
use diptych_views::program::Program;
use diptych_views::space_time::{PartitionCurve, SpaceTime};
use diptych_views::{Highlight, PathReading, RunConfidence};
use std::sync::Arc;

/// Counts changes of what the same traces and rules give: results of an earlier count are worked out anew.
const RESULTS: u32 = 1;

/// The session and everything memoised from it.
#[derive(Debug, Default)]
pub struct Engine {
    pub(crate) session: Session,
    pub(crate) desk: Option<DeskLayout>,
    /// How the paths of the desk that was laid out last are made from stacks.
    pub(crate) path_reading: PathReading,
    /// Whether that desk shows traces whose calls are sums.
    pub(crate) shows_sums: bool,
    /// What is worked out of the traces.
    pub(crate) analyses: Table,
    /// What those say of the pair that is shown.
    pub(crate) comparison: Option<Comparison>,
    /// A stored comparison that is shown, until both its traces are open or a side is closed.
    pub(crate) kept: Option<KeptPair>,
    /// Time by function, where a view shows it.
    pub(crate) shown_totals: Shown<Vec<FunctionTotals>>,
    /// Call paths, where a view shows them.
    pub(crate) shown_profile: Shown<Profiled>,
    /// What lanes do over time, where a view shows it, and all partitions of it.
    pub(crate) shown_space_time: Shown<SpaceTime>,
    pub(crate) shown_curve: Shown<PartitionCurve>,
    /// How far partitions are looked for.
    pub(crate) partition_search: ShownSearch,
    /// Where functions lie, once somebody asked; and the calls between elements, where a view shows them.
    pub(crate) places: Option<HeldPlaces>,
    pub(crate) shown_program: Shown<Program>,
    /// Which calls are of which element, where a view shows it; and what that was made of.
    pub(crate) shown_elements: Shown<Elements>,
    pub(crate) elements: Option<HeldElements>,
    /// Of the layout that is being made.
    pub(crate) canvas: (Size, ThemeChoice),
    /// How sure several runs are of the functions of the paths that are shown.
    pub(crate) shown_confidence: Shown<RunConfidence>,
    pub(crate) confidence: Option<HeldConfidence>,
    /// Rows of the table of functions as they were listed last, and what they were made from.
    pub(crate) function_rows: Option<(FunctionRowsKey, Vec<FunctionTableRow>)>,
    /// Jobs were cancelled and nothing was requested since: views start no work.
    pub(crate) is_given_up: bool,
    /// What of the traces is under the pointer.
    pub(crate) hovered: Option<Highlight>,
    /// What is marked in all views.
    pub(crate) marks: EngineMarks,
    /// The side whose half of the picture the pointer was in last.
    pub(crate) viewpoint: SideName,
    /// A buffer that came back, for the next scene.
    pub(crate) spare: Vec<u32>,
    /// The number of the last scene that was another than the one before.
    pub(crate) last_scene: u32,
    /// The scene laid out last, until somebody takes it.
    pub(crate) words: Option<Vec<u32>>,
    /// Results arrived since the last event that announced any.
    is_changed: bool,
    /// Sides that are shown otherwise than their last summary says.
    retold: [bool; 2],
}

impl Engine {
    /// What is open.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Takes a finished run in, in place of all that the side held. What it holds then.
    pub fn load(&mut self, side: SideName, run: Run) -> Option<Box<SideSummary>> {
        self.open(side, 0, run)
    }

    /// The same for a run that goes by a number.
    pub fn open(
        &mut self,
        side: SideName,
        number: u32,
        run: impl Into<Arc<Run>>,
    ) -> Option<Box<SideSummary>> {
        self.session.open(side, number, run.into());
        self.settle_axes(side);
        self.forget();
        self.with_traces();
        self.side(side)
    }

    /// Opens a stored comparison in place of all that both sides hold.
    ///
    /// # Errors
    ///
    /// It is none, of another version or damaged; nothing changed then.
    pub fn open_kept(&mut self, name: &str, bytes: &[u8]) -> Result<KeptReply, Failure> {
        let kept = KeptPair::read(name, bytes).map_err(|error| not_opened(name, &error))?;
        for side in SideName::BOTH {
            self.session.close(side);
        }
        self.forget();
        let reply = kept.reply();
        self.kept = Some(kept);
        Ok(reply)
    }

    /// Whether a run may be opened on a side: while a stored comparison is shown, its own trace alone. O(calls).
    ///
    /// # Errors
    ///
    /// It is another trace.
    pub fn check(&self, side: SideName, run: &Run) -> Result<(), Failure> {
        let Some(kept) = &self.kept else { return Ok(()) };
        kept.check(side, &run.name, &run.trace)
    }

    /// What a side holds, in words; none if it is empty.
    pub fn side(&self, side: SideName) -> Option<Box<SideSummary>> {
        let of_trace = self.session.slot(side).summary(side).map(Box::new);
        of_trace.or_else(|| self.kept.as_ref().map(|kept| kept.side(side)))
    }

    /// What was stored of a pair is of no use once both its traces are open.
    fn with_traces(&mut self) {
        if self.traces().is_some() {
            self.kept = None;
        }
    }

    /// Shows another run of a side, or the same read again. Of the one that was shown its call tree stays. O(calls).
    pub fn show(
        &mut self,
        side: SideName,
        number: u32,
        run: impl Into<Arc<Run>>,
    ) -> Option<Box<SideSummary>> {
        self.session.show(side, number, run.into());
        self.settle_axes(side);
        self.forget();
        self.with_traces();
        self.side(side)
    }

    /// Adds a run that is not shown. (A side that shows none stays empty.)
    pub fn add(&mut self, side: SideName, number: u32, run: RunProfile) -> Option<Box<SideSummary>> {
        self.session.add(side, number, run);
        self.runs_changed(side);
        self.side(side)
    }

    /// Several runs are compared by what they measure, so one more or less may put the sides into shares or out of them.
    fn runs_changed(&mut self, side: SideName) {
        if self.settle_axes(side) {
            self.forget();
        }
    }

    /// Puts sides into shares or out of them; `told` is the side whose summary the caller tells anyway.
    fn settle_axes(&mut self, told: SideName) -> bool {
        let changed = self.session.settle_axes();
        self.retold[told.other().index()] |= changed[told.other().index()];
        changed != [false; 2]
    }

    /// The shown trace of a side with its version, for the compute role; also one whose calls are sums.
    pub fn trace(&self, side: SideName) -> Option<(u32, &Trace)> {
        Some((self.session.slot(side).version, self.session.times(side)?))
    }

    /// The version of the shown trace of a side, if its calls are there.
    pub(crate) fn version(&self, side: SideName) -> Option<u32> {
        self.session.trace(side).map(|_| self.session.slot(side).version)
    }

    /// The runs of a side that are not shown, packed, with their version: for the compute role.
    pub fn packed_runs(&self, side: SideName) -> (u32, Vec<&[u8]>) {
        (self.session.runs_version(), self.session.slot(side).packed_runs())
    }

    /// Gives the words of a drawn scene back, for the next one.
    pub fn recycle(&mut self, words: Vec<u32>) {
        if words.capacity() > self.spare.capacity() {
            self.spare = words;
        }
    }

    /// Asks. [`Self::take_words`] and [`Self::take_events`] have what lies beside the reply.
    pub fn ask<A: Ask>(&mut self, ask: &A) -> Result<A::Reply, Failure>
    where
        Self: Answer<A>,
    {
        self.answer(ask)
    }

    /// The words of the scene that was laid out last, as [`diptych_scene::wire`] encodes it; once.
    pub fn take_words(&mut self) -> Option<Vec<u32>> {
        self.words.take()
    }

    /// What there is to say that nobody asked for, in order; once: that more is known, what of the work handed out is
    /// of no use any more, and what work there is.
    pub fn take_events(&mut self) -> Vec<Emitted> {
        let changed = std::mem::take(&mut self.is_changed).then_some(Event::AnalysesChanged);
        let (overtaken, jobs) = self.analyses.take_jobs();
        let overtaken = overtaken.into_iter().map(|job| Event::GiveUp { job });
        let retold = std::mem::take(&mut self.retold);
        let retold = SideName::BOTH.into_iter().filter(|side| retold[side.index()]);
        let sides: Vec<Event> =
            retold.filter_map(|side| Some(Event::SideChanged { summary: self.side(side)? })).collect();
        let events =
            sides.into_iter().chain(changed).chain(overtaken).map(|event| Emitted { event, query: None });
        events.chain(jobs.into_iter().map(|job| self.job(job))).collect()
    }

    /// Takes the result of a job in, as stored bytes; `None` if nothing came of it. Of a job that was overtaken it is
    /// dropped.
    pub fn arrived(&mut self, job: u32, bytes: Option<&[u8]>) {
        let traces = SideName::BOTH.map(|side| self.session.times(side));
        self.is_changed |= self.analyses.arrived(job, bytes, traces);
    }

    fn job(&self, NewJob { id, work, query, anew, may_follow }: NewJob) -> Emitted {
        let key = if work.entry.stored { self.key_of(&work) } else { String::new() };
        let (analysis, title) = (work.entry.name.to_owned(), work.entry.title.to_owned());
        let job = Job { id, analysis, title, needs: work.needs, key, anew, may_follow };
        Emitted { event: Event::WorkWanted { job }, query: Some(query) }
    }

    /// Under which a result is stored: the analysis, the content of the traces it reads and its query.
    fn key_of(&self, work: &Work) -> String {
        let mut key = work.entry.name.to_owned();
        for need in &work.needs {
            let content = self.session.slot(need.side).derived_of(true);
            let content = content.map_or(0, |(trace, derived)| derived.fingerprint(trace));
            key += &format!("-{content:032x}");
        }
        format!("{key}-{:032x}-{}-{RESULTS}", work.digest, diptych_store::VERSION)
    }

    fn forget(&mut self) {
        self.desk = None;
        self.analyses.clear();
        (self.is_changed, self.is_given_up) = (false, false);
        self.comparison = None;
        self.shown_totals.show(None);
        self.shown_profile.show(None);
        self.shown_space_time.show(None);
        self.shown_curve.show(None);
        self.shown_program.show(None);
        self.shown_elements.show(None);
        self.elements = None;
        self.places = None;
        self.shown_confidence.show(None);
        self.confidence = None;
        self.function_rows = None;
        self.hovered = None;
        self.marks = EngineMarks::default();
    }

    pub(crate) fn close(&mut self, side: SideName) {
        self.session.close(side);
        self.settle_axes(side);
        self.kept = None;
        self.forget();
    }

    pub(crate) fn remove_run(&mut self, side: SideName, run: u32) -> Option<Box<SideSummary>> {
        self.session.remove(side, run);
        self.runs_changed(side);
        self.side(side)
    }

    pub(crate) fn swap(&mut self) -> Sides<Option<Box<SideSummary>>> {
        self.session.swap();
        self.forget();
        Sides { a: self.side(SideName::A), b: self.side(SideName::B) }
    }
}
