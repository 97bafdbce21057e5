//! `diptych structure`: shows the elements of programs and their call relations.

mod functions;
mod json;
mod layers;
mod matches;
mod model;
mod relations;
mod rows;
mod text;

use crate::args::StructureArgs;
use crate::error::CliError;
use crate::open::{open_named, structure as open_structure, unfolded};
use crate::output;
use crate::rules::read_naming;
use diptych_engine::Naming;
use diptych_engine::StructureFile;
use diptych_engine::trace::Run;
use diptych_structure::Source;
use model::Model;
use std::path::{Path, PathBuf};

/// Largest number of rows of a list in the report for people.
const MOST_ROWS: usize = 10;

/// Reads the traces, builds the model and prints the report.
pub(crate) fn run(args: &StructureArgs) -> Result<(), CliError> {
    check(args)?;
    let runs = read(&args.files, &read_naming(args.rules.as_ref())?)?;
    let lists = args.list.iter().map(|path| open_structure(path)).collect::<Result<Vec<_>, _>>()?;
    let model = Model::new(&runs, &lists.iter().collect::<Vec<&StructureFile>>(), args)?;
    let top = args.top.map(|rows| rows as usize);
    if args.json {
        let document = json::document(&model, top.unwrap_or(usize::MAX));
        return output::print(&output::document(document));
    }
    output::print_text(&text::report(&model, top.unwrap_or(MOST_ROWS), output::width()))
}

/// Refuses options that contradict each other.
fn check(args: &StructureArgs) -> Result<(), CliError> {
    let usage = |text: &str| Err(CliError::Usage(text.to_owned()));
    let is_input = |path: &&PathBuf| path.as_path() == Path::new("-");
    match (args.by, args.list.len()) {
        (Some(Source::Listed), 0) => usage("--by list needs a --list"),
        (Some(by), 1..) if by != Source::Listed => {
            usage("--list and --by contradict each other; leave one out")
        }
        (_, lists) if lists > args.files.len() => {
            usage("more lists than traces; give one --list per trace at most")
        }
        _ if args.files.iter().chain(&args.list).filter(is_input).count() > 1 => {
            usage("only one of the files can be `-`, standard input")
        }
        _ => Ok(()),
    }
}

/// Reads one side, or two in parallel.
fn read(files: &[PathBuf], naming: &Naming) -> Result<Vec<Run>, CliError> {
    let open = |path: &Path| {
        unfolded(open_named(path, naming)?, "calls between parts of the program cannot be counted")
    };
    match files {
        [a, b] => {
            let (a, b) = rayon::join(|| open(a), || open(b));
            Ok(vec![a?, b?])
        }
        _ => files.iter().map(|path| open(path)).collect(),
    }
}
