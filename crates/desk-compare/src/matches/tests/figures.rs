//! The figures of the paper's section IV on traces of a few calls.

use super::case::{Case, CaseLayout, Drawn, PictureOptions, SIZE, tubes, windows};
use diptych_protocol::{ColorBy, IcicleState, MatchMode, MatchesState, SideName};
use diptych_scene::color::lab::Lab;
use diptych_scene::picture::Picture;
use diptych_scene::theme::ThemeName;
use diptych_scene::{Rgba, SpaceTransforms, raster};
use diptych_testkit::trace;
use diptych_trace::CallId;
use std::path::PathBuf;

fn similarity(color: ColorBy) -> PictureOptions {
    let matches = MatchesState { mode: MatchMode::Similarity, beta: 45, ..MatchesState::default() };
    let icicle = IcicleState { color, ..IcicleState::default() };
    PictureOptions { icicle, matches, ..PictureOptions::default() }
}

/// Compares a picture with its golden file, pixel by pixel. `DIPTYCH_BLESS=1` rewrites the file.
fn looks_as_it_did(name: &str, laid: &CaseLayout) {
    assert_eq!(laid.scene.check(), Ok(()), "{name}");
    let parts = [env!("CARGO_MANIFEST_DIR"), "..", "..", "tests", "goldens", "matches"];
    let file = parts.iter().collect::<PathBuf>().join(format!("{name}.png"));
    let drawn = raster::draw(&laid.scene, &SpaceTransforms::IDENTITY, 1.0);
    if std::env::var_os("DIPTYCH_BLESS").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, drawn.to_png().unwrap()).unwrap();
    }
    let golden = Picture::from_png(&std::fs::read(&file).unwrap_or_default());
    assert!(golden.is_ok_and(|golden| golden == drawn), "{name} looks different; if it is meant to, bless");
}

/// Returns the saturation in the HSV model.
fn saturation(color: Rgba) -> f32 {
    let [r, g, b, _] = color.channels();
    let most = r.max(g).max(b);
    if most > 0.0 { (most - r.min(g).min(b)) / most } else { 0.0 }
}

fn tube_of(drawn: &[([CallId; 2], Drawn)], calls: [CallId; 2]) -> &Drawn {
    &drawn.iter().find(|(ends, _)| *ends == calls).unwrap().1
}

/// Fig. 6: B calls `g` inside `f` as A does, and once more after `f`.
fn replication() -> Case {
    let a = trace(
        "
        t
          0..1000 main
            50..800 f
              100..400 g
                120..250 h
                260..390 i
              450..750 p
                500..700 q
        ",
    );
    let b = trace(
        "
        t
          0..1000 main
            20..560 f
              40..240 g
                50..130 h
                140..230 i
              280..540 p
                300..520 q
            620..900 g
              640..760 h
              770..890 i
        ",
    );
    Case::new(a, b, 0.2)
}

#[test]
fn replicated_stack_has_a_tube_to_each_copy() {
    let case = replication();
    let laid = case.laid(&similarity(ColorBy::Change));
    let drawn = tubes(&laid);
    let [f, g] = ["f", "g"].map(|name| case.calls(SideName::A, name)[0]);
    let to = |call: CallId| -> Vec<CallId> {
        drawn.iter().filter(|(ends, _)| ends[0] == call).map(|(ends, _)| ends[1]).collect()
    };
    let copies = case.calls(SideName::B, "g");
    assert_eq!(copies.len(), 2);
    assert!(copies.iter().all(|copy| to(g).contains(copy)), "{:?}", to(g));
    let coarse = &tube_of(&drawn, [f, case.calls(SideName::B, "f")[0]]).curve;
    let fine = &tube_of(&drawn, [g, copies[1]]).curve;
    assert!(coarse.width0 > fine.width0 && coarse.depth0 < fine.depth0);
    looks_as_it_did("replication", &laid);
}

