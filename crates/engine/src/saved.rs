//! The `.diptych` file between its bytes and a session.
//!
//! The session takes results as [`Columns`], which need no decompression. So what decompresses lies with the reader and
//! what compresses with the compute role, and neither adds to the artifact that the first picture waits for.

mod results;

use crate::kept::{GAPS, not_opened, short_rules, state};
use crate::{Engine, RunProfile};
use diptych_protocol::{ComparisonState, Failure, KeptReply, SavedState, SideName, Sides, ViewState};
use diptych_store::{Columns, SavedFile, StoreError, parts};
use diptych_trace::Run;

const STATE: &str = "state";

/// An opened `.diptych` file.
#[derive(Debug)]
pub struct OpenedFile {
    /// The results, as [`Engine::open_kept`] takes them.
    pub kept: Vec<u8>,
    /// The view state as bytes that [`SavedState::from_bytes`] reads, if the file has one. Reading it here would add a
    /// third to the reader's artifact, because `MessagePack` needs a reader of its own for each type.
    pub state: Option<Vec<u8>>,
    /// The displayed run of each side, if the file has it.
    pub runs: [Option<Run>; 2],
    /// The other runs of each side.
    pub profiles: [Vec<RunProfile>; 2],
}

impl OpenedFile {
    /// Opens the bytes of a file. `most` is the number of bytes that its parts may take.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are no `.diptych` file, or if damage destroyed its directory.
    pub fn new(name: &str, bytes: &[u8], most: u64) -> Result<Self, Failure> {
        let failure = |error: StoreError| not_opened(name, &error, "");
        let mut file = SavedFile::open(bytes, most).map_err(failure)?;
        let (mut runs, mut profiles) = ([None, None], [Vec::new(), Vec::new()]);
        let mut gaps = vec![file.gaps()];
        for side in 0..2 {
            match traces(&file.columns, side) {
                Ok((run, others)) => (runs[side], profiles[side]) = (run, others),
                Err(error) => gaps.push(format!("Trace {} cannot be read: {error}.", ["A", "B"][side])),
            }
        }
        let state = file.columns.get::<u8>(STATE).ok();
        let gaps: Vec<String> = gaps.into_iter().filter(|text| !text.is_empty()).collect();
        file.columns.drop_saved_traces();
        file.columns.put_text(GAPS, gaps.join(" "));
        Ok(Self { kept: file.columns.to_bytes(), state, runs, profiles })
    }
}

type TracesOfSide = (Option<Run>, Vec<RunProfile>);

fn traces(columns: &Columns<'_>, side: usize) -> Result<TracesOfSide, StoreError> {
    let run = diptych_store::trace(columns, side)?;
    let others = diptych_store::run_profiles(columns, side)?;
    let others: Result<Vec<RunProfile>, StoreError> =
        others.iter().map(|bytes| RunProfile::from_bytes(bytes)).collect();
    Ok((run, others?))
}

impl Engine {
    /// Opens a `.diptych` file in place of all runs of both sides, with the traces that it has.
    ///
    /// # Errors
    ///
    /// Fails if its results cannot be shown and it lacks a trace, or if a trace in it is not the one that was compared.
    pub fn open_file(&mut self, name: &str, file: OpenedFile) -> Result<KeptReply, Failure> {
        let reply = match self.open_kept(name, &file.kept) {
            Ok(reply) => reply,
            Err(failure) => return self.open_traces(file).ok_or(failure),
        };
        for ((side, run), others) in SideName::BOTH.into_iter().zip(file.runs).zip(file.profiles) {
            let Some(run) = run else { continue };
            self.check(side, &run)?;
            self.open(side, 0, run);
            for (number, other) in (1..).zip(others) {
                self.add(side, number, other);
            }
        }
        Ok(reply)
    }

