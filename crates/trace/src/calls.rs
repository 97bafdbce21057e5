//! The calls: one row a call, lane by lane in pre-order.

use crate::{CallId, FunctionId};
use std::ops::Range;

/// Calls as columns of equal length. Within a lane a call's parent lies before it, its subtree is
/// `id..subtree_end`, and children lie inside their parent in time without overlapping each other.
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
    /// Number of calls.
    pub fn len(&self) -> usize {
        self.start.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.start.is_empty()
    }

    /// Start of each call, ticks since the trace's origin.
    pub fn start(&self) -> &[i64] {
        &self.start
    }

    /// End of each call, ticks since the trace's origin; never before its start.
    pub fn end(&self) -> &[i64] {
        &self.end
    }

    /// Byte offset of each call's record in the (decompressed) input.
    pub fn source(&self) -> &[u64] {
        &self.source
    }

    /// Function of each call.
    pub fn function(&self) -> &[FunctionId] {
        &self.function
    }

    /// Parent of each call, [`CallId::NONE`] at depth 0.
    pub fn parent(&self) -> &[CallId] {
        &self.parent
    }

    /// Stack depth of each call, 0 at the root of its lane.
    pub fn depth(&self) -> &[u32] {
        &self.depth
    }

    /// One past the last call of each call's subtree.
    pub fn subtree_end(&self) -> &[u32] {
        &self.subtree_end
    }

    /// The subtree of a call, itself first, as a range of call ids.
    pub fn subtree(&self, id: CallId) -> Range<u32> {
        id.0..self.subtree_end[id.index()]
    }

    /// Whether `inner` is `outer` or lies in its subtree.
    pub fn contains(&self, outer: CallId, inner: CallId) -> bool {
        self.subtree(outer).contains(&inner.0)
    }

    /// Ticks between start and end.
    pub fn duration(&self, id: CallId) -> i64 {
        self.end[id.index()] - self.start[id.index()]
    }

    /// The calls made directly by a call, in order.
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

    /// Duration without that of the children. O(children).
    pub fn self_time(&self, id: CallId) -> i64 {
        self.duration(id) - self.children(id).map(|child| self.duration(child)).sum::<i64>()
    }
}
