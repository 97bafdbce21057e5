//! A stored comparison reports the same as its traces.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use diptych_compare::identity::Rules;
use diptych_compare::ranking::{Floor, Options, RowUnit};
use diptych_engine::trace::{Axis, Run, Trace};
use diptych_engine::{InProcess, PairRequest, put_views};
use diptych_protocol::comparison::{DifferenceList, DifferenceOrder};
use diptych_protocol::{
    CompareParts, CompareRequest, DataTableRequest, DeskId, DifferencesRequest, FailureKind, LaneMatching,
    LayoutRequest, SideName, Sides, ThemeChoice, TotalsRequest, ViewId, ViewState,
};
use diptych_store::parts::{PairFacts, RunFacts};
use diptych_store::{Columns, parts};
use diptych_testkit::{Rng, Shape, generate};
use proptest::prelude::*;
use support::damaged;

fn run(name: &str, trace: Trace) -> Run {
    let (name, format) = (name.to_owned(), "chrome-json".to_owned());
    Run { name, format, bytes: 1, packed: false, of_file: Vec::new(), trace }
}

fn page(seeds: [u64; 2]) -> InProcess {
    let shape = Shape { calls: 60, lanes: 2, functions: 6, max_depth: 5, extent: 90_000 };
    let mut page = diptych_desks::in_process();
    for (side, seed) in SideName::BOTH.into_iter().zip(seeds) {
        page.engine.load(side, run(side.letter(), generate(seed, shape)));
    }
    page
}

/// Stores the pair of a page, with the columns of views as in this version, or without them as in earlier ones.
fn kept(page: &mut InProcess, with_views: bool) -> Columns<'static> {
    let request = PairRequest { rules: String::new(), lanes: LaneMatching::Overlap };
    let pair = page.pair(&request, &mut |_| ()).unwrap();
    let traces = SideName::BOTH.map(|side| page.engine.trace(side).unwrap().1);
    let rules = Rules::defaults(["chrome-json"; 2]);
    let mut columns = Columns::default();
    pair.put(&mut columns, &rules);
    let (calls, self_ticks) = pair.aligned_sums();
    let (ends, is_left_out) = pair.ends();
    let runs = [0, 1].map(|side: usize| {
        let (name, calls) = (["A", "B"][side].to_owned(), traces[side].calls().len() as u64);
        vec![RunFacts { name, format: "chrome-json".to_owned(), calls }]
    });
    let options =
        Options { by: RowUnit::Function, floor: Floor::default_on(Axis::TIME), ..Options::default() };
    let facts = PairFacts {
        runs,
        axis: Axis::TIME,
        lanes: pair.lanes().counts(traces),
        calls,
        self_ticks,
        ends,
        is_left_out,
        times: pair.call_times().cloned(),
        options,
    };
    parts::put_facts(&mut columns, &facts);
    parts::put_common_times(&mut columns, pair.common_times().unwrap());
    parts::put_inclusive_times(&mut columns, pair.inclusive_times().unwrap());
    parts::put_thread_moves(&mut columns, pair.thread_moves());
    parts::put_late_lane(&mut columns, pair.late_lane());
    columns.put_text("told.lanes-by", "overlap");
    columns.put_text("told.measure", "plain");
    columns.put("told.tau", &[0.2f64]);
    if with_views {
        put_views(
            &mut columns,
            &pair,
            traces,
            &Sides::from_fn(|side| page.engine.side(side)),
            diptych_desks::ALL,
        );
    }
    columns
}

