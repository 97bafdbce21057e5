//! The colour of a bar: the distance and direction of its partners. The part whose partners are earlier lies below the
//! base line of the bars, in indigo, and the part whose partners are later above it, in gold. Green and purple already
//! stand for shorter and longer, blue and orange for the sides, and teal for moved calls.

use diptych_scene::Rgba;
use diptych_scene::theme::{PUBLISHED_SHIFT, Theme, earlier, later};
use diptych_trace::Sorting;

/// The direction in which the partners of an interval lie.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ShiftDirection {
    /// Partners lie in the past of the other run.
    Earlier,
    /// Partners lie in the future of the other run.
    Later,
    /// Partners lie in both directions, so their mean says little.
    Both {
        /// Approximate share of the partners that are earlier, 0..=1: (1 − μ/r)/2.
        earlier: f64,
    },
}

/// The distance and direction of an interval's partners.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tone {
    /// Direction.
    pub lean: ShiftDirection,
    /// Distance as a step of the scale: 0 is in place, 4 the farthest.
    pub step: usize,
}

/// Distance below which partners are in place, as a share of the longer run.
const IN_PLACE: f64 = 0.005;
/// Least range of the scale, as a share of the longer run. The scale covers the middle eight tenths of the spreads, but
/// at least this range.
const LEAST_RANGE: f64 = 0.02;

/// Share of the spread below which a mean counts as both directions.
const ONE_WAY: f64 = 0.5;

/// The spreads at which the steps of the scale begin, in ticks of the common axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// Ascending spreads.
    pub steps: [f64; 4],
}

impl Scale {
    /// Builds a scale for some spreads: one step for "in place", then four equal steps over the range of the spreads.
    /// The range begins at 0 if its low end is less than half of its high end.
    pub fn new(mut spreads: Vec<f64>, longest: f64) -> Self {
        let in_place = IN_PLACE * longest;
        spreads.retain(|&spread| spread >= in_place);
        spreads.order_by(f64::total_cmp);
        let at = |tenths: usize| spreads.get(spreads.len() * tenths / 10).copied().unwrap_or(0.0);
        let most = at(9).max(LEAST_RANGE * longest);
        let least = if at(1) < most / 2.0 { 0.0 } else { at(1).min(most - LEAST_RANGE * longest) };
        let step = |quarters: f64| (least + (most - least) * quarters / 4.0).max(in_place);
        Self { steps: [in_place, step(1.0), step(2.0), step(3.0)] }
    }
}

impl Tone {
    /// Builds the tone for the mean μ and the spread r of shifts on the common axis.
    pub fn new(mean_shift: f64, spread: f64, scale: Scale) -> Self {
        let step = scale.steps.iter().filter(|&&step| spread >= step && spread > 0.0).count();
        let lean = match mean_shift {
            mean if mean.abs() < ONE_WAY * spread => {
                ShiftDirection::Both { earlier: (1.0 - mean / spread) / 2.0 }
            }
            mean if mean < 0.0 => ShiftDirection::Earlier,
            _ => ShiftDirection::Later,
        };
        Self { lean, step }
    }

    /// Returns the share of a bar whose partners are earlier, which lies below the base line. A bar in place has none.
    pub(super) fn earlier(self) -> f64 {
        match self.lean {
            _ if self.step == 0 => 0.0,
            ShiftDirection::Earlier => 1.0,
            ShiftDirection::Later => 0.0,
            ShiftDirection::Both { earlier } => earlier,
        }
    }
}

/// The colours of the steps, from far earlier to far later, with grey in the middle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Palette {
    pub(super) steps: [Rgba; 9],
}

impl Palette {
    /// Picks the palette: indigo and gold, which colour-blind people can tell apart, or the red and green of the paper.
    /// Its grey is darker than that of scales for boxes that touch, because bars stand on the bare background.
    pub(super) fn new(theme: &Theme, published: bool) -> Self {
        let mut steps = if published {
            PUBLISHED_SHIFT
        } else {
            let step = |distance: usize| (distance + 2) as f64 / 6.0;
            [4, 3, 2, 1, 0, 1, 2, 3, 4].map(|distance| later(theme, step(distance)))
        };
        if !published {
            for distance in 1..=4 {
                steps[4 - distance] = earlier(theme, (distance + 2) as f64 / 6.0);
            }
        }
        steps[4] = theme.none_mark;
        Self { steps }
    }

    /// Returns the colours of the earlier and of the later part of a bar.
    pub(super) fn parts(&self, tone: Tone) -> [Rgba; 2] {
        [self.steps[4 - tone.step], self.steps[4 + tone.step]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_scene::color::lab::ciede2000;
    use diptych_scene::theme::ThemeName;

    #[test]
    fn earlier_later_and_moved_are_told_apart() {
        for name in ThemeName::ALL {
            let theme = Theme::named(name);
            let Palette { steps } = Palette::new(theme, false);
            let (ends, grey) = ([steps[0], steps[8]], steps[4]);
            let others = [grey, theme.moved, theme.a_fill, theme.b_fill, theme.change[0], theme.change[8]];
            let pairs = ends.iter().flat_map(|end| others.iter().map(move |other| (end, other)));
            for (&one, &other) in pairs.chain([(&ends[0], &ends[1])]) {
                let apart = ciede2000(one.into(), other.into());
                assert!(apart > 12.0, "{name:?}: {one:?} and {other:?}: {apart}");
            }
        }
    }

    #[test]
    fn bars_in_place_have_no_earlier_part() {
        let scale = Scale { steps: [10.0, 20.0, 30.0, 40.0] };
        let part = |mean: f64, spread: f64| Tone::new(mean, spread, scale).earlier();
        assert_eq!(
            [part(-5.0, 5.0), part(-25.0, 25.0), part(25.0, 25.0)].map(f64::to_bits),
            [0.0f64, 1.0, 0.0].map(f64::to_bits)
        );
        assert!((part(0.0, 25.0) - 0.5).abs() < 1e-9);
    }
}
