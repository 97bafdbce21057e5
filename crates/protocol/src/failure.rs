//! Failures, in the words of the page.

use crate::sides::SideName;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// Something that could not be done. It says what, where and what to do, in that order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// Side that it concerns. The other side is untouched.
    pub side: Option<SideName>,
    /// Kind of failure.
    pub kind: FailureKind,
    /// One sentence, in bold: what failed.
    pub title: String,
    /// Cause and remedy.
    pub body: String,
}

/// Kinds of failures. The shell offers the actions that fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum FailureKind {
    /// Occurs when the input holds nothing a reader understands.
    NotATrace,
    /// Occurs when the input is a trace, but broken before its first call.
    Malformed,
    /// Occurs when the input has no bytes.
    Empty,
    /// Occurs when reading the whole input would take more memory than there is; a part of it can be read.
    TooBig,
    /// Occurs like [`Self::TooBig`], if the calls of the file can be summed within slices of time.
    TooBigForCalls,
    /// Occurs when a link cannot be read.
    Link,
    /// Occurs when a worker ended by itself.
    WorkerDied,
    /// Occurs when a message between the workers does not fit; a bug.
    Internal,
}
