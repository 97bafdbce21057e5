//! A file that a verb writes. It takes the place of an older file only once it is complete.

use crate::error::CliError;
use crate::open::file_of;
use std::fmt;
use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The file of a verb's result.
///
/// The bytes go to a temporary file in the same folder, which is renamed at the end. A killed run or a full disk
/// leaves the older file as it was.
#[derive(Debug)]
pub(crate) struct OutputFile {
    /// Path as the user named it, for messages.
    named: PathBuf,
    /// Path after following symbolic links: a rename over a link would replace the link.
    path: PathBuf,
}

impl OutputFile {
    /// Checks an output file before minutes are spent on its content.
    ///
    /// # Errors
    ///
    /// [`CliError::Usage`] if the file is one of the inputs, [`CliError::Failed`] if its folder does not exist.
    pub(crate) fn new<'p>(
        named: &Path,
        inputs: impl IntoIterator<Item = &'p Path>,
    ) -> Result<Self, CliError> {
        let name = named.display();
        if named.is_dir() {
            return Err(CliError::Failed(format!("{name} cannot be written: it is a folder")));
        }
        let path = named.canonicalize().unwrap_or_else(|_| named.to_owned());
        let is_input = |input: &Path| {
            let is_same = |input: PathBuf| input.is_file() && input == path;
            file_of(input).canonicalize().is_ok_and(is_same)
        };
        if inputs.into_iter().any(is_input) {
            return Err(CliError::Usage(format!(
                "{name} is also an input, and writing would destroy it; choose another output file"
            )));
        }
        let output = Self { named: named.to_owned(), path };
        let folder = output.folder();
        if !folder.is_dir() {
            return Err(CliError::Failed(format!(
                "{name} cannot be written: there is no folder {}",
                folder.display()
            )));
        }
        Ok(output)
    }

    /// Writes the whole file.
    pub(crate) fn write(&self, bytes: impl AsRef<[u8]>) -> Result<(), CliError> {
        self.write_with(|out| out.write_all(bytes.as_ref()))
    }

    /// Writes the whole file piece by piece. The older file stays if `fill` fails.
    pub(crate) fn write_with<T>(
        &self,
        fill: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<T>,
    ) -> Result<T, CliError> {
        let written = if self.is_special() { self.write_through(fill) } else { self.replace(fill) };
        written.map_err(|error| {
            CliError::Unwritable(format!("{} cannot be written: {error}", self.named.display()))
        })
    }

    /// Returns true for a pipe or a device such as `/dev/stdout`, which nothing may take the place of.
    fn is_special(&self) -> bool {
        self.path.metadata().is_ok_and(|about| !about.is_file())
    }

    fn write_through<T>(&self, fill: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<T>) -> io::Result<T> {
        let mut out = BufWriter::new(File::options().write(true).open(&self.path)?);
        let value = fill(&mut out)?;
        out.flush()?;
        Ok(value)
    }

    fn replace<T>(&self, fill: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<T>) -> io::Result<T> {
        let older = self.path.metadata().ok().map(|about| about.permissions());
        if older.as_ref().is_some_and(Permissions::readonly) {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
        }
        let mut temporary = temporary_file_in(self.folder())?;
        let mut out = BufWriter::new(temporary.as_file_mut());
        let value = fill(&mut out)?;
        out.flush()?;
        drop(out);
        if let Some(permissions) = older {
            temporary.as_file().set_permissions(permissions)?;
        }
        // Without this, a power cut after the rename could leave an empty file.
        temporary.as_file().sync_all()?;
        temporary.persist(&self.path).map_err(|error| error.error)?;
        Ok(value)
    }

    fn folder(&self) -> &Path {
        let parent = self.path.parent().unwrap_or_else(|| Path::new("/"));
        if parent.as_os_str().is_empty() { Path::new(".") } else { parent }
    }
}

/// Beginning and end of the names of temporary files.
const PREFIX: &str = ".diptych-";
const SUFFIX: &str = ".part";

/// Returns true for the name of a temporary file. One that nobody writes any more is what a killed run left.
pub(crate) fn is_unfinished(name: &str) -> bool {
    name.starts_with(PREFIX) && name.ends_with(SUFFIX)
}

/// A temporary folder beside the folder that it becomes. It goes with the value. A killed run leaves it, and the next run
/// into the same folder removes it.
#[derive(Debug)]
pub(crate) struct TemporaryFolder {
    folder: tempfile::TempDir,
    /// Tells other runs that the folder is in use: the system lets go of it when the run ends, however it ends.
    _lock: Option<File>,
}

impl TemporaryFolder {
    /// Makes the folder in `parent`, for the folder of this name in there.
    pub(crate) fn new(parent: &Path, name: &str) -> io::Result<Self> {
        let prefix = temporary_prefix(name);
        remove_abandoned(parent, &prefix);
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(SUFFIX).rand_bytes(RANDOM);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
        let folder = builder.tempdir_in(parent)?;
        let lock = lock(folder.path());
        Ok(Self { folder, _lock: lock })
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Leaves the folder where it is, and returns its path.
    pub(crate) fn keep(self) -> PathBuf {
        self.folder.keep()
    }
}

/// Number of random characters in the name of a temporary folder. They are letters and digits.
const RANDOM: usize = 6;
/// Longest part of a name that is put into the name of a temporary folder, which the system limits to 255 bytes.
const LONGEST: usize = 200;

/// Returns how the names of temporary folders begin that become the folder of this name.
fn temporary_prefix(name: &str) -> String {
    let cut = (0..=LONGEST.min(name.len())).rev().find(|&at| name.is_char_boundary(at)).unwrap_or(0);
    format!("{PREFIX}{}-", &name[..cut])
}

/// Removes the temporary folders of runs that were killed. Folders that a running one holds stay, and so does what cannot
/// be removed.
fn remove_abandoned(parent: &Path, prefix: &str) {
    let is_random =
        |text: &str| text.len() == RANDOM && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let random = name.to_str().and_then(|name| name.strip_prefix(prefix)?.strip_suffix(SUFFIX));
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && random.is_some_and(is_random) && lock(&entry.path()).is_some() {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Locks a folder for as long as the value lives. `None` if another run holds it, or if the system has no such locks.
fn lock(folder: &Path) -> Option<File> {
    #[cfg(unix)]
    {
        let open = File::open(folder).ok()?;
        rustix::fs::flock(&open, rustix::fs::FlockOperation::NonBlockingLockExclusive).ok()?;
        Some(open)
    }
    #[cfg(not(unix))]
    {
        let _ = folder;
        None
    }
}

/// Makes a temporary file with the permissions that a new file gets: temporary files are private by default.
fn temporary_file_in(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Lets formatted text be written to a file. It keeps the error of the file, which [`fmt::Error`] cannot hold.
pub(crate) struct TextWriter<'w> {
    out: &'w mut dyn Write,
    error: Option<io::Error>,
}

impl<'w> TextWriter<'w> {
    /// Writes text through `fill` and returns its value.
    pub(crate) fn write<T>(
        out: &'w mut dyn Write,
        fill: impl FnOnce(&mut dyn fmt::Write) -> Result<T, fmt::Error>,
    ) -> io::Result<T> {
        let mut writer = Self { out, error: None };
        let written = fill(&mut writer);
        written.map_err(|error| writer.error.unwrap_or_else(|| io::Error::other(error)))
    }
}

impl fmt::Write for TextWriter<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.out.write_all(text.as_bytes()).map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }
}
