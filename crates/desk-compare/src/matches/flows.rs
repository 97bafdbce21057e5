//! Lines of the flows of the selected call, from and to other calls, such as a kernel and its launch.

use diptych_scene::theme::Theme;
use diptych_scene::{Curve, CurveBatch, CurvePoint, ItemId, Rect};
use diptych_trace::CallId;
use diptych_views::icicle::plot::Plot;

/// Width of a line, CSS pixels.
const LINE_PX: f32 = 1.5;

/// Returns one line for each flow whose other end is laid out. Flows whose ends share pixels share a line. O(flows of
/// the call).
pub(super) fn lines(plot: &Plot<'_>, selected: CallId, theme: &Theme) -> CurveBatch {
    let mut batch = CurveBatch::default();
    // The box of the call, or the silhouette of its lane if the lane is folded.
    let place = |call: CallId| plot.rect(call).or_else(|| plot.silhouette_rect(call));
    let Some(own) = place(selected) else { return batch };
    let flows = plot.trace.flows();
    let targets = flows.targets(selected).iter().filter_map(|&to| Some([middle(own), begin(place(to)?)]));
    let sources = flows.sources(selected).filter_map(|from| Some([middle(place(from)?), begin(own)]));
    let mut ends: Vec<[[i32; 2]; 2]> =
        targets.chain(sources).map(|ends| ends.map(|end| end.map(|at| at.round() as i32))).collect();
    ends.sort_unstable();
    ends.dedup();
    let space = plot.space.number() as f32;
    for ends in ends {
        let points = ends.map(|[x, y]| CurvePoint { x: x as f32, y: y as f32, space, reserved: 0.0 });
        batch.push(&points, Curve::line(theme.ink, LINE_PX), ItemId::NONE);
    }
    batch
}

/// The end of a flow at its source: the middle, because a call triggers another while it runs.
fn middle(rect: Rect) -> [f32; 2] {
    [f32::midpoint(rect.x0, rect.x1), f32::midpoint(rect.y0, rect.y1)]
}

/// The end of a flow at its target: the left edge, because the target begins with it.
fn begin(rect: Rect) -> [f32; 2] {
    [rect.x0, f32::midpoint(rect.y0, rect.y1)]
}
