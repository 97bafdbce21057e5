//! The desk that compares call by call: an overview, two mirrored icicle plots, and the matches between them.

use crate::link::rows;
use crate::sides::{SideName, Sides};
use crate::words::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

words! {
    /// The parts of the desk that are shown.
    #[derive(Default)]
    pub enum CompareParts {
        /// The overview above the matches.
        #[default]
        Both = "both",
        /// Both whole runs.
        Overview = "overview",
        /// The two icicle plots and the matches between them.
        Matches = "matches",
    }
}

words! {
    /// The measure that the colour of a call shows.
    #[derive(Default)]
    pub enum ColorBy {
        /// Directory, module or category of its function.
        Package = "package",
        /// File of its function.
        File = "file",
        /// Function.
        Function = "function",
        /// Duration, on a logarithmic scale.
        Duration = "duration",
        /// Kind of match: matched, moved, or on one side only.
        Match = "match",
        /// Change of its duration from A to B. Until that is known, the file.
        #[default]
        Change = "change",
        /// Shift of its start against that of its partner, each relative to its group (TraceDiff's permutations).
        Shift = "shift",
        /// Position of its partner in the other run (TraceDiff's trace-centric outliers).
        Place = "place",
        /// Similarity to its partner.
        Similarity = "similarity",
    }
}

words! {
    /// The matches that are shown.
    #[derive(Default)]
    pub enum MatchMode {
        /// The alignment: each call has at most one partner.
        #[default]
        OneToOne = "one-to-one",
        /// Every pair of calls whose callee sets are similar (TraceDiff).
        Similarity = "similarity",
    }
}

/// The settings of the desk.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
pub struct CompareState {
    /// Parts that are shown.
    pub parts: CompareParts,
    /// Settings of the icicle plots.
    pub icicle: IcicleState,
    /// Settings of the matches between them.
    pub matches: MatchesState,
}

/// The settings of both icicle plots.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
pub struct IcicleState {
    /// Measure of colours.
    pub color: ColorBy,
    /// Colour steps that keep their colour while all others fade, by their numbers in the legend. Empty to show all.
    pub steps: Vec<u32>,
    /// Scroll position of the rows of each side, in CSS pixels from the root row.
    pub scroll: Sides<u32>,
    /// Lanes of each side that are not in their default state, by row in the lane table. By default the first lane is
    /// open, and all others are folded to their silhouettes.
    pub folds: Sides<Vec<u32>>,
    /// Lanes of each side that are not shown.
    pub hidden: Sides<Vec<u32>>,
    /// True to show the frames that fill the time in view of a side, which are folded otherwise.
    pub frames: bool,
    /// True if all rows are tall. Otherwise rows with names are readable, and all others give way.
    pub tall: bool,
    /// True to show the instants of both sides in a row at each time axis.
    pub instants: bool,
    /// Title of the counter that is shown as a strip at each time axis. Empty for none.
    pub counter: String,
}

/// The settings of the matches between the icicle plots.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own on screen and in links")]
pub struct MatchesState {
    /// Matches that are shown.
    pub mode: MatchMode,
    /// True to draw lines instead of tubes.
    pub lines: bool,
    /// Thickness of tubes in their middle, in per cent of their ends (λ of TraceDiff Eq. 5).
    pub lambda: u32,
    /// Height of the band between the two icicles, in per cent of the view.
    pub band: u32,
    /// Strength of the bundling of tubes, in per cent.
    pub beta: u32,
    /// True to hide matched calls.
    pub hide_matched: bool,
    /// True to hide moved calls.
    pub hide_moved: bool,
    /// True to hide calls of one side only.
    pub hide_only: Sides<bool>,
    /// Least duration of the longer call of a match, in microseconds.
    pub least_us: u32,
    /// Text that the name or the file of a function must contain; blank for all.
    pub function: String,
    /// True to draw tubes too that a drawn tube of their callers implies.
    pub implied: bool,
    /// Side whose viewpoint colours positions; `None` for the side under the pointer.
    pub viewpoint: Option<SideName>,
    /// True to use the paper's palettes, which are not safe for the colour-blind.
    pub published: bool,
    /// True if bars by similarity are as high as Σ s, as published. Otherwise as self time × best s.
    pub sums: bool,
    /// True if bars are as high as the square roots of their values, which makes low bars visible.
    pub root: bool,
    /// True if start shifts are differences of times, as published. Otherwise of shares of the group.
    pub raw: bool,
    /// True if the call under the pointer brushes in all colours. Otherwise only in those of order, place and similarity.
    pub brush: bool,
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
            sums: false,
            root: false,
            raw: false,
            brush: false,
        }
    }
}

impl MatchesState {
    /// Returns the state with all but the switches that hide calls at their default. Two states hide the same calls if
    /// these are equal.
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

rows! { CompareState:
    "pair.color" => icicle.color: "the colour of calls";
    "pair.steps" => icicle.steps: "the steps of the legend that stay coloured while all others fade";
    "pair.sa" => icicle.scroll.a: "rows by which A is scrolled";
    "pair.sb" => icicle.scroll.b: "rows by which B is scrolled";
    "pair.fa" => icicle.folds.a, OfA: "lanes of A whose folding differs from the default";
    "pair.fb" => icicle.folds.b, OfB: "lanes of B whose folding differs from the default";
    "pair.ha" => icicle.hidden.a, OfA: "hidden lanes of A";
    "pair.hb" => icicle.hidden.b, OfB: "hidden lanes of B";
    "pair.frames" => icicle.frames: "frames that fill the time in view are shown; by default they are folded";
    "pair.tall" => icicle.tall: "all rows are tall; otherwise rows with names are readable, and others give way";
    "pair.instants" => icicle.instants: "the instants of both sides are shown at their time axes";
    "pair.counter" => icicle.counter: "title of the counter that is shown as a strip at both time axes";
    "m.parts" => parts: "the views of the desk";
    "m" => matches.mode: "which matches are drawn";
    "m.lines" => matches.lines: "matches are lines, not tubes";
    "m.lambda" => matches.lambda: "the thickness of tubes, in per cent";
    "m.band" => matches.band: "the height of the band of matches, in per cent";
    "m.beta" => matches.beta: "the bundling of matches, in per cent";
    "m.xm" => matches.hide_matched: "matched calls are hidden";
    "m.xv" => matches.hide_moved: "moved calls are hidden";
    "m.xa" => matches.hide_only.a: "calls only in A are hidden";
    "m.xb" => matches.hide_only.b: "calls only in B are hidden";
    "m.us" => matches.least_us: "the smallest duration of a drawn match, in microseconds";
    "m.f" => matches.function: "only matches of functions with this text are drawn";
    "m.all" => matches.implied: "implied matches are drawn";
    "m.view" => matches.viewpoint: "the viewpoint of *Position of the match*";
    "m.pub" => matches.published: "the published palettes are used";
    "m.sums" => matches.sums: "bars by similarity are as high as the sum of similarities";
    "m.root" => matches.root: "bars are as high as the square roots of their values";
    "m.raw" => matches.raw: "start shifts are differences of times, not of shares of the group";
    "m.brush" => matches.brush: "the call under the pointer brushes in all colours";
}
