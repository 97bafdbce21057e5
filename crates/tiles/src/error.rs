//! Errors of making tiles.

use std::{fmt, io};

/// Reason for making no tiles.
#[derive(Debug)]
pub enum TileError {
    /// The calls do not have the form that a stream needs. The trace has to be loaded.
    Refused(&'static str),
    /// A temporary file or the output failed.
    Io(io::Error),
}

impl From<io::Error> for TileError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl fmt::Display for TileError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(reason) => out.write_str(reason),
            Self::Io(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for TileError {}
