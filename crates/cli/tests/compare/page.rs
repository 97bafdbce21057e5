//! What the page says of several runs is what the command says of the same files.

use crate::runs::{runs, several};
use crate::support::{compare, json, plain, rows, text};
use diptych_engine::{Compute, Engine, RunProfile, read};
use diptych_protocol::comparison::{DifferenceList, DifferenceOrder, DifferenceRow};
use diptych_protocol::{Envelope, Event, Request, SideName, ViewState};
use std::fs::File;
use std::path::PathBuf;

fn opened(path: &PathBuf) -> diptych_engine::trace::Run {
    read(path.file_name().unwrap().to_str().unwrap(), File::open(path).unwrap()).unwrap()
}

/// A side as the page fills it: the first run is shown until the one of the median total is known.
fn fill(engine: &mut Engine, side: SideName, paths: &[PathBuf]) -> String {
    let mut event = engine.open(side, 0, opened(&paths[0])).event;
    for (number, path) in paths.iter().enumerate().skip(1) {
        event = engine.add(side, number as u32, RunProfile::of(&opened(path))).event;
    }
    let Event::RunsChanged { summary } = event else { panic!("{event:?}") };
    let median = summary.runs.iter().find(|run| run.median).unwrap();
    engine.show(side, median.run, opened(&paths[median.run as usize]));
    median.name.clone()
}

/// Asks, with every job done at once.
fn ask(engine: &mut Engine, compute: &mut Compute, request: Request) -> Vec<Event> {
    let asked = Envelope { epoch: 1, request };
    let mut answers = engine.handle(&asked);
    let mut events = Vec::new();
    while !answers.is_empty() {
        let answer = answers.remove(0);
        match answer.event {
            Event::Compute { job } => {
                for need in &job.needs {
                    let (version, trace) = engine.trace(need.side).unwrap();
                    compute.load(need.side, version, trace.clone());
                }
                let stored = compute.run(&job, &answer.input.unwrap(), &mut |_| ());
                answers.extend(engine.arrived(job.id, stored.as_deref()));
            }
            Event::AnalysesChanged => answers.extend(engine.handle(&asked)),
            event => events.push(event),
        }
    }
    events
}

fn listed(engine: &mut Engine, compute: &mut Compute, list: DifferenceList) -> Vec<DifferenceRow> {
    let request = Request::Differences { list, order: DifferenceOrder::Delta, first: 0, count: 100 };
    let Event::Differences { rows, .. } = ask(engine, compute, request).remove(0) else { panic!() };
    rows
}

#[test]
fn several_runs_are_ranked_alike() {
    let a = runs("page", "a", &[300, 305, 298, 302, 301]);
    let b = runs("page", "b", &[500, 505, 498, 502, 501]);
    let (json, told) = (json(&[], &several(&a, &b)), plain(&text(&compare(&[], &several(&a, &b)).stdout)));

    let (mut engine, mut compute) = (Engine::default(), Compute::default());
    let aligned = [fill(&mut engine, SideName::A, &a), fill(&mut engine, SideName::B, &b)];
    assert_eq!(aligned, ["a", "b"].map(|side| json["runs"][side][0]["name"].as_str().unwrap().to_owned()));
    let request = Request::Compare { state: ViewState::default() };
    let Event::Comparison { summary: Some(summary) } = ask(&mut engine, &mut compute, request).remove(0)
    else {
        panic!()
    };
    assert!(told.contains(&plain(&summary.noise)), "{told}\n{}", summary.noise);
    assert!(told.contains(&plain(&summary.verdict[0].text)), "{told}");
    let lists = [DifferenceList::Slower, DifferenceList::Faster, DifferenceList::New, DifferenceList::Gone];
    for (list, name) in lists.into_iter().zip(["slower", "faster", "new", "gone"]) {
        let there = rows(&json, name);
        let here = listed(&mut engine, &mut compute, list);
        assert_eq!(here.len(), there.len(), "{name}");
        for (row, there) in here.iter().zip(there) {
            assert!(there.starts_with(&row.name), "{there}: {row:?}");
            assert!(told.contains(&plain(&row.confidence)) && !row.confidence.is_empty(), "{told}\n{row:?}");
        }
    }
    assert_eq!(summary.counts[0], 1);
}
