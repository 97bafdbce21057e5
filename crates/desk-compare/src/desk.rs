//! The desk that compares call by call: the overview above two icicles and the matches between them.

use crate::overview::LEAST_PX;
use crate::stored::OverviewPart;
use crate::{matches, overview};
use diptych_engine::{Desk, StoredPart, ViewPlacement};
use diptych_protocol::{CompareParts, DeskId, MatchMode, SideName, ViewId, ViewState};
use diptych_scene::{Rect, Size};
use diptych_views::View;
use diptych_views::icicle::LaneChoice;
use diptych_views::run_strip::STRIP_PX;

/// Height of the overview of two sides.
const OVERVIEW_PX: f32 = 236.0;
/// Largest share of the canvas height that the overview takes.
const OVERVIEW_SHARE: f32 = 0.36;

/// Parts to show where a view has the desk to itself.
const ALONE: [(ViewId, CompareParts); 2] =
    [(ViewId::Overview, CompareParts::Overview), (ViewId::Matches, CompareParts::Matches)];

/// The overview above the matches.
#[derive(Debug)]
pub struct CompareDesk;

impl Desk for CompareDesk {
    fn id(&self) -> DeskId {
        DeskId::Compare
    }

    fn former_names(&self) -> &'static [&'static str] {
        &["pair"]
    }

    fn views(&self) -> &'static [&'static dyn View] {
        &[&overview::View, &matches::View]
    }

    fn mode(&self, state: &ViewState) -> MatchMode {
        state.compare.matches.mode
    }

    fn lanes<'a>(&self, state: &'a ViewState, side: SideName) -> LaneChoice<'a> {
        matches::lane_choice(&state.compare.icicle, side)
    }

    /// Places the overview above the matches. With the overview alone the matches have no room, but their panes still
    /// define the foci.
    fn placed(&self, state: &ViewState, size: Size, open: [bool; 2]) -> Vec<ViewPlacement> {
        let top = head_px(state.compare.parts, size, open);
        let below = Rect::new(0.0, top, size.width, size.height.max(top));
        vec![(ViewId::Matches, below), (ViewId::Overview, Rect::new(0.0, 0.0, size.width, top))]
    }

    fn stored_parts(&self) -> &'static [&'static dyn StoredPart] {
        &[&OverviewPart]
    }

    fn show_only(&self, view: Option<ViewId>, state: &mut ViewState) -> bool {
        let parts = match view {
            None => Some(CompareParts::Both),
            Some(view) => ALONE.iter().find(|(alone, _)| *alone == view).map(|&(_, parts)| parts),
        };
        state.compare.parts = parts.unwrap_or(state.compare.parts);
        parts.is_some()
    }
}

/// Returns the height of the overview, or of the strip that stands in for it with one side, with the overview off, or
/// with too little room. It does not depend on results, so nothing
/// moves when a comparison is done.
fn head_px(parts: CompareParts, size: Size, open: [bool; 2]) -> f32 {
    let overview = match parts {
        _ if open != [true, true] => 0.0,
        CompareParts::Both => OVERVIEW_PX.min((size.height * OVERVIEW_SHARE).floor()),
        CompareParts::Overview => size.height,
        CompareParts::Matches => 0.0,
    };
    let height = if overview < LEAST_PX { STRIP_PX } else { overview };
    height.min(size.height)
}
