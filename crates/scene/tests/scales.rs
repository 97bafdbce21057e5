//! Tests of the scales of profiles against numbers computed here: gold and blue have one lightness and stay inside sRGB
//! before rounding, and scales of change are symmetric.
#![allow(clippy::float_cmp, reason = "both are made by the same two operations")]

use diptych_scene::Rgba;
use diptych_scene::color::lab::Lab;
use diptych_scene::theme::{Theme, ThemeName, gold, gold_lab};

/// Number of shares of a whole: enough that no 8-bit colour between two of them is missed.
const SHARES: u32 = 4000;

/// Converts CIELAB to sRGB channels of 0..=255, neither rounded nor clipped, from the definitions: CIE 15 with the
/// white of D65, the primaries of ITU-R BT.709 and the curve of IEC 61966-2-1.
fn channels([l, a, b]: [f64; 3]) -> [f64; 3] {
    let y = (l + 16.0) / 116.0;
    let decode =
        |f: f64| if f > 6.0 / 29.0 { f.powi(3) } else { 3.0 * (6.0f64 / 29.0).powi(2) * (f - 4.0 / 29.0) };
    let [x, y, z] = [0.950_47 * decode(y + a / 500.0), decode(y), 1.088_83 * decode(y - b / 200.0)];
    let linear = [
        3.240_454_2 * x - 1.537_138_5 * y - 0.498_531_4 * z,
        -0.969_266 * x + 1.876_010_8 * y + 0.041_556 * z,
        0.055_643_4 * x - 0.204_025_9 * y + 1.057_225_2 * z,
    ];
    linear.map(|c| 255.0 * if c <= 0.003_130_8 { 12.92 * c } else { 1.055 * c.powf(1.0 / 2.4) - 0.055 })
}

/// Converts 8-bit sRGB to L*, by its relative luminance, from the definitions.
fn lightness(color: Rgba) -> f64 {
    let [r, g, b, _] = color.bytes().map(|byte| {
        let c = f64::from(byte) / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    });
    let y = 0.212_672_9 * r + 0.715_152_2 * g + 0.072_175 * b;
    116.0 * y.cbrt() - 16.0
}

/// Returns L*, a*, b* at `share` of the scale, as the design states it.
fn stated(share: f64, callers: bool) -> [f64; 3] {
    [78.0, 0.0, if callers { -2.0 - 29.0 * share } else { 2.0 + 74.0 * share }]
}

#[test]
fn gold_scales_have_one_lightness_inside_srgb() {
    for callers in [false, true] {
        for step in 0..=SHARES {
            let share = f64::from(step) / f64::from(SHARES);
            let Lab { l, a, b } = gold_lab(share, callers);
            assert_eq!([l, a, b], stated(share, callers), "{share} callers {callers}");
            let exact = channels([l, a, b]);
            assert!(exact.iter().all(|c| (0.0..=255.0).contains(c)), "{share} callers {callers}: {exact:?}");
            let inside = Lab { l, a, b }.to_linear();
            assert!(inside.iter().all(|c| (0.0..=1.0).contains(c)), "{share} callers {callers}: {inside:?}");
            let shown = gold(share, callers);
            let [red, green, blue, _] = shown.bytes();
            for (byte, exact) in [red, green, blue].into_iter().zip(exact) {
                assert!((f64::from(byte) - exact).abs() <= 0.5 + 1e-3, "{shown:?} for {exact} at {share}");
            }
            // Half a step of every channel at once moves lightness by less than 0.2.
            assert!((lightness(shown) - 78.0).abs() < 0.2, "{shown:?} at {share}: {}", lightness(shown));
        }
    }
}

#[test]
fn gold_and_blue_grow_with_the_share() {
    for callers in [false, true] {
        let b = |share: f64| Lab::from(gold(share, callers)).b.abs();
        let mut distinct = 1;
        for step in 1..=SHARES {
            let (share, before) =
                (f64::from(step) / f64::from(SHARES), f64::from(step - 1) / f64::from(SHARES));
            // Rounding to 8 bits may cost a little.
            assert!(b(share) >= b(before) - 0.4, "{share} callers {callers}");
            distinct += u32::from(gold(share, callers) != gold(before, callers));
        }
        assert!(distinct >= 50, "{distinct} colours, callers {callers}");
    }
}

#[test]
fn change_scales_are_symmetric() {
    for name in ThemeName::ALL {
        let steps = Theme::named(name).change;
        let lab = steps.map(Lab::from);
        for out in 1..=4 {
            let (less, more) = (4 - out, 4 + out);
            let apart = (lightness(steps[less]) - lightness(steps[more])).abs();
            assert!(apart <= 5.0, "{name:?} ±{out}: L* {apart:.1} apart");
            // Each step is further from grey than the one before, by about the same amount on both sides.
            let from_grey = |at: usize| (lab[at].l - lab[4].l).abs();
            for (at, inner) in [(less, less + 1), (more, more - 1)] {
                assert!(from_grey(at) > from_grey(inner) + 3.0, "{name:?} {at}");
            }
            // Green on one side, purple on the other; grey is neither.
            assert!(
                lab[less].a < -8.0 && lab[more].a > 8.0,
                "{name:?} ±{out}: {:?} {:?}",
                lab[less],
                lab[more]
            );
        }
        assert!(lab[4].a.hypot(lab[4].b) < 7.0, "{name:?}: {:?}", lab[4]);
    }
}
