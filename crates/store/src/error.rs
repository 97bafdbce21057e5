//! Why a stored file cannot be taken.

use std::fmt;

/// What is wrong with a file. Whatever it is, what the file held can be computed anew from the traces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreError {
    /// It does not begin as our files do.
    NotOurs,
    /// It was written by another version.
    Version {
        /// Which.
        found: u32,
    },
    /// Bytes are missing or changed.
    Damaged,
    /// A part is not there.
    Missing {
        /// Its name.
        name: String,
    },
    /// The parts are whole but do not fit the traces or each other.
    Misfit {
        /// What does not fit.
        what: &'static str,
    },
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOurs => write!(f, "this is no stored comparison: it does not begin with `diptych`"),
            Self::Version { found } => {
                write!(
                    f,
                    "this comparison was stored by version {found}, this is version {}: compare the traces again",
                    crate::VERSION
                )
            }
            Self::Damaged => write!(f, "the stored comparison is damaged: compare the traces again"),
            Self::Missing { name } => {
                write!(f, "the stored comparison has no `{name}`: compare the traces again")
            }
            Self::Misfit { what } => {
                write!(f, "the stored comparison does not fit: {what}; compare the traces again")
            }
        }
    }
}

impl std::error::Error for StoreError {}
