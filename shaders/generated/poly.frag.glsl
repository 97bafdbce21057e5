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

layout(std140) uniform Frame_block_0Fragment { Frame _group_0_binding_0_fs; };

layout(std140) uniform PassBlock_block_1Fragment { PassBlock _group_0_binding_1_fs; };

flat in vec4 _vs2fs_location0;
smooth in vec4 _vs2fs_location1;
layout(location = 0) out vec4 _fs2p_location0;

vec2 apply(vec2 point, uint space) {
    vec4 transform = _group_0_binding_0_fs.spaces[space];
    return vec2(((point.x * transform.x) + transform.y), (point.y + transform.z));
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
    if ((color.w <= 0.0)) {
        discard;
    }
    uint _e6 = _group_0_binding_1_fs.blend;
    switch(_e6) {
        case 1u:
        case 2u: {
            vec4 _e9 = _group_0_binding_0_fs.background;
            return vec4(mix(_e9.xyz, color.xyz, color.w), 1.0);
        }
        case 3u: {
            return vec4(mix(vec3(1.0), color.xyz, color.w), 1.0);
        }
        default: {
            return vec4((color.xyz * color.w), color.w);
        }
    }
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
    PolyOut in_1 = PolyOut(gl_FragCoord, _vs2fs_location0, _vs2fs_location1);
    float _e5 = between(in_1.distances.x, in_1.distances.y);
    float _e10 = between(in_1.distances.z, in_1.distances.w);
    float coverage = (_e5 * _e10);
    vec4 _e18 = blend_source(vec4(in_1.fill.xyz, (in_1.fill.w * coverage)));
    _fs2p_location0 = _e18;
    return;
}

