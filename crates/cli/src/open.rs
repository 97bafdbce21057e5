//! Opens files and standard input as runs.

use crate::error::CliError;
use crate::folder::{Folder, not_one_recording};
use crate::memory;
use crate::output::{note, shown};
use diptych_engine::trace::Run;
use diptych_engine::{Naming, ReadOptions, Reader, Recaller, StructureFile};
use diptych_protocol::recall::RecallOutcome;
use diptych_protocol::{Failure, FailureKind};
use diptych_views::words;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// Opens a file, a folder as an archive of its files, or standard input for `-`. If the path ends with `#NAME`, it
/// opens that one of several traces.
pub(crate) fn open(path: &Path) -> Result<Run, CliError> {
    with_calls(open_any(path)?)
}

/// Opens a file like [`open`], with rules for names with arguments other than the default ones.
pub(crate) fn open_named(path: &Path, naming: &Naming) -> Result<Run, CliError> {
    with_calls(open_with(path, ReadOptions { naming: naming.clone(), ..ReadOptions::default() })?)
}

/// Refuses a tile, in which one row stands for several calls. `why` goes on after `calls are folded in it, so`.
pub(crate) fn unfolded(run: Run, why: &str) -> Result<Run, CliError> {
    if run.trace.is_folded() {
        let name = shown(&run.name);
        return Err(CliError::Failed(format!(
            "{name} is a tile: calls are folded in it, so {why}. Give the trace itself."
        )));
    }
    Ok(run)
}

fn with_calls(run: Run) -> Result<Run, CliError> {
    if run.trace.is_structure() { Err(failed(&diptych_engine::alone(None, &run))) } else { Ok(run) }
}

/// Opens a file like [`open`], and accepts one that contains a structure without calls.
pub(crate) fn open_any(path: &Path) -> Result<Run, CliError> {
    open_with(path, ReadOptions::default())
}

fn open_with(path: &Path, options: ReadOptions) -> Result<Run, CliError> {
    let (path, trace) = split(path);
    let options = ReadOptions { trace, ..options };
    if path == Path::new("-") {
        return read("standard input", options, std::io::stdin().lock());
    }
    let name = path.file_name().map_or_else(|| path.to_string_lossy(), |name| name.to_string_lossy());
    if path.is_dir() {
        let listed = if options.trace.is_some() { Ok(None) } else { not_one_recording(&path) };
        let problem = listed
            .map_err(|error| CliError::Failed(format!("{} cannot be listed: {error}", path.display())))?;
        if let Some(problem) = problem {
            return Err(CliError::Failed(problem));
        }
        let files = crate::folder::files(&path).unwrap_or_default();
        let bytes = files.iter().filter_map(|(file, _)| Some(file.metadata().ok()?.len())).sum();
        return read(&name, ReadOptions { bytes, ..options }, open_folder(&path)?);
    }
    let file = open_file(&path)?;
    // A pipe has no size.
    let bytes = file.metadata().map_or(0, |about| about.len());
    read(&name, ReadOptions { bytes, ..options }, file)
}

/// Returns the path if it is a file that can be read twice. Standard input, a folder and `FILE#NAME` are not.
pub(crate) fn plain_file(path: &Path) -> Option<&Path> {
    path.metadata().is_ok_and(|about| about.is_file()).then_some(path)
}

/// Reads the structure of a program: a list of paths, or the elements that a trace states.
pub(crate) fn structure(path: &Path) -> Result<StructureFile, CliError> {
    let run = open_any(path)?;
    if run.trace.elements().is_empty() {
        let text = "contains no structure. Give a list of paths, as `git ls-files` prints it, or an RSF file";
        return Err(CliError::Failed(format!("{} {text}.", path.display())));
    }
    Ok(StructureFile::new(run.name, run.trace))
}

/// Returns the unpacked bytes of a stored comparison and the name of its file; `None` if the file is something else.
pub(crate) fn kept_comparison(path: &Path) -> Result<Option<(String, Vec<u8>)>, CliError> {
    let Ok(mut file) = File::open(path) else { return Ok(None) };
    // Reading a pipe would consume bytes that the caller still needs.
    if !file.metadata().is_ok_and(|about| about.is_file()) {
        return Ok(None);
    }
    let name = path.file_name().map_or_else(|| path.to_string_lossy(), |name| name.to_string_lossy());
    let mut reader = Reader::new(None, &name, 0);
    let mut chunk = vec![0; 1 << 14];
    while reader.may_be_stored() {
        match file.read(&mut chunk) {
            Ok(0) => return Ok(reader.take_stored()),
            Ok(count) => reader.feed(&chunk[..count]),
            Err(error) => {
                return Err(CliError::Failed(format!("{} cannot be read: {error}", path.display())));
            }
        };
    }
    Ok(None)
}

/// Splits `FILE#NAME`. A `#` in the name of an existing file belongs to the name. Of several `#`, the last one after
/// the path of an existing file separates the two.
pub(crate) fn split(path: &Path) -> (PathBuf, Option<String>) {
    let whole = || (path.to_owned(), None);
    let Some(text) = path.to_str().filter(|_| !path.exists()) else { return whole() };
    let parts = text.rmatch_indices('#').map(|(at, _)| (&text[..at], &text[at + 1..]));
    let is_there = |file: &str| file == "-" || Path::new(file).exists();
    let named = parts.into_iter().find(|(file, _)| is_there(file));
    named.map_or_else(whole, |(file, trace)| (PathBuf::from(file), Some(trace.to_owned())))
}

