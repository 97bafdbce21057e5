//! The source of a run's table: a loaded trace, or a file that is read without storing its calls.

use super::pairing;
use crate::aligned::{aligned, note_gaps};
use crate::args::{AggregateArgs, StatesBy};
use crate::error::CliError;
use crate::open::{open_named, plain_file};
use crate::rules::read_naming;
use diptych_aggregate::{
    Grid, LaneTree, SliceTable, StackLevel, StateChoice, StateTimes, StreamSink, StreamedTrace,
};
use diptych_compare::ends::ComparedUntil;
use diptych_compare::{Pair, is_cut_off};
use diptych_engine::trace::{Builder, CallSpec, FunctionSpec, IdentityId, LaneKind, Run, Sink, Trace};
use diptych_formats::{FileReader, FileSummary};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

/// A run, with the parts that its table needs.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) name: String,
    /// Format of its file.
    pub(super) format: String,
    /// The run. For a streamed file, its trace contains only the functions.
    run: Arc<Run>,
    pub(super) tree: LaneTree,
    /// Ticks from the first instant to the last.
    pub(super) extent: i64,
    streamed: Option<StreamedTrace>,
    /// Part of the run that is compared, because the file of the other side was cut off.
    part: Option<Trace>,
}

/// Bytes read at a time.
const CHUNK: usize = 1 << 18;

impl Source {
    /// Streams one file if its format allows it, and loads it otherwise.
    pub(super) fn single(path: &Path, args: &AggregateArgs) -> Result<Self, CliError> {
        match plain_file(path).and_then(|path| streamed(path, args)) {
            Some(source) => Ok(source),
            None => open_named(path, &read_naming(args.rules.as_ref())?).map(Arc::new).map(Self::loaded),
        }
    }

    pub(super) fn loaded(run: Arc<Run>) -> Self {
        let (name, format) = (run.name.clone(), run.format.clone());
        let (tree, extent) = (LaneTree::new(&run.trace), run.trace.extent());
        Self { name, format, tree, extent, run, streamed: None, part: None }
    }

    /// Returns a run with its compared part only.
    fn until(run: Arc<Run>, until: &ComparedUntil) -> Self {
        let part = run.trace.cut_without(&(0..until.moment), &until.open);
        let (tree, extent) = (LaneTree::new(&part), part.extent());
        Self { tree, extent, part: Some(part), ..Self::loaded(run) }
    }

    /// Returns the sources of a pair with one run each if the file of one side was cut off. The other side's source then
    /// holds only the part with a counterpart, which is returned, too. `None` for complete files.
    pub(super) fn without_rest(
        sides: &[Vec<Self>],
        identities: &[&[IdentityId]],
        identity_count: u32,
    ) -> Option<(Vec<Vec<Self>>, ComparedUntil)> {
        let ([a], [b]) = (&sides.first()?[..], &sides.get(1)?[..]) else { return None };
        let sources = [a, b];
        let traces = sources.map(Self::trace);
        if !traces.into_iter().any(is_cut_off) || sources.into_iter().any(Self::is_streamed) {
            return None;
        }
        let pair = Pair { traces, identities: [identities[0], identities[1]], identity_count };
        let (alignment, ends) = aligned(pair);
        note_gaps(&ends);
        let early = ends.early.filter(|early| early.is_cut)?;
        let until = early.compared_until(traces[1 - early.side], &alignment);
        let of_side = |side: usize| {
            let run = Arc::clone(&sources[side].run);
            vec![if side == until.side { Self::until(run, &until) } else { Self::loaded(run) }]
        };
        Some((vec![of_side(0), of_side(1)], until))
    }

    /// Returns the whole run. For a streamed file, its trace contains only the functions.
    pub(super) fn run(&self) -> &Arc<Run> {
        &self.run
    }

    /// Returns the trace, or the part of it that is compared. For a streamed file, it contains only the functions.
    pub(super) fn trace(&self) -> &Trace {
        self.part.as_ref().unwrap_or(&self.run.trace)
    }

    /// Returns the time of each state within the slices. `place` maps a time of the run to a time of the slices.
    pub(super) fn times(
        &self,
        grid: Grid,
        level: StackLevel,
        of_function: &[u32],
        states: usize,
        place: &dyn Fn(i64) -> i64,
    ) -> StateTimes {
        match &self.streamed {
            Some(streamed) => streamed.times(of_function, states),
            None => StateTimes::of_calls_at(self.trace(), grid, level, of_function, states, place),
        }
    }

    /// Returns the table.
    pub(super) fn table(
        &self,
        grid: Grid,
        level: StackLevel,
        of_function: &[u32],
        choice: &StateChoice,
        place: &dyn Fn(i64) -> i64,
    ) -> SliceTable {
        let streamed = self.streamed.as_ref().and_then(|streamed| streamed.table(of_function, choice));
        streamed.unwrap_or_else(|| {
            SliceTable::of_calls_at(self.trace(), &self.tree, grid, level, of_function, choice, place)
        })
    }

    /// Returns the run with the identity of each function.
    pub(super) fn with<'a>(&'a self, identities: &'a [IdentityId]) -> pairing::Run<'a> {
        pairing::Run { trace: self.trace(), tree: &self.tree, identities }
    }

    /// Returns true if the file was added up without keeping its calls.
    pub(super) fn is_streamed(&self) -> bool {
        self.streamed.is_some()
    }

