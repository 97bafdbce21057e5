//! The engine: its memory and its interface.

use crate::analyses::{Comparison, NewJob, Table, Work};
use crate::desks::Desks;
use crate::events::EngineEvent;
use crate::kept::StoredComparison;
use crate::marks::EngineMarks;
use crate::memory::Memory;
use crate::noted_places::NotedPlaces;
use crate::places_cache::PlacesCache;
use crate::run_profile::RunProfile;
use crate::session::Session;
use crate::views::DeskLayout;
use diptych_protocol::compute::Job;
use diptych_protocol::{Event, Failure, KeptReply, SideName, SideSummary, Sides, ThemeChoice};
use diptych_scene::Size;
use diptych_trace::{Run, Trace};
use diptych_views::{Highlight, PathReading, Results};
use std::sync::Arc;

/// Version of all results, a part of their keys. Raise it when the same traces and rules give other results, so that
/// stored ones are computed again.
const RESULTS: u32 = 1;

/// Says in the engine's memory that nobody sees more than pictures.
#[derive(Debug)]
pub(crate) struct PicturesOnly;

/// The session and everything memoised from it.
#[derive(Debug)]
pub struct Engine {
    /// Desks that the engine lays out and whose asks it answers.
    pub(crate) desks: Desks,
    pub(crate) session: Session,
    pub(crate) desk: Option<DeskLayout>,
    /// Conversion from stacks to the paths of the last desk laid out.
    pub(crate) path_reading: PathReading,
    /// True if that desk shows traces that hold only sums of their calls.
    pub(crate) shows_sums: bool,
    /// Results computed from the traces.
    pub(crate) analyses: Table,
    /// Results for the current pair.
    pub(crate) comparison: Option<Comparison>,
    /// Stored comparison, until both its traces are open or a side is closed.
    pub(crate) kept: Option<StoredComparison>,
    /// Results that views show.
    pub(crate) results: Results,
    /// Data that desks keep between two asks.
    pub(crate) memory: Memory,
    /// Places of functions in the program structure, once requested.
    pub(crate) places: Option<PlacesCache>,
    /// Size and theme of the layout in progress.
    pub(crate) canvas: (Size, ThemeChoice),
    /// True if jobs were cancelled and nothing was requested since. Views start no work then.
    pub(crate) is_given_up: bool,
    /// Highlight under the pointer.
    pub(crate) hovered: Option<Highlight>,
    /// Marks in all views.
    pub(crate) marks: EngineMarks,
    /// Places of the notes of the last layout.
    pub(crate) noted: NotedPlaces,
    /// Side whose half of the picture the pointer was in last.
    pub(crate) viewpoint: SideName,
    /// Returned buffer for the next scene.
    pub(crate) spare: Vec<u32>,
    /// Number of the last scene that differed from the one before.
    pub(crate) last_scene: u32,
    /// Encoded scene of the last layout, until somebody takes it.
    pub(crate) words: Option<Vec<u32>>,
    /// True if results arrived since the last event that announced any.
    is_changed: bool,
    /// True for each side that differs from its last summary.
    retold: [bool; 2],
}

impl Engine {
    /// Creates an engine with both sides empty.
    pub fn new(desks: Desks) -> Self {
        Self {
            desks,
            session: Session::default(),
            desk: None,
            path_reading: PathReading::default(),
            shows_sums: false,
            analyses: Table::default(),
            comparison: None,
            kept: None,
            results: Results::default(),
            memory: Memory::default(),
            places: None,
            canvas: <(Size, ThemeChoice)>::default(),
            is_given_up: false,
            hovered: None,
            marks: EngineMarks::default(),
            noted: NotedPlaces::default(),
            viewpoint: SideName::default(),
            spare: Vec::new(),
            last_scene: 0,
            words: None,
            is_changed: false,
            retold: [false; 2],
        }
    }

    /// Returns the desks.
    pub fn desks(&self) -> Desks {
        self.desks
    }

