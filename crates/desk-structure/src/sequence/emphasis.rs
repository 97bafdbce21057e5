//! The rows of the emphasised element or relation: its lines in one colour over faded ones, and ticks beside them.

use super::geometry::Strip;
use crate::program::{Program, SideCalls, is_of};
use diptych_scene::{ItemId, Rect, RectBatch, RectInstance, Rgba};
use diptych_views::places::ElementOrRelation;

/// Opacity of the ground over the lines that step back.
const VEIL: f32 = 0.72;
/// Opacity of the lines with the smallest share of a row. A whole row has 1.
const FAINTEST: f32 = 0.35;
/// Number of different opacities. Rows that follow each other with the same one are drawn as one box.
const STEPS: f64 = 4.0;
/// Width of a tick, and its distance from the lines.
const TICK_PX: f32 = 3.0;
const TICK_GAP_PX: f32 = 2.0;

/// The lines of one relation on rows that follow each other, all with the same opacity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct RowRun {
    /// Index of the relation in [`crate::program::WindowCalls::relations`].
    pub(super) relation: u32,
    /// First row, and the one after the last.
    pub(super) rows: [u32; 2],
    /// Step of opacity, from 1 to [`STEPS`].
    pub(super) step: u8,
}

/// Returns the runs of an element's or a relation's lines, and the rows on which any of them lies. O(relations +
/// contents of the rows).
pub(super) fn runs(
    program: &Program,
    calls: &SideCalls,
    ends: ElementOrRelation,
) -> (Vec<RowRun>, Vec<bool>) {
    let relations = &program.calls.relations;
    let meant: Vec<bool> = relations.iter().map(|it| is_of(program, ends, it)).collect();
    // The last run of each relation.
    let mut last: Vec<u32> = vec![u32::MAX; relations.len()];
    let mut runs: Vec<RowRun> = Vec::new();
    let mut marked = vec![false; calls.contents.len()];
    for (row, mark) in marked.iter_mut().enumerate() {
        for it in calls.contents.row(row).iter().filter(|it| meant[it.relation as usize]) {
            *mark = true;
            let step = (it.share * STEPS).ceil().clamp(1.0, STEPS) as u8;
            let at = &mut last[it.relation as usize];
            match runs.get_mut(*at as usize) {
                Some(run) if run.rows[1] == row as u32 && run.step == step => run.rows[1] += 1,
                _ => {
                    *at = runs.len() as u32;
                    runs.push(RowRun { relation: it.relation, rows: [row as u32, row as u32 + 1], step });
                }
            }
        }
    }
    (runs, marked)
}

/// Fades all lines, as far as something else stands out.
pub(super) fn veil(strip: &Strip, ground: Rgba, rects: &mut RectBatch) {
    let Rect { x0, y0, x1, y1 } = strip.lines;
    let fill = ground.with_alpha(VEIL);
    rects.push(RectInstance { x0, y0, x1, y1, fill, ..RectInstance::default() }, ItemId::NONE);
}

/// Draws the lines of an element or a relation in one colour, and a tick beside each of its rows.
pub(super) fn lines(
    program: &Program,
    calls: &SideCalls,
    strip: &Strip,
    ends: ElementOrRelation,
    color: Rgba,
    rects: &mut RectBatch,
) {
    let (runs, marked) = runs(program, calls, ends);
    let (elements, rows) = (program.shown.elements().len().max(1) as f32, calls.height.max(1) as f32);
    let x = |place: u32| strip.lines.x0 + strip.lines.width() * place as f32 / elements;
    let y = |row: u32| strip.lines.y0 + strip.lines.height() * row as f32 / rows;
    let mut draw = |[x0, x1]: [f32; 2], [from, to]: [u32; 2], fill: Rgba| {
        let (y0, y1) = (y(from), y(to));
        rects.push(RectInstance { x0, y0, x1, y1, fill, ..RectInstance::default() }, ItemId::NONE);
    };
    for run in runs {
        let it = program.calls.relations[run.relation as usize];
        let (left, right) = (x(it.caller.min(it.callee)), x(it.caller.max(it.callee) + 1));
        let part = (f32::from(run.step) - 1.0) / (STEPS as f32 - 1.0);
        // A line narrower than a pixel must not vanish.
        let fill = color.with_alpha(FAINTEST + (1.0 - FAINTEST) * part);
        draw([left, right.max(left + 1.0)], run.rows, fill);
    }
    let tick = [strip.lines.x0 - TICK_GAP_PX - TICK_PX, strip.lines.x0 - TICK_GAP_PX];
    let mut row = 0;
    while row < marked.len() {
        let end = marked[row..].iter().position(|mark| !mark).map_or(marked.len(), |length| row + length);
        if end > row {
            draw(tick, [row as u32, end as u32], color);
        }
        row = end + 1;
    }
}
