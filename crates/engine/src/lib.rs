//! The session: asks in, replies, events and scenes out.
//!
//! [`Engine`] is the only thing with a memory. It holds both sides, memoises analyses, and keeps the last layout of
//! each view for hover, selection and tables. It runs in a worker in the page, and in the process in the command-line
//! tool and in tests.
//!
//! The worker has three more roles. [`Reader`] turns bytes into a run. [`Recaller`] turns bytes into one record, since
//! a run does not keep the arguments of its calls. [`Compute`] does all work over 50 ms on its own copy of the traces.
//!
//! Nothing here reads the clock or draws. Equal asks give equal replies.

#![forbid(unsafe_code)]

mod analyses;
mod ask_handler;
mod asks;
mod budget;
mod compared_ranges;
mod compute;
mod counterparts;
mod desks;
mod drawing;
mod engine;
mod events;
mod finding_input;
mod for_desks;
mod in_process;
mod kept;
mod lane_states;
mod marking;
mod marks;
mod memory;
mod naming;
mod navigate;
mod noted_places;
mod notes;
mod pair;
mod picture;
mod places;
mod places_cache;
mod queries;
mod ranges;
mod reader;
mod recaller;
mod run_profile;
mod saved;
mod scene_info;
mod search;
mod selection;
mod session;
mod significant_changes;
mod stored_part;
mod structure_file;
mod structure_words;
mod structures;
mod time_axis;
mod views;

pub use analyses::{
    Analysis, Comparison, Computed, DeskAnalyses, JobInput, Lookup, Names, PairAlignment, PathUnion,
    PermutationTest, ReadContext, Reads, Stages, Table, Texts, edits_of, options_of, pair_by, read_rules,
};
pub use ask_handler::{Answers, AskHandler};
pub use budget::MemoryBudget;
pub use compute::Compute;
pub use desks::{Desk, Desks, ViewPlacement};
pub use diptych_formats::Naming;
pub use drawing::{svg, with_caption};
pub use engine::Engine;
pub use events::EngineEvent;
pub use finding_input::{FINDING_SLICES, FindingRun, FindingSlices, FindingsInput, side_of, waiting_side};
pub use in_process::{FinishedJob, InProcess};
pub use kept::{lane_sums, put_views};
pub use lane_states::{CommonLanes, CommonLanesBuilder, StateNames};
pub use memory::Memory;
pub use naming::{naming_of, naming_of_text};
pub use pair::{PairAnalysis, PairRequest};
pub use places_cache::PlacesCache;
pub use ranges::run_in_range;
pub use reader::{ReadOptions, Reader, read, read_any, read_trace};
pub use recaller::{Recaller, recall};
pub use run_profile::RunProfile;
pub use saved::{FileToSave, OpenedFile};
pub use scene_info::by_room;
pub use session::Session;
pub use significant_changes::{SignificantChanges, StatesOfRun};
pub use stored_part::StoredPart;
pub use structure_file::StructureFile;
pub use structure_words::{alone, structure_headline};

/// The trace model, for programs that pass traces to and from the engine.
pub use diptych_trace as trace;

/// The error of files of results.
pub use diptych_store::StoreError;

/// The static structure of a program, for programs that pass it to the engine.
pub use diptych_structure as structure;

/// All readable formats, in the order in which they are tried.
pub use diptych_formats::FORMATS;
