//! The calls on a call path: as called, with recursion folded, or by callers.

mod folded_stack;
mod matcher;
mod steps;

pub(crate) use steps::Steps;

use diptych_profile::Folding;
use diptych_trace::{CallId, FunctionId, Trace};
use folded_stack::FoldedStack;
use matcher::Matcher;

/// The rules that turn stacks into the paths of a desk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PathReading {
    /// Folding of recursion.
    pub folding: Folding,
    /// True if a path starts at a function and continues to its callers.
    pub inverted: bool,
}

impl Default for PathReading {
    fn default() -> Self {
        Self::AS_CALLED
    }
}

impl PathReading {
    /// Stacks as they were called.
    pub const AS_CALLED: Self = Self { folding: Folding::AsCalled, inverted: false };

    /// Returns this reading, then all others. A path that was chosen under another reading is still that path.
    pub(crate) fn and_others(self) -> impl Iterator<Item = Self> {
        let of = |inverted: bool| {
            let foldings = [Folding::AsCalled, Folding::Direct, Folding::Full];
            foldings.map(|folding| Self { folding, inverted })
        };
        let others = of(false).into_iter().chain(of(true)).filter(move |&other| other != self);
        std::iter::once(self).chain(others)
    }

    /// Folds a path as this reading would write it. Each step is the number of one of `functions` functions.
    pub fn folded(self, path: Vec<u32>, functions: usize) -> Vec<u32> {
        if self.inverted {
            return path;
        }
        folded(self.folding, functions, path).collect()
    }
}

/// Folds a stack, outermost first, of functions by number: repeated functions become one frame. O(frames).
pub fn folded(
    folding: Folding,
    functions: usize,
    stack: impl IntoIterator<Item = u32>,
) -> impl Iterator<Item = u32> {
    let mut found = FoldedStack::new(folding, functions);
    for (depth, number) in (0..).zip(stack) {
        found.enter(depth, number, |_, _| 0);
    }
    found.into_numbers()
}

