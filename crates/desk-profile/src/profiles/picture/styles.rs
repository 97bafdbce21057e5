//! The style sheet of a document: light, and dark if the reader prefers that.
//!
//! Cells have their light fills as attributes. Their classes select the dark fills.

use super::document::{fill, hex};
use diptych_profile::Tone;
use diptych_scene::theme::{Theme, change_step, label_on};
use std::fmt::Write;

/// Opacity of a caller's fill while one of its callees is zoomed to.
pub(super) const FADED: f64 = 0.45;
/// Width of the outline around labels on hatched boxes, CSS pixels.
const LABEL_GROUND: f64 = 5.0;

/// A weight on both sides at the start of each step of the change scale.
const STEPS: [[f64; 2]; 9] = [
    [2.0, 1.0],
    [1.5, 1.0],
    [1.25, 1.0],
    [1.05, 1.0],
    [1.0, 1.0],
    [1.0, 1.05],
    [1.0, 1.25],
    [1.0, 1.5],
    [1.0, 2.0],
];

/// Returns the class of a tone, after a space.
pub(super) fn class(tone: Tone) -> String {
    match tone {
        Tone::Nothing => " nothing".to_owned(),
        Tone::New => " only new".to_owned(),
        Tone::Gone => " only gone".to_owned(),
        Tone::Grey => " c4".to_owned(),
        Tone::Step([before, after]) => format!(" c{}", change_step(before, after)),
    }
}

/// Returns the rules that hold in every theme.
pub(super) fn shared() -> String {
    format!(
        ".act {{ cursor: pointer; text-decoration: underline }} .n {{ cursor: pointer }} .n text {{ pointer-events: none }}\n\
         .n rect {{ stroke-width: 1 }} .same rect, .hit rect {{ stroke-width: 2 }} .n .net {{ stroke-width: 1 }} .same text \
         {{ font-weight: 650 }}\n.only text {{ paint-order: stroke; stroke-width: {LABEL_GROUND}; stroke-linejoin: round }}\n\
         .faded rect {{ opacity: {FADED} }} .only.faded text {{ stroke: none }}\n"
    )
}

/// Returns the colours of a theme, except those of cells.
pub(super) fn colors(theme: &Theme) -> String {
    let [bg, ink, quiet, hover, hit, sunken] =
        [theme.bg, theme.ink, theme.ink3, theme.hover, theme.hit, theme.sunken].map(hex);
    let mut out = format!(
        "text, .rule {{ fill: {ink} }} .quiet {{ fill: {quiet} }} .ground {{ fill: {bg} }} .rest path {{ fill: {sunken} }}\n\
         .n rect, .n .net {{ stroke: {bg} }} .hit rect {{ stroke: {hit} }} .same rect {{ stroke: {hover} }}\n\
         .faded text {{ fill: {ink} !important }}\n"
    );
    for (id, ground, line) in [("gone", theme.a_tint, theme.a_fill), ("new", theme.b_tint, theme.b_fill)] {
        let (ground, line) = (hex(ground), hex(line));
        let _ = writeln!(
            out,
            ".{id}-ground {{ fill: {ground} }} .{id}-line {{ fill: {line} }} .{id} text {{ stroke: {ground} }}"
        );
    }
    out
}

/// Returns the fills of cells and labels that override their attributes.
pub(super) fn fills(theme: &Theme) -> String {
    let steps = STEPS.map(Tone::Step);
    let mut out = String::new();
    for tone in steps.into_iter().chain([Tone::Nothing, Tone::New, Tone::Gone]) {
        let (class, filled) =
            (class(tone).trim_start().replace(' ', "."), fill(theme, Some(tone), 0.0, false));
        let _ = write!(out, ".{class}:not(.faded) text {{ fill: {} !important }} ", hex(label_on(filled)));
        if matches!(tone, Tone::Step(_)) {
            let _ = write!(out, ".{class} rect:not(.net) {{ fill: {} }}", hex(filled));
        }
        out.push('\n');
    }
    let [less, more] = [theme.faster, theme.slower].map(hex);
    let _ = writeln!(out, ".net {{ fill: {more} }} .net.less {{ fill: {less} }}");
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_scene::theme::ThemeName;

    #[test]
    fn each_change_step_has_its_own_class() {
        let classes = STEPS.map(|step| class(Tone::Step(step)));
        assert_eq!(classes, [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|step| format!(" c{step}")));
    }

    #[test]
    fn dark_fills_are_those_of_the_dark_theme() {
        let theme = Theme::named(ThemeName::Dark);
        let text = fills(theme);
        for (step, color) in theme.change.into_iter().enumerate() {
            assert!(text.contains(&format!(".c{step} rect:not(.net) {{ fill: {} }}", hex(color))), "{text}");
        }
    }
}
