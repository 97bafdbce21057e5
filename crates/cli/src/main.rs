//! The `diptych` command: what the page does, for scripts.
//!
//! Data flows in one direction: raw arguments ([`args`]) → checked options of a verb → its run → its output
//! ([`output`]).

#![forbid(unsafe_code)]

mod aggregate;
mod app_folder;
mod args;
mod compare;
mod counters;
mod dataset;
mod export;
mod fleet;
mod folder;
mod inspect;
mod layout;
mod memory;
mod open;
mod output;
mod output_file;
mod pair_inputs;
mod percent;
mod record;
mod render;
mod report;
mod serve;
mod site;
mod stacks;
mod structure;
mod style;
mod words;

use args::Verb;
use std::process::ExitCode;

/// The licences of the components, which `npm run notices` collects.
const NOTICES: &str = include_str!("../../../www/notices.txt");

/// The error of a verb.
#[derive(Debug)]
enum CliError {
    /// A wrong command line.
    Usage(String),
    /// A failure.
    Failed(String),
    /// A file or a comparison that needs more memory than `--max-memory` allows.
    TooBig(String),
    /// A folder or file of the output that cannot be written.
    Unwritable(String),
    /// Success, but some pairs of a site could not be compared: one line per reason.
    PairsFailed(Vec<String>),
    /// Success, but a condition of `--fail-if` holds: one line per reason.
    Holds(Vec<String>),
    /// Success, but the traces may not be comparable or one is incomplete. Reasons of conditions that hold come first.
    Unlike(Vec<String>),
}

impl CliError {
    /// Returns the reason, for a program that goes on.
    fn text(&self) -> String {
        match self {
            Self::Failed(text) | Self::Usage(text) | Self::Unwritable(text) | Self::TooBig(text) => {
                text.clone()
            }
            Self::PairsFailed(reasons) | Self::Holds(reasons) | Self::Unlike(reasons) => reasons.join("\n"),
        }
    }

    /// Returns the lines for standard error and the exit code, which [`args::EXIT_CODES`] explains.
    fn end(self, verb: &str) -> (Vec<String>, u8) {
        match self {
            Self::Failed(text) | Self::Unwritable(text) => (vec![format!("diptych: {text}")], 1),
            Self::PairsFailed(reasons) => (lines(&reasons), 1),
            Self::Usage(text) => (args::usage_lines(verb, &text), 2),
            Self::TooBig(text) => (vec![format!("diptych: {text}")], 5),
            Self::Holds(reasons) => (lines(&reasons), 3),
            Self::Unlike(reasons) => (lines(&reasons), 4),
        }
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
            run(&args.verb).map_err(|error| error.end(args.verb.name()))
        }
        Err(args::NoVerb::Help(text)) => output::print(&text).map_err(|error| error.end("")),
        Err(args::NoVerb::Usage(verb, text)) => Err(CliError::Usage(text).end(&verb)),
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
        Verb::Notices => output::print(NOTICES),
        Verb::Formats => output::print(&args::formats()),
        Verb::Completions { shell } => output::print(&args::completions(*shell)?),
    }
}
