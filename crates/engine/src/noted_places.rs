//! The places of notes that the engine keeps.

use diptych_protocol::NotePlace;
use diptych_views::PathReading;

/// Places of notes without their marks, kept while their inputs stay the same.
#[derive(Debug, Default)]
pub(crate) struct NotedPlaces {
    pub(crate) key: PlacesKey,
    pub(crate) places: Vec<NotePlace>,
}

/// The inputs of places: their texts, the versions of the sides, the number of the alignment that says which functions
/// are the same, and the reading of paths.
pub(crate) type PlacesKey = (Vec<String>, [u32; 2], u32, PathReading);
