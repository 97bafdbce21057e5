//! Tests of properties that the formulas of the fragment functions promise.
#![allow(clippy::float_cmp, reason = "exact where the arithmetic is")]

use diptych_scene::shade::{
    CUSHION_FLOOR, band, blend_channel, blend_source, cushion, dash, hatch, over, rect, snap, tube,
};
use diptych_scene::{Blend, Cushion, Hatch, RectInstance, RectStyle, Rgba};
use proptest::prelude::*;

const HATCHES: [Hatch; 5] = [Hatch::None, Hatch::LeanLeft, Hatch::LeanRight, Hatch::Dots, Hatch::Hairlines];

/// Returns the share of a large square that a hatch covers.
fn share(kind: Hatch, dpr: u32) -> f32 {
    let (pixel, side) = (1.0 / dpr as f32, 420 * dpr);
    let mut sum = 0.0;
    for row in 0..side {
        for column in 0..side {
            sum += hatch(kind, (column as f32 + 0.5) * pixel, (row as f32 + 0.5) * pixel, pixel) as f64;
        }
    }
    (sum / f64::from(side * side)) as f32
}

#[test]
fn hatches_cover_their_share_at_every_pixel_ratio() {
    for dpr in [1, 2] {
        for (kind, expected) in HATCHES.into_iter().zip([0.0, 0.3, 0.3, 1.0 / 16.0, 1.0 / 3.0]) {
            let found = share(kind, dpr);
            assert!((found - expected).abs() < 0.005, "{kind:?} at {dpr}: {found}, not {expected}");
        }
    }
}

#[test]
fn side_a_leans_left_and_side_b_right() {
    for step in 0..30 {
        let (x, y) = (step as f32 + 0.5, 7.5);
        let down_right = hatch(Hatch::LeanLeft, x + 10.0, y + 10.0, 1.0);
        assert!((hatch(Hatch::LeanLeft, x, y, 1.0) - down_right).abs() < 1e-4);
        let down_left = hatch(Hatch::LeanRight, x - 10.0, y + 10.0, 1.0);
        assert!((hatch(Hatch::LeanRight, x, y, 1.0) - down_left).abs() < 1e-4);
    }
}

