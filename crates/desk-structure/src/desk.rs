//! The desk of the program's structure: relations around a circle beside the calls in their order.

use super::call_windows::{CallWindows, RepeatSearch};
use crate::elements::first_call_of;
use crate::elements::toggle_element;
use crate::moves::move_sequence;
use crate::program::direction_of;
use crate::want::relations;
use crate::want::want_program;
use crate::{radial, sequence};
use diptych_engine::{AskHandler, Computed, Desk, Engine, ViewPlacement, answers};
use diptych_protocol::{
    DeskId, FirstCallRequest, RelationsReply, RelationsRequest, SequenceMoveReply, SequenceMoveRequest,
    SequenceRows, SideName, StructureParts, StructureSides, StructureState, Subject, ThemeChoice,
    ToggleElementRequest, ViewId, ViewState, Window,
};
use diptych_scene::theme::Theme;
use diptych_scene::{Rect, Size};
use diptych_views::View;

/// Share of the width that relations take beside the calls, or of the height above them.
const RADIAL_SHARE: f32 = 0.55;
/// Canvas width below which relations stand above the calls.
const BESIDE_PX: f32 = 700.0;

/// The analyses that only this desk wants.
pub const ANALYSES: &[Computed] = &[Computed::new::<CallWindows>(), Computed::new::<RepeatSearch>()];

/// The relations and the calls.
#[derive(Debug)]
pub struct StructureDesk;

impl Desk for StructureDesk {
    fn id(&self) -> DeskId {
        DeskId::Structure
    }

    fn views(&self) -> &'static [&'static dyn View] {
        &[&radial::View, &sequence::View]
    }

    fn placed(&self, state: &ViewState, size: Size, _: [bool; 2]) -> Vec<ViewPlacement> {
        let Size { width, height } = size;
        let whole = Rect::new(0.0, 0.0, width, height);
        match state.structure.parts {
            StructureParts::Radial => vec![(ViewId::Radial, whole)],
            StructureParts::Sequence => vec![(ViewId::Sequence, whole)],
            StructureParts::Both if width < BESIDE_PX => {
                let middle = (height * RADIAL_SHARE).floor();
                vec![
                    (ViewId::Radial, Rect { y1: middle, ..whole }),
                    (ViewId::Sequence, Rect { y0: middle, ..whole }),
                ]
            }
            StructureParts::Both => {
                let middle = (width * RADIAL_SHARE).floor();
                vec![
                    (ViewId::Radial, Rect { x1: middle, ..whole }),
                    (ViewId::Sequence, Rect { x0: middle, ..whole }),
                ]
            }
        }
    }

    fn show_only(&self, view: Option<ViewId>, state: &mut ViewState) -> bool {
        state.structure.parts = match view {
            None => StructureParts::Both,
            Some(ViewId::Radial) => StructureParts::Radial,
            Some(ViewId::Sequence) => StructureParts::Sequence,
            Some(_) => return false,
        };
        true
    }

    fn want(&self, engine: &mut Engine, state: &ViewState) {
        let _ = want_program(engine, state);
    }

    fn asks(&self) -> &'static [AskHandler] {
        const {
            &[
                AskHandler::new::<Self, RelationsRequest>(),
                AskHandler::new::<Self, ToggleElementRequest>(),
                AskHandler::new::<Self, FirstCallRequest>(),
                AskHandler::new::<Self, SequenceMoveRequest>(),
            ]
        }
    }
}

answers! { StructureDesk:
    RelationsRequest => RelationsReply: |engine, ask| Ok(relations(engine, *ask));
    ToggleElementRequest => StructureState: |engine, ask| Ok(toggle_element(engine, ask));
    FirstCallRequest => Option<Subject>: |engine, ask| Ok(first_call_of(engine, ask));
    SequenceMoveRequest => SequenceMoveReply: |engine, ask| Ok(move_sequence(engine, ask));
}

/// Returns columns and rows of the picture of one side's calls, and its three colours: caller and callee end of the
/// gradient, and the ground. Both counts are 0 where the calls are not shown.
pub(crate) fn calls_picture(
    state: &ViewState,
    size: Size,
    theme: ThemeChoice,
    is_pair: bool,
) -> ([u32; 2], [[u8; 3]; 3]) {
    let theme = Theme::named(diptych_views::caption::theme_name(theme));
    let placed = Desk::placed(&StructureDesk, state, size, [true, is_pair]);
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

/// Returns the number of sides whose calls are shown.
fn sides_shown(state: &ViewState, is_pair: bool) -> usize {
    if is_pair && state.structure.sides == StructureSides::Pair { 2 } else { 1 }
}

/// Returns true if matched calls stand side by side.
pub(crate) fn shows_matched(state: &ViewState) -> bool {
    state.structure.rows == SequenceRows::Matched && state.structure.sides == StructureSides::Pair
}

/// Returns the emphasis of rare calls (p of Eq. 2) in tenths, clamped to −5 to 5.
pub(crate) fn power_of_rare(state: &ViewState) -> i64 {
    state.structure.p.clamp(-50, 50)
}

/// Returns the marked calls whose repeats are sought: their side, the range of their start times in ticks, and the
/// share of a repeat that has to be the same, in per cent.
pub(crate) fn marked_calls(state: &ViewState) -> Option<(SideName, Window, u32)> {
    match state.structure.mark {
        Some(Subject::Time { side, window, .. }) => Some((side, window, state.structure.alike.min(100))),
        _ => None,
    }
}

/// Returns the declared layers of the program as text.
pub(crate) fn declared_layers(state: &ViewState) -> &str {
    &state.structure.layers
}
