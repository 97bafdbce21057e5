//! The colours of matches (TraceDiff IV-D).

use super::context::MatchContext;
use super::curves::TUBE_PX;
use super::input::PictureInput;
use super::item::Item;
use super::link::Link;
use super::scale::{PLACE_STEPS, SHIFT_STEPS, SIMILARITY_STEPS, Scale, alpha, opaque, similarity_hue, tau};
use diptych_compare::align::Kind;
use diptych_protocol::{ColorBy, LegendEntry, MatchMode, SideName};
use diptych_scene::Rgba;
use diptych_scene::theme::{self, Theme};
use diptych_views::icicle::boxes::FADED;
use diptych_views::legend::{marks, step};

/// Darkness of the borders of a tube's cushion. From `SHADED_PX` on it decreases with the width, because a wide tube
/// would otherwise be a wide shadow.
const SHADE: f32 = 0.3;
const SHADED_PX: f32 = 24.0;
/// Widths in CSS pixels between which tubes blend from one encoding of s to the other. Narrower tubes show s by
/// transparency, wider ones by a highlight. The paper switches at 16.
const THIN_PX: [f32; 2] = [12.0, 20.0];
/// Highlight strength of a tube with ŝ = 1.
const HIGHLIGHT: f32 = 0.8;

/// Opacity of a line between boxes that stands for hardly any match, and the number of matches from which a line is
/// opaque.
const THINNEST_ALPHA: f32 = 0.15;
const DARKEST_LINE: f32 = 10_000.0;

/// The fill of a curve.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct CurveLook {
    /// Colours at its start and at its end.
    pub(super) colors: [Rgba; 2],
    pub(super) shade: f32,
    pub(super) highlight: f32,
}

/// Picks the colours of curves by the chosen encoding.
pub(super) struct Painter<'a> {
    context: &'a MatchContext<'a>,
    scale: Scale<'a>,
}

impl<'a> Painter<'a> {
    pub(super) fn new(context: &'a MatchContext<'a>) -> Self {
        Self { context, scale: Scale::new(context.input, context.plots) }
    }

    pub(super) fn look(&self, link: &Link, is_tube: bool) -> CurveLook {
        let input = self.context.input;
        let width = link.ends[0].width.max(link.ends[1].width);
        let shade = SHADE * (SHADED_PX / width.max(SHADED_PX)).sqrt();
        let mut look = CurveLook { colors: self.colors(link, is_tube), shade, highlight: 0.0 };
        if !self.scale.is_brushed(link.ends.map(|end| end.call), link.root) {
            look.colors = [grey(input.theme, is_tube); 2];
        }
        if let (ColorBy::Similarity, Some(s)) = (input.state.color, link.similarity) {
            let strength = self.scale.strength(s);
            let alpha = alpha(strength);
            let [thin, thick] = THIN_PX;
            let blend = ((width - thin) / (thick - thin)).clamp(0.0, 1.0);
            look.colors = look.colors.map(|color| color.with_alpha(alpha + (1.0 - alpha) * blend));
            look.highlight = if width < TUBE_PX { 0.0 } else { HIGHLIGHT * strength * blend };
        }
        if let Item::MatchBundle { count, .. } = link.item {
            let opacity = (1.0 + count as f32).ln() / DARKEST_LINE.ln();
            let alpha = THINNEST_ALPHA + (1.0 - THINNEST_ALPHA) * opacity.min(1.0);
            look.colors = look.colors.map(|color| color.with_alpha(alpha));
        }
        if self.is_faded(link) {
            look.colors = look.colors.map(|color| color.with_alpha(color.channels()[3] * FADED));
        }
        look
    }

    fn colors(&self, link: &Link, is_tube: bool) -> [Rgba; 2] {
        let PictureInput { theme, coloring, correspondence, state, matches, .. } = self.context.input;
        let calls = link.ends.map(|end| end.call);
        let [a, b] = self.context.plots;
        let grey = grey(theme, is_tube);
        let aggregate = matches!(link.item, Item::MatchBundle { .. });
        let one = match state.color {
            ColorBy::Change | ColorBy::Match if aggregate => grey,
            ColorBy::Change => match correspondence.map(|both| both.step(calls)) {
                Some(4) | None => grey,
                Some(step) => theme.change[step],
            },
            ColorBy::Match => {
                let grey = if is_tube { theme.matched } else { theme.line_strong };
                let one_to_one = matches.state.mode == MatchMode::OneToOne;
                let kind = correspondence.map(|both| both.kind(SideName::A, calls[0]));
                if one_to_one && kind == Some(Kind::Moved) { theme.moved } else { grey }
            }
            ColorBy::Shift | ColorBy::Place => self.scale.color(calls, link.root),
            ColorBy::Similarity => similarity_hue(theme),
            _ => {
                return [
                    coloring.fill(SideName::A, a.trace, calls[0], theme),
                    coloring.fill(SideName::B, b.trace, calls[1], theme),
                ];
            }
        };
        [one; 2]
    }

    /// Returns true if a search is active and found neither end.
    fn is_faded(&self, link: &Link) -> bool {
        let hits = self.context.plots.map(|plot| plot.hits);
        let found = |side: usize| hits[side].is_some_and(|hits| hits.holds(link.ends[side].call));
        hits.iter().any(Option::is_some) && !found(0) && !found(1)
    }
}

/// Returns the grey of a match without anything to report. Lines need more contrast than areas.
fn grey(theme: &Theme, is_tube: bool) -> Rgba {
    if is_tube { theme.change[4] } else { theme.none_mark }
}

/// Returns the legend of the match colours, for encodings that are not those of the cells.
pub(super) fn legend(input: &PictureInput<'_>) -> Vec<LegendEntry> {
    let published = input.matches.state.published;
    let steps = |count: usize, ends: [&str; 2], color: &dyn Fn(f64) -> Rgba| -> Vec<LegendEntry> {
        let label = |step: usize| match step {
            0 => ends[0],
            step if step + 1 == count => ends[1],
            _ => "",
        };
        let share = |step: usize| step as f64 / (count - 1) as f64;
        (0..count).map(|at| step(at, label(at), color(share(at)))).collect()
    };
    let mut legend = match input.state.color {
        ColorBy::Shift if published => steps(SHIFT_STEPS, ["match in place", "far away"], &theme::red_grey),
        ColorBy::Shift => {
            steps(SHIFT_STEPS, ["match in place", "far away"], &|share| theme::later(input.theme, share))
        }
        ColorBy::Place if published => {
            steps(PLACE_STEPS, ["match early in the other run", "late"], &theme::rainbow)
        }
        ColorBy::Place => steps(PLACE_STEPS, ["match early in the other run", "late"], &theme::place),
        _ => {
            let least = format!("similarity {:.2}", tau(input));
            steps(SIMILARITY_STEPS, [&least, "1 (wide tubes have a highlight)"], &|share| {
                opaque(input.theme, share as f32)
            })
        }
    };
    legend.extend(marks(input.theme));
    legend
}
