//! Layouts that are kept: what hover, selection and the table answer from.

use crate::pair_parts::{PairParts, Seen};
use crate::search::Search;
use crate::session::{Derived, Session};
use diptych_protocol::{
    CallRef, ColorBy, CompareParts, IcicleState, SideName, Sides, ThemeChoice, TimeAxis, TimeState,
    ViewState, Window,
};
use diptych_scene::pick::PickIndex;
use diptych_scene::theme::{Theme, ThemeName};
use diptych_scene::{Batch, ItemId, Scene, Size, SpaceTransforms};
use diptych_trace::{CallId, Trace};
use diptych_views::colors::Coloring;
use diptych_views::matches::MatchesInput;
use diptych_views::pair::{
    PairInput, PairLayout, ShownLane, SideInput, Silhouette, default_window, layout, strip_columns,
};
use diptych_views::{Clock, Item, words};

/// The last layout of the pair view.
#[derive(Debug)]
pub(crate) struct PairView {
    pub(crate) layout: PairLayout,
    /// Made when something is first asked for.
    picks: Option<PickIndex>,
    coloring: Coloring,
    /// What `coloring` was made from.
    colored: ColorKey,
    silhouettes: [Silhouette; 2],
    /// What `silhouettes` were made from.
    outlined: OutlineKey,
    /// How the time axes lay over each other when this was laid out.
    pub(crate) time: TimeState,
    pub(crate) search: Option<Search>,
    pub(crate) parts: PairParts,
    /// The overview fills the canvas.
    pub(crate) overview_alone: bool,
    /// What marks on the picture follow the pointer.
    pub(crate) follows: Follows,
    /// A click on a call lays its partner under it.
    pub(crate) click_aligns: bool,
}

/// What of the pointer the picture shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Follows {
    /// What matches that under the pointer is lit.
    pub(crate) item: bool,
    /// Places are seen from the side whose half the pointer is in.
    pub(crate) side: bool,
}

/// Versions of the sides, columns, the time axis, and which alignment it may follow.
type OutlineKey = ([u32; 2], u32, (TimeAxis, Sides<i64>), u32);

/// Versions of the sides, what colour says, the theme.
type ColorKey = ([u32; 2], ColorBy, ThemeName);

/// What a layout request asks for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) state: &'a ViewState,
    pub(crate) theme: ThemeChoice,
    pub(crate) size: Size,
    /// From lines to tubes, if links are on their way.
    pub(crate) tubes: Option<f32>,
}