    /// Returns the table of the time after the last event of lanes whose calls have no end; `None` if all calls end.
    pub(super) fn unended(
        &self,
        grid: Grid,
        level: StackLevel,
        of_function: &[u32],
        choice: &StateChoice,
        place: &dyn Fn(i64) -> i64,
    ) -> Option<SliceTable> {
        // A state of Pajé has no end of its own: it lasts until the next one, and the last one to the end of the run.
        if self.is_streamed() || self.format == "paje" {
            return None;
        }
        SliceTable::unended(self.trace(), &self.tree, grid, level, of_function, choice, place)
    }
}

/// Returns the choice of the call that is the state.
pub(super) fn level(args: &AggregateArgs) -> StackLevel {
    match args.states {
        Some(StatesBy::Function(level)) => level,
        _ => StackLevel::Innermost,
    }
}

/// Returns the slices of the time that all runs have.
pub(super) fn slices(extent: i64, args: &AggregateArgs) -> Result<Grid, CliError> {
    let (from, to) =
        args.window.map_or((0, extent), |(from, to)| (from, to.map_or(extent, |to| to.min(extent))));
    if from >= to && args.window.is_some() {
        let text = format!("--window starts after the end of the trace, at {} s", extent as f64 / 1e9);
        return Err(CliError::Failed(text));
    }
    Ok(Grid::covering(from, to, args.slices.map_or(96, usize::from)))
}

/// Streams a file into its slices. One pass is enough if the first and the last events tell when the trace begins and
/// ends; otherwise another pass measures it. Returns `None` if the file has to be loaded; loading then reports what is
/// wrong with it.
fn streamed(path: &Path, args: &AggregateArgs) -> Option<Source> {
    let filled = |(origin, extent): (i64, i64)| {
        let grid = slices(extent, args).ok()?;
        pass(path, StreamSink::filling(grid, origin, level(args)))
    };
    let measures = |streamed: &StreamedTrace| (streamed.origin, streamed.extent);
    let guessed = ends(path).and_then(|guess| Some((guess, filled(guess)?)));
    let (recognised, streamed) = match guessed {
        Some((guess, filled)) if measures(&filled.1) == guess => filled,
        other => {
            let first =
                other.map_or_else(|| pass(path, StreamSink::measuring()), |(_, filled)| Some(filled))?;
            let measured = measures(&first.1);
            // The file may have changed between the passes.
            filled(measured).filter(|(_, streamed)| measures(streamed) == measured)?
        }
    };
    if streamed.calls == 0 {
        return None;
    }
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let format = recognised.format.id.to_owned();
    let run = Run {
        name: name.clone(),
        format: format.clone(),
        bytes: 0,
        packed: false,
        trace: functions_of(&streamed),
        of_file: Vec::new(),
    };
    Some(Source {
        name,
        format,
        run: Arc::new(run),
        tree: streamed.tree.clone(),
        extent: streamed.extent,
        streamed: Some(streamed),
        part: None,
    })
}

/// Reads a file into a sink.
fn pass(path: &Path, mut sink: StreamSink) -> Option<(FileSummary, StreamedTrace)> {
    let mut file = File::open(path).ok()?;
    let mut reader = FileReader::new(&path.file_name()?.to_string_lossy());
    let mut chunk = vec![0; CHUNK];
    loop {
        match file.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => reader.feed(&chunk[..count], &mut sink).ok()?,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
        if sink.refused().is_some() {
            return None;
        }
    }
    let recognised = reader.finish(&mut sink).ok()?;
    Some((recognised, sink.finish().ok()?))
}

/// Bytes read at either end of a file, to guess when the trace begins and ends.
const END: u64 = 1 << 18;

/// Guesses the start of the first call and the duration from there to the last end, from the first and the last lines
/// of a file. The guess is right if events are in order of time; the caller checks it. Returns `None` for a short file
/// and for one without lines.
fn ends(path: &Path) -> Option<(i64, i64)> {
    let mut file = File::open(path).ok()?;
    let length = file.metadata().ok()?.len();
    if length < 4 * END {
        return None;
    }
    let mut reader = FileReader::new(&path.file_name()?.to_string_lossy());
    let mut sink = StreamSink::measuring();
    let mut bytes = vec![0; END as usize];
    file.read_exact(&mut bytes).ok()?;
    let whole_lines = bytes.iter().rposition(|&byte| byte == b'\n')? + 1;
    reader.feed(&bytes[..whole_lines], &mut sink).ok()?;
    file.seek(SeekFrom::Start(length - END)).ok()?;
    file.read_exact(&mut bytes).ok()?;
    let next_line = bytes.iter().position(|&byte| byte == b'\n')? + 1;
    reader.feed(&bytes[next_line..], &mut sink).ok()?;
    // Calls that begin in the first lines and are still open have an early start. `finish` would end them at the very
    // end, so take the end before it and the origin after it.
    let (_, end) = sink.extent()?;
    reader.finish(&mut sink).ok()?;
    let (origin, _) = sink.extent()?;
    Some((origin, end.checked_sub(origin)?))
}

/// Returns a trace of only the functions, with the same numbers, so that identity rules can name them.
fn functions_of(streamed: &StreamedTrace) -> Trace {
    let mut builder = Builder::default();
    builder.axis(streamed.axis);
    let lane = builder.lane(None, LaneKind::Thread, "");
    for (at, function) in streamed.functions.iter().enumerate() {
        let spec = FunctionSpec {
            name: &function.name,
            file: &function.file,
            line: function.line,
            category: &function.category,
        };
        let function = builder.function(spec);
        builder.call(lane, CallSpec { start: at as i64, end: at as i64 + 1, function, source: 0 });
    }
    let mut traces = builder.finish();
    traces.swap_remove(0).1
}
