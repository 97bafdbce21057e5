//! The tables of one trace.

mod calls;
mod elements;
mod functions;
mod lanes;
mod paths;
mod summary;

pub use calls::CallRow;
pub use elements::ElementRow;
pub use functions::FunctionRow;
pub use lanes::LaneRow;
pub use paths::CallPathRow;
pub use summary::TraceRow;

use diptych_profile::CallTree;
use diptych_trace::{Axis, AxisKind, IdentityId, Run, Unit};

/// A trace with the sums that its tables need. O(calls).
#[derive(Debug)]
pub struct TraceTables<'a> {
    run: &'a Run,
    /// Call paths, by the trace's own functions.
    tree: CallTree,
    /// Self time of each call, in ticks.
    self_ticks: Vec<i64>,
}

impl<'a> TraceTables<'a> {
    /// Sums up a trace.
    pub fn new(run: &'a Run) -> Self {
        let trace = &run.trace;
        let identities: Vec<IdentityId> = trace.functions().ids().map(|id| IdentityId(id.0)).collect();
        let calls = trace.calls();
        let mut self_ticks: Vec<i64> =
            calls.start().iter().zip(calls.end()).map(|(start, end)| end - start).collect();
        // Parents come before their children, so a duration that is subtracted is still whole.
        for (call, parent) in calls.parent().iter().enumerate() {
            if let Some(parent) = parent.some() {
                self_ticks[parent.index()] -= calls.end()[call] - calls.start()[call];
            }
        }
        Self { run, tree: CallTree::new(trace, &identities, &mut |_, _| ()), self_ticks }
    }

    /// Returns the unit of what the trace measures.
    pub fn unit(&self) -> String {
        unit(self.run.trace.axis())
    }

    fn value(&self, ticks: i64) -> i64 {
        value(self.run.trace.axis(), ticks as f64)
    }
}

/// Returns the unit of values on an axis, such as `ns`, `bytes` or `count`.
pub(crate) fn unit(axis: Axis) -> String {
    if axis.scale.to_bits() == 1.0_f64.to_bits() || is_time(axis) {
        axis.unit.as_str().to_owned()
    } else {
        format!("{} {}", axis.scale, axis.unit.as_str())
    }
}

/// Returns true if values are nanoseconds.
pub(crate) fn is_time(axis: Axis) -> bool {
    axis.unit == Unit::Nanoseconds && axis.kind != AxisKind::Order
}

/// Converts ticks to whole nanoseconds. Other axes keep their ticks.
pub(crate) fn value(axis: Axis, ticks: f64) -> i64 {
    (if is_time(axis) { ticks * axis.scale } else { ticks }).round() as i64
}

/// Returns text, or none if it is empty.
fn some(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}
