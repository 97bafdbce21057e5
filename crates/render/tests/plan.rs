//! What is uploaded and drawn for a scene, seen through the recording backend.

#![allow(clippy::unwrap_used, reason = "tests")]
#![allow(clippy::float_cmp, reason = "numbers are passed on, not computed")]

use diptych_render::record::{Call, Recorder};
use diptych_render::{Backend, FrameParams, Pass, Pipeline, PixelRect, PixelSize, Plan, Target, draw};
use diptych_scene::{
    Batch, Blend, CurveBatch, CurvePoint, Image, ImageBatch, ItemId, Layer, PolyBatch, Rect, RectBatch,
    RectInstance, Rgba, Scene, Size, Space, SpaceTransform, SpaceTransforms, TextBatch,
};

const CANVAS: Rect = Rect::new(0.0, 0.0, 100.0, 80.0);

fn scene(layers: Vec<Layer>) -> Scene {
    let scene = Scene { size: Size { width: 100.0, height: 80.0 }, background: Rgba::hex(0xFF_FFFF), layers };
    scene.check().unwrap();
    scene
}

fn layer(space: Space, batches: Vec<Batch>) -> Layer {
    Layer { batches, ..Layer::new(CANVAS, space) }
}

fn rects(count: usize) -> Batch {
    let mut batch = RectBatch::default();
    for i in 0..count {
        let x0 = i as f32;
        batch.push(RectInstance { x0, x1: x0 + 1.0, y1: 1.0, ..Default::default() }, ItemId(0));
    }
    Batch::Rects(batch)
}

fn triangles(count: usize) -> Batch {
    let mut batch = PolyBatch::default();
    for _ in 0..count {
        batch.convex(&[[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]], Rgba::hex(0), ItemId(0));
    }
    Batch::Polys(batch)
}

fn line() -> Batch {
    let point = |x, y| CurvePoint { x, y, space: 0.0, reserved: 0.0 };
    let mut batch = CurveBatch::default();
    let curve = diptych_scene::Curve { min_width: 1.0, ..bytemuck::Zeroable::zeroed() };
    batch.push(&[point(0.0, 0.0), point(9.0, 9.0)], curve, ItemId(0));
    batch.cut();
    Batch::Curves(batch)
}

fn image() -> Batch {
    let image = Image { rect: CANVAS, width: 2, height: 1, rgba: vec![9; 8], smooth: false };
    Batch::Images(ImageBatch { images: vec![image], items: vec![ItemId(0)] })
}

fn still() -> FrameParams {
    FrameParams::still(PixelSize { width: 100, height: 80 }, 1.0)
}

/// The passes in words: `rect 0+2 1 normal`.
fn words(plan: &Plan) -> Vec<String> {
    let space = |pass: &Pass| match pass.space {
        Space::FIXED => "fixed".to_owned(),
        moving => moving.number().to_string(),
    };
    plan.passes
        .iter()
        .map(|pass| {
            let Pass { pipeline, first, count, blend, .. } = pass;
            format!("{} {first}+{count} {} {blend:?}", pipeline.name(), space(pass))
        })
        .collect()
}

#[test]
fn passes_follow_the_scene_and_equal_neighbours_are_joined() {
    let mut shadowed = layer(Space::ALL[2], vec![rects(1)]);
    shadowed.blend = Blend::Multiply;
    let plan = Plan::new(&scene(vec![
        layer(Space::ALL[1], vec![rects(2), rects(3), triangles(1), rects(1)]),
        layer(Space::ALL[1], vec![rects(4)]),
        layer(Space::ALL[2], vec![rects(1), line(), image(), image()]),
        shadowed,
    ]));
    assert_eq!(
        words(&plan),
        [
            "rect 0+5 1 Normal",
            "poly 0+1 1 Normal",
            "rect 5+5 1 Normal",
            "rect 10+1 2 Normal",
            "curve 0+1 2 Normal",
            "image 0+1 2 Normal",
            "image 1+1 2 Normal",
            "rect 11+1 2 Multiply",
        ]
    );
    assert_eq!(plan.instance_count(Pipeline::Rect), 12);
    let textures: Vec<_> = plan.passes.iter().filter_map(|pass| pass.texture).collect();
    assert_eq!(textures, [0, 1, 2]);
    for pass in &plan.passes {
        let texture = pass.texture.map(|index| plan.textures[index].format());
        assert_eq!(texture, pass.pipeline.layout().texture, "{pass:?}");
    }
}

#[test]
fn layers_with_other_clips_stay_apart() {
    let mut cut = layer(Space::ALL[1], vec![rects(1)]);
    cut.clip = Rect::new(0.0, 0.0, 50.0, 80.0);
    let plan = Plan::new(&scene(vec![layer(Space::ALL[1], vec![rects(1)]), cut]));
    assert_eq!(words(&plan).len(), 2);
}

