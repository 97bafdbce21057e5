//! Work that takes over 50 ms, done by the compute worker on its own copy of the columns it needs.

use crate::sides::SideName;
use crate::subject::FunctionRef;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// One piece of work. Its query lies beside it, as bytes that are between the engine and its compute role.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Job {
    /// Unique in a session; the answer carries it.
    pub id: u32,
    /// Which analysis.
    pub analysis: String,
    /// What the page says until the first progress arrives; empty: it says nothing.
    pub title: String,
    /// What it reads of the sides, each with the version the compute worker must hold: it is sent the columns when it does
    /// not.
    pub needs: Vec<Need>,
    /// Under which its result may be kept, across sessions: content of what it reads and its query; empty if it
    /// is not worth keeping.
    pub key: String,
    /// What is kept under its key was of no use.
    pub anew: bool,
    /// One like it is likely to follow, on the same traces: it follows a slider or a window.
    pub may_follow: bool,
}

/// What a job reads of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Need {
    /// Whose.
    pub side: SideName,
    /// Rises whenever it changes.
    pub version: u32,
    /// The runs beside the one that is shown, packed; else that one.
    pub runs: bool,
}

/// How far a job is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct JobProgress {
    /// Which job.
    pub id: u32,
    /// What is being done: `Aligning calls`.
    pub stage: String,
    /// Units done.
    pub done: u32,
    /// Units in all.
    pub total: u32,
}

/// Time by function, both sides side by side, functions paired by identity rules.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct FunctionTotals {
    /// Name, as the identity rules make it.
    pub name: String,
    /// File, as they make it; empty if unknown.
    pub file: String,
    /// To select it: the first function of A that it is, else of B; none if it has no
    /// name, or one too long to be sent.
    pub function: Option<FunctionRef>,
    /// On A; `None` if it never ran there.
    pub a: Option<SideTotals>,
    /// On B.
    pub b: Option<SideTotals>,
    /// `over 64 ranks`: over how many lanes its times are summed; empty of one lane.
    pub over: String,
}

/// Totals of one function on one side; percentiles are nearest-rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct SideTotals {
    /// Calls.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub calls: u64,
    /// Self time, ticks.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub self_ticks: i64,
    /// Inclusive time of outermost calls (recursion never counts twice), ticks.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub total_ticks: i64,
    /// Half of its calls took no longer, ticks.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub p50_ticks: i64,
    /// 99 of 100 of its calls took no longer, ticks.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub p99_ticks: i64,
}
