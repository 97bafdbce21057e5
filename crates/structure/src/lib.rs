//! The structure of a program, and the use a trace makes of it: the files that ran, and the elements that call each
//! other.
//!
//! [`Structure`] is a tree of elements as a file states it: folders and files, or packages and classes. Each has a
//! name, a kind and a size, in the order of the file. [`Coverage`] finds the elements in which the called functions
//! lie. It matches paths by their ends, because the list comes from a checkout and the trace from an installation. In a
//! structure without files it matches the names of functions, split by [`name_parts`].
//!
//! [`Hierarchy`] is the tree that contains the functions of one trace or of a pair. [`place`] builds it from files and
//! names or from such a structure. [`VisibleElements`] chooses the elements that are shown. [`changes`] compares the two sides.
//!
//! [`CallSequence`] holds the calls of some lanes in order, each with its caller. [`WindowCounts`] counts [`relations`]
//! in any window of it. [`raster`] draws it as rows of pixels. [`radial`] lays relations out as bundled curves within
//! rings.
//!
//! [`ElementCalls`] sums up any set of calls by shown element.
//!
//! [`pattern`] finds the repeats of a marked stretch of calls.
//!
//! This crate parses no files and knows no screen.

#![forbid(unsafe_code)]

mod changes;
mod coverage;
mod element_calls;
mod ends;
mod hierarchy;
mod layers;
mod locate;
pub mod pattern;
mod qualified;
pub mod radial;
pub mod raster;
mod relations;
mod sequence;
mod shown;
mod shown_relations;
mod tree;

pub use changes::{Changes, changes};
pub use coverage::{Coverage, coverage, coverage_of_files, coverage_of_names, parts_of_function};
pub use element_calls::{ElementCalls, FocusCalls, Measure};
pub use hierarchy::{
    Hierarchy, Kind, NodeId, PlacedSide, Placement, SideInput, Source, StatedElement, StatedElements,
    UNKNOWN_FUNCTION, UNMAPPED, place,
};
pub use layers::{DeclaredLayers, DuplicateElement, Forbidden, Layers, LayersError, read_layers};
pub use qualified::name_parts;
pub use relations::{Relation, RelationOfPair, Tally, WindowCounts, rare, relations, relations_of_pair};
pub use sequence::CallSequence;
pub use shown::{DEFAULT_ELEMENTS, Isolation, Level, VisibleElements, levels};
pub use shown_relations::VisibleRelations;
pub use tree::{Structure, is_kind_of_files, lies_in_folders};
