//! Properties of the software rasteriser that its goldens cannot show.
#![cfg(feature = "raster")]
#![allow(clippy::unwrap_used, reason = "a test may stop")]

mod support;

use diptych_scene::picture::Picture;
use diptych_scene::raster::draw;
use diptych_scene::{
    Align, Batch, Blend, Curve, CurveBatch, CurvePiece, CurvePoint, CurveProfile, Face, ItemId, Layer,
    PolyBatch, Rect, RectBatch, RectInstance, Rgba, Scene, Size, Space, SpaceTransform, SpaceTransforms,
    TextBatch, TextRun, Weight,
};
use proptest::prelude::*;

const AS_LAID_OUT: SpaceTransforms = SpaceTransforms::IDENTITY;
const WHITE: Rgba = Rgba::new(255, 255, 255, 255);
const INK: Rgba = Rgba::new(20, 60, 120, 255);

fn scene(layers: Vec<Layer>) -> Scene {
    Scene { size: Size { width: 60.0, height: 40.0 }, background: WHITE, layers }
}

fn layer(batches: Vec<Batch>) -> Layer {
    Layer { batches, ..Layer::new(Rect::new(0.0, 0.0, 60.0, 40.0), Space::FIXED) }
}

fn drawn(batch: Batch) -> Picture {
    draw(&scene(vec![layer(vec![batch])]), &AS_LAID_OUT, 1.0)
}

fn boxes(list: &[[f32; 4]], fill: Rgba) -> Batch {
    let mut batch = RectBatch::default();
    for [x0, y0, x1, y1] in list.iter().copied() {
        batch.push(RectInstance { x0, y0, x1, y1, fill, ..RectInstance::default() }, ItemId::NONE);
    }
    Batch::Rects(batch)
}

fn tube() -> ([CurvePoint; 4], Curve) {
    let points = [(15.0, 0.0), (15.0, 20.0), (45.0, 20.0), (45.0, 40.0)].map(|(x, y)| CurvePoint {
        x,
        y,
        space: 0.0,
        reserved: 0.0,
    });
    let curve = Curve {
        profile: CurveProfile::HORIZONTAL,
        shade: 0.5,
        lambda: 0.6,
        ..Curve::line(INK.with_alpha(0.5), 16.0)
    };
    (points, curve)
}

/// Returns how dark a picture on white is, in pixels of full ink.
fn weight(picture: &Picture) -> f64 {
    picture.rgba.chunks(4).map(|pixel| (255.0 - f64::from(pixel[0])) / 255.0).sum()
}

#[test]
fn boxes_fill_whole_pixels_and_neighbours_meet() {
    let picture = drawn(boxes(&[[2.4, 3.0, 5.5, 5.0], [5.5, 3.0, 8.2, 5.0], [20.1, 3.0, 20.2, 3.1]], INK));
    let row: String = (0..24).map(|x| if picture.pixel(x, 3) == INK.bytes() { '#' } else { '.' }).collect();
    assert_eq!(row, "..######............#...");
    assert_eq!((picture.pixel(3, 2), picture.pixel(3, 5)), (WHITE.bytes(), WHITE.bytes()));
}

#[test]
fn cutting_a_tube_leaves_no_seam() {
    let (points, curve) = tube();
    let whole = |pieces: Vec<CurvePiece>| {
        let mut batch = CurveBatch::default();
        batch.push(&points, curve, ItemId::NONE);
        batch.pieces = pieces;
        drawn(Batch::Curves(batch))
    };
    let piece = |t0: f32, t1: f32| CurvePiece { curve: 0, t0, t1, level: 0.0 };
    let uncut = whole(vec![piece(0.0, 1.0)]);
    let cut = whole(vec![piece(0.62, 1.0), piece(0.0, 0.31), piece(0.31, 0.62)]);
    // Shorter pieces have finer steps, so borders differ a little. A seam would differ by 60.
    let apart = uncut.rgba.iter().zip(&cut.rgba).map(|(one, other)| one.abs_diff(*other)).max();
    assert!(apart.unwrap() <= 20, "{apart:?}");
}

