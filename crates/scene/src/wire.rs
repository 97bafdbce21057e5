//! A [`Scene`](crate::Scene) as one array of 32-bit words, the form in which the worker sends it to the page.
//!
//! ```text
//! header   magic · version · words in all · width · height · background · layers
//! layer    clip x0 y0 x1 y1 · blend · space · marks · batches
//! batch    kind · counts · columns, each as it lies in memory · items
//! text     box ×4 · size · colour · face | weight << 8 | align << 16 · bytes · UTF-8 padded to words
//! image    box ×4 · width · height · smooth · bytes · RGBA
//! ```
//!
//! Lossless: `decode(&encode(scene)) == scene` for every well-formed scene, bit for bit. [`decode`] accepts any words:
//! it allocates at most as much as they hold, never panics, and returns only scenes that pass
//! [`Scene::check`](crate::Scene::check). Both ends run the same build, so there is only one version at a time.

mod decode;
mod encode;

pub use decode::decode;
pub use encode::{encode, encode_into};

use crate::check::Flaw;

/// `DSCN` in memory.
const MAGIC: u32 = u32::from_le_bytes(*b"DSCN");
/// Version of the layout; incremented with every change.
const VERSION: u32 = 3;

// Columns and strings are copied as they are in memory, and `Rgba` is defined by its bytes.
const _: () = assert!(cfg!(target_endian = "little"), "the wire format is little-endian");

mod kind {
    pub(super) const RECTS: u32 = 0;
    pub(super) const POLYS: u32 = 1;
    pub(super) const CURVES: u32 = 2;
    pub(super) const IMAGES: u32 = 3;
    pub(super) const TEXTS: u32 = 4;
}

/// Reasons why words are not a scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum WireError {
    /// Occurs when the words do not begin like a scene.
    NotAScene,
    /// Occurs when another build wrote the words.
    OtherVersion {
        /// The version found.
        found: u32,
    },
    /// Occurs when there are more or fewer words than the header says.
    Length {
        /// Words according to the header.
        expected: usize,
        /// Number of words found.
        found: usize,
    },
    /// Occurs when a count reaches past the end.
    Truncated {
        /// Position where reading stopped, in words.
        word: usize,
    },
    /// Occurs when a word has a value that its position does not allow.
    UnknownValue {
        /// Name of the expected value.
        what: &'static str,
        /// Value found.
        found: u32,
        /// Position of the word, in words.
        word: usize,
    },
    /// Occurs when a text is not UTF-8.
    NotText {
        /// Position where the text begins, in words.
        word: usize,
    },
    /// Occurs when the last batch ends before the words do.
    Trailing {
        /// Position where the scene ended, in words.
        word: usize,
    },
    /// Occurs when the words are a scene, but not a well-formed one.
    Flawed(Flaw),
}

impl std::fmt::Display for WireError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotAScene => f.write_str("these words are not a scene"),
            Self::OtherVersion { found } => {
                write!(f, "scene of version {found}, this build reads version {VERSION}")
            }
            Self::Length { expected, found } => {
                write!(f, "scene of {expected} words, but {found} arrived")
            }
            Self::Truncated { word } => write!(f, "scene ends inside a column (word {word})"),
            Self::UnknownValue { what, found, word } => {
                write!(f, "{found} is no {what} (word {word})")
            }
            Self::NotText { word } => write!(f, "text of a scene is not UTF-8 (word {word})"),
            Self::Trailing { word } => write!(f, "words left over after the scene (word {word})"),
            Self::Flawed(flaw) => write!(f, "scene is not well-formed: {flaw}"),
        }
    }
}

impl std::error::Error for WireError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Flawed(flaw) => Some(flaw),
            _ => None,
        }
    }
}