#[test]
fn group_shows_next_level_and_deeper_tubes_if_wide_or_selected() {
    let of = |end: usize, more: &str| {
        let inner = format!("      100..{end} g\n        100..{} k\n", 100 + (end - 100) * 2 / 3);
        trace(&format!("t\n  0..1000 main\n    50..800 f\n{inner}{more}"))
    };
    let case = |end: usize| Case::new(of(end, ""), of(end, "      200..700 h\n"), 0.2);
    let ends = |case: &Case, name: &str| [SideName::A, SideName::B].map(|side| case.calls(side, name)[0]);
    let drawn =
        |case: &Case, selected| tubes(&case.laid(&PictureOptions { selected, ..similarity(ColorBy::Match) }));
    let open = case(130);
    let [f, g, k] = ["f", "g", "k"].map(|name| ends(&open, name));
    let whole = drawn(&open, None);
    let mut shown: Vec<[CallId; 2]> = whole.iter().map(|(ends, _)| *ends).collect();
    shown.sort_unstable();
    assert_eq!(shown, [f, g]);
    assert!(drawn(&open, Some((SideName::A, k[0]))).iter().any(|(ends, _)| *ends == k));
    let close = PictureOptions { time: windows(80, 280), ..similarity(ColorBy::Match) };
    assert!(tubes(&open.laid(&close)).iter().any(|(ends, _)| *ends == k));
    // Three of four functions are in both. A group without tubes inside is that share of its call's width, an open one
    // is as wide as its call. Here the inner calls are too narrow for tubes.
    let closed = case(103);
    let closed = drawn(&closed, None);
    assert_eq!(closed.iter().map(|(ends, _)| *ends).collect::<Vec<_>>(), [f]);
    let widths = [&closed, &whole].map(|tubes| tube_of(tubes, f).curve.width0);
    assert!((widths[0] / widths[1] - 3.0 / 4.0).abs() < 1e-3, "{widths:?}");
}

/// Writes a trace with a number of copies of a call with a callee, one after the other.
fn copies(copies: usize, from: usize, step: usize) -> String {
    let copy = |at: usize| {
        let start = from + at * step;
        format!("    {start}..{} f\n      {start}..{} g\n", start + step - 10, start + step / 2)
    };
    format!("t\n  0..1000 main\n{}", (0..copies).map(copy).collect::<String>())
}

#[test]
fn repetitions_match_the_nearest_unless_one_is_selected() {
    let case = Case::new(trace(&copies(6, 100, 120)), trace(&copies(6, 150, 120)), 0.2);
    let all = SideName::BOTH.map(|side| case.calls(side, "f"));
    let drawn = |selected| -> Vec<[CallId; 2]> {
        let laid = case.laid(&PictureOptions { selected, ..similarity(ColorBy::Match) });
        let mut ends: Vec<[CallId; 2]> = tubes(&laid).iter().map(|(ends, _)| *ends).collect();
        ends.retain(|ends| all[0].contains(&ends[0]));
        ends.sort_unstable();
        ends
    };
    let nearest: Vec<[CallId; 2]> = (0..6).map(|at| [all[0][at], all[1][at]]).collect();
    assert_eq!(drawn(None), nearest);
    let of_third: Vec<[CallId; 2]> = all[1].iter().map(|&b| [all[0][2], b]).collect();
    let selected = drawn(Some((SideName::A, all[0][2])));
    assert!(of_third.iter().chain(&nearest).all(|ends| selected.contains(ends)), "{selected:?}");
}

#[test]
fn selected_call_shows_only_its_large_parts() {
    let copies = |from: usize| {
        let copy = |at: usize| {
            let start = from + at * 120;
            let [f, g, k] = [110, 60, 40].map(|span| start + span);
            format!("    {start}..{f} f\n      {start}..{g} g\n        {start}..{k} k\n")
        };
        trace(&format!("t\n  0..1000 main\n{}", (0..6).map(copy).collect::<String>()))
    };
    let case = Case::new(copies(100), copies(150), 0.2);
    let drawn = |selected| -> usize {
        let laid = case.laid(&PictureOptions { selected, ..similarity(ColorBy::Match) });
        let parts = case.calls(SideName::A, "k");
        tubes(&laid).iter().filter(|(ends, _)| parts.contains(&ends[0])).count()
    };
    let call = |name: &str| Some((SideName::A, case.calls(SideName::A, name)[0]));
    // `k` lies two levels inside the tube of `f`. It is a third of `f`, and a twenty-fifth of `main`.
    assert_eq!([drawn(None), drawn(call("f")), drawn(call("main"))], [0, 1, 0]);
}

