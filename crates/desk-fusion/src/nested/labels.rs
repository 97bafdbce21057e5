//! Labels of the view: names of cells, and times.

use super::Elements;
use super::activity::CallStackPanel;
use super::cells::Cells;
use super::changes::Changes;
use super::frame::Frame;
use super::words::drawn_lane;
use diptych_protocol::{SideName, Window};
use diptych_scene::text::width::estimated_px;
use diptych_scene::theme::label_on;
use diptych_scene::{
    Align, Face, Hatch, ItemId, Rect, RectBatch, RectInstance, RectStyle, TextBatch, TextRun, Weight,
};
use diptych_structure::NodeId;
use diptych_views::LayoutInput;
use diptych_views::axis::marks;
use diptych_views::icicle::{boxes::text_run, plot::Plot};
use diptych_views::places::{short_name, telling_name};

/// Font sizes of groups and cells, CSS pixels.
const GROUP_PX: f32 = 11.0;
const CELL_PX: f32 = 10.0;
/// Height of a label with its own background, CSS pixels.
const CHIP_PX: f32 = 16.0;
/// Height of a line in a cell, and factor on estimated widths of bold words.
const LINE_PX: f32 = 12.0;
const BOLD: f32 = 1.12;
/// Distance between the places that are tried for a group's name, CSS pixels.
const STEP_PX: f32 = 8.0;
/// Largest distance between a cell and a label beside it, CSS pixels.
const FAR_PX: f32 = 120.0;
/// Width of the line between a cell and a label beside it, CSS pixels.
const LEADER_PX: f32 = 1.0;
/// Least distance between two times, CSS pixels.
const TIME_GAP_PX: f64 = 90.0;

/// Room around the words about the side of an axis, CSS pixels.
const SIDE_GAP_PX: f32 = 14.0;

/// Texts with the backgrounds below them.
#[derive(Debug, Clone, Default)]
pub(super) struct Labels {
    pub(super) grounds: RectBatch,
    pub(super) texts: TextBatch,
    taken: Vec<Rect>,
}

impl Labels {
    /// Draws a label with its own background inside `room`, as near to the upper edge as calls and other labels allow.
    /// Draws nothing if there is no place.
    fn chip(&mut self, input: &LayoutInput<'_>, text: String, room: Rect, weight: Weight, covers: &[Cover]) {
        let width = chip_px(&text, weight).min(room.width());
        if let Some(rect) = self.free_place(room, width, covers) {
            self.chip_at(input, text, rect, weight);
        }
    }

    fn chip_at(&mut self, input: &LayoutInput<'_>, text: String, rect: Rect, weight: Weight) {
        let theme = input.colors();
        let Rect { x0, y0, x1, y1 } = rect;
        let ground = RectInstance {
            fill: theme.raised.with_alpha(0.9),
            border: theme.line,
            style: RectStyle::PLAIN.border(4),
            ..RectInstance { x0, y0, x1, y1, ..RectInstance::default() }
        };
        self.grounds.push(ground, ItemId::NONE);
        let inner = Rect { x0: x0 + 4.0, x1: x1 - 3.0, ..rect };
        let run = text_run(text, inner, GROUP_PX, theme.ink, Align::Start);
        self.texts.push(TextRun { weight, ..run }, ItemId::NONE);
        self.taken.push(rect);
    }

    /// Outlines a cell and joins it with its label, which lies over other cells and would seem to be theirs. The line has one
    /// corner.
    fn leader(&mut self, input: &LayoutInput<'_>, label: Rect, cell: Rect) {
        let color = input.colors().ink;
        let Rect { x0, y0, x1, y1 } = cell;
        let style = RectStyle::PLAIN.border(6);
        let outline = RectInstance { x0, y0, x1, y1, border: color, style, ..RectInstance::default() };
        self.grounds.push(outline, ItemId::NONE);
        let x = f32::midpoint(x0, x1).clamp(label.x0, label.x1);
        let y = f32::midpoint(y0, y1).clamp(label.y0, label.y1);
        let [end_x, end_y] = [x.clamp(x0, x1), y.clamp(y0, y1)];
        let between =
            |one: f32, other: f32| [one.min(other) - LEADER_PX / 2.0, one.max(other) + LEADER_PX / 2.0];
        let ([left, right], [top, bottom]) = (between(x, end_x), between(y, end_y));
        let upright = Rect::new(x - LEADER_PX / 2.0, top, x + LEADER_PX / 2.0, bottom);
        let across = Rect::new(left, end_y - LEADER_PX / 2.0, right, end_y + LEADER_PX / 2.0);
        for Rect { x0, y0, x1, y1 } in [upright, across] {
            let line = RectInstance { x0, y0, x1, y1, fill: color, ..RectInstance::default() };
            self.grounds.push(line, ItemId::NONE);
        }
    }

