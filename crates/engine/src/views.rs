//! Layouts that are kept: what hover, selection and the table answer from.

use crate::session::Session;
use diptych_protocol::{CallRef, PairState, SideName, ThemeChoice, ViewState};
use diptych_scene::pick::PickIndex;
use diptych_scene::theme::{Theme, ThemeName};
use diptych_scene::{Batch, ItemId, Scene, Size, SpaceTransforms};
use diptych_trace::CallId;
use diptych_views::colors::Coloring;
use diptych_views::pair::{PairInput, PairLayout, SideInput, layout};
use diptych_views::{Item, words};

/// The last layout of the pair view.
#[derive(Debug)]
pub(crate) struct PairView {
    pub(crate) layout: PairLayout,
    /// Made when something is first asked for.
    picks: Option<PickIndex>,
    coloring: Coloring,
    /// What `coloring` was made from.
    colored: ColorKey,
}

/// Versions of the sides, what colour says, the theme.
type ColorKey = ([u32; 2], diptych_protocol::ColorBy, ThemeName);

/// What a layout request asks for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted<'a> {
    pub(crate) state: &'a ViewState,
    pub(crate) theme: ThemeChoice,
    pub(crate) size: Size,
}

impl PairView {
    /// Lays out, with the colouring of `before` when it still holds.
    pub(crate) fn new(session: &Session, wanted: Wanted<'_>, before: Option<Self>) -> Self {
        let theme_name = theme_name(wanted.theme);
        let theme = Theme::of(theme_name);
        let pair: &PairState = &wanted.state.pair;
        let colored = (session.versions(), pair.color, theme_name);
        let kept = before.filter(|view| view.colored == colored).map(|view| view.coloring);
        let sides = SideName::BOTH.map(|side| session.slot(side).derived());
        let measured = sides.map(|side| side.map(|(trace, derived)| (trace, &derived.totals)));
        let coloring = kept.unwrap_or_else(|| Coloring::new(pair.color, measured, theme));
        let layout = layout(&PairInput {
            sides: sides.map(|side| side.map(|(trace, derived)| SideInput { trace, lanes: &derived.lanes })),
            coloring: &coloring,
            theme,
            state: pair,
            selection: wanted.state.selection.as_ref().and_then(|call| find(session, call)),
            size: wanted.size,
        });
        Self { layout, picks: None, coloring, colored }
    }

    /// What lies under a point of the scene as laid out, and its box.
    pub(crate) fn pick(&mut self, [x, y]: [f32; 2]) -> Option<(Item, [f32; 4])> {
        let picks = self.picks.get_or_insert_with(|| PickIndex::new(&self.layout.scene));
        let id = picks.pick(x, y, &SpaceTransforms::IDENTITY)?;
        Some((self.layout.items.get(id)?, box_of(&self.layout.scene, id)?))
    }
}

/// The box drawn for an item.
fn box_of(scene: &Scene, id: ItemId) -> Option<[f32; 4]> {
    let batches = scene.layers.iter().rev().flat_map(|layer| &layer.batches);
    let mut rects =
        batches.filter_map(|batch| if let Batch::Rects(rects) = batch { Some(rects) } else { None });
    rects.find_map(|rects| {
        let place = rects.items.iter().rposition(|&item| item == id)?;
        let rect = rects.instances[place];
        Some([rect.x0, rect.y0, rect.x1, rect.y1])
    })
}

/// The call that a reference names, if its side is open and holds it.
pub(crate) fn find(session: &Session, reference: &CallRef) -> Option<(SideName, CallId)> {
    let trace = session.trace(reference.side)?;
    Some((reference.side, words::find(trace, reference)?))
}

fn theme_name(choice: ThemeChoice) -> ThemeName {
    match choice {
        ThemeChoice::Auto | ThemeChoice::Light => ThemeName::Light,
        ThemeChoice::Dark => ThemeName::Dark,
        ThemeChoice::Contrast => ThemeName::HighContrast,
    }
}