/// Builds a stack of nested calls around the call of interest, with more rows than fit.
fn sunken(inner: &str) -> Case {
    let around: String = (0..90).map(|at| format!("{}0..1000 f{at}\n", "  ".repeat(at + 1))).collect();
    let inner = |shift: usize| {
        let indent = "  ".repeat(91);
        format!(
            "{indent}{}..{} {inner}\n{indent}  {}..{} y\n",
            100 + shift,
            300 + shift,
            120 + shift,
            200 + shift
        )
    };
    Case::new(trace(&format!("t\n{around}{}", inner(0))), trace(&format!("t\n{around}{}", inner(400))), 0.2)
}

#[test]
fn tubes_of_hidden_rows_end_at_pane_edge() {
    let case = sunken("x");
    let mut options = similarity(ColorBy::Match);
    options.icicle.frames = true;
    let laid = case.laid(&options);
    let calls = [SideName::A, SideName::B].map(|side| case.calls(side, "x")[0]);
    let drawn = tubes(&laid);
    let tube = tube_of(&drawn, calls);
    let [a, b] = &laid.info.panes[..] else { panic!("two panes") };
    let ends = [tube.points[0].y, tube.points.last().unwrap().y];
    assert_eq!(ends.map(f32::to_bits), [a.y1, b.y0].map(f32::to_bits));
}

/// Fig. 7: `first` moves to the end of B, `last` runs three times at the beginning of B, `stays` stays in place.
pub(crate) fn permutation() -> Case {
    let a = trace(
        "
        t
          0..1000 main
            0..200 first
              20..90 x
              100..180 y
            400..600 stays
              420..500 z
            800..1000 last
              820..900 u
              920..980 v
        ",
    );
    let b = trace(
        "
        t
          0..1000 main
            0..120 last
              10..50 u
              60..110 v
            130..250 last
              140..180 u
              190..240 v
            260..380 last
              270..310 u
              320..370 v
            410..610 stays
              430..510 z
            800..1000 first
              820..890 x
              900..980 y
        ",
    );
    Case::new(a, b, 0.2)
}

#[test]
fn shift_color_is_saturated_for_permuted_matches_only() {
    let case = permutation();
    let calls = |name: &str| [SideName::A, SideName::B].map(|side| case.calls(side, name));
    let ends = |name: &str| calls(name).map(|calls| calls[0]);
    for published in [false, true] {
        let mut options = similarity(ColorBy::Shift);
        options.matches.published = published;
        let laid = case.laid(&options);
        let drawn = tubes(&laid);
        let shade = |name: &str| saturation(tube_of(&drawn, ends(name)).curve.color0);
        assert!(shade("first") >= 0.6, "{}", shade("first"));
        assert!(shade("stays") <= 0.1, "{}", shade("stays"));
        // A call inside a permuted group that keeps its place in the group is not shifted.
        let selected = Some((SideName::A, ends("first")[0]));
        let inside = tubes(&case.laid(&PictureOptions { selected, ..options.clone() }));
        let shade_of_x = saturation(tube_of(&inside, ends("x")).curve.color0);
        assert!(shade_of_x <= 0.1, "{shade_of_x}");
        let [last, copies] = calls("last");
        let mut ends: Vec<CallId> =
            drawn.iter().filter(|(ends, _)| ends[0] == last[0]).map(|(ends, _)| ends[1]).collect();
        ends.retain(|&call| case.traces[1].call_name(call) == "last");
        ends.sort_unstable();
        assert_eq!(ends, copies, "three tubes begin at the call that is replicated");
        looks_as_it_did(if published { "permutation-published" } else { "permutation" }, &laid);
    }
}

