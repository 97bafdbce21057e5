//! Turns the laid out view into layers, with marks and texts.

use super::activity::{EDGED_PX, FramesRow, Item, hanging, icicle, plots};
use super::changes::{Changes, reading};
use super::focused::FocusCallSet;
use super::frame::{Frame, sides_shown};
use super::labels::{Cover, cell_names, groups, name_largest, times};
use super::links::{MOST_LINKS, links};
use super::paint::{PaintInput, Painter};
use super::picture::{FocusExtent, LooksOf};
use super::view::{NestedLayout, layer};
use super::visible::VisibleElements;
use super::words::{around, counted, drawn_lane, of_focus, of_mode, of_side, over_which_lanes};
use super::{Elements, Focus, Mode};
use diptych_protocol::{Drawn, ElementColor, SideName};
use diptych_scene::{Batch, ImageBatch, ItemId, Layer, Rect, RectBatch, RectInstance, Rgba, Space, theme};
use diptych_trace::{Axis, CallId, LaneId, Trace};
use diptych_views::icicle::{
    IcicleItem, ShownLane,
    boxes::{Icicle, edge},
    decoration::root_frames,
    plot::Plot,
};
use diptych_views::legend::than_typical;
use diptych_views::{LayoutInput, numbers, words::drawn_things};
use std::rc::Rc;

/// Width of the halo around calls, CSS pixels.
const HALO_PX: f32 = 1.0;
/// Width of the shadow around calls, CSS pixels. It lifts them off the cells.
const SHADOW_PX: f32 = 4.0;
/// Width of the text about frames, CSS pixels.
const FRAMES_PX: f32 = 112.0;

impl NestedLayout {
    /// Draws cells, names, calls, marks, links, and names of groups with times, in this order.
    pub(super) fn draw(
        &mut self,
        input: &LayoutInput<'_>,
        shown: &mut VisibleElements,
        focus: Option<&Focus>,
        focused: Option<&FocusCallSet>,
    ) {
        let (theme, elements) = (input.colors(), &shown.elements.clone());
        let axis = input.traces().into_iter().flatten().next().map_or(Axis::TIME, Trace::axis);
        let (measures, in_view) = (shown.measures.clone(), shown.whole.clone());
        let paint = PaintInput {
            theme,
            elements,
            state: &input.state.fusion,
            grey: shown.grey,
            significant: shown.significant.as_ref().map(|of| of.as_slice()),
            axis,
            focused,
            measures: &measures,
            whole: &in_view.measures,
            beyond: &in_view.beyond.1,
            packages: &in_view.packages,
        };
        let painter = Painter::new(&paint);
        let of = LooksOf {
            state: input.state.fusion.clone(),
            theme: theme.name,
            grey: shown.grey,
            significant: shown.significant.clone(),
            whole: shown.whole.key,
            matches: shown.whole.beyond.0,
            chosen: match focused {
                None => FocusExtent::Nothing,
                Some(_) if Rc::ptr_eq(&measures, &in_view.measures) => FocusExtent::All,
                Some(_) => FocusExtent::Some,
            },
        };
        let look = |place: u32| painter.of_element(place);
        let rest = |place: u32| painter.of_rest(place);
        let id = self.items.add(Item::Cells);
        let mut images = ImageBatch::default();
        if let Some(image) = shown.cells.picture.image(theme, of, measures.reached(), look, rest) {
            images.images.push(image);
            images.items.push(id);
        }
        self.layers.layers.push(layer(input, vec![Batch::Images(images)]));
        let sides = sides_shown(input);
        let lanes = lanes(input, focus);
        let frame = Frame::new(input);
        let (plots, frames): (Vec<_>, Vec<_>) = plots(input, &sides, &lanes, &frame).into_iter().unzip();
        let axes = times(input, &plots, &frame);
        self.layers.layers.push(layer(input, vec![Batch::Rects(axes.grounds), Batch::Texts(axes.texts)]));
        let (mut marks, mut covers) = (RectBatch::default(), Vec::new());
        let mut drawn = [0, 0];
        for (plot, row) in plots.iter().zip(&frames) {
            let icicle = icicle(plot, input, elements, &painter, focus, focused, &mut self.items);
            drawn[plot.side.index()] = icicle.drawn;
            let calls = hanging(plot, &icicle);
            covers.extend(calls.as_ref().map(|calls| Cover::new(calls, row.as_ref().map(|row| row.rect))));
            shown.hanging.extend(calls);
            self.calls(plot, icicle, theme.bg, &mut marks);
            self.info.panes.push(plot.pane(input.whole()));
        }
        let mut over = groups(input, elements, &shown.cells, &covers);
        let changes = Changes::new(shown, axis, over_which_lanes(input.traces(), focus));
        let is_by_change = matches!(painter.cells.by, ElementColor::Auto | ElementColor::SelfChange);
        let written = if is_by_change { &changes } else { &Changes::default() };
        name_largest(input, elements, &shown.cells, &mut over, &covers, written);
        let names = cell_names(input, elements, &shown.cells, &over, &covers, written);
        self.layers
            .layers
            .insert(1, layer(input, vec![Batch::Rects(names.grounds), Batch::Texts(names.texts)]));
        let mut all_links = 0;
        if let Some(focus) = focus.filter(|_| shown.is_pinned && !input.state.fusion.links_hidden) {
            let links = links(input, elements, &shown.cells, &shown.hanging, focus, &shown.measures);
            all_links = links.all;
            // Below the names, which stay readable.
            self.layers.layers.insert(1, layer(input, vec![Batch::Curves(links.curves)]));
        }
        outlines(input, shown, focus, &mut marks);
        self.layers.layers.push(Layer { marks: true, ..layer(input, vec![Batch::Rects(marks)]) });
        self.layers.layers.push(layer(input, vec![Batch::Rects(over.grounds), Batch::Texts(over.texts)]));
        self.frames(input, &plots, frames);
        self.info.legend = painter.legend();
        let fusion = &input.state.fusion;
        let than = than_typical(shown.grey.map_or(1.0, |grey| grey.factor));
        self.info.reading = reading(
            shown,
            painter.cells.by,
            fusion.size,
            fusion.sides,
            &changes,
            &than,
            &drawn_lanes(&plots),
        );
        self.info.has_table = true;
        self.info.drawn = Some(drawn_words(input, shown, focus, &plots, drawn, all_links));
        self.info.summary = summary(input, elements, focus);
    }

