//! The picture of the overview: drawing, picking, and texts.
#![allow(
    clippy::float_cmp,
    clippy::inconsistent_struct_constructor,
    reason = "what is computed twice alike is equal to the last bit"
)]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../views/tests/support/pairs.rs"]
mod pairs;

use diptych_desk_compare::overview::{
    Bar, BarMeasure, CommonAxis, Drawing, HoverInput, Intervals, LaneSelection, OverviewData, OverviewInput,
    Resolution, data_table, draw, tooltip,
};
use diptych_protocol::{SideName, Window};
use diptych_scene::pick::PickIndex;
use diptych_scene::picture::Picture;
use diptych_scene::theme::{Theme, ThemeName};
use diptych_scene::{Batch, Rect, RectInstance, Scene, Size, SpaceTransforms};
use diptych_testkit::{Shape, trace};
use diptych_trace::{CallId, Trace};
use diptych_views::{Highlight, Projection, TimeMap};
use pairs::Sides;
use proptest::prelude::*;
use std::path::PathBuf;

const SHAPE: Shape = Shape { calls: 200, lanes: 1, functions: 6, max_depth: 9, extent: 3_000 };

struct Drawn {
    scene: Scene,
    drawing: Drawing,
    data: OverviewData,
    intervals: Intervals,
}

/// Settings that a test varies.
#[derive(Clone, Copy)]
struct Look {
    theme: ThemeName,
    published: bool,
    hovered: Option<(SideName, CallId)>,
    windows: Option<[Window; 2]>,
}

const PLAIN: Look = Look { theme: ThemeName::Light, published: false, hovered: None, windows: None };

fn drawn(sides: &Sides, rect: Rect, look: Look) -> Drawn {
    let correspondence = sides.correspondence();
    let data =
        OverviewData::new(&correspondence, &LaneSelection::all(sides.traces()), Resolution::for_rect(rect));
    let measured = BarMeasure::OneToOne;
    let intervals = Intervals::new(&data, &correspondence, measured, CommonAxis::default());
    let theme = Theme::named(look.theme);
    let size = Size { width: rect.x1 + 20.0, height: rect.y1 + 20.0 };
    let mut scene = Scene { size, background: theme.bg, layers: Vec::new() };
    let ends = sides.traces().map(|trace| Window { start: 0, end: trace.extent() });
    let highlight =
        look.hovered.map(|(side, call)| Highlight::of_call(side, correspondence.trace(side), call));
    let input = OverviewInput {
        data: &data,
        intervals: &intervals,
        windows: Some(look.windows.unwrap_or(ends)),
        time_maps: [TimeMap::Identity; 2],
        hovered: highlight.as_ref().map(|highlight| HoverInput {
            highlight,
            correspondence: &correspondence,
            measured,
        }),
        marked: &[],
        published: look.published,
        root: false,
        theme,
        rect,
    };
    let drawing = draw(&input);
    scene.layers.extend(drawing.layers.iter().cloned());
    Drawn { scene, drawing, data, intervals }
}

impl Drawn {
    fn rects(&self) -> impl Iterator<Item = &RectInstance> {
        let batches = self.scene.layers.iter().flat_map(|layer| &layer.batches);
        batches
            .filter_map(|batch| if let Batch::Rects(rects) = batch { Some(&rects.instances) } else { None })
            .flatten()
    }

