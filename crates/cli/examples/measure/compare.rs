//! Measures a comparison: the time of each step, the time and the memory of the engine and its compute role.

use crate::session::Session;
use crate::{Error, memory, read};
use diptych_compare::Pair;
use diptych_compare::align::{Options, align};
use diptych_compare::identity::{Rules, compile, identify};
use diptych_compare::lanes::{LaneEdits, PairBy, pair_lanes};
use diptych_compare::similarity::{CalleeSets, JoinOptions, Measure, Similarity};
use diptych_engine::trace::Trace;
use diptych_protocol::comparison::RulesDraft;
use diptych_protocol::{IdentityRequest, ViewState};
use serde_json::{Map, Value, json};
use std::path::Path;
use std::time::Instant;

/// Time of each step in milliseconds.
pub(crate) struct Steps(Map<String, Value>);

impl Steps {
    fn measure<T>(&mut self, name: &str, step: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let made = step();
        self.0.insert(name.to_owned(), (begun.elapsed().as_secs_f64() * 1e3).into());
        made
    }
}

/// Runs and measures every step of a comparison.
pub(crate) fn steps(traces: [&Trace; 2], formats: [&str; 2]) -> Result<Value, Error> {
    let rules = compile(&Rules::defaults(formats))?;
    let mut steps = Steps(Map::new());
    let identities = steps.measure("identities", || identify(&rules, traces, &mut |_, _| ()));
    let pair = Pair {
        traces,
        identities: [identities.by_function(0), identities.by_function(1)],
        identity_count: identities.count(),
    };
    let quiet = &mut |_, _| ();
    let lanes = steps.measure("lanes", || pair_lanes(pair, PairBy::Overlap, &LaneEdits::default(), quiet));
    let pairs: Vec<_> = lanes.pairs.iter().map(|pair| (pair.lanes[0], pair.lanes[1])).collect();
    steps.measure("align", || align(pair, &pairs, Options::default(), quiet));
    let sets = steps.measure("sets", || CalleeSets::new(pair, Measure::Plain, quiet))?;
    let joined = steps.measure("join", || Similarity::join(&sets, JoinOptions::default(), quiet));
    let told = json!({
        "calls": traces.map(|trace| trace.calls().len()),
        "functions": identities.count(),
        "distinct": [sets.distinct(0), sets.distinct(1)],
        "classPairs": joined.class_pairs(),
        "callPairs": joined.call_pairs() as f64,
    });
    steps.0.extend(told.as_object().cloned().unwrap_or_default());
    Ok(Value::Object(steps.0))
}

/// Measures the steps for two files, and then the whole comparison as the page does it. For the whole: the time in
/// which the engine cannot answer, the longest silence of the compute role, and the bytes held per call, after it and
/// at most.
pub(crate) fn measure(files: [&Path; 2]) -> Result<Value, Error> {
    let (a, b) = (read::run(files[0])?, read::run(files[1])?);
    let mut told = steps([&a.trace, &b.trace], [&a.format, &b.format])?;
    let calls = a.trace.calls().len() + b.trace.calls().len();
    drop((a, b));
    let mut session = Session::default();
    session.open(files)?;
    let begun = Instant::now();
    let state = ViewState::default();
    let (compared, held, most) = memory::measure(|| session.compare(&state));
    compared?;
    told["whole"] = (begun.elapsed().as_secs_f64() * 1e3).into();
    told["heldPerCall"] = (held as f64 / calls as f64).into();
    told["mostPerCall"] = (most as f64 / calls as f64).into();
    for (what, own) in [("identity editor opened", ""), ("rules edited", "name s/_v[0-9]+$//  Versions")] {
        let draft = RulesDraft { text: Some(format!("defaults\n{own}")), rows: Vec::new() };
        session.ask(what, &IdentityRequest { draft, samples: Vec::new() })?;
        session.work();
    }
    told["blocked"] = session.blocked.iter().map(|(what, ms)| json!([what, ms])).collect();
    told["jobs"] = session.jobs.iter().map(|(what, ms, silence)| json!([what, ms, silence])).collect();
    Ok(told)
}
