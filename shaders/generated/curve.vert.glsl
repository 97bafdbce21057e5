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

layout(std140) uniform Frame_block_0Vertex { Frame _group_0_binding_0_vs; };

uniform highp usampler2D _group_1_binding_0_vs;

uniform highp sampler2D _group_2_binding_0_vs;

smooth out vec3 _vs2fs_location0;
flat out vec4 _vs2fs_location1;
flat out vec4 _vs2fs_location2;
flat out vec2 _vs2fs_location3;

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

vec4 texel_2(uint index) {
    vec4 _e9 = texelFetch(_group_2_binding_0_vs, ivec2(uvec2((index % TEXEL_COLUMNS), (index / TEXEL_COLUMNS))), 0);
    return _e9;
}

uint space_of(float number) {
    uint space_3 = uint(number);
    return ((space_3 < SPACES) ? space_3 : 0u);
}

vec2 control(uint index_1) {
    vec4 _e1 = texel_2(index_1);
    uint _e4 = space_of(_e1.z);
    vec2 _e5 = apply(_e1.xy, _e4);
    return _e5;
}

float before(uint table, uint k) {
    if ((k == 0u)) {
        return 0.0;
    }
    vec4 _e10 = texel_2((table + ((k - 1u) / 4u)));
    return _e10[((k - 1u) % 4u)];
}

float arc_t(uint table_1, float u) {
    float place_1 = (clamp(u, 0.0, 1.0) * 16.0);
    uint entry = min(uint(place_1), 15u);
    float _e10 = before(table_1, entry);
    float _e13 = before(table_1, (entry + 1u));
    return mix(_e10, _e13, (place_1 - float(entry)));
}

float knot(int i, int degree, int spans) {
    return float(min(max((i - degree), 0), spans));
}

SplinePoint spline(uint first, uint count, float u_1) {
    vec2 d[4] = vec2[4](vec2(0.0), vec2(0.0), vec2(0.0), vec2(0.0));
    int j = 0;
    vec2 tangent = vec2(0.0);
    int r = 1;
    int j_1 = 0;
    int degree_1 = int(min((count - 1u), 3u));
    int spans_1 = (int(count) - degree_1);
    float s = (clamp(u_1, 0.0, 1.0) * float(spans_1));
    int k_1 = min(int(s), (spans_1 - 1));
    bool loop_init = true;
    while(true) {
        if (!loop_init) {
            int _e32 = j;
            j = (_e32 + 1);
        }
        loop_init = false;
        int _e22 = j;
        if ((_e22 <= degree_1)) {
        } else {
            break;
        }
        {
            int _e24 = j;
            int _e26 = j;
            vec2 _e30 = control((first + uint((k_1 + _e26))));
            d[_e24] = _e30;
        }
    }
    bool loop_init_1 = true;
    while(true) {
        if (!loop_init_1) {
            int _e85 = r;
            r = (_e85 + 1);
        }
        loop_init_1 = false;
        int _e39 = r;
        if ((_e39 <= degree_1)) {
        } else {
            break;
        }
        {
            j_1 = degree_1;
            bool loop_init_2 = true;
            while(true) {
                if (!loop_init_2) {
                    int _e82 = j_1;
                    j_1 = (_e82 - 1);
                }
                loop_init_2 = false;
                int _e42 = j_1;
                int _e43 = r;
                if ((_e42 >= _e43)) {
                } else {
                    break;
                }
                {
                    int _e45 = j_1;
                    float _e47 = knot((k_1 + _e45), degree_1, spans_1);
                    int _e48 = j_1;
                    int _e53 = r;
                    float _e55 = knot(((((k_1 + _e48) + degree_1) + 1) - _e53), degree_1, spans_1);
                    float share = ((s - _e47) / (_e55 - _e47));
                    int _e59 = r;
                    if ((_e59 == degree_1)) {
                        int _e61 = j_1;
                        vec2 _e63 = d[_e61];
                        int _e64 = j_1;
                        vec2 _e68 = d[(_e64 - 1)];
                        tangent = (_e63 - _e68);
                    }
                    int _e70 = j_1;
                    int _e72 = j_1;
                    vec2 _e76 = d[(_e72 - 1)];
                    int _e77 = j_1;
                    vec2 _e79 = d[_e77];
                    d[_e70] = mix(_e76, _e79, share);
                }
            }
        }
    }
    vec2 _e88 = d[degree_1];
    vec2 _e89 = tangent;
    return SplinePoint(_e88, _e89);
}

