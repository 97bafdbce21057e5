//! `diptych aggregate`: when lanes are in which states.

mod json;
mod model;
mod text;

use crate::CliError;
use crate::args::AggregateArgs;
use crate::compare::in_parallel;
use crate::open::open;
use crate::output;
use diptych_engine::trace::Run;
use model::{Model, Results};

/// Reads, divides, prints.
pub(crate) fn run(args: &AggregateArgs) -> Result<(), CliError> {
    let runs: Vec<Run> = match &args.files[..] {
        [a, b] => {
            let (a, b) = in_parallel(|| open(a), || open(b));
            vec![a?, b?]
        }
        files => files.iter().map(|file| open(file)).collect::<Result<_, _>>()?,
    };
    let model = Model::new(&runs, args)?;
    let results = Results::new(&model, args);
    let text = if args.json {
        format!("{:#}\n", json::document(&model, &results))
    } else {
        text::report(&model, &results)
    };
    output::print(&text)
}
