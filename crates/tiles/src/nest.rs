//! From sorted calls to nested rows in a temporary file, and back from there in the order of time.

use crate::collect::{LaneState, Way};
use crate::lanes::{FunctionEntry, Head, LaneEntry, OddityEntry};
use crate::scratch::{Fields, MakeScratch, Record, RecordWriter, Scratch, Stretch};
use crate::sort::{SortedCalls, WrittenCall};
use crate::{Row, TileError};
use diptych_trace::{OddityKind, OpenSpans, SampleSize, Trace};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io;

/// A nested call of a lane.
#[derive(Debug, Clone, Copy)]
struct NestedCall {
    start: i64,
    end: i64,
    function: u32,
    depth: u32,
}

impl Record for NestedCall {
    const BYTES: usize = 24;

    fn put(&self, bytes: &mut [u8]) {
        let mut fields = Fields(bytes);
        fields.put(self.start.to_le_bytes());
        fields.put(self.end.to_le_bytes());
        fields.put(self.function.to_le_bytes());
        fields.put(self.depth.to_le_bytes());
    }

    fn get(bytes: &[u8]) -> Self {
        let mut fields = Fields(bytes);
        Self {
            start: i64::from_le_bytes(fields.get()),
            end: i64::from_le_bytes(fields.get()),
            function: u32::from_le_bytes(fields.get()),
            depth: u32::from_le_bytes(fields.get()),
        }
    }
}

/// All calls of a run, lane by lane in pre-order, in a temporary file. Read, they come in the order of their starts.
pub struct LaneRuns {
    file: Box<dyn Scratch>,
    /// Lane and its records.
    lanes: Vec<(u32, std::ops::Range<u64>)>,
}

impl std::fmt::Debug for LaneRuns {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("LaneRuns").field("lanes", &self.lanes).finish_non_exhaustive()
    }
}

/// Most equal calls of a lane in memory. Of calls at equal times, the order of writing may decide which is outer.
const MOST_EQUAL: usize = 1 << 20;

/// Nests sorted calls by the rules of the builder. `head` knows when the first one starts.
///
/// # Errors
///
/// Returns the reason if calls overlap without nesting: the builder then makes sub-lanes, which needs all calls.
pub(crate) fn nest(
    mut calls: SortedCalls,
    lanes: &[LaneState],
    mut head: Head,
    make: MakeScratch<'_>,
) -> Result<(Head, LaneRuns), TileError> {
    let mut nester = Nester::new(make()?, head.origin);
    let mut next = calls.next()?;
    while let Some(first) = next {
        let state = &lanes[first.lane as usize];
        nester.begin_lane(first.lane, state.way != Some(Way::Whole), head.resolution);
        next = if state.inner_first() {
            nest_inner_first(&mut calls, first, &mut nester, &mut head)?
        } else {
            let mut call = first;
            loop {
                nester.add(&call, &mut head)?;
                match calls.next()? {
                    Some(following) if following.lane == first.lane => call = following,
                    other => break other,
                }
            }
        };
    }
    if nester.cut > 0 {
        head.oddities.push(OddityEntry {
            kind: OddityKind::Overlap,
            subject: String::new(),
            count: nester.cut,
            example: String::new(),
        });
    }
    Ok((head, nester.finish()?))
}

/// Nests a lane whose inner calls were written before the calls around them: of equal calls, the last one is outermost.
/// Returns the first call of the next lane.
fn nest_inner_first(
    calls: &mut SortedCalls,
    first: WrittenCall,
    nester: &mut Nester,
    head: &mut Head,
) -> Result<Option<WrittenCall>, TileError> {
    let mut equal = vec![first];
    loop {
        let next = calls.next()?;
        let follows = next.filter(|next| next.lane == first.lane);
        if let Some(next) = follows
            && next.keys == equal[0].keys
        {
            if equal.len() >= MOST_EQUAL {
                return Err(TileError::Refused("too many calls of a lane have equal times"));
            }
            equal.push(next);
            continue;
        }
        equal.iter().rev().try_for_each(|call| nester.add(call, head))?;
        equal.clear();
        match follows {
            Some(next) => equal.push(next),
            None => return Ok(next),
        }
    }
}

/// Nests the calls of one lane after the other.
struct Nester {
    out: RecordWriter,
    origin: i64,
    lane: u32,
    is_told: bool,
    open: OpenSpans<u32>,
    last_start: i64,
    lanes: Vec<(u32, std::ops::Range<u64>)>,
    cut: u64,
}

impl Nester {
    fn new(file: Box<dyn Scratch>, origin: i64) -> Self {
        Self {
            out: RecordWriter::new(file),
            origin,
            lane: 0,
            is_told: false,
            open: OpenSpans::new(false, 0),
            last_start: i64::MIN,
            lanes: Vec::new(),
            cut: 0,
        }
    }

    fn begin_lane(&mut self, lane: u32, is_told: bool, resolution: i64) {
        self.end_lane();
        (self.lane, self.is_told, self.last_start) = (lane, is_told, i64::MIN);
        self.open = OpenSpans::new(is_told, resolution);
        self.lanes.push((lane, self.out.records()..0));
    }

