//! `diptych compare`: what differs between two traces, or several runs of each.
//!
//! [`traces`] reads them, [`analysis`] compares, [`stored`] keeps the result and takes it up again. All of them
//! lead to a [`Comparison`], from which alone [`json`], [`text`], [`markdown`] and [`condition`] are told: so a kept
//! comparison says what the traces said.

mod analysis;
mod asked;
mod comparison;
mod condition;
mod json;
mod markdown;
mod report;
mod rules;
mod stored;
mod table;
mod text;
mod times;
mod traces;

pub(crate) use asked::{Asked, BY, LANES, MEASURES, NORMALISATIONS};
pub(crate) use condition::Condition;

use crate::CliError;
use crate::args::{CompareInput, CompareOptions, Output, SHOWN_ROWS};
use comparison::Comparison;
use diptych_store::Columns;
use std::path::Path;
use times::Times;

/// Compares, prints, keeps, and looks at the conditions.
pub(crate) fn run(options: &CompareOptions) -> Result<(), CliError> {
    let times = Times::new(options.times);
    let comparison = match &options.input {
        CompareInput::Stored(path) => {
            let bytes = std::fs::read(path).map_err(|error| cannot_be("read", path, &error))?;
            let columns = columns_of(&bytes, path)?;
            let wrong = |error| CliError::Failed(format!("{}: {error}", path.display()));
            if options.print_rules {
                print!("{}", columns.text("rules").map_err(wrong)?);
                return Ok(());
            }
            stored::comparison(&columns, &options.asked).map_err(wrong)?
        }
        CompareInput::Traces(paths) => {
            let opened = traces::open(paths, options.rules.as_deref(), &times)?;
            if options.print_rules {
                print!("{}", opened.rules.to_text());
                return Ok(());
            }
            let analysed = analysis::analyse(opened.read_all(paths, &times)?, &options.asked, &times);
            let comparison = analysed.comparison(&options.asked, &times);
            if let Some(path) = &options.store {
                let bytes = times.of("writing", || stored::columns(&analysed, &comparison).to_bytes());
                std::fs::write(path, bytes).map_err(|error| cannot_be("written", path, &error))?;
            }
            comparison
        }
    };
    print!("{}", told(&comparison, options));
    times.print();
    hold(&comparison, &options.fail_if)
}

fn told(comparison: &Comparison, options: &CompareOptions) -> String {
    let report = |all| report::Report::new(comparison, options.top.unwrap_or(SHOWN_ROWS), all);
    match options.output {
        Output::Json => json::told(comparison, options.top.unwrap_or(usize::MAX)),
        Output::Text => text::told(&report(options.all)),
        // What does not stand out is folded there.
        Output::Markdown => markdown::told(&report(true)),
    }
}

/// Fails if a condition holds; all that do are said.
fn hold(comparison: &Comparison, conditions: &[Condition]) -> Result<(), CliError> {
    let reasons: Vec<Option<String>> =
        conditions.iter().map(|condition| condition.reason(comparison)).collect::<Result<_, _>>()?;
    let reasons: Vec<String> = reasons.into_iter().flatten().collect();
    if reasons.is_empty() { Ok(()) } else { Err(CliError::Holds(reasons.join("\n"))) }
}

fn columns_of<'a>(bytes: &'a [u8], path: &Path) -> Result<Columns<'a>, CliError> {
    Columns::from_bytes(bytes).map_err(|error| {
        let two = if error == diptych_store::StoreError::NotOurs {
            "; two traces are compared with `diptych compare A B`"
        } else {
            ""
        };
        CliError::Failed(format!("{}: {error}{two}", path.display()))
    })
}

fn cannot_be(done: &str, path: &Path, error: &std::io::Error) -> CliError {
    CliError::Failed(format!("{} cannot be {done}: {error}", path.display()))
}

/// Does both at the same time.
fn both<A, B: Send>(a: impl FnOnce() -> A, b: impl FnOnce() -> B + Send) -> (A, B) {
    std::thread::scope(|scope| {
        let b = scope.spawn(b);
        let a = a();
        match b.join() {
            Ok(b) => (a, b),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
