//! The colours of paths: by the weight of their functions for one side, by their difference for two.

use crate::path_results::RunConfidence;
use diptych_profile::{Differences, FunctionSums, Measure, NodeId, Tone};
use diptych_protocol::SideName;
use diptych_scene::color::lab::Lab;
use diptych_scene::theme::{Theme, ThemeName, change_step, gold};
use diptych_scene::{Cushion, Hatch, RectStyle, Rgba};
use diptych_trace::IdentityId;
use diptych_views::{Paint, only};

/// The source of colours.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Colors<'a> {
    /// Gold, from grey at nothing to full colour for the whole: *Visualisations for Function Time Profiles*, section
    /// 4.2.2.
    Gold {
        /// Weight of each function.
        weights: &'a [i64],
        /// Weight of each path, for nodes that are no function.
        paths: &'a [i64],
        /// Whole that weights are shares of.
        whole: GoldWhole,
        /// True to take the square root of the share.
        root: bool,
    },
    /// The difference between both sides.
    Change {
        /// Differences of the tree.
        differences: Differences<'a>,
        /// True to draw paths in grey: gone paths first, new paths second.
        plain: [bool; 2],
    },
}

/// The painter of paths.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PathPaint<'a> {
    pub(crate) theme: &'a Theme,
    pub(crate) colors: Colors<'a>,
    /// True if the paths are callers, which are blue instead of gold.
    pub(crate) callers: bool,
    /// Confidence from several runs. Changes that the runs doubt fade.
    pub(crate) confidence: Option<&'a RunConfidence>,
    /// Confidence of each node, if it has its own. Other nodes take that of their function.
    pub(crate) by_node: &'a [Option<f64>],
}

/// Share of the colour left to ancestors of the shown paths.
const FADED: f64 = 0.45;

impl PathPaint<'_> {
    /// Returns the look of a path.
    pub(crate) fn of(&self, node: NodeId, function: IdentityId) -> Paint {
        match self.colors {
            Colors::Gold { weights, paths, whole, root } => {
                let weight = weights.get(function.index()).unwrap_or(&paths[node.index()]);
                let share = share(*weight as f64, whole.weight);
                let paint = flat(gold(if root { share.sqrt() } else { share }, self.callers));
                self.edged(paint)
            }
            Colors::Change { differences, plain } => {
                let tone = differences.tone(node);
                let paint = self.of_tone(tone, plain);
                let of_function =
                    || self.confidence.and_then(|runs| runs.by_function.get(function.index()).copied());
                let sure = self.by_node.get(node.index()).copied().flatten().or_else(of_function);
                match sure {
                    Some(sure) if !matches!(tone, Tone::Grey | Tone::Nothing) => {
                        faded_to(self.theme, paint, opacity(sure))
                    }
                    _ => paint,
                }
            }
        }
    }

    fn of_tone(&self, tone: Tone, plain: [bool; 2]) -> Paint {
        let grey = 4;
        match tone {
            Tone::New if !plain[1] => only(self.theme, SideName::B),
            Tone::Gone if !plain[0] => only(self.theme, SideName::A),
            Tone::Step([before, after]) => self.of_step(change_step(before, after)),
            Tone::Grey | Tone::New | Tone::Gone => self.of_step(grey),
            Tone::Nothing => {
                let style = RectStyle::PLAIN.border(4);
                Paint { border: self.theme.line, style, ..flat(self.theme.bg) }
            }
        }
    }

    fn of_step(&self, step: usize) -> Paint {
        let sign = match step {
            _ if self.theme.name != ThemeName::HighContrast => None,
            0..4 => Some('▼'),
            4 => None,
            _ => Some('▲'),
        };
        self.edged(Paint { sign, ..flat(self.theme.change[step]) })
    }

    /// Adds an edge in the high-contrast theme, which separates cells from their neighbours.
    fn edged(&self, paint: Paint) -> Paint {
        if self.theme.name != ThemeName::HighContrast {
            return paint;
        }
        Paint { border: self.theme.line, style: paint.style.border(4), ..paint }
    }

    /// Returns the look of a path that a search found.
    pub(crate) fn hit(&self) -> Paint {
        self.edged(flat(self.theme.hit))
    }
}

/// The whole that gold is a share of.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GoldWhole {
    pub(crate) weight: f64,
    /// True if the whole is the self weight of the heaviest function.
    pub(crate) is_heaviest: bool,
}

