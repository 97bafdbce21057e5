//! The shell's information about a whole desk, collected from its views.

use crate::desks::ViewPlacement;
use crate::kept::capitalised;
use diptych_protocol::{Drawn, SceneInfo, SearchInfo, TimeAxis, ViewId};
use diptych_scene::{Rect, Size};
use diptych_trace::Sorting;
use diptych_views::PartInfo;

/// Returns the views by area, largest first. Of equal ones the last drawn comes first.
pub fn by_room(placed: &[ViewPlacement]) -> Vec<ViewId> {
    let area = |rect: &Rect| rect.width() * rect.height();
    let mut views: Vec<&ViewPlacement> = placed.iter().rev().collect();
    views.order_by(|one, other| area(&other.1).total_cmp(&area(&one.1)));
    views.into_iter().map(|&(view, _)| view).collect()
}

/// A view with its information for the shell.
pub(crate) struct ViewInfo<'a> {
    pub(crate) view: ViewId,
    pub(crate) info: &'a PartInfo,
}

/// Collects the shell's information about a whole desk from the views placed on it.
pub(crate) fn scene_info(
    placed: &[ViewPlacement],
    parts: &[ViewInfo<'_>],
    size: Size,
    search: Option<&SearchInfo>,
) -> SceneInfo {
    let infos = || parts.iter().map(|part| part.info);
    let by_room = by_room(placed);
    let info_of = |view: ViewId| parts.iter().find(|part| part.view == view).map(|part| part.info);
    let of_main = by_room.first().and_then(|&view| info_of(view));
    let nothing = Drawn { text: String::new(), rule: String::new() };
    let mut drawn = infos().find_map(|info| info.drawn.clone()).unwrap_or(nothing);
    for note in infos().map(|info| &info.note).filter(|note| !note.is_empty()) {
        drawn.rule = format!("{}. {}", drawn.rule, capitalised(note));
    }
    // The legend is that of the largest view; if it has none, of the first view that has one.
    let legends = of_main.into_iter().chain(infos()).map(|info| &info.legend);
    SceneInfo {
        width: size.width,
        height: size.height,
        panes: infos().flat_map(|info| info.panes.iter().cloned()).collect(),
        drawn,
        axis: TimeAxis::default(),
        legend: legends.into_iter().find(|legend| !legend.is_empty()).cloned().unwrap_or_default(),
        summary: infos().map(|info| info.summary.clone()).find(|text| !text.is_empty()).unwrap_or_default(),
        reading: infos().flat_map(|info| info.reading.iter().cloned()).collect(),
        row_panes: infos().flat_map(|info| info.row_panes.iter().cloned()).collect(),
        minimap: infos().find_map(|info| info.minimap),
        search: search.cloned(),
        notes: Vec::new(),
        selected: infos().find_map(|info| info.selected),
        selected_match: infos().find_map(|info| info.selected_match),
        table: by_room.into_iter().find(|&view| info_of(view).is_some_and(|info| info.has_table)),
        unfinished: infos().any(|info| info.unfinished),
        number: 0,
    }
}