    /// Returns the colour of the topmost box at a point that is not fully transparent.
    fn fill_at(&self, x: f32, y: f32) -> Option<diptych_scene::Rgba> {
        let hit = |rect: &&RectInstance| {
            rect.fill.bytes()[3] > 0 && rect.x0 <= x && x < rect.x1 && rect.y0 <= y && y < rect.y1
        };
        self.rects().filter(hit).last().map(|rect| rect.fill)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases / 2, ..ProptestConfig::default() })]

    #[test]
    fn nothing_lies_outside_the_panel(
        seed: u64, x in 0.0f32..40.0, y in 0.0f32..40.0, width in 20.0f32..700.0, height in 120.0f32..300.0,
    ) {
        let rect = Rect::new(x, y, x + width, y + height);
        let sides = Sides::planted(seed, SHAPE);
        let drawn = drawn(&sides, rect, PLAIN);
        for &RectInstance { x0, y0, x1, y1, .. } in drawn.rects() {
            prop_assert!(x0 <= x1 && y0 <= y1);
            prop_assert!(y0 >= rect.y0 - 0.01 && y1 <= rect.y1 + 0.01, "{} {}", y0, y1);
            prop_assert!(width < 60.0 || (x0 >= rect.x0 - 0.01 && x1 <= rect.x1 + 0.01), "{} {}", x0, x1);
        }
        let [a, b] = drawn.drawing.areas;
        prop_assert!(a.y1 <= drawn.drawing.minimap.middle && drawn.drawing.minimap.middle <= b.y0);
    }

    #[test]
    fn every_cell_is_drawn_where_it_belongs(seed: u64, columns in 30u32..120) {
        let rect = Rect::new(0.0, 0.0, 46.0 + columns as f32, 240.0);
        let sides = Sides::planted(seed, SHAPE);
        let look = Look { windows: Some([Window { start: 0, end: 1 }; 2]), ..PLAIN };
        let drawn = drawn(&sides, rect, look);
        let [bare, covered] = SideName::BOTH.map(|side| {
            let area = drawn.drawing.areas[side.index()];
            // 46 of 122 parts are bars. The root row of the silhouette lies next to them.
            let bars = (area.height() * 46.0 / 122.0).round();
            let row_px = ((area.height() - bars) / drawn.data.rows() as f32).min(10.0);
            let mut seen = [0u32; 2];
            // The bracket of the focus covers the first columns.
            for column in 8..columns {
                for row in 0..drawn.data.rows() {
                    let depth = bars + (row as f32 + 0.5) * row_px;
                    let y = if side == SideName::A { area.y0 + depth } else { area.y1 - depth };
                    let fill = drawn.fill_at(area.x0 + column as f32 + 0.5, y);
                    let theme = Theme::named(ThemeName::Light);
                    let is_ground = fill.is_none() || fill == Some(theme.chrome);
                    let is_empty = drawn.data.cell(side, column, row).is_none();
                    assert_eq!(is_ground, is_empty, "{side:?} {column} {row}");
                    seen[usize::from(!is_empty)] += 1;
                }
            }
            seen
        }).into_iter().fold([0, 0], |sum, seen| [sum[0] + seen[0], sum[1] + seen[1]]);
        prop_assert!(bare + covered > 0);
    }

    #[test]
    fn the_pointer_finds_the_interval_of_its_time(seed: u64, x in 40.0f32..440.0, upper: bool) {
        let rect = Rect::new(0.0, 0.0, 450.0, 236.0);
        let sides = Sides::planted(seed, SHAPE);
        let drawn = drawn(&sides, rect, PLAIN);
        let side = if upper { SideName::A } else { SideName::B };
        let area = drawn.drawing.areas[side.index()];
        let picked = PickIndex::new(&drawn.scene).pick(x, f32::midpoint(area.y0, area.y1), &SpaceTransforms::IDENTITY);
        let tick = Projection::new(drawn.drawing.minimap.whole, area.x0, area.x1).tick_from_x(f64::from(x));
        match picked.and_then(|id| drawn.drawing.bars.get(id.0 as usize).copied()) {
            Some(Bar { side: of, bin }) => {
                prop_assert_eq!(of, side);
                let interval = drawn.intervals.get(side, bin).unwrap();
                // A pixel is some ticks wide, and boxes snap to pixels.
                prop_assert!(interval.from - 10 <= tick && tick <= interval.to + 10);
                let rect = [0.0; 4];
                prop_assert!(tooltip(&drawn.intervals, side, bin, rect).is_some());
            }
            None => prop_assert!(tick + 10 >= sides.traces()[side.index()].extent()),
        }
    }

    #[test]
    fn hovering_marks_bars_with_partners(seed: u64, chosen: prop::sample::Index) {
        let rect = Rect::new(0.0, 0.0, 450.0, 236.0);
        let sides = Sides::planted(seed, SHAPE);
        let correspondence = sides.correspondence();
        let calls = sides.traces()[0].calls();
        let call = CallId(chosen.index(calls.len()) as u32);
        let drawn = drawn(&sides, rect, Look { hovered: Some((SideName::A, call)), ..PLAIN });
        let hover = Theme::named(ThemeName::Light).hover;
        let marked = drawn.rects().filter(|rect| rect.fill == hover).count();
        let starts = sides.traces()[1].calls().start();
        let partners = calls.subtree(call).filter_map(|id| correspondence.partner(SideName::A, CallId(id)));
        let bins: std::collections::BTreeSet<usize> = partners
            .map(|partner| drawn.intervals.edges[1].partition_point(|&edge| edge <= starts[partner.index()]))
            .collect();
        prop_assert_eq!(marked, bins.len());
    }
}

