//! The panes of both sides.

use diptych_protocol::SideName;
use diptych_scene::Rect;
use diptych_views::icicle::geometry::{AXIS_PX, GUTTER_PX, PaneRect};

/// Allowed height of the band between the two plots, where matches are bundled, per cent of the height below the strip.
const BAND_PERCENT: std::ops::RangeInclusive<u32> = 30..=70;
/// Divides a part of the canvas among the open sides. If both are open, the band lies between them with this height in
/// per cent.
pub(super) fn panes(rect: Rect, open: [bool; 2], band_percent: u32) -> Vec<PaneRect> {
    let (left, right) = ((rect.x0 + GUTTER_PX).min(rect.x1), rect.x1);
    let (top, bottom) = (rect.y0, rect.y1);
    let middle = f32::midpoint(top, bottom).floor();
    let share = band_percent.clamp(*BAND_PERCENT.start(), *BAND_PERCENT.end()) as f32 / 100.0;
    let half = (0.5 * share * (bottom - top)).ceil();
    let (a_bottom, b_top) = match open {
        [true, true] => (middle - half, middle + half),
        _ => (bottom, top + 1.0),
    };
    let a = PaneRect {
        side: SideName::A,
        axis: Rect::new(left, top, right, top + AXIS_PX),
        plot: Rect::new(left, top + AXIS_PX, right, a_bottom.max(top + AXIS_PX)),
    };
    let b_axis_top = (bottom - AXIS_PX).max(0.0);
    let b = PaneRect {
        side: SideName::B,
        axis: Rect::new(left, b_axis_top, right, bottom),
        plot: Rect::new(left, b_top.min(b_axis_top), right, b_axis_top),
    };
    [a, b].into_iter().zip(open).filter_map(|(pane, open)| open.then_some(pane)).collect()
}