#[test]
fn dots_and_hairlines_are_whole_pixels_at_whole_ratios() {
    let row: Vec<f32> = (0..8).map(|x| hatch(Hatch::Dots, x as f32 + 0.5, 0.5, 1.0)).collect();
    assert_eq!(row, [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
    let row: Vec<f32> = (-3..3).map(|x| hatch(Hatch::Hairlines, x as f32 + 0.5, 9.5, 1.0)).collect();
    assert_eq!(row, [1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    let fine: Vec<f32> = (0..6).map(|x| hatch(Hatch::Hairlines, x as f32 * 0.5 + 0.25, 0.0, 0.5)).collect();
    assert_eq!(fine, [1.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
}

#[test]
fn dashes_are_four_on_three_off() {
    let drawn: String = (0..14).map(|x| if dash(x as f32 + 0.5) { '#' } else { '.' }).collect();
    assert_eq!(drawn, "####...####...");
}

#[test]
fn a_cushion_is_brightest_on_its_ridge() {
    let cell = Cushion { ridge: 0.3, ..Cushion::CELL };
    let row: Vec<f32> = (0..=100).map(|x| cushion(cell, x as f32 / 100.0, 0.4)).collect();
    let brightest = row.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).map(|(x, _)| x);
    assert_eq!(brightest, Some(30));
    assert!(row[..=30].windows(2).all(|pair| pair[0] <= pair[1] + 1e-6));
    assert!(row[30..].windows(2).all(|pair| pair[0] >= pair[1] - 1e-6));
    // f_y = 0.8 puts the crest at ŷ = 1/1.6, counted from below.
    let column = |y: f32| cushion(cell, 0.3, y);
    assert!((column(0.375) - 1.0).abs() < 1e-3, "{}", column(0.375));
    assert_eq!(column(1.0), CUSHION_FLOOR.powf(0.2), "the product is floored, not its power");
}

#[test]
fn a_ridge_beyond_an_edge_lies_on_it() {
    for (ridge, same) in [(-3.0, 0.0), (1.0, 4.0)] {
        for x in 0..=10 {
            let at = |ridge| cushion(Cushion { ridge, ..Cushion::CELL }, x as f32 / 10.0, 0.4);
            assert_eq!(at(ridge), at(same));
        }
    }
    let left = Cushion { ridge: 0.0, ..Cushion::CELL };
    assert!(cushion(left, 0.05, 0.4) > cushion(left, 0.95, 0.4));
}

#[test]
fn a_flat_cushion_leaves_the_fill() {
    assert_eq!([0.0, 0.5, 1.0].map(|x| cushion(Cushion::FLAT, x, x)), [1.0; 3]);
}

#[test]
fn tubes_are_dark_at_borders_and_light_inside() {
    let grey = [0.5, 0.5, 0.5, 0.8];
    let at = |v: f32| tube([grey, grey], 0.3, v, 0.6, 0.5);
    assert_eq!(at(1.0), [0.5 * (1.0 - 0.6), 0.5 * (1.0 - 0.6), 0.5 * (1.0 - 0.6), 0.8]);
    assert_eq!(at(0.0), [0.75, 0.75, 0.75, 0.8]);
    assert_eq!(at(0.5), at(-0.5));
    assert_eq!(tube([[0.0; 4], [1.0; 4]], 0.25, 0.5, 0.0, 0.0), [0.25; 4]);
}

#[test]
fn zero_coverage_changes_nothing() {
    let (ink, ground) = ([0.2, 0.4, 0.6, 0.0], [1.0, 0.9, 0.8, 1.0]);
    for blend in [Blend::Normal, Blend::Min, Blend::Max, Blend::Multiply] {
        let source = blend_source(blend, ink, ground);
        for channel in 0..3 {
            let drawn = blend_channel(blend, source[channel], source[3], ground[channel]);
            assert_eq!(drawn, ground[channel], "{blend:?}");
        }
    }
    let ink = [0.2, 0.4, 0.6, 1.0];
    let drawn = |blend| {
        let source = blend_source(blend, ink, ground);
        blend_channel(blend, source[1], source[3], 0.5)
    };
    assert_eq!([Blend::Normal, Blend::Min, Blend::Max, Blend::Multiply].map(drawn), [0.4, 0.4, 0.5, 0.2]);
}

#[test]
fn neighbours_share_their_snapped_edge() {
    assert_eq!(snap(0.4, 2.5, 1.0), [0.0, 3.0]);
    assert_eq!(snap(2.5, 2.6, 1.0), [3.0, 4.0]);
    assert_eq!(snap(7.2, 7.2, 2.0), [14.0, 15.0]);
    assert_eq!(snap(-1.5, -0.4, 1.0), [-1.0, 0.0]);
}

/// Draws a 9 × 5 box: fill, hatch and border as characters.
fn drawn(style: RectStyle, dpr: f32) -> Vec<String> {
    let box_ = RectInstance {
        fill: Rgba::new(255, 0, 0, 255),
        border: Rgba::new(0, 255, 0, 255),
        mark: Rgba::new(0, 0, 255, 255),
        style,
        ..RectInstance::default()
    };
    let pixel =
        |x: i32, y: i32| match rect(&box_, [0.0, 0.0, 9.0, 5.0], [x as f32 + 0.5, y as f32 + 0.5], dpr) {
            [1.0, 0.0, 0.0, 1.0] => '.',
            [0.0, 1.0, 0.0, 1.0] => '#',
            [0.0, 0.0, 1.0, 1.0] => '/',
            _ => '?',
        };
    (0..5).map(|y| (0..9).map(|x| pixel(x, y)).collect()).collect()
}

#[test]
fn boxes_draw_fill_hatch_then_border() {
    let plain = RectStyle::PLAIN;
    assert_eq!(
        drawn(plain.border(4), 1.0),
        ["#########", "#.......#", "#.......#", "#.......#", "#########"]
    );
    assert_eq!(drawn(plain.border(1), 1.0), drawn(plain.border(4), 1.0), "never under a device pixel");
    assert_eq!(
        drawn(plain.border(4), 2.0),
        ["#########", "#########", "##.....##", "#########", "#########"]
    );
    let hairlines = plain.hatch(Hatch::Hairlines);
    assert_eq!(drawn(hairlines, 1.0), vec!["/../../.."; 5]);
    assert_eq!(
        drawn(hairlines.border(4).dashed(), 1.0),
        ["####../##", "#../../.#", "#../../.#", "#../../.#", "####../##"]
    );
}

proptest! {
    #[test]
    fn everything_stays_in_range(
        x in -1e4f32..1e4, y in -1e4f32..1e4, unit in prop::array::uniform5(0.0f32..=1.0), degree in 1.0f32..9.0,
        pixel in 0.2f32..2.0, distance in -50.0f32..50.0,
    ) {
        for kind in HATCHES {
            prop_assert!((0.0..=1.0).contains(&hatch(kind, x, y, pixel)));
        }
        let shape = Cushion { ridge: unit[0] * 2.0 - 0.5, degree, exponent: unit[1] * 3.0, height: unit[2] };
        let psi = cushion(shape, unit[3], unit[4]);
        prop_assert!((CUSHION_FLOOR.powf(shape.exponent) - 1e-6..=1.0).contains(&psi), "{psi}");
        prop_assert!((0.0..=1.0).contains(&band(distance, unit[0] * 20.0)));
        let color = tube([[unit[0]; 4], [unit[1]; 4]], unit[2], unit[3] * 2.0 - 1.0, unit[4], unit[0]);
        prop_assert!(color.iter().all(|c| (0.0..=1.0).contains(c)), "{color:?}");
    }

    #[test]
    fn band_coverage_adds_up_to_its_width(half in 0.0f32..8.0, shift in 0.0f32..1.0) {
        let sum: f32 = (-12..12).map(|pixel| band(pixel as f32 + shift, half)).sum();
        prop_assert!((sum - 2.0 * half).abs() < 1e-3, "{sum} for {half}");
    }

    #[test]
    fn drawing_over_keeps_the_more_opaque(top in prop::array::uniform4(0.0f32..=1.0), alpha in 0.0f32..=1.0) {
        let bottom = [0.3, 0.6, 0.9, alpha];
        let both = over(top, bottom);
        prop_assert!(both[3] >= top[3].max(alpha) - 1e-6);
        prop_assert_eq!(over([0.0; 4], bottom)[3], alpha);
        prop_assert_eq!(over([0.1, 0.2, 0.3, 1.0], bottom), [0.1, 0.2, 0.3, 1.0]);
    }
}