    /// Returns the free place for a label of this width in a cell, or the nearest one beside it. Places far from the cell
    /// would say nothing about it. O(steps · (width + labels)).
    fn nearest_place(&self, bounds: Rect, width: f32, covers: &[Cover], cell: Rect) -> Option<Rect> {
        let steps = |from: f32, to: f32, step: f32| {
            (0..=((to - from) / step).max(0.0) as usize).map(move |at| from + at as f32 * step)
        };
        let columns = || {
            let from = (cell.x0 - width - FAR_PX).max(bounds.x0);
            // The edges of the cell, too: a label may just fit there.
            let edges = [cell.x0, cell.x1, cell.x0 - width];
            steps(from, (cell.x1 + FAR_PX).min(bounds.x1 - width), STEP_PX).chain(edges)
        };
        let rows = steps(
            (cell.y0 - CHIP_PX - FAR_PX).max(bounds.y0),
            (cell.y1 + FAR_PX).min(bounds.y1 - CHIP_PX),
            STEP_PX / 2.0,
        );
        let place = |[x0, y0]: [f32; 2]| Rect::new(x0, y0, x0 + width, y0 + CHIP_PX);
        let is_in_cell = |rect: &Rect| {
            cell.x0 <= rect.x0 && rect.x1 <= cell.x1 && cell.y0 <= rect.y0 && rect.y1 <= cell.y1
        };
        let is_free = |rect: &Rect| {
            let is_inside =
                bounds.x0 <= rect.x0 && rect.x1 <= bounds.x1 && bounds.y0 <= rect.y0 && rect.y1 <= bounds.y1;
            is_inside
                && (is_in_cell(rect) || !rect.overlaps(cell))
                && !self.taken.iter().any(|taken| taken.overlaps(*rect))
                && !covers.iter().any(|cover| cover.meets(*rect))
        };
        let distance = |rect: &Rect| {
            if is_in_cell(rect) {
                return -1.0;
            }
            let gap = |from: f32, to: f32, other: [f32; 2]| (from - other[1]).max(other[0] - to).max(0.0);
            gap(rect.x0, rect.x1, [cell.x0, cell.x1]).hypot(gap(rect.y0, rect.y1, [cell.y0, cell.y1]))
        };
        let places = rows.flat_map(|y0| columns().map(move |x0| [x0, y0])).map(place).filter(is_free);
        places.min_by(|one, other| distance(one).total_cmp(&distance(other)))
    }

    /// Returns the highest free place for a label of this width; of several equally high ones the leftmost. Calls have
    /// names of their own, so no label lies over them. O(steps · (width + labels)).
    fn free_place(&self, room: Rect, width: f32, covers: &[Cover]) -> Option<Rect> {
        let steps = ((room.width() - width) / STEP_PX).max(0.0) as usize;
        let place = |step: usize| {
            let x0 = room.x0 + step as f32 * STEP_PX;
            let mut rect = Rect::new(x0, room.y0, x0 + width, room.y0 + CHIP_PX);
            for cover in covers.iter().filter(|cover| cover.from_top) {
                let below = cover.depth_over(rect) + 2.0;
                if below > rect.y0 {
                    (rect.y0, rect.y1) = (below, below + CHIP_PX);
                }
            }
            let is_free = rect.y1 <= room.y1
                && !covers.iter().any(|cover| cover.meets(rect))
                && !self.taken.iter().any(|taken| taken.overlaps(rect));
            is_free.then_some(rect)
        };
        let places = (0..=steps).filter_map(place);
        places.reduce(|best, other| if other.y0 < best.y0 { other } else { best })
    }
}

/// Returns the width of a label with its own background.
fn chip_px(text: &str, weight: Weight) -> f32 {
    // The fonts of the page are wider than the font that the estimate measures.
    let broader = if weight == Weight::Bold { 1.25 } else { 1.12 };
    estimated_px(text, GROUP_PX, Face::Ui, weight) * broader + 10.0
}

