//! Outlines around the calls that a side repeats.

use super::input::PictureInput;
use diptych_compare::similarity::Repetition;
use diptych_scene::theme::PUBLISHED_REPETITION;
use diptych_scene::{
    Align, Batch, ItemId, Rect, RectBatch, RectInstance, RectStyle, TextBatch, TextRun, Weight,
};
use diptych_trace::{CallId, Sorting, Trace};
use diptych_views::icicle::{
    boxes::{self, CallBox, Icicle, text_run},
    geometry::TALL_ROW_PX,
    plot::Plot,
};

/// Least width of an outlined repetition, CSS pixels.
const LEAST_PX: f32 = 24.0;
/// Width of a count such as `×12` at the right end of an outline, CSS pixels.
const LABEL_PX: f32 = 26.0;
/// Height of a count, CSS pixels. In lower rows it covers parts of the rows around.
const LABEL_ROW_PX: f32 = 11.0;

/// The outlines and counts of repetitions.
pub(crate) struct RepetitionOutlines {
    pub(crate) batches: Vec<Batch>,
    /// Boxes of the counts, by upper edge. Names of calls end before them.
    counts: Vec<Rect>,
}

impl RepetitionOutlines {
    /// Shortens the names of calls to leave room for the counts. O(names · (log counts + counts of a row)).
    pub(crate) fn make_room(&self, names: &mut [TextRun]) {
        for name in names {
            let rect = boxes::name_box(name);
            // Counts of low rows reach into the rows around.
            let of_row = self.counts.partition_point(|count| count.y0 < rect.y0 - LABEL_ROW_PX);
            for &count in self.counts[of_row..].iter().take_while(|count| count.y0 < rect.y1) {
                if boxes::name_box(name).overlaps(count) {
                    boxes::make_room(name, count);
                }
            }
        }
    }
}

/// Draws dashed outlines with their counts around the repetitions in sight that are wide enough. They are collected
/// caller by caller, at points [`LEAST_PX`] apart. O(pixels of callers in sight · log repetitions).
pub(crate) fn repetitions(input: &PictureInput<'_>, plot: &Plot<'_>, icicle: &Icicle) -> RepetitionOutlines {
    let color = if input.matches.state.published { PUBLISHED_REPETITION } else { input.theme.ink2 };
    let (mut rects, mut texts) = (RectBatch::default(), TextBatch::default());
    let mut counts = Vec::new();
    let all = input.matches.repetitions[plot.side.index()];
    for (rect, copies) in in_sight(all, plot, icicle) {
        let Rect { x0, y0, x1, y1 } = rect;
        let style = RectStyle::PLAIN.border(4).dashed();
        let border = RectInstance { x0, y0, x1, y1, border: color, style, ..RectInstance::default() };
        rects.push(border, ItemId::NONE);
        if rect.width() >= 2.0 * LABEL_PX {
            let room = count_box(rect);
            let ground = RectInstance {
                x0: room.x0,
                y0: room.y0,
                x1: room.x1,
                y1: room.y1,
                fill: input.theme.bg,
                ..RectInstance::default()
            };
            rects.push(ground, ItemId::NONE);
            counts.push(room);
            let run = text_run(format!("×{copies}"), room, 9.0, color, Align::Center);
            texts.push(TextRun { weight: Weight::Regular, ..run }, ItemId::NONE);
        }
    }
    counts.order_by(|one, other| one.y0.total_cmp(&other.y0));
    RepetitionOutlines { batches: vec![Batch::Rects(rects), Batch::Texts(texts)], counts }
}

/// Returns the box of a count at the right end of an outline. In a row of names upwards it lies above the names.
fn count_box(Rect { x1, y0, y1, .. }: Rect) -> Rect {
    let px = (y1 - y0).max(LABEL_ROW_PX);
    let (middle, px) =
        if px > TALL_ROW_PX { (y0 + TALL_ROW_PX / 2.0, TALL_ROW_PX) } else { (f32::midpoint(y0, y1), px) };
    let half = (px - 2.0) / 2.0;
    Rect::new(x1 - LABEL_PX, middle - half, x1 - 1.0, middle + half)
}

