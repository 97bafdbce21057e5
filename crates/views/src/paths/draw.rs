//! Cells as boxes with labels.

use crate::Paint;
use crate::icicle::boxes::{CHAR_WIDTH, LABEL_MIN_PX, LABEL_RAISED_PX, label_ground, label_text, text_run};
use diptych_scene::theme::{Theme, label_on};
use diptych_scene::{
    Align, Batch, Hatch, ItemId, Layer, Rect, RectBatch, RectInstance, RectStyle, Space, TextBatch, TextRun,
    Weight,
};

/// A row of cells, CSS pixels, with the gap to the next one.
pub(crate) const ROW_PX: f32 = 17.0;
/// Between cells the ground is seen: the outline in its colour.
const GAP_PX: f32 = 1.0;
/// Font size of labels.
const LABEL_PX: f32 = 11.0;
/// Edge of what is marked, quarters of a pixel.
const MARK_QUARTERS: u8 = 8;
/// Cells narrower than this have no edge of their own: nothing would be left of the fill.
const EDGED_PX: f32 = 5.0;

/// How a cell is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CellMark {
    /// Its function is under the pointer.
    Pointed,
    /// It is selected.
    Selected,
}

/// Boxes, their labels, and over them once more those that are marked: what lies below stays as it is.
#[derive(Debug, Default)]
pub(crate) struct CellDrawing {
    below: Drawing,
    marked: Drawing,
}

#[derive(Debug, Default)]
struct Drawing {
    boxes: RectBatch,
    /// Grounds of the labels whose boxes are hatched.
    grounds: RectBatch,
    /// What lies over boxes, below their labels.
    bars: RectBatch,
    labels: TextBatch,
}

impl CellDrawing {
    /// Draws a cell in a rectangle that its neighbours touch.
    pub(crate) fn cell(
        &mut self,
        theme: &Theme,
        rect: Rect,
        (paint, name): (Paint, &str),
        (item, mark): (ItemId, Option<CellMark>),
    ) {
        let inner = inner(rect);
        self.below.add(look(inner, paint), (paint, name), (item, Weight::Regular));
        if let Some(mark) = mark {
            let (border, weight) = match mark {
                CellMark::Pointed => (theme.hover, Weight::Bold),
                CellMark::Selected => (theme.ink, Weight::Regular),
            };
            let style = paint.style.border(MARK_QUARTERS);
            let edged = RectInstance { border, style, ..look(inner, paint) };
            self.marked.add(edged, (paint, name), (ItemId::NONE, weight));
        }
    }

    /// Draws a bar along the foot of a cell, over `share` of its width.
    pub(crate) fn bar(&mut self, rect: Rect, share: f32, fill: diptych_scene::Rgba) {
        const BAR_PX: f32 = 4.0;
        let Rect { x0, x1, y1, .. } = inner(rect);
        let x1 = x0 + (x1 - x0) * share.clamp(0.0, 1.0);
        let bar = RectInstance { x0, y0: y1 - BAR_PX, x1, y1, fill, ..RectInstance::default() };
        if share > 0.0 {
            self.below.bars.push(bar, ItemId::NONE);
        }
    }

    /// Two layers, that of marks last. It is there while nothing is marked.
    pub(crate) fn into_layers(self, clip: Rect) -> [Layer; 2] {
        let [below, marked] = [self.below, self.marked].map(|drawing| {
            let Drawing { boxes, grounds, bars, labels } = drawing;
            let rects = [boxes, bars, grounds].map(Batch::Rects);
            let mut layer = Layer::new(clip, Space::FIXED);
            layer.batches = rects.into_iter().chain([Batch::Texts(labels)]).collect();
            layer
        });
        [below, Layer { marks: true, ..marked }]
    }
}

impl Drawing {
    fn add(&mut self, look: RectInstance, (paint, name): (Paint, &str), (item, weight): (ItemId, Weight)) {
        self.boxes.push(look, item);
        if let Some(run) = label(look, paint, name, weight) {
            if paint.style.get_hatch() != Hatch::None {
                self.grounds.push(label_ground(&look, &run, look.x0), ItemId::NONE);
            }
            self.labels.push(run, item);
        }
    }
}

/// A cell without the gaps to its neighbours on the right and below; narrow ones have less of it.
fn inner(Rect { x0, y0, x1, y1 }: Rect) -> Rect {
    Rect { x0, y0, x1: x1 - ((x1 - x0) / 3.0).min(GAP_PX), y1: y1 - GAP_PX }
}

fn look(Rect { x0, y0, x1, y1 }: Rect, paint: Paint) -> RectInstance {
    let Paint { fill, mark, border, style, cushion, .. } = paint;
    let style = if x1 - x0 < EDGED_PX { RectStyle::PLAIN.hatch(style.get_hatch()) } else { style };
    RectInstance { x0, y0, x1, y1, fill, border, mark, style, cushion }
}

fn label(look: RectInstance, paint: Paint, name: &str, weight: Weight) -> Option<TextRun> {
    let width = look.x1 - look.x0;
    if width < LABEL_MIN_PX || name.is_empty() {
        return None;
    }
    let room = ((width - 6.0) / (LABEL_PX * CHAR_WIDTH)) as usize;
    let mut text = label_text(name, room);
    if let Some(sign) = paint.sign {
        text.insert_str(0, &format!("{sign} "));
    }
    let rect = Rect::new(look.x0 + 3.0, look.y0, look.x1 - 3.0, look.y1 - LABEL_RAISED_PX / 2.0);
    let run = text_run(text, rect, LABEL_PX, label_on(paint.fill), Align::Start);
    Some(TextRun { weight, ..run })
}
