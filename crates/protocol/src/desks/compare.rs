//! The desk that compares call by call: overview, two mirrored icicle plots, and the matches between them.

use crate::link::{Field, row};
use crate::sides::{SideName, Sides};
use crate::words::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

words! {
    /// Which parts of the desk are shown.
    #[derive(Default)]
    pub enum CompareParts {
        /// The overview over the matches.
        #[default]
        Both = "both",
        /// Both runs whole.
        Overview = "overview",
        /// The two foci and what matches between them.
        Matches = "matches",
    }
}

words! {
    /// What the colour of a call says.
    #[derive(Default)]
    pub enum ColorBy {
        /// The directory, module or category its function lies in.
        Package = "package",
        /// The file its function lies in.
        File = "file",
        /// Its function.
        Function = "function",
        /// How long it took, on a logarithmic scale.
        Duration = "duration",
        /// Whether it is matched, moved, or on one side only.
        Match = "match",
        /// How much longer or shorter it takes in B than in A. By file until that is computed.
        #[default]
        Change = "change",
        /// How far its start lies from where its partner's does, each relative to its group (TraceDiff's permutations).
        Shift = "shift",
        /// Where in the other run its partner lies (TraceDiff's trace-centric outliers).
        Place = "place",
        /// How similar it is to its partner.
        Similarity = "similarity",
    }
}

words! {
    /// Which matches are shown.
    #[derive(Default)]
    pub enum MatchMode {
        /// Each call has at most one partner: the alignment.
        #[default]
        OneToOne = "one-to-one",
        /// Every pair of calls whose callee sets are similar (TraceDiff).
        Similarity = "similarity",
    }
}

/// How the desk is set.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
pub struct CompareState {
    /// Which parts are shown.
    pub parts: CompareParts,
    /// The icicle plots.
    pub icicle: IcicleState,
    /// The matches between them.
    pub matches: MatchesState,
}

/// How the two icicle plots are drawn.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
pub struct IcicleState {
    /// What colour says.
    pub color: ColorBy,
    /// The steps of the colours, as the legend numbers them, that are shown while all others fade; all where there are none.
    pub steps: Vec<u32>,
    /// How far the rows of each side are scrolled, CSS pixels from the root row.
    pub scroll: Sides<u32>,
    /// Lanes of each side (rows of the lane table) that are not as they are by default: the first is open, all others
    /// are folded to their silhouettes.
    pub folds: Sides<Vec<u32>>,
    /// Lanes of each side that are not shown.
    pub hidden: Sides<Vec<u32>>,
    /// Shows the calls around nearly all of both runs, which else are folded.
    pub frames: bool,
    /// Rows keep their height; else they shrink until what is in view fits, unless it is scrolled.
    pub tall: bool,
}

/// How the matches between the foci are drawn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own on screen and in links")]
pub struct MatchesState {
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
    /// Leaves calls of one side alone out.
    pub hide_only: Sides<bool>,
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
}

impl Default for MatchesState {
    fn default() -> Self {
        Self {
            mode: MatchMode::default(),
            lines: false,
            lambda: 55,
            band: 30,
            beta: 45,
            hide_matched: false,
            hide_moved: false,
            hide_only: Sides::default(),
            least_us: 0,
            function: String::new(),
            implied: false,
            viewpoint: None,
            published: false,
        }
    }
}

impl MatchesState {
    /// The same with all at its default but what hides calls: two of which these are equal hide the same.
    #[must_use]
    pub fn switches(&self) -> Self {
        Self {
            hide_matched: self.hide_matched,
            hide_moved: self.hide_moved,
            hide_only: self.hide_only,
            least_us: self.least_us,
            function: self.function.clone(),
            ..Self::default()
        }
    }
}

pub(crate) const ROWS: &[Field] = &[
    row!("pair.color", compare.icicle.color),
    row!("pair.steps", compare.icicle.steps),
    row!("pair.sa", compare.icicle.scroll.a),
    row!("pair.sb", compare.icicle.scroll.b),
    row!("pair.fa", compare.icicle.folds.a),
    row!("pair.fb", compare.icicle.folds.b),
    row!("pair.ha", compare.icicle.hidden.a),
    row!("pair.hb", compare.icicle.hidden.b),
    row!("pair.frames", compare.icicle.frames),
    row!("pair.tall", compare.icicle.tall),
    row!("m.parts", compare.parts),
    row!("m", compare.matches.mode),
    row!("m.lines", compare.matches.lines),
    row!("m.lambda", compare.matches.lambda),
    row!("m.band", compare.matches.band),
    row!("m.beta", compare.matches.beta),
    row!("m.xm", compare.matches.hide_matched),
    row!("m.xv", compare.matches.hide_moved),
    row!("m.xa", compare.matches.hide_only.a),
    row!("m.xb", compare.matches.hide_only.b),
    row!("m.us", compare.matches.least_us),
    row!("m.f", compare.matches.function),
    row!("m.all", compare.matches.implied),
    row!("m.view", compare.matches.viewpoint),
    row!("m.pub", compare.matches.published),
];
