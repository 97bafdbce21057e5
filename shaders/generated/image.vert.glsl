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
struct ImageOut {
    vec4 position;
    vec4 edges;
    vec4 grid;
    uint smooth_sampling;
};
const uint SPACES = 8u;
const uint TEXEL_COLUMNS = 1024u;
const uint BLEND_NORMAL = 0u;
const uint BLEND_MIN = 1u;
const uint BLEND_MAX = 2u;
const uint BLEND_MULTIPLY = 3u;
const uint IMAGE_TEXELS = 4u;

layout(std140) uniform Frame_block_0Vertex { Frame _group_0_binding_0_vs; };

layout(std140) uniform PassBlock_block_1Vertex { PassBlock _group_0_binding_1_vs; };

uniform highp usampler2D _group_1_binding_0_vs;

flat out vec4 _vs2fs_location0;
flat out vec4 _vs2fs_location1;
flat out uint _vs2fs_location2;

vec2 apply(vec2 point, uint space) {
    vec4 transform = _group_0_binding_0_vs.spaces[space];
    return ((point * transform.xy) + transform.zw);
}

vec2 place(vec2 point_1, uint space_1) {
    vec2 _e2 = apply(point_1, space_1);
    float _e5 = _group_0_binding_0_vs.dpr;
    return (_e2 * _e5);
}

vec4 snap_box(vec4 edges, uint space_2) {
    vec2 _e3 = place(edges.xy, space_2);
    vec2 upper = floor((_e3 + vec2(0.5)));
    vec2 _e9 = place(edges.zw, space_2);
    vec2 lower = floor((_e9 + vec2(0.5)));
    return vec4(upper, max(lower, (upper + vec2(1.0))));
}

vec2 box_corner(vec4 edges_1, uint vertex_1) {
    return vec2((((vertex_1 & 1u) == 1u) ? edges_1.z : edges_1.x), ((vertex_1 >= 2u) ? edges_1.w : edges_1.y));
}

vec4 clip_position(vec2 device) {
    vec2 _e3 = _group_0_binding_0_vs.size;
    vec2 scaled = ((device / _e3) * 2.0);
    return vec4((scaled.x - 1.0), (1.0 - scaled.y), 0.0, 1.0);
}

vec2 canvas_pixel(vec4 position) {
    float _e5 = _group_0_binding_0_vs.rows.x;
    float _e9 = _group_0_binding_0_vs.rows.y;
    return vec2(position.x, (_e5 + (_e9 * position.y)));
}

uvec4 words(uint texel) {
    uvec4 _e9 = texelFetch(_group_1_binding_0_vs, ivec2(uvec2((texel % TEXEL_COLUMNS), (texel / TEXEL_COLUMNS))), 0);
    return _e9;
}

vec4 floats(uint texel_1) {
    uvec4 _e1 = words(texel_1);
    return uintBitsToFloat(_e1);
}

vec4 channels(uint color_1) {
    uvec4 bytes = (uvec4(color_1, (color_1 >> 8u), (color_1 >> 16u), (color_1 >> 24u)) & uvec4(255u));
    return (vec4(bytes) / vec4(255.0));
}

void main() {
    uint vertex = uint(gl_VertexID);
    uint first = ((vertex / 4u) * IMAGE_TEXELS);
    vec4 _e5 = floats(first);
    uint _e8 = _group_0_binding_1_vs.space;
    vec4 _e9 = snap_box(_e5, _e8);
    vec4 _e12 = floats((first + 2u));
    vec4 _e15 = floats((first + 1u));
    vec4 fractions = (_e15 / _e12.xyxy);
    vec4 tile = floor((mix(_e9.xyxy, _e9.zwzw, fractions) + vec4(0.5)));
    vec2 _e27 = box_corner(tile, (vertex & 3u));
    vec4 _e28 = clip_position(_e27);
    uvec4 _e31 = words((first + 3u));
    ImageOut _tmp_return = ImageOut(_e28, _e9, _e12, _e31.x);
    gl_Position = _tmp_return.position;
    _vs2fs_location0 = _tmp_return.edges;
    _vs2fs_location1 = _tmp_return.grid;
    _vs2fs_location2 = _tmp_return.smooth_sampling;
    return;
}