    /// Writes how many frames lie above the time in view, at the right: names of groups begin at the left.
    fn frames(&mut self, input: &LayoutInput<'_>, plots: &[Plot<'_>], frames: Vec<Option<FramesRow>>) {
        for (plot, row) in plots.iter().zip(frames) {
            let Some(FramesRow { count, rect }) = row else { continue };
            let id = self.items.add(Item::Calls(IcicleItem::RootFrames { side: plot.side }));
            let (x0, are_folded) = ((rect.x1 - FRAMES_PX).max(rect.x0), !input.state.fusion.frames);
            root_frames(&mut self.layers.layers, input.colors(), Rect { x0, ..rect }, count, are_folded, id);
        }
    }

    fn calls(&mut self, plot: &Plot<'_>, icicle: Icicle, ground: Rgba, marks: &mut RectBatch) {
        let clip = plot.placement.plot;
        let mut batches = vec![
            Batch::Rects(frames_around(&icicle.boxes, SHADOW_PX, theme::SHADOW)),
            Batch::Rects(frames_around(&icicle.boxes, HALO_PX, ground)),
            Batch::Rects(icicle.boxes),
        ];
        if !icicle.grounds.instances.is_empty() {
            batches.push(Batch::Rects(icicle.grounds));
        }
        batches.push(Batch::Texts(icicle.labels));
        self.layers.layers.push(Layer { batches, ..Layer::new(clip, Space::FIXED) });
        for (mark, item) in icicle.marks.instances.into_iter().zip(icicle.marks.items) {
            marks.push(mark, item);
        }
    }
}

fn summary(input: &LayoutInput<'_>, elements: &Elements, focus: Option<&Focus>) -> String {
    format!(
        "{} as nested cells, with calls over them; colours and lists are about {}",
        counted(elements.len().into(), "element"),
        of_focus(elements, input.traces(), focus)
    )
}

/// Returns a frame around each opaque box that is wide enough. Calls and cells have the same colours: a halo separates
/// them, and a shadow shows which are in front.
fn frames_around(boxes: &RectBatch, px: f32, fill: Rgba) -> RectBatch {
    let mut frames = RectBatch::default();
    for of in boxes.instances.iter().filter(|of| of.fill.alpha() == u8::MAX && of.x1 - of.x0 >= EDGED_PX) {
        let ([x0, y0], [x1, y1]) = ([of.x0, of.y0].map(|at| at - px), [of.x1, of.y1].map(|at| at + px));
        frames.push(RectInstance { x0, y0, x1, y1, fill, ..RectInstance::default() }, ItemId::NONE);
    }
    frames
}