/// Returns the names of groups, each on its own background and where no calls are.
pub(super) fn groups(
    input: &LayoutInput<'_>,
    elements: &Elements,
    cells: &Cells,
    covers: &[Cover],
) -> Labels {
    let mut labels = Labels::default();
    for &at in &cells.named_groups {
        let cell = &cells.map.cells[at as usize];
        let Some(rect) = cells.rect(at as usize) else { continue };
        let hierarchy = elements.hierarchy();
        // Functions outside any element are no group with a name.
        if hierarchy.is_group(cell.element) && hierarchy.parent(cell.element) == Some(NodeId::ROOT) {
            continue;
        }
        let above = if cell.depth == 1 { 3.0 } else { 2.0 };
        let room = Rect { x0: rect.x0 + 4.0, x1: rect.x1 - 4.0, y0: rect.y0 + above, ..rect };
        let weight = if cell.depth == 1 { Weight::Bold } else { Weight::Regular };
        labels.chip(input, short_name(hierarchy, cell.element), room, weight, covers);
    }
    labels
}

/// Adds the name and the change of the cell with the largest change, if the cell has no room for both. The label lies beside
/// the cell, as near as calls and names of groups allow, and a line leads from the cell to it.
pub(super) fn name_largest(
    input: &LayoutInput<'_>,
    elements: &Elements,
    cells: &Cells,
    labels: &mut Labels,
    covers: &[Cover],
    changes: &Changes,
) {
    let Some((place, words)) = changes.first() else { return };
    let Some(at) = cells.of_place(place) else { return };
    let is_named = cells.named_leaves.contains(&(at as u32));
    let name = is_named.then(|| cell_name(elements, cells, at, labels, covers, changes)).flatten();
    if name.is_some_and(|name| name.change.is_some()) {
        return;
    }
    let text = format!("{} {words}", telling_name(elements.hierarchy(), cells.map.cells[at].element));
    let width = chip_px(&text, Weight::Bold);
    if let Some(cell) = cells.rect(at)
        && let Some(place) = labels.nearest_place(cells.bounds(), width, covers, cell)
    {
        if !place.overlaps(cell) {
            labels.leader(input, place, cell);
        }
        labels.chip_at(input, text, place, Weight::Bold);
    }
}

/// The name of a cell, its change if there is room for it, and the place of both.
struct CellName<'a> {
    name: String,
    change: Option<&'a str>,
    within: Rect,
}

/// Returns the name of a cell; `None` if a group's name or calls lie there.
fn cell_name<'a>(
    elements: &Elements,
    cells: &Cells,
    at: usize,
    groups: &Labels,
    covers: &[Cover],
    changes: &'a Changes,
) -> Option<CellName<'a>> {
    let rect = cells.rect(at)?;
    let element = cells.map.cells[at].element;
    let px = |name: &str| estimated_px(name, CELL_PX, Face::Ui, Weight::Regular);
    // The class name precedes the name if there is room for both.
    let whole = telling_name(elements.hierarchy(), element);
    let has_room = px(&whole) <= rect.width() - 4.0;
    let name = if has_room { whole } else { short_name(elements.hierarchy(), element) };
    let change = cells.map.cells[at].place.and_then(|place| changes.words_of(place));
    let change = change
        .filter(|change| rect.height() >= 2.0 * LINE_PX + 2.0 && px(change) * BOLD <= rect.width() - 4.0);
    let width = px(&name).max(change.map_or(0.0, |change| px(change) * BOLD)).min(rect.width() - 4.0);
    let half = if change.is_some() { LINE_PX } else { LINE_PX / 2.0 };
    let [x, y] = [f32::midpoint(rect.x0, rect.x1), f32::midpoint(rect.y0, rect.y1)];
    let within = Rect::new(x - width / 2.0, y - half, x + width / 2.0, y + half);
    let is_taken = groups.taken.iter().any(|taken| taken.overlaps(within))
        || covers.iter().any(|cover| cover.meets(within));
    (!is_taken).then_some(CellName { name, change, within })
}