/// Returns the path of the file that `FILE` or `FILE#NAME` names.
pub(crate) fn file_of(path: &Path) -> PathBuf {
    split(path).0
}

/// Reads one record again from the file that was read as `run`.
pub(crate) fn recall(path: &Path, run: &Run, offset: u64) -> Result<RecallOutcome, CliError> {
    let (path, _) = split(path);
    if path.is_dir() {
        let recaller = Recaller::new(&run.name, &run.format, offset, run.packed);
        return Ok(diptych_engine::recall(recaller, open_folder(&path)?));
    }
    let mut file = open_file(&path)?;
    if !run.packed {
        file.seek(SeekFrom::Start(offset))
            .map_err(|error| CliError::Failed(format!("{} cannot be read: {error}", path.display())))?;
    }
    let recaller = Recaller::new(&run.name, &run.format, offset, run.packed);
    Ok(diptych_engine::recall(recaller, file))
}

fn open_file(path: &Path) -> Result<File, CliError> {
    File::open(path)
        .map_err(|error| CliError::Failed(format!("{} cannot be opened: {error}", path.display())))
}

fn open_folder(path: &Path) -> Result<Folder, CliError> {
    Folder::open(path)
        .map_err(|error| CliError::Failed(format!("{} cannot be listed: {error}", path.display())))
}

fn read(name: &str, options: ReadOptions, source: impl Read) -> Result<Run, CliError> {
    let turn = memory::turn();
    let options = ReadOptions { budget: turn.budget(), ..options };
    diptych_engine::read_any(name, options, source).map_err(|failure| match failure.kind {
        FailureKind::TooBig | FailureKind::TooBigForCalls => turn.refusal(&failure),
        _ => failed(&failure),
    })
}

fn failed(failure: &Failure) -> CliError {
    CliError::Failed(format!("{} {}", failure.title, failure.body))
}

/// Returns the runs of a side without copies: files with the same bytes as an earlier one. Each copy is reported. Fails if
/// the side names a file twice.
///
/// A copy has no noise of its own, so counting it as a run would make noise look smaller than it is.
pub(crate) fn without_copies(runs: &[PathBuf], side: &str) -> Result<Vec<PathBuf>, CliError> {
    all_different(runs, side)?;
    let mut kept: Vec<PathBuf> = Vec::new();
    for path in runs {
        match kept.iter().find(|other| has_same_bytes(path, other)) {
            Some(first) => note(&format!(
                "diptych: {} and {} contain the same bytes. Diptych counts them as one run of {side}.",
                words::shown(&first.display().to_string()),
                words::shown(&path.display().to_string())
            )),
            None => kept.push(path.clone()),
        }
    }
    Ok(kept)
}

/// Returns true if two plain files have the same bytes. A file that cannot be read has none: opening it reports why.
fn has_same_bytes(one: &Path, other: &Path) -> bool {
    let size = |path: &Path| plain_file(path)?.metadata().ok().map(|about| about.len());
    if size(one).is_none() || size(one) != size(other) {
        return false;
    }
    let bytes = |path: &Path| File::open(path).ok().map(|file| BufReader::new(file).bytes());
    let (Some(one), Some(other)) = (bytes(one), bytes(other)) else { return false };
    one.zip(other).all(|pair| matches!(pair, (Ok(one), Ok(other)) if one == other))
}

/// Fails if a side names a file twice.
fn all_different(runs: &[PathBuf], side: &str) -> Result<(), CliError> {
    let mut known = BTreeSet::new();
    let mut is_new = |path: &PathBuf| known.insert(path.canonicalize().unwrap_or_else(|_| path.clone()));
    match runs.iter().find(|path| !is_new(path)) {
        None => Ok(()),
        Some(twice) => Err(CliError::Usage(format!(
            "{side} names {} twice; each run needs a file of its own",
            words::shown(&twice.display().to_string())
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_of_a_run_count_once() {
        let folder = std::env::temp_dir().join(format!("diptych-copies-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = |name: &str, bytes: &str| {
            let path = folder.join(name);
            std::fs::write(&path, bytes).unwrap();
            path
        };
        let [first, copy, other] = [("a", "12"), ("b", "12"), ("c", "13")].map(|(name, of)| file(name, of));
        let missing = folder.join("d");
        let runs = [first.clone(), copy, other.clone(), missing.clone()];
        assert_eq!(without_copies(&runs, "--a").unwrap(), [first.clone(), other, missing]);
        assert!(without_copies(&[first.clone(), first], "--a").is_err());
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn number_sign_separates_file_and_trace() {
        let folder = std::env::temp_dir().join(format!("diptych-open-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for file in ["a.json", "b#1.json"] {
            std::fs::write(folder.join(file), "").unwrap();
        }
        let parts = |text: &str| {
            let (path, trace) = split(&folder.join(text));
            (path.file_name().unwrap().to_str().unwrap().to_owned(), trace)
        };
        let named = |file: &str, trace: &str| (file.to_owned(), Some(trace.to_owned()));
        let whole = |file: &str| (file.to_owned(), None);
        assert_eq!(parts("a.json"), whole("a.json"));
        assert_eq!(parts("a.json#cpu"), named("a.json", "cpu"));
        assert_eq!(parts("a.json#cpu#2"), named("a.json", "cpu#2"));
        assert_eq!(parts("b#1.json"), whole("b#1.json"));
        assert_eq!(parts("b#1.json#2"), named("b#1.json", "2"));
        assert_eq!(parts("none.json#2"), whole("none.json#2"));
        assert_eq!(split(Path::new("-#2")), (PathBuf::from("-"), Some("2".to_owned())));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
