//! The caption of an exported picture.

use crate::notes::{Note, NotePlace};
use crate::scene_info::{Drawn, LegendEntry, Pane};
use crate::sides::Sides;
use crate::state::ThemeChoice;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// The text under an exported picture: names of the traces, verdict, legend, and how much is drawn. Outside the page,
/// nothing else says this.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Caption {
    /// Theme of the picture, with `Auto` resolved.
    pub theme: ThemeChoice,
    /// Names of the traces; `None` for an empty side.
    pub names: Sides<Option<String>>,
    /// Parts of the verdict, as in [`crate::comparison::ComparisonSummary::verdict`]; empty if nothing is compared.
    pub verdict: Vec<String>,
    /// Sentences for a first look, as in [`crate::SceneInfo::reading`].
    pub reading: Vec<String>,
    /// Titles over parts of the picture, which other elements of the page show.
    pub heads: Vec<PictureHead>,
    /// Legend, as in [`crate::SceneInfo::legend`].
    pub legend: Vec<LegendEntry>,
    /// Amount of data drawn, as in [`crate::SceneInfo::drawn`].
    pub drawn: Drawn,
    /// Notes of the view.
    pub notes: PictureNotes,
}

/// The title over a part of a picture.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PictureHead {
    /// Left edge, CSS pixels.
    pub x: f32,
    /// Lower edge.
    pub y: f32,
    /// Title.
    pub title: String,
    /// Words about the content of the part.
    pub about: String,
}

/// The notes of a picture: their texts, and where the picture shows their places.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PictureNotes {
    /// Notes of the view, in order.
    pub notes: Vec<Note>,
    /// Their places, as in [`crate::SceneInfo::notes`].
    pub places: Vec<NotePlace>,
    /// Panes of the picture, as in [`crate::SceneInfo::panes`].
    pub panes: Vec<Pane>,
}
