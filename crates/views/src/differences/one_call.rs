//! A single outlier call, in words.

use super::rows::{RowContext, shown_name};
use crate::numbers;
use diptych_compare::call_times::OutlierCall;
use diptych_trace::IdentityId;

/// Returns an outlier call beside the other calls of its function, with its caller:
/// `One call of parse_line in main takes 42.9 ms in B (it starts at 40.0 ms, the other calls take about 4.11 µs)`.
pub(super) fn sentence(context: RowContext<'_>, call: &OutlierCall, name: &str) -> String {
    let extent = |ticks| numbers::extent(context.axis, ticks);
    let caller = caller(context, call).map(|caller| shown_name(context.names, caller));
    let place = caller.map_or_else(String::new, |caller| format!(" in {caller}"));
    format!(
        "One call of {name}{place} takes {} in {} (it starts at {}, the other calls take about {})",
        extent(call.self_ticks),
        ["A", "B"][call.side.min(1)],
        extent(call.start),
        extent(call.ordinary)
    )
}

/// Returns the function that makes an outlier call. O(nodes).
fn caller(context: RowContext<'_>, call: &OutlierCall) -> Option<IdentityId> {
    let union = context.union;
    let run = union.side(call.side).next()?;
    let node = union.nodes().find(|&node| run.own(node) == Some(call.node))?;
    union.caller_on(call.side, node)
}
