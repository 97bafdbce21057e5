//! The desk of the program's structure with calls over it. It shows where in the code time was spent, and where it
//! moved to.

use crate::desks::structure::StructureLevel;
use crate::link::rows;
use crate::sides::Sides;
use crate::words::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

words! {
    /// The side whose calls are drawn over the structure.
    #[derive(Default)]
    pub enum FusionSides {
        /// Calls of B; with one trace, its calls.
        #[default]
        B = "b",
        /// Calls of A.
        A = "a",
        /// Calls of both sides, with B's mirrored below.
        Both = "both",
    }
}

words! {
    /// The things that the pointer chooses from.
    #[derive(Default)]
    pub enum FusionTarget {
        /// Calls.
        #[default]
        Calls = "calls",
        /// Elements of the structure.
        Elements = "elements",
    }
}

words! {
    /// The measure that the area of an element is in proportion to.
    #[derive(Default)]
    pub enum ElementSize {
        /// Square root of its number of calls on both sides; 1 for what never ran.
        #[default]
        Calls = "calls",
        /// Self time on both sides. An element without any has no cell.
        SelfTime = "self",
        /// Size that a list of paths states.
        Bytes = "bytes",
        /// Equal areas.
        Equal = "equal",
    }
}

words! {
    /// The measure that the colour of an element or a call shows.
    #[derive(Default)]
    pub enum ElementColor {
        /// Change of self time for a pair, self time for one trace. For calls, the measure of the elements.
        #[default]
        Auto = "auto",
        /// Change of self time from A to B.
        SelfChange = "self-change",
        /// Change of the number of calls from A to B.
        CallsChange = "calls-change",
        /// Package that contains it.
        Package = "package",
        /// Stack depth: of a call its own, of an element that of its deepest call.
        Depth = "depth",
        /// Stack depth of the element's deepest call, also for its calls.
        Deepest = "deepest",
        /// Number of calls.
        Calls = "calls",
        /// Self time.
        SelfTime = "self",
        /// Inclusive time.
        Time = "time",
        /// Start of the first call.
        First = "first",
        /// Sides on which it ran.
        Coverage = "coverage",
    }
}

words! {
    /// The elements and calls that have a colour while some are in focus.
    #[derive(Default)]
    pub enum FusionLink {
        /// Elements and calls in focus (data-in-focus).
        #[default]
        Focus = "focus",
        /// All other elements and calls (data-outside-focus).
        Rest = "rest",
    }
}

words! {
    /// The layout of cells.
    #[derive(Default)]
    pub enum ElementTiling {
        /// In strips, those with most calls at the bottom.
        #[default]
        Strip = "strip",
        /// In strips, by name.
        Names = "names",
        /// Squarified: as square as possible.
        Squarified = "squarified",
    }
}

words! {
    /// The depth of the cushions of cells.
    #[derive(Default)]
    pub enum ElementCushion {
        /// A quarter of the published depth. Colours are values here, and under a deep cushion one value looks like
        /// another.
        #[default]
        Calm = "calm",
        /// The published depth, k = 0.2.
        Published = "published",
        /// No cushions.
        Flat = "flat",
    }
}

/// The settings of the desk. Its windows are those of [`crate::TimeState`], and the pinned item is the selection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct FusionState {
    /// Side whose calls are drawn over the structure.
    pub sides: FusionSides,
    /// Things that the pointer chooses from.
    pub target: FusionTarget,
    /// Measure of areas.
    pub size: ElementSize,
    /// Measure of the colours of elements.
    pub color: ElementColor,
    /// Measure of the colours of calls.
    pub call_color: ElementColor,
    /// Elements and calls that have a colour while some are in focus.
    pub link: FusionLink,
    /// True if scales reach over all elements, in focus or not.
    pub whole_scale: bool,
    /// True if scales of amounts are linear, as published, instead of logarithmic.
    pub linear: bool,
    /// True if amounts go from green over yellow to red, as published.
    pub published: bool,
    /// Number of levels around the pointed element that are in focus with it.
    pub height: u32,
    /// Layout of cells.
    pub tiling: ElementTiling,
    /// Depth of cushions.
    pub cushion: ElementCushion,
    /// Level of the structure that is shown.
    pub level: StructureLevel,
    /// Path of the element that fills the picture; blank for the whole structure.
    pub root: String,
    /// Lane of each side whose calls are shown: 1 more than its row in the lane table, or 0 for the main lane.
    pub lane: Sides<u32>,
    /// Scroll position towards callees in CSS pixels, if the calls are deeper than there is room.
    pub scroll: u32,
    /// True to show the frames that fill the time in view, which are folded otherwise.
    pub frames: bool,
    /// True if no lines join the pinned item with its calls or its code.
    pub links_hidden: bool,
}

impl Default for FusionState {
    fn default() -> Self {
        Self {
            sides: FusionSides::default(),
            target: FusionTarget::default(),
            size: ElementSize::default(),
            color: ElementColor::default(),
            call_color: ElementColor::default(),
            link: FusionLink::default(),
            whole_scale: false,
            linear: false,
            published: false,
            height: 1,
            tiling: ElementTiling::default(),
            cushion: ElementCushion::default(),
            level: StructureLevel::default(),
            root: String::new(),
            lane: Sides { a: 0, b: 0 },
            scroll: 0,
            frames: false,
            links_hidden: false,
        }
    }
}

rows! { FusionState:
    "fuse.sides" => sides: "the calls that are drawn over the structure";
    "fuse.target" => target: "hover target: calls or elements";
    "fuse.size" => size: "the size of cells";
    "fuse.color" => color: "the colour of elements";
    "fuse.calls" => call_color: "the colour of calls";
    "fuse.link" => link: "the coloured part: the focus or everything else";
    "fuse.whole" => whole_scale: "scales cover all elements in view, not only those in focus";
    "fuse.linear" => linear: "scales are linear";
    "fuse.pub" => published: "colours run from green to red";
    "fuse.height" => height: "the number of levels around the element under the pointer that are in focus";
    "fuse.tiling" => tiling: "the layout of cells";
    "fuse.cushion" => cushion: "the shading of cells";
    "fuse.level" => level: "the level of cells";
    "fuse.root" => root: "the element that fills the view";
    "fuse.la" => lane.a, OfA: "the lane of A whose calls are drawn";
    "fuse.lb" => lane.b, OfB: "the lane of B whose calls are drawn";
    "fuse.scroll" => scroll: "rows by which the calls are scrolled";
    "fuse.frames" => frames: "the frames that fill the time in view are shown";
    "fuse.plain" => links_hidden: "no lines from pinned items";
}