/// Returns the names of cells, each in the middle of its cell. A name is left out if the cell is too small, or if a
/// group's name or calls lie there. A hatched cell has a background below its name. The cells with the largest changes
/// also say by how much, if there is room for it.
pub(super) fn cell_names(
    input: &LayoutInput<'_>,
    elements: &Elements,
    cells: &Cells,
    groups: &Labels,
    covers: &[Cover],
    changes: &Changes,
) -> Labels {
    let mut labels = Labels::default();
    for at in cells.named_leaves.iter().map(|&at| at as usize) {
        let Some(rect) = cells.rect(at) else { continue };
        let Some(CellName { name, change, within }) = cell_name(elements, cells, at, groups, covers, changes)
        else {
            continue;
        };
        let [x, y] = [f32::midpoint(rect.x0, rect.x1), f32::midpoint(rect.y0, rect.y1)];
        let paint = cells.picture.paint_of(input.colors(), at);
        let is_hatched = matches!(paint.style.get_hatch(), Hatch::LeanLeft | Hatch::LeanRight);
        if is_hatched {
            let Rect { x0, y0, x1, y1 } = within;
            let (x0, x1, y1) = (x0 - 2.0, x1 + 2.0, y1 + 1.0);
            let ground = RectInstance { x0, y0, x1, y1, ..RectInstance::default() };
            labels.grounds.push(RectInstance { fill: paint.fill, ..ground }, ItemId::NONE);
        }
        let inner = Rect { x0: rect.x0 + 2.0, x1: rect.x1 - 2.0, ..within };
        let below = if is_hatched { paint.fill } else { cells.picture.shaded(paint.fill, [x, y]) };
        let upper = Rect { y1: inner.y0 + LINE_PX, ..inner };
        labels.texts.push(text_run(name, upper, CELL_PX, label_on(below), Align::Center), ItemId::NONE);
        if let Some(change) = change {
            let lower = Rect { y0: upper.y1, ..inner };
            let run = text_run(change.to_owned(), lower, CELL_PX, label_on(below), Align::Center);
            labels.texts.push(TextRun { weight: Weight::Bold, ..run }, ItemId::NONE);
        }
    }
    labels
}

/// The extent of the calls in each column of pixels. Texts lie over all boxes, so neither a cell nor a group has its name
/// where calls are.
pub(super) struct Cover {
    from_top: bool,
    reach: Vec<f32>,
}

impl Cover {
    /// Returns the extent of calls. `frames` is the row about frames above them, if there is one.
    pub(super) fn new(of: &CallStackPanel, frames: Option<Rect>) -> Self {
        let nowhere = if of.from_top { f32::MIN } else { f32::MAX };
        let boxes = || of.boxes.iter().map(|at| at.rect).chain(frames);
        let width = boxes().map(|rect| rect.x1).fold(0.0, f32::max).ceil() as usize;
        let mut reach = vec![nowhere; width + 1];
        for rect in boxes() {
            let columns = rect.x0.max(0.0) as usize..=rect.x1.max(0.0) as usize;
            for column in &mut reach[columns] {
                *column = if of.from_top { column.max(rect.y1) } else { column.min(rect.y0) };
            }
        }
        Self { from_top: of.from_top, reach }
    }

    /// Returns the y down to which calls that hang from the top reach in the columns of a rectangle.
    fn depth_over(&self, rect: Rect) -> f32 {
        let columns = self.reach.iter().skip(rect.x0.max(0.0) as usize).take((rect.width() + 1.0) as usize);
        columns.copied().fold(f32::MIN, f32::max)
    }

    fn meets(&self, rect: Rect) -> bool {
        let columns = self.reach.iter().skip(rect.x0.max(0.0) as usize);
        let mut columns = columns.take((rect.width() + 1.0) as usize);
        columns.any(|&reach| if self.from_top { rect.y0 < reach } else { rect.y1 > reach })
    }
}

/// Returns the words beside the times of an axis: the lane whose calls are drawn, where a trace has several, and the side of
/// a pair.
fn beside_times(plot: &Plot<'_>, is_pair: bool) -> String {
    let lane = plot.stack.blocks.first().and_then(|block| drawn_lane(plot.trace, block.lane));
    let side = is_pair.then(|| format!("time of {}", plot.side.letter()));
    lane.into_iter().chain(side).collect::<Vec<String>>().join(" · ")
}

