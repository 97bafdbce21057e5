//! Tests that the colours keep the promises of the design: contrast on every ground, difference under every simulated
//! colour vision, lightness of the scales.

use diptych_scene::Rgba;
use diptych_scene::color::lab::{Lab, ciede2000, contrast, linear};
use diptych_scene::theme::{
    CATEGORIES, OTHER, TOKENS, Theme, ThemeName, amount, change_step, css, direction, earlier, gold,
    label_on, later, order, place,
};

const THEMES: [ThemeName; 3] = ThemeName::ALL;

/// Tolerance for figures of the design that are rounded to one decimal, from simulated colours of 8 bits.
const ROUNDING: f64 = 0.06;
/// Tolerance for figures rounded to whole numbers.
const WHOLE: f64 = 0.55;

/// Machado, Oliveira and Fernandes (2009), severity 1, on linear sRGB.
const DEUTERANOPIA: [[f64; 3]; 3] = [
    [0.367_322, 0.860_646, -0.227_968],
    [0.280_085, 0.672_501, 0.047_413],
    [-0.011_820, 0.042_940, 0.968_881],
];
const PROTANOPIA: [[f64; 3]; 3] = [
    [0.152_286, 1.052_583, -0.204_868],
    [0.114_503, 0.786_281, 0.099_216],
    [-0.003_882, -0.048_116, 1.051_998],
];
const TRITANOPIA: [[f64; 3]; 3] = [
    [1.255_528, -0.076_749, -0.178_779],
    [-0.078_411, 0.930_809, 0.147_602],
    [0.004_733, 0.691_367, 0.303_900],
];
const NORMAL: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// Matrices in the order of the design's tables.
const VISIONS: [[[f64; 3]; 3]; 4] = [NORMAL, DEUTERANOPIA, PROTANOPIA, TRITANOPIA];

fn seen(color: Rgba, vision: &[[f64; 3]; 3]) -> Lab {
    let rgb = linear(color);
    Lab::from_linear(vision.map(|row| (row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2]).clamp(0.0, 1.0)))
}

fn difference(one: Rgba, other: Rgba, vision: &[[f64; 3]; 3]) -> f64 {
    ciede2000(seen(one, vision), seen(other, vision))
}

fn grounds(theme: &Theme) -> [Rgba; 4] {
    [theme.bg, theme.chrome, theme.raised, theme.sunken]
}

fn least_contrast(color: Rgba, theme: &Theme) -> f64 {
    grounds(theme).iter().map(|ground| contrast(color, *ground)).fold(f64::INFINITY, f64::min)
}

/// Returns the smallest difference among all pairs.
fn least_difference(colors: &[Rgba], vision: &[[f64; 3]; 3]) -> f64 {
    let mut least = f64::INFINITY;
    for (index, one) in colors.iter().enumerate() {
        for other in &colors[..index] {
            least = least.min(difference(*one, *other, vision));
        }
    }
    least
}

#[test]
fn every_theme_is_a_column_of_the_table() {
    for (column, name) in THEMES.into_iter().enumerate() {
        let theme = Theme::named(name);
        assert_eq!(theme.name, name);
        let value = |token: &str| TOKENS.iter().find(|t| t.name == token).map(|t| t.values[column]);
        assert_eq!(value("bg"), Some(theme.bg));
        assert_eq!(value("ink-2"), Some(theme.ink2));
        assert_eq!(value("none-mark"), Some(theme.none_mark));
    }
}

