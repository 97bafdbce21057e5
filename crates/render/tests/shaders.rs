//! Tests of the shaders against naga, of the generated GLSL against the shaders, and of the Rust layouts against both.

#![allow(clippy::unwrap_used, reason = "tests")]
#![allow(clippy::float_cmp, reason = "constants are the same numbers or not")]

use std::collections::BTreeMap;
use std::mem::offset_of;
use std::path::PathBuf;

use diptych_render::pipeline::TEXEL_BYTES;
use diptych_render::plan::{CurveInstance, ImageInstance, PolyInstance};
use diptych_render::shadergen::{self, Shader};
use diptych_render::texture::TEXEL_COLUMNS;
use diptych_render::uniforms::PassUniforms;
use diptych_render::{FrameUniforms, Pipeline};
use diptych_scene::curve::eval;
use diptych_scene::{Blend, CurveProfile, Hatch, RectInstance, Space, shade};
use naga::{Literal, TypeInner};

fn shader(pipeline: Pipeline) -> Shader {
    shadergen::validate(pipeline).unwrap_or_else(|err| panic!("{err}"))
}

fn shaders() -> impl Iterator<Item = (Pipeline, Shader)> {
    Pipeline::ALL.into_iter().map(|pipeline| (pipeline, shader(pipeline)))
}

/// Returns the members of a struct type with their offsets, and its size.
fn members(shader: &Shader, name: &str) -> (Vec<(String, usize)>, usize) {
    let found = shader.module.types.iter().find(|(_, ty)| ty.name.as_deref() == Some(name));
    let (_, ty) = found.unwrap_or_else(|| panic!("no struct {name}"));
    let TypeInner::Struct { members, span } = &ty.inner else { panic!("{name} is no struct") };
    let members = members.iter().map(|member| (member.name.clone().unwrap(), member.offset as usize));
    (members.collect(), *span as usize)
}

/// Returns the constants of a module that are plain numbers.
fn constants(shader: &Shader) -> BTreeMap<String, f64> {
    let value = |literal| match literal {
        Literal::F32(value) => Some(f64::from(value)),
        Literal::U32(value) => Some(f64::from(value)),
        Literal::I32(value) => Some(f64::from(value)),
        _ => None,
    };
    let named = shader.module.constants.iter().filter_map(|(_, constant)| {
        let naga::Expression::Literal(literal) = shader.module.global_expressions[constant.init] else {
            return None;
        };
        Some((constant.name.clone()?, value(literal)?))
    });
    named.collect()
}

#[test]
fn generated_glsl_is_up_to_date() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shaders/generated");
    let made = shadergen::generated_files().unwrap_or_else(|err| panic!("{err}"));
    if std::env::var_os("DIPTYCH_BLESS").is_some() {
        for (name, text) in &made {
            std::fs::write(folder.join(name), text).unwrap();
        }
    }
    for (name, text) in &made {
        let checked_in = std::fs::read_to_string(folder.join(name)).unwrap_or_default();
        assert!(checked_in == *text, "shaders/generated/{name} is stale: run with DIPTYCH_BLESS=1");
    }
    let mut expected: Vec<_> = made.iter().map(|(name, _)| name.clone()).collect();
    let mut present: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    expected.sort();
    present.sort();
    assert_eq!(present, expected, "shaders/generated holds other files");
}

/// The WebGL2 backend finds uniform blocks and samplers by the names that naga gives.
#[test]
fn generated_glsl_uses_known_names() {
    for (name, text) in shadergen::generated_files().unwrap() {
        assert!(text.starts_with("#version 300 es\n"), "{name}");
        for line in text.lines().filter(|line| line.contains("uniform ")) {
            let block = line.strip_prefix("layout(std140) uniform ").and_then(|rest| rest.split(' ').next());
            let known = match block {
                Some(block) => diptych_render::pipeline::GLSL_BLOCKS.iter().any(|(name, _)| *name == block),
                None => diptych_render::pipeline::GLSL_SAMPLERS
                    .iter()
                    .any(|(name, _)| line.contains(&format!("sampler2D {name};"))),
            };
            assert!(known, "{name}: {line}");
        }
        // Texels are fetched, never sampled: no filter or wrap mode can differ.
        assert!(!text.contains(" texture("), "{name} samples a texture");
    }
}

