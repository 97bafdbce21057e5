//! Names of functions can be read in the first picture of the Compare desk.
//!
//! A name can be read if its row shows it whole, or the last segment of a qualified name whole, or at least
//! [`TELLING`] letters of it. A picture of an example has at least [`WANTED`] such names. Any other picture has as many,
//! or as many as the open lanes have calls that are wide enough for a name.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use diptych_protocol::{Pane, SideName, ViewState};
use diptych_scene::text::fit::{ELLIPSIS, fit};
use diptych_scene::text::width::estimated_px;
use diptych_scene::{Batch, ItemId, Layer, Scene, Space, SpaceTransforms, TextRun, wire};
use diptych_trace::{CallId, Trace};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use support::{Page, layout};

/// Fewest names in a first picture.
const WANTED: usize = 15;
/// Fewest letters of a name that tell something.
const TELLING: usize = 4;
/// Width of a call that is wide enough for a name, CSS pixels.
const WIDE_PX: f64 = 60.0;

/// The first picture of a trace or a pair in a window of 1440 × 900.
struct FirstPicture {
    scene: Scene,
    panes: Vec<Pane>,
    page: Page,
}

impl FirstPicture {
    fn new(files: &[PathBuf]) -> Self {
        let mut engine = diptych_desks::engine();
        for (side, file) in SideName::BOTH.into_iter().zip(files) {
            let name = file.file_name().unwrap().to_str().unwrap();
            let bytes = std::fs::read(file).unwrap();
            engine.load(side, diptych_engine::read(name, &bytes[..]).unwrap());
        }
        let mut page = Page::new(engine);
        if files.len() == 2 {
            page.compare(&ViewState::default());
        }
        // Beside several lanes, the page has a list of them.
        let has_lanes = |side: SideName| {
            let lanes = page.session.engine.session().trace(side)?.lanes();
            Some(lanes.ids().filter(|&lane| !lanes.calls(lane).is_empty()).count() > 1)
        };
        let width = if SideName::BOTH.into_iter().any(|side| has_lanes(side) == Some(true)) {
            944.0
        } else {
            1_104.0
        };
        let ask = diptych_protocol::LayoutRequest { width, height: 667.0, ..layout() };
        let panes = loop {
            let info = page.session.ask(&ask).unwrap();
            if page.work() == 0 && !info.unfinished {
                break info.panes;
            }
        };
        let scene = wire::decode(&page.session.engine.take_words().unwrap()).unwrap();
        Self { scene, panes, page }
    }

    fn trace(&self, side: SideName) -> Option<&Trace> {
        self.page.session.engine.session().trace(side)
    }

    /// Returns the names that can be read, of both sides.
    fn names(&self) -> Vec<String> {
        // Texts outside boxes lie in the fixed space or stand for no item.
        self.names_in(|space| space != Space::FIXED)
    }

    /// Returns the names that can be read in some spaces.
    fn names_in(&self, is_wanted: impl Fn(Space) -> bool) -> Vec<String> {
        let traces = || SideName::BOTH.into_iter().filter_map(|side| self.trace(side));
        let functions = traces().flat_map(|trace| {
            trace.functions().ids().map(|id| trace.functions().get(trace.names(), id).name.to_owned())
        });
        let functions: BTreeSet<String> = functions.collect();
        let in_boxes = self.scene.layers.iter().filter(|layer| is_wanted(layer.space));
        let runs = in_boxes.flat_map(|layer| {
            let texts = layer.batches.iter().filter_map(|batch| match batch {
                Batch::Texts(texts) => Some(texts.runs.iter().zip(&texts.items)),
                _ => None,
            });
            let of_calls = texts.flatten().filter(|(_, item)| **item != ItemId::NONE);
            of_calls.filter_map(move |(run, _)| read(layer, run).map(|read| (run, read)))
        });
        let is_name = |text: &str| functions.iter().any(|name| name.contains(text));
        runs.filter(|(run, _)| is_name(&run.text)).map(|(_, read)| read).collect()
    }

