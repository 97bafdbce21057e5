//! `diptych fleet`: compares many pairs on one machine, and summarises what changed.
//!
//! [`manifest`] reads the list of pairs. [`pool`] works it off: each pair is a process of its own, `diptych compare
//! --parquet`, so that nothing in a file can stop the others. [`memory`] decides how many run at once. [`results`] reads
//! their tables again for the [`summary`]. A pair is finished once its file in the table `verdict` is there with the hash
//! of its inputs, so a command that was stopped goes on, and tasks of a scheduler need to agree on nothing but the folder.

mod manifest;
mod memory;
mod page;
mod pool;
mod progress;
mod results;
mod summary;
mod worker;

pub(crate) use page::sections_of_file;

use crate::args::FleetArgs;
use crate::error::CliError;
use crate::output::{self, note, shown};
use crate::output_file::OutputFile;
use diptych_fleet::{FleetOptions, FleetPair, FleetSummary, PairSummary};
use memory::MemoryGate;
use pool::{Pool, Work};
use std::path::Path;

/// Name of the summary for programs.
const SUMMARY: &str = "summary.json";
/// Reasons of pairs that are printed. The summary has all of them.
const PRINTED_REASONS: usize = 10;

/// Compares the pairs, and writes and prints the summary.
pub(crate) fn run(args: &FleetArgs) -> Result<(), CliError> {
    let pairs = manifest::read(&args.manifest)?;
    let work = Work::new(&pairs, args)?;
    std::fs::create_dir_all(&args.output).map_err(|error| {
        CliError::Unwritable(format!("{} cannot be made: {error}", args.output.display()))
    })?;
    if args.only.is_empty() {
        pool::remove_unfinished(&args.output)?;
    }
    let pool = Pool {
        jobs: args.jobs.map_or_else(cores, usize::from),
        memory: MemoryGate::new(args.memory.unwrap_or_else(memory::usable)),
    };
    let outcome = pool.work_off(&work)?;
    if !args.only.is_empty() {
        return end(outcome.errors);
    }
    let errors = summarise(args, &pairs, &work)?;
    // Programs that read the summary want nothing else on standard output.
    note(&format!("diptych: {} compared, {} finished before", outcome.compared, outcome.finished_before));
    end(errors)
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Judges the fleet, and writes and prints what it finds. Returns the names of the pairs that could not be compared, in
/// this run or an earlier one, with the reasons.
fn summarise(args: &FleetArgs, pairs: &[FleetPair], work: &Work) -> Result<Vec<(String, String)>, CliError> {
    let (outcomes, observations) = results::read(work)?;
    let mut options = FleetOptions::default();
    options.level = args.level.unwrap_or(options.level);
    let found = FleetSummary::new(outcomes, &observations, options);
    let document = summary::document(&found, pairs, options);
    let sections = summary::sections(&document);
    let json = output::document(document.clone());
    put(&args.output.join(SUMMARY), &json)?;
    // Options of printing change no file.
    put(&args.output.join("summary.md"), &summary::markdown(&document, &sections, summary::ROWS))?;
    put(&args.output.join("pairs.toml"), &page::manifest(&found, pairs, &args.manifest, &args.output))?;
    let top = args.top.unwrap_or(summary::ROWS);
    if args.json {
        output::print(&json)?;
    } else if args.markdown {
        output::print(&summary::markdown(&document, &sections, top))?;
    } else {
        output::print_text(&summary::text_of(&document, &sections, top, output::width()))?;
    }
    let failed = |pair: &PairSummary| Some((pair.outcome.name.clone(), pair.outcome.error.clone()?));
    Ok(found.pairs.iter().filter_map(failed).collect())
}

fn put(path: &Path, text: &str) -> Result<(), CliError> {
    OutputFile::new(path, [])?.write(text)
}

/// Fails if a pair could not be compared.
fn end(errors: Vec<(String, String)>) -> Result<(), CliError> {
    if errors.is_empty() {
        return Ok(());
    }
    let more = errors.len().saturating_sub(PRINTED_REASONS);
    let reason = |(name, why): (String, String)| format!("{}: {}", shown(&name), shown(&why));
    let mut reasons: Vec<String> = errors.into_iter().take(PRINTED_REASONS).map(reason).collect();
    if more > 0 {
        reasons.push(format!("{more} more pairs could not be compared; the table verdict has the reasons"));
    }
    Err(CliError::PairsFailed(reasons))
}
