//! Sums over lanes state the number of lanes: in chips, phases, lists, details and the function table.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use diptych_protocol::comparison::DifferenceList;
use diptych_protocol::{Details, FunctionRef, SelectRequest, SideName, Subject, TotalsRequest, ViewState};
use support::{Page, run};

/// Returns ranks that call `send` for so many milliseconds each. The first rank also calls `log` for as long.
fn ranks(count: usize, send_ms: u64) -> String {
    let lane = |rank: usize| {
        let (end, ms) = (1_000_000 + send_ms * 1_000_000, 1_000_000 + 2 * send_ms * 1_000_000);
        let log = if rank == 0 { format!("  {end}..{ms} log\n") } else { String::new() };
        format!("rank-{rank}\n 0..{} run\n  1000000..{end} send\n{log}", ms + 1_000_000)
    };
    (0..count).map(lane).collect()
}

fn opened(count: usize) -> Page {
    let mut engine = diptych_desks::engine();
    engine.load(SideName::A, run("a.json", &ranks(count, 10)));
    engine.load(SideName::B, run("b.json", &ranks(count, 40)));
    Page::new(engine)
}

#[test]
fn sums_over_lanes_state_lane_count() {
    let mut page = opened(4);
    let summary = page.compare(&ViewState::default());
    let over = |name: &str| {
        let row = summary.phases.iter().find(|row| row.name == name);
        row.map_or_else(|| panic!("{:?}", summary.phases), |row| row.over.clone())
    };
    assert_eq!((over("send"), over("log")), ("summed over 4 ranks".to_owned(), String::new()));
    let has_mean = |over: &str| over.starts_with("summed over 4 ranks, mean +");
    assert!(summary.chips.iter().any(|chip| has_mean(&chip.over)), "{:?}", summary.chips);
    let rows = page.rows(DifferenceList::Slower);
    let listed = |name: &str| rows.iter().find(|row| row.name == name).unwrap().over.clone();
    assert!(has_mean(&listed("send")) && listed("log").is_empty(), "{}", listed("send"));

    let ask = TotalsRequest { rules: String::new() };
    // The first ask may only start the work.
    let totals = page.ask(&ask).or_else(|| page.ask(&ask)).unwrap();
    let row = |name: &str| totals.functions.iter().find(|row| row.name == name).unwrap().over.clone();
    assert_eq!((row("send"), row("log")), ("summed over 4 ranks".to_owned(), String::new()));

    let send = Subject::Function(FunctionRef { name: "send".to_owned(), file: String::new() });
    let details = page.ask(&SelectRequest { subject: Some(send) }).details.unwrap();
    let Details::Calls(details) = details else { panic!("{details:?}") };
    let summed = details.rows.iter().find(|row| row.label == "Summed over").unwrap();
    assert_eq!([&summed.a, &summed.b], ["4 ranks", "4 ranks"]);
}

#[test]
fn sums_within_one_lane_say_nothing() {
    let mut page = opened(1);
    let summary = page.compare(&ViewState::default());
    assert!(!summary.phases.is_empty() && summary.phases.iter().all(|row| row.over.is_empty()));
    assert!(page.rows(DifferenceList::Slower).iter().all(|row| row.over.is_empty()));
    let send = Subject::Function(FunctionRef { name: "send".to_owned(), file: String::new() });
    let details = page.ask(&SelectRequest { subject: Some(send) }).details.unwrap();
    let Details::Calls(details) = details else { panic!("{details:?}") };
    assert!(details.rows.iter().all(|row| row.label != "Summed over"));
}
