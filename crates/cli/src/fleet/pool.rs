//! Works off the pairs on several threads, each of which waits for one process at a time.

use super::manifest::folder_of;
use super::memory::{MemoryGate, need};
use super::progress::Progress;
use super::worker;
use crate::args::FleetArgs;
use crate::dataset::{Dataset, DatasetName, Label};
use crate::error::CliError;
use crate::output_file::is_unfinished;
use crate::pair_inputs::{Hashes, PairInputs, hash};
use diptych_fleet::FleetPair;
use diptych_tables::{AreaRow, Columns, DifferenceRow, MatchRow, PairFunctionRow, VerdictRow};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The pairs to compare, and where.
#[derive(Debug)]
pub(super) struct Work<'a> {
    pub(super) tasks: Vec<Task<'a>>,
    /// Folder of the manifest.
    sources: PathBuf,
    /// Folder to write.
    root: PathBuf,
    again: bool,
}

/// A pair to compare.
#[derive(Debug)]
pub(super) struct Task<'a> {
    pub(super) pair: &'a FleetPair,
    pub(super) labels: Vec<Label>,
    pub(super) matched_calls: bool,
    name: DatasetName,
}

/// Threads and memory.
#[derive(Debug)]
pub(super) struct Pool {
    pub(super) jobs: usize,
    pub(super) memory: MemoryGate,
}

/// The outcome of all pairs.
#[derive(Debug, Default)]
pub(super) struct PoolOutcome {
    pub(super) compared: usize,
    pub(super) finished_before: usize,
    /// Names and reasons of pairs that could not be compared, in the order of the manifest.
    pub(super) errors: Vec<(String, String)>,
}

/// The outcome of one pair.
enum Done {
    Compared,
    FinishedBefore,
    Failed(String),
}

impl<'a> Work<'a> {
    /// Checks the labels and the selection.
    pub(super) fn new(pairs: &'a [FleetPair], args: &FleetArgs) -> Result<Self, CliError> {
        let is_unknown = |name: &&String| !pairs.iter().any(|pair| pair.pair.name == **name);
        if let Some(unknown) = args.only.iter().find(is_unknown) {
            return Err(CliError::Usage(format!("the manifest has no pair `{unknown}`")));
        }
        let chosen = |pair: &&FleetPair| args.only.is_empty() || args.only.contains(&pair.pair.name);
        let task = |pair: &'a FleetPair| {
            let usage = |why: String| CliError::Usage(format!("pair `{}`: {why}", pair.pair.name));
            let labels = pair.labels.iter().map(|(key, value)| Label::new(key, value));
            Ok(Task {
                labels: labels.collect::<Result<_, _>>().map_err(usage)?,
                name: DatasetName::new(&pair.pair.name).map_err(usage)?,
                matched_calls: args.matched_calls,
                pair,
            })
        };
        let tasks: Result<Vec<Task<'_>>, CliError> = pairs.iter().filter(chosen).map(task).collect();
        let (sources, root) = (folder_of(&args.manifest), args.output.clone());
        Ok(Self { tasks: tasks?, sources, root, again: args.again })
    }

    /// Returns the files of a pair in the tables.
    pub(super) fn dataset(&self, task: &Task<'_>, inputs: Option<String>) -> Result<Dataset, CliError> {
        Dataset::new(&self.root, &task.labels, task.name.clone(), inputs)
    }

    /// Compares a pair unless it is finished. Only a folder that cannot be written is an error.
    fn work(&self, task: &Task<'_>, hashes: &mut Hashes, memory: &MemoryGate) -> Result<Done, CliError> {
        let inputs = PairInputs::new(&task.pair.pair, &self.sources, hashes);
        let inputs = inputs.map_err(|error| self.relative(&error.text()));
        // A pair whose files are missing is finished as long as the reason is the same.
        let content = match &inputs {
            Ok(inputs) => format!("{} {}", inputs.hash, task.matched_calls),
            Err(why) => why.clone(),
        };
        let hash = hash(content.as_bytes());
        let dataset = self.dataset(task, Some(hash.clone()))?;
        if !self.again && finished_with(&dataset.path::<VerdictRow>()).as_ref() == Some(&hash) {
            return Ok(Done::FinishedBefore);
        }
        let compared = inputs.and_then(|inputs| {
            let files: Vec<PathBuf> = inputs.runs.iter().flatten().map(|run| run.file.clone()).collect();
            let _taken = memory.take(need(&files));
            worker::compare(task, &inputs, &hash, &self.root).map_err(|why| self.relative(&why))
        });
        let Err(why) = compared else { return Ok(Done::Compared) };
        dataset.remove::<DifferenceRow>()?;
        dataset.remove::<PairFunctionRow>()?;
        dataset.remove::<AreaRow>()?;
        dataset.remove::<MatchRow<'_>>()?;
        dataset.write("", [VerdictRow { error: Some(why.clone()), ..VerdictRow::default() }])?;
        Ok(Done::Failed(why))
    }

    /// Returns a reason without the folder of the manifest, which may be a path of this machine.
    fn relative(&self, text: &str) -> String {
        crate::folder::without_folder(text, &self.sources)
    }
}

/// Returns the hash of the inputs that a finished pair had.
fn finished_with(path: &Path) -> Option<String> {
    let file = File::open(path).ok()?;
    Columns::inputs_of(&file).ok()?
}

impl Pool {
    /// Compares all pairs that are not finished.
    pub(super) fn work_off(&self, work: &Work<'_>) -> Result<PoolOutcome, CliError> {
        let (next, is_stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let progress = Progress::new(work.tasks.len());
        let results: Mutex<Vec<(usize, Result<Done, CliError>)>> = Mutex::default();
        let run = || {
            let mut hashes = Hashes::default();
            while !is_stopped.load(Ordering::Relaxed) {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(task) = work.tasks.get(place) else { break };
                let done = work.work(task, &mut hashes, &self.memory);
                match &done {
                    Ok(Done::FinishedBefore) => progress.skip(),
                    Ok(_) => progress.finish(&task.pair.pair.name),
                    // Every other pair would fail as well.
                    Err(_) => is_stopped.store(true, Ordering::Relaxed),
                }
                results.lock().unwrap_or_else(PoisonError::into_inner).push((place, done));
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.min(work.tasks.len()) {
                scope.spawn(run);
            }
        });
        drop(progress);
        let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        results.sort_by_key(|(place, _)| *place);
        let mut outcome = PoolOutcome::default();
        for (place, done) in results {
            match done? {
                Done::Compared => outcome.compared += 1,
                Done::FinishedBefore => outcome.finished_before += 1,
                Done::Failed(why) => outcome.errors.push((work.tasks[place].pair.pair.name.clone(), why)),
            }
        }
        Ok(outcome)
    }
}

/// Removes temporary files that a killed command left.
pub(super) fn remove_unfinished(root: &Path) -> Result<(), CliError> {
    let failed = |error: std::io::Error| CliError::Unwritable(format!("{}: {error}", root.display()));
    for (path, name) in crate::folder::files(root).map_err(failed)? {
        if is_unfinished(name.rsplit('/').next().unwrap_or(&name)) {
            std::fs::remove_file(path).map_err(failed)?;
        }
    }
    Ok(())
}
