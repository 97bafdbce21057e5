//! What the colour of a bar says: how far away its partners lie. Green and purple are what is shorter and longer, so
//! that earlier and later have no colours of their own: a notch at the foot of the bar leans to their side.

use diptych_scene::Rgba;
use diptych_scene::theme::{PUBLISHED_SHIFT, Theme, order};

/// On which side of their own place the partners of an interval lie.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Lean {
    /// In the past of the other run.
    Earlier,
    /// In its future.
    Later,
    /// Some here, some there, so that their mean says little.
    Both {
        /// About how many of them are in the past, 0..=1: (1 − μ/r)/2.
        earlier: f64,
    },
}

/// How far away the partners of an interval lie, and on which side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tone {
    /// Where to.
    pub lean: Lean,
    /// How far: 0 is in place, 4 the farthest.
    pub step: usize,
}

/// Partners less far away than this share of the longer run are in place.
const IN_PLACE: f64 = 0.005;
/// The scale spends its range on what is there: all but a tenth at either end, and no less than this share of the run.
const LEAST_RANGE: f64 = 0.02;

/// Partners lie on both sides when their mean is less than this share of their spread.
const ONE_WAY: f64 = 0.5;

/// From which spread on each step of the scale begins, ticks of the common axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// Ascending.
    pub steps: [f64; 4],
}

impl Scale {
    /// The scale of some spreads: what is in place, then four equal steps over the range in which they lie. That begins
    /// at nothing where the least of them is less than half of the most.
    pub fn new(mut spreads: Vec<f64>, longest: f64) -> Self {
        let in_place = IN_PLACE * longest;
        spreads.retain(|&spread| spread >= in_place);
        spreads.sort_by(f64::total_cmp);
        let at = |tenths: usize| spreads.get(spreads.len() * tenths / 10).copied().unwrap_or(0.0);
        let most = at(9).max(LEAST_RANGE * longest);
        let least = if at(1) < most / 2.0 { 0.0 } else { at(1).min(most - LEAST_RANGE * longest) };
        let step = |quarters: f64| (least + (most - least) * quarters / 4.0).max(in_place);
        Self { steps: [in_place, step(1.0), step(2.0), step(3.0)] }
    }
}

impl Tone {
    /// From mean μ and spread r of the shifts on the common axis.
    pub fn new(mean_shift: f64, spread: f64, scale: Scale) -> Self {
        let step = scale.steps.iter().filter(|&&step| spread >= step && spread > 0.0).count();
        let lean = match mean_shift {
            mean if mean.abs() < ONE_WAY * spread => Lean::Both { earlier: (1.0 - mean / spread) / 2.0 },
            mean if mean < 0.0 => Lean::Earlier,
            _ => Lean::Later,
        };
        Self { lean, step }
    }

    /// The colours of a bar from its foot, and the share of its height that the first of them takes. As published, where
    /// partners lie on both sides the earlier stand below.
    pub(super) fn colors(self, palette: &Palette) -> ([Rgba; 2], f64) {
        match palette {
            Palette::Order(steps) => ([steps[self.step]; 2], 1.0),
            Palette::Published(steps) => {
                let ends = [steps[4 - self.step], steps[4 + self.step]];
                match self.lean {
                    Lean::Earlier => (ends, 1.0),
                    Lean::Later => (ends, 0.0),
                    Lean::Both { earlier } => (ends, earlier),
                }
            }
        }
    }

    /// Whether its foot is notched to the left and to the right.
    pub(super) fn notches(self, palette: &Palette) -> [bool; 2] {
        match (palette, self.lean) {
            (Palette::Published(_), _) => [false; 2],
            _ if self.step == 0 => [false; 2],
            (_, Lean::Earlier) => [true, false],
            (_, Lean::Later) => [false, true],
            (_, Lean::Both { .. }) => [true; 2],
        }
    }
}

/// What the steps of bars look like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Palette {
    /// How far, from grey on; a notch says on which side.
    Order([Rgba; 5]),
    /// The paper's: from far earlier to far later, grey in the middle.
    Published([Rgba; 9]),
}

impl Palette {
    /// That grey is darker than those of scales that are made for boxes that touch: bars stand on the bare ground.
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

    /// What the ends of the scale are called; `most` is where its last step begins.
    pub(super) fn ends(&self, most: &str) -> [String; 2] {
        match self {
            Self::Order(_) => {
                ["in place".to_owned(), format!("≥ {most} away, \u{25c2} earlier, \u{25b8} later")]
            }
            Self::Published(_) => ["earlier".to_owned(), format!("later, ≥ {most} away")],
        }
    }
}