/// Shaders read texels by their position in the instance: sizes and offsets of fields are multiples of a texel.
#[test]
fn instance_fields_align_with_texels() {
    let texels: [(Pipeline, &[usize]); 4] = [
        (
            Pipeline::Rect,
            &[
                offset_of!(RectInstance, x0),
                offset_of!(RectInstance, fill),
                offset_of!(RectInstance, cushion),
            ],
        ),
        (
            Pipeline::Poly,
            &[
                offset_of!(PolyInstance, before),
                offset_of!(PolyInstance, near),
                offset_of!(PolyInstance, far),
                offset_of!(PolyInstance, after),
                offset_of!(PolyInstance, fill),
            ],
        ),
        (
            Pipeline::Curve,
            &[
                offset_of!(CurveInstance, first_texel),
                offset_of!(CurveInstance, width0),
                offset_of!(CurveInstance, u0),
                offset_of!(CurveInstance, color0),
            ],
        ),
        (
            Pipeline::Image,
            &[
                offset_of!(ImageInstance, edges),
                offset_of!(ImageInstance, tile),
                offset_of!(ImageInstance, grid),
                offset_of!(ImageInstance, smooth),
            ],
        ),
    ];
    for (pipeline, offsets) in texels {
        let expected: Vec<usize> = (0..pipeline.layout().texels).map(|texel| texel * TEXEL_BYTES).collect();
        assert_eq!(offsets, expected, "{pipeline:?}");
        let name = format!("{}_TEXELS", pipeline.name().to_uppercase());
        assert_eq!(constants(&shader(pipeline))[&name], pipeline.layout().texels as f64, "{pipeline:?}");
    }
    assert_eq!(offset_of!(PolyInstance, caps), offset_of!(PolyInstance, fill) + 4);
    assert_eq!(offset_of!(CurveInstance, color1), offset_of!(CurveInstance, color0) + 4);
}

#[test]
fn uniform_blocks_match_the_shaders() {
    let frame = [
        ("spaces", offset_of!(FrameUniforms, spaces)),
        ("background", offset_of!(FrameUniforms, background)),
        ("size", offset_of!(FrameUniforms, size)),
        ("rows", offset_of!(FrameUniforms, rows)),
        ("dpr", offset_of!(FrameUniforms, dpr)),
        ("segments", offset_of!(FrameUniforms, segments)),
    ];
    let pass = [
        ("space", offset_of!(PassUniforms, space)),
        ("blend", offset_of!(PassUniforms, blend)),
        ("reserved", offset_of!(PassUniforms, reserved)),
    ];
    for (pipeline, shader) in shaders() {
        let named = |fields: &[(&str, usize)]| -> Vec<(String, usize)> {
            fields.iter().map(|&(name, offset)| (name.into(), offset)).collect()
        };
        let blocks = [members(&shader, "Frame"), members(&shader, "PassBlock")];
        assert_eq!(blocks[0], (named(&frame), size_of::<FrameUniforms>()), "{pipeline:?}");
        assert_eq!(blocks[1], (named(&pass), size_of::<PassUniforms>()), "{pipeline:?}");
    }
}

#[test]
fn shader_resources_match_backend_bindings() {
    for (pipeline, shader) in shaders() {
        let mut found: Vec<_> = shader
            .module
            .global_variables
            .iter()
            .filter_map(|(_, global)| global.binding.map(|binding| (binding.group, binding.binding)))
            .collect();
        found.sort_unstable();
        let mut wanted = vec![(0, 0), (0, 1)];
        wanted.extend((pipeline.layout().texels > 0).then_some((1, 0)));
        wanted.extend(pipeline.layout().texture.map(|_| (2, 0)));
        assert_eq!(found, wanted, "{pipeline:?}");
    }
}

