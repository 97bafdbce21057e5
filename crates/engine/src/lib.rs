//! The session: asks in, replies, events and scenes out.
//!
//! [`Engine`] is the only thing with a memory: it holds both sides, memoises analyses, and keeps the last
//! layout of each view for hover, selection and table. It runs in a worker in the page, and in the process
//! in the command-line tool and in tests. Beside it stand the other roles of the worker: [`Reader`] (bytes
//! into a run), [`Recaller`] (bytes into one record, which the run does not keep) and [`Compute`] (work over
//! 50 ms on its own copy of the traces).
//!
//! Nothing here reads the clock or draws; the same asks give the same replies.

mod analyses;
mod answer;
mod asks;
mod budget;
mod compute;
mod counterparts;
mod drawing;
mod engine;
mod in_process;
mod kept;
mod lane_states;
mod marks;
mod navigate;
mod pair;
mod picture;
mod queries;
mod reader;
mod recaller;
mod run_profile;
mod search;
mod selection;
mod session;
mod structure_words;
mod structures;
mod views;

pub use answer::{Answer, Emitted};
pub use budget::MemoryBudget;
pub use compute::Compute;
pub use drawing::{svg, with_caption};
pub use engine::Engine;
pub use in_process::{Done, InProcess};
pub use kept::put_views;
pub use lane_states::{Common, CommonLanes, StateNames};
pub use pair::{PairAnalysis, PairRequest};
pub use reader::{Reader, read, read_any, read_trace};
pub use recaller::{Recaller, recall};
pub use run_profile::RunProfile;
pub use session::Session;
pub use structure_words::{alone, structure_headline};
pub use structures::StructureFile;

/// The model, for those who carry traces to and from the engine.
pub use diptych_trace as trace;

/// The static structure of a program, for those who carry it to the engine.
pub use diptych_structure as structure;

/// The formats that can be read, in the order in which they are asked.
pub use diptych_formats::FORMATS;
