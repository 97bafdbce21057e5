//! Everything a link or the browser's history restores.

use crate::comparison_state::ComparisonState;
use crate::matches_state::MatchesState;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// The two sides. A is the baseline: first, upper or left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum SideName {
    /// Baseline.
    #[default]
    A,
    /// Compared with it.
    B,
}

impl SideName {
    /// Both, A first.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// 0 for A, 1 for B.
    pub const fn index(self) -> usize {
        match self {
            Self::A => 0,
            Self::B => 1,
        }
    }

    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// The letter on its badge.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
        }
    }
}

/// The views that can be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum ViewId {
    /// Two mirrored icicle plots.
    Pair,
}

/// Working sets of linked views, in the order of their tabs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum Desk {
    /// Call by call: matched, moved, only in A, only in B.
    #[default]
    Compare,
    /// Who calls whom, and in which order.
    Structure,
    /// Ranks and threads over time, at the detail one chooses.
    SpaceTime,
    /// Where in the source tree the time moved to.
    Fusion,
    /// Flame graph and function table, with differences.
    Profile,
}

/// Which theme the page and its canvases use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum ThemeChoice {
    /// As the system says.
    #[default]
    Auto,
    /// Light ground.
    Light,
    /// Dark ground.
    Dark,
    /// High contrast.
    Contrast,
}

/// What the colour of a call says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum ColorBy {
    /// The directory, module or category its function lies in.
    Package,
    /// The file its function lies in.
    File,
    /// Its function.
    Function,
    /// How long it took, on a logarithmic scale.
    Duration,
    /// Whether it is matched, moved, or on one side only.
    Match,
    /// How much longer or shorter it takes in B than in A. By file as long as that is not known.
    #[default]
    Change,
    /// How far its start lies from where its partner's does, each relative to its group (TraceDiff's permutations).
    Shift,
    /// Where in the other run its partner lies (TraceDiff's trace-centric outliers).
    Place,
    /// How similar it is to its partner.
    Similarity,
}

/// A stretch of a side's axis, `start < end`, in ticks since its first instant. May reach outside the trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Window {
    /// First tick shown.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub start: i64,
    /// One past the last tick shown.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub end: i64,
}

impl Window {
    /// Ticks shown.
    pub const fn span(self) -> i64 {
        self.end - self.start
    }
}

/// A call named so that it is found again after reloading: row numbers may change between versions,
/// times and names do not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct CallRef {
    /// Its side.
    pub side: SideName,
    /// Ticks since the trace's first instant.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub start: i64,
    /// Ticks.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub duration: i64,
    /// Stack depth: tells calls of equal span apart.
    pub depth: u32,
    /// Row number of its lane in pre-order.
    pub lane: u32,
}

/// State of the view of two mirrored icicle plots.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
pub struct PairState {
    /// What is shown of A; `None` is the whole of both runs from zero.
    pub a: Option<Window>,
    /// What is shown of B.
    pub b: Option<Window>,
    /// Each side is zoomed and panned by itself.
    pub apart: bool,
    /// What colour says.
    pub color: ColorBy,
    /// How far A's rows are scrolled, CSS pixels from the root row.
    pub scroll_a: u32,
    /// How far B's rows are scrolled.
    pub scroll_b: u32,
    /// Lanes of A (rows of the lane table) that are not as they are by default: the quiet ones are folded to
    /// their first row, the others are not.
    pub folds_a: Vec<u32>,
    /// The same for B.
    pub folds_b: Vec<u32>,
    /// Shows the frames around nearly all of both runs, which else are folded.
    pub frames: bool,
}

impl PairState {
    /// The window of a side.
    pub fn window(&self, side: SideName) -> Option<Window> {
        match side {
            SideName::A => self.a,
            SideName::B => self.b,
        }
    }

    /// Lanes of a side whose folding was switched by hand.
    pub fn folds(&self, side: SideName) -> &[u32] {
        match side {
            SideName::A => &self.folds_a,
            SideName::B => &self.folds_b,
        }
    }

    /// The scroll of a side, CSS pixels.
    pub fn scroll(&self, side: SideName) -> u32 {
        match side {
            SideName::A => self.scroll_a,
            SideName::B => self.scroll_b,
        }
    }
}

/// All of it. `version` is [`crate::link::VERSION`]; older links are upgraded when they are read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
pub struct ViewState {
    /// Version of this shape.
    pub version: u32,
    /// The desk in front.
    pub desk: Desk,
    /// Theme of page and canvases.
    pub theme: ThemeChoice,
    /// The selected call.
    pub selection: Option<CallRef>,
    /// What is searched for; blank for nothing.
    pub search: String,
    /// State of the pair view.
    pub pair: PairState,
    /// How the sides are compared.
    pub comparison: ComparisonState,
    /// How matches are shown.
    pub matches: MatchesState,
}

impl Default for ViewState {
    fn default() -> Self {
        Self {
            version: crate::link::VERSION,
            desk: Desk::default(),
            theme: ThemeChoice::default(),
            selection: None,
            search: String::new(),
            pair: PairState::default(),
            comparison: ComparisonState::default(),
            matches: MatchesState::default(),
        }
    }
}
