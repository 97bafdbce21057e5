//! Colours of the pixels of primitives: the Rust twins of the shaders' fragment functions.
//!
//! Every function here has the same name, arguments and arithmetic in WGSL; a table test checks that. Colours are
//! straight-alpha RGBA in gamma space, channels in 0..=1. Positions are CSS pixels of the canvas at the centre of the
//! device pixel, and `pixel` is the side of a device pixel in CSS pixels.

use crate::{Blend, Cushion, Hatch, RectInstance};

/// Distance between diagonal hatch lines, across them, in CSS pixels.
pub const LEAN_PERIOD: f32 = 5.0;
/// Width of a diagonal hatch line.
pub const LEAN_WIDTH: f32 = 1.5;
/// Distance between dots, along both axes.
pub const DOT_PERIOD: f32 = 4.0;
/// Distance between hairlines.
pub const HAIRLINE_PERIOD: f32 = 3.0;
/// Length of a dash.
pub const DASH_ON: f32 = 4.0;
/// Distance between the starts of consecutive dashes.
pub const DASH_PERIOD: f32 = 7.0;
/// Share of a tube's half width that its highlight covers.
pub const HIGHLIGHT_REACH: f32 = 0.35;
/// Least value of a cushion's product, before the exponent.
pub const CUSHION_FLOOR: f32 = 0.25;

/// Returns the device pixels that a pair of edges covers: from the first to before the second, at least one.
///
/// Each edge is rounded on its own, so that boxes which share an edge share its pixel.
pub fn snap(from: f32, to: f32, dpr: f32) -> [f32; 2] {
    let first = (from * dpr + 0.5).floor();
    [first, (to * dpr + 0.5).floor().max(first + 1.0)]
}

/// Returns a box's colour at a device pixel: the fill times its cushion, with the hatch over it and the border on top.
///
/// `edges` are the box's snapped edges x0, y0, x1, y1 and `at` is the pixel's centre, all in device pixels.
pub fn rect(instance: &RectInstance, edges: [f32; 4], at: [f32; 2], dpr: f32) -> [f32; 4] {
    let [x0, y0, x1, y1] = edges;
    let psi = cushion(instance.cushion, (at[0] - x0) / (x1 - x0), (at[1] - y0) / (y1 - y0));
    let [r, g, b, alpha] = instance.fill.channels();
    let mut color = [r * psi, g * psi, b * psi, alpha];

    let pixel = 1.0 / dpr;
    let covered = hatch(instance.style.get_hatch(), at[0] * pixel, at[1] * pixel, pixel);
    color = over(faded(instance.mark.channels(), covered), color);

    let width = instance.style.border_width();
    if width > 0.0 {
        let thick = (width * dpr + 0.5).floor().max(1.0);
        let on_side = at[0] - x0 < thick || x1 - at[0] < thick;
        let on_level = at[1] - y0 < thick || y1 - at[1] < thick;
        let whole = !instance.style.is_dashed();
        let drawn = (on_side && (whole || dash((at[1] - y0) * pixel)))
            || (on_level && (whole || dash((at[0] - x0) * pixel)));
        color = over(faded(instance.border.channels(), if drawn { 1.0 } else { 0.0 }), color);
    }
    color
}

/// Returns ψ, the share of the fill's brightness at (`x`, `y`), both 0..=1 from the upper left corner (`ViewFusion` Eq.
/// 1 as corrected; see [`Cushion`]).
pub fn cushion(shape: Cushion, x: f32, y: f32) -> f32 {
    if shape.exponent <= 0.0 {
        return 1.0;
    }
    let ridge = shape.ridge.clamp(0.0, 1.0);
    let to_ridge = if x < ridge { x / ridge } else { (1.0 - x) / (1.0 - ridge).max(1e-6) };
    let up = 1.0 - y;
    let across = 1.0 - power(1.0 - to_ridge, shape.degree);
    let along = 1.0 - power((1.0 - 2.0 * shape.height * up).abs(), shape.degree);
    power((across * along).max(CUSHION_FLOOR), shape.exponent)
}

/// Returns the share of the device pixel around (`x`, `y`) that a hatch covers, 0..=1.
pub fn hatch(kind: Hatch, x: f32, y: f32, pixel: f32) -> f32 {
    match kind {
        Hatch::None => 0.0,
        Hatch::LeanLeft => lean(x - y, pixel),
        Hatch::LeanRight => lean(x + y, pixel),
        Hatch::Dots => stripe(x, DOT_PERIOD, pixel) * stripe(y, DOT_PERIOD, pixel),
        Hatch::Hairlines => stripe(x, HAIRLINE_PERIOD, pixel),
    }
}

/// Returns the coverage of diagonal lines; `along` is x − y or x + y.
fn lean(along: f32, pixel: f32) -> f32 {
    let across = modulo(along * std::f32::consts::FRAC_1_SQRT_2, LEAN_PERIOD) - 0.5 * LEAN_PERIOD;
    band(across / pixel, 0.5 * LEAN_WIDTH / pixel)
}

