//! `diptych aggregate`: when lanes are in which states.

mod json;
mod model;
mod source;
mod text;
mod threads;

use crate::CliError;
use crate::args::AggregateArgs;
use crate::compare::in_parallel;
use crate::open::open;
use crate::output;
use model::{Model, Results};
use source::Source;

/// Reads, divides, prints.
pub(crate) fn run(args: &AggregateArgs) -> Result<(), CliError> {
    let runs: Vec<Source> = match &args.files[..] {
        [a, b] => {
            let (a, b) = in_parallel(|| open(a), || open(b));
            vec![Source::loaded(a?), Source::loaded(b?)]
        }
        files => files.iter().map(|file| Source::single(file, args)).collect::<Result<_, _>>()?,
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
