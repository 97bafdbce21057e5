//! Writes the slices of a track to its lane or strand.

use diptych_trace::{CallSpec, FunctionId, LaneId, Sink, StrandId};

/// Destination of a track's events.
#[derive(Debug, Clone, Copy)]
pub(super) enum TrackTarget {
    Lane(LaneId),
    /// A strand, and its lane.
    Strand(StrandId, LaneId),
}

/// Slice event of a track.
#[derive(Debug, Clone, Copy)]
pub(super) enum Slice {
    Begin(FunctionId),
    End,
    /// A complete call, with its end.
    Whole(FunctionId, i64),
}

impl TrackTarget {
    /// Writes a slice event there.
    pub(super) fn write(self, slice: Slice, at: i64, source: u64, sink: &mut dyn Sink) {
        match (self, slice) {
            (Self::Lane(lane), Slice::Begin(function)) => sink.enter(lane, function, at, source),
            (Self::Lane(lane), Slice::End) => sink.leave(lane, None, at, source),
            (Self::Lane(lane), Slice::Whole(function, end)) => {
                sink.call(lane, CallSpec { start: at, end, function, source });
            }
            (Self::Strand(strand, _), Slice::Begin(function)) => {
                sink.enter_strand(strand, function, at, source);
            }
            (Self::Strand(strand, _), Slice::End) => sink.leave_strand(strand, None, at, source),
            (Self::Strand(strand, _), Slice::Whole(function, end)) => {
                sink.enter_strand(strand, function, at, source);
                sink.leave_strand(strand, None, end, source);
            }
        }
    }
}
