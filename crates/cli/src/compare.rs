//! `diptych compare`: what differs between two traces, or several runs of each.
//!
//! [`options`] checks what was given, [`traces`] reads into a session, [`analysis`] asks that what corresponds, [`stored`] keeps the result and takes it
//! up again. All of them lead to a [`Comparison`], from which alone [`json`], [`text`], [`markdown`], [`functions`] and
//! [`gate`] follow: so a kept comparison says what the traces said.

mod analysis;
mod comparison;
mod focus;
mod functions;
mod gate;
mod json;
mod labels;
mod markdown;
mod measured;
mod options;
mod proposals;
mod report;
mod rules;
mod stored;
mod structure;
mod table;
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
use std::path::Path;
use stored::StoredComparison;
use times::Times;

/// Compares, prints, keeps, and looks at the conditions.
pub(crate) fn run(options: &CompareOptions) -> Result<(), CliError> {
    let times = Times::new(options.times);
    // Before minutes are spent on traces.
    let known = options.known.as_deref().map(KnownChanges::read).transpose()?;
    let Some(comparison) = compare(options, &times)? else { return Ok(()) };
    output::print(&text_of(&comparison, options))?;
    times.print();
    let outcome = gate::outcome(&comparison, &options.fail_if, known.as_ref())?;
    for note in &outcome.notes {
        output::note(&format!("diptych: {note}"));
    }
    end(&comparison, options, outcome)
}

/// The comparison; `None` if rules were to be printed, which then is done.
fn compare(options: &CompareOptions, times: &Times) -> Result<Option<Comparison>, CliError> {
    let (settings, focus) = (&options.settings, options.focus.clone());
    match &options.input {
        CompareInput::Stored(path) => {
            let bytes = std::fs::read(path).map_err(|error| cannot_be("read", path, &error))?;
            let stored = StoredComparison::open(&bytes, path)?;
            if options.print_rules {
                return output::print(stored.rules()?).map(|()| None);
            }
            stored.comparison(settings, focus).map(Some)
        }
        CompareInput::Traces(paths) => {
            let opened = traces::open(paths, options.rules.as_deref(), times)?;
            if options.print_rules {
                return output::print(&opened.rules.to_text()).map(|()| None);
            }
            if options.propose_renames {
                return output::print(&opened.proposals()?).map(|()| None);
            }
            let all = opened.read_all(paths, &options.structure, times)?;
            // Of functions alone nothing is said of it.
            let with_similarity = options.store.is_some() || matches!(options.output, Output::Report(_));
            let analysis = analysis::analyse(all, settings, with_similarity, times)?;
            let comparison = analysis.comparison(settings, focus, times)?;
            if let Some(path) = &options.store {
                let bytes = times.measure("writing", || stored::columns(&analysis, &comparison).to_bytes());
                std::fs::write(path, bytes).map_err(|error| cannot_be("written", path, &error))?;
            }
            Ok(Some(comparison))
        }
    }
}

fn text_of(comparison: &Comparison, options: &CompareOptions) -> String {
    let (some, all) = (options.top.unwrap_or(SHOWN_ROWS), options.top.unwrap_or(usize::MAX));
    match options.output {
        Output::Functions(format) => functions::write(comparison, format, all),
        Output::Report(Format::Json) => json::write(comparison, all),
        // What does not stand out is folded there.
        Output::Report(Format::Markdown) => {
            markdown::write(&report::Report::new(comparison, some, true, markdown::WIDTHS))
        }
        Output::Report(_) => text::write(&report::Report::new(comparison, some, options.all, text::WIDTHS)),
    }
}

/// Fails if a condition holds, or if the two can hardly be compared or one is not whole; all reasons are said.
fn end(comparison: &Comparison, options: &CompareOptions, outcome: Outcome) -> Result<(), CliError> {
    let mut reasons = outcome.reasons;
    let is_unlike = matches!(comparison.verdict.comparable, Comparable::Hardly { .. });
    let mut doubts = Vec::new();
    if let Some(missing) = report::missing(comparison).filter(|_| !options.allow_incomplete) {
        doubts.push(format!("not whole: {missing} (--allow-incomplete takes what there is.)"));
    }
    if is_unlike && !options.allow_unlike {
        let warning = report::warning(comparison).unwrap_or_default();
        doubts.push(format!("hardly comparable: {warning} (--allow-unlike takes them as they are.)"));
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

/// Does both at the same time.
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
