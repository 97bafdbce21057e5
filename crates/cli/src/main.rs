//! The `diptych` command: what the page does, for scripts.
//!
//! Data flows in one direction: raw arguments ([`args`]) → checked options of a verb → its run → its output
//! ([`output`]).

#![forbid(unsafe_code)]

mod aggregate;
mod aligned;
mod app_folder;
mod args;
mod compare;
mod counters;
mod dataset;
mod error;
mod export;
mod fleet;
mod folder;
mod inspect;
mod key_names;
mod layout;
mod memory;
mod open;
mod output;
mod output_file;
mod pair_inputs;
mod parallel;
mod percent;
mod record;
mod render;
mod report;
mod rules;
mod serve;
mod shares;
mod site;
mod stacks;
mod structure;
mod style;
mod tile;
mod words;

use args::Verb;
use error::CliError;
use std::process::ExitCode;

/// The licences of the components, which `npm run notices` collects.
const NOTICES: &str = include_str!("../../../www/notices.txt");

/// Returns the lines for standard error and the exit code, which [`args::EXIT_CODES`] explains.
fn end(error: CliError, verb: &str) -> (Vec<String>, u8) {
    match error {
        CliError::Failed(text) | CliError::Unwritable(text) => (vec![format!("diptych: {text}")], 1),
        CliError::PairsFailed(reasons) => (lines(&reasons), 1),
        CliError::Usage(text) => (args::usage_lines(verb, &text), 2),
        CliError::TooBig(text) => (vec![format!("diptych: {text}")], 5),
        CliError::Holds(reasons) => (lines(&reasons), 3),
        CliError::Unlike(reasons) => (lines(&reasons), 4),
    }
}

fn lines(reasons: &[String]) -> Vec<String> {
    reasons.iter().map(|reason| format!("diptych: {reason}")).collect()
}

fn main() -> ExitCode {
    let ended = match args::read(std::env::args_os()) {
        Ok(args) => {
            if let Some(bytes) = args.max_memory {
                memory::set_most(bytes);
            }
            run(&args.verb).map_err(|error| end(error, args.verb.name()))
        }
        Err(args::NoVerb::Help(text)) => output::print(&text).map_err(|error| end(error, "")),
        Err(args::NoVerb::Usage(verb, text)) => Err(end(CliError::Usage(text), &verb)),
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err((lines, code)) => {
            for line in &lines {
                output::note(line);
            }
            ExitCode::from(code)
        }
    }
}

fn run(verb: &Verb) -> Result<(), CliError> {
    match verb {
        Verb::Inspect(args) => inspect::run(args),
        Verb::Compare(args) => compare::run(&compare::CompareOptions::new(args)?),
        Verb::Export(args) => export::run(args),
        Verb::Render(args) => render::run(&render::RenderOptions::new(args)?),
        Verb::Open(args) => serve::run(args),
        Verb::Report(args) => report::run(args),
        Verb::Site(args) => site::run(args),
        Verb::Fleet(args) => fleet::run(args),
        Verb::Flame(args) => stacks::run(&stacks::StacksOptions::new(args)?),
        Verb::Aggregate(args) => aggregate::run(args),
        Verb::Structure(args) => structure::run(args),
        Verb::Tile(args) => tile::run(args),
        Verb::Notices => output::print(NOTICES),
        Verb::Formats => output::print(&args::formats()),
        Verb::Completions { shell } => output::print(&args::completions(*shell)?),
    }
}
