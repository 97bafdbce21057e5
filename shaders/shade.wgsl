// Shading that every backend shares. Each function has a twin of the same name in Rust
// (`diptych_scene::shade`), which the software rasteriser draws with.
//
// Colours are straight sRGB, 0..=1, mixed in gamma space. `px` is the size of a device pixel in CSS pixels.

const HATCH_LEAN_LEFT: u32 = 1u;
const HATCH_LEAN_RIGHT: u32 = 2u;
const HATCH_DOTS: u32 = 3u;
const HATCH_HAIRLINES: u32 = 4u;

const LEAN_PERIOD: f32 = 5.0;
const LEAN_WIDTH: f32 = 1.5;
const DOT_PERIOD: f32 = 4.0;
const HAIRLINE_PERIOD: f32 = 3.0;
const DASH_PERIOD: f32 = 7.0;
const DASH_LENGTH: f32 = 4.0;
const CUSHION_FLOOR: f32 = 0.25;
const HIGHLIGHT_REACH: f32 = 0.35;

// Luminance ψ of a cushion (ridge, degree, exponent, height) at the fractions x and y of a box, y down.
fn cushion_luminance(cushion: vec4<f32>, x: f32, y: f32) -> f32 {
    let ridge = cushion.x;
    let degree = cushion.y;
    let exponent = cushion.z;
    if exponent <= 0.0 {
        return 1.0;
    }
    // Right of the ridge, and everywhere when it lies on the left edge, x̂ counts from the right edge.
    let from_left = ridge > 0.0 && (x < ridge || ridge >= 1.0);
    let near = select((1.0 - x) / max(1.0 - max(ridge, 0.0), 1e-6), x / clamp(ridge, 1e-6, 1.0), from_left);
    let x_hat = clamp(near, 0.0, 1.0);
    let y_hat = clamp(1.0 - y, 0.0, 1.0);
    let across = 1.0 - power(1.0 - x_hat, degree);
    let upward = 1.0 - power(abs(1.0 - 2.0 * cushion.w * y_hat), degree);
    return power(max(CUSHION_FLOOR, across * upward), exponent);
}

// base ^ exponent for base >= 0; `pow` may be undefined at 0.
fn power(base: f32, exponent: f32) -> f32 {
    if base <= 0.0 {
        return select(0.0, 1.0, exponent == 0.0);
    }
    return pow(base, exponent);
}

// How much of a pixel at the distance `along` lies on stripes `width` wide whose middles are at
// `middle` + k·`period`.
fn stripe_coverage(along: f32, middle: f32, period: f32, width: f32, px: f32) -> f32 {
    let cycle = (along - middle) / period + 0.5;
    let distance = abs(cycle - floor(cycle) - 0.5) * period;
    return clamp((0.5 * width - distance) / px + 0.5, 0.0, 1.0);
}

// How much of the pixel at (x, y), CSS pixels of the canvas, a hatch covers.
fn hatch_coverage(hatch: u32, x: f32, y: f32, px: f32) -> f32 {
    let diagonal = 0.70710678;
    switch hatch {
        case HATCH_LEAN_LEFT: {
            return stripe_coverage((x - y) * diagonal, 0.5 * LEAN_WIDTH, LEAN_PERIOD, LEAN_WIDTH, px);
        }
        case HATCH_LEAN_RIGHT: {
            return stripe_coverage((x + y) * diagonal, 0.5 * LEAN_WIDTH, LEAN_PERIOD, LEAN_WIDTH, px);
        }
        case HATCH_DOTS: {
            return stripe_coverage(x, 0.5, DOT_PERIOD, 1.0, px) * stripe_coverage(y, 0.5, DOT_PERIOD, 1.0, px);
        }
        case HATCH_HAIRLINES: {
            return stripe_coverage(x, 0.5, HAIRLINE_PERIOD, 1.0, px);
        }
        default: {
            return 0.0;
        }
    }
}

// How much of the pixel whose middle lies (x, y) CSS pixels inside a box of this size the border covers.
fn border_coverage(x: f32, y: f32, width: f32, height: f32, border: f32, dashed: bool, px: f32) -> f32 {
    let to_side = min(x, width - x);
    let to_end = min(y, height - y);
    let coverage = clamp((border - min(to_side, to_end)) / px + 0.5, 0.0, 1.0);
    if !dashed {
        return coverage;
    }
    // Dashes run along the nearest edge, from its left or upper end.
    let along = select(x, y, to_side < to_end);
    return coverage * stripe_coverage(along, 0.5 * DASH_LENGTH, DASH_PERIOD, DASH_LENGTH, px);
}

// `top` over `bottom`, the coverage multiplied onto the alpha of `top`.
fn over(bottom: vec4<f32>, top: vec4<f32>, coverage: f32) -> vec4<f32> {
    let top_alpha = top.a * coverage;
    let rest = bottom.a * (1.0 - top_alpha);
    let alpha = top_alpha + rest;
    if alpha <= 0.0 {
        return vec4<f32>(0.0);
    }
    return vec4<f32>((top.rgb * top_alpha + bottom.rgb * rest) / alpha, alpha);
}

// Thinning φ of a tube at the arc-length fraction t (TraceDiff Eq. 5).
fn tube_thinning(t: f32, lambda: f32) -> f32 {
    return lambda + (1.0 - lambda) * 0.5 * (1.0 + cos(6.2831853 * t));
}

// Half width of a tube at t, before its narrowest width counts.
fn tube_half_width(t: f32, width0: f32, width1: f32, lambda: f32) -> f32 {
    return tube_thinning(t, lambda) * 0.5 * ((1.0 - t) * width0 + t * width1);
}

// Colour of a tube at the signed distance u, in half widths, from its middle.
fn tube_color(color: vec4<f32>, u: f32, shade: f32, highlight: f32) -> vec4<f32> {
    let dark = 1.0 - shade * u * u;
    let spot = max(0.0, 1.0 - (u / HIGHLIGHT_REACH) * (u / HIGHLIGHT_REACH));
    let white = highlight * spot * spot;
    return vec4<f32>(mix(color.rgb * dark, vec3<f32>(1.0), clamp(white, 0.0, 1.0)), color.a);
}
