//! The published figures of ViewFusion, drawn from a real program. Its files are those of docutils 0.16, as in the
//! source tree. Its recording has the calls of at least a tenth of a millisecond, to a depth of fourteen.
//!
//! Figure 2 is one cushion. Figure 3 is the tree alone. Figure 6 is the moving highlight. Figures 7 to 9 answer the
//! questions of section 5.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_desk_fusion::FusionDesk;
use diptych_desk_testkit::{TestDesks, holding, is_the_golden, looks_as_it_did, settled};
use diptych_engine::{Desks, InProcess, ReadOptions, StructureFile, read_any};
use diptych_protocol::{
    DeskId, ElementColor, ElementCushion, ElementSize, FusionLink, FusionState, FusionTarget, HoverRequest,
    LayoutRequest, SideName, StructureLevel, ThemeChoice, ViewState,
};
use diptych_scene::picture::Picture;
use diptych_structure::NodeId;
use diptych_testkit::trace;
use diptych_treemap::{Cell, Cushion, Rect, Treemap, luminance};

const DESKS: TestDesks = TestDesks { desks: Desks::new(&[&FusionDesk]), analyses: &[] };

const FILES: &[u8] = include_bytes!("support/docutils-0.16.paths");
const CALLS: &str = include_str!("support/docutils-0.16.calls");

/// Returns the published settings: equal cells, deep cushions, from green to red.
fn published() -> FusionState {
    FusionState {
        cushion: ElementCushion::Published,
        size: ElementSize::Equal,
        level: StructureLevel::Module,
        published: true,
        linear: true,
        // The paper folds no frames.
        frames: true,
        ..FusionState::default()
    }
}

/// The desk with that recording and its list of files.
struct Figure {
    session: InProcess,
    ask: LayoutRequest,
}

impl Figure {
    fn new(fusion: FusionState) -> Self {
        Self::of(CALLS, fusion)
    }

    fn of(calls: &str, fusion: FusionState) -> Self {
        let state = ViewState { fusion, ..ViewState::default() };
        let mut session = holding(DESKS, vec![trace(calls)], &state);
        let list = read_any("docutils-0.16.paths", ReadOptions::default(), FILES).unwrap();
        let list = StructureFile::new(list.name, list.trace);
        session.engine.set_structure(SideName::A, Some(list));
        let [width, height] = [480.0, 300.0];
        let (desk, theme) = (DeskId::Fusion, ThemeChoice::Light);
        Self { session, ask: LayoutRequest { desk, state, theme, width, height, tubes: None, held: 0 } }
    }

    /// Moves the pointer to a point.
    fn at(mut self, point: [f32; 2]) -> Self {
        settled(&mut self.session, &self.ask);
        self.session.ask(&HoverRequest { desk: DeskId::Fusion, point: Some(point) }).unwrap();
        self
    }

    /// Compares the picture with its golden file. `says` is the start of its description.
    fn keep_as(mut self, name: &str, says: &str) {
        looks_as_it_did("fusion", name, &settled(&mut self.session, &self.ask));
        let said = self.session.ask(&self.ask).unwrap().drawn.text;
        assert!(said.starts_with(says), "{name}: {said}");
    }
}

#[test]
fn figure_2_shows_cushion_of_depth_four() {
    let rect = Rect { x0: 0.0, y0: 0.0, x1: 160.0, y1: 160.0 };
    let cell = Cell { element: NodeId::ROOT, place: Some(0), around: None, depth: 4, rect };
    let map = Treemap { cells: vec![cell], without_cell: 0 };
    let levels = luminance(&map, [0.0, 0.0], [160, 160], Cushion::PUBLISHED);
    let rgba = levels.iter().flat_map(|&level| [level, level, level, 255]).collect();
    is_the_golden("fusion", "figure-2", &Picture { width: 160, height: 160, rgba });
}

#[test]
fn figure_3_is_the_tree() {
    let tree = || FusionState { color: ElementColor::Package, ..published() };
    let covered = Figure::new(tree()).session.engine.structures();
    assert_eq!(covered.sides.a.unwrap().headline, "19 of 198 files ran");
    Figure::of("MainThread\n  0..1 main\n", tree())
        .keep_as("figure-3", "1 of 1 call drawn over 199 elements");
}

#[test]
fn figure_6_highlight_follows_pointer() {
    let time = FusionState { color: ElementColor::Depth, ..published() };
    Figure::new(time.clone())
        .at([250.0, 103.0])
        .keep_as("figure-6-detail", "Detail: Reader.parse with 148 calls below it");
    Figure::new(time)
        .at([330.0, 290.0])
        .keep_as("figure-6-overview", "Overview: the call path to RSTState.nested_parse");
}

#[test]
fn figures_7_to_9_answer_their_questions() {
    let packages = FusionState { color: ElementColor::Package, ..published() };
    Figure::new(packages).at([240.0, 36.0]).keep_as("figure-7", "Detail: prepare");
    let depths = FusionState { color: ElementColor::Deepest, ..published() };
    Figure::new(depths).at([418.0, 183.0]).keep_as("figure-8", "Approach: the call paths through");
    let activity = FusionState {
        color: ElementColor::Time,
        call_color: ElementColor::Calls,
        link: FusionLink::Rest,
        target: FusionTarget::Elements,
        ..published()
    };
    Figure::new(activity).at([20.0, 282.0]).keep_as("figure-9", "Structure: transforms");
}
