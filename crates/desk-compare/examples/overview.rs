//! Draws the overview of two traces, and prints how long its steps took.
//!
//! `cargo run --release -p diptych-desk-compare --example overview -- A B -o out.png`, then any of `--dark`, `--contrast`,
//! `--published`, `--root`, `--from-zero`, `--similarity`, `--sum`, `--all-lanes`, `--width 1080`,
//! `--height 236`, `--focus-a 0.7..1`, `--focus-b 0.7..1`, `--hover 1234` (a call of A)
#![allow(clippy::unwrap_used, reason = "an example may panic")]
#![allow(clippy::print_stdout, reason = "it prints")]

use diptych_compare::Pair;
use diptych_compare::align::{Options, align};
use diptych_compare::similarity::{Bars, CalleeSets, JoinOptions, Matches, Measure, Similarity};
use diptych_desk_compare::overview::{
    BarMeasure, CommonAxis, HoverInput, Intervals, LaneSelection, OverviewData, OverviewInput, Resolution,
    data_table, draw,
};
use diptych_formats::Input;
use diptych_protocol::{SideName, Window};
use diptych_scene::theme::{Theme, ThemeName};
use diptych_scene::{Rect, Scene, Size, SpaceTransforms};
use diptych_testkit::IdentityTable;
use diptych_trace::{CallId, LaneId, Trace};
use diptych_views::{Correspondence, Grey, Highlight, TimeMap};
use std::time::Instant;

struct Arguments(Vec<String>);

impl Arguments {
    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|argument| argument == name)
    }

    fn value(&self, name: &str) -> Option<&str> {
        let at = self.0.iter().position(|argument| argument == name)?;
        self.0.get(at + 1).map(String::as_str)
    }

    fn number(&self, name: &str, default: f32) -> f32 {
        self.value(name).map_or(default, |text| text.parse().unwrap())
    }

    fn focus(&self, name: &str, extent: i64) -> Window {
        let (from, to) = self.value(name).unwrap_or("0..1").split_once("..").unwrap();
        let [start, end] = [from, to].map(|share| (share.parse::<f64>().unwrap() * extent as f64) as i64);
        Window { start, end }
    }
}

fn main() {
    let arguments = Arguments(std::env::args().skip(1).collect());
    let [a, b] = [&arguments.0[0], &arguments.0[1]].map(|path| read(path));
    let mut table = IdentityTable::default();
    let identities = [&a, &b].map(|trace| table.identify_all(trace, IdentityTable::plain_key));
    let pair = Pair {
        traces: [&a, &b],
        identities: [&identities[0], &identities[1]],
        identity_count: table.len() as u32,
    };
    let lanes: Vec<(LaneId, LaneId)> = a.lanes().ids().zip(b.lanes().ids()).collect();
    let alignment = align(pair, &lanes, Options::default(), &mut |_, _| {});
    let correspondence = Correspondence {
        pair,
        alignment: &alignment,
        grey: Grey { factor: 1.0, floor_ticks: 0 },
        significant: None,
        similar: None,
    };
    let size =
        Size { width: arguments.number("--width", 1_104.0), height: arguments.number("--height", 236.0) };
    let rect = Rect::new(0.0, 0.0, size.width, size.height);
    let busiest = [&a, &b]
        .map(|trace| trace.lanes().ids().max_by_key(|&lane| trace.lanes().calls(lane).len()).unwrap());
    let shown = if arguments.has("--all-lanes") {
        LaneSelection::all([&a, &b])
    } else {
        LaneSelection::pair(busiest[0], busiest[1])
    };
    let data = timed("data", || OverviewData::new(&correspondence, &shown, Resolution::for_rect(rect)));
    if arguments.has("--similarity") || arguments.has("--sum") {
        let sets = CalleeSets::new(pair, Measure::Plain, &mut |_, _| {}).unwrap();
        let similarity = Similarity::join(&sets, JoinOptions::default(), &mut |_, _| {});
        let matches = Matches { pair, sets: &sets, similarity: &similarity };
        let bars = timed("similarity bars", || Bars::new(matches, &mut |_, _| {}));
        let measured = if arguments.has("--sum") {
            BarMeasure::SumOfSimilarities(matches, &bars)
        } else {
            BarMeasure::BestSimilarity(matches, &bars)
        };
        picture(&arguments, &correspondence, &data, measured, size);
    } else {
        picture(&arguments, &correspondence, &data, BarMeasure::OneToOne, size);
    }
}

