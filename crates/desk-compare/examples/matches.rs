//! Draws the match view of two traces as SVG or PNG.
//!
//! `cargo run --release -p diptych-desk-compare --example matches -- A B -o out.png [options]`, where options are
//! `--size 1104x652`, `--a from..to` and `--b from..to` (shares of the longer run), `--color shift`, `--mode similarity`,
//! `--dark`, `--lines`, `--implied`, `--published`, `--lambda 55`, `--beta 45`, `--band 30`, `--scroll 40`,
//! `--time`, `--repeat 100`.
#![allow(clippy::unwrap_used, reason = "an example may panic")]
#![allow(clippy::print_stdout, reason = "it prints")]

use diptych_compare::align::{Options, align};
use diptych_compare::identity::{Rules, compile, identify};
use diptych_compare::lanes::{LaneEdits, PairBy, pair_lanes};
use diptych_compare::similarity::{
    Bars, CalleeSets, JoinOptions, Matches, Measure, Repetition, Similarity, main_matches, repetitions,
};
use diptych_desk_compare::matches;
use diptych_formats::Input;
use diptych_profile::{Groups, totals};
use diptych_protocol::{
    ColorBy, CompareState, IcicleState, MatchMode, MatchesState, SideName, Sides, TimeState, ViewState,
    Window,
};
use diptych_scene::theme::{Theme, ThemeName};
use diptych_scene::{Rect, Scene, Size, Space, SpaceTransforms, raster, svg};
use diptych_trace::{LaneId, Trace};
use diptych_views::icicle::LaneOrder;
use diptych_views::{
    Correspondence, Grey, LayoutInput, MatchIndex, PairSimilarity, PartLayers, Results, SideInput, TimeMap,
    View, ViewMarks, default_window,
};
use std::rc::Rc;
use std::time::Instant;

/// What is asked for.
struct PictureOptions {
    files: Vec<String>,
    output: String,
    size: Size,
    shares: [Option<[f64; 2]>; 2],
    color: ColorBy,
    theme: ThemeName,
    state: MatchesState,
    scroll: u32,
    time: bool,
    repeat: u32,
}

fn options() -> PictureOptions {
    let mut options = PictureOptions {
        files: Vec::new(),
        output: "matches.png".to_owned(),
        size: Size { width: 1104.0, height: 652.0 },
        shares: [None, None],
        color: ColorBy::Change,
        theme: ThemeName::Light,
        state: MatchesState::default(),
        scroll: 0,
        time: false,
        repeat: 0,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut next = || words.next().unwrap();
        match word.as_str() {
            "-o" => options.output = next(),
            "--size" => {
                let text = next();
                let (width, height) = text.split_once('x').unwrap();
                options.size = Size { width: width.parse().unwrap(), height: height.parse().unwrap() };
            }
            "--a" => options.shares[0] = Some(share(&next())),
            "--b" => options.shares[1] = Some(share(&next())),
            "--color" => options.color = color(&next()),
            "--mode" => options.state.mode = mode(&next()),
            "--dark" => options.theme = ThemeName::Dark,
            "--lines" => options.state.lines = true,
            "--implied" => options.state.implied = true,
            "--published" => options.state.published = true,
            "--lambda" => options.state.lambda = next().parse().unwrap(),
            "--beta" => options.state.beta = next().parse().unwrap(),
            "--band" => options.state.band = next().parse().unwrap(),
            "--scroll" => options.scroll = next().parse().unwrap(),
            "--repeat" => options.repeat = next().parse().unwrap(),
            "--time" => options.time = true,
            _ => options.files.push(word),
        }
    }
    options
}

fn share(text: &str) -> [f64; 2] {
    let (from, to) = text.split_once("..").unwrap();
    [from.parse().unwrap(), to.parse().unwrap()]
}

fn color(word: &str) -> ColorBy {
    match word {
        "change" => ColorBy::Change,
        "match" => ColorBy::Match,
        "shift" => ColorBy::Shift,
        "place" => ColorBy::Place,
        "similarity" => ColorBy::Similarity,
        "package" => ColorBy::Package,
        _ => panic!("no such colour"),
    }
}

fn mode(word: &str) -> MatchMode {
    match word {
        "similarity" => MatchMode::Similarity,
        _ => MatchMode::OneToOne,
    }
}

fn read(path: &str) -> Trace {
    let mut input = Input::new(path);
    for piece in std::fs::read(path).unwrap().chunks(1 << 20) {
        input.feed(piece).unwrap();
    }
    input.finish().unwrap().traces.remove(0).1
}

fn main() {
    let options = options();
    let traces = [0, 1].map(|side: usize| read(&options.files[side]));
    let traces = [&traces[0], &traces[1]];
    let rules = compile(&Rules::defaults(["viztracer", "viztracer"])).unwrap();
    let identities = identify(&rules, traces, &mut |_, _| ());
    let pair = identities.pair(traces);
    let silent = &mut |_, _| {};
    let lanes = pair_lanes(pair, PairBy::Overlap, &LaneEdits::default(), silent);
    let lanes: Vec<(LaneId, LaneId)> =
        lanes.pairs.iter().map(|pair| (pair.lanes[0], pair.lanes[1])).collect();
    let alignment = align(pair, &lanes, Options::default(), silent);
    let index = timed("index", || MatchIndex::new(&alignment));
    let sets = CalleeSets::new(pair, Measure::Plain, silent).unwrap();
    let similarity = Similarity::join(&sets, JoinOptions::default(), silent);
    let bars = timed("bars", || Bars::new(Matches { pair, sets: &sets, similarity: &similarity }, silent));
    let repetitions: [Vec<Repetition>; 2] = [0, 1].map(|side| repetitions(traces[side], &sets, side, silent));
    let main = main_matches(Matches { pair, sets: &sets, similarity: &similarity });
    let similarity = PairSimilarity { rules: String::new(), sets, similarity, bars, repetitions, main };
    let mut without_lines = Results::default();
    without_lines.set(Some(Rc::new(similarity)));
    let mut results = Results::default();
    results.set(without_lines.shared::<PairSimilarity>());
    results.set(Some(Rc::new(index)));
    let correspondence =
        Correspondence { pair, alignment: &alignment, grey: grey(traces), significant: None, similar: None };
    draw(&options, &correspondence, &results, &without_lines);
}

