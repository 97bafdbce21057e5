//! Notes: texts that people attach to places of a comparison.
//!
//! A note names its place as links do: calls by their times, lanes by the paths of their names, functions by name. It
//! keeps that text and no row number, so a note means the same on another machine, and one whose place no longer exists
//! can still be read.

use crate::desks::{DeskId, ViewId};
use crate::sides::Sides;
use crate::subject::Subject;
use crate::window::Window;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// Most characters of a note that the editor takes, in UTF-16 code units as browsers count them. Longer notes of a link
/// are shown whole.
pub const MAX_NOTE_CHARS: usize = 1_000;

/// A text about a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Note {
    /// Place as [`crate::link::place_text`] writes it: a subject with the paths of its lanes, or `desk,` and the name of
    /// a desk.
    pub place: String,
    /// Plain text. It may come from anybody.
    pub text: String,
}

/// The place of a note in the open traces and in the current picture.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct NotePlace {
    /// Text of the place, as the notes have it. Notes with equal texts share this.
    pub place: String,
    /// Kind of the place: `call`, `function`, `desk`.
    pub kind: String,
    /// Name of the place.
    pub name: String,
    /// Side, lane and time of the place, as far as it has them.
    pub context: String,
    /// Result of the search for the place.
    pub status: NoteStatus,
    /// Subject of the place, if its lanes are found.
    pub subject: Option<Subject>,
    /// Desk that the note is about, if it is about a desk.
    pub desk: Option<DeskId>,
    /// Time of the place on each side, in ticks of the common axis.
    pub windows: Sides<Option<Window>>,
    /// Boxes of the place in the picture: at most one for each view and side, the largest one.
    pub marks: Vec<NoteMark>,
}

/// The result of the search for a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum NoteStatus {
    /// The open traces have it.
    Found,
    /// The open traces do not have it.
    Missing,
    /// A trace that it needs is not open.
    NotOpen,
    /// The text names no place that this version knows.
    Unknown,
}

/// A box of the picture that a note is about.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct NoteMark {
    /// View that shows the box.
    pub view: ViewId,
    /// Left edge in CSS pixels.
    pub x0: f32,
    /// Upper edge.
    pub y0: f32,
    /// Right edge.
    pub x1: f32,
    /// Lower edge.
    pub y1: f32,
}