fn picture(
    arguments: &Arguments,
    correspondence: &Correspondence<'_>,
    data: &OverviewData,
    measured: BarMeasure<'_>,
    size: Size,
) {
    let common = if arguments.has("--from-zero") { CommonAxis::FromZero } else { CommonAxis::SameShare };
    let intervals = timed("intervals", || Intervals::new(data, correspondence, measured, common));
    let theme = Theme::named(match () {
        () if arguments.has("--dark") => ThemeName::Dark,
        () if arguments.has("--contrast") => ThemeName::HighContrast,
        () => ThemeName::Light,
    });
    let hovered = arguments.value("--hover").map(|call| {
        Highlight::of_call(SideName::A, correspondence.trace(SideName::A), CallId(call.parse().unwrap()))
    });
    let hovered = hovered.as_ref().map(|highlight| HoverInput { highlight, correspondence, measured });
    let extents = correspondence.pair.traces.map(Trace::extent);
    let input = OverviewInput {
        data,
        intervals: &intervals,
        windows: Some([arguments.focus("--focus-a", extents[0]), arguments.focus("--focus-b", extents[1])]),
        time_maps: [TimeMap::Identity; 2],
        hovered,
        marked: &[],
        published: arguments.has("--published"),
        root: arguments.has("--root"),
        theme,
        rect: Rect::new(0.0, 0.0, size.width, size.height),
    };
    let mut scene = Scene { size, background: theme.bg, layers: Vec::new() };
    let drawing = timed("draw", || draw(&input));
    scene.layers.extend(drawing.layers.iter().cloned());
    let boxes = scene.layers.iter().flat_map(|layer| &layer.batches).map(|batch| match batch {
        diptych_scene::Batch::Rects(rects) => rects.instances.len(),
        _ => 0,
    });
    println!("{} boxes, {} rows; {}", boxes.sum::<usize>(), data.rows(), drawing.note);
    println!("{}", drawing.summary);
    let mut shares: Vec<f64> = intervals
        .sides
        .iter()
        .flatten()
        .map(|bar| bar.spread / intervals.longest)
        .filter(|&r| r > 0.0)
        .collect();
    shares.sort_by(f64::total_cmp);
    let at = |share: f64| shares[((shares.len() - 1) as f64 * share) as usize] * 100.0;
    println!("spread, % of the longer run: {:.2?}", [0.1, 0.25, 0.5, 0.75, 0.9, 1.0].map(at));
    for row in data_table(&intervals, 0, if arguments.has("--table") { 1_000 } else { 5 }).rows {
        println!("  {}", row.cells.join(" | "));
    }
    if let Some(path) = arguments.value("-o") {
        let picture = diptych_scene::raster::draw(&scene, &SpaceTransforms::IDENTITY, 2.0);
        std::fs::write(path, picture.to_png().unwrap()).unwrap();
    }
}

fn read(path: &str) -> Trace {
    let mut input = Input::new(path);
    for piece in std::fs::read(path).unwrap().chunks(1 << 20) {
        input.feed(piece).unwrap();
    }
    input.finish().unwrap().traces.remove(0).1
}

/// The fastest of five runs is printed.
fn timed<T>(what: &str, mut run: impl FnMut() -> T) -> T {
    let mut taken = Vec::new();
    let mut last = None;
    for _ in 0..5 {
        let start = Instant::now();
        last = Some(run());
        taken.push(start.elapsed().as_secs_f64() * 1e3);
    }
    taken.sort_by(f64::total_cmp);
    println!("{what}: {:.2} ms", taken[0]);
    last.unwrap()
}