fn example() -> Sides {
    let a = trace(
        "
        main
          0..700 run
            0..200 read
              20..60 open
              80..180 parse
                100..160 token
            200..400 legacy
              220..380 convert
            400..700 write
              420..500 encode
              520..690 flush
        ",
    );
    let b = trace(
        "
        main
          0..1000 run
            0..300 read
              30..90 open
              100..280 parse
                120..260 token
            300..600 write
              320..420 encode
              440..590 flush
            600..1000 report
              640..960 render
                700..900 shape
        ",
    );
    Sides::new([a, b])
}

#[test]
fn tooltip_and_table_describe_an_interval() {
    let sides = example();
    let drawn = drawn(&sides, Rect::new(0.0, 0.0, 146.0, 236.0), PLAIN);
    let plain = |text: &str| text.replace('\u{202f}', " ");
    // Ten intervals of 100 ticks. A's third one holds `legacy` and its callee.
    let told = tooltip(&drawn.intervals, SideName::A, 2, [0.0; 4]).unwrap();
    assert_eq!(plain(&told.name), "200 ns to 300 ns");
    let facts: Vec<String> =
        told.facts.iter().map(|fact| plain(&format!("{}: {}", fact.label, fact.value))).collect();
    assert_eq!(
        facts,
        [
            "Calls that start here: 2",
            "matched: 0",
            "moved: 0",
            "only in A: 2",
            "Self time of matched calls: 0 ns"
        ]
    );
    let told = tooltip(&drawn.intervals, SideName::A, 4, [0.0; 4]).unwrap();
    let facts: Vec<String> =
        told.facts.iter().map(|fact| plain(&format!("{}: {}", fact.label, fact.value))).collect();
    // `write` and `encode` start at 400 and 420 of 700, their partners at 300 and 320 of 1000. The shifts on the longer
    // axis are 300 − 571.4 and 320 − 600.
    assert_eq!(facts[1], "matched: 2");
    assert_eq!(
        facts[5..],
        [
            "Matches run, runs scaled to one length: 276 ns earlier",
            "Start times differ, in sum and unscaled: 200 ns"
        ]
    );
    assert_eq!(tooltip(&drawn.intervals, SideName::A, 8, [0.0; 4]), None, "A has ended");
    let table = data_table(&drawn.intervals, 0, 100);
    assert_eq!((table.rows.len(), table.total), (17, 17));
    let cells: Vec<String> = table.rows[4].cells.iter().map(|cell| plain(cell)).collect();
    assert_eq!(cells, ["A", "400 ns", "500 ns", "2", "0", "276 ns earlier"]);
    assert_eq!(data_table(&drawn.intervals, 16, 100).rows.len(), 1);
    assert_eq!(
        plain(&drawn.drawing.summary),
        "Both runs whole: A lasts 700 ns, 8 of its 10 calls have a match; B lasts 1.00 µs, 8 of its 11 calls have a match."
    );
}

#[test]
fn brackets_lie_where_the_minimap_says() {
    let sides = example();
    let windows = [Window { start: 100, end: 300 }, Window { start: 500, end: 900 }];
    let look = Look { windows: Some(windows), ..PLAIN };
    let drawn = drawn(&sides, Rect::new(0.0, 0.0, 1_046.0, 236.0), look);
    let theme = Theme::named(ThemeName::Light);
    let minimap = drawn.drawing.minimap;
    for (color, window) in [(theme.a, windows[0]), (theme.b, windows[1])] {
        let grips: Vec<f32> = drawn
            .rects()
            .filter(|rect| rect.border == color)
            .map(|rect| f32::midpoint(rect.x0, rect.x1))
            .collect();
        let x = |tick: i64| {
            let whole = minimap.whole;
            minimap.x0 + (tick - whole.start) as f32 * (minimap.x1 - minimap.x0) / whole.span() as f32
        };
        assert_eq!(grips, [x(window.start), x(window.end)]);
    }
}

#[test]
fn few_high_bars_are_clipped() {
    let mut text = "t\n  0..2000 main\n".to_owned();
    for start in (0..1_000).step_by(20) {
        text += &format!("    {start}..{} f\n", start + 20);
    }
    text += "    1000..2000 g\n";
    let sides = Sides::new([trace(&text), trace(&text)]);
    let drawn = drawn(&sides, Rect::new(0.0, 0.0, 1_046.0, 236.0), PLAIN);
    assert_eq!(drawn.intervals.top, 30.0, "half more than the common 20, not 1000");
    assert!(drawn.drawing.note.ends_with("; 2 bars clipped at 30\u{202f}ns"), "{}", drawn.drawing.note);
}

