//! `diptych tile`: writes traces of any size as a folder of tiles.
//!
//! A file is read as a stream: its calls are sorted in temporary files beside the output. A file that needs all its calls
//! in memory, because they overlap for example, is loaded instead, and that is said. The folder takes its place when it
//! is complete.

mod folder;

use crate::args::TileArgs;
use crate::error::CliError;
use crate::open::{open_named, plain_file};
use crate::output::{note, print, shown};
use crate::rules::read_naming;
use diptych_engine::Naming;
use diptych_engine::trace::AxisKind;
use diptych_formats::{FileReader, FileSummary};
use diptych_tiles::{
    Budget, Collector, Head, LaneRuns, Scratch, TileEntry, TileError, TileIndex, of_trace, write,
};
use diptych_views::numbers;
use folder::TileFolder;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Format of tiles, which are no input.
const TILE_FORMAT: &str = "tile";

/// Bytes read at a time.
const CHUNK: usize = 1 << 18;
/// Calls in memory while they are sorted.
const SORTED_AT_ONCE: usize = 1 << 21;
/// Most rows of the time before or after a window, as a part of the rows of the window.
const AROUND: usize = 16;
/// Least number of rows of the time before or after a window.
const LEAST_AROUND: usize = 16;

/// Writes the tiles of one trace or two.
pub(crate) fn run(args: &TileArgs) -> Result<(), CliError> {
    let naming = read_naming(args.rules.as_ref())?;
    let folder = TileFolder::new(&args.output)?;
    let budget = Budget { within: args.rows, around: (args.rows / AROUND).max(LEAST_AROUND) };
    let mut sides = serde_json::Map::new();
    let mut lines = String::new();
    for (letter, path) in ["a", "b"].into_iter().zip(&args.traces) {
        let side = Side::read(path, &naming, &folder)?;
        if side.format == TILE_FORMAT {
            let name = shown(&side.name);
            return Err(CliError::Failed(format!(
                "{name} is a tile already, with folded calls. Give the trace itself."
            )));
        }
        let file = format!("{letter}.tiles");
        let (name, format) = (side.name.clone(), side.format.clone());
        let (head, index) = side.write(&folder, &file, budget)?;
        lines += &line(letter, &name, &head, &index);
        sides.insert(letter.to_owned(), entry(&file, &name, &format, &head, &index));
    }
    let manifest = json!({
        "schema": 1,
        "diptych": env!("CARGO_PKG_VERSION"),
        "kind": "tiles",
        "rows": budget.within,
        "sides": sides,
    });
    folder.write("tiles.json", |out| writeln!(out, "{manifest}"))?;
    folder.finish()?;
    print(&format!("{lines}{}\n", shown(&args.output.display().to_string())))
}

/// A trace that was read and not written yet.
struct Side {
    name: String,
    format: String,
    head: Head,
    calls: LaneRuns,
}

impl Side {
    fn read(path: &Path, naming: &Naming, folder: &TileFolder) -> Result<Self, CliError> {
        let make = &mut || folder.scratch();
        let name = crate::export::name_of(path);
        let streamed = match plain_file(path) {
            Some(path) => streamed(path, naming, make)?,
            // The loader says that nothing is there.
            None if !path.exists() && path != Path::new("-") => {
                return Err(open_named(path, naming).err().unwrap_or_else(|| gone(path)));
            }
            None => Err("it is not a plain file"),
        };
        match streamed {
            Ok((head, calls, format)) => Ok(Self { name, format, head, calls }),
            Err(reason) => {
                note(&format!("diptych: {} is loaded into memory: {reason}", shown(&name)));
                let run = open_named(path, naming)?;
                let (head, calls) = of_trace(&run.trace, make).map_err(|error| unwritten(&error))?;
                Ok(Self { name: run.name, format: run.format, head, calls })
            }
        }
    }

    fn write(self, folder: &TileFolder, file: &str, budget: Budget) -> Result<(Head, TileIndex), CliError> {
        let Self { head, calls, .. } = self;
        if head.calls == 0 {
            return Err(CliError::Failed(format!("{} contains no function calls", self.name)));
        }
        let mut index = None;
        folder.write(file, |out| {
            let written = write(&head, calls, budget, &mut || folder.scratch(), out);
            index = Some(written.map_err(|error| match error {
                TileError::Io(error) => error,
                TileError::Refused(reason) => io::Error::other(reason),
            })?);
            Ok(())
        })?;
        let index = index.ok_or_else(|| CliError::Unwritable(format!("{file} was not written")))?;
        Ok((head, index))
    }
}

/// The calls of a streamed file and its format, or the reason for loading it.
type Streamed = Result<(Head, LaneRuns, String), &'static str>;

