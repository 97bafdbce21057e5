//! The folder of tiles. It is written under another name and takes its place when it is complete.

use crate::error::CliError;
use crate::output_file::TemporaryFolder;
use diptych_tiles::Scratch;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Name of the file that makes a folder a folder of tiles.
const MANIFEST: &str = "tiles.json";

/// A folder of tiles that is being written.
#[derive(Debug)]
pub(super) struct TileFolder {
    path: PathBuf,
    unfinished: TemporaryFolder,
}

impl TileFolder {
    /// Checks the place and begins the folder.
    ///
    /// # Errors
    ///
    /// Fails if the place is a file, or a folder that holds something else than tiles.
    pub(super) fn new(path: &Path) -> Result<Self, CliError> {
        let named = path.display();
        if path.exists() && !path.is_dir() {
            return Err(CliError::Failed(format!("{named} cannot be written: it is a file; give a folder")));
        }
        let is_empty = fs::read_dir(path).map_or(true, |mut entries| entries.next().is_none());
        if !is_empty && !path.join(MANIFEST).is_file() {
            return Err(CliError::Failed(format!(
                "{named} holds files that are no tiles; give an empty folder"
            )));
        }
        let parent = match path.parent() {
            Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
            Some(parent) => parent,
            None => return Err(CliError::Failed(format!("{named} cannot be written; give another folder"))),
        };
        fs::create_dir_all(parent).map_err(|error| unwritable(path, &error))?;
        // A path that ends with `..` has no name.
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let unfinished = TemporaryFolder::new(parent, &name).map_err(|error| unwritable(path, &error))?;
        Ok(Self { path: path.to_owned(), unfinished })
    }

    /// Makes a temporary file beside the output. It has no name, so a killed run leaves nothing of it.
    pub(super) fn scratch(&self) -> io::Result<Box<dyn Scratch>> {
        Ok(Box::new(tempfile::tempfile_in(self.unfinished.path())?))
    }

    /// Writes a file of the folder.
    pub(super) fn write(
        &self,
        name: &str,
        fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), CliError> {
        let written = || -> io::Result<()> {
            let mut out = BufWriter::new(File::create(self.unfinished.path().join(name))?);
            fill(&mut out)?;
            out.flush()?;
            out.get_ref().sync_all()
        };
        written().map_err(|error| unwritable(&self.path.join(name), &error))
    }

    /// Puts the folder in its place. Tiles of an earlier run go.
    pub(super) fn finish(self) -> Result<(), CliError> {
        let Self { path, unfinished } = self;
        let replace = || -> io::Result<()> {
            if path.is_dir() {
                for name in [MANIFEST, "a.tiles", "b.tiles"] {
                    let file = path.join(name);
                    if file.is_file() {
                        fs::remove_file(file)?;
                    }
                }
                // The manifest comes last: without it, the folder is none of tiles.
                for name in ["a.tiles", "b.tiles", MANIFEST] {
                    let file = unfinished.path().join(name);
                    if file.is_file() {
                        fs::rename(file, path.join(name))?;
                    }
                }
                return Ok(());
            }
            fs::rename(unfinished.keep(), &path)
        };
        replace().map_err(|error| unwritable(&path, &error))
    }
}

fn unwritable(path: &Path, error: &io::Error) -> CliError {
    CliError::Unwritable(format!("{} cannot be written: {error}", path.display()))
}
