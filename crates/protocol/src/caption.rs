//! What stands under a picture that leaves the page.

use crate::scene_info::{Drawn, LegendEntry};
use crate::sides::Sides;
use crate::state::ThemeChoice;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// What a picture says under itself, since nothing beside it does: whose it is, what the pair comes to, what its
/// colours mean and how much of it is drawn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Caption {
    /// That of the picture, `Auto` resolved.
    pub theme: ThemeChoice,
    /// Of the traces; none where a side is empty.
    pub names: Sides<Option<String>>,
    /// Parts of the verdict, as [`crate::comparison::ComparisonSummary::verdict`] has them; empty where nothing is compared.
    pub verdict: Vec<String>,
    /// As [`crate::SceneInfo::legend`] has it.
    pub legend: Vec<LegendEntry>,
    /// As [`crate::SceneInfo::drawn`] has it.
    pub drawn: Drawn,
}
