//! The names of a run, which all its tiles share.

use crate::Row;
use diptych_trace::{Axis, LaneKind, OddityKind};

/// Everything of a run but its calls.
#[derive(Debug, Clone, PartialEq)]
pub struct Head {
    /// Name of the trace; may be empty.
    pub title: String,
    /// Meaning of ticks.
    pub axis: Axis,
    /// Ticks that times are rounded to.
    pub resolution: i64,
    /// Ticks between two samples; `None` if the calls were recorded one by one.
    pub sampling: Option<i64>,
    /// Ticks that a sample stands for; 0 if unknown.
    pub sample_ticks: f64,
    /// Instant of the first call, in absolute ticks.
    pub origin: i64,
    /// Ticks from the first call to the last end.
    pub extent: i64,
    /// Number of calls.
    pub calls: u64,
    /// Functions by number, with exact sums over the whole run.
    pub functions: Vec<FunctionEntry>,
    /// Lanes by number. A parent comes before its children.
    pub lanes: Vec<LaneEntry>,
    /// Oddities of the file.
    pub oddities: Vec<OddityEntry>,
}

/// A function.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FunctionEntry {
    /// Name.
    pub name: String,
    /// File; empty if unknown.
    pub file: String,
    /// Line; 0 if unknown.
    pub line: u32,
    /// Group of the function in its format.
    pub category: String,
    /// Number of its calls in the run.
    pub calls: u64,
    /// Ticks that it ran itself, over all lanes.
    pub self_ticks: i64,
}

/// A lane.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaneEntry {
    /// Number of the parent.
    pub parent: Option<u32>,
    /// Kind.
    pub kind: LaneKind,
    /// Name.
    pub name: String,
    /// Position among siblings.
    pub order: i64,
}

/// An oddity of the file, see [`diptych_trace::ReadReportEntry`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OddityEntry {
    /// Kind.
    pub kind: OddityKind,
    /// Subject.
    pub subject: String,
    /// Number.
    pub count: u64,
    /// Example.
    pub example: String,
}

impl Head {
    /// Counts a call in the sums of its function, and takes its time from the self time of its caller.
    pub(crate) fn count(&mut self, row: &Row, caller: Option<u32>) {
        let function = &mut self.functions[row.function as usize];
        function.calls += 1;
        function.self_ticks += row.ticks();
        if let Some(caller) = caller {
            self.functions[caller as usize].self_ticks -= row.ticks();
        }
        self.calls += 1;
    }
}

impl Head {
    /// Returns the head of a run without calls.
    pub(crate) fn empty() -> Self {
        Self {
            title: String::new(),
            axis: Axis::TIME,
            resolution: 0,
            sampling: None,
            sample_ticks: 0.0,
            origin: 0,
            extent: 0,
            calls: 0,
            functions: Vec::new(),
            lanes: Vec::new(),
            oddities: Vec::new(),
        }
    }
}

impl OddityEntry {
    /// Returns an entry of a report.
    pub(crate) fn of(entry: &diptych_trace::ReadReportEntry) -> Self {
        let (subject, example) = (entry.subject.clone(), entry.example.clone());
        Self { kind: entry.kind, subject, count: entry.count, example }
    }
}
