//! The call stacks of a run, drawn as boxes of equal cells.

use super::data::OverviewData;
use super::geometry::{Area, Panel};
use super::grid::{Cell, Coverage, Grid};
use diptych_compare::align::Kind;
use diptych_protocol::SideName;
use diptych_scene::theme::{Theme, label_on};
use diptych_scene::{Hatch, ItemId, RectBatch, RectInstance, RectStyle, Rgba};
use std::ops::Range;

/// A box of equal cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CellBox {
    columns: Range<u32>,
    rows: Range<u32>,
    cell: Cell,
}

/// Returns the boxes of a silhouette, at most one for each cell, from left to right by their ends.
pub(super) fn stretches(grid: &Grid, columns: u32) -> Vec<CellBox> {
    let mut closed: Vec<CellBox> = Vec::new();
    let mut open: Vec<CellBox> = Vec::new();
    let mut close = |one: CellBox, end: u32| {
        closed.push(CellBox { columns: one.columns.start..end, ..one });
    };
    for column in 0..columns {
        let mut before = std::mem::take(&mut open).into_iter().peekable();
        for stretch in of_column(grid.column(column), column) {
            // Both ascend by row, so a box that is passed does not continue.
            while let Some(passed) = before.next_if(|before| before.rows.start < stretch.rows.start) {
                close(passed, column);
            }
            let same = before.next_if(|before| before.rows == stretch.rows && before.cell == stretch.cell);
            open.push(same.unwrap_or(stretch));
        }
        before.for_each(|passed| close(passed, column));
    }
    for one in open {
        close(one, columns);
    }
    closed
}

/// Returns the boxes of equal cells in a column, from the root.
fn of_column(cells: &[Option<Cell>], column: u32) -> Vec<CellBox> {
    let mut found = Vec::new();
    let mut row = 0;
    for equal in cells.chunk_by(|upper, lower| upper == lower) {
        let end = row + equal.len() as u32;
        if let Some(cell) = equal[0] {
            found.push(CellBox { columns: column..column + 1, rows: row..end, cell });
        }
        row = end;
    }
    found
}

/// Draws a silhouette with its root row at the root edge. Cells of folded calls are dotted. O(boxes).
pub(super) fn draw(data: &OverviewData, panel: &Panel, area: &Area, theme: &Theme, rects: &mut RectBatch) {
    let row_px = panel.row_px(data.rows);
    let (x0, column_px) = (panel.axis.x0, panel.axis.width() / data.resolution.columns as f32);
    for CellBox { columns, rows, cell } in &data.stretches[area.side.index()] {
        let [y0, y1] = area.y(rows.start as f32 * row_px, rows.end as f32 * row_px);
        let (from, to) = (x0 + columns.start as f32 * column_px, x0 + columns.end as f32 * column_px);
        let fill = fill(theme, area.side, *cell);
        let dots = RectStyle::PLAIN.hatch(Hatch::Dots);
        let (style, mark) =
            if cell.is_folded { (dots, label_on(seen_on(theme.chrome, fill))) } else { Default::default() };
        let cells = RectInstance { x0: from, y0, x1: to, y1, fill, style, mark, ..RectInstance::default() };
        rects.push(cells, ItemId::NONE);
    }
}

/// Returns the colour of a pale fill as it is seen on an opaque ground.
fn seen_on(ground: Rgba, fill: Rgba) -> Rgba {
    let ([of_ground, of_fill], alpha) = ([ground.bytes(), fill.bytes()], fill.channels()[3]);
    let mixed =
        |at: usize| (f32::from(of_fill[at]) * alpha + f32::from(of_ground[at]) * (1.0 - alpha)).round() as u8;
    Rgba::new(mixed(0), mixed(1), mixed(2), u8::MAX)
}

/// Returns grey where both run the same, and the side's colour where only that side runs. The colour is paler if calls
/// cover little of the time.
fn fill(theme: &Theme, side: SideName, cell: Cell) -> Rgba {
    let (color, [some, half, most]) = match (cell.kind, side) {
        (Kind::Matched, _) => (theme.line_strong, [0.32, 0.55, 0.75]),
        // Paler than matched calls, which are grey too.
        (Kind::NotCompared, _) => (theme.line_strong, [0.12, 0.18, 0.25]),
        (Kind::Moved, _) => (theme.moved, [0.5, 0.75, 1.0]),
        (Kind::Only, SideName::A) => (theme.a_fill, [0.5, 0.75, 1.0]),
        (Kind::Only, SideName::B) => (theme.b_fill, [0.5, 0.75, 1.0]),
    };
    color.with_alpha(match cell.coverage {
        Coverage::Some => some,
        Coverage::Half => half,
        Coverage::Most => most,
    })
}
