//! The colour of a bar: the distance of its partners. Green and purple stand for shorter and longer, so earlier and
//! later have no colours of their own. Instead a notch at the foot of the bar points to their side.

use diptych_scene::Rgba;
use diptych_scene::theme::{PUBLISHED_SHIFT, Theme, order};
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

    /// Returns the colours of a bar from its foot up, and the share of its height that the first one takes. In the
    /// published palette, the colour for earlier partners is at the bottom if they lie in both directions.
    pub(super) fn colors(self, palette: &Palette) -> ([Rgba; 2], f64) {
        match palette {
            Palette::Order(steps) => ([steps[self.step]; 2], 1.0),
            Palette::Published(steps) => {
                let ends = [steps[4 - self.step], steps[4 + self.step]];
                match self.lean {
                    ShiftDirection::Earlier => (ends, 1.0),
                    ShiftDirection::Later => (ends, 0.0),
                    ShiftDirection::Both { earlier } => (ends, earlier),
                }
            }
        }
    }

    /// Returns true for each direction, left and right, in which the bar's foot has a notch.
    pub(super) fn notches(self, palette: &Palette) -> [bool; 2] {
        match (palette, self.lean) {
            (Palette::Published(_), _) => [false; 2],
            _ if self.step == 0 => [false; 2],
            (_, ShiftDirection::Earlier) => [true, false],
            (_, ShiftDirection::Later) => [false, true],
            (_, ShiftDirection::Both { .. }) => [true; 2],
        }
    }
}

/// The colours of the steps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Palette {
    /// Colours by distance, from grey on. A notch gives the direction.
    Order([Rgba; 5]),
    /// Colours of the paper, from far earlier to far later, with grey in the middle.
    Published([Rgba; 9]),
}

impl Palette {
    /// Picks the palette. Its grey is darker than that of scales for boxes that touch, because bars stand on the bare
    /// background.
    pub(super) fn new(theme: &Theme, published: bool) -> Self {
        if published {
            let mut steps = PUBLISHED_SHIFT;
            steps[4] = theme.none_mark;
            return Self::Published(steps);
        }
        let step =
            |step: usize| if step == 0 { theme.none_mark } else { order(theme, (step + 2) as f64 / 6.0) };
        Self::Order([0, 1, 2, 3, 4].map(step))
    }

    pub(super) fn steps(&self) -> &[Rgba] {
        match self {
            Self::Order(steps) => steps,
            Self::Published(steps) => steps,
        }
    }

    /// Returns the labels at the ends of the scale. `most` is the spread at which its last step begins.
    pub(super) fn ends(&self, most: &str) -> [String; 2] {
        match self {
            Self::Order(_) => {
                ["in place".to_owned(), format!("≥ {most} away, \u{25c2} earlier, \u{25b8} later")]
            }
            Self::Published(_) => ["earlier".to_owned(), format!("later, ≥ {most} away")],
        }
    }
}
