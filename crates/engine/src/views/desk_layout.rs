//! The last layout of a desk: one scene of several views, each of which keeps its layout while its inputs stay the same.

use crate::search::Search;
use diptych_protocol::{DeskId, MatchMode, SceneInfo, SideName, TimeAxis, TimeState, ViewId, ViewState};
use diptych_scene::pick::PickIndex;
use diptych_scene::theme::ThemeName;
use diptych_scene::{Batch, ItemId, Layer, Rect, Scene, Size, Space};
use diptych_views::{
    Grey, Highlight, Layout, LayoutInput, MatchIndex, PartLayers, PointerDependence, ResultKind, Results,
    View,
};

/// A desk in its last layout.
#[derive(Debug)]
pub(crate) struct DeskLayout {
    pub(crate) id: DeskId,
    pub(crate) scene: Scene,
    pub(crate) info: SceneInfo,
    /// Time state that the layout shows.
    pub(crate) time: TimeState,
    /// Matches that texts about calls speak of.
    pub(crate) mode: MatchMode,
    pub(crate) search: Option<Search>,
    pub(super) parts: Vec<Part>,
    /// Index for picking, made at the first request.
    pub(super) picks: Option<PickIndex>,
}

/// A view of the desk, in its last layout.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) view: &'static dyn View,
    pub(super) layout: Box<dyn Layout>,
    made_from: PartKey,
    /// Id of its first item in the scene.
    pub(super) first_item: u32,
    /// Number of its layers in the scene, and of its layers above those of all views.
    layers: [usize; 2],
}

/// The inputs of a view's layout. Equal inputs give the same picture.
#[derive(Debug, PartialEq)]
struct PartKey {
    state: ViewState,
    /// Versions of the traces.
    traces: [u32; 2],
    /// Versions of the results that the view reads.
    results: Vec<u32>,
    grey: Option<Grey>,
    theme: ThemeName,
    canvas: (Size, Rect, Space),
    tubes: Option<f32>,
    pointed: Option<Highlight>,
    viewpoint: Option<SideName>,
}

impl PartKey {
    fn new(view: &dyn View, input: &LayoutInput<'_>, reacts: PointerDependence) -> Self {
        let state = view.reads(input.state);
        Self {
            traces: input.trace_versions,
            results: read_versions(&state, view.needs(&state), input.results),
            state,
            grey: input.correspondence.map(|both| both.grey),
            theme: input.theme,
            canvas: (input.size, input.rect, input.first_space),
            tubes: input.tubes,
            pointed: input.pointed.filter(|highlight| reacts.highlight || highlight.is_wide()).cloned(),
            viewpoint: reacts.side.then_some(input.viewpoint),
        }
    }
}

/// Returns the versions of the results that a view reads under a state. A matched time axis depends on the alignment,
/// whatever the view needs.
fn read_versions(state: &ViewState, needs: Vec<ResultKind>, results: &Results) -> Vec<u32> {
    let warped = (state.time.axis == TimeAxis::Matched).then(ResultKind::of::<MatchIndex>);
    needs.into_iter().chain(warped).map(|kind| results.version_of(kind)).collect()
}

/// A view whose layers are not part of a scene.
pub(super) struct DetachedView {
    pub(super) part: Part,
    drawn: PartLayers,
    /// True if the view has its previous layout.
    pub(super) is_kept: bool,
}

impl DetachedView {
    /// Lays out a view. Keeps the previous layout if its inputs are the same and it was finished.
    pub(super) fn new(view: &'static dyn View, input: &LayoutInput<'_>, before: Option<Self>) -> Self {
        let before = match before {
            Some(same)
                if !same.part.layout.info().unfinished
                    && same.part.made_from == PartKey::new(view, input, same.part.layout.reacts_to()) =>
            {
                return Self { is_kept: true, ..same };
            }
            other => other,
        };
        let before = before.map(|old| old.part.layout);
        let mut layout = view.layout(input, before);
        let drawn = layout.take_layers();
        let made_from = PartKey::new(view, input, layout.reacts_to());
        let layers = [drawn.layers.len(), drawn.over.len()];
        let part = Part { view, layout, made_from, first_item: 0, layers };
        Self { part, drawn, is_kept: false }
    }

    /// Renumbers the items, so that the first one has this id.
    fn number_from(&mut self, first: u32) {
        let by = first.wrapping_sub(self.part.first_item);
        self.part.first_item = first;
        if by == 0 {
            return;
        }
        let layers = self.drawn.layers.iter_mut().chain(&mut self.drawn.over);
        let ids = layers.flat_map(|layer| &mut layer.batches).flat_map(items_of);
        for id in ids.filter(|id| **id != ItemId::NONE) {
            id.0 = id.0.wrapping_add(by);
        }
    }
}

fn items_of(batch: &mut Batch) -> &mut Vec<ItemId> {
    match batch {
        Batch::Rects(batch) => &mut batch.items,
        Batch::Polys(batch) => &mut batch.items,
        Batch::Curves(batch) => &mut batch.items,
        Batch::Images(batch) => &mut batch.items,
        Batch::Texts(batch) => &mut batch.items,
    }
}

impl DeskLayout {
    /// Joins all views in one scene.
    pub(super) fn assembled(mut self, parts: Vec<DetachedView>) -> Self {
        let mut over: Vec<Layer> = Vec::new();
        let mut items = 0;
        for mut new_part in parts {
            new_part.number_from(items);
            items += new_part.part.layout.items();
            self.scene.layers.append(&mut new_part.drawn.layers);
            over.append(&mut new_part.drawn.over);
            self.parts.push(new_part.part);
        }
        self.scene.layers.append(&mut over);
        self
    }

    /// Returns the search, and the views with their layers.
    pub(super) fn dismantled(self) -> (Option<Search>, Vec<DetachedView>) {
        let mut layers = self.scene.layers.into_iter();
        let mut drawn: Vec<PartLayers> = self
            .parts
            .iter()
            .map(|part| PartLayers {
                layers: layers.by_ref().take(part.layers[0]).collect(),
                over: Vec::new(),
            })
            .collect();
        for (part, drawn) in self.parts.iter().zip(&mut drawn) {
            drawn.over = layers.by_ref().take(part.layers[1]).collect();
        }
        let parts = self.parts.into_iter().zip(drawn).map(|(part, drawn)| DetachedView {
            part,
            drawn,
            is_kept: false,
        });
        (self.search, parts.collect())
    }

    /// Returns the layouts of the views.
    pub(crate) fn layouts(&self) -> impl Iterator<Item = &dyn Layout> {
        self.parts.iter().map(|part| &*part.layout)
    }

    /// Returns the layout of a view, if the desk has it.
    pub(crate) fn layout(&self, view: ViewId) -> Option<&dyn Layout> {
        self.parts.iter().find(|part| part.view.id() == view).map(|part| &*part.layout)
    }

    /// Returns true if any view marks single calls.
    pub(crate) fn marks_calls(&self) -> bool {
        self.parts.iter().any(|part| part.view.marks_calls())
    }

    /// Returns the parts of the pointer's state that any view shows.
    pub(crate) fn reacts_to(&self) -> PointerDependence {
        let all = self.parts.iter().map(|part| part.layout.reacts_to());
        all.fold(PointerDependence::default(), |all, one| PointerDependence {
            highlight: all.highlight || one.highlight,
            side: all.side || one.side,
        })
    }
}
