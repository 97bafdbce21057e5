//! Which calls a path names: by stacks as they were, with recursion folded, or by callers.

use diptych_profile::Folding;
use diptych_protocol::FunctionRef;
use diptych_trace::{CallId, FunctionId, Trace};

/// How the paths of a desk are made from stacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PathReading {
    /// Which recursion is folded.
    pub folding: Folding,
    /// A path begins with a function and goes on to its callers.
    pub inverted: bool,
}

impl Default for PathReading {
    fn default() -> Self {
        Self::AS_CALLED
    }
}

impl PathReading {
    /// Stacks as they were.
    pub const AS_CALLED: Self = Self { folding: Folding::AsCalled, inverted: false };

    /// This reading, then all others: a path that was chosen under another one is still that path.
    pub(crate) fn and_others(self) -> impl Iterator<Item = Self> {
        let of = |inverted: bool| {
            let foldings = [Folding::AsCalled, Folding::Direct, Folding::Full];
            foldings.map(|folding| Self { folding, inverted })
        };
        let others = of(false).into_iter().chain(of(true)).filter(move |&other| other != self);
        std::iter::once(self).chain(others)
    }

    /// Whether exactly the stacks of a path's length are meant.
    pub(crate) fn is_plain(self) -> bool {
        self == Self::AS_CALLED
    }

    /// A path as one that is read so would be written.
    pub(crate) fn folded(self, path: &[FunctionRef]) -> Vec<FunctionRef> {
        if self.inverted {
            return path.to_vec();
        }
        fold(path.iter().cloned(), self.folding, |one, other| one == other)
    }
}

/// A stack, outermost first, folded: what is alike is one frame.
fn fold<T>(stack: impl Iterator<Item = T>, folding: Folding, is_same: impl Fn(&T, &T) -> bool) -> Vec<T> {
    let mut folded: Vec<T> = Vec::new();
    for frame in stack {
        let at = match folding {
            Folding::AsCalled => None,
            Folding::Direct => folded.last().filter(|last| is_same(last, &frame)).map(|_| folded.len() - 1),
            Folding::Full => folded.iter().position(|on_stack| is_same(on_stack, &frame)),
        };
        match at {
            Some(at) => folded.truncate(at + 1),
            None => folded.push(frame),
        }
    }
    folded
}

/// The calls of a trace that a path ends in (or, by callers, begins with), ascending. `steps` say by function of the trace
/// whether it is a step of the path, `number` which functions are the same. O(calls + those of the function · depth²).
pub(crate) fn calls_on(
    trace: &Trace,
    reading: PathReading,
    steps: &[&[bool]],
    number: impl Fn(FunctionId) -> u32,
) -> Vec<CallId> {
    let calls = trace.calls();
    let is = |step: &[bool], function: FunctionId| step.get(function.index()).copied().unwrap_or(false);
    let end = if reading.inverted { steps.first() } else { steps.last() };
    let Some(&end) = end else { return Vec::new() };
    let is_on = |&call: &CallId| {
        let mut stack: Vec<FunctionId> =
            std::iter::successors(Some(call), |up| calls.parent()[up.index()].some())
                .map(|call| calls.function()[call.index()])
                .collect();
        stack.reverse();
        let stack = fold(stack.into_iter(), reading.folding, |&one, &other| number(one) == number(other));
        if reading.inverted {
            stack.len() >= steps.len() && stack.iter().rev().zip(steps).all(|(&frame, step)| is(step, frame))
        } else {
            stack.len() == steps.len() && stack.iter().zip(steps).all(|(&frame, step)| is(step, frame))
        }
    };
    (0..calls.len() as u32)
        .map(CallId)
        .filter(|call| is(end, calls.function()[call.index()]))
        .filter(is_on)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_profile::{Groups, LeastShown, MeasuredTree, TreePart, Weight, WeightedTree};
    use diptych_testkit::{Shape, generate};
    use diptych_trace::IdentityId;
    use proptest::prelude::*;

    proptest! {
        /// The calls of every path of a folded or an inverted tree are as many as the tree counts, and weigh as much.
        #[test]
        fn calls_of_a_path_are_those_of_the_tree(seed: u64, which in 0usize..3, inverted: bool) {
            let folding = [Folding::AsCalled, Folding::Direct, Folding::Full][which];
            let trace = generate(seed, Shape { functions: 4, ..Shape::SMALL });
            let identities: Vec<IdentityId> = trace.functions().ids().map(|id| IdentityId(id.0)).collect();
            let count = Groups::by_function(&trace).count();
            let whole = (TreePart::whole(), Weight::Ticks);
            let measured = MeasuredTree::new(&trace, &identities, whole, &mut |_, _| ());
            let mut tree = WeightedTree::one(&measured).folded(folding, count).into_owned();
            if inverted {
                tree = tree.inverted(LeastShown { share: 0.0, ..LeastShown::default() }).tree;
            }
            let reading = PathReading { folding, inverted };
            for node in tree.nodes() {
                let path = tree.path(node);
                let steps: Vec<Vec<bool>> =
                    path.iter().map(|of| (0..count).map(|id| id == of.index()).collect()).collect();
                let steps: Vec<&[bool]> = steps.iter().map(Vec::as_slice).collect();
                let found = calls_on(&trace, reading, &steps, |function| function.0);
                let own: i64 = found.iter().map(|&call| trace.calls().self_time(call)).sum();
                let expected = if inverted {
                    tree.sides()[0].total[node.index()]
                } else {
                    prop_assert_eq!(found.len() as u64, tree.sides()[0].calls[node.index()]);
                    tree.sides()[0].own[node.index()]
                };
                prop_assert_eq!(own, expected, "{:?}", path);
            }
        }
    }
}
