//! The desk of the program's structure, with call relations and the order of calls.

use crate::link::rows;
use crate::subject::Subject;
use crate::words::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

words! {
    /// The views of the desk that are shown.
    #[derive(Default)]
    pub enum StructureParts {
        /// Both, side by side.
        #[default]
        Both = "both",
        /// Call relations around a circle.
        Radial = "radial",
        /// Calls in their order.
        Sequence = "sequence",
    }
}

words! {
    /// The sides that are shown.
    #[derive(Default)]
    pub enum StructureSides {
        /// Both sides and their difference; with one trace, that trace.
        #[default]
        Pair = "pair",
        /// A.
        A = "a",
        /// B.
        B = "b",
    }
}

words! {
    /// The level of the structure that is shown.
    #[derive(Default)]
    pub enum StructureLevel {
        /// The deepest level at which not too many elements ran: 120, on the desk of the structure with calls over it
        /// 2,000.
        #[default]
        Auto = "auto",
        /// Folders, packages, namespaces.
        Package = "package",
        /// Files.
        Module = "module",
        /// Classes. Functions outside of classes are one element.
        Class = "class",
        /// Functions.
        Function = "function",
    }
}

words! {
    /// The measure that the colour of a relation shows.
    #[derive(Default)]
    pub enum RelationColor {
        /// Change of the number of calls from A to B, and relations of one side only. With one trace like
        /// [`Self::Direction`].
        #[default]
        Change = "change",
        /// Direction from caller to callee.
        Direction = "direction",
        /// Direction in the colours of the paper, green to red.
        Published = "published",
        /// Rank of the mean start of its calls within the window. The latest relation is on top.
        Time = "time",
        /// Element around the caller, as deep as twelve colours can distinguish.
        Package = "package",
    }
}

words! {
    /// The measure that the width of a relation is in proportion to.
    #[derive(Default)]
    pub enum RelationWidth {
        /// Square root of the number of calls.
        #[default]
        Root = "root",
        /// Logarithm of the number of calls.
        Log = "log",
    }
}

words! {
    /// The blending of relations that cross.
    #[derive(Default)]
    pub enum RelationBlend {
        /// The relation with the strongest contrast to the ground is on top.
        #[default]
        Strongest = "strongest",
        /// The relation that is drawn last is on top.
        Over = "over",
    }
}

words! {
    /// The alignment of both sequences.
    #[derive(Default)]
    pub enum SequenceRows {
        /// Matched calls at one height.
        #[default]
        Matched = "matched",
        /// Each side's calls, spread over the whole height.
        Own = "own",
    }
}

/// The settings of the desk. Its windows are those of [`crate::TimeState`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
pub struct StructureState {
    /// Views that are shown.
    pub parts: StructureParts,
    /// Sides that are shown.
    pub sides: StructureSides,
    /// Level of the structure that is shown.
    pub level: StructureLevel,
    /// Paths of elements that are open although the level would close them, one per line.
    pub opened: String,
    /// Paths of elements that are closed although the level would open them, one per line.
    pub closed: String,
    /// Path of the only element that is open; blank for all.
    pub root: String,
    /// Bundling: how far relations follow the tree, β of Eq. 1, in hundredths. 0 is straight.
    pub beta: u32,
    /// True if relations also bend towards their common ancestor.
    pub through_ancestor: bool,
    /// Measure of colours.
    pub color: RelationColor,
    /// Measure of widths.
    pub width: RelationWidth,
    /// Blending of relations that cross.
    pub blend: RelationBlend,
    /// Size of the names around the circle, in per cent of the usual one.
    pub labels: u32,
    /// True if rare relations are marked.
    pub rare: bool,
    /// Emphasis of rare calls, p of Eq. 2, in tenths. Below zero rare calls show more; 0 weighs all calls the same.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub p: i64,
    /// Alignment of both sequences.
    pub rows: SequenceRows,
    /// Address of the source of a function, with `{path}` and `{line}` in it; empty if there is none.
    pub source: String,
    /// Calls whose repeats are sought: those that start in a time of a side ([`Subject::Time`]). Other subjects mark
    /// none.
    pub mark: Option<Subject>,
    /// Least part of a repeat that must be the same, in per cent.
    pub alike: u32,
    /// Layers of the program, one per line, the uppermost first. A line lists paths of elements, separated by blanks.
    pub layers: String,
}

impl Default for StructureState {
    fn default() -> Self {
        Self {
            parts: StructureParts::default(),
            sides: StructureSides::default(),
            level: StructureLevel::default(),
            opened: String::new(),
            closed: String::new(),
            root: String::new(),
            beta: 85,
            through_ancestor: false,
            color: RelationColor::default(),
            width: RelationWidth::default(),
            blend: RelationBlend::default(),
            labels: 100,
            rare: false,
            p: -10,
            rows: SequenceRows::default(),
            source: String::new(),
            mark: None,
            alike: 90,
            layers: String::new(),
        }
    }
}

rows! { StructureState:
    "sr.parts" => parts: "the views of the desk";
    "sr.sides" => sides: "the shown sides";
    "sr.level" => level: "the level of elements";
    "sr.opened" => opened: "elements that are opened by hand, one per line";
    "sr.closed" => closed: "elements that are closed by hand, one per line";
    "sr.root" => root: "the only expanded element (*Expand only this element*)";
    "sr.beta" => beta: "the bundling of relations, in per cent";
    "sr.ancestor" => through_ancestor: "relations run through common ancestors";
    "sr.color" => color: "the colour of relations";
    "sr.width" => width: "the scale of the width: square root or logarithm";
    "sr.blend" => blend: "how crossing relations are drawn";
    "sr.labels" => labels: "the size of names around the circle, in per cent";
    "sr.rare" => rare: "rare relations are marked";
    "sr.p" => p: "*Emphasis*: the exponent p, × 10. Below 0, rare calls stand out";
    "sr.rows" => rows: "the alignment of both call sequences: matching calls, or each side separately";
    "sr.source" => source: "the address of a source file, with `{path}` and `{line}`";
    "sr.mark" => mark: "the time range whose calls are marked (*Find pattern*)";
    "sr.alike" => alike: "the part of a repeat that must be the same as in the mark, in per cent";
    "sr.layers" => layers: "the layers of the program, one per line";
}