/// The place of repetitions in their order: the caller of their calls or, for outermost calls, the first call of the
/// lane.
type CallerPlace = (u32, bool);

fn caller_of(trace: &Trace, call: CallId) -> CallerPlace {
    match trace.calls().parent()[call.index()].some() {
        Some(caller) => (caller.0, true),
        None => (trace.lanes().calls(trace.lanes().of_call(call)).start, false),
    }
}

/// Returns the repetitions of the calls of one caller. They are sorted by lane, and within a lane those of its outermost
/// calls come first, then the others by caller. O(log repetitions).
fn of_caller<'a>(all: &'a [Repetition], trace: &Trace, caller: CallerPlace) -> &'a [Repetition] {
    let first = all.partition_point(|repetition| caller_of(trace, repetition.first) < caller);
    let count = all[first..].partition_point(|repetition| caller_of(trace, repetition.first) == caller);
    &all[first..first + count]
}

/// Returns how many copies the repetition has that a call is part of, if it is part of one. O(log repetitions).
pub(super) fn copies(all: &[Repetition], trace: &Trace, call: CallId) -> Option<u32> {
    let own = of_caller(all, trace, caller_of(trace, call));
    let after = own.partition_point(|repetition| repetition.first <= call);
    let last = own[..after].last()?;
    (call <= last.last).then_some(last.copies)
}

/// Collects outlines and counts, one caller after the other.
fn in_sight(all: &[Repetition], plot: &Plot<'_>, icicle: &Icicle) -> Vec<(Rect, u32)> {
    let (calls, lanes) = (plot.trace.calls(), plot.trace.lanes());
    let mut found = Vec::new();
    let mut ask = |caller: (u32, bool), start: i64, end: i64| {
        if plot.px(end - start) < f64::from(LEAST_PX) {
            return;
        }
        let own = of_caller(all, plot.trace, caller);
        let Some((x0, x1)) = plot.cut(start, end).filter(|_| !own.is_empty()) else { return };
        let mut last = None;
        let mut x = x0;
        while x < x1 + LEAST_PX {
            let tick = plot.projection.tick_from_x(f64::from(x.min(x1)));
            let after = own.partition_point(|repetition| calls.start()[repetition.first.index()] <= tick);
            if after > 0 && last != Some(after) {
                last = Some(after);
                found.extend(outline(plot, &own[after - 1]).map(|rect| (rect, own[after - 1].copies)));
            }
            x += LEAST_PX;
        }
    };
    // Folded lanes have no rows.
    let [from_px, to_px] = plot.content();
    for block in plot.stack.touching(from_px, to_px).iter().filter(|block| !block.is_folded) {
        ask((lanes.calls(block.lane).start, false), 0, plot.trace.extent());
    }
    for &CallBox { call, rect, .. } in &icicle.calls {
        // The box alone is no measure: a box is cut off far outside the visible part.
        if rect.width() >= LEAST_PX && calls.subtree_end()[call.index()] > call.0 + 1 {
            ask((call.0, true), calls.start()[call.index()], calls.end()[call.index()]);
        }
    }
    found
}

/// Returns the box of a repetition, if it is wide enough and partly visible.
fn outline(plot: &Plot<'_>, repetition: &Repetition) -> Option<Rect> {
    let calls = plot.trace.calls();
    let (CallId(first), CallId(last)) = (repetition.first, repetition.last);
    let (start, end) = (calls.start()[first as usize], calls.end()[last as usize]);
    if plot.px(end - start) < f64::from(LEAST_PX) {
        return None;
    }
    let (x0, x1) = plot.cut(start, end)?;
    let row = plot.row_of(repetition.first)?;
    let rect = Rect::new(x0, row[0], x1, row[1]);
    (plot.is_in_sight(rect) && plot.is_drawn(x0, x1)).then_some(rect)
}
