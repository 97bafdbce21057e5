// Clamped uniform B-splines whose control points and arc-length tables lie in a texture; twins of the
// functions of the same names in `diptych_scene::curve`.

// Texels a row of the texture, as `diptych_render::plan` fills it.
const TEXEL_COLUMNS: u32 = 1024u;
// Steps of an arc-length table: entry k is the spline parameter at the fraction k / TABLE_STEPS.
const TABLE_STEPS: u32 = 32u;
const MAX_DEGREE: u32 = 3u;

@group(1) @binding(0) var texels: texture_2d<f32>;

fn texel(index: u32) -> vec4<f32> {
    return textureLoad(texels, vec2<i32>(vec2<u32>(index % TEXEL_COLUMNS, index / TEXEL_COLUMNS)), 0);
}

// A control point in device pixels; its third component names its space.
fn placed_control(index: u32) -> vec2<f32> {
    let control = texel(index);
    return place(control.xy, u32(control.z));
}

// Entry k of an arc-length table.
fn table_entry(table: u32, k: u32) -> f32 {
    return texel(table + k / 4u)[k % 4u];
}

// Spline parameter, 0..=spans, at the arc-length fraction t.
fn spline_parameter(table: u32, t: f32) -> f32 {
    let scaled = clamp(t, 0.0, 1.0) * f32(TABLE_STEPS);
    let k = min(u32(scaled), TABLE_STEPS - 1u);
    return mix(table_entry(table, k), table_entry(table, k + 1u), scaled - f32(k));
}

// Position and derivative of a spline at a parameter, device pixels. The control points are placed one
// by one before they are mixed, so the ends of a curve may lie in different spaces.
struct SplinePoint {
    position: vec2<f32>,
    derivative: vec2<f32>,
}

// Knot j of a clamped uniform knot vector.
fn knot(j: i32, degree: i32, spans: i32) -> f32 {
    return f32(clamp(j - degree, 0, spans));
}

// De Boor's algorithm.
fn spline_point(first: u32, count: u32, parameter: f32) -> SplinePoint {
    let degree = i32(min(MAX_DEGREE, count - 1u));
    let spans = i32(count) - degree;
    let span = clamp(i32(floor(parameter)), 0, spans - 1);

    var points: array<vec2<f32>, 4>;
    for (var j = 0; j <= degree; j++) {
        points[j] = placed_control(first + u32(span + j));
    }
    var derivative = vec2<f32>(0.0);
    for (var level = 1; level <= degree; level++) {
        for (var j = degree; j >= level; j--) {
            let low = knot(span + j, degree, spans);
            let high = knot(span + j + degree - level + 1, degree, spans);
            if level == degree {
                derivative = (points[j] - points[j - 1]) * (f32(degree) / (high - low));
            }
            points[j] = mix(points[j - 1], points[j], (parameter - low) / (high - low));
        }
    }
    return SplinePoint(points[degree], derivative);
}
