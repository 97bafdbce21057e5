//! The `diptych` command: what the page does, for scripts.
//!
//! Exit codes: 0 done, 1 it could not be done (the reason on standard error), 2 the command line does not fit.

mod args;
mod inspect;
mod open;
mod record;
mod render;

use std::process::ExitCode;

/// What a verb can fail with.
#[derive(Debug)]
enum Trouble {
    /// The command line does not fit.
    Usage(String),
    /// It could not be done.
    Failed(String),
}

impl From<lexopt::Error> for Trouble {
    fn from(error: lexopt::Error) -> Self {
        Self::Usage(error.to_string())
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(Trouble::Failed(text)) => {
            eprintln!("diptych: {text}");
            ExitCode::from(1)
        }
        Err(Trouble::Usage(text)) => {
            eprintln!("diptych: {text}\nTry `diptych --help`.");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), Trouble> {
    match args::parse(lexopt::Parser::from_env())? {
        args::Verb::Help => {
            print!("{}", args::help());
            Ok(())
        }
        args::Verb::Version => {
            println!("diptych {}", env!("CARGO_PKG_VERSION"));
            Ok(())
        }
        args::Verb::Inspect(options) => inspect::run(&options),
        args::Verb::Render(options) => render::run(&options),
    }
}
