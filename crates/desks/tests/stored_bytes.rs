//! A session withstands any bytes from a store: it computes the result again, or reports that it cannot.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use diptych_engine::{Engine, EngineEvent};
use diptych_protocol::comparison::{DifferenceList, DifferenceOrder, RulesDraft};
use diptych_protocol::{
    CompareRequest, CsvRequest, DataTableRequest, DeskId, DifferencesRequest, Event, GoToRequest,
    HoverRequest, IdentityRequest, LanePairingRequest, LayoutRequest, MatchMode, SideName, ThemeChoice,
    ViewId, ViewState,
};
use diptych_testkit::{Rng, Shape, generate};
use diptych_trace::Run;
use proptest::prelude::*;
use support::{Page, damaged, run};

fn opened(seed: u64) -> Engine {
    let mut engine = diptych_desks::engine();
    for (side, seed) in SideName::BOTH.into_iter().zip(seed..) {
        let trace = generate(seed, Shape::SMALL);
        engine.load(side, Run { trace, ..run("a.json", "main\n  0..9 f") });
    }
    engine
}

fn similar() -> ViewState {
    let mut state = ViewState::default();
    state.compare.matches.mode = MatchMode::Similarity;
    state
}

/// Asks all questions that the page asks of a pair. The answers do not matter.
fn ask_everything(engine: &mut Engine) {
    let _ = engine.ask(&CompareRequest { state: similar(), proposals: false });
    let _ = engine.ask(&IdentityRequest { draft: RulesDraft::default(), samples: Vec::new() });
    let _ = engine.ask(&LanePairingRequest { state: similar() });
    for state in [ViewState::default(), similar()] {
        let (theme, width, height) = (ThemeChoice::Light, 900.0, 600.0);
        let _ = engine.ask(&LayoutRequest {
            desk: DeskId::Compare,
            state,
            theme,
            width,
            height,
            tubes: None,
            held: 0,
        });
        let _ = engine.ask(&DataTableRequest { view: ViewId::Matches, first: 0, count: 50 });
        let _ = engine.ask(&CsvRequest { view: ViewId::Matches });
        for y in 0..6 {
            let point = Some([400.0, 50.0 + 100.0 * y as f32]);
            let _ = engine.ask(&HoverRequest { desk: DeskId::Compare, point });
        }
    }
    for list in DifferenceList::ALL {
        let order = DifferenceOrder::Relative;
        let _ = engine.ask(&DifferencesRequest { list, order, first: 0, count: 50 });
        for place in 0..4 {
            let _ = engine.ask(&GoToRequest { id: (list.index() as u32) << 28 | place });
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_stored_bytes_are_used_or_recomputed(seed in 0u64..32, change: u64) {
        let mut page = Page::new(opened(seed));
        page.compare(&similar());
        let kept = std::mem::take(&mut page.kept);
        let mut rng = Rng::new(change);
        for _ in 0..8 {
            let mut engine = opened(seed);
            let _ = engine.ask(&CompareRequest { state: similar(), proposals: false });
            let mut told = engine.take_events();
            while let Some(EngineEvent { event, .. }) = told.pop() {
                let Event::WorkWanted { job } = event else { continue };
                prop_assert!(!job.anew || kept.iter().any(|(key, _)| *key == job.key));
                let (_, bytes) = kept.iter().find(|(key, _)| *key == job.key).unwrap();
                let whole = job.anew || rng.below(3) == 0;
                let bytes = if whole { bytes.clone() } else { damaged(bytes, &mut rng) };
                engine.arrived(job.id, Some(&bytes));
                told.extend(engine.take_events());
            }
            ask_everything(&mut engine);
        }
    }
}
