//! What the shell and a reader worker say to each other. Bytes and columns travel beside these messages.

use crate::failure::Failure;
use crate::state::SideName;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// Where a reader is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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
}

/// What a finished reader says; the columns of the trace lie beside it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ReadDone {
    /// For which side.
    pub side: SideName,
    /// File name.
    pub name: String,
    /// The format it was read as.
    pub format: String,
    /// Size of the input as given.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub bytes: u64,
    /// Whether the input was compressed.
    pub packed: bool,
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
    /// No trace.
    Failed {
        /// Why.
        failure: Failure,
    },
}
