//! Sorting more calls than memory holds: sorted runs in a temporary file, merged as they are read.

use crate::TileError;
use crate::scratch::{Fields, MakeScratch, Record, RecordWriter, Scratch, Stretch};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A call as it was written, with the key that sorts it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct WrittenCall {
    pub(crate) lane: u32,
    /// Keys of the order within the lane, the strongest first. They depend on how the lane was written.
    pub(crate) keys: [u64; 2],
    /// Number of the call among those of its lane.
    pub(crate) number: u64,
    pub(crate) start: i64,
    pub(crate) end: i64,
    pub(crate) function: u32,
    /// Number of enclosing calls according to the recorder.
    pub(crate) depth: u32,
}

impl Record for WrittenCall {
    const BYTES: usize = 52;

    fn put(&self, bytes: &mut [u8]) {
        let mut fields = Fields(bytes);
        fields.put(self.lane.to_le_bytes());
        self.keys.iter().for_each(|key| fields.put(key.to_le_bytes()));
        fields.put(self.number.to_le_bytes());
        fields.put(self.start.to_le_bytes());
        fields.put(self.end.to_le_bytes());
        fields.put(self.function.to_le_bytes());
        fields.put(self.depth.to_le_bytes());
    }

    fn get(bytes: &[u8]) -> Self {
        let mut fields = Fields(bytes);
        Self {
            lane: u32::from_le_bytes(fields.get()),
            keys: [u64::from_le_bytes(fields.get()), u64::from_le_bytes(fields.get())],
            number: u64::from_le_bytes(fields.get()),
            start: i64::from_le_bytes(fields.get()),
            end: i64::from_le_bytes(fields.get()),
            function: u32::from_le_bytes(fields.get()),
            depth: u32::from_le_bytes(fields.get()),
        }
    }
}

/// Takes calls in any order.
pub(crate) struct Sorter {
    file: RecordWriter,
    held: Vec<WrittenCall>,
    most: usize,
    /// Ends of the sorted runs, in records.
    runs: Vec<u64>,
}

impl Sorter {
    /// Creates a sorter that holds at most so many calls.
    pub(crate) fn new(file: Box<dyn Scratch>, most: usize) -> Self {
        Self { file: RecordWriter::new(file), held: Vec::new(), most: most.max(2), runs: Vec::new() }
    }

    pub(crate) fn push(&mut self, call: WrittenCall) -> std::io::Result<()> {
        if self.held.len() >= self.most {
            self.spill()?;
        }
        if self.held.capacity() == 0 {
            self.held.reserve_exact(self.most.min(1 << 12));
        }
        self.held.push(call);
        Ok(())
    }

    fn spill(&mut self) -> std::io::Result<()> {
        self.held.sort_unstable();
        self.held.iter().try_for_each(|call| self.file.push(call))?;
        self.held.clear();
        self.runs.push(self.file.records());
        Ok(())
    }

    /// Ends the input and returns the calls in order.
    pub(crate) fn finish(mut self) -> std::io::Result<SortedCalls> {
        self.spill()?;
        self.held = Vec::new();
        let mut file = self.file.finish()?;
        // Runs together hold as many calls as the sorter did.
        let at_once = self.most / self.runs.len().max(1);
        let mut from = 0;
        let mut stretches = Vec::with_capacity(self.runs.len());
        let mut heads = BinaryHeap::with_capacity(self.runs.len());
        for &end in &self.runs {
            let mut stretch = Stretch::new(from..end, at_once.clamp(1, 1 << 13));
            if let Some(first) = stretch.next(&mut *file)? {
                heads.push(Reverse((first, stretches.len())));
            }
            stretches.push(stretch);
            from = end;
        }
        Ok(SortedCalls { file, stretches, heads })
    }
}

/// All calls in order.
pub(crate) struct SortedCalls {
    file: Box<dyn Scratch>,
    stretches: Vec<Stretch>,
    heads: BinaryHeap<Reverse<(WrittenCall, usize)>>,
}

impl SortedCalls {
    pub(crate) fn next(&mut self) -> Result<Option<WrittenCall>, TileError> {
        let Some(Reverse((call, run))) = self.heads.pop() else { return Ok(None) };
        if let Some(next) = self.stretches[run].next(&mut *self.file)? {
            self.heads.push(Reverse((next, run)));
        }
        Ok(Some(call))
    }
}

/// Makes a sorter with a temporary file of its own.
pub(crate) fn sorter(make: MakeScratch<'_>, most: usize) -> std::io::Result<Sorter> {
    Ok(Sorter::new(make()?, most))
}