/// Returns the calls of a trace in which a path ends (by callers: with which it begins), ascending. `number` maps
/// functions that are the same to one number. O(calls · log steps); by callers O(calls · steps) if a function can be
/// several steps.
pub(crate) fn calls_on(
    trace: &Trace,
    reading: PathReading,
    steps: &Steps,
    number: impl Fn(FunctionId) -> u32,
) -> Vec<CallId> {
    if steps.is_empty() {
        return Vec::new();
    }
    let calls = trace.calls();
    let matcher = Matcher::new(steps, reading.inverted);
    let mut stack = FoldedStack::new(reading.folding, steps.numbers());
    let mut found = Vec::new();
    let mut next = 0;
    while next < calls.len() as u32 {
        let call = CallId(next);
        next += 1;
        let number = number(calls.function()[call.index()]);
        stack.enter(calls.depth()[call.index()], number, |below, at| matcher.step(below, at, number));
        if matcher.is_whole(&stack) {
            found.push(call);
        }
        // With full folding a call further down may fold back to an outer frame and return to the path.
        if matcher.is_over(&stack) && reading.folding != Folding::Full {
            next = calls.subtree(call).end;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_profile::{Groups, LeastShown, MeasuredTree, TreePart, Weight, WeightedTree};
    use diptych_testkit::{Shape, generate, trace};
    use diptych_trace::IdentityId;
    use proptest::prelude::*;

    const FOLDINGS: [Folding; 3] = [Folding::AsCalled, Folding::Direct, Folding::Full];

    /// Folds a stack naively, frame by frame.
    fn folded_plainly(folding: Folding, stack: &[u32]) -> Vec<u32> {
        let mut folded: Vec<u32> = Vec::new();
        for &frame in stack {
            let at = match folding {
                Folding::AsCalled => None,
                Folding::Direct => (folded.last() == Some(&frame)).then(|| folded.len() - 1),
                Folding::Full => folded.iter().position(|&on_stack| on_stack == frame),
            };
            match at {
                Some(at) => folded.truncate(at + 1),
                None => folded.push(frame),
            }
        }
        folded
    }

    /// Finds the calls by climbing from each of them, as a reference for [`calls_on`]. `path` gives the possible
    /// numbers of each step.
    fn by_climbing(trace: &Trace, reading: PathReading, path: &[Vec<u32>], numbers: &[u32]) -> Vec<CallId> {
        let calls = trace.calls();
        let number = |call: CallId| numbers[calls.function()[call.index()].index()];
        let is_on = |&call: &CallId| {
            let up = std::iter::successors(Some(call), |up| calls.parent()[up.index()].some());
            let mut stack: Vec<u32> = up.map(number).collect();
            stack.reverse();
            let mut stack = folded_plainly(reading.folding, &stack);
            if reading.inverted {
                stack.reverse();
                stack.truncate(path.len());
            }
            stack.len() == path.len() && stack.iter().zip(path).all(|(frame, step)| step.contains(frame))
        };
        (0..calls.len() as u32).map(CallId).filter(is_on).collect()
    }

    proptest! {
        /// Functions share numbers. A step of the path may stand for several numbers, and a number for several steps.
        #[test]
        fn calls_on_a_path_equal_climbing(
            seed: u64,
            (which, inverted) in (0usize..3, any::<bool>()),
            count in 1u32..4,
            named in prop::collection::vec(prop::collection::vec(0u32..4, 0..3), 1..4),
            path in prop::collection::vec(any::<prop::sample::Index>(), 1..6),
        ) {
            let trace = generate(seed, Shape { functions: 5, ..Shape::SMALL });
            let numbers: Vec<u32> = trace.functions().ids().map(|id| id.0 % count).collect();
            let reading = PathReading { folding: FOLDINGS[which], inverted };
            let path: Vec<u32> = path.iter().map(|step| step.index(named.len()) as u32).collect();
            let pairs = (0..).zip(&named).flat_map(|(name, of)| of.iter().map(move |&number| (number, name)));
            let steps = Steps::new(path.clone(), 4, pairs.collect());
            let path: Vec<Vec<u32>> = path.iter().map(|&name| named[name as usize].clone()).collect();
            let found = calls_on(&trace, reading, &steps, |function| numbers[function.index()]);
            prop_assert_eq!(found, by_climbing(&trace, reading, &path, &numbers));
        }

        #[test]
        fn folding_a_stack_equals_naive_folding(which in 0usize..3, stack in prop::collection::vec(0u32..5, 0..30)) {
            let found: Vec<u32> = folded(FOLDINGS[which], 5, stack.iter().copied()).collect();
            prop_assert_eq!(found, folded_plainly(FOLDINGS[which], &stack));
        }

        /// For every path of a folded or inverted tree, the calls agree in number and weight with the tree.
        #[test]
        fn calls_of_a_path_agree_with_the_tree(seed: u64, which in 0usize..3, inverted: bool) {
            let folding = FOLDINGS[which];
            let trace = generate(seed, Shape { functions: 4, ..Shape::SMALL });
            let identities: Vec<IdentityId> = trace.functions().ids().map(|id| IdentityId(id.0)).collect();
            let count = Groups::by_function(&trace).count();
            let (whole, weight) = (TreePart::whole(), Weight::Ticks);
            let measured = MeasuredTree::new(&trace, &identities, whole, weight, &mut |_, _| ());
            let mut tree = WeightedTree::one(&measured).folded(folding, count).into_owned();
            if inverted {
                tree = tree.inverted(LeastShown { share: 0.0, ..LeastShown::default() }).tree;
            }
            let reading = PathReading { folding, inverted };
            for node in tree.nodes() {
                let path: Vec<u32> = tree.path(node).iter().map(|of| of.0).collect();
                let steps = Steps::new(path.clone(), count, (0..count as u32).map(|id| (id, id)).collect());
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

    /// Two functions call each other 100,000 deep. Climbing from each call would take five thousand million steps.
    #[test]
    fn path_of_100_000_steps_needs_one_walk() {
        let deep = 100_000u32;
        let line =
            |depth: u32| format!("  {depth}..{} {}\n", 2 * deep - depth, ["f", "g"][depth as usize % 2]);
        let made = trace(&format!("t\n{}", (0..deep).map(line).collect::<String>()));
        let numbers = made.functions().len();
        let pairs = || (0..numbers as u32).map(|id| (id, id)).collect();
        for (folding, path, found) in [
            (Folding::AsCalled, (0..deep).map(|depth| depth % 2).collect(), vec![deep - 1]),
            (Folding::Direct, (0..deep).map(|depth| depth % 2).collect(), vec![deep - 1]),
            (Folding::Full, vec![0, 1], (0..deep).filter(|depth| depth % 2 == 1).collect::<Vec<u32>>()),
        ] {
            let steps = Steps::new(path, numbers, pairs());
            let reading = PathReading { folding, inverted: false };
            let calls = calls_on(&made, reading, &steps, |function| function.0);
            assert_eq!(calls, found.into_iter().map(CallId).collect::<Vec<CallId>>(), "{folding:?}");
        }
        // By callers with half as many steps: every second call that has enough callers.
        let steps = Steps::new((0..deep / 2).map(|step| step % 2).collect(), numbers, pairs());
        let reading = PathReading { folding: Folding::AsCalled, inverted: true };
        let calls = calls_on(&made, reading, &steps, |function| function.0);
        let expected = (deep / 2 - 1..deep).filter(|depth| depth % 2 == 0).map(CallId);
        assert_eq!(calls, expected.collect::<Vec<CallId>>());
    }
}
