#version 300 es

precision highp float;
precision highp int;

struct Frame {
    vec4 spaces[3];
    vec4 background;
    vec2 size;
    float dpr;
    float lambda_scale;
    vec2 rows;
    vec2 reserved;
};
struct PassBlock {
    uint space;
    uint blend;
    uvec2 reserved;
};
struct PolyIn {
    vec4 before;
    vec4 near;
    vec4 far;
    vec4 after;
    vec4 fill;
    uint caps;
};
struct PolyOut {
    vec4 position;
    vec4 fill;
    vec4 distances;
};
const uint BLEND_NORMAL = 0u;
const uint BLEND_MIN = 1u;
const uint BLEND_MAX = 2u;
const uint BLEND_MULTIPLY = 3u;
const float FEATHER = 0.5;
const float MITER_LIMIT = 4.0;
const float FAR_INSIDE = 10000.0;

layout(std140) uniform Frame_block_0Vertex { Frame _group_0_binding_0_vs; };

layout(std140) uniform PassBlock_block_1Vertex { PassBlock _group_0_binding_1_vs; };

layout(location = 0) in vec4 _p2vs_location0;
layout(location = 1) in vec4 _p2vs_location1;
layout(location = 2) in vec4 _p2vs_location2;
layout(location = 3) in vec4 _p2vs_location3;
layout(location = 4) in vec4 _p2vs_location4;
layout(location = 5) in uint _p2vs_location5;
flat out vec4 _vs2fs_location0;
smooth out vec4 _vs2fs_location1;

vec2 apply(vec2 point, uint space) {
    vec4 transform = _group_0_binding_0_vs.spaces[space];
    return vec2(((point.x * transform.x) + transform.y), (point.y + transform.z));
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

vec2 unit(vec2 v) {
    float size = length(v);
    return ((size > 1e-6) ? (v / vec2(max(size, 1e-9))) : vec2(0.0));
}

vec2 turned(vec2 v_1) {
    return vec2(v_1.y, -(v_1.x));
}

vec2 miter(vec2 a, vec2 b) {
    vec2 sum = (a + b);
    float size_1 = dot(sum, sum);
    if ((size_1 < 1e-6)) {
        return vec2(0.0);
    }
    float scale = (((min(dot(a, a), dot(b, b)) < 0.5) ? 1.0 : 2.0) / size_1);
    vec2 moved = (sum * scale);
    return (moved * min(1.0, (MITER_LIMIT / length(moved))));
}

vec2 side_normal(vec2 tail, vec2 head, vec2 inward) {
    vec2 _e4 = unit((head - tail));
    vec2 _e5 = turned(_e4);
    return ((dot(_e5, inward) > 0.0) ? -(_e5) : _e5);
}

float side_distance(vec2 point_2, vec2 tail_1, vec2 head_1, vec2 inward_1) {
    vec2 _e4 = side_normal(tail_1, head_1, inward_1);
    return ((dot(_e4, _e4) > 0.5) ? dot((tail_1 - point_2), _e4) : FAR_INSIDE);
}

float between(float a_1, float b_1) {
    return max(0.0, ((clamp((a_1 + FEATHER), 0.0, 1.0) + clamp((b_1 + FEATHER), 0.0, 1.0)) - 1.0));
}

void main() {
    uint vertex = uint(gl_VertexID);
    PolyIn in_ = PolyIn(_p2vs_location0, _p2vs_location1, _p2vs_location2, _p2vs_location3, _p2vs_location4, _p2vs_location5);
    bool local = false;
    bool local_1 = false;
    vec4 distances = vec4(0.0);
    bool is_right = ((vertex & 1u) == 1u);
    bool is_far = (vertex >= 2u);
    if (((in_.caps & 1u) != 0u)) {
        local = !(is_far);
    } else {
        local = false;
    }
    bool begins = local;
    if (((in_.caps & 2u) != 0u)) {
        local_1 = is_far;
    } else {
        local_1 = false;
    }
    bool ends = local_1;
    vec4 here = (is_far ? in_.far : in_.near);
    vec4 back = (is_far ? in_.near : in_.before);
    vec4 ahead = (is_far ? in_.after : in_.far);
    uint _e41 = _group_0_binding_1_vs.space;
    vec2 _e42 = place((is_right ? here.zw : here.xy), _e41);
    uint _e48 = _group_0_binding_1_vs.space;
    vec2 _e49 = place((is_right ? here.xy : here.zw), _e48);
    uint _e55 = _group_0_binding_1_vs.space;
    vec2 _e56 = place((is_right ? back.zw : back.xy), _e55);
    uint _e62 = _group_0_binding_1_vs.space;
    vec2 _e63 = place((is_right ? ahead.zw : ahead.xy), _e62);
    uint _e69 = _group_0_binding_1_vs.space;
    vec2 _e70 = place((is_right ? back.xy : back.zw), _e69);
    uint _e76 = _group_0_binding_1_vs.space;
    vec2 _e77 = place((is_right ? ahead.xy : ahead.zw), _e76);
    vec2 _e81 = side_normal(_e56, _e42, (((_e49 + _e70) - _e42) - _e56));
    vec2 _e85 = side_normal(_e42, _e63, (((_e49 + _e77) - _e42) - _e63));
    vec2 _e89 = side_normal(_e42, _e49, (((_e63 + _e77) - _e42) - _e49));
    vec2 _e93 = side_normal(_e42, _e49, (((_e56 + _e70) - _e42) - _e49));
    vec2 joint_back = (begins ? _e89 : _e81);
    vec2 joint_ahead = (ends ? _e93 : _e85);
    vec2 _e97 = miter(joint_back, joint_ahead);
    vec2 corner = (_e42 + (FEATHER * _e97));
    uint _e104 = _group_0_binding_1_vs.space;
    vec2 _e105 = place(in_.near.xy, _e104);
    uint _e110 = _group_0_binding_1_vs.space;
    vec2 _e111 = place(in_.far.xy, _e110);
    uint _e116 = _group_0_binding_1_vs.space;
    vec2 _e117 = place(in_.near.zw, _e116);
    uint _e122 = _group_0_binding_1_vs.space;
    vec2 _e123 = place(in_.far.zw, _e122);
    vec2 across = (((_e117 + _e123) - _e105) - _e111);
    vec2 along = (((_e111 + _e123) - _e105) - _e117);
    float _e130 = side_distance(corner, _e105, _e111, across);
    float _e132 = side_distance(corner, _e117, _e123, -(across));
    distances = vec4(_e130, _e132, FAR_INSIDE, FAR_INSIDE);
    if (((in_.caps & 1u) != 0u)) {
        float _e143 = side_distance(corner, _e105, _e117, along);
        distances.z = _e143;
    }
    if (((in_.caps & 2u) != 0u)) {
        float _e151 = side_distance(corner, _e111, _e123, -(along));
        distances.w = _e151;
    }
    vec4 _e152 = clip_position(corner);
    vec4 _e154 = distances;
    PolyOut _tmp_return = PolyOut(_e152, in_.fill, _e154);
    gl_Position = _tmp_return.position;
    _vs2fs_location0 = _tmp_return.fill;
    _vs2fs_location1 = _tmp_return.distances;
    return;
}

