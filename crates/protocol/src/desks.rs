//! The state of each desk, one file per desk, with its rows of the link table.

pub(crate) mod compare;
pub(crate) mod fusion;
pub(crate) mod profile;
pub(crate) mod space_time;
pub(crate) mod structure;

pub use compare::{ColorBy, CompareParts, CompareState, IcicleState, MatchMode, MatchesState};
pub use fusion::{
    ElementColor, ElementCushion, ElementSize, ElementTiling, FusionLink, FusionSides, FusionState,
    FusionTarget,
};
pub use profile::{
    FlameState, FunctionSort, FunctionTableState, FunkyState, ProfileColor, ProfileFileFormat, ProfileGold,
    ProfileParts, ProfileSides, ProfileState, ProfileWidth, RecursionFolding, SiblingOrder,
};
pub use space_time::{
    AreaFill, AreaGain, DifferenceHue, PartitionOf, SpaceTimePanels, SpaceTimeState, StateBy,
};
pub use structure::{
    RelationBlend, RelationColor, RelationWidth, SequenceRows, StructureLevel, StructureParts,
    StructureSides, StructureState,
};
