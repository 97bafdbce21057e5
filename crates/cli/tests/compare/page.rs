//! What the page says of several runs is what the command says of the same files.

use crate::runs::{runs, several};
use crate::support::{compare, json, plain, rows, text};
use diptych_engine::{Compute, Engine, RunProfile, read};
use diptych_protocol::comparison::{ComparisonSummary, DifferenceList, DifferenceOrder, DifferenceRow};
use diptych_protocol::{CompareRequest, DifferencesRequest, Event, SideName, ViewState};
use std::fs::File;
use std::path::PathBuf;

fn opened(path: &PathBuf) -> diptych_engine::trace::Run {
    read(path.file_name().unwrap().to_str().unwrap(), File::open(path).unwrap()).unwrap()
}

/// A side as the page fills it: the first run is shown until the one of the median total is known.
fn fill(engine: &mut Engine, side: SideName, paths: &[PathBuf]) -> String {
    let mut summary = engine.open(side, 0, opened(&paths[0]));
    for (number, path) in paths.iter().enumerate().skip(1) {
        summary = engine.add(side, number as u32, RunProfile::of(&opened(path)));
    }
    let rows = summary.unwrap().runs;
    let median = rows.iter().find(|run| run.median).unwrap();
    engine.show(side, median.run, opened(&paths[median.run as usize]));
    median.name.clone()
}

/// Compares, with every job done at once.
fn compared(engine: &mut Engine, compute: &mut Compute) -> ComparisonSummary {
    loop {
        let reply = engine.ask(&CompareRequest { state: ViewState::default() }).unwrap();
        if !reply.pending {
            return *reply.summary.unwrap();
        }
        for told in engine.take_events() {
            let Event::WorkWanted { job } = told.event else { continue };
            for need in &job.needs {
                let (version, trace) = engine.trace(need.side).unwrap();
                compute.load(need.side, version, trace.clone());
            }
            let stored = compute.run(&job, &told.query.unwrap(), &mut |_| ());
            engine.arrived(job.id, stored.as_deref());
        }
    }
}

fn listed(engine: &mut Engine, list: DifferenceList) -> Vec<DifferenceRow> {
    let ask = DifferencesRequest { list, order: DifferenceOrder::Delta, first: 0, count: 100 };
    engine.ask(&ask).unwrap().rows
}

#[test]
fn several_runs_are_ranked_alike() {
    let a = runs("page", "a", &[300, 305, 298, 302, 301]);
    let b = runs("page", "b", &[500, 505, 498, 502, 501]);
    let (json, told) = (json(&[], &several(&a, &b)), plain(&text(&compare(&[], &several(&a, &b)).stdout)));

    let (mut engine, mut compute) = (Engine::default(), Compute::default());
    let aligned = [fill(&mut engine, SideName::A, &a), fill(&mut engine, SideName::B, &b)];
    assert_eq!(aligned, ["a", "b"].map(|side| json["runs"][side][0]["name"].as_str().unwrap().to_owned()));
    let summary = compared(&mut engine, &mut compute);
    assert!(told.contains(&plain(&summary.noise)), "{told}\n{}", summary.noise);
    assert!(told.contains(&plain(&summary.verdict[0].text)), "{told}");
    let lists = [DifferenceList::Slower, DifferenceList::Faster, DifferenceList::New, DifferenceList::Gone];
    for (list, name) in lists.into_iter().zip(["slower", "faster", "new", "gone"]) {
        let there = rows(&json, name);
        let here = listed(&mut engine, list);
        assert_eq!(here.len(), there.len(), "{name}");
        for (row, there) in here.iter().zip(there) {
            assert!(there.starts_with(&row.name), "{there}: {row:?}");
            assert!(told.contains(&plain(&row.confidence)) && !row.confidence.is_empty(), "{told}\n{row:?}");
        }
    }
    assert_eq!(summary.counts[0], 1);
}
