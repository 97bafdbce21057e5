//! The strip as a view. The shell moves the windows through [`PartInfo::minimap`].

use diptych_protocol::{
    Fact, SideName, StructureState, Subject, TimeState, Tooltip, ViewId, ViewState, Window,
};
use diptych_scene::{
    Align, Batch, ItemId, Layer, Rect, RectBatch, RectInstance, Space, TextBatch, TextRun, Weight,
};
use diptych_trace::AxisKind;
use diptych_views::icicle::boxes::text_run;
use diptych_views::run_strip::RunStrip;
use diptych_views::{
    Layout, LayoutInput, MatchIndex, Model, PartInfo, PartLayers, PointerDependence, ResultKind, numbers,
};

/// Width and size of a side's letter at the left of its half.
const LETTER_PX: f32 = 12.0;
const TEXT_PX: f32 = 10.0;

/// Both whole runs, with the visible time marked.
#[derive(Debug)]
pub struct View;

impl diptych_views::View for View {
    fn id(&self) -> ViewId {
        ViewId::Runs
    }

    fn marks_calls(&self) -> bool {
        false
    }

    fn needs(&self, _: &ViewState) -> Vec<ResultKind> {
        Vec::new()
    }

    fn reads(&self, state: &ViewState) -> ViewState {
        let TimeState { windows, axis, anchors, .. } = state.time.clone();
        let time = TimeState { windows, axis, anchors, ..TimeState::default() };
        ViewState { time, structure: StructureState::default(), ..ViewState::default() }
    }

    fn layout(&self, input: &LayoutInput<'_>, before: Option<Box<dyn Layout>>) -> Box<dyn Layout> {
        let before =
            before.and_then(|before| (before as Box<dyn std::any::Any>).downcast::<RunsLayout>().ok());
        let mut strip = before.map_or_else(RunStrip::default, |before| before.strip);
        // Only an axis of matched calls follows the alignment.
        strip.update(input, [input.results.version::<MatchIndex>(), 0]);
        Box::new(RunsLayout::new(input, strip))
    }
}

/// The laid out strip.
#[derive(Debug)]
struct RunsLayout {
    layers: PartLayers,
    info: PartInfo,
    /// Visible time and whole run of each side, in own ticks. Its items are the sides.
    windows: [[Window; 2]; 2],
    strip: RunStrip,
}

impl RunsLayout {
    fn new(input: &LayoutInput<'_>, strip: RunStrip) -> Self {
        let (mut layers, mut info) = (PartLayers::default(), PartInfo::default());
        let is_ordered =
            input.traces().into_iter().flatten().all(|trace| trace.axis().kind != AxisKind::Weight);
        if let Some((drawn, minimap)) = strip.draw(input).filter(|_| is_ordered) {
            let mut layer = Layer::new(input.rect, Space::FIXED);
            let (mut rects, mut texts) = (RectBatch::default(), TextBatch::default());
            for side in SideName::BOTH.into_iter().filter(|side| input.sides[side.index()].is_some()) {
                let [y0, y1] = match side {
                    SideName::A => [minimap.y0, minimap.middle],
                    SideName::B => [minimap.middle, minimap.y1],
                };
                let half = RectInstance { x0: minimap.x0, y0, x1: minimap.x1, y1, ..RectInstance::default() };
                rects.push(half, ItemId(side.index() as u32));
                let color = if side == SideName::A { input.colors().a } else { input.colors().b };
                let x1 = (minimap.x0 - 6.0).max(input.rect.x0);
                let rect = Rect::new((x1 - LETTER_PX).max(input.rect.x0), y0, x1, y1);
                let letter = text_run(side.letter().to_owned(), rect, TEXT_PX, color, Align::Center);
                texts.push(TextRun { weight: Weight::Bold, ..letter }, ItemId::NONE);
            }
            layer.batches.extend([Batch::Rects(rects), Batch::Texts(texts)]);
            layers.layers.extend([drawn, layer]);
            info.minimap = Some(minimap);
        }
        let windows = input.windows();
        let windows = [0, 1].map(|side: usize| {
            let extent = input.sides[side].map_or(0, |side| side.trace.extent());
            [input.time_maps[side].own_window(windows[side]), Window { start: 0, end: extent.max(1) }]
        });
        Self { layers, info, windows, strip }
    }
}

impl Layout for RunsLayout {
    fn take_layers(&mut self) -> PartLayers {
        std::mem::take(&mut self.layers)
    }

    fn items(&self) -> u32 {
        self.windows.len() as u32
    }

    fn info(&self) -> &PartInfo {
        &self.info
    }

    fn subject(&self, _: ItemId, _: &Model<'_>) -> Option<Subject> {
        None
    }

    fn tooltip(&self, item: ItemId, rect: [f32; 4], model: &Model<'_>) -> Option<Tooltip> {
        let side = *SideName::BOTH.get(item.0 as usize)?;
        let axis = model.traces[side.index()]?.axis();
        let [visible, run] = self.windows[side.index()];
        let [start, end] = [visible.start, visible.end].map(|tick| tick.clamp(run.start, run.end));
        let share = numbers::percent((end - start) as f64 / run.span() as f64);
        let [from, to] = [start, end].map(|tick| numbers::extent(axis, tick));
        Some(Tooltip {
            side: Some(side),
            name: format!("Whole run of {}", side.letter()),
            context: "Height: depth of the call stack".to_owned(),
            facts: vec![Fact {
                label: "Visible time".to_owned(),
                value: format!("{from} to {to} ({share})"),
            }],
            hint: "Drag: choose the visible time, or move its frame. Double-click: whole runs".to_owned(),
            rect,
            ..Tooltip::default()
        })
    }

    fn reacts_to(&self) -> PointerDependence {
        PointerDependence::default()
    }
}
