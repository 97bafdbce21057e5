//! The strip of both whole runs, with the windows marked: A upright above B mirrored.

use crate::{LayoutInput, TimeMap};
use diptych_protocol::{Minimap, SideName, Sides, TimeAxis, Window};
use diptych_scene::theme::Theme;
use diptych_scene::{Batch, ItemId, Layer, Rect, RectBatch, RectInstance, RectStyle, Rgba, Space};
use diptych_trace::{CallId, LaneId, Trace};

/// Height of a strip, CSS pixels.
pub const STRIP_PX: f32 = 28.0;

/// Versions of the sides, columns, the time axis with its anchors, and the versions of the matches that it may follow.
type StripKey = ([u32; 2], u32, (TimeAxis, Sides<i64>), [u32; 2]);

/// The silhouettes of both runs, kept as long as their inputs are the same.
#[derive(Debug, Default)]
pub struct RunStrip(Option<(StripKey, [Silhouette; 2])>);

impl RunStrip {
    /// Rebuilds the silhouettes of the first lane of each side, over the window that both share by default.
    /// `matches` has the versions of the alignment and of the similarity, which the time axis may follow.
    pub fn update(&mut self, input: &LayoutInput<'_>, matches: [u32; 2]) {
        let columns = area(input.rect).width() as u32;
        let time = &input.state.time;
        let key = (input.trace_versions, columns, (time.axis, time.anchors), matches);
        if self.0.as_ref().is_some_and(|(made, _)| *made == key) {
            return;
        }
        let whole = input.whole();
        let silhouettes = [0, 1].map(|side: usize| {
            let busiest = input.sides[side].and_then(|side| Some((side.trace, side.lanes.first()?)));
            busiest.map_or_else(Silhouette::default, |(trace, lane)| {
                Silhouette::new(trace, lane, input.time_maps[side], whole, columns)
            })
        });
        self.0 = Some((key, silhouettes));
    }

    /// Draws the strip as it was updated last, with its place; `None` if no side is open.
    pub fn draw(&self, input: &LayoutInput<'_>) -> Option<(Layer, Minimap)> {
        let (whole, windows) = (input.whole(), input.windows());
        let (_, silhouettes) = self.0.as_ref()?;
        let half = |side: SideName| {
            input.sides[side.index()]?;
            let at = side.index();
            Some(Half { side, silhouette: &silhouettes[at], window: windows[at] })
        };
        let halves: Vec<Half<'_>> = SideName::BOTH.into_iter().filter_map(half).collect();
        if halves.is_empty() {
            return None;
        }
        let area @ Rect { x0, y0, x1, y1 } = area(input.rect);
        let minimap = Minimap { x0, y0, x1, y1, middle: f32::midpoint(y0, y1), whole };
        Some((draw(input.colors(), area, whole, &halves), minimap))
    }
}

/// The stack depth of one lane over the whole run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Silhouette {
    /// Depth of the deepest call of each pixel column in rows; 0 where nothing runs.
    rows: Vec<u32>,
    /// Number of rows of the lane.
    depth: u32,
}

impl Silhouette {
    /// Builds the silhouette over `whole` in `columns` columns. Pre-order is the order of starts, so the calls that
    /// start in a column are a range of ids. A column thus costs two binary searches and a range maximum, however many
    /// calls it has.
    ///
    /// `whole` is a window of the common axis; `time_map` places the side on it.
    fn new(trace: &Trace, lane: LaneId, time_map: TimeMap<'_>, whole: Window, columns: u32) -> Self {
        let calls = trace.calls();
        let ids = trace.lanes().calls(lane);
        let starts = &calls.start()[ids.start as usize..ids.end as usize];
        let border = |column: u32| {
            let part = (whole.span() as f64 * f64::from(column) / f64::from(columns)).round() as i64;
            time_map.own(whole.start + part)
        };
        let rows = |column: u32| {
            let (from, to) = (border(column), border(column + 1).max(border(column) + 1));
            let first = ids.start + starts.partition_point(|&start| start < from) as u32;
            let end = ids.start + starts.partition_point(|&start| start < to) as u32;
            let starting = (first < end).then(|| trace.deepest(first..end) + 1);
            let running = trace.innermost_at(lane, from).map(|call| depth(trace, call) + 1);
            starting.max(running).unwrap_or(0)
        };
        Self { rows: (0..columns).map(rows).collect(), depth: trace.depth_index().rows(lane) }
    }
}

fn depth(trace: &Trace, call: CallId) -> u32 {
    trace.calls().depth()[call.index()]
}

