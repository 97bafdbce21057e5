//! The time axis below the rows, and the bracket above them around the selected time.

use diptych_protocol::Window;
use diptych_scene::theme::Theme;
use diptych_scene::{Align, ItemId, Rect, RectBatch, RectInstance, TextBatch};
use diptych_trace::Axis;
use diptych_views::axis;
use diptych_views::icicle::boxes::{CHAR_WIDTH, text_run};

/// Height of the axis.
pub(super) const AXIS_PX: f32 = 14.0;
/// Least distance between marks, size of their labels, and length of their lines.
const MARK_PX: f64 = 80.0;
const LABEL_PX: f32 = 10.0;
const LINE_PX: f32 = 3.0;
/// Height of the ends of the bracket, and thickness of its lines.
const BRACKET_PX: f32 = 4.0;
const STROKE_PX: f32 = 1.0;

/// Places of a side's time on a plot.
#[derive(Debug, Clone, Copy)]
pub(super) struct TimePlot {
    pub(super) plot: Rect,
    /// Time that the plot shows.
    pub(super) window: Window,
}

impl TimePlot {
    fn x(&self, tick: i64) -> f32 {
        let part = (tick - self.window.start) as f64 / self.window.span().max(1) as f64;
        self.plot.x0 + self.plot.width() * part as f32
    }

    /// Draws the marks of the axis below the plot. A label that does not fit is left out.
    pub(super) fn axis(&self, theme: &Theme, axis_of: Axis, texts: &mut TextBatch, rects: &mut RectBatch) {
        let top = self.plot.y1;
        let line = |x0: f32, y0: f32, x1: f32, y1: f32| RectInstance {
            x0,
            y0,
            x1,
            y1,
            fill: theme.line_strong,
            ..RectInstance::default()
        };
        rects.push(line(self.plot.x0, top, self.plot.x1, top + STROKE_PX), ItemId::NONE);
        let px = f64::from(self.plot.width()) / self.window.span().max(1) as f64;
        for mark in axis::marks(axis_of, self.window, MARK_PX / px) {
            let x = self.x(mark.at);
            rects.push(line(x, top, x + STROKE_PX, top + LINE_PX), ItemId::NONE);
            let width = mark.label.chars().count() as f32 * LABEL_PX * CHAR_WIDTH;
            if x + LINE_PX + width <= self.plot.x1 {
                let rect = Rect::new(x + LINE_PX, top + 1.0, self.plot.x1, top + AXIS_PX);
                texts.push(text_run(mark.label, rect, LABEL_PX, theme.ink3, Align::Start), ItemId::NONE);
            }
        }
    }

    /// Draws the bracket around a time above the plot.
    pub(super) fn bracket(&self, theme: &Theme, time: Window, rects: &mut RectBatch) {
        let [x0, x1] = [time.start, time.end].map(|tick| self.x(tick));
        let (y0, y1) = (self.plot.y0 - BRACKET_PX, self.plot.y0);
        let mut line = |x0: f32, x1: f32, y1: f32| {
            let line = RectInstance { x0, y0, x1, y1, fill: theme.ink, ..RectInstance::default() };
            rects.push(line, ItemId::NONE);
        };
        line(x0, x1.max(x0 + STROKE_PX), y0 + STROKE_PX);
        line(x0, x0 + STROKE_PX, y1);
        line((x1 - STROKE_PX).max(x0), x1.max(x0 + STROKE_PX), y1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_scene::theme::ThemeName;

    const PLOT: TimePlot =
        TimePlot { plot: Rect::new(10.0, 20.0, 410.0, 60.0), window: Window { start: 1_000, end: 3_000 } };

    #[test]
    fn marks_lie_at_their_times() {
        let (mut texts, mut rects) = (TextBatch::default(), RectBatch::default());
        PLOT.axis(Theme::named(ThemeName::Light), Axis::TIME, &mut texts, &mut rects);
        let marks: Vec<[i32; 2]> =
            rects.instances.iter().skip(1).map(|rect| [rect.x0 as i32, rect.y0 as i32]).collect();
        assert_eq!(marks, [[10, 60], [110, 60], [210, 60], [310, 60], [410, 60]]);
        // The last label would be cut off.
        assert_eq!(texts.runs.len(), 4);
    }

    #[test]
    fn bracket_spans_the_selected_time() {
        let mut rects = RectBatch::default();
        PLOT.bracket(Theme::named(ThemeName::Light), Window { start: 1_500, end: 2_500 }, &mut rects);
        let spans: Vec<[i32; 2]> =
            rects.instances.iter().map(|rect| [rect.x0 as i32, rect.x1 as i32]).collect();
        assert_eq!(spans, [[110, 310], [110, 111], [309, 310]]);
        assert!(rects.instances.iter().all(|rect| rect.y1 <= PLOT.plot.y0));
    }
}