/// Returns the lane shown of each side: the lane of the pinned calls, else the chosen lane, else the partner of the
/// other side's lane, else the first lane.
fn lanes(input: &LayoutInput<'_>, focus: Option<&Focus>) -> [Vec<ShownLane>; 2] {
    let chosen = &input.state.fusion.lane;
    let pinned = focus.filter(|focus| focus.x.is_none() && !focus.items.is_empty());
    let own = |side: SideName| {
        let of = input.sides[side.index()]?;
        let lane_of_call = |call: u32| of.trace.lanes().of_call(CallId(call));
        match pinned {
            Some(focus) if focus.side == side => Some(lane_of_call(focus.items[0].start)),
            Some(focus) => {
                let partner = input.correspondence?.partner(focus.side, CallId(focus.items[0].start))?;
                Some(lane_of_call(partner.0))
            }
            None => {
                let lanes = of.trace.lanes();
                let row = chosen[side].checked_sub(1).filter(|&row| (row as usize) < lanes.len());
                row.map(LaneId).filter(|&lane| !lanes.calls(lane).is_empty())
            }
        }
    };
    let owns = SideName::BOTH.map(own);
    SideName::BOTH.map(|side| {
        let Some(of) = input.sides[side.index()] else { return Vec::new() };
        let other = side.other();
        let of_partner = || {
            let theirs = owns[other.index()]?;
            input.sides[other.index()]?.lanes.partner(theirs)
        };
        let lane = owns[side.index()].or_else(of_partner).or_else(|| of.lanes.first());
        let shown = |lane| ShownLane { lane, folded: false, within: None, place: 0, partner: None };
        lane.map(shown).into_iter().collect()
    })
}

/// Returns the lane whose calls are drawn by side, where a trace has several lanes.
fn drawn_lanes(plots: &[Plot<'_>]) -> [Option<String>; 2] {
    let mut lanes = [None, None];
    for plot in plots {
        lanes[plot.side.index()] =
            plot.stack.blocks.first().and_then(|block| drawn_lane(plot.trace, block.lane));
    }
    lanes
}

/// Outlines the items that the pointer chose, or the pinned ones.
fn outlines(input: &LayoutInput<'_>, shown: &VisibleElements, focus: Option<&Focus>, marks: &mut RectBatch) {
    let Some(focus) = focus else { return };
    let color = if shown.is_pinned { input.colors().ink } else { input.colors().hover };
    let mut outline = |Rect { x0, y0, x1, y1 }: Rect| {
        marks.push(edge(RectInstance { x0, y0, x1, y1, ..RectInstance::default() }, color), ItemId::NONE);
    };
    if focus.mode == Mode::Elements {
        let cell = around(&shown.elements, focus).and_then(|id| shown.cells.of_element(&shown.elements, id));
        if let Some(rect) = cell.and_then(|cell| shown.cells.rect(cell)) {
            outline(rect);
        }
        return;
    }
    for of in shown.hanging.iter().filter(|of| of.side == focus.side) {
        let is_it = |start: u32| focus.items.iter().any(|item| item.start == start);
        of.boxes.iter().filter(|at| is_it(at.calls.start)).for_each(|at| outline(at.rect));
    }
}

fn drawn_words(
    input: &LayoutInput<'_>,
    shown: &VisibleElements,
    focus: Option<&Focus>,
    plots: &[Plot<'_>],
    drawn: [u64; 2],
    links: usize,
) -> Drawn {
    let elements = &shown.elements;
    let traces = input.traces();
    let focus_words = of_focus(elements, traces, focus);
    let mode = focus.map_or_else(String::new, |focus| {
        let pinned = if shown.is_pinned { "Pinned" } else { of_mode(focus.mode) };
        format!("{}: {focus_words}. ", first_letter(pinned))
    });
    let calls: Vec<String> = plots
        .iter()
        .map(|plot| {
            let all = plot.trace.calls().len() as u64;
            let what = if all == 1 { "call" } else { drawn_things(plot.trace) };
            let [drawn, all] = [drawn[plot.side.index()], all].map(numbers::count);
            format!("{drawn} of {all} {what}{}", of_side(elements, plot.side))
        })
        .collect();
    let all = counted(elements.len().into(), "element");
    let mut rule = "calls of one lane, 1\u{202f}px wide or more; narrower calls are merged".to_owned();
    let without = shown.cells.map.without_cell;
    let unseen = shown.cells.unseen;
    for (count, what) in
        [(u64::from(without), "without a size have no cell"), (unseen as u64, "smaller than a pixel")]
    {
        if count > 0 {
            rule = format!("{rule}; {} {what}", counted(count, "element"));
        }
    }
    if links > MOST_LINKS {
        rule = format!("{rule}; the {MOST_LINKS} strongest of {} links", numbers::count(links as u64));
    }
    let below = plots.iter().any(|plot| plot.stack.height_px > plot.placement.plot.height() + 1.0);
    if below {
        rule = format!("{rule}; drag up or down to see deeper calls");
    }
    Drawn { text: format!("{mode}{} drawn over {all}", calls.join(", ")), rule }
}

fn first_letter(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
