//! Cells as boxes with labels.

use diptych_scene::color::lab::Lab;
use diptych_scene::theme::{Theme, label_on};
use diptych_scene::{
    Align, Batch, Hatch, ItemId, Layer, Rect, RectBatch, RectInstance, RectStyle, Rgba, Space, TextBatch,
    TextRun,
};
use diptych_views::icicle::{
    boxes::{CHAR_WIDTH, LABEL_RAISED_PX, label_ground, label_text, text_run},
    rows::LABEL_MIN_PX,
};
use diptych_views::{LayoutInput, Paint, PartLayers};

/// Height of a row of cells with the gap to the next one, CSS pixels.
pub(crate) const ROW_PX: f32 = 17.0;
/// Width of the gap between cells, CSS pixels. The background shows through as an outline.
const GAP_PX: f32 = 1.0;
/// Font size of labels.
const LABEL_PX: f32 = 11.0;
/// Width of the edge of a marked cell, quarters of a pixel.
const MARK_QUARTERS: u8 = 8;
/// Width of the edge of a cell that is marked faintly, quarters of a pixel.
const FAINT_QUARTERS: u8 = 5;
/// Share of its colour that a faint edge keeps.
const FAINT: f64 = 0.6;
/// Height of a bar at the foot of a cell.
const BAR_PX: f32 = 3.0;
/// Least width of a cell with a gauge. A column of narrower ones would look like a bar code.
const GAUGE_PX: f32 = 12.0;
/// Least width of a cell with an edge of its own. In a narrower one no fill would be left.
const EDGED_PX: f32 = 5.0;

/// The mark of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CellMark {
    /// It is under the pointer, as are all cells of its function unless these are [`CellMark::SameFunction`].
    Pointed,
    /// Another path of its function is under the pointer.
    SameFunction,
    /// It is selected.
    Selected,
}

/// Boxes with labels, and the edges of the marked ones above. The boxes below do not change with the marks.
#[derive(Debug, Default)]
pub(crate) struct CellDrawing {
    below: Drawing,
    marks: RectBatch,
}

/// A cell to be drawn.
#[derive(Clone, Copy)]
pub(crate) struct DrawnCell<'a> {
    /// Area of the cell, which its neighbours touch.
    pub(crate) rect: Rect,
    pub(crate) paint: Paint,
    pub(crate) name: &'a str,
    pub(crate) item: ItemId,
    pub(crate) mark: Option<CellMark>,
}

impl<'a> DrawnCell<'a> {
    /// Makes a cell that is never marked.
    pub(crate) fn unmarked(rect: Rect, paint: Paint, name: &'a str, item: ItemId) -> Self {
        Self { rect, paint, name, item, mark: None }
    }
}

/// A gauge at the foot of a cell.
#[derive(Debug, Clone, Copy)]
struct Bar {
    /// Share of the cell's width.
    share: f32,
    fill: Rgba,
    /// Background of the gauge, because the fill of the cell may have the gauge's colour.
    ground: Rgba,
}

#[derive(Debug, Default)]
struct Drawing {
    boxes: RectBatch,
    /// Backgrounds of labels on hatched boxes.
    grounds: RectBatch,
    /// Gauges at the foot of boxes.
    bars: RectBatch,
    labels: TextBatch,
}

/// Text of a picture until calls are added up.
pub(crate) const NOTHING_YET: &str = "Adding up calls";

/// Returns that text in the middle of the picture.
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
    /// Draws a cell.
    pub(crate) fn cell(&mut self, theme: &Theme, cell: DrawnCell<'_>) {
        self.cell_with_bar(theme, cell, None);
    }

    /// Draws a cell with a gauge along its foot: a bar over a share of its width.
    pub(crate) fn cell_with_bar(&mut self, theme: &Theme, cell: DrawnCell<'_>, bar: Option<(f32, Rgba)>) {
        let DrawnCell { rect, paint, name, item, mark } = cell;
        let inner = inner(rect);
        let bar = bar.filter(|_| inner.x1 - inner.x0 >= GAUGE_PX);
        let bar = bar.map(|(share, fill)| Bar { share, fill, ground: theme.bg });
        self.below.add(look(inner, paint), paint, name, item, bar);
        if let Some(mark) = mark {
            let (border, quarters) = match mark {
                CellMark::Pointed => (theme.hover, MARK_QUARTERS),
                CellMark::SameFunction => (faint(theme, theme.hover), FAINT_QUARTERS),
                CellMark::Selected => (theme.ink, MARK_QUARTERS),
            };
            // Only an edge: the page draws all texts above all boxes, so a second label would lie over the first one.
            let Rect { x0, y0, x1, y1 } = inner;
            let (fill, style) = (Rgba::TRANSPARENT, RectStyle::PLAIN.border(quarters));
            let edge = RectInstance { x0, y0, x1, y1, fill, border, style, ..RectInstance::default() };
            self.marks.push(edge, ItemId::NONE);
        }
    }

    /// Returns two layers. The last one holds the marks, and is there even without any.
    pub(crate) fn into_layers(self, clip: Rect) -> [Layer; 2] {
        let Drawing { boxes, grounds, bars, labels } = self.below;
        let mut below = Layer::new(clip, Space::FIXED);
        let rects = [boxes, grounds, bars].map(Batch::Rects);
        below.batches = rects.into_iter().chain([Batch::Texts(labels)]).collect();
        let mut marks = Layer { marks: true, ..Layer::new(clip, Space::FIXED) };
        marks.batches.push(Batch::Rects(self.marks));
        [below, marks]
    }
}

impl Drawing {
    fn add(&mut self, look: RectInstance, paint: Paint, name: &str, item: ItemId, bar: Option<Bar>) {
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
        // The label lies above the gauge.
        let foot = if bar.is_some() { BAR_PX } else { 0.0 };
        if let Some(run) = label(look, paint, name, foot) {
            if paint.style.get_hatch() != Hatch::None {
                self.grounds.push(label_ground(&look, &run, look.x0), ItemId::NONE);
            }
            self.labels.push(run, item);
        }
    }
}

/// Returns the colour of a mark that stands behind another one.
pub(crate) fn faint(theme: &Theme, color: Rgba) -> Rgba {
    Lab::from(theme.bg).mix(color.into(), FAINT).to_rgba()
}

/// Returns a cell without the gaps to its right and lower neighbours. Narrow cells have a smaller gap.
fn inner(Rect { x0, y0, x1, y1 }: Rect) -> Rect {
    Rect { x0, y0, x1: x1 - ((x1 - x0) / 3.0).min(GAP_PX), y1: y1 - GAP_PX }
}

fn look(Rect { x0, y0, x1, y1 }: Rect, paint: Paint) -> RectInstance {
    let Paint { fill, mark, border, style, cushion, .. } = paint;
    let style = if x1 - x0 < EDGED_PX { RectStyle::PLAIN.hatch(style.get_hatch()) } else { style };
    RectInstance { x0, y0, x1, y1, fill, border, mark, style, cushion }
}

/// Returns the label of a cell whose last `foot` pixels are taken.
fn label(look: RectInstance, paint: Paint, name: &str, foot: f32) -> Option<TextRun> {
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
    Some(text_run(text, rect, LABEL_PX, label_on(paint.fill), Align::Start))
}
