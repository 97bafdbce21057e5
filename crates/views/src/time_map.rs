//! The placement of a side's time axis on the axis that both sides share.

use diptych_compare::align::Warp;
use diptych_protocol::{SideName, TimeAxis, TimeState, Window};

/// A mapping from a side's own ticks to ticks of the common axis, which is A's, and back. Windows in the state are on
/// the common axis; calls, axis labels and references use the side's own ticks. The mapping never decreases. Where two
/// ticks of one side are one tick of the other, a round trip may be off by one.
#[derive(Debug, Clone, Copy, Default)]
pub enum TimeMap<'a> {
    /// Both sides start at zero.
    #[default]
    Identity,
    /// An offset that is added to own ticks.
    Offset(i64),
    /// A bend of B's time that puts matched calls below each other.
    Warp(&'a Warp),
}

impl<'a> TimeMap<'a> {
    /// Returns the mapping of a side. Without an alignment, `Matched` is the same as starting at zero.
    pub fn new(state: &TimeState, side: SideName, warp: Option<&'a Warp>) -> Self {
        match (side, state.axis, warp) {
            (SideName::B, TimeAxis::Chosen, _) => {
                Self::Offset(state.anchors.a.saturating_sub(state.anchors.b))
            }
            (SideName::B, TimeAxis::Matched, Some(warp)) => Self::Warp(warp),
            _ => Self::Identity,
        }
    }

    /// Returns the tick of the common axis for an own tick.
    pub fn common(self, own: i64) -> i64 {
        match self {
            Self::Identity => own,
            Self::Offset(by) => own.saturating_add(by),
            Self::Warp(warp) => warp.to_a(own),
        }
    }

    /// Returns the own tick at a tick of the common axis.
    pub fn own(self, common: i64) -> i64 {
        match self {
            Self::Identity => common,
            Self::Offset(by) => common.saturating_sub(by),
            Self::Warp(warp) => warp.to_b(common),
        }
    }

    /// Returns the anchors of a bent axis within a window of the common axis, in ticks of A and of B. Only the first
    /// anchor of every `stretch` ticks is included. Other axes have none.
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

    /// Converts a window of the common axis to own ticks.
    pub fn own_window(self, window: Window) -> Window {
        let start = self.own(window.start);
        Window { start, end: self.own(window.end).max(start + 1) }
    }

    /// Converts a window of own ticks to the common axis.
    pub fn common_window(self, window: Window) -> Window {
        let start = self.common(window.start);
        Window { start, end: self.common(window.end).max(start + 1) }
    }

    /// Returns a time range of each side in its own ticks: `window` of `side`, and the same range of the other side.
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
    fn chosen_anchors_align_both_time_axes() {
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
