//! The part of the view state that says how matches are shown: overview, tubes, filters.

use crate::state::SideName;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// Which parts of the desk are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum CompareParts {
    /// The overview over the matches.
    #[default]
    Both,
    /// Both runs whole.
    Overview,
    /// The two foci and what matches between them.
    Matches,
}

/// Which matches are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum MatchMode {
    /// Each call has at most one partner: the alignment.
    #[default]
    OneToOne,
    /// Every pair of calls whose callee sets are similar (TraceDiff).
    Similarity,
}

/// How the matches between the foci are drawn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own on screen and in links")]
pub struct MatchesState {
    /// Which parts of the desk are shown.
    pub parts: CompareParts,
    /// Which matches.
    pub mode: MatchMode,
    /// Lines in place of tubes.
    pub lines: bool,
    /// How thick tubes stay in their middle, per cent of their ends (λ of TraceDiff Eq. 5).
    pub lambda: u32,
    /// Height of the band between the two icicles, per cent of the view.
    pub band: u32,
    /// How strongly tubes are bundled, per cent.
    pub beta: u32,
    /// Leaves matched calls out.
    pub hide_matched: bool,
    /// Leaves moved calls out.
    pub hide_moved: bool,
    /// Leaves calls of A alone unhatched.
    pub hide_only_a: bool,
    /// Leaves calls of B alone unhatched.
    pub hide_only_b: bool,
    /// Least duration of a match's longer end, microseconds.
    pub least_us: u32,
    /// Only matches of functions whose name or file holds this; blank for all.
    pub function: String,
    /// Also tubes that a drawn tube of their callers implies.
    pub implied: bool,
    /// The side whose viewpoint colours places, whichever half the pointer is in.
    pub viewpoint: Option<SideName>,
    /// The paper's palettes, which are not safe for the colour-blind.
    pub published: bool,
    /// A click on a call leaves the other side where it is; else it lays the partner under the call.
    pub click_stays: bool,
}

impl Default for MatchesState {
    fn default() -> Self {
        Self {
            parts: CompareParts::default(),
            mode: MatchMode::default(),
            lines: false,
            lambda: 55,
            band: 30,
            beta: 45,
            hide_matched: false,
            hide_moved: false,
            hide_only_a: false,
            hide_only_b: false,
            least_us: 0,
            function: String::new(),
            implied: false,
            viewpoint: None,
            published: false,
            click_stays: false,
        }
    }
}
