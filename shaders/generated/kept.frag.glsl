#version 300 es

precision highp float;
precision highp int;

struct Frame {
    vec4 spaces[8];
    vec4 background;
    vec2 size;
    vec2 rows;
    float dpr;
    float segments;
};
struct PassBlock {
    uint space;
    uint blend;
    uvec2 reserved;
};
const uint SPACES = 8u;
const uint TEXEL_COLUMNS = 1024u;
const uint BLEND_NORMAL = 0u;
const uint BLEND_MIN = 1u;
const uint BLEND_MAX = 2u;
const uint BLEND_MULTIPLY = 3u;

uniform highp sampler2D _group_2_binding_0_fs;

layout(location = 0) out vec4 _fs2p_location0;

vec2 box_corner(vec4 edges_1, uint vertex_1) {
    return vec2((((vertex_1 & 1u) == 1u) ? edges_1.z : edges_1.x), ((vertex_1 >= 2u) ? edges_1.w : edges_1.y));
}

void main() {
    vec4 position = gl_FragCoord;
    vec4 _e5 = texelFetch(_group_2_binding_0_fs, ivec2(position.xy), 0);
    _fs2p_location0 = _e5;
    return;
}

