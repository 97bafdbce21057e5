//! Which views a desk shows, and where: for a state, a size and the sides that are open.

use crate::view::PartInfo;
use diptych_protocol::{CompareParts, Drawn, SceneInfo, SearchInfo, ViewId, ViewState};
use diptych_scene::{Rect, Size};

/// At the top of one side alone, or where the overview is not shown: both runs whole.
const STRIP_PX: f32 = 28.0;
/// At the top of two sides: the overview, at most this share of the canvas.
const OVERVIEW_PX: f32 = 236.0;
const OVERVIEW_SHARE: f32 = 0.36;
/// Less is too low for an overview.
pub(crate) const OVERVIEW_LEAST_PX: f32 = 120.0;

/// A view and its part of the canvas. The first one's drawing lies undermost.
pub type Placed = (ViewId, Rect);

/// What a desk shows. One of them has views; the names of the others are kept for links.
pub fn placed(state: &ViewState, size: Size, open: [bool; 2]) -> Vec<Placed> {
    compare(state.compare.parts, size, open)
}

/// The overview over the matches. With the overview alone the matches have no room, but their panes still say what
/// the foci are.
fn compare(parts: CompareParts, size: Size, open: [bool; 2]) -> Vec<Placed> {
    let top = head_px(parts, size, open);
    let below = Rect::new(0.0, top, size.width, size.height.max(top));
    vec![(ViewId::Matches, below), (ViewId::Overview, Rect::new(0.0, 0.0, size.width, top))]
}

/// The height of the overview of two sides, else of a strip. It does not depend on what is known of them, so
/// nothing moves when a comparison is done.
fn head_px(parts: CompareParts, size: Size, open: [bool; 2]) -> f32 {
    let overview = match parts {
        _ if open != [true, true] => 0.0,
        CompareParts::Both => OVERVIEW_PX.min((size.height * OVERVIEW_SHARE).floor()),
        CompareParts::Overview => size.height,
        CompareParts::Matches => 0.0,
    };
    let height = if overview < OVERVIEW_LEAST_PX { STRIP_PX } else { overview };
    height.min(size.height)
}

/// The view that has most room: its table is the desk's.
pub fn main_view(placed: &[Placed]) -> Option<ViewId> {
    let area = |rect: &Rect| rect.width() * rect.height();
    placed.iter().max_by(|one, other| area(&one.1).total_cmp(&area(&other.1))).map(|&(view, _)| view)
}

/// What the shell needs to know of a whole desk: views in order, that with most room named.
pub fn scene_info(
    parts: &[(ViewId, &PartInfo)],
    main: Option<ViewId>,
    size: Size,
    search: Option<&SearchInfo>,
) -> SceneInfo {
    let infos = || parts.iter().map(|&(_, info)| info);
    let of_main = parts.iter().find(|&&(view, _)| Some(view) == main).map(|&(_, info)| info);
    let nothing = Drawn { text: String::new(), rule: String::new() };
    let mut drawn = infos().find_map(|info| info.drawn.clone()).unwrap_or(nothing);
    for note in infos().map(|info| &info.note).filter(|note| !note.is_empty()) {
        drawn.rule = format!("{}. {note}", drawn.rule);
    }
    let legends = of_main.into_iter().chain(infos()).map(|info| &info.legend);
    SceneInfo {
        width: size.width,
        height: size.height,
        panes: infos().flat_map(|info| info.panes.iter().cloned()).collect(),
        drawn,
        legend: legends.into_iter().find(|legend| !legend.is_empty()).cloned().unwrap_or_default(),
        summary: infos().map(|info| info.summary.clone()).find(|text| !text.is_empty()).unwrap_or_default(),
        minimap: infos().find_map(|info| info.minimap),
        search: search.cloned(),
        selected: infos().find_map(|info| info.selected),
    }
}