/// As the engine does it for runs of which half matches.
fn grey(traces: [&Trace; 2]) -> Grey {
    let factor = traces[1].extent() as f64 / traces[0].extent().max(1) as f64;
    let factor = if (1.0 / 1.1..=1.1).contains(&factor) { 1.0 } else { factor };
    Grey { factor, floor_ticks: 10_000 }
}

fn draw(
    options: &PictureOptions,
    correspondence: &Correspondence<'_>,
    results: &Results,
    without_lines: &Results,
) {
    let traces = correspondence.pair.traces;
    let totals = traces.map(|trace| totals(trace, &Groups::by_function(trace), |_| ()));
    let orders = traces.map(LaneOrder::new);
    let whole = default_window(traces.map(|trace| Some(Window { start: 0, end: trace.extent() })));
    let window = |side: usize| {
        let [from, to] = options.shares[side]?;
        let tick = |share: f64| (share * whole.span() as f64) as i64;
        Some(Window { start: tick(from), end: tick(to) })
    };
    let time = TimeState { windows: Sides { a: window(0), b: window(1) }, ..TimeState::default() };
    let scroll = Sides::both(options.scroll);
    let icicle = IcicleState { color: options.color, scroll, ..IcicleState::default() };
    let compare = CompareState { icicle, matches: options.state.clone(), ..CompareState::default() };
    let state = ViewState { time, compare, ..ViewState::default() };
    let input = LayoutInput {
        sides: [0, 1].map(|side: usize| {
            let (trace, totals, lanes) = (traces[side], &totals[side], &orders[side]);
            Some(SideInput { trace, totals, lanes, hits: None })
        }),
        correspondence: Some(correspondence),
        results,
        time_maps: [TimeMap::Identity; 2],
        trace_versions: [1, 1],
        state: &state,
        theme: options.theme,
        selected: None,
        selected_match: None,
        pointed: None,
        marked: ViewMarks::default(),
        viewpoint: SideName::A,
        tubes: None,
        size: options.size,
        rect: Rect::new(0.0, 0.0, options.size.width, options.size.height),
        first_space: Space::ALL[1],
    };
    let mut laid = timed("layout", || matches::View.layout(&input, None));
    if let Some(drawn) = &laid.info().drawn {
        println!("{}\n{}", drawn.text, drawn.rule);
    }
    let mut taken: Vec<f64> = Vec::new();
    for _ in 0..options.repeat {
        let begin = Instant::now();
        drop(matches::View.layout(&input, None));
        taken.push(begin.elapsed().as_secs_f64() * 1e3);
    }
    taken.sort_by(f64::total_cmp);
    if let Some(best) = taken.first() {
        println!("best of {}: {best:.2} ms", options.repeat);
    }
    if options.time {
        measure(&input, without_lines, whole);
    }
    let PartLayers { mut layers, over } = laid.take_layers();
    layers.extend(over);
    let scene = Scene { size: options.size, background: Theme::named(options.theme).bg, layers };
    let ending = std::path::Path::new(&options.output).extension();
    let bytes = if ending.is_some_and(|ending| ending == "svg") {
        svg::svg(&scene).into_bytes()
    } else {
        raster::draw(&scene, &SpaceTransforms::IDENTITY, 1.0).to_png().unwrap()
    };
    std::fs::write(&options.output, bytes).unwrap();
}

/// Layouts while zooming and panning over both runs: median and 95th percentile of the best of three each, with all
/// that is known, without lines between boxes, and without matches.
fn measure(input: &LayoutInput<'_>, without_lines: &Results, whole: Window) {
    let without_lines = LayoutInput { results: without_lines, ..*input };
    let without_matches = LayoutInput { correspondence: None, ..*input };
    for part in [1, 3, 10, 100, 1_000, 10_000] {
        let figures = [input, &without_lines, &without_matches].map(|input| {
            let mut taken: Vec<f64> = Vec::new();
            for step in 0..60 {
                let span = (whole.span() / part).max(10);
                let start = (whole.span() - span) * step / 60;
                let window = Some(Window { start, end: start + span });
                let time = TimeState { windows: Sides::both(window), ..TimeState::default() };
                let state = ViewState { time, ..input.state.clone() };
                let times = [0, 1, 2].map(|_| {
                    let begin = Instant::now();
                    let laid = matches::View.layout(&LayoutInput { state: &state, ..*input }, None);
                    let time = begin.elapsed().as_secs_f64() * 1e3;
                    drop(laid);
                    time
                });
                taken.push(times.into_iter().fold(f64::INFINITY, f64::min));
            }
            taken.sort_by(f64::total_cmp);
            format!("{:.2} / {:.2}", taken[30], taken[56])
        });
        println!("1/{part}: {} ms", figures.join(", "));
    }
}

fn timed<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let begin = Instant::now();
    let made = work();
    println!("{what}: {:.2} ms", begin.elapsed().as_secs_f64() * 1e3);
    made
}
