//! A trace in few bytes, to be stored and restored: names, functions, lanes and calls. A call takes about 7 bytes in
//! place of 44.
//!
//! The format omits columns that can be derived: parents follow from depths, and starts are stored as differences. It
//! also omits columns that calls do not need: source offsets, weights, elements, flows and the report. Bytes may come
//! from anywhere: unpacking returns a trace that passes [`Trace::check`], or nothing.

use crate::columns::ColumnTag;
use crate::{CallId, Trace, TraceImporter};

/// Columns that make up the head of a packed trace.
const HEAD: [ColumnTag; 12] = [
    ColumnTag::Head,
    ColumnTag::NameArena,
    ColumnTag::NameEnds,
    ColumnTag::FunctionName,
    ColumnTag::FunctionFile,
    ColumnTag::FunctionLine,
    ColumnTag::FunctionCategory,
    ColumnTag::LaneName,
    ColumnTag::LaneParent,
    ColumnTag::LaneKind,
    ColumnTag::LaneFirstCall,
    ColumnTag::LaneSubtreeEnd,
];
/// Columns that are empty after unpacking.
const EMPTY: [ColumnTag; 8] = [
    ColumnTag::ElementParent,
    ColumnTag::ElementName,
    ColumnTag::ElementKind,
    ColumnTag::ElementBytes,
    ColumnTag::ReportText,
    ColumnTag::ReportNumbers,
    ColumnTag::FlowFrom,
    ColumnTag::FlowTo,
];

impl Trace {
    /// Returns the trace in few bytes, or `None` if it would take more than `most`. O(calls).
    pub fn packed(&self, most: usize) -> Option<Vec<u8>> {
        let mut out = Vec::new();
        let mut head = 0;
        self.parts.export_head(&mut |tag, bytes| {
            if HEAD.contains(&tag) {
                debug_assert_eq!(tag, HEAD[head], "columns of the head are written in order");
                head += 1;
                put(&mut out, bytes.len() as u64);
                out.extend_from_slice(bytes);
            }
        });
        self.put_calls(&mut out, most)?;
        (out.len() <= most).then_some(out)
    }

    /// Lends every column except those of the calls to `out`, as little-endian values. With [`Self::packed_calls`] they
    /// are the whole trace but for source offsets.
    pub fn export_tables(&self, mut out: impl FnMut(ColumnTag, &[u8])) {
        self.parts.export_head(&mut out);
    }

    /// Returns the calls in few bytes. O(calls).
    pub fn packed_calls(&self) -> Vec<u8> {
        let mut out = Vec::new();
        // Without a limit there is nothing to give up for.
        let _ = self.put_calls(&mut out, usize::MAX);
        out
    }

    /// Appends the calls, or returns `None` once there are more than `most` bytes.
    fn put_calls(&self, out: &mut Vec<u8>, most: usize) -> Option<()> {
        let calls = self.calls();
        for lane in self.lanes().ids() {
            let (mut before, mut most_depth) = (0, 0);
            for row in self.lanes().calls(lane) {
                if out.len() > most {
                    return None;
                }
                let at = row as usize;
                put(out, u64::from(calls.function()[at].0));
                put(out, u64::from(most_depth - calls.depth()[at]));
                put(out, (calls.start()[at] - before) as u64);
                put(out, (calls.end()[at] - calls.start()[at]) as u64);
                (before, most_depth) = (calls.start()[at], calls.depth()[at] + 1);
            }
        }
        Some(())
    }

    /// Restores a trace from packed bytes, or returns `None` if they do not encode one. O(bytes).
    pub fn unpacked(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes;
        let mut importer = TraceImporter::default();
        let mut first_call = Vec::new();
        for tag in HEAD {
            let length = usize::try_from(get(&mut rest)?).ok()?;
            let column = rest.split_off(..length)?;
            importer.column(tag, length, |place| place.copy_from_slice(column));
            if tag == ColumnTag::LaneFirstCall {
                first_call = row_numbers(column);
            }
        }
        for tag in EMPTY {
            importer.column(tag, 0, |_| ());
        }
        Calls::read(rest, &first_call)?.give(&mut importer);
        importer.finish().ok()
    }
}

impl TraceImporter {
    /// Adds the columns of calls that [`Trace::packed_calls`] wrote. `lane_first_call` is the column of that tag.
    /// Returns `None` if the bytes are no calls of these lanes. O(bytes).
    pub fn packed_calls(&mut self, bytes: &[u8], lane_first_call: &[u8]) -> Option<()> {
        Calls::read(bytes, &row_numbers(lane_first_call)).map(|calls| calls.give(self))
    }
}

fn row_numbers(column: &[u8]) -> Vec<u32> {
    column.as_chunks().0.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect()
}

/// Calls while they are unpacked.
#[derive(Default)]
struct Calls {
    start: Vec<i64>,
    end: Vec<i64>,
    function: Vec<u32>,
    parent: Vec<u32>,
    depth: Vec<u32>,
    subtree_end: Vec<u32>,
}

impl Calls {
    /// Reads the calls of lanes that start at `first_call`. A call takes at least four bytes, so memory is in
    /// proportion to the bytes.
    fn read(mut rest: &[u8], first_call: &[u32]) -> Option<Self> {
        let mut calls = Self::default();
        let mut open: Vec<u32> = Vec::new();
        for lane in first_call.windows(2) {
            let mut start = 0i64;
            while calls.start.len() < lane[1] as usize {
                let function = u32::try_from(get(&mut rest)?).ok()?;
                let most_depth = if calls.start.len() == lane[0] as usize { 0 } else { open.len() as u64 };
                let depth = usize::try_from(most_depth.checked_sub(get(&mut rest)?)?).ok()?;
                calls.close(&mut open, depth);
                start = start.checked_add_unsigned(get(&mut rest)?)?;
                calls.parent.push(open.last().copied().unwrap_or(CallId::NONE.0));
                open.push(calls.start.len() as u32);
                calls.start.push(start);
                calls.end.push(start.checked_add_unsigned(get(&mut rest)?)?);
                calls.function.push(function);
                calls.depth.push(depth as u32);
                calls.subtree_end.push(0);
            }
            calls.close(&mut open, 0);
        }
        rest.is_empty().then_some(calls)
    }

    /// Closes the open calls from a depth on.
    fn close(&mut self, open: &mut Vec<u32>, depth: usize) {
        let end = self.start.len() as u32;
        for call in open.drain(depth..) {
            self.subtree_end[call as usize] = end;
        }
    }

    fn give(&self, importer: &mut TraceImporter) {
        fn column<T: bytemuck::Pod>(importer: &mut TraceImporter, tag: ColumnTag, values: &[T]) {
            let bytes: &[u8] = bytemuck::cast_slice(values);
            importer.column(tag, bytes.len(), |place| place.copy_from_slice(bytes));
        }
        let source = vec![0u64; self.start.len()];
        column(importer, ColumnTag::CallStart, &self.start);
        column(importer, ColumnTag::CallEnd, &self.end);
        column(importer, ColumnTag::CallSource, &source);
        column(importer, ColumnTag::CallFunction, &self.function);
        column(importer, ColumnTag::CallParent, &self.parent);
        column(importer, ColumnTag::CallDepth, &self.depth);
        column(importer, ColumnTag::CallSubtreeEnd, &self.subtree_end);
    }
}

/// Appends a number, seven bits in a byte, the lowest first. All bytes but the last have their top bit set.
fn put(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn get(rest: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let byte = *rest.split_off_first()?;
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}
