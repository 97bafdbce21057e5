// Filled shapes as bands of quads; twin of `diptych_scene::poly`.
//
//        left:   before.xy   near.xy ── far.xy   after.xy
//                               │         │
//        right:  before.zw   near.zw ── far.zw   after.zw
//
// One instance is the quad between two pairs of facing points; `before` and `after` are the neighbouring
// pairs, so that joints are mitred alike from both sides. The quad is grown by half a device pixel and its
// fragments measure their distance to the edges: a feather one pixel wide whatever the transform.

// Texels of an instance: the pairs before, near, far and after; fill and caps (bit 0: the band begins with this quad,
// bit 1: it ends with it).
const POLY_TEXELS: u32 = 5u;

struct PolyIn {
    before: vec4<f32>,
    near: vec4<f32>,
    far: vec4<f32>,
    after: vec4<f32>,
    fill: vec4<f32>,
    caps: u32,
}

fn poly_instance(number: u32) -> PolyIn {
    let first = number * POLY_TEXELS;
    let look = words(first + 4u);
    return PolyIn(
        floats(first),
        floats(first + 1u),
        floats(first + 2u),
        floats(first + 3u),
        channels(look.x),
        look.y,
    );
}

struct PolyOut {
    @builtin(position) position: vec4<f32>,
    @location(0) @interpolate(flat) fill: vec4<f32>,
    // Distances in device pixels to left, right, beginning and end; positive inside.
    @location(1) distances: vec4<f32>,
}

// Half the width of the ramp from inside to outside, device pixels.
const FEATHER: f32 = 0.5;
const MITER_LIMIT: f32 = 4.0;
const FAR_INSIDE: f32 = 1e4;

// The unit vector, or zero for lengths that are nothing.
fn unit(v: vec2<f32>) -> vec2<f32> {
    let size = length(v);
    return select(vec2<f32>(0.0), v / max(size, 1e-9), size > 1e-6);
}

fn turned(v: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(v.y, -v.x);
}

// How far a corner moves so that both edges, whose outward normals these are, move by one.
fn miter(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
    let sum = a + b;
    let size = dot(sum, sum);
    if size < 1e-6 {
        return vec2<f32>(0.0);
    }
    // |a + b|² = 2 (1 + cos): the two normals, or one of them and nothing.
    let scale = select(2.0, 1.0, min(dot(a, a), dot(b, b)) < 0.5) / size;
    let moved = sum * scale;
    return moved * min(1.0, MITER_LIMIT / length(moved));
}

// Outward normal of the side from `tail` to `head`; `inward` points across the band. Zero for no length.
fn side_normal(tail: vec2<f32>, head: vec2<f32>, inward: vec2<f32>) -> vec2<f32> {
    let normal = turned(unit(head - tail));
    return select(normal, -normal, dot(normal, inward) > 0.0);
}

// Distance of `point` to the side from `tail` to `head`, positive inside; a side of no length bounds nothing.
fn side_distance(point: vec2<f32>, tail: vec2<f32>, head: vec2<f32>, inward: vec2<f32>) -> f32 {
    let normal = side_normal(tail, head, inward);
    return select(FAR_INSIDE, dot(tail - point, normal), dot(normal, normal) > 0.5);
}

@vertex
fn poly_vertex(@builtin(vertex_index) vertex: u32) -> PolyOut {
    let in = poly_instance(vertex / 4u);
    let is_right = (vertex & 1u) == 1u;
    let is_far = (vertex & 2u) == 2u;
    let begins = (in.caps & 1u) != 0u && !is_far;
    let ends = (in.caps & 2u) != 0u && is_far;

    // The pair this corner belongs to, and the pairs along the band on either side of it.
    let here = select(in.near, in.far, is_far);
    let back = select(in.before, in.near, is_far);
    let ahead = select(in.far, in.after, is_far);
    let own = place(select(here.xy, here.zw, is_right), draw.space);
    let facing = place(select(here.zw, here.xy, is_right), draw.space);
    let own_back = place(select(back.xy, back.zw, is_right), draw.space);
    let own_ahead = place(select(ahead.xy, ahead.zw, is_right), draw.space);
    let facing_back = place(select(back.zw, back.xy, is_right), draw.space);
    let facing_ahead = place(select(ahead.zw, ahead.xy, is_right), draw.space);

    // Inward is judged from the sums of facing points: pairs may coincide at a tip.
    let normal_back = side_normal(own_back, own, facing + facing_back - own - own_back);
    let normal_ahead = side_normal(own, own_ahead, facing + facing_ahead - own - own_ahead);
    let cap_back = side_normal(own, facing, own_ahead + facing_ahead - own - facing);
    let cap_ahead = side_normal(own, facing, own_back + facing_back - own - facing);
    let joint_back = select(normal_back, cap_back, begins);
    let joint_ahead = select(normal_ahead, cap_ahead, ends);
    let corner = own + FEATHER * miter(joint_back, joint_ahead);

    let left_near = place(in.near.xy, draw.space);
    let left_far = place(in.far.xy, draw.space);
    let right_near = place(in.near.zw, draw.space);
    let right_far = place(in.far.zw, draw.space);
    let across = right_near + right_far - left_near - left_far;
    let along = left_far + right_far - left_near - right_near;
    var distances = vec4<f32>(
        side_distance(corner, left_near, left_far, across),
        side_distance(corner, right_near, right_far, -across),
        FAR_INSIDE,
        FAR_INSIDE,
    );
    if (in.caps & 1u) != 0u {
        distances.z = side_distance(corner, left_near, right_near, along);
    }
    if (in.caps & 2u) != 0u {
        distances.w = side_distance(corner, left_far, right_far, -along);
    }
    return PolyOut(clip_position(corner), in.fill, distances);
}

@fragment
fn poly_fragment(in: PolyOut) -> @location(0) vec4<f32> {
    let coverage = between(in.distances.x, in.distances.y) * between(in.distances.z, in.distances.w);
    return blend_source(faded(in.fill, coverage));
}