#[test]
fn a_translucent_tube_is_drawn_once_everywhere() {
    let (points, curve) = tube();
    let mut batch = CurveBatch::default();
    batch.push(&points, Curve { shade: 0.0, lambda: 1.0, ..curve }, ItemId::NONE);
    batch.cut();
    let picture = drawn(Batch::Curves(batch));
    // Half of the ink over white, and nothing darker.
    let darkest = picture.rgba.chunks(4).map(|pixel| pixel[0]).min();
    assert_eq!(darkest, Some(137));
    // 16 px wide and 40 px high, at half of (255 − 20) / 255.
    let expected = 16.0 * 40.0 * (128.0 / 255.0) * (235.0 / 255.0);
    assert!((weight(&picture) - expected).abs() < 0.02 * expected, "{} {expected}", weight(&picture));
}

#[test]
fn lines_have_their_weight_at_every_slope() {
    for degrees in [0.0_f32, 7.0, 22.5, 41.0, 71.0, 90.0] {
        for width in [0.4, 1.0, 3.0] {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let end = |side: f32| CurvePoint {
                x: 30.3 + side * 15.0 * cos,
                y: 20.4 + side * 15.0 * sin,
                space: 0.0,
                reserved: 0.0,
            };
            let mut batch = CurveBatch::default();
            let line = Curve { min_width: 0.0, ..Curve::line(Rgba::new(0, 0, 0, 255), width) };
            batch.push(&[end(-1.0), end(1.0)], line, ItemId::NONE);
            batch.cut();
            let (found, expected) = (weight(&drawn(Batch::Curves(batch))), f64::from(width) * 30.0);
            assert!(
                (found - expected).abs() < 0.06 * expected + 1.0,
                "{degrees}° {width}: {found} {expected}"
            );
        }
    }
}

#[test]
fn shapes_cover_their_area() {
    let mut batch = PolyBatch::default();
    batch.convex(&[[5.3, 5.2], [45.7, 9.1], [20.4, 35.8]], Rgba::new(0, 0, 0, 255), ItemId::NONE);
    // Half the cross product of two edges.
    let area = 0.5 * ((45.7 - 5.3) * (35.8 - 5.2) - (9.1 - 5.2) * (20.4 - 5.3));
    let found = weight(&drawn(Batch::Polys(batch)));
    assert!((found - area).abs() < 0.01 * area, "{found} {area}");
}

#[test]
fn whole_boxes_look_the_same_at_twice_the_pixels() {
    let content = scene(vec![layer(vec![boxes(
        &[[3.0, 4.0, 20.0, 9.0], [10.0, 6.0, 31.0, 30.0]],
        INK.with_alpha(0.4),
    )])]);
    let (once, twice) = (draw(&content, &AS_LAID_OUT, 1.0), draw(&content, &AS_LAID_OUT, 2.0));
    assert_eq!((twice.width, twice.height), (120, 80));
    for y in 0..80 {
        for x in 0..120 {
            assert_eq!(twice.pixel(x, y), once.pixel(x / 2, y / 2));
        }
    }
}

#[test]
fn blends_fade_faint_colours_to_the_background() {
    let over = |blend, fill: Rgba| {
        let upper = Layer { blend, ..layer(vec![boxes(&[[0.0, 0.0, 9.0, 9.0]], fill)]) };
        let lower = layer(vec![boxes(&[[0.0, 0.0, 9.0, 9.0]], Rgba::new(100, 200, 150, 255))]);
        draw(&scene(vec![lower, upper]), &AS_LAID_OUT, 1.0).pixel(4, 4)
    };
    let ink = Rgba::new(200, 100, 150, 255);
    assert_eq!(over(Blend::Min, ink), [100, 100, 150, 255]);
    assert_eq!(over(Blend::Max, ink), [200, 200, 150, 255]);
    assert_eq!(over(Blend::Multiply, ink), [78, 78, 88, 255]);
    assert_eq!(over(Blend::Min, ink.with_alpha(0.0)), [100, 200, 150, 255]);
    assert_eq!(
        over(Blend::Max, ink.with_alpha(0.0)),
        [100, 200, 150, 255],
        "nothing is drawn, not the background"
    );
    assert_eq!(
        over(Blend::Min, ink.with_alpha(0.2)),
        [100, 200, 150, 255],
        "244 224 234 is lighter everywhere"
    );
}