    /// Opens the traces of a file whose results are damaged; `None` if it lacks one. The traces say all that the results
    /// did, apart from the settings: of these only the identity rules may be left.
    fn open_traces(&mut self, file: OpenedFile) -> Option<KeptReply> {
        let [Some(a), Some(b)] = file.runs else { return None };
        let columns = Columns::from_bytes(&file.kept).unwrap_or_default();
        let rules = short_rules(&columns, [&a.format, &b.format]).unwrap_or_default();
        let gaps = columns.text(GAPS).unwrap_or_default();
        let gaps = format!("{gaps} The comparison is made again from the traces in the file.");
        for ((side, run), others) in SideName::BOTH.into_iter().zip([a, b]).zip(file.profiles) {
            self.open(side, 0, run);
            for (number, other) in (1..).zip(others) {
                self.add(side, number, other);
            }
        }
        Some(KeptReply {
            sides: Sides { a: self.side(SideName::A)?, b: self.side(SideName::B)? },
            comparison: ComparisonState { rules, ..ComparisonState::default() },
            has_overview: true,
            lacks: String::new(),
            gaps: gaps.trim_start().to_owned(),
        })
    }

    /// Returns the other runs of a side as stored bytes, for a file that keeps traces.
    pub fn other_runs(&self, side: SideName) -> Vec<Vec<u8>> {
        self.session().slot(side).other_runs().map(RunProfile::to_bytes).collect()
    }
}

/// A `.diptych` file that is being put together.
#[derive(Debug)]
pub struct FileToSave<'a> {
    columns: Columns<'a>,
}

impl<'a> FileToSave<'a> {
    /// Begins a file with results, as [`Engine::results`] returns them.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are no columns.
    pub fn new(results: &'a [u8]) -> Result<Self, StoreError> {
        Columns::from_bytes(results).map(Self::of)
    }

    /// Begins a file with the columns of results.
    pub fn of(columns: Columns<'a>) -> Self {
        Self { columns }
    }

    /// Adds the displayed run of a side and its other runs, as [`Engine::other_runs`] returns them.
    pub fn put_runs(&mut self, side: SideName, shown: &Run, others: &[Vec<u8>]) {
        diptych_store::put_trace(&mut self.columns, side.index(), shown);
        for (number, bytes) in others.iter().enumerate() {
            diptych_store::put_run_profile(&mut self.columns, side.index(), number, bytes);
        }
    }

    /// Returns the bytes of the file. Without a view, the file has the default one under the settings of the comparison.
    /// `writer` is the version of the program.
    ///
    /// # Errors
    ///
    /// Fails if the results are not those of a comparison.
    pub fn to_bytes(mut self, view: Option<ViewState>, writer: &str) -> Result<Vec<u8>, StoreError> {
        let state = self.state(view)?;
        self.columns.put(STATE, &state);
        Ok(SavedFile::to_bytes(&self.columns, writer))
    }

    /// Returns what [`OpenedFile::new`] would make of the file, without runs. A program that opens it needs no
    /// decompression.
    ///
    /// # Errors
    ///
    /// Fails if the results are not those of a comparison.
    pub fn into_opened(self, view: Option<ViewState>) -> Result<OpenedFile, StoreError> {
        let state = Some(self.state(view)?);
        Ok(OpenedFile {
            kept: self.columns.to_bytes(),
            state,
            runs: [None, None],
            profiles: [Vec::new(), Vec::new()],
        })
    }

    /// Returns a view as the bytes that a file keeps.
    fn state(&self, view: Option<ViewState>) -> Result<Vec<u8>, StoreError> {
        let comparison = state(&self.columns, &parts::facts(&self.columns)?)?;
        let view = view.unwrap_or_else(|| ViewState { comparison, ..ViewState::default() });
        // The traces of the file are the compared ranges themselves.
        let comparison = ComparisonState { ranges: Sides::default(), ..view.comparison };
        let view = ViewState { comparison, ..view };
        Ok(SavedState { view, rules: self.columns.text("rules")?.to_owned() }.to_bytes())
    }
}
