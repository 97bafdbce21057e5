//! Tests of curves against naive twins: the spline against its defining recursion, the arc table against dense
//! sampling, the cut against sampled depths.
#![allow(clippy::unwrap_used, clippy::float_cmp, reason = "a test may stop; exact where the arithmetic is")]

use diptych_scene::curve::eval::{
    ArcTable, CurveShape, MIN_SLANT, SEGMENTS, half_width, phi, space_of, spline,
};
use diptych_scene::{
    Curve, CurveBatch, CurvePiece, CurvePoint, CurveProfile, ItemId, Rgba, Space, SpaceTransform,
    SpaceTransforms,
};
use proptest::collection::vec;
use proptest::prelude::*;

const INK: Rgba = Rgba::new(0, 0, 0, 255);

/// Cox and de Boor's recursion: the basis function of a knot vector by its definition.
fn basis(knots: &[f64], i: usize, degree: usize, s: f64) -> f64 {
    if degree == 0 {
        let last = knots.iter().rposition(|k| *k < knots[knots.len() - 1]).unwrap();
        let inside = (knots[i] <= s && s < knots[i + 1]) || (i == last && s == knots[knots.len() - 1]);
        return f64::from(u8::from(inside));
    }
    let share = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
    let rising = share(s - knots[i], knots[i + degree] - knots[i]);
    let falling = share(knots[i + degree + 1] - s, knots[i + degree + 1] - knots[i + 1]);
    rising * basis(knots, i, degree - 1, s) + falling * basis(knots, i + 1, degree - 1, s)
}

fn by_definition(points: &[[f32; 2]], u: f64) -> [f64; 2] {
    let degree = (points.len() - 1).min(3);
    let spans = points.len() - degree;
    let mut knots = vec![0.0; degree];
    knots.extend((0..=spans).map(|k| k as f64));
    knots.extend(vec![spans as f64; degree]);
    let mut sum = [0.0, 0.0];
    for (i, point) in points.iter().enumerate() {
        let weight = basis(&knots, i, degree, u * spans as f64);
        sum[0] += weight * point[0] as f64;
        sum[1] += weight * point[1] as f64;
    }
    sum
}

fn controls() -> impl Strategy<Value = Vec<[f32; 2]>> {
    vec([0.0f32..500.0, 0.0f32..300.0], 2..10)
}