    fn end_lane(&mut self) {
        if let Some((_, records)) = self.lanes.last_mut() {
            records.end = self.out.records();
        }
    }

    fn add(&mut self, call: &WrittenCall, head: &mut Head) -> Result<(), TileError> {
        if self.is_told && call.start < self.last_start {
            return Err(TileError::Refused("depths of calls contradict their times"));
        }
        self.last_start = call.start;
        let (start, end) = (call.start - self.origin, call.end - self.origin);
        let Some(placed) = self.open.place(start, end, call.depth, |_| ()) else {
            return Err(TileError::Refused("calls overlap without nesting"));
        };
        self.cut += u64::from((placed.start, placed.end) != (start, end));
        let row = Row {
            lane: self.lane,
            depth: placed.depth,
            function: call.function,
            count: 1,
            start: placed.start,
            end: placed.end,
        };
        head.count(&row, self.open.innermost().copied());
        self.open.open(placed, call.depth, call.function);
        self.push(&row)?;
        Ok(())
    }

    fn push(&mut self, row: &Row) -> io::Result<()> {
        let Row { start, end, function, depth, .. } = *row;
        self.out.push(&NestedCall { start, end, function, depth })
    }

    fn finish(mut self) -> io::Result<LaneRuns> {
        self.end_lane();
        Ok(LaneRuns { file: self.out.finish()?, lanes: self.lanes })
    }
}

/// Returns the calls of a loaded trace. Any trace can be tiled this way, in as much memory as it takes.
///
/// # Errors
///
/// Fails if a temporary file does.
pub fn of_trace(trace: &Trace, make: MakeScratch<'_>) -> Result<(Head, LaneRuns), TileError> {
    let mut head = Head { title: String::new(), axis: trace.axis(), ..Head::empty() };
    (head.origin, head.extent, head.sampling) = (trace.origin(), trace.extent(), trace.sampling());
    if let SampleSize::Ticks(ticks) = trace.sample_size() {
        head.sample_ticks = ticks;
    }
    head.functions.extend(trace.functions().ids().map(|id| {
        let spec = trace.functions().get(trace.names(), id);
        let [name, file, category] = [spec.name, spec.file, spec.category].map(str::to_owned);
        FunctionEntry { name, file, line: spec.line, category, calls: 0, self_ticks: 0 }
    }));
    let lanes = trace.lanes();
    head.lanes.extend(lanes.ids().map(|id| LaneEntry {
        parent: lanes.parent(id).map(|parent| parent.0),
        kind: lanes.kind(id),
        name: lanes.name(trace.names(), id).to_owned(),
        order: 0,
    }));
    head.oddities.extend(trace.report().entries().iter().map(OddityEntry::of));
    let mut nester = Nester::new(make()?, 0);
    let calls = trace.calls();
    for lane in lanes.ids().filter(|&lane| !lanes.calls(lane).is_empty()) {
        nester.begin_lane(lane.0, true, 0);
        for call in lanes.calls(lane) {
            let at = call as usize;
            let function = calls.function()[at].0;
            let (start, end, depth) = (calls.start()[at], calls.end()[at], calls.depth()[at]);
            let row = Row { lane: lane.0, depth, function, count: 1, start, end };
            let caller = calls.parent()[at].some().map(|caller| calls.function()[caller.index()].0);
            head.count(&row, caller);
            nester.push(&row)?;
        }
    }
    Ok((head, nester.finish()?))
}

/// Records of all lanes together in memory while they are merged.
const RECORDS_AT_ONCE: usize = 1 << 20;

impl LaneRuns {
    /// Gives every call to `take`, in the order of starts. Calls of a lane come in pre-order.
    ///
    /// # Errors
    ///
    /// Returns the error of a temporary file, or that of `take`.
    pub fn for_each(mut self, take: &mut dyn FnMut(Row) -> Result<(), TileError>) -> Result<(), TileError> {
        let at_once = (RECORDS_AT_ONCE / self.lanes.len().max(1)).clamp(1, 1 << 13);
        let mut stretches: Vec<(u32, Stretch)> = self
            .lanes
            .iter()
            .map(|(lane, records)| (*lane, Stretch::new(records.clone(), at_once)))
            .collect();
        let mut heads = BinaryHeap::with_capacity(stretches.len());
        let row = |lane: u32, call: NestedCall| {
            let NestedCall { start, end, function, depth } = call;
            Row { lane, depth, function, count: 1, start, end }
        };
        let mut current: Vec<Option<Row>> = Vec::with_capacity(stretches.len());
        for (at, (lane, stretch)) in stretches.iter_mut().enumerate() {
            let first = stretch.next::<NestedCall>(&mut *self.file)?.map(|call| row(*lane, call));
            if let Some(first) = &first {
                heads.push(Reverse((first.start, at)));
            }
            current.push(first);
        }
        while let Some(Reverse((_, at))) = heads.pop() {
            let Some(taken) = current[at].take() else { continue };
            take(taken)?;
            let (lane, stretch) = &mut stretches[at];
            if let Some(next) = stretch.next::<NestedCall>(&mut *self.file)? {
                heads.push(Reverse((next.start, at)));
                current[at] = Some(row(*lane, next));
            }
        }
        Ok(())
    }
}