/// Fig. 8: eight calls in the same order on both sides, except for one that runs last in B.
fn outlier() -> Case {
    let a: String =
        (0..8).map(|k| format!("            {}..{} k{k}\n", 120 + k * 80, 180 + k * 80)).collect();
    let order = [0, 1, 3, 4, 5, 6, 7, 2];
    let b = order.iter().enumerate();
    let b: String =
        b.map(|(at, k)| format!("            {}..{} k{k}\n", 220 + at * 80, 280 + at * 80)).collect();
    let whole = |root: &str, inner: &str| format!("t\n    0..1000 main\n        {root} r\n{inner}");
    Case::new(trace(&whole("100..800", &a)), trace(&whole("200..900", &b)), 0.2)
}

#[test]
fn outlier_breaks_the_place_gradient() {
    let case = outlier();
    let mut options = PictureOptions { time: windows(0, 1_000), ..PictureOptions::default() };
    options.icicle.color = ColorBy::Place;
    options.matches.implied = true;
    for (name, published, viewpoint) in [
        ("outlier", false, SideName::A),
        ("outlier-published", true, SideName::A),
        ("outlier-b", false, SideName::B),
    ] {
        options.matches.published = published;
        options.viewpoint = viewpoint;
        let laid = case.laid(&options);
        let drawn = tubes(&laid);
        let color = |k: usize| {
            let call = case.calls(SideName::A, &format!("k{k}"))[0];
            tube_of(&drawn, [call, case.partner(call).unwrap()]).curve.color0
        };
        let lightness = |k: usize| Lab::from(color(k)).l;
        if !published {
            let in_order: Vec<f64> = [0, 1, 3, 4, 5, 6, 7].map(lightness).to_vec();
            assert!(in_order.is_sorted(), "{in_order:?}");
            let neighbours = f64::midpoint(lightness(1), lightness(3));
            if viewpoint == SideName::A {
                assert!(lightness(2) > neighbours + 20.0, "late in B: {} {neighbours}", lightness(2));
            } else {
                assert!((lightness(2) - neighbours).abs() < 8.0, "in A where it belongs");
            }
        } else {
            let ([r0, _, b0, _], [r7, _, b7, _]) = (color(0).bytes(), color(2).bytes());
            assert!(b0 > r0 && r7 > b7, "early is blue, late is red");
        }
        looks_as_it_did(name, &laid);
    }
}

/// Fig. 9: a match of s = 10/11, a match of s = 1/3, and a thin one.
fn alike() -> Case {
    let parts = |names: &[&str], from: usize, step: usize| -> String {
        let line = |(at, name): (usize, &&str)| {
            format!("            {}..{} {name}\n", from + at * step, from + at * step + step - 2)
        };
        names.iter().enumerate().map(line).collect()
    };
    let ten = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
    let a = format!(
        "t\n    0..1000 main\n        0..400 x\n{}        500..800 y\n{}        900..908 w\n",
        parts(&ten, 10, 40),
        parts(&["p", "q"], 510, 140)
    );
    let b = format!(
        "t\n    0..1000 main\n        100..520 x\n{}        600..880 y\n{}        980..988 w\n",
        parts(&[&ten[..], &["j"]].concat(), 110, 40),
        parts(&["p", "r", "s", "t"], 610, 60)
    );
    Case::new(trace(&a), trace(&b), 0.3)
}

