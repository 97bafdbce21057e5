//! The page in one piece, which the build makes: `report-app.html`.
//!
//! Its first line is a comment with a version and the hashes of its inline scripts. Each further line is one element. An
//! element whose id begins with `asset-` holds a file of the page, compressed and as base85.

use crate::Content;
use std::fmt;

/// Version of the form of `report-app.html`.
const VERSION: &str = "1";
/// Assets that only a report with traces needs: they read files and analyse calls.
const OF_TRACES: [&str; 4] = ["asset-reader", "asset-reader_worker", "asset-compute", "asset-compute_worker"];

/// The page in one piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Application {
    hashes: Vec<String>,
    /// The elements in order, each with its line break.
    lines: Vec<String>,
}

/// A file is no application.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ApplicationError;

impl fmt::Display for ApplicationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "this is not the application of reports in version {VERSION}: take the `report-app.html` of the folder \
             that `npm run build` makes, or of the release of this diptych"
        )
    }
}

impl std::error::Error for ApplicationError {}

impl Application {
    /// Reads the file that the build made.
    ///
    /// # Errors
    ///
    /// Fails if the text is something else, or of another version.
    pub fn new(text: &str) -> Result<Self, ApplicationError> {
        let mut lines = text.lines();
        let head = lines.next().and_then(|line| line.strip_prefix("<!--diptych-report-app "));
        let mut words = head.and_then(|head| head.strip_suffix("-->")).ok_or(ApplicationError)?.split(' ');
        let hashes = match (words.next(), words.map(str::to_owned).collect::<Vec<String>>()) {
            (Some(VERSION), hashes) if !hashes.is_empty() && hashes.iter().all(|hash| is_hash(hash)) => {
                hashes
            }
            _ => return Err(ApplicationError),
        };
        let lines: Vec<String> = lines.map(|line| format!("{line}\n")).collect();
        if lines.is_empty() || !lines.iter().all(|line| line.starts_with("<script")) {
            return Err(ApplicationError);
        }
        Ok(Self { hashes, lines })
    }

    /// Returns the hashes of the inline scripts, as a policy names them.
    pub(crate) fn script_hashes(&self) -> &[String] {
        &self.hashes
    }

    /// Returns the elements that a report with this content needs.
    pub(crate) fn elements(&self, content: &Content<'_>) -> String {
        let is_needed = |line: &str| {
            matches!(content, Content::File(_))
                || !OF_TRACES.iter().any(|id| line.contains(&format!(" id=\"{id}\"")))
        };
        self.lines.iter().map(String::as_str).filter(|line| is_needed(line)).collect()
    }
}

/// Returns true for `sha256-` and base64. The hash enters a policy, in which nothing else may stand.
fn is_hash(text: &str) -> bool {
    let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    text.strip_prefix("sha256-").is_some_and(|hash| hash.len() == 44 && hash.bytes().all(is_base64))
}
