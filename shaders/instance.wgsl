// Where instances are read from: a texture of words, four a texel. A draw call of instances would do, but software
// renderers begin each of them anew, which takes longer than drawing it. So all vertices of a pass are one draw call, and
// each finds its instance by its number.

@group(1) @binding(0) var instances: texture_2d<u32>;

fn words(texel: u32) -> vec4<u32> {
    return textureLoad(instances, vec2<i32>(vec2<u32>(texel % TEXEL_COLUMNS, texel / TEXEL_COLUMNS)), 0);
}

fn floats(texel: u32) -> vec4<f32> {
    return bitcast<vec4<f32>>(words(texel));
}

// A colour from its bytes r, g, b, a; GLSL ES 300 has no function for it.
fn channels(color: u32) -> vec4<f32> {
    let bytes = vec4<u32>(color, color >> 8u, color >> 16u, color >> 24u) & vec4<u32>(0xFFu);
    return vec4<f32>(bytes) / 255.0;
}
