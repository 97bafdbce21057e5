//! Reasons why a stored file cannot be read.

use std::fmt;

/// A problem with a stored file. In every case, its content can be computed again from the traces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreError {
    /// The file does not begin like a stored comparison.
    NotOurs,
    /// Another version wrote the file.
    Version {
        /// Version of the file.
        found: u32,
    },
    /// The file ends early, or the length of a part exceeds the file.
    CutOff {
        /// Length of the file.
        bytes: u64,
        /// Part in which the file ends; empty before the first part.
        within: String,
    },
    /// All parts are there, but some byte of them was changed.
    Changed {
        /// Length of the file.
        bytes: u64,
    },
    /// The parts are not valid columns.
    Damaged,
    /// A part is missing.
    Missing {
        /// Name of the part.
        name: String,
    },
    /// The parts are valid but do not fit the traces or each other.
    Misfit {
        /// Description of the mismatch.
        what: &'static str,
    },
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOurs => write!(f, "this is not a stored comparison: it does not begin with `diptych`"),
            Self::Version { found } => {
                let newer = if *found > crate::VERSION { ", or take a newer diptych" } else { "" };
                write!(
                    f,
                    "this comparison was stored by version {found}, this is version {}: compare the traces again{newer}",
                    crate::VERSION
                )
            }
            Self::CutOff { bytes, within } => {
                let place =
                    if within.is_empty() { "its first part".to_owned() } else { format!("`{within}`") };
                write!(
                    f,
                    "the stored comparison is cut off or damaged: {place} does not fit into its {bytes} bytes; compare \
                     the traces again, or fetch the file again"
                )
            }
            Self::Changed { bytes } => write!(
                f,
                "the stored comparison is damaged: the checksum of its {bytes} bytes does not fit them; compare the traces \
                 again, or fetch the file again"
            ),
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
