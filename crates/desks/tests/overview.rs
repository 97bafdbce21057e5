//! The overview of a compared pair, asked of the engine from outside.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use diptych_protocol::{
    CompareParts, DataTableRequest, DeskId, HoverRequest, LayoutRequest, MatchMode, SideName, Sides,
    TimeAxis, ViewId, ViewState,
};
use support::{A, B, layout, opened, plain};

#[test]
fn overview_follows_switches_and_survives_warped_axis() {
    let mut page = opened(A, B);
    page.compare(&ViewState::default());
    // Sums of matched calls and of calls on one side only, over all intervals.
    let mut sums = |change: fn(&mut ViewState)| {
        let mut state = ViewState::default();
        change(&mut state);
        let info = page.ask(&LayoutRequest { state, ..layout() });
        let table = page.ask(&DataTableRequest { view: ViewId::Overview, first: 0, count: 1000 });
        let sum =
            |column: usize| table.rows.iter().map(|row| row.cells[column].parse::<u32>().unwrap()).sum();
        let sums: [u32; 2] = [sum(3), sum(4)];
        (sums, info.legend.iter().any(|entry| entry.label == "anchors of the time alignment"))
    };
    let all = sums(|_| ());
    let ([matched, only], false) = all else { panic!("{all:?}") };
    assert!(matched > 0 && only > 0, "{all:?}");
    assert_eq!(sums(|state| state.compare.matches.hide_matched = true), ([0, only], false));
    assert_eq!(
        sums(|state| state.compare.matches.hide_only = Sides { a: true, b: true }),
        ([matched, 0], false)
    );
    let named = sums(|state| state.compare.matches.function = "parse".to_owned());
    assert!(named.0[0] > 0 && named.0[0] < matched, "{named:?}");
    // Calls of one side only belong to no step of change.
    let step = sums(|state| state.compare.icicle.steps = (0..9).collect());
    assert_eq!(step, ([matched, 0], false));
    assert_eq!(sums(|state| state.time.axis = TimeAxis::Matched), ([matched, only], true));
}

#[test]
fn bar_tooltip_sums_start_differences_of_matches() {
    let mut page = opened(A, B);
    page.compare(&ViewState::default());
    let mut said = |mode: MatchMode| {
        let mut state = ViewState::default();
        state.compare.parts = CompareParts::Overview;
        state.compare.matches.mode = mode;
        page.ask(&LayoutRequest { state: state.clone(), ..layout() });
        // The analyses that the layout needs are ready now.
        page.ask(&LayoutRequest { state, ..layout() });
        let points =
            (0..90).flat_map(|x| (0..60).map(move |y| [x as f32 * 10.0 + 5.0, y as f32 * 10.0 + 5.0]));
        let tips = points.filter_map(|point| {
            let tip = page.ask(&HoverRequest { desk: DeskId::Compare, point: Some(point) }).tooltip?;
            let fact = |label: &str| {
                tip.facts.iter().find(|fact| fact.label == label).map(|fact| plain(&fact.value))
            };
            let is_token = tip.side == Some(SideName::A) && plain(&tip.name).starts_with("11.5 ms");
            is_token.then(|| {
                (
                    fact("Calls that start here").unwrap(),
                    fact("Start times differ, added up over all similar matches"),
                )
            })
        });
        tips.last()
    };
    // A's second `token` starts at 13 ms. By callee sets it matches B's only `token`, at 2 ms, and `parse`, at 1 ms.
    assert_eq!(said(MatchMode::Similarity), Some(("1".to_owned(), Some("23.0 ms".to_owned()))));
    assert_eq!(said(MatchMode::OneToOne), Some(("1".to_owned(), None)));
}
