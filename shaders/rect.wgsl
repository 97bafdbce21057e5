// Boxes with cushion, hatch and border; twin of `diptych_scene::rect`. Edges are snapped to device
// pixels, so a box is covered wholly or not at all and needs no antialiasing.

// Texels of an instance: edges; fill, border and mark, four bytes each, and style (bits 0–3 hatch, bit 4 dashed, bits
// 8–15 border width in quarter CSS pixels); ridge, degree, exponent and height of the cushion.
const RECT_TEXELS: u32 = 3u;

struct RectOut {
    @builtin(position) position: vec4<f32>,
    // Snapped edges in device pixels.
    @location(0) @interpolate(flat) edges: vec4<f32>,
    @location(1) @interpolate(flat) look: vec4<u32>,
    @location(2) @interpolate(flat) cushion: vec4<f32>,
}

@vertex
fn rect_vertex(@builtin(vertex_index) vertex: u32) -> RectOut {
    let first = vertex / 4u * RECT_TEXELS;
    let edges = snap_box(floats(first), draw.space);
    return RectOut(clip_position(box_corner(edges, vertex & 3u)), edges, words(first + 1u), floats(first + 2u));
}

// A box's colour at the middle of a device pixel: the fill times its cushion, the hatch over it, the border
// over that.
fn rect(in: RectOut, at: vec2<f32>, dpr: f32) -> vec4<f32> {
    let upper = in.edges.xy;
    let lower = in.edges.zw;
    let part = (at - upper) / (lower - upper);
    let fill = channels(in.look.x);
    let style = in.look.w;
    var color = vec4<f32>(fill.rgb * cushion(in.cushion, part.x, part.y), fill.a);

    let pixel = 1.0 / dpr;
    color = over(faded(channels(in.look.z), hatch(style & 0xFu, at.x * pixel, at.y * pixel, pixel)), color);

    let width = f32((style >> 8u) & 0xFFu) * 0.25;
    if width > 0.0 {
        let thick = max(floor(width * dpr + 0.5), 1.0);
        let on_side = at.x - upper.x < thick || lower.x - at.x < thick;
        let on_level = at.y - upper.y < thick || lower.y - at.y < thick;
        let whole = (style & 0x10u) == 0u;
        let along = (at - upper) * pixel;
        let drawn = (on_side && (whole || dash(along.y))) || (on_level && (whole || dash(along.x)));
        color = over(faded(channels(in.look.y), select(0.0, 1.0, drawn)), color);
    }
    return color;
}

@fragment
fn rect_fragment(in: RectOut) -> @location(0) vec4<f32> {
    return blend_source(rect(in, canvas_pixel(in.position), frame.dpr));
}
