//! The `diptych` command: what the page does, for scripts.
//!
//! Exit codes: 0 done, 1 it could not be done (the reason on standard error), 2 the command line does not fit, 3 a
//! condition of `compare --fail-if` holds (which, on standard error).

mod args;
mod compare;
mod inspect;
mod open;
mod record;
mod render;

use std::process::ExitCode;

/// What a verb can fail with.
#[derive(Debug)]
enum CliError {
    /// The command line does not fit.
    Usage(String),
    /// It could not be done.
    Failed(String),
    /// It was done, and a condition holds that the caller wants to fail at.
    Holds(String),
}

impl From<lexopt::Error> for CliError {
    fn from(error: lexopt::Error) -> Self {
        Self::Usage(error.to_string())
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(CliError::Failed(text)) => {
            eprintln!("diptych: {text}");
            ExitCode::from(1)
        }
        Err(CliError::Usage(text)) => {
            eprintln!("diptych: {text}\nTry `diptych --help`.");
            ExitCode::from(2)
        }
        Err(CliError::Holds(text)) => {
            for reason in text.lines() {
                eprintln!("diptych: {reason}");
            }
            ExitCode::from(3)
        }
    }
}

fn run() -> Result<(), CliError> {
    match args::parse(lexopt::Parser::from_env())? {
        args::Verb::Help => {
            print!("{}", args::help());
            Ok(())
        }
        args::Verb::Formats => {
            print!("{}", args::formats());
            Ok(())
        }
        args::Verb::CompareHelp => {
            print!("{}", args::compare_help());
            Ok(())
        }
        args::Verb::Version => {
            println!("diptych {}", env!("CARGO_PKG_VERSION"));
            Ok(())
        }
        args::Verb::Compare(options) => compare::run(&options),
        args::Verb::Inspect(options) => inspect::run(&options),
        args::Verb::Render(options) => render::run(&options),
    }
}