vec2 direction(vec2 tangent_1, uint first_1, uint count_1) {
    if ((length(tangent_1) > 1e-6)) {
        return (tangent_1 / vec2(length(tangent_1)));
    }
    vec2 _e12 = control(((first_1 + count_1) - 1u));
    vec2 _e13 = control(first_1);
    vec2 chord = (_e12 - _e13);
    if ((length(chord) > 1e-6)) {
        return (chord / vec2(length(chord)));
    }
    return vec2(0.0, 1.0);
}

float phi(float lambda, float t_1) {
    return (lambda + ((0.5 * (1.0 - lambda)) * (1.0 + cos((6.2831855 * t_1)))));
}

float half_width(vec2 widths, float lambda_1, float min_width, float t_2, float slant_1) {
    float ends = mix(widths.x, widths.y, t_2);
    float _e10 = phi(lambda_1, t_2);
    return max(((0.5 * ends) * _e10), ((0.5 * min_width) / slant_1));
}

CurveIn curve_instance(uint number_1) {
    uint first_2 = (number_1 * CURVE_TEXELS);
    uvec4 _e5 = words((first_2 + 3u));
    uvec4 _e6 = words(first_2);
    vec4 _e9 = floats((first_2 + 1u));
    vec4 _e12 = floats((first_2 + 2u));
    vec4 _e14 = channels(_e5.x);
    vec4 _e16 = channels(_e5.y);
    return CurveIn(_e6, _e9, _e12, _e14, _e16);
}

float end_scale(uint index_2) {
    vec4 _e3 = texel_2(index_2);
    uint _e5 = space_of(_e3.z);
    float _e8 = _group_0_binding_0_vs.spaces[_e5].x;
    return _e8;
}

void main() {
    uint vertex = uint(gl_VertexID);
    vec2 across = vec2(1.0, 0.0);
    float slant = 0.0;
    float _e4 = _group_0_binding_0_vs.segments;
    uint vertices = (2u * (uint(_e4) + 1u));
    CurveIn _e10 = curve_instance((vertex / vertices));
    float _e17 = _group_0_binding_0_vs.segments;
    float step_ = (float(((vertex % vertices) / 2u)) / _e17);
    float side = (((vertex & 1u) == 1u) ? 1.0 : -1.0);
    uint first_3 = _e10.source.x;
    uint count_2 = _e10.source.z;
    float u_2 = mix(_e10.stretch.x, _e10.stretch.y, step_);
    float _e37 = arc_t(_e10.source.y, u_2);
    SplinePoint _e38 = spline(first_3, count_2, u_2);
    vec2 _e40 = direction(_e38.tangent, first_3, count_2);
    slant = max(abs(_e40.y), MIN_SLANT);
    if ((_e10.source.w == PROFILE_NORMAL)) {
        across = vec2(-(_e40.y), _e40.x);
        slant = 1.0;
    }
    float _e59 = end_scale(first_3);
    float _e63 = end_scale(((first_3 + count_2) - 1u));
    vec2 scales = vec2(_e59, _e63);
    float _e72 = slant;
    float _e73 = half_width((_e10.widths.xy * scales), _e10.widths.z, _e10.widths.w, _e37, _e72);
    float _e74 = slant;
    float reach = (side * (_e73 + (1.0 / _e74)));
    float _e79 = slant;
    float _e82 = _group_0_binding_0_vs.dpr;
    float across_px = (_e79 * _e82);
    vec2 _e85 = across;
    float _e90 = _group_0_binding_0_vs.dpr;
    vec4 _e92 = clip_position(((_e38.point + (_e85 * reach)) * _e90));
    CurveOut _tmp_return = CurveOut(_e92, vec3((reach * across_px), (_e73 * across_px), _e37), _e10.color0_, _e10.color1_, _e10.stretch.zw);
    gl_Position = _tmp_return.position;
    _vs2fs_location0 = _tmp_return.place;
    _vs2fs_location1 = _tmp_return.color0_;
    _vs2fs_location2 = _tmp_return.color1_;
    _vs2fs_location3 = _tmp_return.shading;
    return;
}

