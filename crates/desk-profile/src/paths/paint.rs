//! The colours of paths: by the weight of their functions for one side, by their difference for two.

use crate::path_results::RunConfidence;
use diptych_profile::{Differences, FunctionSums, Measure, NodeId, PathTree, Tone};
use diptych_protocol::SideName;
use diptych_scene::color::lab::Lab;
use diptych_scene::theme::{Theme, ThemeName, change_step, gold};
use diptych_scene::{Cushion, Hatch, RectStyle, Rgba};
use diptych_trace::IdentityId;
use diptych_views::{LayoutInput, Paint, SignificantFunctions, only, pale};

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
    /// True for each node whose change is not significant, with one run a side. Empty if nothing judged the functions.
    pub(crate) pale: &'a [bool],
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
                    None if matches!(tone, Tone::Step(_)) && self.pale.get(node.index()) == Some(&true) => {
                        Paint { fill: pale(self.theme, paint.fill), ..paint }
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

/// Returns the functions with a significant change, if pictures show how time changed with one run a side. Several runs
/// have a confidence for each path.
pub(crate) fn judged<'a>(
    input: &LayoutInput<'a>,
    confidence: Option<&RunConfidence>,
) -> Option<SignificantFunctions<'a>> {
    let is_time = matches!(input.state.paths.weight.as_str(), "" | "self");
    input.correspondence.filter(|_| is_time && confidence.is_none())?.significant
}

/// Returns true for each path whose change is not significant. The comparison judges the self time of functions, so a
/// path by its total weight is significant if a function on it or below it is. A path of callers shows time of its first
/// function, which decides. O(nodes).
pub(crate) fn pale_nodes(
    tree: &PathTree,
    significant: Option<SignificantFunctions<'_>>,
    measure: Measure,
    of_callers: bool,
) -> Vec<bool> {
    let Some(significant) = significant else { return Vec::new() };
    let mut holds: Vec<bool> = tree.identity().iter().map(|&function| significant.holds(function)).collect();
    let parents = tree.parent();
    if of_callers {
        for node in 0..holds.len() {
            // Above the first function there may be a lane.
            let caller_of = parents[node].some().filter(|up| significant.knows(tree.identity()[up.index()]));
            holds[node] = caller_of.map_or(holds[node], |up| holds[up.index()]);
        }
    } else if measure == Measure::Total {
        // Callees come after their callers.
        for node in (0..holds.len()).rev() {
            if let Some(parent) = parents[node].some().filter(|_| holds[node]) {
                holds[parent.index()] = true;
            }
        }
    }
    holds.into_iter().map(|holds| !holds).collect()
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
                    let paint =
                        PathPaint { theme, colors, callers, confidence: None, by_node: &[], pale: &[] };
                    looks.push((
                        format!("gold {share}, callers {callers}"),
                        paint.of(NodeId(0), IdentityId(0)),
                    ));
                }
            }
        }
        let colors = Colors::Gold { weights: &[], paths: &[], whole: whole(0.0), root: false };
        let paint = PathPaint { theme, colors, callers: false, confidence: None, by_node: &[], pale: &[] };
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
        for step in 0..theme.change.len() {
            looks.push((format!("pale {step}"), flat(pale(theme, theme.change[step]))));
        }
        let all_faded: Vec<_> =
            looks.iter().map(|(what, paint)| (format!("{what}, faded"), faded(theme, *paint))).collect();
        looks.into_iter().chain(all_faded).collect()
    }

    /// Returns pale nodes by walking up from each node, or down to all of its callees.
    fn naive_pale(tree: &PathTree, significant: &[bool], measure: Measure, of_callers: bool) -> Vec<bool> {
        let holds = |node: u32| significant[tree.identity()[node as usize].index()];
        let is_pale = |node: NodeId| {
            if of_callers {
                let root = std::iter::successors(Some(node), |at| tree.parent()[at.index()].some()).last();
                !holds(root.unwrap_or(node).0)
            } else if measure == Measure::Total {
                !tree.subtree(node).any(holds)
            } else {
                !holds(node.0)
            }
        };
        tree.nodes().map(is_pale).collect()
    }

    #[test]
    fn pale_paths_match_naive_walks() {
        let trace = diptych_testkit::trace(
            "t\n  0..100 f\n    10..40 g\n      20..30 h\n    50..60 k\n  110..150 g\n    120..130 f\n      122..124 k\n",
        );
        let identities: Vec<IdentityId> = (0..trace.functions().len() as u32).map(IdentityId).collect();
        let run = diptych_profile::MeasuredTree::new(
            &trace,
            &identities,
            diptych_profile::TreePart::whole(),
            diptych_profile::Weight::Ticks,
            &mut |_, _| (),
        );
        let tree = diptych_profile::WeightedTree::one(&run);
        for bits in 0..16u32 {
            let of_runs: Vec<bool> = (0..identities.len()).map(|at| bits >> at & 1 == 1).collect();
            let significant = SignificantFunctions {
                of_runs: &of_runs,
                of_pair: None,
                successors: None,
                waits: &[],
                gaps: [false; 2],
            };
            for measure in [Measure::Total, Measure::Own] {
                for of_callers in [false, true] {
                    let found = pale_nodes(&tree, Some(significant), measure, of_callers);
                    assert_eq!(found, naive_pale(&tree, &of_runs, measure, of_callers), "{bits} {measure:?}");
                }
            }
        }
        assert!(pale_nodes(&tree, None, Measure::Total, false).is_empty());
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
