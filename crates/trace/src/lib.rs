//! The model: a [`Trace`] is a set of tables (struct of arrays), immutable once built.
//!
//! Readers write to a [`Sink`]. The [`Builder`] is the sink that builds traces; it upholds the invariants that
//! [`Trace::check`] states. Calls are stored lane by lane in pre-order, so a subtree is a range and "is g inside f" is
//! two comparisons. Times are integer ticks of the trace's [`Axis`] (nanoseconds if the axis is time), relative to the
//! trace's first instant, [`Trace::origin`].
//!
//! A call costs 44.3 bytes: start 8, end 8, source offset 8, function 4, parent 4, depth 4, subtree end 4, the (lane,
//! depth) index 4, and the depth pyramid 0.27. Names are stored once.
//!
//! This crate parses nothing, compares nothing and does not know the screen.

#![forbid(unsafe_code)]

mod axis;
mod blocks;
mod builder;
mod calls;
mod check;
mod columns;
mod counters;
mod cut;
mod depth_index;
mod depth_pyramid;
mod elements;
mod flows;
mod functions;
mod growing;
mod ids;
mod instants;
mod lanes;
mod names;
mod nesting;
mod open_spans;
mod outliers;
mod packed;
mod report;
mod run;
mod sample_size;
mod shares;
mod sink;
mod sorting;
mod source;
mod sublanes;
mod summed;
mod trace;
mod version;
mod weights;

pub use axis::{Axis, AxisKind, Unit};
pub use blocks::{for_each_block, for_each_block_rev};
pub use builder::{Builder, Keep, ListedTrace};
pub use calls::Calls;
pub use check::CheckError;
pub use columns::{ColumnTag, TraceImporter};
pub use counters::{CounterSamples, Counters};
pub use depth_index::{DepthIndex, DepthRow};
pub use depth_pyramid::DepthPyramid;
pub use elements::{ElementSpec, Elements, ElementsBuilder};
pub use flows::Flows;
pub use functions::{FunctionSpec, Functions};
pub use growing::{Chunked, push_tight};
pub use ids::{CallId, CounterId, ElementId, FunctionId, IdentityId, LaneId, NameId, OwnerId, StrandId};
pub use instants::Instants;
pub use lanes::{LaneKind, Lanes};
pub use names::{NameInterner, Names};
pub use open_spans::{FittingSpan, OpenSpans};
pub use report::{OddityKind, ReadReport, ReadReportEntry};
pub use run::{FileTrace, Run};
pub use sample_size::SampleSize;
pub use shares::WHOLE;
pub use sink::{
    Binding, CallSpec, CounterSample, CounterSpec, FlowPoint, FlowRole, InstantSpec, Sink, WrittenCall,
};
pub use sorting::Sorting;
pub use source::{is_certain_member, source_of, source_parts};
pub use summed::SliceSums;
pub use trace::{FOLDED_CALLS, Trace};
pub use version::without_version;
pub use weights::WeightColumn;
