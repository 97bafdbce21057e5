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
const uint SPACES = 8u;
const uint TEXEL_COLUMNS = 1024u;
const uint BLEND_NORMAL = 0u;
const uint BLEND_MIN = 1u;
const uint BLEND_MAX = 2u;
const uint BLEND_MULTIPLY = 3u;
const float LEAN_PERIOD = 5.0;
const float LEAN_WIDTH = 1.5;
const float DOT_PERIOD = 4.0;
const float HAIRLINE_PERIOD = 3.0;
const float DASH_ON = 4.0;
const float DASH_PERIOD = 7.0;
const float HIGHLIGHT_REACH = 0.35;
const float CUSHION_FLOOR = 0.25;
const uint LEAN_LEFT = 1u;
const uint LEAN_RIGHT = 2u;
const uint DOTS = 3u;
const uint HAIRLINES = 4u;
const uint POLY_TEXELS = 5u;
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

float power(float base, float exponent) {
    return pow(max(base, 1e-6), exponent);
}

float modulo(float value, float period) {
    return (value - (period * floor((value / period))));
}

float cushion(vec4 shape, float x, float y) {
    float to_ridge = 0.0;
    if ((shape.z <= 0.0)) {
        return 1.0;
    }
    float ridge = clamp(shape.x, 0.0, 1.0);
    to_ridge = ((1.0 - x) / max((1.0 - ridge), 1e-6));
    if ((x < ridge)) {
        to_ridge = (x / ridge);
    }
    float up = (1.0 - y);
    float _e23 = to_ridge;
    float _e27 = power((1.0 - _e23), shape.y);
    float across = (1.0 - _e27);
    float _e38 = power(abs((1.0 - ((2.0 * shape.w) * up))), shape.y);
    float along_2 = (1.0 - _e38);
    float _e45 = power(max((across * along_2), CUSHION_FLOOR), shape.z);
    return _e45;
}

float between(float left, float right) {
    return max(((clamp((left + 0.5), 0.0, 1.0) + clamp((right + 0.5), 0.0, 1.0)) - 1.0), 0.0);
}

float band(float distance_, float half_) {
    float _e4 = between((half_ + distance_), (half_ - distance_));
    return _e4;
}

float lean(float along, float pixel) {
    float _e5 = modulo((along * 0.70710677), LEAN_PERIOD);
    float across_1 = (_e5 - 2.5);
    float _e11 = band((across_1 / pixel), (0.75 / pixel));
    return _e11;
}

float shared_part(float start, float low, float high) {
    return max((min(high, (start + 1.0)) - max(low, start)), 0.0);
}

float stripe(float at, float period_1, float pixel_1) {
    float _e3 = modulo(at, period_1);
    float low_1 = (_e3 - (0.5 * pixel_1));
    float high_1 = (_e3 + (0.5 * pixel_1));
    float _e11 = shared_part(0.0, low_1, high_1);
    float _e12 = shared_part(period_1, low_1, high_1);
    return min(((_e11 + _e12) / pixel_1), 1.0);
}

float hatch(uint kind, float x_1, float y_1, float pixel_2) {
    switch(kind) {
        case 1u: {
            float _e5 = lean((x_1 - y_1), pixel_2);
            return _e5;
        }
        case 2u: {
            float _e7 = lean((x_1 + y_1), pixel_2);
            return _e7;
        }
        case 3u: {
            float _e9 = stripe(x_1, DOT_PERIOD, pixel_2);
            float _e11 = stripe(y_1, DOT_PERIOD, pixel_2);
            return (_e9 * _e11);
        }
        case 4u: {
            float _e14 = stripe(x_1, HAIRLINE_PERIOD, pixel_2);
            return _e14;
        }
        default: {
            return 0.0;
        }
    }
}

bool dash(float along_1) {
    float _e2 = modulo(along_1, DASH_PERIOD);
    return (_e2 < DASH_ON);
}

vec4 tube(vec4 color0_, vec4 color1_, float t, float v, float shade, float highlight) {
    float dim = (1.0 - ((shade * v) * v));
    float to_middle = (v / HIGHLIGHT_REACH);
    float inside = max((1.0 - (to_middle * to_middle)), 0.0);
    float light = ((highlight * inside) * inside);
    vec4 color_3 = mix(color0_, color1_, t);
    return vec4((((color_3.xyz * dim) * (1.0 - light)) + vec3(light)), color_3.w);
}

vec4 over(vec4 top, vec4 bottom) {
    float rest = (bottom.w * (1.0 - top.w));
    float alpha = (top.w + rest);
    if ((alpha <= 0.0)) {
        return vec4(0.0);
    }
    return vec4((((top.xyz * top.w) + (bottom.xyz * rest)) / vec3(alpha)), alpha);
}

vec4 faded(vec4 color_2, float coverage) {
    return vec4(color_2.xyz, (color_2.w * coverage));
}

vec2 unit(vec2 v_1) {
    float size = length(v_1);
    return ((size > 1e-6) ? (v_1 / vec2(max(size, 1e-9))) : vec2(0.0));
}

vec2 turned(vec2 v_2) {
    return vec2(v_2.y, -(v_2.x));
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

void main() {
    PolyOut in_ = PolyOut(gl_FragCoord, _vs2fs_location0, _vs2fs_location1);
    float _e5 = between(in_.distances.x, in_.distances.y);
    float _e10 = between(in_.distances.z, in_.distances.w);
    float coverage_1 = (_e5 * _e10);
    vec4 _e13 = faded(in_.fill, coverage_1);
    vec4 _e14 = blend_source(_e13);
    _fs2p_location0 = _e14;
    return;
}

