//! Tests of picking: the index against a scan from the top, and cases that can be checked by hand.
#![allow(clippy::unwrap_used, reason = "a test may stop")]

mod support;

use diptych_scene::pick::PickIndex;
use diptych_scene::{
    Batch, Curve, CurveBatch, CurvePoint, CurveProfile, Image, ImageBatch, ItemId, Layer, PolyBatch, Rect,
    RectBatch, RectInstance, Rgba, Scene, Size, Space, SpaceTransform, SpaceTransforms,
};
use proptest::prelude::*;

const AS_LAID_OUT: SpaceTransforms = SpaceTransforms::IDENTITY;

fn boxes(list: &[(Rect, u32)]) -> Batch {
    let mut batch = RectBatch::default();
    for (rect, item) in list {
        let instance =
            RectInstance { x0: rect.x0, y0: rect.y0, x1: rect.x1, y1: rect.y1, ..RectInstance::default() };
        batch.push(instance, ItemId(*item));
    }
    Batch::Rects(batch)
}

fn index(layers: Vec<Layer>) -> PickIndex {
    let scene = Scene { size: Size { width: 200.0, height: 100.0 }, background: Rgba(0), layers };
    scene.check().unwrap();
    PickIndex::new(&scene)
}

fn layer(space: Space, batches: Vec<Batch>) -> Layer {
    Layer { batches, ..Layer::new(Rect::new(0.0, 0.0, 200.0, 100.0), space) }
}

fn at(index: &PickIndex, x: f32, y: f32) -> Option<u32> {
    index.pick(x, y, &AS_LAID_OUT).map(|item| item.0)
}

#[test]
fn last_drawn_item_is_picked_through_decoration() {
    let below = layer(Space::FIXED, vec![boxes(&[(Rect::new(0.0, 0.0, 50.0, 50.0), 1)])]);
    let above = layer(
        Space::FIXED,
        vec![boxes(&[
            (Rect::new(20.0, 20.0, 60.0, 60.0), 2),
            (Rect::new(30.0, 30.0, 40.0, 40.0), 3),
            (Rect::new(0.0, 0.0, 200.0, 100.0), u32::MAX),
        ])],
    );
    let index = index(vec![below, above]);
    let found =
        [(10.0, 10.0), (25.0, 25.0), (35.0, 35.0), (55.0, 55.0), (70.0, 70.0)].map(|(x, y)| at(&index, x, y));
    assert_eq!(found, [Some(1), Some(2), Some(3), Some(2), None]);
}

#[test]
fn clipped_boxes_are_not_hit() {
    let clipped = Layer { clip: Rect::new(0.0, 0.0, 10.0, 10.0), ..layer(Space::FIXED, Vec::new()) };
    let batches = vec![boxes(&[(Rect::new(0.0, 0.0, 50.0, 50.0), 1)])];
    let index = index(vec![Layer { batches, ..clipped }]);
    assert_eq!([at(&index, 9.9, 5.0), at(&index, 10.0, 5.0)], [Some(1), None]);
}

#[test]
fn boxes_under_a_pixel_are_hit_where_drawn() {
    let index = index(vec![layer(Space::FIXED, vec![boxes(&[(Rect::new(10.6, 5.0, 10.7, 9.0), 1)])])]);
    assert_eq!([10.7, 11.0, 11.9, 12.0].map(|x| at(&index, x, 6.0)), [None, Some(1), Some(1), None]);
}

#[test]
fn viewports_move_what_is_hit() {
    let cell = || vec![boxes(&[(Rect::new(100.0, 10.0, 120.0, 30.0), 1)])];
    let index = index(vec![layer(Space::ALL[1], cell())]);
    let far_in = SpaceTransform { scale_x: 100.0, scale_y: 1.0, shift_x: -10_000.0, shift_y: 40.0 };
    let transforms = SpaceTransforms::IDENTITY.with(Space::ALL[1], far_in);
    let found = |x: f32, y: f32| index.pick(x, y, &transforms).map(|item| item.0);
    assert_eq!([found(5.0, 55.0), found(199.0, 69.0), found(5.0, 20.0)], [Some(1), Some(1), None]);
    assert_eq!(at(&index, 110.0, 20.0), Some(1));
}