/// Returns round times along the axis of each side, with a tick at each.
pub(super) fn times(input: &LayoutInput<'_>, plots: &[Plot<'_>], frame: &Frame) -> Labels {
    let (theme, mut labels) = (input.colors(), Labels::default());
    for (plot, &strip) in plots.iter().zip(&frame.axes) {
        let own = plot.focus();
        let window = Window { start: own.start, end: own.end };
        let Rect { x0, y0, x1, y1 } = strip;
        labels
            .grounds
            .push(RectInstance { x0, y0, x1, y1, fill: theme.bg, ..Default::default() }, ItemId::NONE);
        let text = beside_times(plot, input.sides.iter().all(Option::is_some));
        let px = estimated_px(&text, GROUP_PX, Face::Ui, Weight::Regular) * 1.12 + SIDE_GAP_PX;
        let x1 = if text.is_empty() { x1 } else { (x1 - px.min((x1 - x0) / 2.0)).max(x0) };
        if !text.is_empty() {
            let color = if plot.side == SideName::A { theme.a } else { theme.b };
            let rect = Rect { x0: x1, x1: strip.x1 - 6.0, ..strip };
            labels.texts.push(text_run(text, rect, GROUP_PX, color, Align::End), ItemId::NONE);
        }
        for mark in marks(plot.trace.axis(), window, TIME_GAP_PX / plot.projection.px_per_tick()) {
            let x = plot.projection.x_from_tick(mark.at) as f32;
            let text = Rect { x0: x + 4.0, x1: x + TIME_GAP_PX as f32, ..strip };
            // A number that is cut off would read as another number.
            if x < x0 || x + 4.0 + estimated_px(&mark.label, GROUP_PX, Face::Ui, Weight::Regular) * 1.12 > x1
            {
                continue;
            }
            let tick =
                RectInstance { x0: x, y0, x1: x + 1.0, y1, fill: theme.line_strong, ..Default::default() };
            labels.grounds.push(tick, ItemId::NONE);
            labels.texts.push(text_run(mark.label, text, GROUP_PX, theme.ink2, Align::Start), ItemId::NONE);
        }
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_protocol::SideName;
    use diptych_trace::LaneId;
    use proptest::prelude::*;

    fn rect() -> impl Strategy<Value = Rect> {
        (0u32..300, 0u32..200, 1u32..120, 1u32..40).prop_map(|(x, y, width, height)| {
            let [x, y, width, height] = [x, y, width, height].map(|px| px as f32);
            Rect::new(x, y, x + width, y + height)
        })
    }

    proptest! {
        #[test]
        fn group_names_take_the_highest_free_place(
            calls in prop::collection::vec(rect(), 0..8),
            taken in prop::collection::vec(rect(), 0..4),
            room in (0u32..200, 0u32..100, 60u32..200, 16u32..120),
            width in 20u32..60,
        ) {
            // Calls hang from the top, so whatever lies above a call is taken too.
            let hung: Vec<Rect> = calls.iter().map(|rect| Rect { y0: 0.0, ..*rect }).collect();
            let boxes = hung.iter().map(|&rect| super::super::activity::CallsBox { rect, calls: 0..1 });
            let panel = CallStackPanel {
                side: SideName::A, lane: LaneId(0), boxes: boxes.collect(), from_top: true, end_px: 0.0,
            };
            let covers = [Cover::new(&panel, None)];
            let labels = Labels { taken: taken.clone(), ..Labels::default() };
            let (x, y, wide, high) = room;
            let room = Rect::new(x as f32, y as f32, (x + wide) as f32, (y + high) as f32);
            let width = width as f32;
            let found = labels.free_place(room, width, &covers);
            // The columns of a call include the one that its right edge lies in.
            let is_free = |rect: Rect| {
                let meets = |call: &Rect| {
                    let columns = |rect: &Rect| [rect.x0.floor(), rect.x1.floor()];
                    let ([a0, a1], [b0, b1]) = (columns(call), columns(&rect));
                    a0 <= b1 && b0 <= a1 && rect.y0 < call.y1
                };
                !hung.iter().any(meets) && !taken.iter().any(|other| other.overlaps(rect)) && rect.y1 <= room.y1
            };
            if let Some(rect) = found {
                prop_assert!(is_free(rect), "{rect:?}");
                prop_assert!(rect.x0 >= room.x0 && rect.x1 <= room.x1 + 0.01 && rect.y0 >= room.y0);
            }
            // No place at the upper edge of the room is passed over.
            let steps = ((room.width() - width) / STEP_PX) as usize;
            let at_edge = (0..=steps).map(|step| room.x0 + step as f32 * STEP_PX);
            let at_edge = at_edge.map(|x0| Rect::new(x0, room.y0, x0 + width, room.y0 + CHIP_PX));
            let first = at_edge.clone().find(|&rect| is_free(Rect { y0: rect.y0 - 2.0, ..rect }));
            if let Some(first) = first {
                prop_assert_eq!(found.map(|rect| rect.y0), Some(first.y0));
            }
        }
    }
}
