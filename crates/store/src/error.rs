//! Reasons why a stored file cannot be read.

use crate::saved::names::in_words;
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
    /// The file can only be read by a newer version.
    NeedsNewer {
        /// Least reader that understands it.
        needs: u32,
        /// Version of the program that wrote it.
        writer: String,
    },
    /// Both directories of the file are damaged or missing, so no part can be found.
    NoDirectory {
        /// Length of the file.
        bytes: u64,
        /// Least reader that the head of the file states.
        needs: u32,
    },
    /// The parts of the file would take too much memory.
    TooBig {
        /// Bytes that the parts take.
        needed: u64,
        /// Bytes that they may take.
        most: u64,
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
    /// Damage destroyed a part without which nothing can be shown.
    Lost {
        /// Name of the part.
        name: String,
        /// Number of other parts that are lost too.
        others: usize,
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
            Self::NeedsNewer { needs, writer } => {
                let by = if writer.is_empty() { String::new() } else { format!(" {writer}") };
                write!(
                    f,
                    "this comparison was saved by a newer diptych{by} in format {needs}, and this one reads up to \
                     format {}: take a newer diptych, or compare the traces again",
                    crate::READER
                )
            }
            Self::NoDirectory { needs, .. } if *needs > crate::READER => {
                Self::NeedsNewer { needs: *needs, writer: String::new() }.fmt(f)
            }
            Self::NoDirectory { bytes, .. } => write!(
                f,
                "the stored comparison is cut off or damaged: neither directory of its {bytes} bytes is whole, so none \
                 of its parts can be found; compare the traces again, or fetch the file again"
            ),
            Self::TooBig { needed, most } => write!(
                f,
                "the stored comparison takes {needed} bytes when it is unpacked, and {most} are free: close other \
                 tabs, or use the command line"
            ),
            Self::CutOff { bytes, within } => {
                let place = if within.is_empty() { "its first part".to_owned() } else { in_words(within) };
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
                write!(f, "the stored comparison lacks {}: compare the traces again", in_words(name))
            }
            Self::Lost { name, others } => {
                let others = if *others == 0 { String::new() } else { format!(" and {others} other parts") };
                write!(
                    f,
                    "the stored comparison is cut off or damaged: it lost {}{others}, and nothing can be shown without \
                     that; compare the traces again, or fetch the file again",
                    in_words(name)
                )
            }
            Self::Misfit { what } => {
                write!(f, "the stored comparison does not fit: {what}; compare the traces again")
            }
        }
    }
}

impl std::error::Error for StoreError {}
