//! The files of a pair, and the hash by which a build knows that nothing changed.

use crate::error::{CliError, cannot_be};
use crate::folder::Folder;
use crate::open::split;
use diptych_site::Pair;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// A run, found on the disk.
#[derive(Debug, Clone)]
pub(crate) struct RunFile {
    /// Path as it is opened, with `#NAME` for one of several traces.
    pub(crate) path: PathBuf,
    /// File or folder.
    pub(crate) file: PathBuf,
    /// Name of one of several traces in it.
    pub(crate) trace: Option<String>,
    /// Hash of its content.
    pub(crate) hash: String,
}

/// The files of a pair.
#[derive(Debug)]
pub(crate) struct PairInputs {
    pub(crate) runs: [Vec<RunFile>; 2],
    pub(crate) known: Option<PathBuf>,
    pub(crate) rules: Option<PathBuf>,
    /// Hash of everything that the comparison depends on.
    pub(crate) hash: String,
}

/// Number of hexadecimal digits of a hash: 80 bits.
const DIGITS: usize = 20;

/// Returns the hash of bytes, as paths and `index.json` have it.
pub(crate) fn hash(bytes: &[u8]) -> String {
    shortened(Sha256::new_with_prefix(bytes))
}

/// Returns the hash of everything that a source has, read piece by piece.
pub(crate) fn hash_of(source: &mut dyn Read) -> std::io::Result<String> {
    let (mut hash, mut chunk) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match source.read(&mut chunk)? {
            0 => return Ok(shortened(hash)),
            count => hash.update(&chunk[..count]),
        }
    }
}

fn shortened(hash: Sha256) -> String {
    let mut text = String::new();
    for byte in &hash.finalize()[..DIGITS / 2] {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Opens a file, or a folder as an archive of its files.
pub(crate) fn bytes_of(path: &Path) -> std::io::Result<Box<dyn Read>> {
    if path.is_dir() { Ok(Box::new(Folder::open(path)?)) } else { Ok(Box::new(File::open(path)?)) }
}

/// The hashes of files that were read already. Pairs often share a baseline.
#[derive(Debug, Default)]
pub(crate) struct Hashes(BTreeMap<PathBuf, String>);

impl Hashes {
    fn of(&mut self, path: &Path) -> Result<String, CliError> {
        if let Some(known) = self.0.get(path) {
            return Ok(known.clone());
        }
        let failed = |error: std::io::Error| cannot_be("read", path, &error);
        let hash = bytes_of(path).and_then(|mut source| hash_of(&mut source)).map_err(failed)?;
        self.0.insert(path.to_owned(), hash.clone());
        Ok(hash)
    }
}

impl PairInputs {
    /// Finds and reads the files of a pair. `folder` is that of the manifest.
    pub(crate) fn new(pair: &Pair, folder: &Path, hashes: &mut Hashes) -> Result<Self, CliError> {
        let mut side = |patterns: &[String]| -> Result<Vec<RunFile>, CliError> {
            let mut runs = Vec::new();
            for path in matching(patterns, folder)? {
                let (file, trace) = split(&path);
                runs.push(RunFile { hash: hashes.of(&file)?, path, file, trace });
            }
            Ok(runs)
        };
        let runs = [side(&pair.a)?, side(&pair.b)?];
        let [known, rules] =
            [&pair.known, &pair.rules].map(|path| path.as_ref().map(|path| folder.join(path)));
        let mut all = Sha256::new();
        // A length before each text keeps two lists of texts from having the same bytes.
        let mut add = |text: &str| {
            all.update((text.len() as u64).to_le_bytes());
            all.update(text);
        };
        add(env!("CARGO_PKG_VERSION"));
        for side in &runs {
            add("side");
            for run in side {
                add(&run.hash);
                add(&run
                    .file
                    .file_name()
                    .map_or_else(String::new, |name| name.to_string_lossy().into_owned()));
                add(run.trace.as_deref().unwrap_or_default());
            }
        }
        add("conditions");
        pair.fail_if.iter().for_each(|condition| add(condition));
        add(&format!("{} {} {}", pair.traces, pair.allow_unlike, pair.allow_incomplete));
        for path in [&known, &rules] {
            add(&path.as_ref().map_or_else(|| Ok(String::new()), |path| hashes.of(path))?);
        }
        Ok(Self { runs, known, rules, hash: shortened(all) })
    }
}

/// Returns the paths that fit the patterns, in their order; those of one pattern by name.
fn matching(patterns: &[String], folder: &Path) -> Result<Vec<PathBuf>, CliError> {
    let mut found = Vec::new();
    for pattern in patterns {
        let path = folder.join(pattern);
        let is_there = split(&path).0.exists();
        if is_there || !pattern.contains(['*', '?', '[']) {
            found.push(path);
            continue;
        }
        let wrong = |why: String| CliError::Failed(format!("`{pattern}`: {why}"));
        // Characters of the folder's own name are no pattern.
        let escaped = glob::Pattern::escape(&folder.join("").to_string_lossy());
        let paths = glob::glob(&(escaped + pattern)).map_err(|error| wrong(error.to_string()))?;
        let before = found.len();
        for path in paths {
            found.push(path.map_err(|error| wrong(error.to_string()))?);
        }
        if found.len() == before {
            return Err(wrong("no file fits this pattern".to_owned()));
        }
    }
    Ok(found)
}
