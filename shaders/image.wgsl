// Grids of colours stretched over a box; twin of `diptych_scene::image`. The box is snapped like a rect,
// and texels are fetched and mixed here, so that no two samplers can differ. Images too large for one
// texture come as tiles that carry a margin of their neighbours' texels.

// Texels of an instance: the whole image, CSS pixels; the tile (first column, first row, past the last column, past the
// last row, in texels); columns and rows of the whole image and the texel of the image that the texture begins with; 1 for
// linear, 0 for nearest sampling.
const IMAGE_TEXELS: u32 = 4u;

struct ImageOut {
    @builtin(position) position: vec4<f32>,
    @location(0) @interpolate(flat) edges: vec4<f32>,
    @location(1) @interpolate(flat) grid: vec4<f32>,
    @location(2) @interpolate(flat) smooth_sampling: u32,
}

@group(2) @binding(0) var texels: texture_2d<f32>;

@vertex
fn image_vertex(@builtin(vertex_index) vertex: u32) -> ImageOut {
    let first = vertex / 4u * IMAGE_TEXELS;
    let edges = snap_box(floats(first), draw.space);
    let grid = floats(first + 2u);
    // Seams between tiles fall on the same whole pixel for both neighbours.
    let fractions = floats(first + 1u) / grid.xyxy;
    let tile = floor(mix(edges.xyxy, edges.zwzw, fractions) + 0.5);
    return ImageOut(clip_position(box_corner(tile, vertex & 3u)), edges, grid, words(first + 3u).x);
}

// A texel of the image; places outside take the nearest one.
fn texel(at: vec2<f32>, grid: vec4<f32>) -> vec4<f32> {
    let inside = clamp(at, vec2<f32>(0.0), grid.xy - 1.0) - grid.zw;
    let limit = vec2<f32>(textureDimensions(texels)) - 1.0;
    return textureLoad(texels, vec2<i32>(clamp(inside, vec2<f32>(0.0), limit)), 0);
}

// The four texels around a place, mixed.
fn linear(at: vec2<f32>, grid: vec4<f32>) -> vec4<f32> {
    let corner = floor(at - 0.5);
    let part = at - 0.5 - corner;
    let upper = mix(texel(corner, grid), texel(corner + vec2<f32>(1.0, 0.0), grid), part.x);
    let lower = mix(texel(corner + vec2<f32>(0.0, 1.0), grid), texel(corner + vec2<f32>(1.0, 1.0), grid), part.x);
    return mix(upper, lower, part.y);
}

@fragment
fn image_fragment(in: ImageOut) -> @location(0) vec4<f32> {
    let at = (canvas_pixel(in.position) - in.edges.xy) / (in.edges.zw - in.edges.xy) * in.grid.xy;
    if in.smooth_sampling == 1u {
        return blend_source(linear(at, in.grid));
    }
    return blend_source(texel(floor(at), in.grid));
}