    /// Returns the open runs.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Opens a finished run in place of all runs of a side. Returns the side's summary.
    pub fn load(&mut self, side: SideName, run: Run) -> Option<Box<SideSummary>> {
        self.open(side, 0, run)
    }

    /// Opens a run under a number in place of all runs of a side. Returns the side's summary.
    pub fn open(
        &mut self,
        side: SideName,
        number: u32,
        run: impl Into<Arc<Run>>,
    ) -> Option<Box<SideSummary>> {
        self.session.open(side, number, run.into());
        self.settle(side);
        self.forget();
        self.with_traces();
        self.side(side)
    }

    /// Opens a stored comparison in place of all runs of both sides.
    ///
    /// # Errors
    ///
    /// Fails if the file is no stored comparison, has another version or is damaged. Nothing changes then.
    pub fn open_kept(&mut self, name: &str, bytes: &[u8]) -> Result<KeptReply, Failure> {
        let kept = StoredComparison::read(name, bytes, self.desks.stored_parts())?;
        for side in SideName::BOTH {
            self.session.close(side);
        }
        self.forget();
        let reply = kept.reply();
        self.kept = Some(kept);
        Ok(reply)
    }

    /// Checks that a run may be opened on a side. While a stored comparison is open, only its own traces may. O(calls).
    ///
    /// # Errors
    ///
    /// Fails if the run is another trace.
    pub fn check(&self, side: SideName, run: &Run) -> Result<(), Failure> {
        let Some(kept) = &self.kept else { return Ok(()) };
        kept.check(side, &run.name, &run.trace)
    }

    /// Returns the summary of a side; `None` if it is empty.
    pub fn side(&self, side: SideName) -> Option<Box<SideSummary>> {
        let of_trace = self.session.slot(side).summary(side).map(Box::new);
        of_trace.or_else(|| self.kept.as_ref().map(|kept| kept.side(side)))
    }

    /// Returns the fingerprint of the displayed trace as 32 hexadecimal digits; `None` for an empty side, and for a
    /// stored comparison of an earlier version. O(calls) the first time.
    pub(crate) fn fingerprint(&self, side: SideName) -> Option<String> {
        let of_trace = self.session.slot(side).fingerprint();
        let found = of_trace.or_else(|| self.kept.as_ref().and_then(|kept| kept.fingerprint(side)));
        found.map(|fingerprint| format!("{fingerprint:032x}"))
    }

    /// Drops the stored comparison once both its traces are open.
    fn with_traces(&mut self) {
        if self.traces().is_some() {
            self.kept = None;
        }
    }

    /// Displays another run of a side, or one that was read again. The run displayed before keeps its call tree only.
    /// O(calls).
    pub fn show(
        &mut self,
        side: SideName,
        number: u32,
        run: impl Into<Arc<Run>>,
    ) -> Option<Box<SideSummary>> {
        self.session.show(side, number, run.into());
        self.settle(side);
        self.forget();
        self.with_traces();
        self.side(side)
    }

    /// Adds a run without displaying it. Does nothing on a side that displays no run.
    pub fn add(&mut self, side: SideName, number: u32, run: RunProfile) -> Option<Box<SideSummary>> {
        self.session.add(side, number, run);
        self.runs_changed(side);
        self.side(side)
    }

    /// Displays the sides in the form in which they are compared. One run more or less may change that, because only
    /// single runs are compared in shares or in ranges.
    fn runs_changed(&mut self, side: SideName) {
        if self.settle(side) {
            self.forget();
        }
    }

    /// Displays the sides in the form in which they are compared. The caller sends the summary of the side `told`. Returns
    /// true if a side changed.
    fn settle(&mut self, told: SideName) -> bool {
        let changed = self.session.settle();
        self.retold[told.other().index()] |= changed[told.other().index()];
        changed != [false; 2]
    }

    /// Sends the summary of each changed side as an event.
    pub(crate) fn announce(&mut self, changed: [bool; 2]) {
        for (retold, changed) in self.retold.iter_mut().zip(changed) {
            *retold |= changed;
        }
    }

