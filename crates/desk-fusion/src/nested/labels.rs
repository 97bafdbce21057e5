//! Labels of the view: names of cells, and times.

use super::Elements;
use super::activity::CallStackPanel;
use super::cells::Cells;
use super::frame::Frame;
use diptych_protocol::Window;
use diptych_scene::text::width::estimated_px;
use diptych_scene::theme::label_on;
use diptych_scene::{
    Align, Face, Hatch, ItemId, Rect, RectBatch, RectInstance, RectStyle, TextBatch, TextRun, Weight,
};
use diptych_structure::NodeId;
use diptych_treemap::Cell;
use diptych_views::LayoutInput;
use diptych_views::axis::marks;
use diptych_views::icicle::{
    boxes::{Icicle, text_run},
    plot::Plot,
    rows::LABEL_MIN_PX,
};
use diptych_views::places::{short_name, telling_name};

/// Font sizes of groups and cells, CSS pixels.
const GROUP_PX: f32 = 11.0;
const CELL_PX: f32 = 10.0;
/// Height of a label with its own background, CSS pixels.
const CHIP_PX: f32 = 16.0;
/// Least width and height of a group with a name, CSS pixels: outermost groups, and groups inside them.
const NAMED_GROUPS: [[f32; 2]; 2] = [[44.0, 20.0], [84.0, 56.0]];
/// Least width and height of a cell with a name, CSS pixels.
const NAMED_CELL: [f32; 2] = [30.0, 13.0];
/// Least distance between two times, CSS pixels.
const TIME_GAP_PX: f64 = 90.0;

/// Texts with the backgrounds below them.
#[derive(Debug, Clone, Default)]
pub(super) struct Labels {
    pub(super) grounds: RectBatch,
    pub(super) texts: TextBatch,
    taken: Vec<Rect>,
}

