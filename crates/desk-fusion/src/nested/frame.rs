//! The parts of the view: strips for the time axes, and the rectangle of cells and calls between them.

use diptych_protocol::{FusionSides, SideName};
use diptych_scene::Rect;
use diptych_trace::{AxisKind, Trace};
use diptych_views::LayoutInput;

/// Height of a time axis, CSS pixels.
const AXIS_PX: f32 = 18.0;
/// Least height of a view with time axes, CSS pixels.
const LEAST_PX: f32 = 160.0;

/// The parts of the view.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Frame {
    /// Cells, with the calls over them.
    pub(super) inner: Rect,
    /// Time axis of each side shown, at its outermost calls. Empty if time does not pass.
    pub(super) axes: Vec<Rect>,
}

impl Frame {
    /// Divides the rectangle of the view. Names of cells never lie under times, because the axes have their own room.
    pub(super) fn new(input: &LayoutInput<'_>) -> Self {
        let rect = input.rect;
        let has_time = |trace: &Trace| trace.axis().kind != AxisKind::Order;
        if rect.height() < LEAST_PX || !input.traces().into_iter().flatten().all(has_time) {
            return Self { inner: rect, axes: Vec::new() };
        }
        let upper = Rect { y1: rect.y0 + AXIS_PX, ..rect };
        let lower = Rect { y0: rect.y1 - AXIS_PX, ..rect };
        match sides_shown(input).len() {
            0 => Self { inner: rect, axes: Vec::new() },
            1 => Self { inner: Rect { y0: upper.y1, ..rect }, axes: vec![upper] },
            _ => Self { inner: Rect { y0: upper.y1, y1: lower.y0, ..rect }, axes: vec![upper, lower] },
        }
    }
}

/// Returns the sides whose calls are shown: one, or both.
pub(super) fn sides_shown(input: &LayoutInput<'_>) -> Vec<SideName> {
    let open: Vec<SideName> =
        SideName::BOTH.into_iter().filter(|side| input.sides[side.index()].is_some()).collect();
    match (input.state.fusion.sides, &open[..]) {
        (FusionSides::A, [_, _]) => vec![SideName::A],
        (FusionSides::B, [_, _]) => vec![SideName::B],
        _ => open,
    }
}
