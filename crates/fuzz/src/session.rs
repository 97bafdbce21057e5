//! Sessions that open a stored comparison without its traces: changed results are shown or refused.

use crate::pair::{changed, opened};
use diptych_engine::InProcess;
use diptych_protocol::{DeskId, LayoutRequest, ThemeChoice, ViewState, Word};
use std::sync::OnceLock;

/// Returns the results of the pair as a session opens them.
fn results() -> &'static [u8] {
    static RESULTS: OnceLock<Vec<u8>> = OnceLock::new();
    RESULTS.get_or_init(|| {
        let mut session = InProcess::new(opened(), diptych_desks::ANALYSES);
        loop {
            let results = session.engine.results(&ViewState::default().comparison);
            match results.expect("the pair can be compared") {
                Some(results) => return results,
                None => drop(session.work()),
            }
        }
    })
}

/// Opens the results after the changes that `edits` describes, and lays out every desk.
pub(crate) fn check(edits: &[u8]) {
    let mut engine = diptych_desks::engine();
    let Ok(reply) = engine.open_kept("a.diptych", &changed(results(), edits)) else { return };
    drop(reply);
    for &desk in DeskId::ALL {
        let layout = LayoutRequest {
            desk,
            state: ViewState::default(),
            theme: ThemeChoice::Light,
            width: 900.0,
            height: 600.0,
            tubes: None,
            held: 0,
        };
        let _ = engine.ask(&layout);
    }
}
