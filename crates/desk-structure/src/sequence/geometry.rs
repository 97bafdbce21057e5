//! The geometry of the columns of elements and the lines of calls.

use crate::program::Program;
use diptych_scene::Rect;
use diptych_structure::NodeId;

/// Heights of the title and of a side's head.
const HEAD_PX: f32 = 24.0;
const SIDE_PX: f32 = 18.0;
/// Number of rows of elements above the lines, and height of a row.
pub(super) const ICICLE_ROWS: usize = 3;
const ICICLE_PX: f32 = 15.0;
/// Width of the gutter left of the lines, for times.
const GUTTER_PX: f32 = 76.0;
const MARGIN_PX: f32 = 12.0;
/// Width of the ribbon of differences, and its distance from the lines.
const RIBBON_PX: f32 = 24.0;
const RIBBON_GAP_PX: f32 = 12.0;
/// Room for the title of the ribbon on both sides of it, and width of its key.
const TITLE_PX: f32 = 24.0;
const KEY_WIDTH_PX: f32 = 60.0;
/// Largest width and height of a picture. Larger ones are stretched.
const MOST_PX: f32 = 2_048.0;

/// A side's part of the canvas.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Strip {
    pub(super) head: Rect,
    pub(super) icicle: Rect,
    pub(super) gutter: Rect,
    pub(super) lines: Rect,
}

/// Returns the rectangle of the title, and the strips side by side. With a ribbon, there is room for it between them.
pub(super) fn strips(rect: Rect, sides: usize, has_ribbon: bool) -> (Rect, Vec<Strip>) {
    let between = if has_ribbon { RIBBON_PX + RIBBON_GAP_PX } else { 0.0 };
    let width = ((rect.width() - MARGIN_PX - between) / sides.max(1) as f32).floor().max(0.0);
    let top = (rect.y0 + HEAD_PX).min(rect.y1);
    let head_end = (top + if sides > 1 { SIDE_PX } else { 0.0 }).min(rect.y1);
    let icicle_end = (head_end + ICICLE_PX * ICICLE_ROWS as f32).min(rect.y1);
    let bottom = (rect.y1 - MARGIN_PX).max(icicle_end);
    let strip = |at: usize| {
        let x0 = rect.x0 + (width + between) * at as f32;
        let (left, right) = ((x0 + GUTTER_PX).min(x0 + width), x0 + width);
        Strip {
            head: Rect::new(left, top, right, head_end),
            icicle: Rect::new(left, head_end, right, icicle_end),
            gutter: Rect::new(x0, icicle_end, left, bottom),
            lines: Rect::new(left, (icicle_end + 2.0).min(bottom), right, bottom),
        }
    };
    (Rect { y1: top, x0: rect.x0 + MARGIN_PX, ..rect }, (0..sides).map(strip).collect())
}

/// Returns the rectangle of the ribbon, right of the first strip. The gap leaves room for ticks at repeats.
pub(super) fn ribbon(first: &Strip) -> Rect {
    let x0 = first.lines.x1 + RIBBON_GAP_PX;
    Rect { x0, x1: x0 + RIBBON_PX, ..first.lines }
}

/// Returns the room for the title of the ribbon, beside the heads of both strips.
pub(super) fn ribbon_title(first: &Strip) -> Rect {
    let Rect { x0, x1, .. } = ribbon(first);
    Rect { x0: x0 - TITLE_PX, x1: x1 + TITLE_PX, ..first.head }
}

/// Returns the room for the key of the ribbon, beside the columns of the first strip and above the head of the second
/// strip's times.
pub(super) fn ribbon_key(first: &Strip) -> Rect {
    let x0 = first.icicle.x1 + 4.0;
    Rect { x0, x1: x0 + KEY_WIDTH_PX, ..first.icicle }
}

/// Returns the number of columns and rows of a side's picture. `has_ribbon` is true if matched calls of both sides lie
/// side by side.
pub fn picture_size(rect: Rect, sides: usize, has_ribbon: bool) -> [u32; 2] {
    let (_, strips) = strips(rect, sides, has_ribbon);
    strips.first().map_or([0, 0], |strip| {
        [strip.lines.width(), strip.lines.height()].map(|length| length.clamp(0.0, MOST_PX) as u32)
    })
}

/// An element above the columns of the shown elements in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) element: NodeId,
    pub(super) row: usize,
    /// First of these shown elements, and the one after the last.
    pub(super) places: [u32; 2],
}

/// Returns the elements above the lines. The last row holds the shown elements, the rows above hold the elements around
/// them, outermost first. An element with only one child is left out.
pub(super) fn columns(program: &Program) -> Vec<Column> {
    let hierarchy = program.hierarchy();
    let mut columns: Vec<Column> = Vec::new();
    for (place, &element) in (0u32..).zip(program.shown.elements()) {
        let mut around: Vec<NodeId> = hierarchy.way_up(element).skip(1).collect();
        around.retain(|&id| id != NodeId::ROOT && hierarchy.children(id).nth(1).is_some());
        around.reverse();
        let last = ICICLE_ROWS - 1;
        for (row, &id) in around.iter().take(last).enumerate() {
            let before = columns.iter_mut().rev().find(|column| column.row == row);
            match before {
                Some(column) if column.element == id && column.places[1] == place => {
                    column.places[1] = place + 1;
                }
                _ => columns.push(Column { element: id, row, places: [place, place + 1] }),
            }
        }
        columns.push(Column { element, row: last, places: [place, place + 1] });
    }
    columns
}

/// Returns the rectangle of a column.
pub(super) fn column_rect(strip: &Strip, column: &Column, elements: usize) -> Rect {
    let x = |place: u32| strip.icicle.x0 + strip.icicle.width() * place as f32 / elements.max(1) as f32;
    let y = |row: usize| strip.icicle.y0 + strip.icicle.height() * row as f32 / ICICLE_ROWS as f32;
    Rect::new(x(column.places[0]), y(column.row), x(column.places[1]), y(column.row + 1))
}
