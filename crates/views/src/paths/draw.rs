//! Cells as boxes with labels.

use crate::icicle::boxes::{CHAR_WIDTH, LABEL_MIN_PX, LABEL_RAISED_PX, label_ground, label_text, text_run};
use crate::view::PartLayers;
use crate::{LayoutInput, Paint};
use diptych_scene::theme::{Theme, label_on};
use diptych_scene::{
    Align, Batch, Hatch, ItemId, Layer, Rect, RectBatch, RectInstance, RectStyle, Rgba, Space, TextBatch,
    TextRun, Weight,
};

/// A row of cells, CSS pixels, with the gap to the next one.
pub(crate) const ROW_PX: f32 = 17.0;
/// Between cells the ground is seen: the outline in its colour.
const GAP_PX: f32 = 1.0;
/// Font size of labels.
const LABEL_PX: f32 = 11.0;
/// Edge of what is marked, quarters of a pixel.
const MARK_QUARTERS: u8 = 8;
/// Height of a bar at the foot of a cell.
const BAR_PX: f32 = 3.0;
/// Cells narrower than this have no gauge: a column of them would be a bar code.
const GAUGE_PX: f32 = 12.0;
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

/// What stands at the foot of a cell.
#[derive(Debug, Clone, Copy)]
struct Bar {
    /// Of the width of the cell.
    share: f32,
    fill: Rgba,
    /// What it stands on: a fill may have its colour.
    ground: Rgba,
}

#[derive(Debug, Default)]
struct Drawing {
    boxes: RectBatch,
    /// Grounds of the labels whose boxes are hatched.
    grounds: RectBatch,
    /// What lies at the foot of boxes.
    bars: RectBatch,
    labels: TextBatch,
}

/// What a picture says while nothing is added up.
pub(crate) const NOTHING_YET: &str = "Adding up calls";

/// The same in the middle of the picture.
pub(crate) fn waiting(input: &LayoutInput<'_>) -> PartLayers {
    const HEIGHT_PX: f32 = 20.0;
    let rect = input.rect;
    let y0 = rect.y0 + ((rect.height() - HEIGHT_PX) / 2.0).max(0.0);
    let line = Rect { y0, y1: y0 + HEIGHT_PX, ..rect };
    let mut texts = TextBatch::default();
    let text = format!("{NOTHING_YET} …");
    texts.push(text_run(text, line, 13.0, input.colors().ink2, Align::Center), ItemId::NONE);
    let mut layer = Layer::new(rect, Space::FIXED);
    layer.batches.push(Batch::Texts(texts));
    PartLayers { layers: vec![layer], over: Vec::new() }
}

impl CellDrawing {
    /// Draws a cell in a rectangle that its neighbours touch.
    pub(crate) fn cell(
        &mut self,
        theme: &Theme,
        rect: Rect,
        look: (Paint, &str),
        (item, mark): (ItemId, Option<CellMark>),
    ) {
        self.cell_with_bar(theme, rect, look, (item, mark), None);
    }

    /// The same with a gauge along its foot: a bar on the ground, over a share of its width.
    pub(crate) fn cell_with_bar(
        &mut self,
        theme: &Theme,
        rect: Rect,
        (paint, name): (Paint, &str),
        (item, mark): (ItemId, Option<CellMark>),
        bar: Option<(f32, Rgba)>,
    ) {
        let inner = inner(rect);
        let bar = bar.filter(|_| inner.x1 - inner.x0 >= GAUGE_PX);
        let bar = bar.map(|(share, fill)| Bar { share, fill, ground: theme.bg });
        self.below.add(look(inner, paint), (paint, name), (item, Weight::Regular), bar);
        if let Some(mark) = mark {
            let (border, weight) = match mark {
                CellMark::Pointed => (theme.hover, Weight::Bold),
                CellMark::Selected => (theme.ink, Weight::Regular),
            };
            let style = paint.style.border(MARK_QUARTERS);
            let edged = RectInstance { border, style, ..look(inner, paint) };
            self.marked.add(edged, (paint, name), (ItemId::NONE, weight), bar);
        }
    }

    /// Two layers, that of marks last. It is there while nothing is marked.
    pub(crate) fn into_layers(self, clip: Rect) -> [Layer; 2] {
        let [below, marked] = [self.below, self.marked].map(|drawing| {
            let Drawing { boxes, grounds, bars, labels } = drawing;
            let rects = [boxes, grounds, bars].map(Batch::Rects);
            let mut layer = Layer::new(clip, Space::FIXED);
            layer.batches = rects.into_iter().chain([Batch::Texts(labels)]).collect();
            layer
        });
        [below, Layer { marks: true, ..marked }]
    }
}

impl Drawing {
    fn add(
        &mut self,
        look: RectInstance,
        (paint, name): (Paint, &str),
        (item, weight): (ItemId, Weight),
        bar: Option<Bar>,
    ) {
        self.boxes.push(look, item);
        if let Some(Bar { share, fill, ground }) = bar {
            let RectInstance { x0, x1, y1, .. } = look;
            let of = |x1, height, fill| RectInstance {
                x0,
                y0: y1 - height,
                x1,
                y1,
                fill,
                ..RectInstance::default()
            };
            self.bars.push(of(x1, BAR_PX + GAP_PX, ground), ItemId::NONE);
            if share > 0.0 {
                self.bars.push(of(x0 + (x1 - x0) * share.min(1.0), BAR_PX, fill), ItemId::NONE);
            }
        }
        // A label stands over the bar, not on it.
        let foot = if bar.is_some() { BAR_PX } else { 0.0 };
        if let Some(run) = label(look, paint, name, (weight, foot)) {
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

/// The label of a cell of which the last `foot` pixels are something else.
fn label(look: RectInstance, paint: Paint, name: &str, (weight, foot): (Weight, f32)) -> Option<TextRun> {
    let width = look.x1 - look.x0;
    if width < LABEL_MIN_PX || name.is_empty() {
        return None;
    }
    let room = ((width - 6.0) / (LABEL_PX * CHAR_WIDTH)) as usize;
    let mut text = label_text(name, room);
    if let Some(sign) = paint.sign {
        text.insert_str(0, &format!("{sign} "));
    }
    let rect = Rect::new(look.x0 + 3.0, look.y0, look.x1 - 3.0, look.y1 - LABEL_RAISED_PX / 2.0 - foot);
    let run = text_run(text, rect, LABEL_PX, label_on(paint.fill), Align::Start);
    Some(TextRun { weight, ..run })
}
