//! The focus of each side: its background, its brackets and their grips.

use super::geometry::{Area, Panel};
use diptych_protocol::{SideName, Window};
use diptych_scene::theme::Theme;
use diptych_scene::{ItemId, Rect, RectBatch, RectInstance, RectStyle, Rgba};
use diptych_views::Projection;

/// Width of a bracket's lines, CSS pixels.
const LINE_PX: f32 = 2.0;
/// Length of a bracket's arms, CSS pixels.
const ARM_PX: f32 = 6.0;
/// Width and height of a grip, CSS pixels.
const GRIP_PX: (f32, f32) = (6.0, 14.0);

/// Returns the left and right edge of a window on the panel, at least a pixel apart. Parts outside the time shown are
/// cut off.
pub(super) fn place(panel: &Panel, whole: Window, window: Window) -> [f32; 2] {
    let projection = Projection::new(whole, panel.axis.x0, panel.axis.x1);
    let x = |tick: i64| (projection.x_from_tick(tick) as f32).clamp(panel.axis.x0, panel.axis.x1);
    let (from, to) = (x(window.start), x(window.end));
    [from, to.max(from + 1.0)]
}

/// Draws the background of the focus `window` on a panel that shows `whole`, unless the focus is the whole run.
pub(super) fn ground(
    panel: &Panel,
    area: &Area,
    theme: &Theme,
    whole: Window,
    run: Window,
    window: Window,
    rects: &mut RectBatch,
) {
    if window.start <= run.start && window.end >= run.end {
        return;
    }
    let [x0, x1] = place(panel, whole, window);
    let Rect { y0, y1, .. } = area.whole();
    let fill = match area.side {
        SideName::A => theme.a_tint,
        SideName::B => theme.b_tint,
    }
    .with_alpha(0.75);
    rects.push(RectInstance { x0, y0, x1, y1, fill, ..RectInstance::default() }, ItemId::NONE);
}

/// Draws the brackets of a focus, with a grip on each.
pub(super) fn brackets(
    panel: &Panel,
    area: &Area,
    theme: &Theme,
    whole: Window,
    window: Window,
    rects: &mut RectBatch,
) {
    let color = match area.side {
        SideName::A => theme.a,
        SideName::B => theme.b,
    };
    let [x0, x1] = place(panel, whole, window);
    let Rect { y0, y1, .. } = area.whole();
    let arm = ARM_PX.min((x1 - x0) / 2.0).max(LINE_PX);
    let half = LINE_PX / 2.0;
    for (line, from, to) in [(x0, x0 - half, x0 - half + arm), (x1, x1 + half - arm, x1 + half)] {
        let mut part = |x0: f32, y0: f32, x1: f32, y1: f32| {
            rects.push(RectInstance { x0, y0, x1, y1, fill: color, ..RectInstance::default() }, ItemId::NONE);
        };
        part(line - half, y0, line + half, y1);
        part(from, y0, to, y0 + LINE_PX);
        part(from, y1 - LINE_PX, to, y1);
        let middle = f32::midpoint(y0, y1);
        let (across, along) = (GRIP_PX.0 / 2.0, GRIP_PX.1 / 2.0);
        let rect = Rect::new(line - across, middle - along, line + across, middle + along);
        rects.push(grip(rect, theme.bg, color), ItemId::NONE);
    }
}

fn grip(rect: Rect, fill: Rgba, border: Rgba) -> RectInstance {
    let Rect { x0, y0, x1, y1 } = rect;
    RectInstance {
        x0,
        y0,
        x1,
        y1,
        fill,
        border,
        style: RectStyle::PLAIN.border(6),
        ..RectInstance::default()
    }
}
