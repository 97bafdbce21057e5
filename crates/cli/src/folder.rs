//! Turns a folder into the single file that readers expect: a tar of its files.

use diptych_formats::Input;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A tar of all files in a folder and its sub-folders, by path. It is made while it is read.
#[derive(Debug)]
pub(crate) struct Folder {
    /// Remaining files, the next one last: path on disk, and path in the folder.
    files: Vec<(PathBuf, String)>,
    /// Bytes to return before the rest of the open file.
    before: io::Cursor<Vec<u8>>,
    open: Option<io::Take<File>>,
    /// Number of zeros after that file, to fill a block.
    padding: usize,
}

/// Size of a block of a tar, in bytes.
const BLOCK: u64 = 512;

impl Folder {
    /// Lists a folder. It does not follow links to folders, which may form a cycle.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let mut files = files(path)?;
        files.reverse();
        Ok(Self { files, before: io::Cursor::default(), open: None, padding: 0 })
    }

    /// Opens the next file; returns `false` after the last one.
    fn next(&mut self) -> io::Result<bool> {
        let Some((path, name)) = self.files.pop() else { return Ok(false) };
        let file = File::open(&path)?;
        let size = file.metadata()?.len();
        let mut header = tar::Header::new_gnu();
        header.set_size(size);
        header.set_mode(0o644);
        let mut head = tar::Builder::new(Vec::new());
        // The builder writes the header, and before it an entry for a long name. The file's bytes follow on their own.
        head.append_data(&mut header, &name, io::empty())?;
        self.before = io::Cursor::new(std::mem::take(head.get_mut()));
        self.open = Some(file.take(size));
        self.padding = (size.next_multiple_of(BLOCK) - size) as usize;
        Ok(true)
    }
}

/// Most files of a folder that are looked at to see whether the folder is one recording.
const MOST_FILES: usize = 1000;

/// Most bytes at the beginning of a file from which its format is recognised.
const HEAD: u64 = 1 << 16;

/// Returns the reason why a folder is not one recording; `None` if it is. A folder is one recording if it is an OTF2
/// archive, or if only one of its files is a trace.
pub(crate) fn not_one_recording(folder: &Path) -> io::Result<Option<String>> {
    let mut files = Vec::new();
    let is_all = list(folder, "", MOST_FILES, &mut files)?;
    if files.is_empty() {
        return Ok(Some(format!(
            "{} is an empty folder. Name a trace, or a folder with one recording.",
            folder.display()
        )));
    }
    files.sort_by(|one, other| one.1.cmp(&other.1));
    if files.iter().any(|(_, name)| has_extension(name, "otf2")) {
        return Ok(None);
    }
    let count = if is_all { files.len().to_string() } else { format!("more than {MOST_FILES}") };
    let traces: Vec<&str> =
        files.iter().filter(|(path, name)| is_trace(path, name)).map(|(_, name)| &**name).take(3).collect();
    let (path, more) = (folder.display(), if traces.len() > 2 { " and others" } else { "" });
    Ok(match traces[..] {
        [first, second, ..] => Some(format!(
            "{path} is a folder of {count} files with several traces: {first}, {second}{more}. Name one of them, such as \
             {}.",
            folder.join(first).display()
        )),
        _ if !is_all => Some(format!(
            "{path} is a folder of {count} files. Name the trace among them, or a folder with one recording."
        )),
        _ => None,
    })
}

fn has_extension(name: &str, extension: &str) -> bool {
    Path::new(name).extension().is_some_and(|of| of.eq_ignore_ascii_case(extension))
}

/// Returns true if the first bytes of a file are those of a trace.
fn is_trace(path: &Path, name: &str) -> bool {
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    let mut input = Input::new(name);
    read.is_ok() && input.feed(&head).is_ok() && input.format().is_some()
}

/// Returns the files of a folder and its sub-folders, each with its path in the folder, by that path.
pub(crate) fn files(folder: &Path) -> io::Result<Vec<(PathBuf, String)>> {
    let mut files = Vec::new();
    list(folder, "", usize::MAX, &mut files)?;
    files.sort_by(|one, other| one.1.cmp(&other.1));
    Ok(files)
}

/// Lists at most `most` files. Returns false if there are more.
fn list(folder: &Path, within: &str, most: usize, files: &mut Vec<(PathBuf, String)>) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        let (entry, path) = entry.map(|entry| (entry.file_name(), entry.path()))?;
        let name = entry.to_string_lossy();
        let name = if within.is_empty() { name.into_owned() } else { format!("{within}/{name}") };
        let is_link = fs::symlink_metadata(&path)?.file_type().is_symlink();
        // A dangling link is no file.
        let Ok(about) = fs::metadata(&path) else { continue };
        if about.is_dir() && !is_link {
            if !list(&path, &name, most, files)? {
                return Ok(false);
            }
        } else if about.is_file() {
            if files.len() >= most {
                return Ok(false);
            }
            files.push((path, name));
        }
    }
    Ok(true)
}

/// Returns a path for people, without the folder of the manifest, which may be a path of this machine.
pub(crate) fn without_folder(text: &str, folder: &Path) -> String {
    let prefix = PathBuf::from(folder).join("").display().to_string();
    if prefix.is_empty() { text.to_owned() } else { text.replace(&prefix, "") }
}

impl Read for Folder {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.before.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            if let Some(open) = &mut self.open {
                let count = open.read(buffer)?;
                if count > 0 {
                    return Ok(count);
                }
                if open.limit() > 0 {
                    return Err(io::Error::other("a file of the folder became shorter while it was read"));
                }
                self.open = None;
                self.before = io::Cursor::new(vec![0; std::mem::take(&mut self.padding)]);
            } else if !self.next()? {
                return Ok(0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Folder;
    use std::io::Read;

    #[test]
    fn folder_reads_as_a_tar_of_files() {
        let folder = std::env::temp_dir().join(format!("diptych-folder-{}", std::process::id()));
        let long = "l".repeat(120);
        let files = [("b.txt", 3), ("deep/a.bin", 512), ("deep/empty", 0), (long.as_str(), 700)];
        std::fs::create_dir_all(folder.join("deep")).unwrap();
        for (name, size) in files {
            std::fs::write(folder.join(name), vec![b'x'; size]).unwrap();
        }
        let mut bytes = Vec::new();
        Folder::open(&folder).unwrap().read_to_end(&mut bytes).unwrap();
        let mut seen: Vec<(String, usize)> = Vec::new();
        for entry in tar::Archive::new(&bytes[..]).entries().unwrap() {
            let mut entry = entry.unwrap();
            let mut content = Vec::new();
            entry.read_to_end(&mut content).unwrap();
            assert!(content.iter().all(|&byte| byte == b'x'));
            seen.push((entry.path().unwrap().to_string_lossy().into_owned(), content.len()));
        }
        let mut wanted: Vec<(String, usize)> =
            files.into_iter().map(|(name, size)| (name.to_owned(), size)).collect();
        wanted.sort();
        assert_eq!(seen, wanted);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
