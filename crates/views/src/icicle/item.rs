//! What the items of an icicle stand for.

use crate::view::Model;
use crate::{Highlight, words};
use diptych_protocol::{AreaRef, LaneRef, PickAction, SideName, Subject, Tooltip, Window};
use diptych_trace::{CallId, LaneId};

/// Something of an icicle that can be hovered and selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum IcicleItem {
    /// One call.
    Call {
        /// Whose.
        side: SideName,
        /// Which.
        call: CallId,
    },
    /// Calls under one pixel, merged: siblings and all that they call, the call ids `first..end`.
    Merged {
        /// Whose.
        side: SideName,
        /// First of them.
        first: CallId,
        /// One past the last of them.
        end: u32,
    },
    /// The head of a lane.
    Lane {
        /// Whose.
        side: SideName,
        /// Which.
        lane: LaneId,
    },
    /// The line that stands for the frames around both runs.
    RootFrames {
        /// On whose axis.
        side: SideName,
    },
}

impl IcicleItem {
    /// What selecting it selects, and what a link names.
    pub(crate) fn subject(self, model: &Model<'_>) -> Option<Subject> {
        match self {
            Self::Call { side, call } => {
                Some(Subject::Call(words::reference(side, model.traces[side.index()]?, call)))
            }
            Self::Merged { side, first, end } => {
                let trace = model.traces[side.index()]?;
                let (calls, lane) = (trace.calls(), trace.lanes().of_call(first).0);
                let depth = calls.depth()[first.index()];
                let last = siblings(trace.depth_index().row(LaneId(lane), depth), first, end).last()?;
                let start = calls.start()[first.index()];
                let window = Window { start, end: calls.end()[*last as usize].max(start + 1) };
                Some(Subject::Area(AreaRef { side, first: lane, last: lane, depth, window }))
            }
            Self::Lane { side, lane } => Some(Subject::Lane(LaneRef { side, lane: lane.0 })),
            Self::RootFrames { .. } => None,
        }
    }

    /// What is highlighted while the pointer is over it: of heads nothing.
    pub(crate) fn highlight(self, model: &Model<'_>) -> Option<Highlight> {
        match self {
            Self::Call { side, call } => Some(Highlight::of_call(side, model.traces[side.index()]?, call)),
            Self::Merged { side, first, end } => Some(Highlight::of_range(side, first, end)),
            Self::Lane { .. } | Self::RootFrames { .. } => None,
        }
    }

    /// What a click on it does in place of selecting.
    pub(crate) fn action(self) -> Option<PickAction> {
        match self {
            Self::Lane { side, lane } => Some(PickAction::FoldLane { side, lane: lane.0 }),
            Self::RootFrames { .. } => Some(PickAction::FoldFrames),
            Self::Call { .. } | Self::Merged { .. } => None,
        }
    }

    /// What hovering it says; `rect` is its box in the scene.
    pub(crate) fn tooltip(self, model: &Model<'_>, rect: [f32; 4]) -> Option<Tooltip> {
        let trace = |side: SideName| model.traces[side.index()];
        match self {
            Self::Call { side, call } => {
                Some(words::call_tooltip(side, trace(side)?, call, rect, model.correspondence))
            }
            Self::Merged { side, first, end } => {
                Some(words::merged_tooltip(side, trace(side)?, first, end, rect))
            }
            Self::Lane { side, lane } => Some(words::lane_tooltip(side, trace(side)?, lane, rect)),
            Self::RootFrames { .. } => None,
        }
    }
}

/// The calls of a row from `first` on to before `end`.
pub(crate) fn siblings(row: &[u32], first: CallId, end: u32) -> &[u32] {
    let from = row.partition_point(|&call| call < first.0);
    &row[from..from + row[from..].partition_point(|&call| call < end)]
}
