//! A session holds against any bytes that a store may give back: it computes anew, or says that it cannot.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use diptych_engine::{Answer, Engine};
use diptych_protocol::comparison::{DifferenceList, DifferenceOrder};
use diptych_protocol::{Envelope, Event, MatchMode, Request, SideName, ThemeChoice, ViewId, ViewState};
use diptych_testkit::{Rng, Shape, generate};
use diptych_trace::Run;
use proptest::prelude::*;
use support::{Page, run};
use xxhash_rust::xxh3::xxh3_64;

/// Of magic, version and checksum.
const HEAD_BYTES: usize = 20;

fn opened(seed: u64) -> Engine {
    let mut engine = Engine::default();
    for (side, seed) in SideName::BOTH.into_iter().zip(seed..) {
        let trace = generate(seed, Shape::SMALL);
        engine.load(side, Run { trace, ..run("a.json", "main\n  0..9 f") });
    }
    engine
}

/// With a few bytes changed and the checksum put right.
fn changed(bytes: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut out = bytes.to_vec();
    for _ in 0..=rng.below(3) {
        let at = HEAD_BYTES + rng.below((out.len() - HEAD_BYTES) as u64) as usize;
        let length = [1, 4, 8][rng.below(3) as usize].min(out.len() - at);
        match rng.below(3) {
            0 => out[at] ^= 1 << rng.below(8),
            1 => out[at..at + length].fill(0xff),
            _ => out[at..at + length].fill(0),
        }
    }
    let sum = xxh3_64(&out[HEAD_BYTES..]).to_le_bytes();
    out[12..HEAD_BYTES].copy_from_slice(&sum);
    out
}

fn similar() -> ViewState {
    let mut state = ViewState::default();
    state.compare.matches.mode = MatchMode::Similarity;
    state
}

/// Whatever the page asks of a pair.
fn ask_everything(engine: &mut Engine) -> Vec<Answer> {
    let mut requests = vec![
        Request::Compare { state: similar() },
        Request::Identity { rules: String::new(), samples: Vec::new() },
        Request::LanePairing { state: similar() },
    ];
    for state in [ViewState::default(), similar()] {
        let theme = ThemeChoice::Light;
        requests.push(Request::Layout {
            view: ViewId::Pair,
            state,
            theme,
            width: 900.0,
            height: 600.0,
            tubes: None,
        });
        requests.push(Request::Twin { view: ViewId::Pair, first: 0, count: 50 });
        requests.push(Request::Csv { view: ViewId::Pair });
        requests.extend((0..6).map(|y| {
            let point = Some([400.0, 50.0 + 100.0 * y as f32]);
            Request::Hover { view: ViewId::Pair, point }
        }));
    }
    for list in DifferenceList::ALL {
        requests.push(Request::Differences { list, order: DifferenceOrder::Own, first: 0, count: 50 });
        requests.extend((0..4).map(|place| Request::GoTo { id: (list.index() as u32) << 28 | place }));
    }
    let answer = |request| engine.handle(&Envelope { epoch: 1, request });
    requests.into_iter().flat_map(answer).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn whatever_was_stored_is_taken_or_computed_anew(seed in 0u64..32, change: u64) {
        let mut page = Page::new(opened(seed));
        page.compare(&similar());
        let kept = std::mem::take(&mut page.kept);
        let mut rng = Rng::new(change);
        for _ in 0..8 {
            let mut engine = opened(seed);
            let mut answers = engine.handle(&Envelope { epoch: 1, request: Request::Compare { state: similar() } });
            while let Some(answer) = answers.pop() {
                let Event::Compute { job } = answer.event else { continue };
                prop_assert!(!job.anew || kept.iter().any(|(key, _)| *key == job.key));
                let (_, bytes) = kept.iter().find(|(key, _)| *key == job.key).unwrap();
                let whole = job.anew || rng.below(3) == 0;
                let bytes = if whole { bytes.clone() } else { changed(bytes, &mut rng) };
                answers.extend(engine.arrived(job.id, Some(&bytes)));
            }
            ask_everything(&mut engine);
        }
    }
}
