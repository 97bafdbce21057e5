//! Scales: from values to colours.

use super::{LABEL_DARK, LABEL_LIGHT, PLACE, Theme};
use crate::Rgba;
use crate::color::lab::{Lab, contrast};

/// Ratios of the larger to the smaller value at which the steps of the change scale begin.
pub const CHANGE_STEPS: [f64; 4] = [1.05, 1.25, 1.5, 2.0];

/// Returns the index in [`Theme::change`] for a value that was `before` and is `after`; 4, the grey point, if equal.
///
/// Symmetric in the ratio: swapping the two mirrors the index around 4, exactly. To move the grey point to a factor g,
/// multiply `before` by g.
pub fn change_step(before: f64, after: f64) -> usize {
    let reached = |small: f64, large: f64| CHANGE_STEPS.iter().filter(|step| large >= small * **step).count();
    match before.partial_cmp(&after) {
        Some(std::cmp::Ordering::Less) => 4 + reached(before, after),
        Some(std::cmp::Ordering::Greater) => 4 - reached(after, before),
        _ => 4,
    }
}

/// Returns the colour of a call's time, 0 (start) to 1 (end).
pub fn order(theme: &Theme, share: f64) -> Rgba {
    along(&theme.order, share)
}

/// Returns the colour of a start shift, or of one to a later place, given as a share of the largest, 0..=1.
pub fn later(theme: &Theme, share: f64) -> Rgba {
    along(&theme.later, share)
}

/// Returns the colour of a start shift to an earlier place, given as a share of the largest, 0..=1.
pub fn earlier(theme: &Theme, share: f64) -> Rgba {
    along(&theme.earlier, share)
}

/// Returns the colour of a position in the other run, 0 (start) to 1 (end).
pub fn place(share: f64) -> Rgba {
    along(&PLACE, share)
}

/// Returns the colour of an amount, given as a share of the largest, 0..=1.
pub fn amount(theme: &Theme, share: f64) -> Rgba {
    along(&theme.amount, share)
}

/// Returns the colour of a position along a relation, 0 at the caller, 1 at the callee.
pub fn direction(theme: &Theme, share: f64) -> Rgba {
    along(&theme.direction, share)
}

/// Returns the gold plating of a function by its share of the zoomed root, 0..=1. Callees range from grey to gold,
/// `callers` from grey to pale blue, at one lightness. Such a view shows only one side, so the blue is not mistaken for
/// side A.
pub fn gold(share: f64, callers: bool) -> Rgba {
    gold_lab(share, callers).to_rgba()
}

/// Returns the gold plating before rounding: CIELAB L* 78, a* 0 and b* 2 to 76 or −2 to −31, all of it inside sRGB
/// (*Visualisations for Function Time Profiles*, sections 4.2.2 and 5).
pub fn gold_lab(share: f64, callers: bool) -> Lab {
    let share = unit(share);
    let b = if callers { -2.0 - 29.0 * share } else { 2.0 + 74.0 * share };
    Lab { l: 78.0, a: 0.0, b }
}

/// Returns near-black or white, whichever has the higher contrast on this fill.
pub fn label_on(fill: Rgba) -> Rgba {
    if contrast(LABEL_DARK, fill) >= contrast(LABEL_LIGHT, fill) { LABEL_DARK } else { LABEL_LIGHT }
}

/// Returns the colour a share of the way along equally spaced stops, mixed in CIELAB. The stops themselves are
/// reproduced exactly.
pub(super) fn along(stops: &[Rgba], share: f64) -> Rgba {
    let place = unit(share) * (stops.len() - 1) as f64;
    let step = (place as usize).min(stops.len() - 2);
    let t = place - step as f64;
    Lab::from(stops[step]).mix(stops[step + 1].into(), t).to_rgba()
}

/// Clamps into 0..=1; NaN becomes 0.
fn unit(share: f64) -> f64 {
    if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) }
}
