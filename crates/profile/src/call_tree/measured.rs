//! A call tree with the weight of its paths that was chosen.

use super::builder::TreeBuilder;
use super::{CallTree, TreePart};
use diptych_trace::{Axis, AxisKind, IdentityId, Trace, Unit, WeightColumn};
use std::sync::Arc;

/// What the paths of a tree are measured by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Weight {
    /// Extent on the trace's axis: time, or what folded stacks count.
    #[default]
    Ticks,
    /// Number of calls.
    Calls,
    /// A column of [`Trace::weights`], by its place.
    Column(usize),
}

impl Weight {
    /// The weight of a name in a trace: `calls`, that of a column, else ticks, which `wall` and `self` stand for too (by self
    /// paths are drawn as by ticks, and judged by what they take themselves). A column that the trace lacks weighs nothing.
    pub fn named(trace: &Trace, name: &str) -> Self {
        let column = |column: &WeightColumn| trace.names().get(column.name) == name;
        match name {
            "" | "wall" | "self" => Self::Ticks,
            "calls" => Self::Calls,
            _ => Self::Column(trace.weights().iter().position(column).unwrap_or(usize::MAX)),
        }
    }

    /// What it measures.
    pub fn axis(self, trace: &Trace) -> Axis {
        let counted = |unit| Axis { kind: AxisKind::Weight, unit, scale: 1.0 };
        match self {
            Self::Ticks => trace.axis(),
            Self::Calls => counted(Unit::Count),
            Self::Column(place) => {
                counted(trace.weights().get(place).map_or(Unit::Count, |column| column.unit))
            }
        }
    }
}

/// The call tree of a run with one weight of its paths.
#[derive(Debug, Clone)]
pub struct MeasuredTree {
    /// Its paths.
    pub tree: Arc<CallTree>,
    /// By node, the weight of its calls without that of what they call; never below zero.
    pub own: Vec<i64>,
    /// By node, ticks from the trace's first instant to the start of the earliest of its calls, over all lanes.
    pub first: Vec<i64>,
    /// How many calls have a weight below zero in the column (bytes that were freed). They count as zero.
    pub below_zero: u64,
}

impl MeasuredTree {
    /// Of a part of a trace. A column that the trace lacks weighs nothing. O(calls), one pass.
    pub fn new(
        trace: &Trace,
        identities: &[IdentityId],
        (part, weight): (TreePart<'_>, Weight),
        progress: &mut dyn FnMut(u64, u64),
    ) -> Self {
        let column = match weight {
            Weight::Column(place) => trace.weights().get(place).map_or(&[][..], |column| &column.values),
            _ => &[],
        };
        let start = trace.calls().start();
        // In order of nodes as they are found.
        let (mut first, mut sums, mut below_zero): (Vec<i64>, Vec<i64>, u64) = (Vec::new(), Vec::new(), 0);
        let mut builder = TreeBuilder::default();
        builder.read(trace, identities, part, progress, &mut |call, node| {
            if node.index() == first.len() {
                first.push(i64::MAX);
                sums.push(0);
            }
            first[node.index()] = first[node.index()].min(start[call.index()]);
            if let Some(&value) = column.get(call.index()) {
                below_zero += u64::from(value < 0);
                sums[node.index()] = sums[node.index()].saturating_add(value.max(0));
            }
        });
        let extent = trace.extent().min(part.until) - part.from.max(0);
        let (tree, place) = builder.finish(extent.max(0));
        let placed = |found: &[i64]| {
            let mut column = vec![0; found.len()];
            for (&place, &value) in place.iter().zip(found) {
                column[place as usize] = value;
            }
            column
        };
        let own = match weight {
            Weight::Ticks => tree.self_ticks.clone(),
            Weight::Calls => tree.calls.iter().map(|&calls| calls as i64).collect(),
            Weight::Column(_) => placed(&sums),
        };
        Self { first: placed(&first), tree: Arc::new(tree), own, below_zero }
    }
}