#[test]
fn text_keeps_inside_its_box() {
    let run = TextRun {
        rect: Rect::new(10.0, 10.0, 40.0, 24.0),
        text: "WWWWWWWWWW".to_owned(),
        size: 12.0,
        color: Rgba::new(0, 0, 0, 255),
        face: Face::Ui,
        weight: Weight::Bold,
        align: Align::Start,
        direction: diptych_scene::UPRIGHT,
    };
    for align in [Align::Start, Align::Center, Align::End, Align::Sticky] {
        let runs = vec![TextRun { align, ..run.clone() }];
        let picture = drawn(Batch::Texts(TextBatch { runs, items: vec![ItemId::NONE] }));
        assert!(weight(&picture) > 20.0);
        for y in 0..picture.height {
            for x in 0..picture.width {
                let inside = (10..40).contains(&x) && (10..24).contains(&y);
                assert!(inside || picture.pixel(x, y) == WHITE.bytes(), "{align:?} at {x} {y}");
            }
        }
    }
}

#[test]
fn bolder_text_is_darker() {
    let dark = [Weight::Regular, Weight::Medium, Weight::Bold].map(|weight_of_run| {
        let run = TextRun {
            rect: Rect::new(0.0, 0.0, 60.0, 20.0),
            text: "Node.walk".to_owned(),
            size: 12.0,
            color: Rgba::new(0, 0, 0, 255),
            face: Face::Ui,
            weight: weight_of_run,
            align: Align::Start,
            direction: diptych_scene::UPRIGHT,
        };
        weight(&drawn(Batch::Texts(TextBatch { runs: vec![run], items: vec![ItemId::NONE] })))
    });
    assert!(dark[0] * 1.05 < dark[1] && dark[1] * 1.05 < dark[2], "{dark:?}");
}

#[test]
fn far_outlines_draw_their_visible_part() {
    let weight_of = |outline: &[[f32; 2]]| {
        let mut batch = PolyBatch::default();
        batch.convex(outline, INK, ItemId::NONE);
        let whole = 60.0 * 40.0 * (255.0 - f64::from(INK.bytes()[0])) / 255.0;
        weight(&drawn(Batch::Polys(batch))) / whole
    };
    let near = |weight: f64, share: f64| assert!((weight - share).abs() < 2e-3, "{weight} {share}");
    for far in [2e6, 1e9, 1e30, f32::MAX / 4.0] {
        near(weight_of(&[[20.0, -far], [far, -far], [far, far], [20.0, far]]), 2.0 / 3.0);
        // Beyond that, the end points are too coarse to define slanted edges.
        if far < 1e10 {
            near(
                weight_of(&[[-3.0 * far, -2.0 * far], [3.0 * far, 2.0 * far], [3.0 * far, -2.0 * far]]),
                0.5,
            );
        }
        near(weight_of(&[[far, 0.0], [2.0 * far, 0.0], [far, far]]), 0.0);
    }
    near(weight_of(&[[f32::NAN, 0.0], [60.0, 0.0], [60.0, f32::INFINITY]]), 0.0);
}

#[test]
fn a_canvas_of_no_size_is_one_pixel() {
    for side in [0.0, -5.0, f32::NAN] {
        let empty = Scene { size: Size { width: side, height: side }, ..scene(Vec::new()) };
        let picture = draw(&empty, &AS_LAID_OUT, 1.0);
        assert_eq!((picture.width, picture.height, picture.pixel(0, 0)), (1, 1, WHITE.bytes()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_scene_and_viewport_give_opaque_pixels(
        scene in support::scenes(),
        scale in prop_oneof![Just(1.0f32), 0.0f32..20.0, Just(1e9), any::<f32>()],
        shift in prop_oneof![-100.0f32..100.0, any::<f32>()],
        dpr in prop_oneof![Just(1.0f32), 0.5f32..3.0],
    ) {
        let wild = SpaceTransform { scale_x: scale, scale_y: scale, shift_x: shift, shift_y: shift };
        let picture = draw(&scene, &Space::ALL.into_iter().fold(AS_LAID_OUT, |all, space| all.with(space, wild)), dpr);
        prop_assert_eq!(picture.rgba.len(), picture.width as usize * picture.height as usize * 4);
        prop_assert!(picture.rgba.chunks(4).all(|pixel| pixel[3] == 255));
    }
}
