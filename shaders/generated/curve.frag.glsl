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
struct SplinePoint {
    vec2 point;
    vec2 tangent;
};
struct CurveIn {
    uvec4 source;
    vec4 widths;
    vec4 stretch;
    vec4 color0_;
    vec4 color1_;
};
struct CurveOut {
    vec4 position;
    vec3 place;
    vec4 color0_;
    vec4 color1_;
    vec2 shading;
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
const uint ENTRIES = 16u;
const float MIN_SLANT = 0.1;
const uint CURVE_TEXELS = 4u;
const uint PROFILE_NORMAL = 1u;

layout(std140) uniform Frame_block_0Fragment { Frame _group_0_binding_0_fs; };

layout(std140) uniform PassBlock_block_1Fragment { PassBlock _group_0_binding_1_fs; };

smooth in vec3 _vs2fs_location0;
flat in vec4 _vs2fs_location1;
flat in vec4 _vs2fs_location2;
flat in vec2 _vs2fs_location3;
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
    float across_1 = (1.0 - _e27);
    float _e38 = power(abs((1.0 - ((2.0 * shape.w) * up))), shape.y);
    float along_2 = (1.0 - _e38);
    float _e45 = power(max((across_1 * along_2), CUSHION_FLOOR), shape.z);
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
    float across_2 = (_e5 - 2.5);
    float _e11 = band((across_2 / pixel), (0.75 / pixel));
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

vec4 faded(vec4 color_2, float coverage_1) {
    return vec4(color_2.xyz, (color_2.w * coverage_1));
}

uint space_of(float number) {
    uint space_3 = uint(number);
    return ((space_3 < SPACES) ? space_3 : 0u);
}

float knot(int i, int degree, int spans) {
    return float(min(max((i - degree), 0), spans));
}

float phi(float lambda, float t_1) {
    return (lambda + ((0.5 * (1.0 - lambda)) * (1.0 + cos((6.2831855 * t_1)))));
}

float half_width(vec2 widths, float lambda_1, float min_width, float t_2, float slant_1) {
    float ends = mix(widths.x, widths.y, t_2);
    float _e10 = phi(lambda_1, t_2);
    return max(((0.5 * ends) * _e10), ((0.5 * min_width) / slant_1));
}

float steepness(float value_1) {
    float _e1 = dFdx(value_1);
    float _e2 = dFdy(value_1);
    vec2 gradient = vec2(_e1, _e2);
    return max(dot(gradient, gradient), 1e-12);
}

void main() {
    CurveOut in_ = CurveOut(gl_FragCoord, _vs2fs_location0, _vs2fs_location1, _vs2fs_location2, _vs2fs_location3);
    float coverage = 1.0;
    bool local = false;
    float distance_1 = in_.place.x;
    float half_1 = in_.place.y;
    float left_1 = (half_1 + distance_1);
    float right_1 = (half_1 - distance_1);
    float _e7 = steepness(left_1);
    float _e8 = steepness(right_1);
    vec2 steep = vec2(_e7, _e8);
    if (!((min(left_1, right_1) < 0.0))) {
        local = any(lessThan((4.0 * vec2((left_1 * left_1), (right_1 * right_1))), steep));
    } else {
        local = true;
    }
    bool _e26 = local;
    if (_e26) {
        float _e33 = between((left_1 * inversesqrt(steep.x)), (right_1 * inversesqrt(steep.y)));
        coverage = _e33;
    }
    float v_1 = clamp((distance_1 / max(half_1, 1e-6)), -1.0, 1.0);
    vec4 _e48 = tube(in_.color0_, in_.color1_, in_.place.z, v_1, in_.shading.x, in_.shading.y);
    float _e49 = coverage;
    vec4 _e50 = faded(_e48, _e49);
    vec4 _e51 = blend_source(_e50);
    _fs2p_location0 = _e51;
    return;
}

