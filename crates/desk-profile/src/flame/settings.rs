//! The settings of the flame graph, as the state has them and as they hold for the traces that are open.

use crate::paths::{ShownSides, words::Weights};
use diptych_profile::DifferenceOptions;
use diptych_protocol::FlameState;
use diptych_views::LayoutInput;

/// The settings that the words of a layout depend on.
#[derive(Debug, Clone, Copy)]
pub(super) struct ShownPaths {
    pub(super) sides: ShownSides,
    pub(super) weights: Weights,
    pub(super) options: DifferenceOptions,
}

/// Returns the flame graph's part of the state.
pub(super) fn flame<'a>(input: &LayoutInput<'a>) -> &'a FlameState {
    &input.state.profile.flame
}
