//! Measures call paths: from calls to the tree of their paths, from there to a flame graph and to the first funky
//! graph.

use crate::synthetic::PAUSE;
use crate::{Error, generate, read};
use diptych_engine::trace::{IdentityId, Run, Trace};
use diptych_profile::{
    Folding, MeasuredTree, Order, SortedSiblings, TreePart, Weight, WeightedTree, WidthBy, Widths,
};
use diptych_protocol::{DeskId, LayoutRequest, ProfileParts, SideName, ThemeChoice, ViewState};
use diptych_testkit::repeated;
use serde_json::{Value, json};
use std::time::Instant;

/// Number of repetitions of the example for ten million calls.
const TIMES: i64 = 1_014;
/// Size of the canvas.
const SIZE_PX: [f32; 2] = [1_440.0, 560.0];

/// Measures every step in milliseconds, by trace: ten million calls of few paths, a million paths, twenty thousand
/// functions.
pub(crate) fn measure() -> Result<Value, Error> {
    let example = read::run(&generate::examples()[0])?;
    let many_calls = repeated(&example.trace, TIMES, PAUSE);
    Ok(json!({
        "calls": steps(many_calls, &example)?,
        "paths": steps(generate::paths(), &example)?,
        "functions": steps(generate::functions(), &example)?,
    }))
}

/// Measures every step for a trace. `example` provides the other fields of a run.
fn steps(trace: Trace, example: &Run) -> Result<Value, Error> {
    let identities: Vec<IdentityId> = (0..trace.functions().len() as u32).map(IdentityId).collect();
    let functions = identities.len();
    let (run, tree_ms) =
        timed(|| MeasuredTree::new(&trace, &identities, TreePart::whole(), Weight::Ticks, &mut |_, _| ()));
    let (tree, weighted_ms) = timed(|| WeightedTree::one(&run));
    let (nodes, flame_ms) = timed(|| flame(&tree, functions));
    let calls = trace.calls().len();
    drop((run, tree));
    let shell = Run {
        trace,
        name: example.name.clone(),
        format: example.format.clone(),
        of_file: Vec::new(),
        ..*example
    };
    Ok(json!({
        "calls": calls,
        "functions": functions,
        "nodes": nodes,
        "tree": tree_ms,
        "flame": weighted_ms + flame_ms,
        "funky": funky(shell)?,
    }))
}

/// Prepares a flame graph: folds recursion, computes widths and order. Returns the number of paths.
fn flame(tree: &WeightedTree, functions: usize) -> usize {
    let tree = tree.folded(Folding::Direct, functions);
    let widths = Widths::new(&tree, WidthBy::Larger, [1.0; 2]);
    SortedSiblings::new(&tree, Order::Weight, &widths.width).walk().count()
}

/// Measures the first funky graph in milliseconds, as the desk lays it out after paths are added up.
fn funky(run: Run) -> Result<f64, Error> {
    let mut session = diptych_desks::in_process();
    session.engine.load(SideName::A, run);
    let layout = |parts: ProfileParts| {
        let mut state = ViewState::default();
        state.profile.parts = parts;
        let (theme, [width, height]) = (ThemeChoice::Light, SIZE_PX);
        LayoutRequest { desk: DeskId::Profile, state, theme, width, height, tubes: None, held: 0 }
    };
    let said = |failure: diptych_protocol::Failure| format!("{} {}", failure.title, failure.body);
    loop {
        session.ask(&layout(ProfileParts::Flame)).map_err(said)?;
        if session.work().is_empty() {
            break;
        }
    }
    let (reply, ms) = timed(|| session.ask(&layout(ProfileParts::Funky)));
    reply.map_err(said)?;
    Ok(ms)
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begun = Instant::now();
    let done = work();
    (done, begun.elapsed().as_secs_f64() * 1e3)
}
