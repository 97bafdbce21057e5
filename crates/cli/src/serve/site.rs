//! The files that the server has: the page, and the files of the command line.

use crate::app_folder::app_folder;
use crate::args::ServeArgs;
use crate::error::CliError;
use crate::open::plain_file;
use crate::percent::encoded;
use std::fmt::Write as _;
use std::path::{Component, Path, PathBuf};

/// The files below the secret path.
#[derive(Debug)]
pub(super) struct Site {
    app: PathBuf,
    /// Paths below the secret one, and the files that they stand for.
    files: Vec<(String, PathBuf)>,
    hosts: [String; 2],
    port: u16,
    secret: String,
}

impl Site {
    /// Checks the files. `secret` are random bytes.
    pub(super) fn new(args: &ServeArgs, port: u16, secret: &[u8]) -> Result<Self, CliError> {
        let app = app_folder(args.app.as_deref())?;
        let mut files = Vec::new();
        for (letter, path) in ["a", "b"].into_iter().zip(&args.files) {
            let file = plain_file(path).ok_or_else(|| {
                CliError::Failed(format!(
                    "{} is not a file that the page can read from here; folders and parts of files open in the page \
                     itself",
                    path.display()
                ))
            })?;
            let name = file.file_name().map_or_else(|| letter.into(), |name| name.to_string_lossy());
            files.push((format!("open/{letter}/{}", encoded(&name)), file.to_owned()));
        }
        let hosts = ["127.0.0.1", "localhost"].map(|host| format!("{host}:{port}"));
        let mut hex = String::new();
        for byte in secret {
            let _ = write!(hex, "{byte:02x}");
        }
        Ok(Self { app, files, hosts, port, secret: hex })
    }

    /// Returns the address that opens the page with the files.
    pub(super) fn address(&self) -> String {
        let sides = ["a", "b"].into_iter().zip(&self.files);
        // The page decodes the value once, and then reads it as an address.
        let sides: Vec<String> =
            sides.map(|(letter, (path, _))| format!("{letter}={}", path.replace('%', "%25"))).collect();
        format!("http://127.0.0.1:{}/{}/#{}", self.port, self.secret, sides.join("&"))
    }

    /// Returns true if a request names this server as its host.
    pub(super) fn is_host(&self, host: Option<&str>) -> bool {
        host.is_some_and(|host| self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host)))
    }

    /// Returns the file of a path, and whether it is one of the page; `None` if the path is not below the secret one, or there is no such file.
    pub(super) fn file(&self, path: &str) -> Option<(PathBuf, bool)> {
        let below = path.strip_prefix('/')?.strip_prefix(&self.secret)?.strip_prefix('/')?;
        if let Some((_, file)) = self.files.iter().find(|(own, _)| own == below) {
            return Some((file.clone(), false));
        }
        let below = if below.is_empty() { "index.html" } else { below };
        // A copy of the page for visits without a connection would be of no use: the next start has another address.
        if below == "sw.js" {
            return None;
        }
        // Files of the page have plain names, so nothing is decoded and nothing can lead out of the folder.
        let is_plain = Path::new(below).components().all(|part| matches!(part, Component::Normal(_)));
        let file = self.app.join(below);
        (is_plain && !below.contains(['%', '\\']) && file.is_file()).then_some((file, true))
    }
}
