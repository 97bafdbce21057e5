// Clamped uniform B-splines whose control points and arc-length tables lie in a texture; twins of the
// functions of the same names in `diptych_scene::curve::eval`, in the same order of operations.

// Entries of an arc-length table: t at u = 1/16, 2/16 … 1, four entries a texel.
const ENTRIES: u32 = 16u;
// Least distance across the curve per distance along a horizontal profile.
const MIN_SLANT: f32 = 0.1;

@group(2) @binding(0) var texels: texture_2d<f32>;

fn texel(index: u32) -> vec4<f32> {
    return textureLoad(texels, vec2<i32>(vec2<u32>(index % TEXEL_COLUMNS, index / TEXEL_COLUMNS)), 0);
}

// The space that the third component of a control point names; of a number that none has, the canvas.
fn space_of(number: f32) -> u32 {
    let space = u32(number);
    return select(0u, space, space < SPACES);
}

// A control point in CSS pixels of the canvas.
fn control(index: u32) -> vec2<f32> {
    let point = texel(index);
    return apply(point.xy, space_of(point.z));
}

// Fraction of the arc length before entry k of a table.
fn before(table: u32, k: u32) -> f32 {
    if k == 0u {
        return 0.0;
    }
    return texel(table + (k - 1u) / 4u)[(k - 1u) % 4u];
}

// The fraction of the arc length at the parameter u.
fn arc_t(table: u32, u: f32) -> f32 {
    let place = clamp(u, 0.0, 1.0) * f32(ENTRIES);
    let entry = min(u32(place), ENTRIES - 1u);
    return mix(before(table, entry), before(table, entry + 1u), place - f32(entry));
}

// Point and tangent (of any length, may be zero).
struct SplinePoint {
    point: vec2<f32>,
    tangent: vec2<f32>,
}

fn knot(i: i32, degree: i32, spans: i32) -> f32 {
    return f32(clamp(i - degree, 0, spans));
}

// De Boor's algorithm at u in 0..=1. Control points are transformed before they are mixed, so the ends of a
// curve may lie in different spaces.
fn spline(first: u32, count: u32, u: f32) -> SplinePoint {
    let degree = i32(min(count - 1u, 3u));
    let spans = i32(count) - degree;
    let s = clamp(u, 0.0, 1.0) * f32(spans);
    let k = min(i32(s), spans - 1);
    var d: array<vec2<f32>, 4>;
    for (var j = 0; j <= degree; j++) {
        d[j] = control(first + u32(k + j));
    }
    var tangent = vec2<f32>(0.0);
    for (var r = 1; r <= degree; r++) {
        for (var j = degree; j >= r; j--) {
            let left = knot(k + j, degree, spans);
            let right = knot(k + j + degree + 1 - r, degree, spans);
            let share = (s - left) / (right - left);
            if r == degree {
                tangent = d[j] - d[j - 1];
            }
            d[j] = mix(d[j - 1], d[j], share);
        }
    }
    return SplinePoint(d[degree], tangent);
}

// The tangent as a unit vector; where it vanishes the direction from end to end, or downwards.
fn direction(tangent: vec2<f32>, first: u32, count: u32) -> vec2<f32> {
    if length(tangent) > 1e-6 {
        return tangent / length(tangent);
    }
    let chord = control(first + count - 1u) - control(first);
    if length(chord) > 1e-6 {
        return chord / length(chord);
    }
    return vec2<f32>(0.0, 1.0);
}

// φ(t) = λ + (1−λ)/2·(1 + cos 2πt): how much of a tube's width is left at t (TraceDiff Eq. 5).
fn phi(lambda: f32, t: f32) -> f32 {
    return lambda + 0.5 * (1.0 - lambda) * (1.0 + cos(6.2831853 * t));
}

// Half the width at t, CSS pixels along the profile. `widths` are those of the two ends, already scaled.
fn half_width(widths: vec2<f32>, lambda: f32, min_width: f32, t: f32, slant: f32) -> f32 {
    let ends = mix(widths.x, widths.y, t);
    return max(0.5 * ends * phi(lambda, t), 0.5 * min_width / slant);
}