/// Returns all texts and numbers that a page gives of its pair, those of the overview last.
fn said(page: &mut InProcess) -> Vec<String> {
    let mut state = ViewState::default();
    state.compare.parts = CompareParts::Overview;
    let mut said = vec![format!("{:?}", page.compare(&state).unwrap())];
    for list in DifferenceList::ALL {
        for order in [DifferenceOrder::SelfTime, DifferenceOrder::Inclusive] {
            let rows = page.ask(&DifferencesRequest { list, order, first: 0, count: 1000 }).unwrap();
            said.push(format!("{rows:?}"));
        }
    }
    let totals = TotalsRequest { rules: String::new() };
    while page.ask(&totals).unwrap().is_none() {
        page.work();
    }
    said.push(format!("{:?}", page.ask(&totals).unwrap()));
    let layout = LayoutRequest {
        desk: DeskId::Compare,
        state,
        theme: ThemeChoice::Light,
        width: 2046.0,
        height: 300.0,
        tubes: None,
        held: 0,
    };
    let info = page.ask(&layout).unwrap();
    said.push(format!("{:?} {:?} {}", info.legend, info.drawn, info.summary));
    let table = page.ask(&DataTableRequest { view: ViewId::Overview, first: 0, count: 1000 }).unwrap();
    said.push(format!("{table:?}"));
    said
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn stored_comparison_reports_same_as_traces(a: u64, b: u64) {
        let mut traces = page([a, b]);
        let bytes = kept(&mut traces, true).to_bytes();
        let mut without = diptych_desks::in_process();
        let reply = without.engine.open_kept("pair.diptych", &bytes).unwrap();
        prop_assert_eq!(&*reply.lacks, "");
        prop_assert_eq!(said(&mut without), said(&mut traces));
        for side in SideName::BOTH {
            let mut of_file = without.engine.side(side).unwrap();
            prop_assert_eq!(std::mem::take(&mut of_file.kept_in), "pair.diptych");
            prop_assert_eq!(of_file, traces.engine.side(side).unwrap());
        }
    }

    #[test]
    fn damaged_bytes_are_refused_or_consistent(seed: u64) {
        let bytes = kept(&mut page([seed % 5, 9]), true).to_bytes();
        let mut rng = Rng::new(seed);
        for _ in 0..40 {
            let mut page = diptych_desks::in_process();
            if page.engine.open_kept("x", &damaged(&bytes, &mut rng)).is_ok() {
                said(&mut page);
            }
        }
    }
}

#[test]
fn file_of_earlier_version_opens_and_lists_gaps() {
    let mut traces = page([1, 2]);
    let bytes = kept(&mut traces, false).to_bytes();
    let mut page = diptych_desks::in_process();
    let reply = page.engine.open_kept("old.diptych", &bytes).unwrap();
    assert_eq!(
        reply.lacks,
        "the overview, times by function, which functions moved, the fingerprints of its traces"
    );
    assert_eq!(reply.sides.a.headline, "60 calls");
    let state = ViewState::default();
    let (old, new) = (page.compare(&state).unwrap().summary, traces.compare(&state).unwrap().summary);
    // An earlier version did not store the number of lanes behind each sum.
    let mut new = new.unwrap().phases;
    for row in &mut new {
        row.over.clear();
    }
    assert_eq!(old.unwrap().phases, new);
    assert!(page.ask(&TotalsRequest { rules: String::new() }).unwrap().unwrap().functions.is_empty());
}

/// Returns a copy of a side's run, under another name.
fn again(page: &InProcess, side: SideName) -> Run {
    run(&format!("{}.json", side.letter()), page.engine.trace(side).unwrap().1.clone())
}

#[test]
fn own_traces_replace_stored_comparison() {
    let mut traces = page([3, 4]);
    let bytes = kept(&mut traces, true).to_bytes();
    let mut engine = diptych_desks::engine();
    engine.open_kept("pair.diptych", &bytes).unwrap();
    let wrong = engine.check(SideName::A, &again(&traces, SideName::B)).unwrap_err();
    assert_eq!(wrong.kind, FailureKind::NotATrace);
    assert_eq!(wrong.title, "B.json is not trace A of pair.diptych.");
    assert!(wrong.body.starts_with("A is A, but B.json is trace B."), "{}", wrong.body);
    let request = CompareRequest { state: ViewState::default(), proposals: false };
    for side in SideName::BOTH {
        let run = again(&traces, side);
        engine.check(side, &run).unwrap();
        // The lists stay until both traces are open.
        assert!(engine.ask(&request).unwrap().summary.is_some());
        assert_eq!(engine.load(side, run).unwrap().kept_in, "");
    }
    assert!(engine.ask(&request).unwrap().pending);
}

#[test]
fn unreadable_file_changes_nothing() {
    let mut page = page([5, 6]);
    let failure = page.engine.open_kept("x.diptych", b"diptych").unwrap_err();
    assert_eq!(failure.title, "x.diptych cannot be opened.");
    assert!(page.engine.side(SideName::A).is_some());
}