/// Returns the coverage of lines one CSS pixel wide that start at every multiple of the period.
fn stripe(at: f32, period: f32, pixel: f32) -> f32 {
    let place = modulo(at, period);
    let (from, to) = (place - 0.5 * pixel, place + 0.5 * pixel);
    let shared = |start: f32| (to.min(start + 1.0) - from.max(start)).max(0.0);
    ((shared(0.0) + shared(period)) / pixel).min(1.0)
}

/// Returns the share of a device pixel that a band covers. `distance` is from the pixel's centre to the band's centre
/// line; both arguments are in device pixels across the band.
pub fn band(distance: f32, half: f32) -> f32 {
    between(half + distance, half - distance)
}

/// Returns the share of a device pixel between two borders. `left` and `right` are their distances from its centre in
/// device pixels, positive inwards.
///
/// A tube's borders need not be parallel to its centre line. With d the signed distance from the centre line and h half
/// the width, as the strip's corners interpolate them, a border's distance is (h ± d) over the length of its gradient
/// on the screen. That length is constant on a triangle (on a GPU: its derivatives).
pub fn between(left: f32, right: f32) -> f32 {
    ((left + 0.5).clamp(0.0, 1.0) + (right + 0.5).clamp(0.0, 1.0) - 1.0).max(0.0)
}

/// Returns true if a dashed border is drawn at this distance from the start of its edge.
pub fn dash(along: f32) -> bool {
    modulo(along, DASH_PERIOD) < DASH_ON
}

/// Returns a tube's colour at the fraction `t` of its length and `v` in −1..=1 of its half width: the gradient,
/// darkened by `shade`·v² and lightened by `highlight`·(1 − (v/0.35)²)₊² of white.
pub fn tube(ends: [[f32; 4]; 2], t: f32, v: f32, shade: f32, highlight: f32) -> [f32; 4] {
    let dim = 1.0 - shade * v * v;
    let to_middle = v / HIGHLIGHT_REACH;
    let inside = (1.0 - to_middle * to_middle).max(0.0);
    let light = highlight * inside * inside;
    let color = mix(ends[0], ends[1], t);
    let channel = |c: f32| c * dim * (1.0 - light) + light;
    [channel(color[0]), channel(color[1]), channel(color[2]), color[3]]
}

/// Returns `top` drawn over `bottom`.
pub fn over(top: [f32; 4], bottom: [f32; 4]) -> [f32; 4] {
    let alpha = top[3] + bottom[3] * (1.0 - top[3]);
    if alpha <= 0.0 {
        return [0.0; 4];
    }
    let channel = |i: usize| (top[i] * top[3] + bottom[i] * bottom[3] * (1.0 - top[3])) / alpha;
    [channel(0), channel(1), channel(2), alpha]
}

/// Returns a fragment's output to fixed-function blending; coverage is already in the alpha of `color`:
///
/// * normal: premultiplied, source + (1 − source alpha)·destination;
/// * minimum and maximum: mixed towards the background by alpha, since GPUs ignore alpha there;
/// * multiply: mixed towards white by alpha, source·destination.
pub fn blend_source(blend: Blend, color: [f32; 4], background: [f32; 4]) -> [f32; 4] {
    let alpha = color[3];
    let towards = match blend {
        Blend::Normal => return [color[0] * alpha, color[1] * alpha, color[2] * alpha, alpha],
        Blend::Min | Blend::Max => background,
        Blend::Multiply => [1.0; 4],
    };
    let mixed = mix(towards, color, alpha);
    [mixed[0], mixed[1], mixed[2], 1.0]
}

/// Blends one channel of [`blend_source`]'s result into an opaque target, as fixed-function blending does.
pub fn blend_channel(blend: Blend, source: f32, source_alpha: f32, target: f32) -> f32 {
    match blend {
        Blend::Normal => source + (1.0 - source_alpha) * target,
        Blend::Min => source.min(target),
        Blend::Max => source.max(target),
        Blend::Multiply => source * target,
    }
}

/// Multiplies a colour's alpha by `coverage`.
pub fn faded(color: [f32; 4], coverage: f32) -> [f32; 4] {
    [color[0], color[1], color[2], color[3] * coverage]
}

fn mix(from: [f32; 4], to: [f32; 4], share: f32) -> [f32; 4] {
    let channel = |i: usize| from[i] * (1.0 - share) + to[i] * share;
    [channel(0), channel(1), channel(2), channel(3)]
}

/// Raises to a power in the same way everywhere: GPUs leave the power of 0 undefined.
fn power(base: f32, exponent: f32) -> f32 {
    base.max(1e-6).powf(exponent)
}

/// Returns the remainder in 0..`period`, for negative values too.
fn modulo(value: f32, period: f32) -> f32 {
    value - period * (value / period).floor()
}
