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
    /// It ends before it is whole, or says of a part that it is longer.
    CutOff {
        /// Its length.
        bytes: u64,
        /// The part in which it ends; empty before the first.
        within: String,
    },
    /// It has all its parts, and some byte of them was changed.
    Changed {
        /// Its length.
        bytes: u64,
    },
    /// Its parts are no columns.
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