    /// Returns the displayed trace of a side with its version, for the compute role. It may hold only sums of its
    /// calls.
    pub fn trace(&self, side: SideName) -> Option<(u32, &Trace)> {
        Some((self.session.slot(side).version, self.session.times(side)?))
    }

    /// Returns the version of a side's displayed trace, if the trace holds its calls.
    pub fn version(&self, side: SideName) -> Option<u32> {
        self.session.trace(side).map(|_| self.session.slot(side).version)
    }

    /// Returns the packed other runs of a side with their version, for the compute role.
    pub fn packed_runs(&self, side: SideName) -> (u32, Vec<&[u8]>) {
        (self.session.runs_version(), self.session.slot(side).packed_runs())
    }

    /// Leaves out work from now on whose results only the panels next to a picture show, such as the search for all
    /// partitions of lanes and time. For commands that write pictures.
    pub fn serve_pictures_only(&mut self) {
        self.memory.keep(PicturesOnly);
    }

    /// Takes back the buffer of a drawn scene, for the next one.
    pub fn recycle(&mut self, words: Vec<u32>) {
        if words.capacity() > self.spare.capacity() {
            self.spare = words;
        }
    }

    /// Takes the scene of the last layout, encoded by [`diptych_scene::wire`].
    pub fn take_words(&mut self) -> Option<Vec<u32>> {
        self.words.take()
    }

    /// Takes the events since the last time, in order: changed sides, new results, jobs to cancel, jobs to start.
    pub fn take_events(&mut self) -> Vec<EngineEvent> {
        let changed = std::mem::take(&mut self.is_changed).then_some(Event::AnalysesChanged);
        let (overtaken, jobs) = self.analyses.take_jobs();
        let overtaken = overtaken.into_iter().map(|job| Event::GiveUp { job });
        let retold = std::mem::take(&mut self.retold);
        let retold = SideName::BOTH.into_iter().filter(|side| retold[side.index()]);
        let sides: Vec<Event> =
            retold.filter_map(|side| Some(Event::SideChanged { summary: self.side(side)? })).collect();
        let events =
            sides.into_iter().chain(changed).chain(overtaken).map(|event| EngineEvent { event, query: None });
        events.chain(jobs.into_iter().map(|job| self.job(job))).collect()
    }

    /// Takes the result of a job, as stored bytes; `None` if the job failed. The result of a job that is no longer
    /// wanted is dropped.
    pub fn arrived(&mut self, job: u32, bytes: Option<&[u8]>) {
        let traces = SideName::BOTH.map(|side| self.session.times(side));
        self.is_changed |= self.analyses.arrived(job, bytes, traces);
    }

    fn job(&self, NewJob { id, work, query, anew, may_follow }: NewJob) -> EngineEvent {
        let key = if work.entry.stored { self.key_of(&work) } else { String::new() };
        let (analysis, title) = (work.entry.name.to_owned(), work.entry.title.to_owned());
        let job = Job { id, analysis, title, needs: work.needs, key, anew, may_follow };
        EngineEvent { event: Event::WorkWanted { job }, query: Some(query) }
    }

    /// Returns the key that a result is stored under: the analysis, the content of the traces it reads, and its query.
    fn key_of(&self, work: &Work) -> String {
        let mut key = work.entry.name.to_owned();
        for need in &work.needs {
            let content = self.session.slot(need.side).derived_of(true);
            let content = content.map_or(0, |(trace, derived)| derived.fingerprint(trace));
            key += &format!("-{content:032x}");
        }
        format!("{key}-{:032x}-{}-{RESULTS}", work.digest, diptych_store::VERSION)
    }

    pub(crate) fn forget(&mut self) {
        self.desk = None;
        self.analyses.clear();
        (self.is_changed, self.is_given_up) = (false, false);
        self.comparison = None;
        self.results.clear();
        self.memory.clear();
        self.places = None;
        self.hovered = None;
        self.marks = EngineMarks::default();
    }

    pub(crate) fn close(&mut self, side: SideName) {
        self.session.close(side);
        self.settle(side);
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
