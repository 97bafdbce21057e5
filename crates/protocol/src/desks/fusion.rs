//! The desk of the program's structure with calls over it: where in the code time was spent, and where it moved to.

use crate::desks::structure::StructureLevel;
use crate::link::{Field, row};
use crate::sides::Sides;
use crate::words::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

words! {
    /// Whose calls lie over the structure.
    #[derive(Default)]
    pub enum FusionSides {
        /// Those of B; of one trace its own.
        #[default]
        B = "b",
        /// Those of A.
        A = "a",
        /// Those of both, B's mirrored below.
        Both = "both",
    }
}

words! {
    /// What the pointer chooses from.
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
    /// What the area of an element is in proportion to.
    #[derive(Default)]
    pub enum ElementSize {
        /// The root of its calls on both sides, one for what never ran.
        #[default]
        Calls = "calls",
        /// The time it takes by itself on both sides: what never ran has no cell.
        SelfTime = "self",
        /// Its size as a list states it.
        Bytes = "bytes",
        /// All the same.
        Equal = "equal",
    }
}

words! {
    /// What a colour says of an element, or of a call.
    #[derive(Default)]
    pub enum ElementColor {
        /// Of a pair the change of self time, of one trace self time; of calls what that of elements is.
        #[default]
        Auto = "auto",
        /// How much more or less time it takes by itself in B.
        SelfChange = "self-change",
        /// How many more or fewer calls B has.
        CallsChange = "calls-change",
        /// What it lies in.
        Package = "package",
        /// How deep its calls lie: of an element the deepest, of a call its own.
        Depth = "depth",
        /// How deep the deepest call of the element lies, of its calls too.
        Deepest = "deepest",
        /// How many calls there are.
        Calls = "calls",
        /// The time it takes by itself.
        SelfTime = "self",
        /// The time it takes with all that it calls.
        Time = "time",
        /// When its first call starts.
        First = "first",
        /// On which sides it ran at all.
        Coverage = "coverage",
    }
}

words! {
    /// Which elements and calls are coloured while some are in focus.
    #[derive(Default)]
    pub enum FusionLink {
        /// Those in focus (data-in-focus).
        #[default]
        Focus = "focus",
        /// All others (data-outside-focus).
        Rest = "rest",
    }
}

words! {
    /// How cells are laid out.
    #[derive(Default)]
    pub enum ElementTiling {
        /// In rows, those with most calls at the bottom.
        #[default]
        Strip = "strip",
        /// In rows by name.
        Names = "names",
        /// As square as they can be.
        Squarified = "squarified",
    }
}

words! {
    /// How deep the cushions of cells are.
    #[derive(Default)]
    pub enum ElementCushion {
        /// A quarter as deep as published: colours are values that are read off a scale.
        #[default]
        Calm = "calm",
        /// As published, k = 0.2.
        Published = "published",
        /// None.
        Flat = "flat",
    }
}

/// How the desk is set. The windows are those of the time, what is pinned is what is selected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct FusionState {
    /// Whose calls lie over the structure.
    pub sides: FusionSides,
    /// What the pointer chooses from.
    pub target: FusionTarget,
    /// What areas say.
    pub size: ElementSize,
    /// What colours of elements say.
    pub color: ElementColor,
    /// What those of calls say.
    pub call_color: ElementColor,
    /// What is coloured while something is in focus.
    pub link: FusionLink,
    /// Whether scales reach over all elements, in focus or not.
    pub whole_scale: bool,
    /// Whether scales of amounts are linear, as published, in place of logarithmic.
    pub linear: bool,
    /// Whether amounts go from green over yellow to red, as published.
    pub published: bool,
    /// How many elements around the one pointed at are in focus with all in them.
    pub height: u32,
    /// How cells are laid out.
    pub tiling: ElementTiling,
    /// How deep cushions are.
    pub cushion: ElementCushion,
    /// How deep the structure is shown.
    pub level: StructureLevel,
    /// The path of the element that fills the picture; blank for all.
    pub root: String,
    /// Of each side the lane whose calls are shown: one more than its row in the lane table, 0 for the one that leads.
    pub lane: Sides<u32>,
    /// How far calls are scrolled towards callees, CSS pixels, where they are deeper than there is room.
    pub scroll: u32,
    /// Whether what is pinned is not joined with what it is related to.
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
            links_hidden: false,
        }
    }
}

pub(crate) const ROWS: &[Field] = &[
    row!("fuse.sides", fusion.sides),
    row!("fuse.target", fusion.target),
    row!("fuse.size", fusion.size),
    row!("fuse.color", fusion.color),
    row!("fuse.calls", fusion.call_color),
    row!("fuse.link", fusion.link),
    row!("fuse.whole", fusion.whole_scale),
    row!("fuse.linear", fusion.linear),
    row!("fuse.pub", fusion.published),
    row!("fuse.height", fusion.height),
    row!("fuse.tiling", fusion.tiling),
    row!("fuse.cushion", fusion.cushion),
    row!("fuse.level", fusion.level),
    row!("fuse.root", fusion.root),
    row!("fuse.la", fusion.lane.a),
    row!("fuse.lb", fusion.lane.b),
    row!("fuse.scroll", fusion.scroll),
    row!("fuse.plain", fusion.links_hidden),
];
