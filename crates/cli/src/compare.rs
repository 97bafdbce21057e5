//! `diptych compare`: shows the differences between two traces, or several runs of each.
//!
//! [`options`] checks the arguments. [`traces`] reads the runs into a session. [`analysis`] asks the session what
//! corresponds. [`stored`] writes the result and reads it again. All of them lead to a [`Comparison`]. All output
//! follows from it alone: [`json`], [`text`], [`markdown`], [`functions`] and [`gate`]. So a stored comparison prints
//! what the traces would.

mod analysis;
mod comment;
mod common_traces;
mod comparison;
mod context;
mod counters;
mod fact;
mod focus;
mod functions;
mod gate;
mod json;
mod labels;
mod markdown;
mod numbered;
mod options;
mod pair;
mod proposals;
mod ranges;
mod report;
mod stored;
mod structure;
mod tables;
mod text;
mod times;
mod traces;

pub(crate) use markdown::{code, plain};
pub(crate) use options::CompareOptions;
pub(crate) use pair::{PairResult, PairSettings, check_conditions, compare_pair};

use crate::error::{CliError, cannot_be};
use crate::output;
use crate::output_file::OutputFile;
use analysis::Analysis;
use comparison::Comparison;
use diptych_compare::ranking::Comparable;
use gate::KnownChanges;
use options::{CompareInput, Format, Output, SHOWN_ROWS};
use report::{ComparisonReport, Selection};
use stored::{KeptTraces, StoredComparison};
use times::Times;
use traces::AllRuns;

/// Compares the traces, prints and stores the result, and checks the conditions.
pub(crate) fn run(options: &CompareOptions) -> Result<(), CliError> {
    let times = Times::new(options.times);
    // A wrong file must fail before minutes are spent on traces.
    let known = options.known.as_deref().map(KnownChanges::read).transpose()?;
    let comment =
        options.comment.as_deref().map(|path| OutputFile::new(path, options.files())).transpose()?;
    let Some(comparison) = compare(options, &times)? else { return Ok(()) };
    print(&comparison, options)?;
    times.print();
    let outcome = gate::outcome(&comparison, &options.fail_if, known.as_ref())?;
    if let Some(dataset) = &options.parquet {
        times.measure("writing tables", || {
            tables::write_results(dataset, &comparison, options, &outcome.reasons)
        })?;
    }
    for note in &outcome.notes {
        output::note(&format!("diptych: {note}"));
    }
    let advice = |option: &str| format!("Pass --{option} to compare anyway.");
    let doubts = doubts(&comparison, options, advice);
    if let Some(output) = comment {
        output.write(comment::write(&comparison, options.sort, &outcome.reasons, &doubts))?;
    }
    end(outcome.reasons, doubts)
}

/// Returns the comparison; `None` if it printed rules instead.
fn compare(options: &CompareOptions, times: &Times) -> Result<Option<Comparison>, CliError> {
    let (settings, focus) = (&options.settings, options.focus.clone());
    let store = options.store.as_deref().map(|path| OutputFile::new(path, options.files())).transpose()?;
    match &options.input {
        CompareInput::Stored(path) => {
            let bytes = std::fs::read(path).map_err(|error| cannot_be("read", path, &error))?;
            let stored = StoredComparison::open(&bytes, path)?;
            stored.note_gaps();
            if options.print_rules {
                return output::print(&stored.rules()?).map(|()| None);
            }
            let found = stored.comparison(settings, focus);
            // The traces in the file say all that damaged parts did.
            let pair = if found.is_err() || stored.lost_results() { stored.pair() } else { None };
            let Some(pair) = pair else { return found.map(Some) };
            let path = path.display();
            output::note(&format!(
                "diptych: {path}: the comparison is made again from the traces in the file"
            ));
            analysed(pair.alone(), options, store.as_ref(), times).map(Some)
        }
        CompareInput::Traces(paths) => {
            let paths = &traces::without_copies_of(paths)?;
            let mut opened = traces::open(paths, options.ranges, options.rules.as_ref(), times)?;
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
            analysed(all, options, store.as_ref(), times).map(Some)
        }
    }
}

/// Compares the runs, and stores the result if it is to be stored.
fn analysed(
    all: AllRuns,
    options: &CompareOptions,
    store: Option<&OutputFile>,
    times: &Times,
) -> Result<Comparison, CliError> {
    // Counting similar calls takes time, so it is done only if something prints or stores the result.
    let with_similarity =
        store.is_some() || options.output == Output::Report(Format::Json) || options.with_similarity();
    let (analysis, comparison, traces) = compare_runs(all, options, with_similarity, times)?;
    if let Some(output) = store {
        let bytes = times.measure("writing", || stored::file(&analysis, &comparison, traces.as_ref()))?;
        output.write(bytes)?;
    }
    if let Some(dataset) = &options.parquet {
        times.measure("writing tables", || tables::write_calls(dataset, &analysis, &comparison, options))?;
    }
    Ok(comparison)
}

/// Compares the runs. Returns the traces, too, if the options ask to store them.
fn compare_runs(
    all: AllRuns,
    options: &CompareOptions,
    with_similarity: bool,
    times: &Times,
) -> Result<(Analysis, Comparison, Option<KeptTraces>), CliError> {
    let traces = options.with_traces.then(|| KeptTraces::new(&all));
    let analysis = analysis::analyse(all, &options.settings, with_similarity, times)?;
    let comparison = analysis.comparison(&options.settings, options.focus.clone(), times)?;
    Ok((analysis, comparison, traces))
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

/// Fails with all reasons if a condition holds, or if there are doubts.
fn end(mut reasons: Vec<String>, doubts: Vec<String>) -> Result<(), CliError> {
    if !doubts.is_empty() {
        reasons.extend(doubts);
        return Err(CliError::Unlike(reasons));
    }
    if reasons.is_empty() { Ok(()) } else { Err(CliError::Holds(reasons)) }
}

/// Returns the reasons why the comparison may mean nothing: the traces are not alike, or one is incomplete. `advice` says
/// how to accept that, given the name of the option.
fn doubts(comparison: &Comparison, options: &CompareOptions, advice: impl Fn(&str) -> String) -> Vec<String> {
    let is_unlike = matches!(comparison.verdict.comparable, Comparable::Hardly { .. });
    let mut doubts = Vec::new();
    if let Some(missing) = report::missing(comparison).filter(|_| !options.allow_incomplete) {
        doubts.push(format!("incomplete: {missing}. {}", advice("allow-incomplete")));
    }
    if is_unlike && !options.allow_unlike {
        let warning = report::warning(comparison).unwrap_or_default();
        doubts.push(format!("may not be comparable: {warning} {}", advice("allow-unlike")));
    }
    doubts
}
