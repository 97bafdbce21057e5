//! Where the table of a run comes from: a trace that is loaded, or a file that is read twice without keeping its calls.

use crate::CliError;
use crate::args::{AggregateArgs, StatesBy};
use crate::open::{open, plain_file};
use diptych_aggregate::{
    Grid, LaneTree, SliceTable, StackLevel, StateChoice, StateTimes, StreamSink, Streamed,
};
use diptych_engine::trace::{Builder, CallSpec, FunctionSpec, LaneKind, Run, Sink, Trace};
use diptych_formats::{FileReader, Recognised};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// A run as far as its table is made of it.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) name: String,
    /// Of its file.
    pub(super) format: String,
    /// The trace; of one that is streamed only its functions.
    pub(super) trace: Trace,
    pub(super) tree: LaneTree,
    /// Ticks from the first instant to the last.
    pub(super) extent: i64,
    streamed: Option<Streamed>,
}

/// Bytes read at a time.
const CHUNK: usize = 1 << 18;

impl Source {
    /// Of one file: streamed where its format lets it be, else loaded.
    pub(super) fn single(path: &Path, args: &AggregateArgs) -> Result<Self, CliError> {
        match plain_file(path).and_then(|path| streamed(path, args)) {
            Some(source) => Ok(source),
            None => open(path).map(Self::loaded),
        }
    }

    pub(super) fn loaded(run: Run) -> Self {
        let Run { name, format, trace, .. } = run;
        Self { name, format, tree: LaneTree::new(&trace), extent: trace.extent(), trace, streamed: None }
    }

    /// Time of each state within the slices. `place`: which moment of theirs one of the run is.
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
            None => StateTimes::of_calls_at(&self.trace, grid, level, of_function, states, place),
        }
    }

    /// The table.
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
            SliceTable::of_calls_at(&self.trace, &self.tree, grid, level, of_function, choice, place)
        })
    }
}

/// Which call of a stack is the state.
pub(super) fn level(args: &AggregateArgs) -> StackLevel {
    match args.states {
        Some(StatesBy::Function(level)) => level,
        _ => StackLevel::Innermost,
    }
}

/// The slices of a time that runs have in common.
pub(super) fn slices(extent: i64, args: &AggregateArgs) -> Result<Grid, CliError> {
    let (from, to) = args.window.map_or((0, extent), |(from, to)| (from, to.min(extent)));
    if from >= to && args.window.is_some() {
        let text = format!("--window begins behind the end, at {} s", extent as f64 / 1e9);
        return Err(CliError::Failed(text));
    }
    Ok(Grid::covering(from, to, args.slices.map_or(30, usize::from)))
}

/// Reads a file once to measure it and once to fill its slices. `None`: it has to be loaded, which also says what is wrong
/// with it.
fn streamed(path: &Path, args: &AggregateArgs) -> Option<Source> {
    let (_, measured) = pass(path, StreamSink::measuring())?;
    let grid = slices(measured.extent, args).ok().filter(|_| measured.calls > 0)?;
    let (recognised, streamed) = pass(path, StreamSink::filling(grid, measured.origin, level(args)))?;
    // The file may have been written meanwhile.
    let is_same = |one: &Streamed, other: &Streamed| (one.origin, one.extent) == (other.origin, other.extent);
    if !is_same(&measured, &streamed) {
        return None;
    }
    Some(Source {
        name: path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
        format: recognised.format.id.to_owned(),
        trace: functions_of(&streamed),
        tree: streamed.tree.clone(),
        extent: streamed.extent,
        streamed: Some(streamed),
    })
}

/// Reads a file into a sink.
fn pass(path: &Path, mut sink: StreamSink) -> Option<(Recognised, Streamed)> {
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

/// A trace of the functions alone, numbered alike, to be named by the rules of the format.
fn functions_of(streamed: &Streamed) -> Trace {
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
