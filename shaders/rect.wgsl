// Boxes with cushion, hatch and border; twin of `diptych_scene::rect`. Edges are snapped to device
// pixels, so a box is covered wholly or not at all and needs no antialiasing.

struct RectIn {
    @location(0) edges: vec4<f32>,
    @location(1) fill: vec4<f32>,
    @location(2) border: vec4<f32>,
    @location(3) mark: vec4<f32>,
    // Bits 0–3 hatch, bit 4 dashed, bits 8–15 border width in quarter CSS pixels.
    @location(4) style: u32,
    // Ridge, degree, exponent, height.
    @location(5) cushion: vec4<f32>,
}

struct RectOut {
    @builtin(position) position: vec4<f32>,
    // Snapped edges in device pixels.
    @location(0) @interpolate(flat) edges: vec4<f32>,
    @location(1) @interpolate(flat) fill: vec4<f32>,
    @location(2) @interpolate(flat) border: vec4<f32>,
    @location(3) @interpolate(flat) mark: vec4<f32>,
    @location(4) @interpolate(flat) style: u32,
    @location(5) @interpolate(flat) cushion: vec4<f32>,
}

@vertex
fn rect_vertex(@builtin(vertex_index) vertex: u32, in: RectIn) -> RectOut {
    let edges = snap_box(in.edges, draw.space);
    return RectOut(
        clip_position(box_corner(edges, vertex)),
        edges,
        in.fill,
        in.border,
        in.mark,
        in.style,
        in.cushion,
    );
}

// How much of the pixel whose middle lies `inside` a box of this size its border covers. Dashes run along
// the nearest edge, from its left or upper end. All in CSS pixels.
fn border(inside: vec2<f32>, size: vec2<f32>, width: f32, dashed: bool, px: f32) -> f32 {
    let edge = min(inside, size - inside);
    let along = select(inside.x, inside.y, edge.x < edge.y);
    let gap = dashed && !dash(along);
    return select(clamp((width - min(edge.x, edge.y)) / px + 0.5, 0.0, 1.0), 0.0, gap);
}

@fragment
fn rect_fragment(in: RectOut) -> @location(0) vec4<f32> {
    let pixel = canvas_pixel(in.position);
    let px = 1.0 / frame.dpr;
    let inside = pixel - in.edges.xy;
    let size = in.edges.zw - in.edges.xy;

    let part = inside / size;
    var color = vec4<f32>(in.fill.rgb * cushion(in.cushion, part.x, part.y), in.fill.a);
    color = over(seen(in.mark, hatch(in.style & 0xFu, pixel.x * px, pixel.y * px, px)), color);

    let width = f32((in.style >> 8u) & 0xFFu) * 0.25;
    if width > 0.0 {
        let dashed = (in.style & 0x10u) != 0u;
        color = over(seen(in.border, border(inside * px, size * px, width, dashed, px)), color);
    }
    return blend_source(color);
}
