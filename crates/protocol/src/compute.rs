//! Work that takes over 50 ms, done by the compute worker on its own copy of the columns it needs.

use crate::comparison_state::{LaneMatching, Measure};
use crate::sides::SideName;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// One piece of work.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Job {
    /// Unique in a session; the answer carries it.
    pub id: u32,
    /// The sides whose traces it reads, each with the version the compute worker must hold: it is sent the
    /// columns when it does not.
    pub needs: Vec<Need>,
    /// What to do.
    pub work: Work,
    /// Under which its result may be kept, across sessions: content of both traces and all options; empty if it
    /// is not worth keeping.
    pub key: String,
}

/// A trace that a job reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Need {
    /// Whose.
    pub side: SideName,
    /// Rises whenever a side's trace changes.
    pub version: u32,
}

/// What the compute role can do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Work {
    /// Time by function of the sides needed.
    Totals {
        /// Identity rules as text, all spelt out.
        rules: String,
    },
    /// One-to-one alignment and the union call tree.
    Align {
        /// Identity rules as text, blank for the defaults.
        rules: String,
        /// How lanes are paired.
        lanes: LaneMatching,
        /// Pairs chosen by hand.
        chosen: Vec<u32>,
    },
    /// Callee-set similarity.
    Similar {
        /// Identity rules as text, all spelt out.
        rules: String,
        /// Least similarity, per cent.
        tau: u32,
        /// Which similarity.
        measure: Measure,
    },
    /// Which changes are more than the runs of a side differ by. What it reads lies beside the job, as stored bytes.
    Test,
}

/// What the compute role says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum JobEvent {
    /// Part of the work is done.
    Progress {
        /// Which job.
        id: u32,
        /// What is being done: `Aligning calls`.
        stage: String,
        /// Units done.
        done: u32,
        /// Units in all.
        of: u32,
    },
    /// All of it is done.
    Done {
        /// Which job.
        id: u32,
        /// What came out.
        result: JobResult,
    },
}

/// What comes out of a job.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum JobResult {
    /// Of [`Work::Totals`]: all functions of both sides, most self time first.
    Totals {
        /// One row a function name.
        functions: Vec<FunctionTotals>,
    },
    /// Of [`Work::Align`], [`Work::Similar`] and [`Work::Test`]: a stored comparison lies beside this message, as bytes.
    Stored,
}

/// Time by function, both sides side by side, functions paired by identity rules.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct FunctionTotals {
    /// Name.
    pub name: String,
    /// File; empty if unknown.
    pub file: String,
    /// On A; `None` if it never ran there.
    pub a: Option<SideTotals>,
    /// On B.
    pub b: Option<SideTotals>,
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
