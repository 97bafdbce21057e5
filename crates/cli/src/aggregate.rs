//! `diptych aggregate`: shows the states of lanes over time.

mod areas;
mod json;
mod model;
mod pairing;
mod results;
mod significant;
mod source;
mod text;
mod unusual;

use crate::args::AggregateArgs;
use crate::error::CliError;
use crate::open::{open_named, without_copies};
use crate::output;
use crate::output_file::OutputFile;
use crate::rules::read_naming;
use diptych_engine::Naming;
use model::Model;
use results::Results;
use source::Source;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) use areas::areas;

/// Largest number of runs per side.
const MOST_RUNS: usize = 20;

/// Reads the traces, finds the partition and prints the report.
pub(crate) fn run(args: &AggregateArgs) -> Result<(), CliError> {
    let inputs = || [&args.files, &args.a, &args.b].into_iter().flatten().map(PathBuf::as_path);
    let file = args.output.as_deref().map(|path| OutputFile::new(path, inputs())).transpose()?;
    let naming = read_naming(args.rules.as_ref())?;
    let sides = match (&args.files[..], &args.a[..], &args.b[..]) {
        ([], a, b) => pair(a, b, &naming)?,
        ([a, b], ..) => pair(std::slice::from_ref(a), std::slice::from_ref(b), &naming)?,
        (files, ..) => {
            let runs = files.iter().map(|file| Source::single(file, args)).collect::<Result<_, _>>()?;
            vec![runs]
        }
    };
    let model = Model::new(&sides, args)?;
    let results = Results::new(&model, args);
    let width = if file.is_some() { None } else { output::width() };
    let text = if args.json {
        output::document(json::document(&model, &results))
    } else {
        text::report(&model, &results, width)
    };
    match file {
        Some(file) => file.write(anstream::adapter::strip_str(&text).to_string()),
        None if args.json => output::print(&text),
        None => output::print_text(&text),
    }
}

/// Reads the runs of both sides in parallel.
fn pair(a: &[PathBuf], b: &[PathBuf], naming: &Naming) -> Result<Vec<Vec<Source>>, CliError> {
    for (letter, runs) in [("a", a), ("b", b)] {
        if runs.len() > MOST_RUNS {
            let text = format!("--{letter} takes 1 to {MOST_RUNS} files, not {}", runs.len());
            return Err(CliError::Usage(text));
        }
    }
    let [a, b] = &[without_copies(a, "A")?, without_copies(b, "B")?];
    if a.iter().chain(b).filter(|path| path.as_path() == Path::new("-")).count() > 1 {
        return Err(CliError::Usage("only one of the traces can be `-`, standard input".to_owned()));
    }
    let read = |runs: &[PathBuf]| -> Result<Vec<Source>, CliError> {
        runs.iter().map(|path| open_named(path, naming).map(Arc::new).map(Source::loaded)).collect()
    };
    let (a, b) = rayon::join(|| read(a), || read(b));
    Ok(vec![a?, b?])
}
