#version 300 es

precision highp float;
precision highp int;

struct Frame {
    vec4 spaces[8];
    vec4 background;
    vec2 size;
    vec2 rows;
    float dpr;
};
struct PassBlock {
    uint space;
    uint blend;
    uvec2 reserved;
};
struct ImageIn {
    vec4 edges;
    vec4 tile;
    vec4 grid;
    uint smooth_sampling;
};
struct ImageOut {
    vec4 position;
    vec4 edges;
    vec4 grid;
    uint smooth_sampling;
};
const uint SPACES = 8u;
const uint BLEND_NORMAL = 0u;
const uint BLEND_MIN = 1u;
const uint BLEND_MAX = 2u;
const uint BLEND_MULTIPLY = 3u;

layout(std140) uniform Frame_block_0Vertex { Frame _group_0_binding_0_vs; };

layout(std140) uniform PassBlock_block_1Vertex { PassBlock _group_0_binding_1_vs; };

layout(location = 0) in vec4 _p2vs_location0;
layout(location = 1) in vec4 _p2vs_location1;
layout(location = 2) in vec4 _p2vs_location2;
layout(location = 3) in uint _p2vs_location3;
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

void main() {
    uint vertex = uint(gl_VertexID);
    ImageIn in_ = ImageIn(_p2vs_location0, _p2vs_location1, _p2vs_location2, _p2vs_location3);
    uint _e5 = _group_0_binding_1_vs.space;
    vec4 _e6 = snap_box(in_.edges, _e5);
    vec4 fractions = (in_.tile / in_.grid.xyxy);
    vec4 tile = floor((mix(_e6.xyxy, _e6.zwzw, fractions) + vec4(0.5)));
    vec2 _e18 = box_corner(tile, vertex);
    vec4 _e19 = clip_position(_e18);
    ImageOut _tmp_return = ImageOut(_e19, _e6, in_.grid, in_.smooth_sampling);
    gl_Position = _tmp_return.position;
    _vs2fs_location0 = _tmp_return.edges;
    _vs2fs_location1 = _tmp_return.grid;
    _vs2fs_location2 = _tmp_return.smooth_sampling;
    return;
}

