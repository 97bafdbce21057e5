//! A call tree with a chosen weight of its paths.

use super::builder::TreeBuilder;
use super::{CallTree, TreePart};
use diptych_trace::{Axis, AxisKind, IdentityId, Trace, Unit, WeightColumn};
use std::sync::Arc;

/// Measure for the weight of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Weight {
    /// Extent on the trace's axis: time, or the count in folded stacks.
    #[default]
    Ticks,
    /// Number of calls.
    Calls,
    /// A column of [`Trace::weights`], by its index.
    Column(usize),
}

impl Weight {
    /// Returns the weight that a name means in a trace. An empty name, `wall` and `self` mean ticks, `calls` means the
    /// number of calls, and any other name the column of that name. With `self`, paths are drawn by ticks and judged by
    /// their self time. A column that the trace lacks weighs nothing.
    pub fn named(trace: &Trace, name: &str) -> Self {
        let column = |column: &WeightColumn| trace.names().get(column.name) == name;
        match name {
            "" | "wall" | "self" => Self::Ticks,
            "calls" => Self::Calls,
            _ => Self::Column(trace.weights().iter().position(column).unwrap_or(usize::MAX)),
        }
    }

    /// Returns the axis of the weight: kind, unit and scale.
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
    /// The paths.
    pub tree: Arc<CallTree>,
    /// Own weight of each node's calls, without that of their callees; never negative.
    pub own: Vec<i64>,
    /// Start of the earliest call of each node over all lanes, in ticks since the trace's first instant.
    pub first: Vec<i64>,
    /// Number of calls whose weight in the column is negative (bytes that were freed). They count as zero.
    pub below_zero: u64,
}

impl MeasuredTree {
    /// Builds the tree of a part of a trace. A column that the trace lacks weighs nothing. O(calls), one pass.
    pub fn new(
        trace: &Trace,
        identities: &[IdentityId],
        part: TreePart<'_>,
        weight: Weight,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Self {
        let column = match weight {
            Weight::Column(place) => trace.weights().get(place).map_or(&[][..], |column| &column.values),
            _ => &[],
        };
        let start = trace.calls().start();
        // In the order in which nodes are found.
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