/// Reads a file as a stream. A file that cannot be read is left to the loader, which says what is wrong with it.
fn streamed(
    path: &Path,
    naming: &Naming,
    make: &mut dyn FnMut() -> io::Result<Box<dyn Scratch>>,
) -> Result<Streamed, CliError> {
    let unwritable = |error: io::Error| unwritten(&TileError::Io(error));
    let mut sink = Collector::new(make, SORTED_AT_ONCE).map_err(unwritable)?;
    let Ok(Some(summary)) = feed(path, naming, &mut sink) else {
        return match sink.finish(make) {
            Err(TileError::Refused(reason)) => Ok(Err(reason)),
            Err(error) => Err(unwritten(&error)),
            Ok(_) => Ok(Err("it cannot be read as a stream")),
        };
    };
    let dropped = sink.dropped();
    match sink.finish(make) {
        Ok((head, calls)) => {
            if dropped > 0 {
                let count = numbers::count(dropped);
                note(&format!(
                    "diptych: tiles hold no flows, instants, counters and weights; {count} are left out"
                ));
            }
            Ok(Ok((head, calls, summary.format.id.to_owned())))
        }
        Err(TileError::Refused(reason)) => Ok(Err(reason)),
        Err(error) => Err(unwritten(&error)),
    }
}

/// Feeds a file to the sink. Returns `None` if the sink or the reader gave up.
fn feed(path: &Path, naming: &Naming, sink: &mut Collector) -> io::Result<Option<FileSummary>> {
    let mut file = File::open(path)?;
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let mut reader = FileReader::new(&name).naming_by(naming.clone());
    let mut chunk = vec![0; CHUNK];
    loop {
        match file.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) if reader.feed(&chunk[..count], sink).is_err() => return Ok(None),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        if sink.has_failed() {
            return Ok(None);
        }
    }
    Ok(reader.finish(sink).ok())
}

/// Returns the error for a file that came only after it was sought.
fn gone(path: &Path) -> CliError {
    CliError::Failed(format!("{} was not there; run the command again", path.display()))
}

fn unwritten(error: &TileError) -> CliError {
    CliError::Unwritable(format!("a temporary file beside the output cannot be written: {error}"))
}

/// Returns what the page needs to know of a side before it asks for tiles. The page fetches it first, so it is short: the
/// tiles of a level are columns, and their numbers within the level are differences.
fn entry(file: &str, name: &str, format: &str, head: &Head, index: &TileIndex) -> Value {
    let levels: Vec<Value> = index.tiles.chunk_by(|one, next| one.level == next.level).map(level).collect();
    json!({
        "file": file,
        "name": name,
        "format": format,
        "calls": head.calls,
        "functions": head.functions.len(),
        "lanes": head.lanes.len(),
        "extent": head.extent,
        "whole": index.whole,
        "head": index.head,
        "levels": levels,
    })
}

/// Returns the tiles of a level as columns.
fn level(tiles: &[TileEntry]) -> Value {
    let before = std::iter::once(0).chain(tiles.iter().map(|tile| tile.index));
    let steps: Vec<u64> = tiles.iter().zip(before).map(|(tile, before)| tile.index - before).collect();
    let column = |bytes: fn(&TileEntry) -> u64| tiles.iter().map(bytes).collect::<Vec<u64>>();
    json!({
        "level": tiles[0].level,
        "steps": steps,
        "before": column(|tile| tile.bytes.before),
        "within": column(|tile| tile.bytes.within),
        "after": column(|tile| tile.bytes.after),
    })
}

/// Says in a line what was written of a side.
fn line(letter: &str, name: &str, head: &Head, index: &TileIndex) -> String {
    let packed = |tile: &TileEntry| tile.bytes.before + tile.bytes.within + tile.bytes.after;
    let bytes = index.head + index.tiles.iter().map(packed).sum::<u64>();
    let levels = index.tiles.iter().map(|tile| tile.level + 1).max().unwrap_or(0);
    let counted = |number: usize, thing: &str| {
        let end = if number == 1 { "" } else { "s" };
        format!("{} {thing}{end}", numbers::count(number as u64))
    };
    let shortest = index.tiles.first().and_then(|tile| tile.shortest);
    let folded = match shortest {
        Some(shortest) if 1i64 << shortest.min(62) >= head.extent => {
            "; the first one folds nearly all calls".to_owned()
        }
        Some(shortest) if head.axis.kind == AxisKind::Time => {
            let ticks = numbers::extent(head.axis, 1 << shortest.min(62));
            format!("; the first one folds calls shorter than {ticks}")
        }
        _ => String::new(),
    };
    let letter = letter.to_ascii_uppercase();
    let name = shown(name);
    format!(
        "{letter} {name}: {} in {} of {}, {}{folded}\n",
        numbers::calls(head.calls),
        counted(index.tiles.len(), "tile"),
        counted(levels as usize, "level"),
        numbers::bytes(bytes)
    )
}
