//! Shared code of formats that record samples: stacks seen at instants, or counted.
//!
//! A sample gives the functions on the stack, and for how long or how often. [`SampledCalls`] turns samples into calls.
//! If consecutive samples have outer frames in common, each of those frames is one call through all of them. A gap
//! between two samples ends all calls. Such a call is a *run of samples*. Two calls of a function become one if no
//! sample was taken between them. Stacks are rows of a tree ([`Stacks`]), as in most formats, so a sample is a number
//! however deep its stack is. Counted stacks without times are summed by path ([`WeightedStacks`]). Files that would
//! become too many calls are refused ([`bound`]).

mod bound;
mod calls;
mod interval;
mod numbers;
mod oddities;
mod size;
mod spans;
mod stacks;
#[cfg(test)]
mod tests;
mod threads;
mod weighted;
#[cfg(test)]
mod weighted_tests;

pub(crate) use bound::{SharedFrames, check_calls, most_calls};
pub(crate) use calls::{Sample, SampledCalls};
pub(crate) use interval::median;
pub(crate) use numbers::{Measure, Numbers};
pub(crate) use oddities::Oddities;
pub(crate) use size::{SampleSums, WeightList};
pub(crate) use spans::write_spans;
pub(crate) use stacks::{StackId, Stacks};
pub(crate) use threads::{Sampled, Tick, write_lanes, write_ticks};
pub(crate) use weighted::{StackChildren, WeightedStacks};