proptest! {
    #[test]
    fn spline_equals_its_definition(points in controls(), u in 0.0f32..=1.0) {
        let (found, _) = spline(&points, u);
        let expected = by_definition(&points, u as f64);
        prop_assert!((found[0] as f64 - expected[0]).abs() < 0.01, "{found:?} {expected:?}");
        prop_assert!((found[1] as f64 - expected[1]).abs() < 0.01, "{found:?} {expected:?}");
    }

    #[test]
    fn tangents_point_along_the_curve(points in controls(), u in 0.01f32..0.99) {
        let ahead = by_definition(&points, u as f64 + 1e-4);
        let behind = by_definition(&points, u as f64 - 1e-4);
        let along = [ahead[0] - behind[0], ahead[1] - behind[1]];
        let (_, tangent) = spline(&points, u);
        let (length, tangent_length) = (along[0].hypot(along[1]), tangent[0].hypot(tangent[1]) as f64);
        // If the curve nearly stops, neither direction is reliable.
        prop_assume!(length > 1e-2 && tangent_length > 1.0);
        let cosine = (along[0] * tangent[0] as f64 + along[1] * tangent[1] as f64) / length / tangent_length;
        prop_assert!(cosine > 0.99, "{cosine}");
    }

    #[test]
    fn arc_table_is_monotone_and_near_dense_sampling(points in controls(), entry in 1u8..=16) {
        let u = f32::from(entry) / 16.0;
        let table = ArcTable::new(&points);
        prop_assert!(table.0.windows(2).all(|pair| pair[0] <= pair[1]));
        prop_assert_eq!(table.0[15], 1.0);
        let length = |until: f64| {
            let at = |step: u32| by_definition(&points, until * f64::from(step) / 400.0);
            (0..400).map(|s| (at(s + 1)[0] - at(s)[0]).hypot(at(s + 1)[1] - at(s)[1])).sum::<f64>()
        };
        prop_assume!(length(1.0) > 1.0);
        let expected = length(u as f64) / length(1.0);
        prop_assert!((table.t(u) as f64 - expected).abs() < 0.03, "{} {expected}", table.t(u));
    }

    #[test]
    fn arc_table_inverts_fractions(points in controls(), t in 0.0f32..=1.0) {
        let table = ArcTable::new(&points);
        let u = table.u(t);
        prop_assert!((0.0..=1.0).contains(&u));
        prop_assert!((table.t(u) - t).abs() < 1e-4, "{u} {}", table.t(u));
    }

    #[test]
    fn pieces_tile_the_curve_and_stay_on_their_level(
        ends in vec((-6.0f32..6.0, -6.0f32..6.0, 0.0f32..3.0, any::<bool>()), 1..8),
    ) {
        let mut batch = CurveBatch::default();
        let whole = |depth: f32, whole: bool| if whole { depth.round() } else { depth };
        for (depth0, depth1, importance, round) in &ends {
            let (depth0, depth1) = (whole(*depth0, *round), whole(*depth1, *round));
            let curve = Curve { depth0, depth1, importance: importance.floor(), ..Curve::line(INK, 2.0) };
            batch.push(&[point(0.0, 0.0), point(9.0, 9.0)], curve, ItemId(0));
        }
        batch.cut();
        for (index, curve) in batch.curves.iter().enumerate() {
            let mut own: Vec<&CurvePiece> = batch.pieces.iter().filter(|p| p.curve == index as u32).collect();
            own.sort_by(|a, b| a.t0.total_cmp(&b.t0));
            prop_assert_eq!(own[0].t0, 0.0);
            prop_assert_eq!(own[own.len() - 1].t1, 1.0);
            prop_assert!(own.windows(2).all(|pair| pair[0].t1 == pair[1].t0 && pair[0].level != pair[1].level));
            for piece in own {
                prop_assert!(piece.t0 < piece.t1);
                for step in 1..20 {
                    let t = piece.t0 + (piece.t1 - piece.t0) * step as f32 / 20.0;
                    let depth = curve.depth0 + (curve.depth1 - curve.depth0) * t;
                    let inside = depth >= piece.level - 1e-3 && depth <= piece.level + 1.0 + 1e-3;
                    prop_assert!(inside, "depth {depth} on level {}", piece.level);
                }
            }
        }
        let key = |p: &CurvePiece| (p.level, batch.curves[p.curve as usize].importance, p.curve);
        prop_assert!(batch.pieces.windows(2).all(|pair| key(&pair[0]) < key(&pair[1])));
    }
}

fn point(x: f32, y: f32) -> CurvePoint {
    CurvePoint { x, y, space: 0.0, reserved: 0.0 }
}

fn pieces(depth0: f32, depth1: f32) -> Vec<(f32, f32, f32)> {
    let mut batch = CurveBatch::default();
    let curve = Curve { depth0, depth1, ..Curve::line(INK, 1.0) };
    batch.push(&[point(0.0, 0.0), point(1.0, 1.0)], curve, ItemId(0));
    batch.cut();
    batch.pieces.iter().map(|piece| (piece.level, piece.t0, piece.t1)).collect()
}

#[test]
fn curves_are_cut_only_inside_their_depths() {
    assert_eq!(pieces(3.0, 3.0), [(3.0, 0.0, 1.0)]);
    assert_eq!(pieces(3.0, 4.0), [(3.0, 0.0, 1.0)]);
    assert_eq!(pieces(4.0, 3.0), [(3.0, 0.0, 1.0)]);
    assert_eq!(pieces(0.0, 2.0), [(0.0, 0.0, 0.5), (1.0, 0.5, 1.0)]);
    assert_eq!(pieces(2.0, 0.0), [(0.0, 0.5, 1.0), (1.0, 0.0, 0.5)]);
    assert_eq!(pieces(0.5, 1.5), [(0.0, 0.0, 0.5), (1.0, 0.5, 1.0)]);
    assert_eq!(pieces(-1.0, 1.0), [(-1.0, 0.0, 0.5), (0.0, 0.5, 1.0)]);
}

#[test]
fn pieces_of_extreme_depths_are_bounded() {
    assert_eq!(pieces(f32::NAN, 1.0), [(0.0, 0.0, 1.0)]);
    assert_eq!(pieces(0.0, f32::INFINITY), [(0.0, 0.0, 1.0)]);
    let many = pieces(0.0, 1e9);
    assert_eq!(many.len(), 256);
    assert_eq!((many[0].1, many[255].2), (0.0, 1.0));
    assert_eq!(pieces(0.0, 256.0).len(), 256);
}

