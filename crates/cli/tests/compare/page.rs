//! Tests that page and command say the same about several runs.

use crate::runs::{runs, several};
use crate::support::{compare, json, plain, rows, text};
use diptych_engine::{Engine, RunProfile, read};
use diptych_protocol::comparison::{DifferenceList, DifferenceOrder, DifferenceRow};
use diptych_protocol::{DifferencesRequest, SideName, ViewState};
use std::fs::File;
use std::path::PathBuf;

fn opened(path: &PathBuf) -> diptych_engine::trace::Run {
    read(path.file_name().unwrap().to_str().unwrap(), File::open(path).unwrap()).unwrap()
}

/// Fills a side as the page does: it shows the first run until the one of median total is known. Returns that run's
/// name.
fn fill(engine: &mut Engine, side: SideName, paths: &[PathBuf]) -> String {
    let mut summary = engine.open(side, 0, opened(&paths[0]));
    for (number, path) in paths.iter().enumerate().skip(1) {
        summary = engine.add(side, number as u32, RunProfile::new(&opened(path)));
    }
    let rows = summary.unwrap().runs;
    let median = rows.iter().find(|run| run.median).unwrap();
    engine.show(side, median.run, opened(&paths[median.run as usize]));
    median.name.clone()
}

fn listed(engine: &mut Engine, list: DifferenceList) -> Vec<DifferenceRow> {
    let ask = DifferencesRequest { list, order: DifferenceOrder::SelfTime, first: 0, count: 100 };
    engine.ask(&ask).unwrap().rows
}

#[test]
fn page_and_command_rank_runs_alike() {
    let a = runs("page", "a", &[300, 305, 298, 302, 301]);
    let b = runs("page", "b", &[500, 505, 498, 502, 501]);
    let (json, told) = (json(&[], &several(&a, &b)), plain(&text(&compare(&[], &several(&a, &b)).stdout)));

    let mut session = diptych_desks::in_process();
    let engine = &mut session.engine;
    let aligned = [fill(engine, SideName::A, &a), fill(engine, SideName::B, &b)];
    assert_eq!(aligned, ["a", "b"].map(|side| json["runs"][side][0]["name"].as_str().unwrap().to_owned()));
    let summary = session.compare(&ViewState::default()).unwrap().summary.unwrap();
    assert!(told.contains(&plain(&summary.noise)), "{told}\n{}", summary.noise);
    assert!(told.contains(&plain(&summary.verdict[0].text)), "{told}");
    let lists = [DifferenceList::Slower, DifferenceList::Faster, DifferenceList::New, DifferenceList::Gone];
    for (list, name) in lists.into_iter().zip(["slower", "faster", "new", "gone"]) {
        let there = rows(&json, name);
        let here = listed(&mut session.engine, list);
        assert_eq!(here.len(), there.len(), "{name}");
        for (row, there) in here.iter().zip(there) {
            assert!(there.starts_with(&row.name), "{there}: {row:?}");
            assert!(told.contains(&plain(&row.confidence)) && !row.confidence.is_empty(), "{told}\n{row:?}");
        }
    }
    assert_eq!((summary.counts[0], summary.counts[1]), (2, 1), "slower, and the sum of all");
}
