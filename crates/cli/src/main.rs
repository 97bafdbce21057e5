//! The `diptych` command: what the page does, for scripts.
//!
//! One direction: raw arguments ([`args`]) → checked options of a verb → its run → what it prints ([`output`]).

mod aggregate;
mod args;
mod compare;
mod folder;
mod inspect;
mod open;
mod output;
mod record;
mod render;
mod stacks;
mod structure;
mod words;

use args::Verb;
use std::process::ExitCode;

/// What a verb can fail with.
#[derive(Debug)]
enum CliError {
    /// The command line does not fit.
    Usage(String),
    /// It could not be done.
    Failed(String),
    /// It was done, and a condition holds that the caller wants to fail at: a line a reason.
    Holds(Vec<String>),
    /// It was done, but the two can hardly be compared or one is not whole: why, after conditions that hold all the same.
    Unlike(Vec<String>),
}

impl CliError {
    /// What is said of it on standard error, and what the process ends with: [`args::EXIT_CODES`] lists these.
    fn end(self, verb: &str) -> (Vec<String>, u8) {
        match self {
            Self::Failed(text) => (vec![format!("diptych: {text}")], 1),
            Self::Usage(text) => (args::usage_lines(verb, &text), 2),
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
        Ok(verb) => run(&verb).map_err(|error| error.end(verb.name())),
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
        Verb::Render(args) => render::run(&render::RenderOptions::new(args)?),
        Verb::Flame(args) => stacks::run(&stacks::StacksOptions::new(args)?),
        Verb::Aggregate(args) => aggregate::run(args),
        Verb::Structure(args) => structure::run(args),
        Verb::Formats => output::print(&args::formats()),
        Verb::Completions { shell } => output::print(&args::completions(*shell)?),
    }
}