impl Labels {
    fn chip(
        &mut self,
        input: &LayoutInput<'_>,
        text: String,
        [x, y]: [f32; 2],
        most_px: f32,
        weight: Weight,
    ) {
        let theme = input.colors();
        // The fonts of the page are wider than the font that the estimate measures.
        let broader = if weight == Weight::Bold { 1.25 } else { 1.12 };
        let width = (estimated_px(&text, GROUP_PX, Face::Ui, weight) * broader + 10.0).min(most_px);
        let mut rect = Rect::new(x, y, x + width, y + CHIP_PX);
        // Moves right past labels that are already there, as far as the group reaches.
        while let Some(taken) = self.taken.iter().find(|taken| taken.overlaps(rect)) {
            rect = Rect { x0: taken.x1 + 2.0, x1: taken.x1 + 2.0 + width, ..rect };
        }
        if rect.x1 > x + most_px {
            return;
        }
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
}

/// Returns true if a cell is large enough for its name. Outermost cells and cells that only contain others count as
/// groups, the remaining ones as cells.
pub(super) fn has_room(cell: &Cell, as_group: bool) -> bool {
    let is_group = cell.place.is_none() || cell.depth == 1;
    let [width, height] = if as_group { NAMED_GROUPS[usize::from(cell.depth > 1)] } else { NAMED_CELL };
    is_group == as_group && cell.rect.width() as f32 >= width && cell.rect.height() as f32 >= height
}

/// Returns the names of groups, each on its own background because they lie over calls.
pub(super) fn groups(input: &LayoutInput<'_>, elements: &Elements, cells: &mut Cells) -> Labels {
    if let Some(names) = &cells.group_names {
        return names.clone();
    }
    let mut labels = Labels::default();
    for &at in &cells.named_groups {
        let cell = &cells.map.cells[at as usize];
        let Some(rect) = cells.rect(at as usize) else { continue };
        let hierarchy = elements.hierarchy();
        // Functions outside any element are no group with a name.
        if hierarchy.is_group(cell.element) && hierarchy.parent(cell.element) == Some(NodeId::ROOT) {
            continue;
        }
        let y = if cell.depth == 1 { rect.y0 + 3.0 } else { rect.y0 + 2.0 };
        let weight = if cell.depth == 1 { Weight::Bold } else { Weight::Regular };
        let name = short_name(hierarchy, cell.element);
        labels.chip(input, name, [rect.x0 + 4.0, y], rect.width() - 8.0, weight);
    }
    cells.group_names.insert(labels).clone()
}

/// Moves names of calls to the right of group names that lie over them, or drops them if no room is left. `left` is the
/// edge of the picture.
pub(super) fn keep_clear(icicle: &mut Icicle, groups: &Labels, left: f32) {
    let lies_over = |rect: Rect| groups.taken.iter().find(|taken| taken.overlaps(rect));
    let (runs, items) = (std::mem::take(&mut icicle.labels.runs), std::mem::take(&mut icicle.labels.items));
    for (mut run, item) in runs.into_iter().zip(items) {
        let (start, row) = (run.rect.x0.max(left), run.rect);
        let width = estimated_px(&run.text, run.size, run.face, run.weight);
        let mut text = Rect { x0: start, y0: row.y0 + 2.0, y1: row.y1 - 2.0, x1: row.x1.min(start + width) };
        while let Some(taken) = lies_over(text) {
            text.x0 = taken.x1 + 4.0;
            text.x1 = row.x1.min(text.x0 + width).max(text.x0);
        }
        let by = text.x0 - start;
        let has_room = by == 0.0 || row.x1 - text.x0 >= LABEL_MIN_PX;
        if by > 0.0 {
            let is_own = |ground: &&mut RectInstance| {
                ground.y0 < text.y1 && text.y0 < ground.y1 && (start - ground.x0).abs() < 4.0
            };
            if let Some(ground) = icicle.grounds.instances.iter_mut().find(is_own) {
                ground.x0 += by;
                ground.x1 = if has_room { (ground.x1 + by).min(row.x1) } else { ground.x0 };
            }
            run.rect.x0 = text.x0;
        }
        if has_room {
            icicle.labels.push(run, item);
        }
    }
}

/// Returns the names of cells, each in the middle of its cell. A name is left out if the cell is too small, or if a
/// group's name or calls lie there. A hatched cell has a background below its name.
pub(super) fn cell_names(
    input: &LayoutInput<'_>,
    elements: &Elements,
    cells: &Cells,
    groups: &Labels,
    hanging: &[CallStackPanel],
) -> Labels {
    let (covers, mut labels) = (hanging.iter().map(Cover::new).collect::<Vec<_>>(), Labels::default());
    for at in cells.named_leaves.iter().map(|&at| at as usize) {
        let Some(rect) = cells.rect(at) else { continue };
        let element = cells.map.cells[at].element;
        let px = |name: &str| estimated_px(name, CELL_PX, Face::Ui, Weight::Regular);
        // The class name precedes the name if there is room for both.
        let whole = telling_name(elements.hierarchy(), element);
        let has_room = px(&whole) <= rect.width() - 4.0;
        let name = if has_room { whole } else { short_name(elements.hierarchy(), element) };
        let width = px(&name).min(rect.width() - 4.0);
        let [x, y] = [f32::midpoint(rect.x0, rect.x1), f32::midpoint(rect.y0, rect.y1)];
        let within = Rect::new(x - width / 2.0, y - 6.0, x + width / 2.0, y + 6.0);
        let is_taken = groups.taken.iter().any(|taken| taken.overlaps(within));
        if is_taken || covers.iter().any(|cover| cover.meets(within)) {
            continue;
        }
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
        labels.texts.push(text_run(name, inner, CELL_PX, label_on(below), Align::Center), ItemId::NONE);
    }
    labels
}

/// The extent of the calls in each column of pixels. Texts lie over all boxes, so a cell has no name where calls are.
struct Cover {
    from_top: bool,
    reach: Vec<f32>,
}

impl Cover {
    fn new(of: &CallStackPanel) -> Self {
        let nowhere = if of.from_top { f32::MIN } else { f32::MAX };
        let width = of.boxes.iter().map(|at| at.rect.x1).fold(0.0, f32::max).ceil() as usize;
        let mut reach = vec![nowhere; width + 1];
        for at in &of.boxes {
            let columns = at.rect.x0.max(0.0) as usize..=at.rect.x1.max(0.0) as usize;
            for column in &mut reach[columns] {
                *column = if of.from_top { column.max(at.rect.y1) } else { column.min(at.rect.y0) };
            }
        }
        Self { from_top: of.from_top, reach }
    }

    fn meets(&self, rect: Rect) -> bool {
        let columns = self.reach.iter().skip(rect.x0.max(0.0) as usize);
        let mut columns = columns.take((rect.width() + 1.0) as usize);
        columns.any(|&reach| if self.from_top { rect.y0 < reach } else { rect.y1 > reach })
    }
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
