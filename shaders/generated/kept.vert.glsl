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

layout(std140) uniform Frame_block_0Vertex { Frame _group_0_binding_0_vs; };


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

vec2 canvas_pixel(vec4 position_1) {
    float _e5 = _group_0_binding_0_vs.rows.x;
    float _e9 = _group_0_binding_0_vs.rows.y;
    return vec2(position_1.x, (_e5 + (_e9 * position_1.y)));
}

void main() {
    uint vertex = uint(gl_VertexID);
    vec2 _e3 = _group_0_binding_0_vs.size;
    vec2 _e7 = box_corner(vec4(0.0, 0.0, _e3), vertex);
    vec4 _e8 = clip_position(_e7);
    gl_Position = _e8;
    return;
}