/// The same with what is known.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted<'a> {
    pub(crate) asked: Asked<'a>,
    pub(crate) seen: Option<Seen<'a>>,
    /// How the axis of each side lies on the common one, and which alignment that may follow.
    pub(crate) clocks: ([Clock<'a>; 2], u32),
}

impl PairView {
    /// Lays out, with what still holds of `before`: colouring, silhouettes, the hits of a search.
    pub(crate) fn new(session: &Session, wanted: Wanted<'_>, before: Option<Self>) -> Self {
        let asked = wanted.asked;
        let theme_name = theme_name(asked.theme);
        let icicle = &asked.state.compare.icicle;
        let time = &asked.state.time;
        let versions = session.versions();
        let colored = (versions, icicle.color, theme_name);
        let (clocks, serial) = wanted.clocks;
        let outlined = (versions, strip_columns(asked.size), (time.axis, time.anchors), serial);
        let (mut coloring, mut silhouettes, mut search) = (None, None, None);
        let mut parts = PairParts::default();
        if let Some(before) = before {
            coloring = (before.colored == colored).then_some(before.coloring);
            silhouettes = (before.outlined == outlined).then_some(before.silhouettes);
            search = before.search;
            parts = before.parts;
        }
        if let Some(seen) = wanted.seen {
            parts.update(seen, asked.state, asked.size);
        }
        let theme = Theme::of(theme_name);
        let sides = SideName::BOTH.map(|side| session.slot(side).derived());
        let measured = sides.map(|side| side.map(|(trace, derived)| (trace, &derived.totals)));
        let coloring = coloring.unwrap_or_else(|| Coloring::new(icicle.color, measured, theme));
        let silhouettes = silhouettes.unwrap_or_else(|| outline(sides, clocks, outlined.1));
        let search = Search::new(session, &asked.state.search, search);
        let lanes = SideName::BOTH.map(|side| shown_lanes(session, icicle, side));
        let input = |side: SideName| {
            let (trace, _) = sides[side.index()]?;
            let hits = search.as_ref().and_then(|search| search.hits(side));
            Some(SideInput {
                trace,
                lanes: &lanes[side.index()],
                hits,
                silhouette: &silhouettes[side.index()],
            })
        };
        let overview = wanted.seen.and_then(|seen| parts.overview(seen, asked.state, asked.size));
        let has_overview = overview.is_some();
        let follows = Follows {
            item: wanted.seen.is_some(),
            side: wanted.seen.is_some()
                && icicle.color == ColorBy::Place
                && asked.state.compare.matches.viewpoint.is_none(),
        };
        let mut matches = wanted.seen.map_or_else(
            || MatchesInput::new(&asked.state.compare.matches),
            |seen| parts.matches(seen, asked.state),
        );
        matches.tubes = asked.tubes.unwrap_or(matches.tubes);
        let layout = layout(&PairInput {
            sides: SideName::BOTH.map(input),
            coloring: &coloring,
            correspondence: wanted.seen.map(|seen| seen.known),
            clocks,
            theme,
            parts: asked.state.compare.parts,
            time,
            state: icicle,
            matches,
            overview,
            selection: asked.state.selection.as_ref().and_then(|call| find(session, call)),
            hovered: wanted.seen.and_then(|seen| seen.hovered),
            search: search.as_ref().map(Search::info),
            size: asked.size,
        });
        Self {
            layout,
            picks: None,
            coloring,
            colored,
            silhouettes,
            outlined,
            time: time.clone(),
            search,
            overview_alone: has_overview && asked.state.compare.parts == CompareParts::Overview,
            parts,
            follows,
            click_aligns: !asked.state.compare.matches.click_stays,
        }
    }

    /// What lies under a point of the scene as laid out, and its box; of what is no box, the point.
    pub(crate) fn pick(&mut self, [x, y]: [f32; 2]) -> Option<(Item, [f32; 4])> {
        let picks = self.picks.get_or_insert_with(|| PickIndex::new(&self.layout.scene));
        let id = picks.pick(x, y, &SpaceTransforms::IDENTITY)?;
        Some((self.layout.items.get(id)?, box_of(&self.layout.scene, id).unwrap_or([x, y, x, y])))
    }
}

/// Lanes of a side in the order shown; none when it is empty.
pub(crate) fn shown_lanes(session: &Session, icicle: &IcicleState, side: SideName) -> Vec<ShownLane> {
    let derived = session.slot(side).derived();
    derived.map_or_else(Vec::new, |(_, derived)| derived.lanes.shown(&icicle.folds[side]))
}

/// The busiest lane of each side over the window that both share by default.
fn outline(sides: [Option<(&Trace, &Derived)>; 2], clocks: [Clock<'_>; 2], columns: u32) -> [Silhouette; 2] {
    let extents = [0, 1].map(|side: usize| {
        let (trace, _) = sides[side]?;
        Some(clocks[side].common_window(Window { start: 0, end: trace.extent() }))
    });
    let whole = default_window(extents);
    [0, 1].map(|side: usize| {
        let busiest = sides[side].and_then(|(trace, derived)| Some((trace, derived.lanes.busiest()?)));
        busiest.map_or_else(Silhouette::default, |(trace, lane)| {
            Silhouette::new(trace, lane, clocks[side], whole, columns)
        })
    })
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
