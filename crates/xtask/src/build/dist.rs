//! The output folder: files under plain or content-hashed names, without the remains of an earlier build.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::files;

/// Folder for files with a hash in their names, relative to the output folder.
pub(crate) const ASSETS: &str = "assets";

/// An output folder that is being filled.
#[derive(Debug)]
pub(crate) struct Dist {
    root: PathBuf,
    /// Paths of this build's files, relative to the root, with forward slashes.
    kept: BTreeSet<String>,
}

impl Dist {
    /// Opens or creates the folder `root`.
    pub(crate) fn open(root: PathBuf) -> Result<Self> {
        fs::create_dir_all(root.join(ASSETS)).with_context(|| root.display().to_string())?;
        Ok(Self { root, kept: BTreeSet::new() })
    }

    /// Returns the folder for hashed files.
    pub(crate) fn assets(&self) -> PathBuf {
        self.root.join(ASSETS)
    }

    /// Writes a file under its own name.
    pub(crate) fn put(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.root.join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        // An unchanged file keeps its date, so that caches and watchers do not notice it.
        if fs::read(&path).ok().as_deref() != Some(bytes) {
            fs::write(&path, bytes).with_context(|| path.display().to_string())?;
        }
        self.kept.insert(name.to_owned());
        Ok(())
    }

    /// Writes a file as `assets/STEM-HASH.EXTENSION` and returns that name.
    pub(crate) fn put_hashed(&mut self, stem: &str, extension: &str, bytes: &[u8]) -> Result<String> {
        let hash = xxhash_rust::xxh3::xxh3_64(bytes);
        let name = format!("{ASSETS}/{stem}-{hash:016x}.{extension}");
        self.put(&name, bytes)?;
        Ok(name)
    }

    /// Writes a copy of an existing file, like [`Self::put_hashed`].
    pub(crate) fn put_hashed_file(&mut self, source: &Path) -> Result<String> {
        let bytes = fs::read(source).with_context(|| source.display().to_string())?;
        let part = |part: Option<&std::ffi::OsStr>| part.map(|p| p.to_string_lossy().into_owned());
        let stem = part(source.file_stem()).context("a file without a name")?;
        let extension = part(source.extension()).unwrap_or_default();
        self.put_hashed(&stem, &extension, &bytes)
    }

    /// Marks a file that another program wrote into the folder as part of this build.
    pub(crate) fn keep(&mut self, name: &str) {
        self.kept.insert(name.to_owned());
    }

    /// Copies the files under `source` whose names `wanted` accepts, including sub-folders.
    pub(crate) fn put_folder(&mut self, source: &Path, wanted: impl Fn(&str) -> bool) -> Result<()> {
        for name in files::under(source)? {
            if wanted(&name) {
                self.put(&name, &fs::read(source.join(&name))?)?;
            }
        }
        Ok(())
    }

    /// Returns the files so far that a browser needs to run the page, with an id that follows from their contents.
    ///
    /// Source maps and licence texts are left out: the page does not fetch them.
    pub(crate) fn generation(&self) -> Result<serde_json::Value> {
        let is_run = |name: &&String| !matches!(files::extension(name), "map" | "txt");
        let files: Vec<&String> = self.kept.iter().filter(is_run).collect();
        let mut contents = Vec::new();
        for name in &files {
            contents.extend(name.as_bytes());
            contents.extend(xxhash_rust::xxh3::xxh3_64(&fs::read(self.root.join(name))?).to_le_bytes());
        }
        let id = format!("{:016x}", xxhash_rust::xxh3::xxh3_64(&contents));
        Ok(serde_json::json!({ "id": id, "files": files }))
    }

    /// Removes every file that is not part of this build.
    pub(crate) fn prune(&self) -> Result<()> {
        for name in files::under(&self.root)? {
            if !self.kept.contains(&name) {
                fs::remove_file(self.root.join(&name)).with_context(|| name.clone())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashed_names_follow_content_and_prune_works() {
        let root = std::env::temp_dir().join(format!("diptych-dist-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        let mut first = Dist::open(root.clone()).unwrap();
        let one = first.put_hashed("main", "js", b"one").unwrap();
        first.put("examples/a.json", b"{}").unwrap();
        first.prune().unwrap();

        first.put("assets/main.js.map", b"{}").unwrap();
        let generation = first.generation().unwrap();
        assert_eq!(generation["files"], serde_json::json!([one, "examples/a.json"]));
        first.put("examples/a.json", b"[]").unwrap();
        assert_ne!(first.generation().unwrap()["id"], generation["id"]);

        let mut second = Dist::open(root.clone()).unwrap();
        let same = second.put_hashed("main", "js", b"one").unwrap();
        let two = second.put_hashed("main", "js", b"two").unwrap();
        second.prune().unwrap();

        assert_eq!(one, same);
        assert_ne!(one, two);
        assert!(one.starts_with("assets/main-") && files::extension(&one) == "js", "{one}");
        assert_eq!(files::under(&root).unwrap(), {
            let mut names = [one, two];
            names.sort();
            names
        });
        fs::remove_dir_all(&root).unwrap();
    }
}
