//! How the time axis of a side lies on the axis that both sides share.

use diptych_compare::align::Warp;
use diptych_protocol::{SideName, TimeAxis, TimeState, Window};

/// From a side's own ticks to ticks of the common axis, which is A's, and back. Windows in the state are of the common
/// axis; calls, labels of axes and references are of the side's own. Never falls; where two ticks of one side are
/// one of the other, the way there and back may end a tick beside.
#[derive(Debug, Clone, Copy, Default)]
pub enum Clock<'a> {
    /// Both from zero.
    #[default]
    Own,
    /// This is added to own ticks.
    Shifted(i64),
    /// B's time bent so that matched calls lie under each other.
    Bent(&'a Warp),
}

impl<'a> Clock<'a> {
    /// The clock of a side. Without an alignment, matched is as from zero.
    pub fn of(state: &TimeState, side: SideName, warp: Option<&'a Warp>) -> Self {
        match (side, state.axis, warp) {
            (SideName::B, TimeAxis::Chosen, _) => {
                Self::Shifted(state.anchors.a.saturating_sub(state.anchors.b))
            }
            (SideName::B, TimeAxis::Matched, Some(warp)) => Self::Bent(warp),
            _ => Self::Own,
        }
    }

    /// Where an own tick lies on the common axis.
    pub fn common(self, own: i64) -> i64 {
        match self {
            Self::Own => own,
            Self::Shifted(by) => own.saturating_add(by),
            Self::Bent(warp) => warp.to_a(own),
        }
    }

    /// The own tick that lies there.
    pub fn own(self, common: i64) -> i64 {
        match self {
            Self::Own => common,
            Self::Shifted(by) => common.saturating_sub(by),
            Self::Bent(warp) => warp.to_b(common),
        }
    }

    /// A window of the common axis in own ticks.
    pub fn own_window(self, window: Window) -> Window {
        let start = self.own(window.start);
        Window { start, end: self.own(window.end).max(start + 1) }
    }

    /// A window of own ticks on the common axis.
    pub fn common_window(self, window: Window) -> Window {
        let start = self.common(window.start);
        Window { start, end: self.common(window.end).max(start + 1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_protocol::Sides;

    #[test]
    fn a_chosen_instant_lies_under_the_other() {
        let anchors = Sides { a: 700, b: 200 };
        let state = TimeState { axis: TimeAxis::Chosen, anchors, ..TimeState::default() };
        let clock = Clock::of(&state, SideName::B, None);
        assert_eq!((clock.common(200), clock.own(700)), (700, 200));
        let window = Window { start: 650, end: 900 };
        assert_eq!(clock.common_window(clock.own_window(window)), window);
        assert_eq!(Clock::of(&state, SideName::A, None).common(200), 200);
        let zero = TimeState::default();
        assert_eq!(Clock::of(&zero, SideName::B, None).common(200), 200);
    }
}
