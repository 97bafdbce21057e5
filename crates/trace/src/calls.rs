//! The calls: one row per call, lane by lane in pre-order.

use crate::{CallId, FunctionId};
use std::ops::Range;

/// Calls as columns of equal length.
///
/// Within a lane, a call's parent comes before it and its subtree is `id..subtree_end`. Children lie inside their
/// parent in time and do not overlap each other.
#[derive(Debug, Clone, Default)]
pub struct Calls {
    pub(crate) start: Vec<i64>,
    pub(crate) end: Vec<i64>,
    pub(crate) source: Vec<u64>,
    pub(crate) function: Vec<FunctionId>,
    pub(crate) parent: Vec<CallId>,
    pub(crate) depth: Vec<u32>,
    pub(crate) subtree_end: Vec<u32>,
}

impl Calls {
    /// Returns the number of calls.
    pub fn len(&self) -> usize {
        self.start.len()
    }

    /// Returns true if there are no calls.
    pub fn is_empty(&self) -> bool {
        self.start.is_empty()
    }

    /// Returns the start of each call, in ticks since the trace's origin.
    pub fn start(&self) -> &[i64] {
        &self.start
    }

    /// Returns the end of each call, in ticks since the trace's origin; never before its start.
    pub fn end(&self) -> &[i64] {
        &self.end
    }

    /// Returns the byte offset of each call's record in the (decompressed) input.
    pub fn source(&self) -> &[u64] {
        &self.source
    }

    /// Returns the function of each call.
    pub fn function(&self) -> &[FunctionId] {
        &self.function
    }

    /// Returns the parent of each call, [`CallId::NONE`] at depth 0.
    pub fn parent(&self) -> &[CallId] {
        &self.parent
    }

    /// Returns the stack depth of each call, 0 at the root of its lane.
    pub fn depth(&self) -> &[u32] {
        &self.depth
    }

    /// Returns one past the last call of each call's subtree.
    pub fn subtree_end(&self) -> &[u32] {
        &self.subtree_end
    }

    /// Returns the subtree of a call, itself first, as a range of call ids.
    pub fn subtree(&self, id: CallId) -> Range<u32> {
        id.0..self.subtree_end[id.index()]
    }

    /// Returns true if `inner` is `outer` or lies in its subtree.
    pub fn contains(&self, outer: CallId, inner: CallId) -> bool {
        self.subtree(outer).contains(&inner.0)
    }

    /// Returns the ticks between start and end.
    pub fn duration(&self, id: CallId) -> i64 {
        self.end[id.index()] - self.start[id.index()]
    }

    /// Returns the calls that a call makes directly, in order.
    pub fn children(&self, id: CallId) -> impl Iterator<Item = CallId> + '_ {
        let end = self.subtree_end[id.index()];
        let mut next = id.0 + 1;
        std::iter::from_fn(move || {
            (next < end).then(|| {
                let child = CallId(next);
                next = self.subtree_end[child.index()];
                child
            })
        })
    }

    /// Returns the self time of a call: its duration without that of its children. O(children).
    pub fn self_time(&self, id: CallId) -> i64 {
        self.duration(id) - self.children(id).map(|child| self.duration(child)).sum::<i64>()
    }
}