#[test]
fn shader_constants_equal_their_rust_twins() {
    let known: BTreeMap<&str, f64> = [
        ("SPACES", Space::COUNT as f64),
        ("BLEND_NORMAL", f64::from(Blend::Normal as u32)),
        ("BLEND_MIN", f64::from(Blend::Min as u32)),
        ("BLEND_MAX", f64::from(Blend::Max as u32)),
        ("BLEND_MULTIPLY", f64::from(Blend::Multiply as u32)),
        ("LEAN_LEFT", f64::from(Hatch::LeanLeft as u32)),
        ("LEAN_RIGHT", f64::from(Hatch::LeanRight as u32)),
        ("DOTS", f64::from(Hatch::Dots as u32)),
        ("HAIRLINES", f64::from(Hatch::Hairlines as u32)),
        ("LEAN_PERIOD", f64::from(shade::LEAN_PERIOD)),
        ("LEAN_WIDTH", f64::from(shade::LEAN_WIDTH)),
        ("DOT_PERIOD", f64::from(shade::DOT_PERIOD)),
        ("HAIRLINE_PERIOD", f64::from(shade::HAIRLINE_PERIOD)),
        ("DASH_ON", f64::from(shade::DASH_ON)),
        ("DASH_PERIOD", f64::from(shade::DASH_PERIOD)),
        ("HIGHLIGHT_REACH", f64::from(shade::HIGHLIGHT_REACH)),
        ("CUSHION_FLOOR", f64::from(shade::CUSHION_FLOOR)),
        ("MIN_SLANT", f64::from(eval::MIN_SLANT)),
        ("ENTRIES", (size_of::<eval::ArcTable>() / size_of::<f32>()) as f64),
        ("PROFILE_NORMAL", f64::from(CurveProfile::NORMAL.0)),
        ("TEXEL_COLUMNS", f64::from(TEXEL_COLUMNS)),
    ]
    .into();
    // Constants of a single shader, without a twin.
    let own = [
        "FEATHER",
        "MITER_LIMIT",
        "FAR_INSIDE",
        "RECT_TEXELS",
        "POLY_TEXELS",
        "CURVE_TEXELS",
        "IMAGE_TEXELS",
    ];
    let mut seen = BTreeMap::new();
    for (pipeline, shader) in shaders() {
        for (name, value) in constants(&shader) {
            match known.get(name.as_str()) {
                Some(twin) => assert_eq!(value, *twin, "{name} in {pipeline:?}"),
                None => assert!(own.contains(&name.as_str()), "{name} in {pipeline:?} has no twin here"),
            }
            seen.insert(name, value);
        }
    }
    let unused: Vec<_> = known.keys().filter(|name| !seen.contains_key(**name)).collect();
    assert!(unused.is_empty(), "no shader has {unused:?}");
    assert_eq!(Space::ALL.map(Space::number), [0, 1, 2, 3, 4, 5, 6, 7]);
}

/// Functions that exist under the same name in `diptych_scene`; the browser's corpus test compares their results.
#[test]
fn shader_functions_have_the_names_of_their_twins() {
    // Naming the Rust functions here makes a renamed twin a compile error.
    let _ = (shade::rect, shade::cushion, shade::hatch, shade::dash, shade::between, shade::over);
    let _ = (shade::tube, shade::faded, shade::blend_source, eval::spline, eval::phi, eval::half_width);
    let twins: [(Pipeline, &[&str]); 4] = [
        (Pipeline::Rect, &["rect", "cushion", "hatch", "dash", "over", "faded", "blend_source"]),
        (Pipeline::Poly, &["between", "faded", "blend_source"]),
        (Pipeline::Curve, &["spline", "phi", "half_width", "between", "tube", "faded", "blend_source"]),
        (Pipeline::Image, &["blend_source"]),
    ];
    for (pipeline, names) in twins {
        let shader = shader(pipeline);
        let defined: Vec<_> =
            shader.module.functions.iter().filter_map(|(_, function)| function.name.as_deref()).collect();
        for name in names {
            assert!(defined.contains(name), "{pipeline:?} has no function {name}: {defined:?}");
        }
    }
}
