//! Items of an icicle, and what they stand for.

use super::siblings::siblings;
use crate::view::Model;
use crate::{Highlight, words};
use diptych_protocol::{AreaRef, LaneRef, PickAction, SideName, Subject, Tooltip, Window};
use diptych_trace::{CallId, LaneId};

/// An item of an icicle that can be hovered and selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IcicleItem {
    /// One call.
    Call {
        /// Side of the call.
        side: SideName,
        /// Id of the call.
        call: CallId,
    },
    /// Merged calls under one pixel: siblings with everything they call, the ids `first..end`.
    Merged {
        /// Side of the calls.
        side: SideName,
        /// First of them.
        first: CallId,
        /// One past the last of them.
        end: u32,
    },
    /// The head of a lane.
    Lane {
        /// Side of the lane.
        side: SideName,
        /// Id of the lane.
        lane: LaneId,
    },
    /// The text that stands for the folded frames around both runs.
    RootFrames {
        /// Side of the axis that holds the text.
        side: SideName,
    },
}

impl IcicleItem {
    /// Returns the subject that selecting the item selects, and that a link names.
    pub fn subject(self, model: &Model<'_>) -> Option<Subject> {
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

    /// Returns the highlight while the pointer is over the item; none for heads.
    pub fn highlight(self, model: &Model<'_>) -> Option<Highlight> {
        match self {
            Self::Call { side, call } => Some(Highlight::of_call(side, model.traces[side.index()]?, call)),
            Self::Merged { side, first, end } => Some(Highlight::of_range(side, first, end)),
            Self::Lane { .. } | Self::RootFrames { .. } => None,
        }
    }

    /// Returns the action of a click on the item, if it does not select.
    pub fn action(self) -> Option<PickAction> {
        match self {
            Self::Lane { side, lane } => Some(PickAction::FoldLane { side, lane: lane.0 }),
            Self::RootFrames { .. } => Some(PickAction::FoldFrames),
            Self::Call { .. } | Self::Merged { .. } => None,
        }
    }

    /// Returns the tooltip of the item. `rect` is its box in the scene.
    pub fn tooltip(self, model: &Model<'_>, rect: [f32; 4]) -> Option<Tooltip> {
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
