//! Settings of the desk, read from a state.

use diptych_protocol::{SequenceRows, SideName, StructureSides, Subject, ViewState, Window};

/// Returns the number of sides whose calls are shown.
pub(crate) fn sides_shown(state: &ViewState, is_pair: bool) -> usize {
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
