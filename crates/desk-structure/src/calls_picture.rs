//! Size and colours of the picture of calls, which the compute role draws.

use crate::parts::placed;
use crate::program::direction_of;
use crate::sequence;
use crate::settings::{shows_matched, sides_shown};
use diptych_protocol::{ThemeChoice, ViewId, ViewState};
use diptych_scene::Size;
use diptych_scene::theme::Theme;

/// Returns columns and rows of the picture of one side's calls, and its three colours: caller and callee end of the
/// gradient, and the ground. Both counts are 0 where the calls are not shown.
pub(crate) fn calls_picture(
    state: &ViewState,
    size: Size,
    theme: ThemeChoice,
    is_pair: bool,
) -> ([u32; 2], [[u8; 3]; 3]) {
    let theme = Theme::named(diptych_views::caption::theme_name(theme));
    let placed = placed(state, size);
    let rect = placed.iter().find(|(view, _)| *view == ViewId::Sequence).map(|(_, rect)| *rect);
    let sides = sides_shown(state, is_pair);
    let picture =
        rect.map_or([0, 0], |rect| sequence::picture_size(rect, sides, sides == 2 && shows_matched(state)));
    let [caller, callee] = direction_of(theme, state.structure.color);
    let colors = [caller, callee, theme.bg].map(|color| {
        let [red, green, blue, _] = color.bytes();
        [red, green, blue]
    });
    (picture, colors)
}