#[test]
fn text_and_marks_reach_the_stated_contrast() {
    type Role = fn(&Theme) -> Rgba;
    let stated: [(&str, Role, [f64; 3]); 16] = [
        ("line-strong", |t| t.line_strong, [3.4, 4.0, 21.0]),
        ("ink", |t| t.ink, [15.2, 12.8, 16.8]),
        ("ink-2", |t| t.ink2, [7.5, 8.2, 16.8]),
        ("ink-3", |t| t.ink3, [4.7, 5.4, 16.8]),
        ("a", |t| t.a, [5.1, 6.9, 11.8]),
        ("a-fill", |t| t.a_fill, [3.5, 4.6, 11.8]),
        ("b", |t| t.b, [4.8, 7.2, 11.9]),
        ("b-fill", |t| t.b_fill, [3.1, 5.0, 11.9]),
        ("slower", |t| t.slower, [5.1, 7.0, 13.9]),
        ("faster", |t| t.faster, [5.1, 7.0, 13.9]),
        ("hover", |t| t.hover, [4.8, 5.8, 10.0]),
        ("hit", |t| t.hit, [5.3, 6.4, 10.0]),
        ("moved", |t| t.moved, [4.8, 6.9, 10.0]),
        ("danger", |t| t.danger, [5.7, 6.5, 10.5]),
        ("warn", |t| t.warn, [5.7, 8.8, 16.1]),
        // Not a figure of the table, but its rule for marks that mean something.
        ("b-fill, as a mark", |t| t.b_fill, [3.0, 3.0, 3.0]),
    ];
    for name in [ThemeName::Dark, ThemeName::HighContrast] {
        let theme = Theme::named(name);
        let found = contrast(theme.matched, theme.bg);
        assert!(found >= 3.0, "matched calls on the canvas, {name:?}: {found:.2}");
    }
    for (role, color, least) in stated {
        for (name, least) in THEMES.into_iter().zip(least) {
            let theme = Theme::named(name);
            let found = least_contrast(color(theme), theme);
            assert!(found >= least - ROUNDING, "{role} in {name:?}: {found:.2} < {least}");
        }
    }
}

#[test]
fn text_is_readable_on_tints_and_badges() {
    let stated: [[f64; 6]; 3] =
        [[5.1, 4.9, 5.8, 6.1, 5.9, 5.6], [6.8, 7.1, 6.9, 8.5, 8.3, 8.8], [8.6, 8.4, 8.6, 10.9, 11.8, 11.9]];
    for (name, stated) in THEMES.into_iter().zip(stated) {
        let t = Theme::named(name);
        let pairs = [
            (t.a, t.a_tint),
            (t.b, t.b_tint),
            (t.danger, t.danger_tint),
            (t.warn, t.warn_tint),
            (t.a, t.bg),
            (t.b, t.bg),
        ];
        for ((text, ground), least) in pairs.into_iter().zip(stated) {
            let found = contrast(text, ground);
            assert!(found >= least - ROUNDING, "{text:?} on {ground:?} in {name:?}: {found:.2} < {least}");
        }
    }
}

#[test]
fn sides_differ_for_every_eye() {
    let stated = [[50.9, 60.0, 55.9, 64.8], [50.9, 59.1, 56.5, 66.5]];
    for (name, stated) in THEMES.into_iter().zip(stated) {
        let theme = Theme::named(name);
        for (vision, expected) in VISIONS.iter().zip(stated) {
            let found = difference(theme.a_fill, theme.b_fill, vision);
            assert!((found - expected).abs() <= ROUNDING, "{name:?}: {found:.2}, not {expected}");
        }
    }
}

#[test]
fn slower_and_faster_differ_for_every_eye() {
    /// Opposite ends at steps 1 to 4, and neighbours; per vision.
    type Stated = [([f64; 4], f64); 4];
    let stated: [Stated; 3] = [
        [
            ([32.0, 39.0, 44.0, 46.0], 9.3),
            ([19.0, 27.0, 33.0, 35.0], 8.3),
            ([24.0, 34.0, 41.0, 43.0], 8.4),
            ([34.0, 43.0, 48.0, 48.0], 9.2),
        ],
        [
            ([35.0, 42.0, 45.0, 43.0], 12.0),
            ([24.0, 31.0, 34.0, 31.0], 11.3),
            ([30.0, 39.0, 42.0, 39.0], 11.9),
            ([39.0, 45.0, 48.0, 49.0], 12.0),
        ],
        [
            ([45.0, 49.0, 46.0, 39.0], 9.4),
            ([35.0, 39.0, 35.0, 27.0], 9.4),
            ([42.0, 47.0, 42.0, 34.0], 8.8),
            ([47.0, 52.0, 52.0, 47.0], 9.3),
        ],
    ];
    for (name, stated) in THEMES.into_iter().zip(stated) {
        let steps = Theme::named(name).change;
        for (vision, (opposite, neighbours)) in VISIONS.iter().zip(stated) {
            for (step, expected) in (1..=4).zip(opposite) {
                let found = difference(steps[4 - step], steps[4 + step], vision);
                assert!(
                    (found - expected).abs() <= WHOLE,
                    "{name:?} step {step}: {found:.2}, not {expected}"
                );
            }
            let found = steps
                .windows(2)
                .map(|pair| difference(pair[0], pair[1], vision))
                .fold(f64::INFINITY, f64::min);
            assert!(found >= neighbours - ROUNDING, "{name:?} neighbours: {found:.2} < {neighbours}");
        }
    }
}

