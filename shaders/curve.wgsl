// Lines and tubes along splines; twin of `diptych_scene::curve`.
//
// One instance is a stretch of a curve in SEGMENTS equal steps of arc length. Each vertex stands on one
// border, moved out by half a device pixel; fragments measure their distance to both borders. Stretches that
// meet share their vertices bit for bit, so a cut leaves no seam.

struct CurveIn {
    // First control point and first texel of the arc-length table; number of points; flags.
    @location(0) source: vec4<u32>,
    // Widths at start and end in CSS pixels, thinning λ, narrowest width.
    @location(1) widths: vec4<f32>,
    // From and to (fractions of the arc length), shade, highlight.
    @location(2) stretch: vec4<f32>,
    @location(3) color0: vec4<f32>,
    @location(4) color1: vec4<f32>,
}

struct CurveOut {
    @builtin(position) position: vec4<f32>,
    @location(0) color: vec4<f32>,
    // Signed distance from the middle and half width, both in device pixels along the profile; the share
    // of it that lies across the curve.
    @location(1) across: vec3<f32>,
    // Distances in device pixels to the two ends of the curve, positive inside.
    @location(2) ends: vec2<f32>,
    @location(3) @interpolate(flat) shading: vec2<f32>,
}

const SEGMENTS: u32 = 16u;
// Flags.
const PROFILE_NORMAL: u32 = 1u;
const STARTS: u32 = 2u;
const ENDS: u32 = 4u;
const FAR_INSIDE: f32 = 1e4;
// A horizontal profile meets a nearly horizontal curve at a grazing angle: no less than this share counts.
const GRAZING: f32 = 0.05;

// Inward direction at an end: along the curve, or straight down or up for a horizontal profile.
fn end_direction(outer: u32, inner: u32, is_normal: bool) -> vec2<f32> {
    let span = placed_control(inner) - placed_control(outer);
    let flat = vec2<f32>(0.0, sign(span.y));
    return select(flat, span / max(length(span), 1e-6), is_normal);
}

// Distance of a point to the end at a control point, positive inside.
fn end_distance(point: vec2<f32>, control: u32, inward: vec2<f32>, measured: bool) -> f32 {
    let distance = dot(point - placed_control(control), inward);
    return select(FAR_INSIDE, distance, measured && dot(inward, inward) > 0.5);
}

@vertex
fn curve_vertex(@builtin(vertex_index) vertex: u32, in: CurveIn) -> CurveOut {
    let step = f32(vertex / 2u) / f32(SEGMENTS);
    let side = select(-1.0, 1.0, (vertex & 1u) == 1u);
    let t = in.stretch.x * (1.0 - step) + in.stretch.y * step;
    let flags = in.source.w;

    let here = spline_point(in.source.x, in.source.z, spline_parameter(in.source.y, t));
    let heading = here.derivative / max(length(here.derivative), 1e-6);
    let normal = vec2<f32>(-heading.y, heading.x);
    let is_normal = (flags & PROFILE_NORMAL) != 0u;
    let profile = select(vec2<f32>(1.0, 0.0), normal, is_normal);
    let share = max(abs(dot(profile, normal)), GRAZING);

    // Widths scale with the spaces of the two ends.
    let scale0 = frame.spaces[u32(texel(in.source.x).z)].x;
    let scale1 = frame.spaces[u32(texel(in.source.x + in.source.z - 1u).z)].x;
    let lambda = in.widths.z * frame.lambda_scale;
    let tube = tube_half_width(t, in.widths.x * scale0, in.widths.y * scale1, lambda);
    let half_width = max(tube, 0.5 * in.widths.w / share) * frame.dpr;
    let offset = half_width + FEATHER / share;

    // The two ends of the curve are feathered too, along it.
    let last = in.source.x + in.source.z - 1u;
    let inward0 = end_direction(in.source.x, in.source.x + 1u, is_normal);
    let inward1 = end_direction(last, last - 1u, is_normal);
    let starts = (flags & STARTS) != 0u;
    let ends = (flags & ENDS) != 0u;
    var corner = here.position + profile * (side * offset);
    corner -= inward0 * select(0.0, FEATHER, starts && vertex < 2u);
    corner -= inward1 * select(0.0, FEATHER, ends && vertex >= 2u * SEGMENTS);
    // Only the segments next to an end are measured: the curve may turn back later.
    let from_start = end_distance(corner, in.source.x, inward0, starts && vertex < 4u);
    let from_end = end_distance(corner, last, inward1, ends && vertex + 2u >= 2u * SEGMENTS);

    return CurveOut(
        clip_position(corner),
        mix(in.color0, in.color1, t),
        vec3<f32>(side * offset, half_width, share),
        vec2<f32>(from_start, from_end),
        in.stretch.zw,
    );
}

@fragment
fn curve_fragment(in: CurveOut) -> @location(0) vec4<f32> {
    let left = (in.across.y + in.across.x) * in.across.z;
    let right = (in.across.y - in.across.x) * in.across.z;
    let u = clamp(in.across.x / max(in.across.y, 1e-6), -1.0, 1.0);
    let color = tube_color(in.color, u, in.shading.x, in.shading.y);
    return blend_source(color, band_coverage(left, right) * band_coverage(in.ends.x, in.ends.y));
}
