//! The confidence from several runs a side, for pictures of call paths.

use super::confidence_test::{ConfidenceTest, RunMeasure, RunNumbers, numbers_of_runs, separated};
use crate::path_results::{PathConfidence, RunConfidence};
use diptych_compare::ranking::{Options, PermutationTest};
use diptych_engine::{Engine, Lookup, PathUnion, options_of};
use diptych_profile::Scale;
use diptych_protocol::{Normalise, ViewState};
use diptych_trace::IdentityId;
use diptych_views::PathReading;
use std::rc::Rc;

/// The last confidence, with the runs and the settings it belongs to.
#[derive(Debug)]
struct ConfidenceState {
    paths: Rc<PathUnion>,
    of: (RunMeasure, (PathReading, Scale), Options),
    state: State,
}

#[derive(Debug)]
enum State {
    /// Numbers that are being tested.
    Pending(RunNumbers),
    Ready(Rc<RunConfidence>),
}

/// Returns the confidence that each function and path of the pair changed. `None` with one run a side, for a weight
/// that only the displayed runs have, and while the test runs. O(nodes of all runs) for new runs or settings.
pub(crate) fn confidence(engine: &mut Engine, state: &ViewState) -> Option<Rc<RunConfidence>> {
    let measure = match state.paths.weight.as_str() {
        "" => RunMeasure::Total,
        "self" => RunMeasure::Own,
        "calls" => RunMeasure::Calls,
        _ => return None,
    };
    let scale = match state.comparison.normalise {
        Normalise::PerTotal => Scale::PerTotal,
        Normalise::Absolute | Normalise::PerCall => Scale::Absolute,
    };
    let axis = engine.session().trace(diptych_protocol::SideName::A)?.axis();
    let comparison = engine.current_comparison()?;
    let paths = comparison.shared_paths().filter(|paths| !paths.is_aligned())?;
    let functions = comparison.aligned()?.identities.count();
    let of = (measure, (engine.path_reading(), scale), options_of(&state.comparison, axis));
    let kept = engine.memory_mut().take::<ConfidenceState>();
    let kept = kept.filter(|kept| Rc::ptr_eq(&kept.paths, &paths) && kept.of == of);
    let mut held = kept.unwrap_or_else(|| {
        let (measure, (reading, scale), options) = of;
        let numbers = numbers_of_runs(&paths, measure, reading, scale, options);
        ConfidenceState { paths: Rc::clone(&paths), of, state: State::Pending(numbers) }
    });
    if let State::Pending(numbers) = &held.state {
        let p = if PermutationTest::is_possible(&paths.union, of.2) {
            match engine.analyses().need::<ConfidenceTest>(&numbers.test, [None; 2]) {
                Lookup::Ready(result) => Some((true, result.p.clone())),
                Lookup::Pending => None,
                Lookup::Failed => Some((false, doubts(&numbers.test))),
            }
        } else {
            Some((false, doubts(&numbers.test)))
        };
        if let Some((is_tested, p)) = p {
            let sure = |p: Option<f64>| p.map_or(0.0, |p| 1.0 - p);
            let here = |id: u32| paths.identity(IdentityId(id));
            let of_function = |id: u32| sure(p.get(here(id).index()).copied().flatten());
            let runs = [0, 1].map(|side| paths.union.side(side).count());
            let by_function = (0..functions).map(of_function).collect();
            // Pictures number functions as the pair does, not as all runs do.
            let mut shown = vec![IdentityId::NONE; numbers.functions];
            for id in 0..functions {
                shown[here(id).index()] = IdentityId(id);
            }
            let rows = numbers.rows.iter();
            let rows = rows.map(|(&(above, function), &row)| ((above, shown[function.index()]), row));
            let of_paths = p.iter().skip(numbers.functions).map(|&p| sure(p));
            let by_path = PathConfidence { rows: rows.collect(), sure: of_paths.collect() };
            held.state = State::Ready(Rc::new(RunConfidence { runs, is_tested, by_function, by_path }));
        }
    }
    let found = if let State::Ready(found) = &held.state { Some(Rc::clone(found)) } else { None };
    engine.memory_mut().keep(held);
    found
}

/// Returns a p for too few runs to test: 0 if the runs of both sides do not overlap, otherwise 1.
fn doubts(numbers: &PermutationTest) -> Vec<Option<f64>> {
    separated(numbers).into_iter().map(|is| Some(if is { 0.0 } else { 1.0 })).collect()
}