#[test]
fn cells_have_a_readable_label() {
    for (name, least) in THEMES.into_iter().zip([5.2, 4.6, 4.9]) {
        for fill in Theme::named(name).change {
            let found = contrast(label_on(fill), fill);
            assert!(found >= least - ROUNDING, "{fill:?} in {name:?}: {found:.2} < {least}");
        }
    }
    for fill in CATEGORIES {
        assert!(contrast(label_on(fill), fill) >= 4.6 - ROUNDING, "{fill:?}");
    }
    for share in 0..=10 {
        for callers in [false, true] {
            let fill = gold(f64::from(share) / 10.0, callers);
            let found = contrast(label_on(fill), fill);
            assert!(found >= 10.3 - ROUNDING, "{fill:?}: {found:.2}");
        }
    }
}

#[test]
fn categories_differ_from_each_other_and_from_the_sides() {
    let stated = [[27.0, 23.0, 21.0], [20.0, 13.0, 12.0], [25.0, 13.0, 12.0], [16.0, 14.0, 12.0]];
    for (vision, stated) in VISIONS.iter().zip(stated) {
        for (count, expected) in [4, 8, 12].into_iter().zip(stated) {
            let found = least_difference(&CATEGORIES[..count], vision);
            assert!(found >= expected - WHOLE, "first {count}: {found:.2} < {expected}");
        }
    }
    // Categories appear next to marks in the fills, and next to text on a light ground. Bright text on a dark ground
    // and the bright fills of high contrast come closer to the palest two; labels and hatches distinguish them there.
    let [light, dark, contrast] = THEMES.map(Theme::named);
    let near = [light.a, light.a_fill, light.b, light.b_fill, dark.a_fill, dark.b_fill];
    let bright = [dark.a, dark.b, contrast.a, contrast.b];
    for (sides, least) in [(&near[..], 17.0), (&bright[..], 11.0)] {
        for side in sides {
            for category in CATEGORIES {
                let found = difference(category, *side, &NORMAL);
                assert!(found >= least, "{category:?} and {side:?}: {found:.2} < {least}");
            }
        }
    }
}

#[test]
fn scales_have_stated_ends_and_monotone_lightness() {
    let hex = |color: Rgba| format!("{color:?}");
    assert_eq!([gold(0.0, false), gold(1.0, false)].map(hex), ["#C3C1BD", "#E4BD1C"]);
    assert_eq!([gold(0.0, true), gold(1.0, true)].map(hex), ["#BFC1C4", "#9CC3FA"]);
    assert_eq!([place(0.0), place(1.0)].map(hex), ["#432B74", "#C5D25F"]);
    let lightness = |color: Rgba| Lab::from(color).l;
    assert!((lightness(place(0.0)) - 24.0).abs() < 0.5 && (lightness(place(1.0)) - 81.0).abs() < 0.5);
    let [light, dark] = [ThemeName::Light, ThemeName::Dark].map(Theme::named);
    assert_eq!([order(light, 0.0), order(light, 1.0)].map(hex), ["#D8DFE1", "#016F82"]);
    assert_eq!([order(dark, 0.0), order(dark, 1.0)].map(hex), ["#2E393C", "#8FD3E2"]);
    for theme in ThemeName::ALL.map(Theme::named) {
        let from_ground = |share: f64| (lightness(order(theme, share)) - lightness(theme.bg)).abs();
        assert!(from_ground(0.0) < from_ground(1.0) / 2.0, "what did not move is nearest to the ground");
    }
    for step in 0..100 {
        let (t, next) = (f64::from(step) / 100.0, f64::from(step + 1) / 100.0);
        // Rounding to 8 bits may cost a little.
        assert!(lightness(place(next)) >= lightness(place(t)) - 0.3, "place at {t}");
        for scale in [later, earlier] {
            assert!(lightness(scale(light, next)) <= lightness(scale(light, t)) + 0.3, "shift at {t}");
            assert!(lightness(scale(dark, next)) >= lightness(scale(dark, t)) - 0.3, "shift at {t}, dark");
        }
        assert!(lightness(order(light, next)) <= lightness(order(light, t)) + 0.3, "order at {t}");
        assert!(lightness(order(dark, next)) >= lightness(order(dark, t)) - 0.3, "order at {t}, dark");
        assert!(lightness(amount(light, next)) <= lightness(amount(light, t)) + 0.3, "amount at {t}");
        assert!(lightness(amount(dark, next)) >= lightness(amount(dark, t)) - 0.3, "amount at {t}, dark");
    }
}