impl GoldWhole {
    /// Returns the whole for a picture that weighs `shown`. By self weights it is at most the self weight of the
    /// heaviest function, because self weights are small shares of any larger whole. O(functions) by self weights.
    pub(crate) fn new(sums: &FunctionSums, measure: Measure, shown: i64) -> Self {
        let heaviest = sums.own.iter().copied().max().filter(|&own| measure == Measure::Own && own < shown);
        Self { weight: heaviest.unwrap_or(shown) as f64, is_heaviest: heaviest.is_some() }
    }
}

/// Returns a flat fill without cushion, so that lightness is even and has no meaning.
fn flat(fill: Rgba) -> Paint {
    Paint { cushion: Cushion::FLAT, ..Paint::plain(fill) }
}

/// Returns the share of a whole, at most 1.
pub(crate) fn share(weight: f64, whole: f64) -> f64 {
    if whole > 0.0 { (weight / whole).clamp(0.0, 1.0) } else { 0.0 }
}

/// Returns the opacity of a change with this confidence. It is never 0, so that the cell stays visible.
pub(crate) fn opacity(sure: f64) -> f64 {
    const LEAST: f64 = 0.2;
    LEAST + (1.0 - LEAST) * sure.clamp(0.0, 1.0)
}

/// Fades a look into the background. It stays opaque, so that its label remains legible.
pub(crate) fn faded(theme: &Theme, paint: Paint) -> Paint {
    faded_to(theme, paint, FADED)
}

/// Fades a look until this share of its colours is left.
pub(crate) fn faded_to(theme: &Theme, paint: Paint, left: f64) -> Paint {
    let fade = |color: Rgba| Lab::from(theme.bg).mix(color.into(), left).to_rgba();
    Paint { fill: fade(paint.fill), mark: fade(paint.mark), border: fade(paint.border), ..paint }
}

/// Returns the look of several paths under a pixel: a background with hairlines.
pub(crate) fn merged(theme: &Theme, holds_hit: bool) -> Paint {
    let mark = if holds_hit { theme.hit } else { theme.none_mark };
    let style = RectStyle::PLAIN.hatch(Hatch::Hairlines);
    Paint { mark, style, ..flat(theme.none) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_scene::color::lab::contrast;
    use diptych_scene::theme::label_on;

    fn whole(weight: f64) -> GoldWhole {
        GoldWhole { weight, is_heaviest: false }
    }

    /// Returns every look of a cell in a flame graph or funky graph of a theme.
    fn looks(theme: &Theme) -> Vec<(String, Paint)> {
        let mut looks =
            vec![("merged".to_owned(), merged(theme, false)), ("hit".to_owned(), merged(theme, true))];
        for callers in [false, true] {
            for root in [false, true] {
                for share in 0..=500i64 {
                    let weights = [share];
                    let colors =
                        Colors::Gold { weights: &weights, paths: &weights, whole: whole(500.0), root };
                    let paint = PathPaint { theme, colors, callers, confidence: None, by_node: &[] };
                    looks.push((
                        format!("gold {share}, callers {callers}"),
                        paint.of(NodeId(0), IdentityId(0)),
                    ));
                }
            }
        }
        let colors = Colors::Gold { weights: &[], paths: &[], whole: whole(0.0), root: false };
        let paint = PathPaint { theme, colors, callers: false, confidence: None, by_node: &[] };
        looks.push(("found".to_owned(), paint.hit()));
        let tones = [Tone::Nothing, Tone::Grey, Tone::New, Tone::Gone].into_iter();
        let steps = (0..=60).flat_map(|step| {
            let ratio = 1.0 + f64::from(step) / 40.0;
            [Tone::Step([1.0, ratio]), Tone::Step([ratio, 1.0])]
        });
        for tone in tones.chain(steps) {
            for plain in [[false; 2], [true; 2]] {
                looks.push((format!("{tone:?}, plain {plain:?}"), paint.of_tone(tone, plain)));
            }
        }
        let all_faded: Vec<_> =
            looks.iter().map(|(what, paint)| (format!("{what}, faded"), faded(theme, *paint))).collect();
        looks.into_iter().chain(all_faded).collect()
    }

    #[test]
    fn labels_are_legible_on_every_fill_and_theme() {
        for name in ThemeName::ALL {
            let theme = Theme::named(name);
            let looks = looks(theme);
            let steps =
                theme.change.iter().filter(|color| looks.iter().any(|(_, paint)| paint.fill == **color));
            assert_eq!(steps.count(), theme.change.len(), "{name:?}: not every step is among the looks");
            for (what, Paint { fill, .. }) in looks {
                assert_eq!(fill.alpha(), 255, "{what} in {name:?}: what lies below would be seen");
                let found = contrast(label_on(fill), fill);
                assert!(found >= 4.5, "{what} in {name:?}: {found:.2} on {fill:?}");
            }
        }
    }
}
