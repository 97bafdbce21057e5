//! The desk of the program's structure: who calls whom, and in which order.

use crate::link::{Field, row};
use crate::subject::Subject;
use crate::words::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

words! {
    /// Which of the views are shown.
    #[derive(Default)]
    pub enum StructureParts {
        /// Both, side by side.
        #[default]
        Both = "both",
        /// Relations around a circle.
        Radial = "radial",
        /// The calls in their order.
        Sequence = "sequence",
    }
}

words! {
    /// Which sides are shown.
    #[derive(Default)]
    pub enum StructureSides {
        /// Both, and how they differ; of one trace alone that one.
        #[default]
        Pair = "pair",
        /// A.
        A = "a",
        /// B.
        B = "b",
    }
}

words! {
    /// How deep the structure is shown.
    #[derive(Default)]
    pub enum StructureLevel {
        /// The deepest level with at most 120 elements.
        #[default]
        Auto = "auto",
        /// Folders, packages, namespaces.
        Package = "package",
        /// Files.
        Module = "module",
        /// Classes, and functions beside classes as one.
        Class = "class",
        /// Functions.
        Function = "function",
    }
}

words! {
    /// What the colour of a relation says.
    #[derive(Default)]
    pub enum RelationColor {
        /// How many more or fewer calls B has, and what only one side has; of one trace as [`Self::Direction`].
        #[default]
        Change = "change",
        /// From caller to callee.
        Direction = "direction",
        /// When, within the window.
        Time = "time",
        /// The element around the caller that is as deep as twelve colours can tell apart.
        Package = "package",
    }
}

words! {
    /// What the width of a relation is in proportion to.
    #[derive(Default)]
    pub enum RelationWidth {
        /// The root of its calls.
        #[default]
        Root = "root",
        /// Their logarithm.
        Log = "log",
    }
}

words! {
    /// How relations that cross are mixed.
    #[derive(Default)]
    pub enum RelationBlend {
        /// The one farthest from the ground is seen.
        #[default]
        Strongest = "strongest",
        /// The one drawn last lies over the others.
        Over = "over",
    }
}

words! {
    /// What lies side by side where both sequences are shown.
    #[derive(Default)]
    pub enum SequenceRows {
        /// Calls that match.
        #[default]
        Matched = "matched",
        /// Each side's calls, spread over its height.
        Own = "own",
    }
}

/// How the desk is set. The windows are those of the time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
pub struct StructureState {
    /// Which of the views are shown.
    pub parts: StructureParts,
    /// Which sides are shown.
    pub sides: StructureSides,
    /// How deep the structure is shown.
    pub level: StructureLevel,
    /// Elements that are open although the level says otherwise: paths, one a line.
    pub opened: String,
    /// Those that are not, likewise.
    pub closed: String,
    /// The path of the element that alone is open; blank if all are.
    pub root: String,
    /// How far relations follow the tree, β of Eq. 1: hundredths, 0 is straight.
    pub beta: u32,
    /// Whether relations bend towards their common ancestor, too.
    pub through_ancestor: bool,
    /// What colours say.
    pub color: RelationColor,
    /// What widths say.
    pub width: RelationWidth,
    /// How relations that cross are mixed.
    pub blend: RelationBlend,
    /// How much rare calls stand out, p of Eq. 2: tenths; below zero rare calls, 0 for none more than others.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub p: i64,
    /// What lies side by side.
    pub rows: SequenceRows,
    /// Where the source of a function is, with `{path}` and `{line}` in it; empty if nowhere.
    pub source: String,
    /// The calls whose repeats are sought: those that start in a time of a side ([`Subject::Time`]); others are none.
    pub mark: Option<Subject>,
    /// How much of a repeat is the same: per cent.
    pub alike: u32,
    /// Layers of the program, one a line, the uppermost first: paths of elements with blanks between them.
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
            p: -10,
            rows: SequenceRows::default(),
            source: String::new(),
            mark: None,
            alike: 90,
            layers: String::new(),
        }
    }
}

pub(crate) const ROWS: &[Field] = &[
    row!("sr.parts", structure.parts),
    row!("sr.sides", structure.sides),
    row!("sr.level", structure.level),
    row!("sr.opened", structure.opened),
    row!("sr.closed", structure.closed),
    row!("sr.root", structure.root),
    row!("sr.beta", structure.beta),
    row!("sr.ancestor", structure.through_ancestor),
    row!("sr.color", structure.color),
    row!("sr.width", structure.width),
    row!("sr.blend", structure.blend),
    row!("sr.p", structure.p),
    row!("sr.rows", structure.rows),
    row!("sr.source", structure.source),
    row!("sr.mark", structure.mark),
    row!("sr.alike", structure.alike),
    row!("sr.layers", structure.layers),
];
