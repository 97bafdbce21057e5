// What every pipeline shares: the uniform blocks, the way from CSS pixels to the target, and how a
// colour meets what is below. Twins: `diptych_render::uniforms`.

struct Frame {
    // Scale x, scale y, shift x and shift y of each space; the first is the canvas. CSS pixels.
    spaces: array<vec4<f32>, 8>,
    background: vec4<f32>,
    // Device pixels.
    size: vec2<f32>,
    // Row of a fragment counted from above = rows.x + rows.y · its coordinate.
    rows: vec2<f32>,
    dpr: f32,
    // Steps that a piece of a curve is drawn in.
    segments: f32,
}

// What all instances of a pass share.
struct PassBlock {
    space: u32,
    blend: u32,
    reserved: vec2<u32>,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var<uniform> draw: PassBlock;

const SPACES: u32 = 8u;
// Texels a row of a data texture, as `diptych_render::plan` fills it.
const TEXEL_COLUMNS: u32 = 1024u;

const BLEND_NORMAL: u32 = 0u;
const BLEND_MIN: u32 = 1u;
const BLEND_MAX: u32 = 2u;
const BLEND_MULTIPLY: u32 = 3u;

// Canvas position of a point given in a space, both in CSS pixels.
fn apply(point: vec2<f32>, space: u32) -> vec2<f32> {
    let transform = frame.spaces[space];
    return point * transform.xy + transform.zw;
}

// Canvas position in device pixels of a point given in CSS pixels of a space.
fn place(point: vec2<f32>, space: u32) -> vec2<f32> {
    return apply(point, space) * frame.dpr;
}

// The whole device pixels that a box (x0, y0, x1, y1) covers: never less than one each way.
fn snap_box(edges: vec4<f32>, space: u32) -> vec4<f32> {
    let upper = floor(place(edges.xy, space) + 0.5);
    let lower = floor(place(edges.zw, space) + 0.5);
    return vec4<f32>(upper, max(lower, upper + 1.0));
}

// Corner 0..4 of a box, as a triangle strip.
fn box_corner(edges: vec4<f32>, vertex: u32) -> vec2<f32> {
    return vec2<f32>(select(edges.x, edges.z, (vertex & 1u) == 1u), select(edges.y, edges.w, vertex >= 2u));
}

fn clip_position(device: vec2<f32>) -> vec4<f32> {
    let scaled = device / frame.size * 2.0;
    return vec4<f32>(scaled.x - 1.0, 1.0 - scaled.y, 0.0, 1.0);
}

// Middle of a fragment in device pixels, y down, whatever the backend counts rows from.
fn canvas_pixel(position: vec4<f32>) -> vec2<f32> {
    return vec2<f32>(position.x, frame.rows.x + frame.rows.y * position.y);
}

// What the blend stage is given for a straight colour, coverage already in its alpha; twin of
// `diptych_scene::shade::blend_source`. Minimum, maximum and product ignore alpha, so there the colour itself
// is mixed: towards the background, towards white. What has no alpha draws nothing, not the background.
fn blend_source(color: vec4<f32>) -> vec4<f32> {
    // Nothing over anything changes nothing, which is not so where alpha is ignored.
    if draw.blend == BLEND_NORMAL {
        return vec4<f32>(color.rgb * color.a, color.a);
    }
    if color.a <= 0.0 {
        discard;
    }
    let ground = select(frame.background.rgb, vec3<f32>(1.0), draw.blend == BLEND_MULTIPLY);
    return vec4<f32>(mix(ground, color.rgb, color.a), 1.0);
}
