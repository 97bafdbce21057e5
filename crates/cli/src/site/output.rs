//! The folder of the site: what is written, and what is removed.
//!
//! Files whose path contains a hash of their content stay for two releases after the last one that needs them, so that a
//! tab which was open when a site was deployed still finds them. A release is a build whose hashed files differ from
//! those of the build before. `build.json` remembers them. Files that the command did not write are never removed.

use crate::error::CliError;
use crate::output::document;
use crate::output_file::{OutputFile, is_unfinished};
use crate::pair_inputs::{hash, hash_of};
use diptych_site::{ASSETS, VIEWER};
use flate2::read::GzDecoder;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Name of the file that remembers the files of earlier builds.
const RECORD: &str = "build.json";
/// Number of releases whose hashed files stay, the newest one included.
const RELEASES: usize = 3;

/// A folder that is being written.
#[derive(Debug)]
pub(super) struct OutputFolder {
    root: PathBuf,
    /// Hashed files of the last releases, the newest first.
    releases: Vec<BTreeSet<String>>,
    /// All other files of the last build.
    earlier: BTreeSet<String>,
    /// Files of this build.
    files: BTreeSet<String>,
}

impl OutputFolder {
    /// Opens or creates a folder. Fails if it holds a page that this command did not write.
    pub(super) fn open(root: &Path) -> Result<Self, CliError> {
        fs::create_dir_all(root).map_err(|error| unwritable("created", root, &error))?;
        let record = fs::read_to_string(root.join(RECORD)).ok();
        if record.is_none() && root.join("index.html").exists() {
            return Err(CliError::Failed(format!(
                "{} holds an index.html that `diptych site` did not write; give an empty folder",
                root.display()
            )));
        }
        let record: Value = serde_json::from_str(&record.unwrap_or_default()).unwrap_or_default();
        let releases = record["releases"].as_array().into_iter().flatten().map(paths).collect();
        Ok(Self { root: root.to_owned(), releases, earlier: paths(&record["files"]), files: BTreeSet::new() })
    }

    /// Writes a file. One that is there already keeps its date, so that `rsync` and caches pass it over.
    pub(super) fn put(&mut self, name: &str, bytes: &[u8]) -> Result<(), CliError> {
        let path = self.path_for(name)?;
        if fs::read(&path).ok().as_deref() != Some(bytes) {
            OutputFile::new(&path, [])?.write(bytes)?;
        }
        Ok(())
    }

    /// Copies a file.
    pub(super) fn put_file(&mut self, name: &str, source: &Path) -> Result<(), CliError> {
        let bytes = fs::read(source).map_err(|error| unwritable("copied", source, &error))?;
        self.put(name, &bytes)
    }

    /// Writes a file below a folder with the hash of its content. Returns its path in the site.
    pub(super) fn put_hashed(&mut self, name: &str, bytes: &[u8]) -> Result<String, CliError> {
        let name = format!("{ASSETS}/{}/{name}", hash(bytes));
        self.put(&name, bytes)?;
        Ok(name)
    }

    /// Adds a file to this build, and returns its path on the disk. Its folder exists afterwards.
    pub(super) fn path_for(&mut self, name: &str) -> Result<PathBuf, CliError> {
        let path = self.root.join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| unwritable("created", folder, &error))?;
        }
        self.files.insert(name.to_owned());
        Ok(path)
    }

    /// Adds a file of an earlier build to this one. Returns its bytes; `None` if it is not there.
    pub(super) fn read(&mut self, name: &str) -> Option<Vec<u8>> {
        let bytes = is_inside(name).then(|| fs::read(self.root.join(name)).ok()).flatten()?;
        self.files.insert(name.to_owned());
        Some(bytes)
    }

    /// Adds a hashed file of an earlier build to this one. Returns false if it is not there, or damaged: if neither its
    /// bytes nor what they unpack to has the hash in its path.
    pub(super) fn keep_whole(&mut self, name: &str) -> bool {
        let mut parts = name.split('/');
        let (folder, expected) = (parts.next(), parts.next().unwrap_or_default());
        let is_whole = folder == Some(ASSETS)
            && is_inside(name)
            && fs::read(self.root.join(name)).is_ok_and(|bytes| {
                // Traces have the hash of what they were packed from.
                hash(&bytes) == expected || unpacked_hash(&bytes).as_deref() == Some(expected)
            });
        if is_whole {
            self.files.insert(name.to_owned());
        }
        is_whole
    }

    /// Returns the size of a file in bytes.
    pub(super) fn size(&self, name: &str) -> u64 {
        fs::metadata(self.root.join(name)).map_or(0, |about| about.len())
    }

    /// Removes unfinished files that a killed build left in the folders of this one.
    fn remove_remains(&self) {
        let folders: BTreeSet<PathBuf> =
            self.files.iter().filter_map(|name| self.root.join(name).parent().map(Path::to_owned)).collect();
        for entry in folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten() {
            if is_unfinished(&entry.file_name().to_string_lossy()) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// Removes what neither this build nor the last releases need. Returns the number of removed files.
    pub(super) fn finish(mut self) -> Result<usize, CliError> {
        let (hashed, plain): (BTreeSet<String>, BTreeSet<String>) =
            self.files.iter().cloned().partition(|name| is_hashed(name));
        let mut known: BTreeSet<String> = self.releases.iter().flatten().cloned().collect();
        known.append(&mut self.earlier);
        if self.releases.first() != Some(&hashed) {
            self.releases.insert(0, hashed);
        }
        self.releases.truncate(RELEASES);
        let record = document(json!({ "releases": self.releases, "files": plain }));
        let path = self.root.join(RECORD);
        OutputFile::new(&path, [])?.write(record)?;
        let is_needed =
            |name: &String| plain.contains(name) || self.releases.iter().any(|of| of.contains(name));
        let old: Vec<String> = known.into_iter().filter(|name| !is_needed(name)).collect();
        self.remove_remains();
        let mut removed = 0;
        for name in old.iter().filter(|name| is_inside(name)) {
            let path = self.root.join(name);
            removed += usize::from(fs::remove_file(&path).is_ok());
            // Fails while the folder has other files, which is what is wanted.
            path.parent().filter(|folder| *folder != self.root).map(fs::remove_dir);
        }
        Ok(removed)
    }
}

/// Returns the hash of what gzip packed; `None` if it is damaged.
fn unpacked_hash(bytes: &[u8]) -> Option<String> {
    hash_of(&mut GzDecoder::new(bytes)).ok()
}

fn unwritable(done: &str, path: &Path, error: &std::io::Error) -> CliError {
    CliError::Unwritable(format!("{} cannot be {done}: {error}", path.display()))
}

/// Returns true if the path of a file contains the hash of its content.
fn is_hashed(name: &str) -> bool {
    name.strip_prefix(VIEWER).and_then(|rest| rest.strip_prefix('/')).unwrap_or(name).starts_with("assets/")
}

/// Returns true if a path that was read from a file cannot lead out of the folder.
fn is_inside(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    !name.is_empty() && parts.all(|part| matches!(part, Component::Normal(_)))
}

fn paths(list: &Value) -> BTreeSet<String> {
    list.as_array().into_iter().flatten().filter_map(|name| Some(name.as_str()?.to_owned())).collect()
}
