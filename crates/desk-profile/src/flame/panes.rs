//! The panes of a flame graph: one of all shown sides, or one a side.

use crate::paths::{ShownSides, draw::ROW_PX};
use diptych_protocol::{ProfileSides, ProfileState, SideName};
use diptych_scene::theme::Theme;
use diptych_scene::{
    Align, Batch, ItemId, Layer, Rect, RectBatch, RectInstance, Rgba, Space, TextBatch, TextRun, Weight,
};
use diptych_views::icicle::boxes::text_run;

/// Margin to the left and right of the panes.
const MARGIN_PX: f32 = 12.0;
/// Height of the title of a pane.
const TITLE_PX: f32 = 18.0;
const TITLE_FONT_PX: f32 = 11.0;
/// Gap between panes that stand next to each other.
const GAP_PX: f32 = 16.0;
/// Least number of rows in each of two panes that lie one above the other. With fewer rows, panes stand next to each
/// other, where each has half the width and twice the rows.
const LEAST_ROWS: f32 = 12.0;
/// Least width of panes that stand next to each other. Narrower boxes would have no names.
const LEAST_WIDTH_PX: f32 = 300.0;

/// The area of a pane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PaneArea {
    /// The side of the pane; `None` for a pane of all shown sides, which has no title.
    pub(super) side: Option<SideName>,
    /// Area of the title.
    title: Rect,
    /// Area of the cells.
    pub(super) plot: Rect,
}

impl PaneArea {
    /// Returns the area of the title and the cells.
    pub(super) fn whole(&self) -> Rect {
        Rect { y0: self.title.y0, ..self.plot }
    }
}

/// Returns true if each side has a pane.
pub(super) fn is_side_by_side(state: &ProfileState, sides: ShownSides) -> bool {
    sides == ShownSides::Both && state.sides == ProfileSides::SideBySide
}

/// Divides a rectangle into panes of one size: A is above B, or left of B where the rectangle is too low.
pub(super) fn areas(rect: Rect, side_by_side: bool) -> Vec<PaneArea> {
    let x0 = (rect.x0 + MARGIN_PX).min(rect.x1);
    let all = Rect { x0, x1: (rect.x1 - MARGIN_PX).max(x0), ..rect };
    if !side_by_side {
        return vec![PaneArea { side: None, title: Rect { y1: all.y0, ..all }, plot: all }];
    }
    let half_px = (all.height() / 2.0).floor();
    let half_width_px = ((all.width() - GAP_PX) / 2.0).floor().max(0.0);
    let is_low = half_px - TITLE_PX < LEAST_ROWS * ROW_PX;
    let halves = if is_low && half_width_px >= LEAST_WIDTH_PX {
        [
            Rect { x1: all.x0 + half_width_px, ..all },
            Rect { x0: all.x0 + half_width_px + GAP_PX, x1: all.x0 + 2.0 * half_width_px + GAP_PX, ..all },
        ]
    } else {
        [
            Rect { y1: all.y0 + half_px, ..all },
            Rect { y0: all.y0 + half_px, y1: all.y0 + 2.0 * half_px, ..all },
        ]
    };
    let area = |(side, half): (SideName, Rect)| {
        let y0 = (half.y0 + TITLE_PX).min(half.y1);
        PaneArea { side: Some(side), title: Rect { y1: y0, ..half }, plot: Rect { y0, ..half } }
    };
    SideName::BOTH.into_iter().zip(halves).map(area).collect()
}

/// The title of a pane, and the end of its run where the other run is longer.
#[derive(Debug, Default)]
pub(super) struct PaneTitles {
    rects: RectBatch,
    texts: TextBatch,
}

impl PaneTitles {
    /// Adds the title of a pane of a side: its letter and a text.
    pub(super) fn title(&mut self, theme: &Theme, area: PaneArea, text: String) {
        let Some(side) = area.side else { return };
        let letter_px = 14.0;
        let letter = Rect { x1: area.title.x0 + letter_px, ..area.title };
        let run = text_run(side.letter().to_owned(), letter, TITLE_FONT_PX, color(theme, side), Align::Start);
        self.texts.push(TextRun { weight: Weight::Bold, ..run }, ItemId::NONE);
        let rest = Rect { x0: letter.x1, ..area.title };
        self.texts.push(text_run(text, rest, TITLE_FONT_PX, theme.ink2, Align::Start), ItemId::NONE);
    }

    /// Marks the end of a run that fills only `extent_px` of its pane.
    pub(super) fn end(&mut self, theme: &Theme, area: PaneArea, extent_px: f32) {
        const LINE_PX: f32 = 1.5;
        const END_GAP_PX: f32 = -1.0;
        const END_LABEL_PX: f32 = 60.0;
        const TITLE_ROOM_PX: f32 = 220.0;
        let Some(side) = area.side else { return };
        let x0 = area.plot.x0 + extent_px;
        let line = RectInstance {
            x0,
            y0: area.plot.y0,
            x1: x0 + LINE_PX,
            y1: area.plot.y1,
            fill: color(theme, side),
            ..RectInstance::default()
        };
        self.rects.push(line, ItemId::NONE);
        let text = format!("end of {}", side.letter());
        let label = Rect { x0: x0 + END_GAP_PX, x1: x0 + END_GAP_PX + END_LABEL_PX, ..area.title };
        // The title of the pane stands at the left, where the label of a short run would cover it.
        if label.x1 <= area.title.x1 && label.x0 >= area.title.x0 + TITLE_ROOM_PX {
            self.texts.push(text_run(text, label, TITLE_FONT_PX, theme.ink2, Align::Start), ItemId::NONE);
        }
    }

    /// Says in the title and in the middle of a pane why it is empty.
    pub(super) fn empty(&mut self, theme: &Theme, area: PaneArea, text: String) {
        self.title(theme, area, text.clone());
        let y0 = area.plot.y0 + ((area.plot.height() - ROW_PX) / 2.0).max(0.0);
        let line = Rect { y0, y1: y0 + ROW_PX, ..area.plot };
        self.texts.push(text_run(text, line, 13.0, theme.ink2, Align::Center), ItemId::NONE);
    }

    pub(super) fn into_layer(self, clip: Rect) -> Layer {
        let mut layer = Layer::new(clip, Space::FIXED);
        layer.batches = vec![Batch::Rects(self.rects), Batch::Texts(self.texts)];
        layer
    }
}

fn color(theme: &Theme, side: SideName) -> Rgba {
    match side {
        SideName::A => theme.a,
        SideName::B => theme.b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panes_have_one_size_and_never_overlap() {
        for (width, height) in
            [(1104.0, 626.0), (1104.0, 366.0), (400.0, 200.0), (10.0, 5.0), (2000.0, 430.0)]
        {
            let rect = Rect::new(3.0, 30.0, 3.0 + width, 30.0 + height);
            let [a, b] = areas(rect, true)[..] else { panic!("two panes") };
            assert_eq!((a.plot.width(), a.plot.height()), (b.plot.width(), b.plot.height()));
            assert!(b.plot.x0 >= a.plot.x1 || b.title.y0 >= a.plot.y1, "{a:?} {b:?}");
            for area in [a, b] {
                assert!(area.plot.x0 >= rect.x0 && area.plot.x1 <= rect.x1);
                assert!(area.title.y0 >= rect.y0 && area.plot.y1 <= rect.y1 && area.title.y1 <= area.plot.y0);
            }
        }
        let of = |height| areas(Rect::new(0.0, 0.0, 1104.0, height), true)[1].plot;
        assert!(of(626.0).x0 < 20.0 && of(366.0).x0 > 500.0, "low panes stand next to each other");
    }
}