#[test]
fn empty_and_tiny_runs_are_drawn() {
    for [a, b] in [["t\n", "t\n"], ["t\n  0..0 f\n", "t\n"], ["t\n  0..1 f\n", "t\n  0..3 f\n    1..1 g\n"]] {
        let sides = Sides::new([trace(a), trace(b)]);
        for (width, height) in [(1.0, 1.0), (50.0, 120.0), (1_046.0, 236.0)] {
            let drawn = drawn(&sides, Rect::new(0.0, 0.0, width, height), PLAIN);
            let calls: u32 = drawn.intervals.sides.iter().flatten().map(|bar| bar.calls.calls).sum();
            let all: usize = sides.traces().map(|trace: &Trace| trace.calls().len()).iter().sum();
            assert_eq!(calls as usize, all);
        }
    }
}

/// Run with `DIPTYCH_BLESS=1` to rewrite the pictures, then look at them before committing.
#[test]
fn example_equals_its_golden_pictures() {
    let sides = example();
    let windows = Some([Window { start: 180, end: 420 }, Window { start: 280, end: 620 }]);
    // Hovered: `write` of A, whose partners begin at 300 in B.
    let looks = [
        ("light", Look { windows, hovered: Some((SideName::A, CallId(7))), ..PLAIN }),
        ("dark", Look { windows, theme: ThemeName::Dark, ..PLAIN }),
        ("published", Look { published: true, ..PLAIN }),
    ];
    let folder: PathBuf =
        [env!("CARGO_MANIFEST_DIR"), "..", "..", "tests", "goldens", "overview"].iter().collect();
    for (name, look) in looks {
        let mut drawn = drawn(&sides, Rect::new(0.0, 0.0, 640.0, 180.0), look);
        drawn.scene.size = Size { width: 640.0, height: 180.0 };
        let picture = diptych_scene::raster::draw(&drawn.scene, &SpaceTransforms::IDENTITY, 1.0);
        let file = folder.join(format!("{name}.png"));
        if std::env::var_os("DIPTYCH_BLESS").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&file, picture.to_png().unwrap()).unwrap();
        }
        let golden = Picture::from_png(&std::fs::read(&file).unwrap()).unwrap();
        assert!(
            golden == picture,
            "{name} differs: look at the change; if it is meant, run with DIPTYCH_BLESS=1"
        );
    }
}

#[test]
fn legend_has_a_line_of_its_own() {
    let said = |b: &str, (width, height): (f32, f32)| {
        let sides = Sides::new([trace("t\n  0..1000 f\n    10..900 g\n"), trace(b)]);
        let drawn = drawn(&sides, Rect::new(0.0, 0.0, width, height), PLAIN);
        let batches = drawn.scene.layers.into_iter().flat_map(|layer| layer.batches);
        let runs =
            batches.filter_map(|batch| if let Batch::Texts(texts) = batch { Some(texts.runs) } else { None });
        runs.flatten().collect::<Vec<_>>()
    };
    let has = |runs: &[diptych_scene::TextRun], text: &str| runs.iter().any(|run| run.text == text);
    let bars = "Bar height: self time of matched calls";
    for b in ["t\n  0..990 f\n    10..800 g\n", "t\n  0..500 f\n    10..400 g\n"] {
        let all = said(b, (1200.0, 240.0));
        assert!(has(&all, "match comes earlier") && has(&all, bars), "{all:?}");
        // The line covers no other text, above all no time of the axis.
        let key = all.iter().find(|run| run.text == bars).unwrap().rect;
        let in_line = all.iter().filter(|run| run.rect.y0 < key.y1);
        let words = ["Bar height", "match ", "later", "grey shape"];
        assert!(in_line.clone().all(|run| words.iter().any(|word| run.text.starts_with(word))), "{all:?}");
        let edges: Vec<[f32; 2]> = in_line.map(|run| [run.rect.x0, run.rect.x1]).collect();
        assert!(edges.windows(2).all(|pair| pair[0][1] <= pair[1][0]), "{edges:?}");
        let is_last = |run: &diptych_scene::TextRun| {
            run.text.starts_with(|c: char| c.is_ascii_digit()) && run.rect.x1 > 1100.0
        };
        assert!(all.iter().any(is_last), "the end of the axis has its time: {all:?}");
    }
    // Parts without room are left out whole, and a low panel has no line.
    let narrow = said("t\n  0..990 f\n    10..800 g\n", (330.0, 240.0));
    assert!(has(&narrow, bars) && !has(&narrow, "match comes earlier"), "{narrow:?}");
    assert!(!has(&said("t\n  0..990 f\n    10..800 g\n", (1200.0, 150.0)), bars));
}