#[test]
fn shapes_are_hit_inside_their_outline() {
    let mut polys = PolyBatch::default();
    polys.convex(&[[0.0, 0.0], [40.0, 0.0], [0.0, 40.0]], Rgba(1), ItemId(1));
    polys.strip(
        &[[50.0, 0.0], [50.0, 10.0], [90.0, 0.0], [80.0, 10.0], [90.0, 50.0], [80.0, 50.0]],
        Rgba(1),
        ItemId(2),
    );
    let index = index(vec![layer(Space::FIXED, vec![Batch::Polys(polys)])]);
    assert_eq!([at(&index, 10.0, 10.0), at(&index, 25.0, 25.0)], [Some(1), None]);
    assert_eq!(
        [at(&index, 60.0, 5.0), at(&index, 85.0, 40.0), at(&index, 60.0, 40.0)],
        [Some(2), Some(2), None]
    );
}

#[test]
fn images_are_boxes() {
    let image =
        Image { rect: Rect::new(5.0, 5.0, 15.0, 15.0), width: 1, height: 1, rgba: vec![0; 4], smooth: false };
    let batch = ImageBatch { images: vec![image], items: vec![ItemId(7)] };
    let index = index(vec![layer(Space::FIXED, vec![Batch::Images(batch)])]);
    assert_eq!([at(&index, 10.0, 10.0), at(&index, 16.0, 10.0)], [Some(7), None]);
}

#[test]
fn the_upper_piece_of_crossing_tubes_is_hit() {
    let mut batch = CurveBatch::default();
    let point = |x: f32, y: f32| CurvePoint { x, y, space: 0.0, reserved: 0.0 };
    let tube = Curve { profile: CurveProfile::HORIZONTAL, ..Curve::line(Rgba(1), 30.0) };
    batch.push(&[point(50.0, 0.0), point(150.0, 100.0)], Curve { depth1: 2.0, ..tube }, ItemId(1));
    batch.push(&[point(150.0, 0.0), point(50.0, 100.0)], Curve { depth0: 2.0, ..tube }, ItemId(2));
    batch.push(&[point(20.0, 0.0), point(20.0, 100.0)], Curve::line(Rgba(1), 1.0), ItemId(3));
    batch.cut();
    let index = index(vec![layer(Space::FIXED, vec![Batch::Curves(batch)])]);
    // Above the crossing the second tube is on top, below it the first; they cross at y = 50.
    assert_eq!([at(&index, 100.0, 46.0), at(&index, 100.0, 54.0)], [Some(2), Some(1)]);
    assert_eq!([at(&index, 60.0, 5.0), at(&index, 60.0, 95.0)], [Some(1), Some(2)]);
    // A line of a pixel is hit 2.4 pixels away, but not 2.6.
    assert_eq!([at(&index, 22.4, 50.0), at(&index, 22.6, 50.0)], [Some(3), None]);
}

fn transforms() -> impl Strategy<Value = SpaceTransforms> {
    let one = (0.05f32..8.0, 0.05f32..8.0, -200.0f32..200.0, -50.0f32..50.0);
    let one = one.prop_map(|(scale_x, scale_y, shift_x, shift_y)| SpaceTransform {
        scale_x,
        scale_y,
        shift_x,
        shift_y,
    });
    let all = prop::collection::vec(one, Space::COUNT).prop_map(|all| {
        let each = Space::ALL.into_iter().zip(all);
        each.fold(AS_LAID_OUT, |transforms, (space, transform)| transforms.with(space, transform))
    });
    prop_oneof![Just(AS_LAID_OUT), all]
}

proptest! {
    #[test]
    fn index_equals_a_scan(
        scene in support::scenes(),
        transforms in transforms(),
        points in prop::collection::vec((-10.0f32..130.0, -10.0f32..90.0), 40),
    ) {
        let index = PickIndex::new(&scene);
        for (x, y) in points {
            prop_assert_eq!(index.pick(x, y, &transforms), index.pick_by_scan(x, y, &transforms), "{} {}", x, y);
        }
    }

    #[test]
    fn nan_points_hit_nothing(scene in support::scenes(), odd in any::<f32>()) {
        let index = PickIndex::new(&scene);
        for x in [f32::NAN, f32::INFINITY, -f32::INFINITY] {
            prop_assert_eq!(index.pick(x, 10.0, &AS_LAID_OUT), None);
        }
        let wild = SpaceTransform { scale_x: odd, scale_y: odd, shift_x: odd, shift_y: odd };
        let _ = index.pick(10.0, 10.0, &Space::ALL.into_iter().fold(AS_LAID_OUT, |all, space| all.with(space, wild)));
    }
}
