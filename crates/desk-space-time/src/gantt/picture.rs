//! Rows of lane states.

use diptych_scene::{ItemId, Rect, RectBatch, RectInstance, Rgba};
use diptych_trace::{FunctionId, LaneId, Trace};

/// Least height of a row.
const ROW_PX: f32 = 1.0;
/// Largest height of a row.
const MOST_PX: f32 = 14.0;

/// The lanes that have a row, and the height of the rows.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LaneRows {
    pub(super) lanes: Vec<LaneId>,
    pub(super) height: f32,
    /// Number of lanes to show.
    pub(super) of: usize,
}

impl LaneRows {
    /// Picks as many lanes as there is room for, evenly spread.
    pub(super) fn new(lanes: &[LaneId], height: f32) -> Self {
        let room = ((height / ROW_PX) as usize).max(1).min(lanes.len());
        let picked = (0..room).map(|row| lanes[row * lanes.len() / room.max(1)]).collect();
        Self { lanes: picked, height: (height / room.max(1) as f32).min(MOST_PX), of: lanes.len() }
    }
}

/// The states of a side and their colours.
pub(super) struct SideStates<'a> {
    pub(super) trace: &'a Trace,
    /// Colour of each function.
    pub(super) colors: &'a [Rgba],
    /// Call depth that gives the state; `None` for the innermost call.
    pub(super) depth: Option<u32>,
}

impl SideStates<'_> {
    /// Returns the state of a lane at a moment. O(log calls · log depth).
    fn at(&self, lane: LaneId, tick: i64) -> Option<FunctionId> {
        let call = match self.depth {
            None => self.trace.innermost_at(lane, tick),
            Some(depth) => self.trace.running_at(lane, depth, tick),
        };
        call.map(|call| self.trace.calls().function()[call.index()])
    }

    /// Draws the rows for `start..start + span` ticks. Neighbouring pixels of one colour share a box. O(rows · columns
    /// · log calls).
    pub(super) fn draw(&self, rows: &LaneRows, plot: Rect, start: i64, span: i64, rects: &mut RectBatch) {
        let columns = plot.width().floor().max(1.0) as u32;
        let tick = |column: u32| {
            start + ((f64::from(column) + 0.5) / f64::from(columns) * span as f64).floor() as i64
        };
        for (row, &lane) in rows.lanes.iter().enumerate() {
            let y0 = plot.y0 + row as f32 * rows.height;
            let y1 = y0 + rows.height;
            let color = |column: u32| {
                let function = self.at(lane, tick(column))?;
                self.colors.get(function.index()).copied()
            };
            let mut from = 0;
            let mut now = color(0);
            for column in 1..=columns {
                let next = if column < columns { color(column) } else { None };
                if column < columns && next == now {
                    continue;
                }
                if let Some(fill) = now {
                    let [x0, x1] = [from, column].map(|column| plot.x0 + column as f32);
                    let rect = RectInstance { x0, y0, x1, y1, fill, ..RectInstance::default() };
                    rects.push(rect, ItemId::NONE);
                }
                (from, now) = (column, next);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_testkit::trace;

    #[test]
    fn pixels_show_the_state_at_their_middle() {
        let trace = trace("t\n  0..4 f\n    1..3 g\n  6..8 f\n");
        let colors = [Rgba::new(1, 0, 0, 255), Rgba::new(2, 0, 0, 255)];
        let lanes: Vec<LaneId> = trace.lanes().ids().collect();
        let rows = LaneRows::new(&lanes, 20.0);
        let drawn = |depth: Option<u32>| {
            let mut rects = RectBatch::default();
            let states = SideStates { trace: &trace, colors: &colors, depth };
            states.draw(&rows, Rect::new(0.0, 0.0, 8.0, 20.0), 0, 8, &mut rects);
            rects
                .instances
                .iter()
                .map(|rect| (rect.x0 as u32, rect.x1 as u32, rect.fill.bytes()[0]))
                .collect::<Vec<_>>()
        };
        assert_eq!(drawn(None), [(0, 1, 1), (1, 3, 2), (3, 4, 1), (6, 8, 1)]);
        assert_eq!(drawn(Some(0)), [(0, 4, 1), (6, 8, 1)]);
        assert_eq!(drawn(Some(1)), [(1, 3, 2)]);
    }

    #[test]
    fn lanes_that_do_not_fit_are_thinned_evenly() {
        let lanes: Vec<LaneId> = (0..100).map(LaneId).collect();
        let rows = LaneRows::new(&lanes, 10.0);
        assert_eq!(rows.lanes, (0..10).map(|row| LaneId(row * 10)).collect::<Vec<_>>());
        assert_eq!((rows.of, rows.height.to_bits()), (100, 1f32.to_bits()));
        assert_eq!(LaneRows::new(&lanes[..2], 90.0).height.to_bits(), MOST_PX.to_bits());
    }
}
