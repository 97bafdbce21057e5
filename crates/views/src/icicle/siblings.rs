//! Ranges of calls within a row of calls of equal depth.

use diptych_trace::CallId;

/// Returns the calls of a row from `first` up to, but not including, `end`.
pub fn siblings(row: &[u32], first: CallId, end: u32) -> &[u32] {
    let from = row.partition_point(|&call| call < first.0);
    &row[from..from + row[from..].partition_point(|&call| call < end)]
}
