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

layout(std140) uniform Frame_block_0Fragment { Frame _group_0_binding_0_fs; };

layout(std140) uniform PassBlock_block_1Fragment { PassBlock _group_0_binding_1_fs; };

uniform highp sampler2D _group_2_binding_0_fs;

flat in vec4 _vs2fs_location0;
flat in vec4 _vs2fs_location1;
flat in uint _vs2fs_location2;
layout(location = 0) out vec4 _fs2p_location0;

vec2 apply(vec2 point, uint space) {
    vec4 transform = _group_0_binding_0_fs.spaces[space];
    return ((point * transform.xy) + transform.zw);
}

vec2 place(vec2 point_1, uint space_1) {
    vec2 _e2 = apply(point_1, space_1);
    float _e5 = _group_0_binding_0_fs.dpr;
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
    vec2 _e3 = _group_0_binding_0_fs.size;
    vec2 scaled = ((device / _e3) * 2.0);
    return vec4((scaled.x - 1.0), (1.0 - scaled.y), 0.0, 1.0);
}

vec2 canvas_pixel(vec4 position) {
    float _e5 = _group_0_binding_0_fs.rows.x;
    float _e9 = _group_0_binding_0_fs.rows.y;
    return vec2(position.x, (_e5 + (_e9 * position.y)));
}

vec4 blend_source(vec4 color) {
    uint _e3 = _group_0_binding_1_fs.blend;
    if ((_e3 == BLEND_NORMAL)) {
        return vec4((color.xyz * color.w), color.w);
    }
    if ((color.w <= 0.0)) {
        discard;
    }
    vec4 _e16 = _group_0_binding_0_fs.background;
    uint _e22 = _group_0_binding_1_fs.blend;
    vec3 ground = ((_e22 == BLEND_MULTIPLY) ? vec3(1.0) : _e16.xyz);
    return vec4(mix(ground, color.xyz, color.w), 1.0);
}

vec4 channels(uint color_1) {
    uvec4 bytes = (uvec4(color_1, (color_1 >> 8u), (color_1 >> 16u), (color_1 >> 24u)) & uvec4(255u));
    return (vec4(bytes) / vec4(255.0));
}

vec4 texel_2(vec2 at, vec4 grid) {
    vec2 inside = (clamp(at, vec2(0.0), (grid.xy - vec2(1.0))) - grid.zw);
    vec2 limit = (vec2(uvec2(textureSize(_group_2_binding_0_fs, 0).xy)) - vec2(1.0));
    vec4 _e23 = texelFetch(_group_2_binding_0_fs, ivec2(clamp(inside, vec2(0.0), limit)), 0);
    return _e23;
}

vec4 linear(vec2 at_1, vec4 grid_1) {
    vec2 corner = floor((at_1 - vec2(0.5)));
    vec2 part = ((at_1 - vec2(0.5)) - corner);
    vec4 _e10 = texel_2(corner, grid_1);
    vec4 _e15 = texel_2((corner + vec2(1.0, 0.0)), grid_1);
    vec4 upper_1 = mix(_e10, _e15, part.x);
    vec4 _e22 = texel_2((corner + vec2(0.0, 1.0)), grid_1);
    vec4 _e27 = texel_2((corner + vec2(1.0, 1.0)), grid_1);
    vec4 lower_1 = mix(_e22, _e27, part.x);
    return mix(upper_1, lower_1, part.y);
}

void main() {
    ImageOut in_ = ImageOut(gl_FragCoord, _vs2fs_location0, _vs2fs_location1, _vs2fs_location2);
    vec2 _e2 = canvas_pixel(in_.position);
    vec2 at_2 = (((_e2 - in_.edges.xy) / (in_.edges.zw - in_.edges.xy)) * in_.grid.xy);
    if ((in_.smooth_sampling == 1u)) {
        vec4 _e19 = linear(at_2, in_.grid);
        vec4 _e20 = blend_source(_e19);
        _fs2p_location0 = _e20;
        return;
    }
    vec4 _e23 = texel_2(floor(at_2), in_.grid);
    vec4 _e24 = blend_source(_e23);
    _fs2p_location0 = _e24;
    return;
}

