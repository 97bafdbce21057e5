//! Messages between the shell and a reader worker. Bytes and columns travel beside these messages.

use crate::failure::Failure;
use crate::sides::SideName;
use crate::words::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// The progress of a reader.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ReadProgress {
    /// Bytes of the input that were read.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub bytes_in: u64,
    /// Bytes after decompression.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub bytes_unpacked: u64,
    /// Number of calls so far.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub calls: u64,
    /// Share of the trace that is built, 0 to 1. It grows once all bytes are read.
    pub built: f64,
}

/// The role of a file on its side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum ReadAs {
    /// The only run. It replaces everything that the side held.
    Alone,
    /// The run that is shown. Of the run shown before, the engine keeps the call tree and, unless they are too many,
    /// the packed calls.
    Shown,
    /// A further run. The engine keeps only its call tree and, unless they are too many, its packed calls.
    Beside,
}

words! {
    /// The part of a file that is read.
    #[derive(Default)]
    pub enum ReadAmount {
        /// The whole file. If memory has no room for it, the reader refuses it as soon as it can tell.
        #[default]
        Whole = "whole",
        /// The part that memory has room for.
        Part = "part",
        /// The whole file, but instead of its calls only the time that each lane spent in each function, by slices of
        /// time.
        Sums = "sums",
    }
}

/// The destination of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ReadPlace {
    /// The side.
    pub side: SideName,
    /// Number of the run, unique on its side.
    pub run: u32,
    /// Role of the run on its side.
    pub read_as: ReadAs,
}

/// The message of a reader that has finished. The columns of the trace, or the call tree as stored bytes, travel beside
/// it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ReadDone {
    /// Destination of the file.
    pub place: ReadPlace,
    /// File name; if the file holds several traces, followed by `#` and the name of the trace.
    pub name: String,
    /// Name of the format that the file was read as.
    pub format: String,
    /// Size of the input as given, in bytes.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub bytes: u64,
    /// True if the input was compressed.
    pub packed: bool,
    /// All traces of the file, in file order, at least one.
    pub of_file: Vec<FileTrace>,
}

/// A trace of a file that may hold several.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct FileTrace {
    /// Name of the trace, unique in its file.
    pub name: String,
    /// Number of calls.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub calls: u64,
    /// True if this trace is the one that is shown.
    pub shown: bool,
}

/// The result of reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ReadOutcome {
    /// The file holds a trace.
    Done {
        /// Facts about the trace.
        done: ReadDone,
    },
    /// The file is a stored comparison. Its results, its view and its traces travel beside this message.
    Kept {
        /// Name of the file.
        name: String,
    },
    /// The file holds no trace. If it holds the structure of a program, its columns travel beside this message.
    Failed {
        /// The reason.
        failure: Failure,
    },
}
