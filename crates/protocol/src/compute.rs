//! Work that takes over 50 ms. The compute worker does it on its own copy of the columns that it needs.

use crate::sides::SideName;
use crate::subject::FunctionRef;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// A piece of work. Its query travels beside it, as bytes that only the engine and its compute role read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Job {
    /// Number, unique in a session. The answer carries it.
    pub id: u32,
    /// Name of the analysis.
    pub analysis: String,
    /// Text that the page shows until the first progress arrives; empty for none.
    pub title: String,
    /// Data that it reads of the sides, with the versions that the compute worker must hold. If the worker lacks a
    /// version, it is sent the columns.
    pub needs: Vec<Need>,
    /// Key under which its result may be stored across sessions. It covers the content that the job reads, and its
    /// query. Empty if the result is not worth storing.
    pub key: String,
    /// True if the result stored under its key was of no use. The job must then be run.
    pub anew: bool,
    /// True if a similar job on the same traces is likely to follow, because a slider or a window moves.
    pub may_follow: bool,
}

/// Data of a side that a job reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Need {
    /// The side.
    pub side: SideName,
    /// Version of the data. It rises with every change.
    pub version: u32,
    /// True for the hidden runs, packed; false for the shown run.
    pub runs: bool,
}

/// The progress of a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct JobProgress {
    /// Id of the job.
    pub id: u32,
    /// Current stage: `Aligning calls`.
    pub stage: String,
    /// Number of units done.
    pub done: u32,
    /// Number of units in all.
    pub total: u32,
}

/// Time of one function on both sides. Identity rules say which functions of both sides are one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct FunctionTotals {
    /// Name after the identity rules.
    pub name: String,
    /// File after the identity rules; empty if unknown.
    pub file: String,
    /// Reference to select it: its first function of A, or of B if A has none. `None` if it has no name, or one too
    /// long to send.
    pub function: Option<FunctionRef>,
    /// Totals on A; `None` if it never ran there.
    pub a: Option<SideTotals>,
    /// Totals on B; `None` if it never ran there.
    pub b: Option<SideTotals>,
    /// Number of lanes that its times are summed over: `summed over 64 ranks`. Empty for one lane.
    pub over: String,
}

/// Totals of one function on one side. Percentiles are nearest-rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct SideTotals {
    /// Number of calls.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub calls: u64,
    /// Self time in ticks.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub self_ticks: i64,
    /// Inclusive time in ticks, of outermost calls: recursion never counts twice.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub total_ticks: i64,
    /// Median duration of a call, in ticks.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub p50_ticks: i64,
    /// 99th percentile of the durations of its calls, in ticks.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub p99_ticks: i64,
}
