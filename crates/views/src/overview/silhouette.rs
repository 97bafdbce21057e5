//! The call stacks of a run, drawn as boxes of equal cells.

use super::data::OverviewData;
use super::geometry::{Area, Panel};
use super::grid::{Cell, Coverage};
use diptych_compare::align::Kind;
use diptych_protocol::SideName;
use diptych_scene::theme::Theme;
use diptych_scene::{ItemId, RectBatch, RectInstance, Rgba};

/// Equal cells: columns `first..` side by side, rows `rows` deep.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Run {
    first: u32,
    rows: std::ops::Range<u32>,
    cell: Cell,
}

/// Draws a silhouette, its root row at the root edge. At most a box a cell.
pub(super) fn draw(data: &OverviewData, panel: &Panel, area: &Area, theme: &Theme, rects: &mut RectBatch) {
    let row_px = panel.row_px(data.rows);
    let columns = data.resolution.columns;
    let (x0, column_px) = (panel.axis.x0, panel.axis.width() / columns as f32);
    let mut close = |run: &Run, end: u32| {
        let [y0, y1] = area.y(run.rows.start as f32 * row_px, run.rows.end as f32 * row_px);
        let (from, to) = (x0 + run.first as f32 * column_px, x0 + end as f32 * column_px);
        let fill = fill(theme, area.side, run.cell);
        rects.push(RectInstance { x0: from, y0, x1: to, y1, fill, ..RectInstance::default() }, ItemId::NONE);
    };
    let mut open: Vec<Run> = Vec::new();
    for column in 0..columns {
        let runs = runs(data.grids[area.side.index()].column(column), column);
        let mut before = open.iter().peekable();
        let mut joined = Vec::with_capacity(runs.len());
        for run in runs {
            // Both ascend by row: what is passed does not go on.
            while let Some(passed) = before.next_if(|before| before.rows.start < run.rows.start) {
                close(passed, column);
            }
            match before.next_if(|before| before.rows == run.rows && before.cell == run.cell) {
                Some(same) => joined.push(Run { first: same.first, ..run }),
                None => joined.push(run),
            }
        }
        before.for_each(|passed| close(passed, column));
        open = joined;
    }
    for run in &open {
        close(run, columns);
    }
}

/// Stretches of equal cells of a column, from the root.
fn runs(cells: &[Option<Cell>], column: u32) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut row = 0;
    for stretch in cells.chunk_by(|upper, lower| upper == lower) {
        let end = row + stretch.len() as u32;
        if let Some(cell) = stretch[0] {
            runs.push(Run { first: column, rows: row..end, cell });
        }
        row = end;
    }
    runs
}

/// Grey where both run the same, the side's colour where only it does; paler where little of the time is covered.
fn fill(theme: &Theme, side: SideName, cell: Cell) -> Rgba {
    let (color, [some, half, most]) = match (cell.kind, side) {
        (Kind::Matched, _) => (theme.line_strong, [0.32, 0.55, 0.75]),
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