/// Room left of the strip, as wide as the badges of the plots below.
const GUTTER_PX: f32 = 36.0;

/// Returns the area of the silhouettes.
fn area(rect: Rect) -> Rect {
    Rect { x0: (rect.x0 + GUTTER_PX).min(rect.x1), ..rect }
}

/// One side of the strip.
#[derive(Debug)]
struct Half<'a> {
    side: SideName,
    silhouette: &'a Silhouette,
    window: Window,
}

/// Draws the strip: A upright above B mirrored, each window in its side's colour.
fn draw(theme: &Theme, strip: Rect, whole: Window, halves: &[Half<'_>]) -> Layer {
    let mut rects = RectBatch::default();
    let plain = |rect: Rect, fill: Rgba| {
        let Rect { x0, y0, x1, y1 } = rect;
        RectInstance { x0, y0, x1, y1, fill, ..RectInstance::default() }
    };
    rects.push(plain(strip, theme.sunken), ItemId::NONE);
    let middle = f32::midpoint(strip.y0, strip.y1);
    for Half { side, silhouette, window } in halves {
        let x = |tick: i64| {
            let share = (tick - whole.start) as f64 / whole.span().max(1) as f64;
            strip.x0 + (share.clamp(0.0, 1.0) * f64::from(strip.width())) as f32
        };
        let (ink, tint, y0, y1) = match side {
            SideName::A => (theme.a, theme.a_tint, strip.y0, middle),
            SideName::B => (theme.b, theme.b_tint, middle, strip.y1),
        };
        let framed = Rect::new(x(window.start), y0, x(window.end).max(x(window.start) + 2.0), y1);
        // With the whole run in view there is nothing to tell apart.
        if window.start > whole.start || window.end < whole.end {
            rects.push(plain(framed, tint), ItemId::NONE);
        }
        columns(silhouette, *side, strip, middle, theme.none_mark, &mut rects);
        let style = RectStyle::PLAIN.border(6);
        rects.push(RectInstance { border: ink, style, ..plain(framed, Rgba::TRANSPARENT) }, ItemId::NONE);
    }
    rects.push(plain(Rect::new(strip.x0, strip.y1, strip.x1, strip.y1 + 1.0), theme.line), ItemId::NONE);
    let mut layer = Layer::new(Rect::new(strip.x0, strip.y0, strip.x1, strip.y1 + 1.0), Space::FIXED);
    layer.batches.push(Batch::Rects(rects));
    layer
}

/// Draws the columns of a silhouette. Neighbours of equal height are one box.
fn columns(
    silhouette: &Silhouette,
    side: SideName,
    strip: Rect,
    middle: f32,
    fill: Rgba,
    rects: &mut RectBatch,
) {
    let room = strip.height() / 2.0 - 2.0;
    let mut at = 0;
    for stretch in silhouette.rows.chunk_by(|left, right| left == right) {
        let (from, to) = (strip.x0 + at as f32, strip.x0 + (at + stretch.len()) as f32);
        at += stretch.len();
        let height = (stretch[0] as f32 / silhouette.depth.max(1) as f32 * room).round();
        if height > 0.0 {
            let (y0, y1) = match side {
                SideName::A => (middle - height, middle),
                SideName::B => (middle, middle + height),
            };
            rects.push(
                RectInstance { x0: from, y0, x1: to, y1, fill, ..RectInstance::default() },
                ItemId::NONE,
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_testkit::{Shape, generate};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn heights_equal_a_scan_of_all_calls(seed: u64, columns in 1u32..80) {
            let trace = generate(seed, Shape { lanes: 1, ..Shape::SMALL });
            let whole = Window { start: 0, end: 1_000 };
            let fast = Silhouette::new(&trace, LaneId(0), TimeMap::Identity, whole, columns);
            let calls = trace.calls();
            for (column, &rows) in fast.rows.iter().enumerate() {
                let border = |c: usize| (1_000.0 * c as f64 / f64::from(columns)).round() as i64;
                let (from, to) = (border(column), border(column + 1).max(border(column) + 1));
                let touches = |row: &usize| {
                    let (start, end) = (calls.start()[*row], calls.end()[*row]);
                    (start >= from && start < to) || (start <= from && from < end)
                };
                let deepest = (0..calls.len()).filter(touches).map(|row| calls.depth()[row] + 1).max().unwrap_or(0);
                prop_assert_eq!(rows, deepest, "column {}", column);
            }
        }
    }
}
