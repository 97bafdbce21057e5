//! Tests of the uploads and passes of a scene, through the recording backend.

#![allow(clippy::unwrap_used, reason = "tests")]
#![allow(clippy::float_cmp, reason = "numbers are passed on, not computed")]

use diptych_render::pipeline::strip_indices;
use diptych_render::record::{Call, Recorder};
use diptych_render::{
    Backend, FrameParams, Part, Pass, Pipeline, PixelRect, PixelSize, Plan, ScenePlan, Target, draw,
    draw_kept, keep,
};
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
        let fill = Rgba::hex(0);
        batch.push(RectInstance { x0, x1: x0 + 1.0, y1: 1.0, fill, ..Default::default() }, ItemId(0));
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

/// Returns the plan of a scene without marks.
fn plan(scene: &Scene) -> Plan {
    let plan = ScenePlan::new(scene);
    assert!(plan.marks.passes.is_empty());
    plan.base
}

fn still() -> FrameParams {
    FrameParams::still(PixelSize { width: 100, height: 80 }, 1.0)
}

/// Returns the passes in words: `rect 0+2 1 normal`.
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
fn equal_neighbouring_passes_are_joined() {
    let mut shadowed = layer(Space::ALL[2], vec![rects(1)]);
    shadowed.blend = Blend::Multiply;
    let plan = plan(&scene(vec![
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
fn layers_with_different_clips_are_not_joined() {
    let mut cut = layer(Space::ALL[1], vec![rects(1)]);
    cut.clip = Rect::new(0.0, 0.0, 50.0, 80.0);
    let plan = plan(&scene(vec![layer(Space::ALL[1], vec![rects(1)]), cut]));
    assert_eq!(words(&plan).len(), 2);
}

#[test]
fn nothing_is_planned_for_text_and_empty_batches() {
    let empty = vec![rects(0), triangles(0), Batch::Texts(TextBatch::default())];
    let plan = plan(&scene(vec![layer(Space::FIXED, empty)]));
    assert!(plan.passes.is_empty() && plan.textures.is_empty());
}

#[test]
fn primitives_with_nan_coordinates_are_left_out() {
    let mut rects = RectBatch::default();
    for x0 in [f32::NAN, 1.0, f32::INFINITY] {
        rects.push(RectInstance { x0, fill: Rgba::hex(0), ..Default::default() }, ItemId(0));
    }
    let mut polys = PolyBatch::default();
    polys.convex(&[[0.0, 0.0], [f32::NAN, 0.0], [0.0, 4.0]], Rgba::hex(0), ItemId(0));
    let Batch::Images(mut images) = image() else { unreachable!() };
    images.images[0].rect.y1 = f32::NEG_INFINITY;
    let Batch::Curves(mut curves) = line() else { unreachable!() };
    curves.points[1].y = f32::NAN;
    let batches =
        vec![Batch::Rects(rects), Batch::Polys(polys), Batch::Images(images), Batch::Curves(curves)];
    assert_eq!(words(&plan(&scene(vec![layer(Space::FIXED, batches)]))), ["rect 0+1 fixed Normal"]);
}

#[test]
fn boxes_without_any_colour_are_not_drawn() {
    let mut rects = RectBatch::default();
    let shown = Rgba::hex(0);
    rects.push(RectInstance { x1: 1.0, y1: 1.0, ..Default::default() }, ItemId(0));
    rects.push(RectInstance { x1: 1.0, y1: 1.0, border: shown, ..Default::default() }, ItemId(1));
    rects.push(RectInstance { x1: 1.0, y1: 1.0, mark: shown, ..Default::default() }, ItemId(2));
    let plan = plan(&scene(vec![layer(Space::FIXED, vec![Batch::Rects(rects)])]));
    assert_eq!(plan.instance_count(Pipeline::Rect), 2);
}

#[test]
fn redrawing_under_new_transforms_uploads_one_block() {
    let scene = scene(vec![layer(Space::ALL[1], vec![rects(3), line(), image()])]);
    let plan = ScenePlan::new(&scene);
    let mut recorder = Recorder::default();
    recorder.upload(Part::Base, &plan.base).unwrap();
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
fn empty_scissors_skip_their_pass() {
    let clipped = |clip| Layer { clip, ..layer(Space::FIXED, vec![rects(1)]) };
    let scene = scene(vec![
        clipped(Rect::new(10.0, 20.5, 30.0, 40.0)),
        clipped(Rect::new(200.0, 0.0, 300.0, 10.0)),
        clipped(Rect::new(-5.0, -5.0, 500.0, 500.0)),
    ]);
    let mut recorder = Recorder::default();
    let params = FrameParams { dpr: 2.0, size: PixelSize { width: 200, height: 160 }, ..still() };
    draw(&mut recorder, &ScenePlan::new(&scene), &params, Target::Picture).unwrap();
    let scissors: Vec<_> = recorder.passes().map(|(_, scissor)| scissor).collect();
    let expected = [
        PixelRect { x: 20, y: 41, width: 40, height: 39 },
        PixelRect { x: 0, y: 0, width: 200, height: 160 },
    ];
    assert_eq!(scissors, expected);
}

#[test]
fn empty_targets_call_no_backend_method() {
    let mut recorder = Recorder::default();
    let params = FrameParams::still(PixelSize { width: 0, height: 80 }, 1.0);
    draw(
        &mut recorder,
        &ScenePlan::new(&scene(vec![layer(Space::FIXED, vec![rects(1)])])),
        &params,
        Target::Canvas,
    )
    .unwrap();
    assert!(recorder.calls.is_empty());
}

#[test]
fn planning_is_a_function_of_the_scene() {
    let scene = scene(vec![layer(Space::ALL[2], vec![rects(5), triangles(2), line(), image()])]);
    assert_eq!(ScenePlan::new(&scene), ScenePlan::new(&scene.clone()));
}

/// Builds a scene of boxes, marks on them, many boxes above, marks above those, and a few boxes on top.
fn marked(count: usize) -> Scene {
    let marks = |batches| Layer { marks: true, ..layer(Space::FIXED, batches) };
    scene(vec![
        layer(Space::ALL[1], vec![rects(2), line()]),
        marks(vec![line()]),
        Layer { clip: Rect::new(0.0, 40.0, 100.0, 80.0), ..layer(Space::ALL[1], vec![rects(300)]) },
        marks((0..count).map(|_| triangles(1)).collect()),
        layer(Space::FIXED, vec![rects(4)]),
    ])
}

#[test]
fn changed_marks_leave_the_base_plan() {
    let [few, many] = [0, 3].map(|marks| ScenePlan::new(&marked(marks)));
    assert!(few.differs_only_by_marks(&many) && many.differs_only_by_marks(&few));
    let other = ScenePlan::new(&scene(vec![layer(Space::ALL[1], vec![rects(2), line()])]));
    assert!(!few.differs_only_by_marks(&other));
    assert_eq!(words(&few.marks), ["curve 0+1 fixed Normal"]);
    assert_eq!(words(&many.marks), ["curve 0+1 fixed Normal", "poly 0+3 fixed Normal"]);
}

#[test]
fn kept_pictures_are_drawn_between_the_marks() {
    let plan = ScenePlan::new(&marked(1));
    assert!(plan.can_be_kept());
    let mut recorder = Recorder::default();
    keep(&mut recorder, &plan, &still()).unwrap();
    let targets: Vec<Target> = recorder
        .calls
        .iter()
        .filter_map(|call| match call {
            Call::Begin { target, .. } => Some(*target),
            _ => None,
        })
        .collect();
    assert_eq!(targets, [Target::Kept(0), Target::Kept(1)]);
    assert_eq!(recorder.passes().count() + 1, plan.base.passes.len(), "a few boxes are not worth a picture");

    let mut recorder = Recorder::default();
    draw_kept(&mut recorder, &plan, &still()).unwrap();
    let drawn: Vec<String> = recorder
        .calls
        .iter()
        .map(|call| match call {
            Call::Begin { target, .. } => format!("{target:?}"),
            Call::Kept { number, scissor } => format!("kept {number} from row {}", scissor.y),
            Call::Pass { part, pass, .. } => format!("{part:?} {}", pass.pipeline.name()),
            other => format!("{other:?}"),
        })
        .collect();
    let expected = [
        "Canvas",
        "kept 0 from row 0",
        "Marks curve",
        "kept 1 from row 40",
        "Marks poly",
        "Base rect",
        "End",
    ];
    assert_eq!(drawn, expected);
}

#[test]
fn blended_scenes_are_not_kept() {
    let blended = Layer { blend: Blend::Multiply, ..layer(Space::FIXED, vec![rects(1)]) };
    assert!(!ScenePlan::new(&scene(vec![blended])).can_be_kept());
}

#[test]
fn coarse_frames_use_fewer_pixels_and_steps() {
    let params = FrameParams { dpr: 2.0, size: PixelSize { width: 201, height: 160 }, ..still() };
    let coarse = params.coarse();
    assert_eq!((coarse.size, coarse.dpr), (PixelSize { width: 101, height: 80 }, 1.0));
    assert!(Pipeline::Curve.vertices(coarse.segments) * 4 < Pipeline::Curve.vertices(params.segments));
    assert_eq!(coarse.transforms, params.transforms);
}

#[test]
fn strips_are_the_triangles_of_neighbouring_vertices() {
    assert_eq!(strip_indices(4, 2), [0, 1, 2, 1, 2, 3, 4, 5, 6, 5, 6, 7]);
    assert_eq!(strip_indices(6, 3).len() as u32, 3 * Pipeline::indices(6));
}

#[test]
fn instances_overflow_into_the_next_texture() {
    let most = 1024 * 2048 / 3;
    let plan = plan(&scene(vec![layer(Space::ALL[1], vec![rects(2), rects(most)])]));
    let passes: Vec<_> = plan.passes.iter().map(|pass| (pass.instances, pass.first, pass.count)).collect();
    assert_eq!(passes, [(0, 0, most as u32), (1, 0, 2)]);
    let rows: Vec<_> = plan.instances(Pipeline::Rect).iter().map(|texture| texture.height).collect();
    assert_eq!(rows, [2048, 1]);
    assert_eq!(plan.instance_count(Pipeline::Rect), most + 2);
}
