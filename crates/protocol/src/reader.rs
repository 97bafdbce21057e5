//! What the shell and a reader worker say to each other. Bytes and columns travel beside these messages.

use crate::failure::Failure;
use crate::sides::SideName;
use crate::words::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// Where a reader is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ReadProgress {
    /// Bytes of the input taken in.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub bytes_in: u64,
    /// Bytes after decompression.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub bytes_unpacked: u64,
    /// Calls so far.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub calls: u64,
    /// Once all bytes are taken in, how much of the trace is built, 0 to 1.
    pub built: f64,
}

/// What becomes of a file on its side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum ReadAs {
    /// The side's only run: all that the side held goes.
    Alone,
    /// The run that is shown; of the one that was, the call tree stays.
    Shown,
    /// A further run; only its call tree is kept.
    Beside,
}

words! {
    /// How much of a file is read.
    #[derive(Default)]
    pub enum ReadAmount {
        /// All of it; what memory has no room for is refused as soon as that can be foreseen.
        #[default]
        Whole = "whole",
        /// What memory has room for.
        Part = "part",
        /// All of it, but of calls only how long each lane was in which function within slices of time.
        Sums = "sums",
    }
}

/// Where a file goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ReadPlace {
    /// To which side.
    pub side: SideName,
    /// Names the run among those of the side.
    pub run: u32,
    /// What becomes of it.
    pub read_as: ReadAs,
}

/// What a finished reader says. Beside it lie the columns of the trace, or the call tree as stored bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ReadDone {
    /// Where it goes.
    pub place: ReadPlace,
    /// File name; of a file that holds several traces with `#` and the name of the trace behind it.
    pub name: String,
    /// The format it was read as.
    pub format: String,
    /// Size of the input as given.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub bytes: u64,
    /// Whether the input was compressed.
    pub packed: bool,
    /// Every trace of the file, in file order, at least one.
    pub of_file: Vec<FileTrace>,
}

/// A trace of a file that may hold several.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct FileTrace {
    /// Its name in the file, unique there.
    pub name: String,
    /// Calls in it.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub calls: u64,
    /// Whether it is the one that is shown.
    pub shown: bool,
}

/// The result of reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ReadOutcome {
    /// A trace.
    Done {
        /// What it is.
        done: ReadDone,
    },
    /// A stored comparison, which lies beside this as the bytes of its file.
    Kept {
        /// Of its file.
        name: String,
    },
    /// No trace. Where it is the structure of a program, which stands beside one, its columns lie beside this.
    Failed {
        /// Why.
        failure: Failure,
    },
}
