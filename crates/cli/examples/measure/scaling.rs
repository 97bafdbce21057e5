//! Measures every analysis and the layout of every view for the example pair, repeated to a number of calls.

use crate::synthetic::PAUSE;
use crate::{Error, generate, memory, read};
use diptych_engine::trace::Run;
use diptych_engine::{Compute, Engine, EngineEvent, run_in_range};
use diptych_protocol::{CompareRequest, Event, LayoutRequest, SideName, ThemeChoice, ViewState, Window};
use diptych_testkit::repeated;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Instant;

/// Canvas of the page in a window of 1280 × 800.
const SIZE_PX: [f32; 2] = [944.0, 588.0];

/// The most time and memory of one analysis or view.
#[derive(Debug, Clone, Copy, Default)]
struct Cost {
    ms: f64,
    /// Bytes beyond those held before.
    bytes: usize,
}

impl Cost {
    /// Runs a step and returns its result and its cost.
    fn of<T>(step: impl FnOnce() -> T) -> (T, Self) {
        let begun = Instant::now();
        let (made, _, bytes) = memory::measure(step);
        (made, Self { ms: begun.elapsed().as_secs_f64() * 1e3, bytes })
    }

    fn include(&mut self, other: Self) {
        *self = Self { ms: self.ms.max(other.ms), bytes: self.bytes.max(other.bytes) };
    }
}

/// The costs by kind (`side`, `analysis`, `view`) and name.
type Costs = BTreeMap<(&'static str, String), Cost>;

/// Measures a pair of about `calls` calls a side.
pub(crate) fn measure(calls: usize) -> Result<Value, Error> {
    let mut costs = Costs::new();
    let (mut engine, mut compute) = (diptych_desks::engine(), diptych_desks::compute());
    let mut loaded = 0;
    for (side, file) in SideName::BOTH.into_iter().zip(generate::examples()) {
        let run = sized(read::run(&file)?, calls)?;
        loaded += run.trace.calls().len();
        compute.load(side, 0, run.trace.clone());
        let ((), cost) = Cost::of(|| drop(engine.load(side, run)));
        add(&mut costs, "side", "load", cost);
    }
    let compare = CompareRequest { state: ViewState::default(), proposals: true };
    loop {
        let (reply, cost) = Cost::of(|| engine.ask(&compare));
        reply.map_err(|failure| format!("{} {}", failure.title, failure.body))?;
        add(&mut costs, "side", "compare", cost);
        if !work(&mut engine, &mut compute, &mut costs) {
            break;
        }
    }
    for name in diptych_desks::ALL.names() {
        let mut state = ViewState::default();
        if diptych_desks::ALL.show(name, &mut state) {
            view(name, &state, &mut engine, &mut compute, &mut costs)?;
        }
    }
    let rows: Vec<Value> = costs
        .into_iter()
        .map(|((kind, what), cost)| json!({ "kind": kind, "what": what, "ms": cost.ms, "bytes": cost.bytes }))
        .collect();
    Ok(json!({ "calls": loaded, "rows": rows }))
}

fn add(costs: &mut Costs, kind: &'static str, what: &str, cost: Cost) {
    costs.entry((kind, what.to_owned())).or_default().include(cost);
}

/// Returns a run of about `calls` calls: the first part of the example, or the example several times in a row.
fn sized(run: Run, calls: usize) -> Result<Run, Error> {
    let own = run.trace.calls().len();
    if calls < own {
        let end = (run.trace.extent() as f64 * calls as f64 / own as f64) as i64;
        let part = run_in_range(&run, Window { start: 0, end: end.max(1) });
        return part.ok_or_else(|| format!("no call runs in the first {end} ns").into());
    }
    let times = (calls as f64 / own as f64).round() as i64;
    Ok(Run { trace: repeated(&run.trace, times, PAUSE), ..run })
}

/// Lays a view out until no more work follows, and measures the layouts and the work.
fn view(
    name: &str,
    state: &ViewState,
    engine: &mut Engine,
    compute: &mut Compute,
    costs: &mut Costs,
) -> Result<(), Error> {
    let [width, height] = SIZE_PX;
    let layout = LayoutRequest {
        desk: state.desk,
        state: state.clone(),
        theme: ThemeChoice::Light,
        width,
        height,
        tubes: None,
        held: 0,
    };
    loop {
        let (reply, cost) = Cost::of(|| engine.ask(&layout));
        reply.map_err(|failure| format!("{name}: {} {}", failure.title, failure.body))?;
        if let Some(words) = engine.take_words() {
            engine.recycle(words);
        }
        add(costs, "view", name, cost);
        if !work(engine, compute, costs) {
            return Ok(());
        }
    }
}

/// Does the requested work and measures each job. Returns false if there was none.
fn work(engine: &mut Engine, compute: &mut Compute, costs: &mut Costs) -> bool {
    let mut worked = false;
    for EngineEvent { event, query } in engine.take_events() {
        let (Event::WorkWanted { job }, Some(query)) = (event, query) else { continue };
        worked = true;
        let mut own = job.clone();
        // This session has only the current traces, so their versions do not matter.
        own.needs.iter_mut().for_each(|need| need.version = 0);
        let (stored, cost) = Cost::of(|| compute.run(&own, &query, &mut |_| ()));
        add(costs, "analysis", &job.analysis, cost);
        engine.arrived(job.id, stored.as_deref());
    }
    worked
}