#[test]
fn nothing_is_planned_for_text_and_empty_batches() {
    let empty = vec![rects(0), triangles(0), Batch::Texts(TextBatch::default())];
    let plan = Plan::new(&scene(vec![layer(Space::FIXED, empty)]));
    assert!(plan.passes.is_empty() && plan.textures.is_empty());
}

#[test]
fn primitives_without_a_place_are_left_out() {
    let mut rects = RectBatch::default();
    for x0 in [f32::NAN, 1.0, f32::INFINITY] {
        rects.push(RectInstance { x0, ..Default::default() }, ItemId(0));
    }
    let mut polys = PolyBatch::default();
    polys.convex(&[[0.0, 0.0], [f32::NAN, 0.0], [0.0, 4.0]], Rgba::hex(0), ItemId(0));
    let Batch::Images(mut images) = image() else { unreachable!() };
    images.images[0].rect.y1 = f32::NEG_INFINITY;
    let Batch::Curves(mut curves) = line() else { unreachable!() };
    curves.points[1].y = f32::NAN;
    let batches =
        vec![Batch::Rects(rects), Batch::Polys(polys), Batch::Images(images), Batch::Curves(curves)];
    assert_eq!(words(&Plan::new(&scene(vec![layer(Space::FIXED, batches)]))), ["rect 0+1 fixed Normal"]);
}

#[test]
fn redrawing_under_new_transforms_uploads_one_block() {
    let scene = scene(vec![layer(Space::ALL[1], vec![rects(3), line(), image()])]);
    let mut plan = Plan::new(&scene);
    let mut recorder = Recorder::default();
    recorder.upload(&plan).unwrap();
    plan.release_bytes();
    let moved = SpaceTransform { scale_x: 2.0, scale_y: 0.5, shift_x: -7.0, shift_y: 3.0 };
    let moved = SpaceTransforms::IDENTITY.with(Space::ALL[1], moved);
    for transforms in [SpaceTransforms::IDENTITY, moved] {
        let params = FrameParams { transforms, ..still() };
        draw(&mut recorder, &plan, &params, Target::Canvas).unwrap();
    }
    let uploads = recorder.calls.iter().filter(|call| matches!(call, Call::Upload { .. })).count();
    assert_eq!(uploads, 1);
    let blocks: Vec<_> = recorder
        .calls
        .iter()
        .filter_map(|call| match call {
            Call::Begin { uniforms, .. } => Some(uniforms.spaces[1]),
            _ => None,
        })
        .collect();
    assert_eq!(blocks, [[1.0, 1.0, 0.0, 0.0], [2.0, 0.5, -7.0, 3.0]]);
    let passes: Vec<_> = recorder.passes().collect();
    let (first, second) = passes.split_at(passes.len() / 2);
    assert_eq!(first, second);
    assert_eq!(recorder.calls.last(), Some(&Call::End));
    assert!(size_of::<diptych_render::FrameUniforms>() <= 256);
}

#[test]
fn clips_become_scissors_and_empty_ones_no_pass() {
    let clipped = |clip| Layer { clip, ..layer(Space::FIXED, vec![rects(1)]) };
    let scene = scene(vec![
        clipped(Rect::new(10.0, 20.5, 30.0, 40.0)),
        clipped(Rect::new(200.0, 0.0, 300.0, 10.0)),
        clipped(Rect::new(-5.0, -5.0, 500.0, 500.0)),
    ]);
    let mut recorder = Recorder::default();
    let params = FrameParams { dpr: 2.0, size: PixelSize { width: 200, height: 160 }, ..still() };
    draw(&mut recorder, &Plan::new(&scene), &params, Target::Picture).unwrap();
    let scissors: Vec<_> = recorder.passes().map(|(_, scissor)| scissor).collect();
    let expected = [
        PixelRect { x: 20, y: 41, width: 40, height: 39 },
        PixelRect { x: 0, y: 0, width: 200, height: 160 },
    ];
    assert_eq!(scissors, expected);
}

#[test]
fn an_empty_target_asks_nothing_of_the_backend() {
    let mut recorder = Recorder::default();
    let params = FrameParams::still(PixelSize { width: 0, height: 80 }, 1.0);
    draw(
        &mut recorder,
        &Plan::new(&scene(vec![layer(Space::FIXED, vec![rects(1)])])),
        &params,
        Target::Canvas,
    )
    .unwrap();
    assert!(recorder.calls.is_empty());
}

#[test]
fn planning_is_a_function_of_the_scene() {
    let scene = scene(vec![layer(Space::ALL[2], vec![rects(5), triangles(2), line(), image()])]);
    assert_eq!(Plan::new(&scene), Plan::new(&scene.clone()));
}
