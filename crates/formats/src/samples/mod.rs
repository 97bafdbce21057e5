//! What formats share that write samples: stacks seen from time to time, or counted.
//!
//! A sample says which functions were on the stack, and for how long or how often. Calls are made of them
//! ([`SampledCalls`]): consecutive samples that share the beginning of their stacks are one call of each function of that
//! beginning, and where there is a gap between two samples all calls end. A call so made is a *run of samples*: what was
//! called twice between two of them is one call. Stacks are rows of a tree ([`Stacks`]), as most formats write them, so a
//! sample is a number however deep it is. Stacks that were counted and have no time are summed by path ([`WeightedStacks`]).

mod calls;
mod interval;
mod numbers;
mod oddities;
mod stacks;
#[cfg(test)]
mod tests;
mod threads;
mod weighted;
#[cfg(test)]
mod weighted_tests;

pub(crate) use calls::{Sample, SampledCalls};
pub(crate) use interval::median;
pub(crate) use numbers::{Measure, Numbers};
pub(crate) use oddities::Oddities;
pub(crate) use stacks::{StackId, Stacks};
pub(crate) use threads::{Tick, write_lanes, write_ticks};
pub(crate) use weighted::{Above, WeightedStacks};
