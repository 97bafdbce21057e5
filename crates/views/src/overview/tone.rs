//! What the colour of a bar says: whether its partners lie earlier or later, and how far.

use diptych_scene::Rgba;
use diptych_scene::theme::{PUBLISHED_SHIFT, Theme};

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

/// Hue and saturation of a bar.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tone {
    /// Where to.
    pub lean: Lean,
    /// How far: 0 is grey, 4 the farthest.
    pub step: usize,
}

/// Where steps of saturation begin: spread as a share of the longer run.
const STEPS: [f64; 4] = [0.005, 0.015, 0.05, 0.15];

/// Partners lie on both sides when their mean is less than this share of their spread.
const ONE_WAY: f64 = 0.5;

impl Tone {
    /// From mean μ and spread r of the shifts, and the longer run, all on the common axis.
    pub fn new(mean_shift: f64, spread: f64, longest: f64) -> Self {
        let step = STEPS.iter().filter(|&&step| spread >= step * longest && spread > 0.0).count();
        let lean = match mean_shift {
            mean if mean.abs() < ONE_WAY * spread => Lean::Both { earlier: (1.0 - mean / spread) / 2.0 },
            mean if mean < 0.0 => Lean::Earlier,
            _ => Lean::Later,
        };
        Self { lean, step }
    }

    /// The colours of a bar from its foot, and the share of its height that the first of them takes: with partners on
    /// both sides the earlier stand below.
    pub(super) fn colors(self, palette: &[Rgba; 9]) -> ([Rgba; 2], f64) {
        let ends = [palette[4 - self.step], palette[4 + self.step]];
        match self.lean {
            Lean::Earlier => (ends, 1.0),
            Lean::Later => (ends, 0.0),
            Lean::Both { earlier } => (ends, earlier),
        }
    }
}

/// Nine steps from far earlier to far later, grey in the middle. That grey is darker than the scale's own, which is
/// made for boxes that touch: bars stand on the bare ground.
pub(super) fn palette(theme: &Theme, published: bool) -> [Rgba; 9] {
    let mut palette = if published { PUBLISHED_SHIFT } else { theme.change };
    palette[4] = theme.none_mark;
    palette
}
