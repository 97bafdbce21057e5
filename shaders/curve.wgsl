// Lines and tubes along splines; twin of `diptych_scene::curve`.
//
// One instance is a piece of a curve, drawn as a strip of `frame.segments` equal steps of the spline parameter. Each
// vertex stands beyond one border by a pixel; fragments know how far from the middle they are. Pieces that
// meet share their vertices bit for bit, so a cut leaves no seam.

// Texels of an instance, the last of which holds both colours.
const CURVE_TEXELS: u32 = 4u;

struct CurveIn {
    // First control point, first texel of the arc-length table, number of points, profile.
    source: vec4<u32>,
    // Widths at start and end in CSS pixels, thinning λ, narrowest width.
    widths: vec4<f32>,
    // From and to (spline parameters), shade, highlight.
    stretch: vec4<f32>,
    color0: vec4<f32>,
    color1: vec4<f32>,
}

fn curve_instance(number: u32) -> CurveIn {
    let first = number * CURVE_TEXELS;
    let colors = words(first + 3u);
    return CurveIn(
        words(first),
        floats(first + 1u),
        floats(first + 2u),
        channels(colors.x),
        channels(colors.y),
    );
}

struct CurveOut {
    @builtin(position) position: vec4<f32>,
    // Signed distance from the middle across the curve and half the width, both in device pixels; t.
    @location(0) place: vec3<f32>,
    @location(1) @interpolate(flat) color0: vec4<f32>,
    @location(2) @interpolate(flat) color1: vec4<f32>,
    // Shade, highlight.
    @location(3) @interpolate(flat) shading: vec2<f32>,
}

const PROFILE_NORMAL: u32 = 1u;

// Horizontal scale of the space a control point lies in.
fn end_scale(index: u32) -> f32 {
    return frame.spaces[space_of(texel(index).z)].x;
}

@vertex
fn curve_vertex(@builtin(vertex_index) vertex: u32) -> CurveOut {
    let vertices = 2u * (u32(frame.segments) + 1u);
    let in = curve_instance(vertex / vertices);
    let step = f32(vertex % vertices / 2u) / frame.segments;
    let side = select(-1.0, 1.0, (vertex & 1u) == 1u);
    let first = in.source.x;
    let count = in.source.z;

    let u = mix(in.stretch.x, in.stretch.y, step);
    let t = arc_t(in.source.y, u);
    let here = spline(first, count, u);
    let heading = direction(here.tangent, first, count);
    var across = vec2<f32>(1.0, 0.0);
    var slant = max(abs(heading.y), MIN_SLANT);
    if in.source.w == PROFILE_NORMAL {
        across = vec2<f32>(-heading.y, heading.x);
        slant = 1.0;
    }

    // Widths scale with the spaces of the two end points.
    let scales = vec2<f32>(end_scale(first), end_scale(first + count - 1u));
    let half = half_width(in.widths.xy * scales, in.widths.z, in.widths.w, t, slant);
    let reach = side * (half + 1.0 / slant);
    let across_px = slant * frame.dpr;
    return CurveOut(
        clip_position((here.point + across * reach) * frame.dpr),
        vec3<f32>(reach * across_px, half * across_px, t),
        in.color0,
        in.color1,
        in.stretch.zw,
    );
}

// The square of the length of a value's gradient on the screen, constant on a triangle.
fn steepness(value: f32) -> f32 {
    let gradient = vec2<f32>(dpdx(value), dpdy(value));
    return max(dot(gradient, gradient), 1e-12);
}

@fragment
fn curve_fragment(in: CurveOut) -> @location(0) vec4<f32> {
    let distance = in.place.x;
    let half = in.place.y;
    // The borders need not run as the middle does: their distances are measured on the screen.
    let left = half + distance;
    let right = half - distance;
    let steep = vec2<f32>(steepness(left), steepness(right));
    var coverage = 1.0;
    // Half a pixel inside both borders nothing is left to measure, and most pixels of a wide tube lie there.
    if min(left, right) < 0.0 || any(4.0 * vec2<f32>(left * left, right * right) < steep) {
        coverage = between(left * inverseSqrt(steep.x), right * inverseSqrt(steep.y));
    }
    let v = clamp(distance / max(half, 1e-6), -1.0, 1.0);
    let color = tube(in.color0, in.color1, in.place.z, v, in.shading.x, in.shading.y);
    return blend_source(faded(color, coverage));
}
