//! How the time axis of a side lies on the axis that both sides share.

use diptych_compare::align::Warp;
use diptych_protocol::{SideName, TimeAxis, TimeState, Window};

/// From a side's own ticks to ticks of the common axis, which is A's, and back. Windows in the state are of the common
/// axis; calls, labels of axes and references are of the side's own. Never falls; where two ticks of one side are
/// one of the other, the way there and back may end a tick beside.
#[derive(Debug, Clone, Copy, Default)]
pub enum TimeMap<'a> {
    /// Both from zero.
    #[default]
    Identity,
    /// This is added to own ticks.
    Offset(i64),
    /// B's time bent so that matched calls lie under each other.
    Warp(&'a Warp),
}

impl<'a> TimeMap<'a> {
    /// The map of a side. Without an alignment, matched is as from zero.
    pub fn new(state: &TimeState, side: SideName, warp: Option<&'a Warp>) -> Self {
        match (side, state.axis, warp) {
            (SideName::B, TimeAxis::Chosen, _) => {
                Self::Offset(state.anchors.a.saturating_sub(state.anchors.b))
            }
            (SideName::B, TimeAxis::Matched, Some(warp)) => Self::Warp(warp),
            _ => Self::Identity,
        }
    }

    /// Where an own tick lies on the common axis.
    pub fn common(self, own: i64) -> i64 {
        match self {
            Self::Identity => own,
            Self::Offset(by) => own.saturating_add(by),
            Self::Warp(warp) => warp.to_a(own),
        }
    }

    /// The own tick that lies there.
    pub fn own(self, common: i64) -> i64 {
        match self {
            Self::Identity => common,
            Self::Offset(by) => common.saturating_sub(by),
            Self::Warp(warp) => warp.to_b(common),
        }
    }

    /// Of a bent axis the moments at which it is held, in ticks of A and of B, within a window of the common axis: of
    /// those in every stretch of so many ticks the first. None of others.
    pub fn anchors(self, window: Window, stretch: i64) -> Vec<[i64; 2]> {
        let Self::Warp(warp) = self else { return Vec::new() };
        let all = warp.anchors();
        let first = all.partition_point(|at| at[0] < window.start);
        let within = all[first..].iter().take_while(|at| at[0] <= window.end);
        let mut last = None;
        let is_first = |at: &&[i64; 2]| {
            let number = Some(at[0].div_euclid(stretch.max(1)));
            let is_another = number != last;
            last = number;
            is_another
        };
        within.filter(is_first).copied().collect()
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

    /// Returns a time range of each side in its own ticks: `window` of `side`, and the same stretch of the other side.
    pub fn range_of_both(maps: [Self; 2], side: SideName, window: Window) -> [Window; 2] {
        let common = maps[side.index()].common_window(window);
        SideName::BOTH.map(|of| if of == side { window } else { maps[of.index()].own_window(common) })
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
        let time_map = TimeMap::new(&state, SideName::B, None);
        assert_eq!((time_map.common(200), time_map.own(700)), (700, 200));
        let window = Window { start: 650, end: 900 };
        assert_eq!(time_map.common_window(time_map.own_window(window)), window);
        let maps = SideName::BOTH.map(|side| TimeMap::new(&state, side, None));
        let of_b = Window { start: 150, end: 400 };
        assert_eq!(TimeMap::range_of_both(maps, SideName::A, window), [window, of_b]);
        assert_eq!(TimeMap::range_of_both(maps, SideName::B, of_b), [window, of_b]);
        assert_eq!(TimeMap::new(&state, SideName::A, None).common(200), 200);
        let zero = TimeState::default();
        assert_eq!(TimeMap::new(&zero, SideName::B, None).common(200), 200);
    }
}
