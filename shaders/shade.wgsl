// What colour a pixel of a primitive has: twins of the functions of the same names in
// `diptych_scene::shade`, with the same arithmetic. Colours are straight-alpha, in gamma space, 0..=1.
// Positions are CSS pixels of the canvas; `pixel` is the side of a device pixel in CSS pixels.

const LEAN_PERIOD: f32 = 5.0;
const LEAN_WIDTH: f32 = 1.5;
const DOT_PERIOD: f32 = 4.0;
const HAIRLINE_PERIOD: f32 = 3.0;
const DASH_ON: f32 = 4.0;
const DASH_PERIOD: f32 = 7.0;
const HIGHLIGHT_REACH: f32 = 0.35;
const CUSHION_FLOOR: f32 = 0.25;

// Kinds of hatch.
const LEAN_LEFT: u32 = 1u;
const LEAN_RIGHT: u32 = 2u;
const DOTS: u32 = 3u;
const HAIRLINES: u32 = 4u;

// A power that is the same everywhere: the power of 0 is undefined.
fn power(base: f32, exponent: f32) -> f32 {
    return pow(max(base, 1e-6), exponent);
}

// The remainder in 0..period, for negative places too.
fn modulo(value: f32, period: f32) -> f32 {
    return value - period * floor(value / period);
}

// ψ of a cushion (ridge, degree, exponent, height) at x and y in 0..=1 from the upper left corner of a box.
fn cushion(shape: vec4<f32>, x: f32, y: f32) -> f32 {
    if shape.z <= 0.0 {
        return 1.0;
    }
    let ridge = clamp(shape.x, 0.0, 1.0);
    var to_ridge = (1.0 - x) / max(1.0 - ridge, 1e-6);
    if x < ridge {
        to_ridge = x / ridge;
    }
    let up = 1.0 - y;
    let across = 1.0 - power(1.0 - to_ridge, shape.y);
    let along = 1.0 - power(abs(1.0 - 2.0 * shape.w * up), shape.y);
    return power(max(across * along, CUSHION_FLOOR), shape.z);
}

// How much of a device pixel lies between two borders, whose distances from its middle are given in device
// pixels, positive inwards.
fn between(left: f32, right: f32) -> f32 {
    return max(clamp(left + 0.5, 0.0, 1.0) + clamp(right + 0.5, 0.0, 1.0) - 1.0, 0.0);
}

// How much of a device pixel, whose middle is `distance` from the middle of a band, the band covers; both in
// device pixels across it.
fn band(distance: f32, half: f32) -> f32 {
    return between(half + distance, half - distance);
}

// Diagonal lines: `along` is x − y or x + y.
fn lean(along: f32, pixel: f32) -> f32 {
    let across = modulo(along * 0.70710678, LEAN_PERIOD) - 0.5 * LEAN_PERIOD;
    return band(across / pixel, 0.5 * LEAN_WIDTH / pixel);
}

// Part of from..to that lies in the CSS pixel beginning at `start`.
fn shared_part(start: f32, low: f32, high: f32) -> f32 {
    return max(min(high, start + 1.0) - max(low, start), 0.0);
}

// Lines one CSS pixel wide, from every multiple of the period on.
fn stripe(at: f32, period: f32, pixel: f32) -> f32 {
    let place = modulo(at, period);
    let low = place - 0.5 * pixel;
    let high = place + 0.5 * pixel;
    return min((shared_part(0.0, low, high) + shared_part(period, low, high)) / pixel, 1.0);
}

// How much of the device pixel around (x, y) a hatch covers.
fn hatch(kind: u32, x: f32, y: f32, pixel: f32) -> f32 {
    switch kind {
        case LEAN_LEFT: {
            return lean(x - y, pixel);
        }
        case LEAN_RIGHT: {
            return lean(x + y, pixel);
        }
        case DOTS: {
            return stripe(x, DOT_PERIOD, pixel) * stripe(y, DOT_PERIOD, pixel);
        }
        case HAIRLINES: {
            return stripe(x, HAIRLINE_PERIOD, pixel);
        }
        default: {
            return 0.0;
        }
    }
}

// Whether a dashed border is drawn at this distance from the start of its edge.
fn dash(along: f32) -> bool {
    return modulo(along, DASH_PERIOD) < DASH_ON;
}

// A tube's colour at the fraction t of its length and v in −1..=1 of its half width.
fn tube(color0: vec4<f32>, color1: vec4<f32>, t: f32, v: f32, shade: f32, highlight: f32) -> vec4<f32> {
    let dim = 1.0 - shade * v * v;
    let to_middle = v / HIGHLIGHT_REACH;
    let inside = max(1.0 - to_middle * to_middle, 0.0);
    let light = highlight * inside * inside;
    let color = mix(color0, color1, t);
    return vec4<f32>(color.rgb * dim * (1.0 - light) + light, color.a);
}

// `top` drawn over `bottom`.
fn over(top: vec4<f32>, bottom: vec4<f32>) -> vec4<f32> {
    let rest = bottom.a * (1.0 - top.a);
    let alpha = top.a + rest;
    if alpha <= 0.0 {
        return vec4<f32>(0.0);
    }
    return vec4<f32>((top.rgb * top.a + bottom.rgb * rest) / alpha, alpha);
}

// A colour of which `coverage` is there.
fn faded(color: vec4<f32>, coverage: f32) -> vec4<f32> {
    return vec4<f32>(color.rgb, color.a * coverage);
}