#[test]
fn the_ends_of_a_relation_differ_for_every_eye() {
    for (name, least) in [(ThemeName::Light, 48.0), (ThemeName::Dark, 43.0), (ThemeName::HighContrast, 43.0)]
    {
        let theme = Theme::named(name);
        for vision in &VISIONS {
            let found = difference(direction(theme, 0.0), direction(theme, 1.0), vision);
            assert!(found >= least - WHOLE, "{name:?}: {found:.2} < {least}");
        }
    }
}

#[test]
fn scales_accept_any_number() {
    for share in [f64::NAN, f64::NEG_INFINITY, -1.0, 2.0, f64::INFINITY] {
        let ends = [place(0.0), place(1.0)];
        assert!(ends.contains(&place(share)), "{share}");
        assert_eq!(gold(share, false).alpha(), 255);
        assert_eq!(change_step(share, f64::NAN), 4);
    }
    assert_eq!(change_step(0.0, 0.0), 4);
    assert_eq!((change_step(0.0, 1.0), change_step(1.0, 0.0)), (8, 0));
}

#[test]
fn change_steps_mirror_when_swapped() {
    let stated = [
        (1.0, 4),
        (1.049, 4),
        (1.05, 5),
        (1.249, 5),
        (1.25, 6),
        (1.499, 6),
        (1.5, 7),
        (1.999, 7),
        (2.0, 8),
        (90.0, 8),
    ];
    for (ratio, step) in stated {
        assert_eq!(change_step(100.0, 100.0 * ratio), step, "×{ratio}");
        assert_eq!(change_step(100.0 * ratio, 100.0), 8 - step, "swapped ×{ratio}");
    }
}

#[test]
fn the_other_category_differs_from_all() {
    for category in CATEGORIES {
        assert!(difference(category, OTHER, &NORMAL) > 8.0, "{category:?}");
    }
}

#[test]
fn style_sheet_has_every_token_of_every_theme() {
    let sheet = css();
    let block = |selector: &str| {
        let start = sheet.find(&format!("{selector}{{")).map(|at| at + selector.len() + 1);
        start.and_then(|start| sheet[start..].find('}').map(|end| &sheet[start..start + end]))
    };
    let undecided = ":root:not([data-theme]),:root[data-theme=auto]";
    assert_eq!(sheet.matches(undecided).count(), 2);
    for (column, selector) in [":root", "[data-theme=dark]", "[data-theme=contrast]"].into_iter().enumerate()
    {
        let block = block(selector).unwrap_or_default();
        for token in TOKENS {
            let value = format!("{:?}", token.values[column]).to_lowercase();
            assert!(block.contains(&format!("--{}:{value};", token.name)), "{} in {selector}", token.name);
        }
        assert!(block.contains("--change-8:") && block.contains("--amount-5:"), "{selector}");
    }
    assert!(block(":root").is_some_and(|root| root.contains("--category-11:#847a8c;")));
    assert!(sheet.contains("@media (prefers-color-scheme:dark){"));
    assert!(sheet.contains("@media (prefers-contrast:more){"));
    assert_eq!(sheet.matches('{').count(), sheet.matches('}').count());
}

/// Least CIEDE2000 between two meanings of a bar of the overview, under any simulated colour vision.
const BAR_MEANINGS: f64 = 11.0;
/// Least CIEDE2000 between the nearest and the farthest step of one direction: lightness tells them apart.
const BAR_DISTANCE: f64 = 15.0;

#[test]
fn earlier_later_moved_and_far_differ_for_every_eye() {
    // The bars begin at half of a scale, and end with it.
    let [near, far] = [0.5, 1.0];
    for name in THEMES {
        let theme = Theme::named(name);
        for (number, vision) in VISIONS.iter().enumerate() {
            let meanings = [earlier(theme, far), later(theme, far), theme.moved, theme.none_mark];
            let found = least_difference(&meanings, vision);
            assert!(found >= BAR_MEANINGS, "{name:?}, vision {number}: {found:.1} between meanings");
            let directions = difference(earlier(theme, near), later(theme, near), vision);
            assert!(
                directions >= BAR_MEANINGS,
                "{name:?}, vision {number}: {directions:.1} between near steps"
            );
            for scale in [earlier, later] {
                let found = difference(scale(theme, near), scale(theme, far), vision);
                assert!(found >= BAR_DISTANCE, "{name:?}, vision {number}: {found:.1} between near and far");
            }
        }
    }
}
