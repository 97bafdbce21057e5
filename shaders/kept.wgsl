// A picture that was drawn before, pixel by pixel. Its colours carry their alpha already, so they meet what is below
// as they are.

@group(2) @binding(0) var texels: texture_2d<f32>;

@vertex
fn kept_vertex(@builtin(vertex_index) vertex: u32) -> @builtin(position) vec4<f32> {
    return clip_position(box_corner(vec4<f32>(0.0, 0.0, frame.size), vertex));
}

// Rows are counted alike while drawing to the picture and from it.
@fragment
fn kept_fragment(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
    return textureLoad(texels, vec2<i32>(position.xy), 0);
}