#[test]
fn splines_of_few_points_are_line_and_parabola() {
    assert_eq!(spline(&[[0.0, 0.0], [10.0, 20.0]], 0.25), ([2.5, 5.0], [10.0, 20.0]));
    assert_eq!(spline(&[[0.0, 0.0], [10.0, 0.0], [10.0, 10.0]], 0.5), ([7.5, 2.5], [5.0, 5.0]));
    assert_eq!(spline(&[[3.0, 4.0]], 0.5).0, [3.0, 4.0]);
}

#[test]
fn thinning_is_one_at_ends_and_lambda_halfway() {
    assert_eq!([phi(0.3, 0.0), phi(0.3, 1.0)], [1.0, 1.0]);
    assert!((phi(0.3, 0.5) - 0.3).abs() < 1e-6);
    assert!((0..=10).all(|t| (phi(1.0, t as f32 / 10.0) - 1.0).abs() < 1e-6));
}

#[test]
fn width_runs_between_ends_with_corrected_sign() {
    let tube = Curve { width0: 10.0, width1: 30.0, ..Curve::line(INK, 0.0) };
    let half = |t| half_width(&tube, [1.0, 1.0], t, 1.0);
    assert_eq!([half(0.0), half(0.5), half(1.0)], [5.0, 10.0, 15.0]);
    assert_eq!(half_width(&tube, [2.0, 1.0], 0.0, 1.0), 10.0);
    let line = Curve { lambda: 0.0, width0: 10.0, width1: 10.0, ..Curve::line(INK, 0.0) };
    assert_eq!(half_width(&line, [1.0, 1.0], 0.5, 1.0), 0.5);
    assert_eq!(half_width(&line, [1.0, 1.0], 0.5, 0.5), 1.0, "a slanted line stays one pixel across");
}

#[test]
fn curve_ends_follow_their_own_spaces() {
    let mut batch = CurveBatch::default();
    let ends =
        [CurvePoint { space: 1.0, ..point(10.0, 0.0) }, CurvePoint { space: 2.0, ..point(10.0, 100.0) }];
    let tube = Curve { profile: CurveProfile::HORIZONTAL, ..Curve::line(INK, 8.0) };
    batch.push(&ends, tube, ItemId(0));
    batch.cut();
    let still = SpaceTransform::IDENTITY;
    let transforms = SpaceTransforms::IDENTITY
        .with(Space::ALL[1], SpaceTransform { scale_x: 2.0, shift_x: 1.0, ..still })
        .with(Space::ALL[2], SpaceTransform { scale_y: 1.5, shift_x: -5.0, shift_y: 7.0, ..still });
    let shape = CurveShape::new(&batch, 0, &transforms);
    let strip: Vec<_> = shape.strip(&batch.pieces[0]).collect();
    assert_eq!(strip.len(), SEGMENTS + 1);
    let (first, last) = (strip[0], strip[SEGMENTS]);
    assert_eq!((first.middle, first.half), ([21.0, 0.0], 8.0));
    assert_eq!((last.middle, last.half), ([5.0, 157.0], 4.0));
    assert_eq!(first.at(-first.half), [13.0, 0.0]);
    assert_eq!([space_of(0.0), space_of(1.0), space_of(7.0), space_of(8.0)], {
        [Space::FIXED, Space::ALL[1], Space::ALL[7], Space::FIXED]
    });
}

#[test]
fn curves_without_length_draw_a_dot() {
    let mut batch = CurveBatch::default();
    batch.push(&[point(5.0, 5.0); 4], Curve::line(INK, 4.0), ItemId(0));
    batch.cut();
    let shape = CurveShape::new(&batch, 0, &SpaceTransforms::IDENTITY);
    for station in shape.strip(&batch.pieces[0]) {
        assert_eq!((station.middle, station.half), ([5.0, 5.0], 2.0));
        assert_eq!(station.across, [-1.0, 0.0]);
    }
}

#[test]
fn flat_horizontal_tubes_have_bounded_reach() {
    let mut batch = CurveBatch::default();
    let tube = Curve { profile: CurveProfile::HORIZONTAL, ..Curve::line(INK, 2.0) };
    batch.push(&[point(0.0, 5.0), point(50.0, 5.0)], tube, ItemId(0));
    batch.cut();
    let station = CurveShape::new(&batch, 0, &SpaceTransforms::IDENTITY).station(0.5);
    assert_eq!(station.slant, MIN_SLANT);
    assert!(station.reach() <= 1.0f32.max(0.5 / MIN_SLANT) + 1.0 / MIN_SLANT);
}