    /// Returns the number of calls in open lanes that are wide enough for a name.
    fn wide(&self) -> usize {
        let of_side = |pane: &Pane| {
            let trace = self.trace(pane.side).unwrap();
            let open: BTreeSet<u32> = pane.open_lanes.iter().map(|of| of.lane).collect();
            let px = f64::from(pane.x1 - pane.x0) / pane.window.span() as f64;
            let is_open = |call: CallId| open.is_empty() || open.contains(&trace.lanes().of_call(call).0);
            let calls = (0..trace.calls().len() as u32).map(CallId);
            calls.filter(|&call| is_open(call) && trace.calls().duration(call) as f64 * px >= WIDE_PX).count()
        };
        self.panes.iter().map(of_side).sum()
    }
}

/// Returns the letters of a text that are drawn, if they tell something.
fn read(layer: &Layer, run: &TextRun) -> Option<String> {
    let advance =
        |character: char| estimated_px(character.encode_utf8(&mut [0; 4]), run.size, run.face, run.weight);
    let drawn = fit(run, layer.clip, SpaceTransforms::IDENTITY.get(layer.space), advance)?;
    let letters = drawn.text.strip_suffix(ELLIPSIS);
    letters.is_none_or(|letters| letters.chars().count() >= TELLING).then(|| drawn.text.into_owned())
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// Returns the names that the first picture of some files shows, if they are fewer than `least` says.
fn too_few(files: &[PathBuf], least: impl Fn(&FirstPicture) -> usize) -> Option<String> {
    let picture = FirstPicture::new(files);
    let (names, least) = (picture.names(), least(&picture));
    (names.len() < least).then(|| format!("{files:?}: {} of {least}, {names:?}", names.len()))
}

#[test]
fn both_sides_of_a_pair_of_ranks_show_names() {
    let files = ["stencil-64-ranks.paje.gz", "stencil-64-ranks-slow-host.paje.gz"];
    let picture = FirstPicture::new(&files.map(|name| folder("www/examples").join(name)));
    for pane in &picture.panes {
        let names = picture.names_in(|space| space.number() == pane.space);
        assert!(names.len() >= WANTED, "{:?}: {names:?}", pane.side);
    }
}

#[test]
fn examples_show_fifteen_names() {
    let examples = folder("www/examples");
    for pair in [
        ["jinja2-3.0.3.json.gz", "jinja2-3.1.6.json.gz"],
        ["sqlite-without-index.json.gz", "sqlite-indexed.json.gz"],
        ["stencil-64-ranks.paje.gz", "stencil-64-ranks-slow-host.paje.gz"],
    ] {
        assert_eq!(too_few(&pair.map(|name| examples.join(name)), |_| WANTED), None);
    }
}

#[test]
fn recordings_show_fifteen_names_or_all_with_room() {
    let recordings = folder("tests/recordings");
    let mut files: Vec<Vec<PathBuf>> = Vec::new();
    for pair in [
        ["firefox/samply-sqlite-indexed.json.gz", "firefox/samply-sqlite-noindex.json.gz"],
        [
            "v8-cpuprofile/prettier2-react-dts.cpuprofile.gz",
            "v8-cpuprofile/prettier3-react-dts.cpuprofile.gz",
        ],
        ["chrome-json/chromium-fib.cpu-profiler.json.gz", "chrome-json/chromium-fib.cpu-profiler.json.gz"],
        ["paje/is64.simgrid.paje.gz", "paje/is64.simgrid.paje.gz"],
        ["zipkin/shop-12-orders.zipkin.json.gz", "otlp/shop-12-orders.otlp.jsonl.gz"],
        [
            "speedscope/compileall-4-threads.pyspy.speedscope.json.gz",
            "folded/black-22.12.0.pyspy.folded.txt.gz",
        ],
    ] {
        files.push(pair.map(|name| recordings.join(name)).to_vec());
    }
    for folder in std::fs::read_dir(recordings).unwrap() {
        for file in std::fs::read_dir(folder.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_none_or(|of| of != "expected") {
                files.push(vec![path]);
            }
        }
    }
    assert!(files.len() > 20, "{}", files.len());
    let unreadable = files.iter().filter_map(|of| too_few(of, |picture| picture.wide().min(WANTED)));
    assert_eq!(unreadable.collect::<Vec<_>>(), [""; 0]);
}
