//! The desk of call paths and functions. It has a flame graph, a funky graph and a table of functions, of one side or
//! as a difference.

use crate::link::rows;
use crate::sides::Sides;
use crate::subject::Subject;
use crate::words::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

words! {
    /// The parts of the desk that are shown.
    #[derive(Default)]
    pub enum ProfileParts {
        /// The flame graph above or next to the funky graph.
        #[default]
        Both = "both",
        /// The flame graph.
        Flame = "flame",
        /// The funky graph.
        Funky = "funky",
    }
}

words! {
    /// The side whose paths are shown.
    #[derive(Default)]
    pub enum ProfileSides {
        /// Paths of both sides, with colours for their difference; with one side, its paths.
        #[default]
        Difference = "difference",
        /// Paths of A.
        A = "a",
        /// Paths of B.
        B = "b",
        /// Paths of both sides in two flame graphs with one scale, with colours for their difference. The funky graph
        /// is that of the difference.
        SideBySide = "side-by-side",
    }
}

words! {
    /// The weight of a function that gold shows, with one side.
    ///
    /// The default is the older choice, so that links from before there was a choice keep their colours. A page or a
    /// command that starts without a link shows self weights ([`crate::ViewState::without_link`]).
    #[derive(Default)]
    pub enum ProfileGold {
        /// Inclusive weight: callers of much are gold.
        #[default]
        Total = "total",
        /// Self weight: functions that take the time themselves are gold.
        SelfWeight = "self",
    }
}

words! {
    /// The order of siblings.
    #[derive(Default)]
    pub enum SiblingOrder {
        /// Widest first.
        #[default]
        Weight = "weight",
        /// Alphabetical by name.
        Name = "name",
        /// Earliest first call first.
        FirstCall = "first-call",
        /// Every call on its own, at its place in time; with one side only.
        Time = "time",
    }
}

words! {
    /// The weight that the width of a path of two sides shows.
    #[derive(Default)]
    pub enum ProfileWidth {
        /// The larger of both weights.
        #[default]
        Larger = "larger",
        /// Weight in A.
        A = "a",
        /// Weight in B.
        B = "b",
        /// Increases plus decreases, with their net inside.
        Changes = "changes",
    }
}

words! {
    /// The reference for the colours of a difference.
    #[derive(Default)]
    pub enum ProfileColor {
        /// The path's own weight in A.
        #[default]
        Own = "own",
        /// The largest change, in weight.
        Absolute = "absolute",
        /// The largest change, in points of each side's whole.
        Share = "share",
    }
}

words! {
    /// The kinds of recursion that are folded.
    #[derive(Default)]
    pub enum RecursionFolding {
        /// Direct recursion: a function that calls itself is one frame.
        #[default]
        Direct = "direct",
        /// All recursion: a function is once on a stack.
        Full = "full",
        /// None: stacks stay as they were.
        AsCalled = "as-called",
    }
}

words! {
    /// The column that sorts the table of functions.
    #[derive(Default)]
    pub enum FunctionSort {
        /// Change of self weight; with one side, its self weight.
        #[default]
        Change = "change",
        /// The name.
        Name = "name",
        /// The file.
        File = "file",
        /// Self weight in A.
        SelfA = "self-a",
        /// Self weight in B.
        SelfB = "self-b",
        /// The change of self weight as a share of A's.
        Relative = "relative",
        /// Inclusive weight in A.
        TotalA = "total-a",
        /// Inclusive weight in B.
        TotalB = "total-b",
        /// Calls in A.
        CallsA = "calls-a",
        /// Calls in B.
        CallsB = "calls-b",
        /// Mean weight of a call in A.
        MeanA = "mean-a",
        /// Mean weight of a call in B.
        MeanB = "mean-b",
        /// Median duration of a call in A.
        P50A = "p50-a",
        /// Median duration of a call in B.
        P50B = "p50-b",
        /// 99th percentile of the durations of calls in A.
        P99A = "p99-a",
        /// 99th percentile of the durations of calls in B.
        P99B = "p99-b",
    }
}

words! {
    /// The format of a file for other programs.
    pub enum ProfileFileFormat {
        /// Folded stacks with their self weights.
        Folded = "folded",
        /// speedscope's JSON.
        Speedscope = "speedscope",
        /// The flame graph as an SVG that zooms and searches by itself.
        Svg = "svg",
        /// The funky graph as such an SVG.
        FunkySvg = "funky-svg",
        /// The table of functions.
        Csv = "csv",
    }
}

