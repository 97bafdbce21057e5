//! A [`Scene`](crate::Scene) as one array of 32-bit words: how it travels from the worker to the page.
//!
//! ```text
//! header   magic · version · words in all · width · height · background · layers
//! layer    clip x0 y0 x1 y1 · blend · space · marks · batches
//! batch    kind · counts · columns, each as it lies in memory · items
//! text     box ×4 · size · colour · face | weight << 8 | align << 16 · bytes · UTF-8 padded to words
//! image    box ×4 · width · height · smooth · bytes · RGBA
//! ```
//!
//! Lossless: `decode(&encode(scene)) == scene` for every well-formed scene, bit for bit. [`decode`] takes
//! any words whatever: it allocates at most as much as they hold, never panics, and what it returns
//! has passed [`Scene::check`](crate::Scene::check). Both ends run the same build, so there is one version at a time.

mod decode;
mod encode;

pub use decode::decode;
pub use encode::{encode, encode_into};

use crate::check::Flaw;

/// `DSCN` in memory.
const MAGIC: u32 = u32::from_le_bytes(*b"DSCN");
/// Grows with every change of the layout.
const VERSION: u32 = 3;

// Columns and strings are copied as they lie in memory, and `Rgba` is defined by its bytes.
const _: () = assert!(cfg!(target_endian = "little"), "the wire format is little-endian");

mod kind {
    pub(super) const RECTS: u32 = 0;
    pub(super) const POLYS: u32 = 1;
    pub(super) const CURVES: u32 = 2;
    pub(super) const IMAGES: u32 = 3;
    pub(super) const TEXTS: u32 = 4;
}

/// Why words are no scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum WireError {
    /// Occurs when the words do not begin like a scene.
    NotAScene,
    /// Occurs when they were written by another build.
    OtherVersion {
        /// The version found.
        found: u32,
    },
    /// Occurs when there are more or fewer words than the header says.
    Length {
        /// Words according to the header.
        expected: usize,
        /// Words there are.
        found: usize,
    },
    /// Occurs when a count reaches past the end.
    Truncated {
        /// Where reading stopped, in words.
        word: usize,
    },
    /// Occurs when a word is none of the numbers its place allows.
    UnknownValue {
        /// What the word should have said.
        what: &'static str,
        /// What it says.
        found: u32,
        /// Its place, in words.
        word: usize,
    },
    /// Occurs when a text is not UTF-8.
    NotText {
        /// Where it begins, in words.
        word: usize,
    },
    /// Occurs when the last batch ends before the words do.
    Trailing {
        /// Where the scene ended, in words.
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
