//! The desk of call paths and functions: flame graph, funky graph and function table, of one side or as a difference.

use crate::link::{Field, row};
use crate::sides::Sides;
use crate::subject::Subject;
use crate::words::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

words! {
    /// Which parts of the desk are shown.
    #[derive(Default)]
    pub enum ProfileParts {
        /// The flame graph over, or beside, the funky graph.
        #[default]
        Both = "both",
        /// The flame graph.
        Flame = "flame",
        /// The funky graph.
        Funky = "funky",
    }
}

words! {
    /// Whose paths are shown.
    #[derive(Default)]
    pub enum ProfileSides {
        /// Those of both sides, colours say how they differ. Of one side alone that side.
        #[default]
        Difference = "difference",
        /// Those of A.
        A = "a",
        /// Those of B.
        B = "b",
    }
}

words! {
    /// In which order siblings stand.
    #[derive(Default)]
    pub enum SiblingOrder {
        /// Widest first.
        #[default]
        Weight = "weight",
        /// By name.
        Name = "name",
        /// By the start of their first calls.
        FirstCall = "first-call",
        /// Every call by itself, in its place in time; of one side.
        Time = "time",
    }
}

words! {
    /// What the width of a path of two sides stands for.
    #[derive(Default)]
    pub enum ProfileWidth {
        /// The larger of both sides.
        #[default]
        Larger = "larger",
        /// Side A.
        A = "a",
        /// Side B.
        B = "b",
        /// Increases plus decreases, with their net inside.
        Changes = "changes",
    }
}

words! {
    /// What colours of a difference are relative to.
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
    /// Which recursion is folded.
    #[derive(Default)]
    pub enum RecursionFolding {
        /// Functions that call themselves.
        #[default]
        Direct = "direct",
        /// A function is once on a stack.
        Full = "full",
        /// None: stacks as they were.
        AsCalled = "as-called",
    }
}

words! {
    /// Which column of the function table its rows follow.
    #[derive(Default)]
    pub enum FunctionSort {
        /// The change of self weight; of one side alone its self weight.
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
        /// Duration of a call in A that half of them do not exceed.
        P50A = "p50-a",
        /// The same in B.
        P50B = "p50-b",
        /// Duration of a call in A that 99 of 100 do not exceed.
        P99A = "p99-a",
        /// The same in B.
        P99B = "p99-b",
    }
}

words! {
    /// What the desk is written as for other programs.
    pub enum ProfileFileFormat {
        /// Stacks with their own weights.
        Folded = "folded",
        /// speedscope's JSON.
        Speedscope = "speedscope",
        /// The flame graph as a picture that zooms and searches by itself.
        Svg = "svg",
        /// The funky graph as such a picture.
        FunkySvg = "funky-svg",
        /// The table of functions.
        Csv = "csv",
    }
}

/// How the desk is set.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
pub struct ProfileState {
    /// Which parts are shown.
    pub parts: ProfileParts,
    /// Whose paths are shown.
    pub sides: ProfileSides,
    /// The flame graph.
    pub flame: FlameState,
    /// The funky graph.
    pub funky: FunkyState,
    /// The function table.
    pub table: FunctionTableState,
    /// What colours of a difference are relative to.
    pub color: ProfileColor,
    /// Leaves the colours of gone paths (`a`) and of new ones (`b`) to grey.
    pub plain: Sides<bool>,
    /// The gold scale goes by the square root of the share, which tells small ones apart.
    pub root: bool,
}

/// How the flame graph is drawn.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
pub struct FlameState {
    /// In which order siblings stand.
    pub order: SiblingOrder,
    /// Roots stand at the bottom.
    pub upward: bool,
    /// Functions with their callers below them, in place of their callees.
    pub inverted: bool,
    /// What widths stand for.
    pub width: ProfileWidth,
    /// Which recursion is folded.
    pub folding: RecursionFolding,
    /// The path that is as wide as the picture; none for the whole.
    pub zoom: Option<Subject>,
    /// How far the rows are scrolled, CSS pixels from the first one.
    pub scroll: u32,
}

/// How the funky graph is drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
pub struct FunkyState {
    /// The function that is as wide as the picture; none for all.
    pub zoom: Option<Subject>,
    /// Columns narrower than this are one bar together, CSS pixels.
    pub least_px: u32,
    /// How far the rows are scrolled, CSS pixels from where they rest: towards callers, below zero towards callees.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub scroll: i64,
}

impl Default for FunkyState {
    fn default() -> Self {
        Self { zoom: None, least_px: 3, scroll: 0 }
    }
}

/// Which rows of the function table are shown, in which order.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
pub struct FunctionTableState {
    /// Which column they follow.
    pub sort: FunctionSort,
    /// Smallest first.
    pub ascending: bool,
    /// Only functions whose name or file holds this; blank for all.
    pub filter: String,
    /// It is not shown.
    pub hidden: bool,
    /// With how long single calls take, at the middle and at the end.
    pub percentiles: bool,
}

pub(crate) const ROWS: &[Field] = &[
    row!("prof.parts", profile.parts),
    row!("prof.sides", profile.sides),
    row!("prof.color", profile.color),
    row!("prof.xa", profile.plain.a),
    row!("prof.xb", profile.plain.b),
    row!("prof.root", profile.root),
    row!("fl.order", profile.flame.order),
    row!("fl.up", profile.flame.upward),
    row!("fl.inv", profile.flame.inverted),
    row!("fl.width", profile.flame.width),
    row!("fl.fold", profile.flame.folding),
    row!("fl.zoom", profile.flame.zoom),
    row!("fl.scroll", profile.flame.scroll),
    row!("fu.zoom", profile.funky.zoom),
    row!("fu.least", profile.funky.least_px),
    row!("fu.scroll", profile.funky.scroll),
    row!("ft.sort", profile.table.sort),
    row!("ft.up", profile.table.ascending),
    row!("ft.f", profile.table.filter),
    row!("ft.off", profile.table.hidden),
    row!("ft.p", profile.table.percentiles),
];
