//! `diptych compare`: shows the differences between two traces, or several runs of each.
//!
//! [`options`] checks the arguments. [`traces`] reads the runs into a session. [`analysis`] asks the session what
//! corresponds. [`stored`] writes the result and reads it again. All of them lead to a [`Comparison`]. All output
//! follows from it alone: [`json`], [`text`], [`markdown`], [`functions`] and [`gate`]. So a stored comparison prints
//! what the traces would.

mod analysis;
mod comparison;
mod focus;
mod functions;
mod gate;
mod json;
mod labels;
mod markdown;
mod options;
mod proposals;
mod ranges;
mod report;
mod rules;
mod stored;
mod structure;
mod text;
mod times;
mod traces;

pub(crate) use comparison::KeyNames;
pub(crate) use options::CompareOptions;
pub(crate) use rules::read as read_rules;
pub(crate) use traces::in_shares;

use crate::{CliError, output};
use comparison::Comparison;
use diptych_compare::ranking::Comparable;
use gate::{KnownChanges, Outcome};
use options::{CompareInput, Format, Output, SHOWN_ROWS};
use report::{ComparisonReport, Selection};
use std::path::Path;
use stored::StoredComparison;
use times::Times;

/// Compares the traces, prints and stores the result, and checks the conditions.
pub(crate) fn run(options: &CompareOptions) -> Result<(), CliError> {
    let times = Times::new(options.times);
    // A wrong file must fail before minutes are spent on traces.
    let known = options.known.as_deref().map(KnownChanges::read).transpose()?;
    let Some(comparison) = compare(options, &times)? else { return Ok(()) };
    print(&comparison, options)?;
    times.print();
    let outcome = gate::outcome(&comparison, &options.fail_if, known.as_ref())?;
    for note in &outcome.notes {
        output::note(&format!("diptych: {note}"));
    }
    end(&comparison, options, outcome)
}

/// Returns the comparison; `None` if it printed rules instead.
fn compare(options: &CompareOptions, times: &Times) -> Result<Option<Comparison>, CliError> {
    let (settings, focus) = (&options.settings, options.focus.clone());
    match &options.input {
        CompareInput::Stored(path) => {
            let bytes = std::fs::read(path).map_err(|error| cannot_be("read", path, &error))?;
            let stored = StoredComparison::open(&bytes, path)?;
            stored.note_gaps();
            if options.print_rules {
                return output::print(&stored.rules()?).map(|()| None);
            }
            stored.comparison(settings, focus).map(Some)
        }
        CompareInput::Traces(paths) => {
            let mut opened = traces::open(paths, options.ranges, options.rules.as_deref(), times)?;
            if options.print_rules {
                return output::print(&opened.rules_with_effects()?).map(|()| None);
            }
            if options.propose_renames {
                return output::print(&opened.proposals()?).map(|()| None);
            }
            if options.accept_renames {
                times.measure("looking for renames", || opened.accept_proposals())?;
            }
            let all = opened.read_all(paths, &options.structure, times)?;
            // Counting similar calls takes time, so it is done only if something prints or stores the result.
            let with_similarity = options.store.is_some()
                || options.output == Output::Report(Format::Json)
                || options.with_similarity();
            let traces = options.with_traces.then(|| stored::KeptTraces::new(&all));
            let analysis = analysis::analyse(all, settings, with_similarity, times)?;
            let comparison = analysis.comparison(settings, focus, times)?;
            if let Some(path) = &options.store {
                let bytes =
                    times.measure("writing", || stored::file(&analysis, &comparison, traces.as_ref()))?;
                std::fs::write(path, bytes).map_err(|error| cannot_be("written", path, &error))?;
            }
            Ok(Some(comparison))
        }
    }
}

fn print(comparison: &Comparison, options: &CompareOptions) -> Result<(), CliError> {
    let (some, all) = (options.top.unwrap_or(SHOWN_ROWS), options.top.unwrap_or(usize::MAX));
    let with_similarity = options.with_similarity();
    let (by_kind, sort) = (options.by_kind, options.sort);
    match options.output {
        Output::Functions(Format::Json) => output::print(&functions::json(comparison, all)),
        Output::Functions(Format::Csv) => output::print(&functions::csv(comparison, all)),
        Output::Functions(_) => output::print_text(&functions::text(comparison, all, output::width())),
        Output::Report(Format::Json) => output::print(&json::write(comparison, all, options.sort)),
        Output::Report(Format::Markdown) => {
            // Markdown folds rows that are not significant, so it gets all of them.
            let selection = Selection { top: some, all: true, by_kind, with_similarity, sort };
            let report = ComparisonReport::new(comparison, selection, markdown::WIDTHS);
            output::print(&markdown::write(&report, comparison.proposals()))
        }
        Output::Report(_) => {
            let selection = Selection { top: some, all: options.all, by_kind, with_similarity, sort };
            let report = ComparisonReport::new(comparison, selection, text::WIDTHS);
            let proposals = proposals::section(comparison.proposals(), output::width());
            output::print_text(&(text::write(&report, output::width()) + &proposals))
        }
    }
}

/// Fails with all reasons if a condition holds, if the traces may not be comparable, or if one is incomplete.
fn end(comparison: &Comparison, options: &CompareOptions, outcome: Outcome) -> Result<(), CliError> {
    let mut reasons = outcome.reasons;
    let is_unlike = matches!(comparison.verdict.comparable, Comparable::Hardly { .. });
    let mut doubts = Vec::new();
    if let Some(missing) = report::missing(comparison).filter(|_| !options.allow_incomplete) {
        doubts.push(format!("incomplete: {missing}. Pass --allow-incomplete to compare anyway."));
    }
    if is_unlike && !options.allow_unlike {
        let warning = report::warning(comparison).unwrap_or_default();
        doubts.push(format!("may not be comparable: {warning} Pass --allow-unlike to compare anyway."));
    }
    if !doubts.is_empty() {
        reasons.extend(doubts);
        return Err(CliError::Unlike(reasons));
    }
    if reasons.is_empty() { Ok(()) } else { Err(CliError::Holds(reasons)) }
}

pub(crate) fn cannot_be(done: &str, path: &Path, error: &std::io::Error) -> CliError {
    CliError::Failed(format!("{} cannot be {done}: {error}", path.display()))
}

/// Runs both functions at the same time.
pub(crate) fn in_parallel<A, B: Send>(a: impl FnOnce() -> A, b: impl FnOnce() -> B + Send) -> (A, B) {
    std::thread::scope(|scope| {
        let b = scope.spawn(b);
        let a = a();
        match b.join() {
            Ok(b) => (a, b),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