#[test]
fn similar_tubes_shine_and_thin_ones_are_opaque() {
    let case = alike();
    let laid = case.laid(&similarity(ColorBy::Similarity));
    let drawn = tubes(&laid);
    let tube_of =
        |name: &str| &tube_of(&drawn, [SideName::A, SideName::B].map(|side| case.calls(side, name)[0])).curve;
    assert!((0.6..=0.8).contains(&tube_of("x").highlight), "s = 0.91: {}", tube_of("x").highlight);
    assert!(tube_of("y").highlight < 0.05, "s = 0.33: {}", tube_of("y").highlight);
    assert!(tube_of("x").width0 > 20.0 && tube_of("y").width0 > 20.0);
    assert_eq!(
        [tube_of("x"), tube_of("y")].map(|curve| curve.color0.alpha()),
        [255, 255],
        "wide tubes are opaque"
    );
    assert!(tube_of("w").width0 < 12.0 && tube_of("w").highlight <= 0.0);
    assert_eq!(tube_of("w").color0.alpha(), 255, "s = 1 is opaque");
    looks_as_it_did("similarity", &laid);
}

#[test]
fn brush_greys_matches_outside_the_stack() {
    let case = permutation();
    let mut options = similarity(ColorBy::Shift);
    let last = case.calls(SideName::A, "last")[0];
    options.brushed = Some((SideName::A, last));
    let laid = case.laid(&options);
    let drawn = tubes(&laid);
    for (calls, tube) in &drawn {
        let inside = case.traces[0].calls().contains(last, calls[0]);
        let root = case.traces[1].call_name(calls[1]) == "last" && calls[0] == last;
        if root {
            assert!(saturation(tube.curve.color0) > 0.3);
        } else if !inside {
            assert_eq!(saturation(tube.curve.color0), saturation(Rgba::hex(0x00E6_E9ED)));
        }
    }
    looks_as_it_did("brushed", &laid);
}

#[test]
fn lines_in_the_dark_with_a_taller_band() {
    let case = permutation();
    let mut options = similarity(ColorBy::Match);
    (options.theme, options.matches.lines, options.matches.band) = (ThemeName::Dark, true, 50);
    let laid = case.laid(&options);
    let [a, b] = &laid.info.panes[..] else { panic!("two panes") };
    assert!(b.y0 - a.y1 >= 0.5 * (SIZE.height - 28.0));
    for (_, line) in tubes(&laid) {
        assert_eq!((line.curve.width0, line.curve.lambda), (1.0, 1.0));
    }
    looks_as_it_did("lines-dark", &laid);
}

#[test]
fn names_end_before_the_counts_of_repetitions() {
    let laid = permutation().laid(&similarity(ColorBy::Shift));
    let batches = laid.scene.layers.iter().flat_map(|layer| &layer.batches);
    let runs = batches.filter_map(|batch| {
        if let diptych_scene::Batch::Texts(texts) = batch { Some(&texts.runs) } else { None }
    });
    let runs: Vec<_> = runs.flatten().collect();
    let counts: Vec<_> = runs.iter().filter(|run| run.text.starts_with('×')).collect();
    assert_eq!(counts.len(), 1);
    let count = counts[0].rect;
    let of_row =
        runs.iter().filter(|run| run.rect.y0 <= count.y0 && count.y0 < run.rect.y1 && run.text == "last");
    assert_eq!(of_row.clone().count(), 3);
    assert!(of_row.clone().all(|run| run.rect.x1 <= count.x0));
}

#[test]
fn lines_become_tubes_and_back_without_a_jump() {
    let case = replication();
    let laid = |tubes: Option<f32>, lines: bool| {
        let mut options = similarity(ColorBy::Shift);
        options.tubes = tubes;
        options.matches.lines = lines;
        case.laid(&options)
    };
    assert_eq!(laid(Some(0.0), false).scene, laid(None, true).scene);
    assert_eq!(laid(Some(1.0), true).scene, laid(None, false).scene);
    let widths = |share: f32| -> Vec<f32> {
        tubes(&laid(Some(share), true)).iter().map(|(_, drawn)| drawn.curve.width0).collect()
    };
    let [line, thin, thick, tube] = [0.0, 0.3, 0.7, 1.0].map(widths);
    assert!(line.iter().all(|&width| width == 1.0) && !line.is_empty());
    for place in 0..line.len() {
        let way = [line[place], thin[place], thick[place], tube[place]];
        assert!(way.is_sorted() && way[0] < way[3], "{way:?}");
    }
}
