//! The software's own structure, and what a trace says of it: which of its files ran, which elements call which.
//!
//! [`Structure`] is a tree of elements (folders, files; packages, classes) as a file states it, each with a name, a kind and a
//! size, in the order of the file. [`Coverage`] says which of its files functions of a trace lie in: paths of the two are
//! matched by their ends, since a list is of a checkout and a trace of where that was installed. Of packages and classes
//! without files it says so by the names of functions, taken apart by [`name_parts`].
//!
//! [`Hierarchy`] is the tree that functions of one trace or of a pair lie in, made from their files and names or from such
//! a file ([`place`]); [`Shown`] says which elements of it are shown, and [`changes`] what the two sides differ by.
//!
//! [`CallSequence`] is the calls of some lanes in order, each with its caller; [`WindowCounts`] counts [`relations`] in any window
//! of it; [`raster`] draws it, line by line of pixels, and [`radial`] lays relations out as bundled curves within rings.
//!
//! [`ElementCalls`] sums what any calls are to the elements that are shown.
//!
//! [`pattern`] finds where a marked stretch of calls comes again.
//!
//! What this crate does not do: parse anything, know the screen.

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
    ANY_FUNCTION, Hierarchy, Kind, NodeId, PlacedSide, Placement, SideInput, Source, Stated, UNMAPPED, place,
};
pub use layers::{DeclaredLayers, Forbidden, Layers, LayersError, NamedTwice, read_layers};
pub use qualified::name_parts;
pub use relations::{Relation, RelationOfPair, Tally, WindowCounts, rare, relations, relations_of_pair};
pub use sequence::CallSequence;
pub use shown::{Alone, DEFAULT_ELEMENTS, Level, Shown, levels};
pub use shown_relations::ShownRelations;
pub use tree::{Structure, is_kind_of_files, lies_in_folders};