/// The settings of the desk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
pub struct ProfileState {
    /// Parts that are shown.
    pub parts: ProfileParts,
    /// Share of the flame graph where both graphs are shown, in per cent of the height or width.
    pub split: u32,
    /// Side whose paths are shown.
    pub sides: ProfileSides,
    /// Settings of the flame graph.
    pub flame: FlameState,
    /// Settings of the funky graph.
    pub funky: FunkyState,
    /// Settings of the table of functions.
    pub table: FunctionTableState,
    /// Reference for the colours of a difference.
    pub color: ProfileColor,
    /// True if paths that are gone (`a`) or new (`b`) are grey instead of hatched.
    pub plain: Sides<bool>,
    /// Weight that gold shows. With self weights as the weight of paths, it is always that.
    pub gold: ProfileGold,
    /// True if the gold scale shows the square root of the share, so that small shares differ more.
    pub root: bool,
}

impl Default for ProfileState {
    fn default() -> Self {
        Self {
            parts: ProfileParts::default(),
            split: USUAL_SPLIT,
            sides: ProfileSides::default(),
            flame: FlameState::default(),
            funky: FunkyState::default(),
            table: FunctionTableState::default(),
            color: ProfileColor::default(),
            plain: Sides::default(),
            gold: ProfileGold::default(),
            root: false,
        }
    }
}

impl ProfileState {
    /// Returns the settings of a page or a command that starts without a link.
    pub(crate) fn without_link() -> Self {
        // By inclusive weight, nearly all boxes but those of the outermost functions would be grey.
        Self { gold: ProfileGold::SelfWeight, ..Self::default() }
    }
}

/// Share of the flame graph without a choice, in per cent.
const USUAL_SPLIT: u32 = 60;

/// The settings of the flame graph.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
pub struct FlameState {
    /// Order of siblings.
    pub order: SiblingOrder,
    /// True if roots are at the bottom.
    pub upward: bool,
    /// True if functions have their callers below them instead of their callees.
    pub inverted: bool,
    /// Weight that widths show.
    pub width: ProfileWidth,
    /// Kinds of recursion that are folded.
    pub folding: RecursionFolding,
    /// Path that is as wide as the picture; `None` for the whole.
    pub zoom: Option<Subject>,
    /// True to show the frames that fill the width of the whole graph, which are folded otherwise.
    pub frames: bool,
    /// Scroll position of the rows, in CSS pixels from the first one.
    pub scroll: u32,
}

/// The settings of the funky graph.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
pub struct FunkyState {
    /// Function that is as wide as the picture; `None` for all.
    pub zoom: Option<Subject>,
    /// Least width of a column in CSS pixels. Narrower columns share one bar.
    pub least_px: u32,
    /// Scroll position of the rows in CSS pixels from the resting position: above zero towards callers, below zero
    /// towards callees.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub scroll: i64,
}

impl Default for FunkyState {
    fn default() -> Self {
        Self { zoom: None, least_px: 3, scroll: 0 }
    }
}

/// The settings of the table of functions.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
pub struct FunctionTableState {
    /// Column that sorts the rows.
    pub sort: FunctionSort,
    /// True if the smallest comes first.
    pub ascending: bool,
    /// Text that the name or the file must contain; blank for all functions.
    pub filter: String,
    /// True if the table is hidden.
    pub hidden: bool,
    /// True if the table has the median and the 99th percentile of the durations of calls.
    pub percentiles: bool,
}

rows! { ProfileState:
    "prof.parts" => parts: "the graphs of the desk";
    "prof.split" => split: "the share of the flame graph beside the funky graph, in per cent";
    "prof.sides" => sides: "the shown sides";
    "prof.color" => color: "how changes are coloured: relative to A, absolute, share of total";
    "prof.xa" => plain.a: "gone paths are grey, not hatched";
    "prof.xb" => plain.b: "new paths are grey, not hatched";
    "prof.gold" => gold: "the weight that gold shows with one side: inclusive or self";
    "prof.root" => root: "colours use the square root of the share (*√ scale*)";
    "fl.order" => flame.order: "the order of siblings";
    "fl.up" => flame.upward: "flames grow upward";
    "fl.inv" => flame.inverted: "inverted: functions with their callers";
    "fl.width" => flame.width: "the width of boxes";
    "fl.fold" => flame.folding: "how recursion is folded";
    "fl.frames" => flame.frames: "the frames that fill the width are shown";
    "fl.zoom" => flame.zoom: "the path that fills the flame graph";
    "fl.scroll" => flame.scroll: "rows by which the flame graph is scrolled";
    "fu.zoom" => funky.zoom: "the function that the funky graph shows";
    "fu.least" => funky.least_px: "the smallest width of a column, in pixels";
    "fu.scroll" => funky.scroll: "rows by which the funky graph is scrolled";
    "ft.sort" => table.sort: "the column that sorts the table of functions";
    "ft.up" => table.ascending: "ascending order";
    "ft.f" => table.filter: "the filter of the table";
    "ft.off" => table.hidden: "the table is hidden";
    "ft.p" => table.percentiles: "the table shows percentiles";
}
