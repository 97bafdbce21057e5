//! Puts all parts of a run into one file, in the order in which a reader asks for them.

use crate::encode::{self, packed};
use crate::lanes::Head;
use crate::pyramid::{Budget, Node, Pyramid};
use crate::scratch::{MakeScratch, Scratch};
use crate::{LaneRuns, TileError};
use std::io::{Read, Seek, SeekFrom, Write};

/// Number of packed bytes of each part of a tile, in the order in which they lie in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PartBytes {
    /// Bytes of the time before the window.
    pub before: u64,
    /// Bytes of the window.
    pub within: u64,
    /// Bytes of the time after the window.
    pub after: u64,
}

/// A tile in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TileEntry {
    /// Number of times that the whole window was halved.
    pub level: u32,
    /// Number of the window in its level.
    pub index: u64,
    /// Binary logarithm of the shortest time of a call that is not folded; `None` if no call is folded.
    pub shortest: Option<u32>,
    /// Bytes of its parts.
    pub bytes: PartBytes,
}

/// The content of a finished file.
#[derive(Debug, Clone, PartialEq)]
pub struct TileIndex {
    /// Bytes of the head, which comes first.
    pub head: u64,
    /// Ticks of the window of the first tile: the run, and up to as much again.
    pub whole: i64,
    /// Tiles in the order of the file: level by level, by time within a level.
    pub tiles: Vec<TileEntry>,
    /// Most rows that were in memory at a time.
    pub peak_rows: usize,
}

/// Stretches of a temporary file, by the number of a node.
struct PackedParts {
    /// Letter of the parts.
    letter: u8,
    file: Box<dyn Scratch>,
    end: u64,
    /// Start and bytes.
    places: Vec<(u64, u64)>,
}

impl PackedParts {
    fn new(letter: u8, file: Box<dyn Scratch>) -> Self {
        Self { letter, file, end: 0, places: Vec::new() }
    }

    fn put(&mut self, node: &Node<'_>) -> Result<(), TileError> {
        let bytes = packed(&encode::rows(self.letter, node))?;
        self.file.write_all(&bytes)?;
        if self.places.len() <= node.number {
            self.places.resize(node.number + 1, (0, 0));
        }
        self.places[node.number] = (self.end, bytes.len() as u64);
        self.end += bytes.len() as u64;
        Ok(())
    }

    fn copy(&mut self, number: usize, out: &mut dyn Write) -> Result<u64, TileError> {
        let (start, bytes) = self.places[number];
        self.file.seek(SeekFrom::Start(start))?;
        std::io::copy(&mut (&mut self.file).take(bytes), out)?;
        Ok(bytes)
    }
}

/// Writes the tiles of a run. `head` is what [`crate::Collector::finish`] or [`crate::of_trace`] returned with `calls`.
///
/// # Errors
///
/// Returns the error of a temporary file or of the output.
pub fn write(
    head: &Head,
    calls: LaneRuns,
    budget: Budget,
    make: MakeScratch<'_>,
    out: &mut dyn Write,
) -> Result<TileIndex, TileError> {
    let mut within = PackedParts::new(encode::ROWS, make()?);
    let mut shortest = Vec::new();
    let pyramid = Pyramid::build(calls, head.extent, budget, make, &mut |node| {
        shortest.push(node.shortest);
        within.put(node)
    })?;
    let mut order: Vec<usize> = (0..pyramid.len()).collect();
    order.sort_by_key(|&number| pyramid.window(number).0);
    let windows: Vec<_> = order.iter().map(|&number| pyramid.window(number).0).collect();
    let (whole, peak_rows) = (windows[0].to, pyramid.peak_rows());
    let mut before = PackedParts::new(encode::AROUND, make()?);
    let mut after = PackedParts::new(encode::AROUND, make()?);
    pyramid.around(&mut |earlier, later| {
        before.put(earlier)?;
        after.put(later)
    })?;
    let names = packed(&encode::head(head))?;
    out.write_all(&names)?;
    let mut tiles = Vec::with_capacity(order.len());
    for (number, window) in order.into_iter().zip(windows) {
        let bytes = PartBytes {
            before: before.copy(number, out)?,
            within: within.copy(number, out)?,
            after: after.copy(number, out)?,
        };
        tiles.push(TileEntry { level: window.level, index: window.index, shortest: shortest[number], bytes });
    }
    out.flush()?;
    Ok(TileIndex { head: names.len() as u64, whole, tiles, peak_rows })
}
