//! Steps through the call tree.

use diptych_protocol::Step;
use diptych_trace::{CallId, Trace};

/// Returns the call one step away, if there is one.
pub(crate) fn step(trace: &Trace, from: CallId, step: Step) -> Option<CallId> {
    let calls = trace.calls();
    match step {
        Step::Caller => calls.parent()[from.index()].some(),
        Step::FirstCallee => calls.children(from).next(),
        Step::Next | Step::Previous => {
            let lane = trace.lanes().of_call(from);
            let row = trace.depth_index().row(lane, calls.depth()[from.index()]);
            let place = row.binary_search(&from.0).ok()?;
            let near = if step == Step::Next { place.checked_add(1) } else { place.checked_sub(1) };
            let sibling = CallId(*row.get(near?)?);
            (calls.parent()[sibling.index()] == calls.parent()[from.index()]).then_some(sibling)
        }
    }
}
