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

@fragment
fn rect_fragment(in: RectOut) -> @location(0) vec4<f32> {
    let pixel = canvas_pixel(in.position);
    let px = 1.0 / frame.dpr;
    let inside = pixel - in.edges.xy;
    let size = in.edges.zw - in.edges.xy;

    let part = inside / size;
    var color = vec4<f32>(in.fill.rgb * cushion_luminance(in.cushion, part.x, part.y), in.fill.a);
    color = over(color, in.mark, hatch_coverage(in.style & 0xFu, pixel.x * px, pixel.y * px, px));

    let width = f32((in.style >> 8u) & 0xFFu) * 0.25;
    if width > 0.0 {
        let dashed = (in.style & 0x10u) != 0u;
        let at = inside * px;
        let css = size * px;
        color = over(color, in.border, border_coverage(at.x, at.y, css.x, css.y, width, dashed, px));
    }
    return blend_source(color, 1.0);
}
