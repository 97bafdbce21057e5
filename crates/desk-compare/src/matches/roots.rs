//! The root of a match's group: the outermost match around it that is no frame, found without climbing call by call.
//!
//! A call of A has callers with a partner around it. Usually the partner of each lies inside the partner of the next
//! one out. A row of such callers is a *run*. A call of B that lies inside the partner of any caller of a run also lies
//! inside the partner of the outermost. So one test of the outermost caller decides for the whole run.
//!
//! A match costs one lookup for each run around it, which is rarely more than one. If there are more runs than its call
//! of B has callers (A deep, B flat), the search climbs from B instead. Runs are found once per picture, for all
//! callers of the drawn matches.

use diptych_compare::frame::is_frame;
use diptych_protocol::SideName;
use diptych_trace::{CallId, Trace};
use diptych_views::Correspondence;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::ops::Range;

/// Finds the roots of the matches in a picture.
#[derive(Debug)]
pub(crate) struct Roots<'a> {
    pub(crate) correspondence: &'a Correspondence<'a>,
    /// Visible range of each side, in its own ticks. A call that fills nearly all of it is a frame.
    foci: [Range<i64>; 2],
    runs: RefCell<Runs>,
}

#[derive(Debug, Default)]
struct Runs {
    /// Runs by call of A.
    by_call: FxHashMap<CallId, Run>,
    /// Number of lookups, for tests.
    #[cfg(test)]
    looks: u64,
}

/// The innermost run at or around a call.
#[derive(Debug, Clone, Copy)]
struct Run {
    /// Its innermost call: the given call itself if it has a partner. [`CallId::NONE`] if no call around has one.
    inner: CallId,
    /// Its outermost call.
    head: CallId,
    /// Its outermost call whose match is no frame, or [`CallId::NONE`]. Frames lie around everything else, so no call
    /// further in is a frame either.
    part: CallId,
    /// Number of runs from this one outwards, this one included.
    count: u32,
}

impl Run {
    const NONE: Self = Self { inner: CallId::NONE, head: CallId::NONE, part: CallId::NONE, count: 0 };
}

impl<'a> Roots<'a> {
    /// Does no work before the first request.
    pub(crate) fn new(correspondence: &'a Correspondence<'a>, foci: [Range<i64>; 2]) -> Self {
        Self { correspondence, foci, runs: RefCell::default() }
    }

    /// Returns the root around two calls that are a match or contain one; returns the calls themselves if there is
    /// none. O(runs around them, or callers of the call of B), plus O(1) once for each caller.
    pub(crate) fn root_of(&self, calls: [CallId; 2]) -> [CallId; 2] {
        let [a, b] = self.correspondence.pair.traces;
        let Some(caller) = a.calls().parent()[calls[0].index()].some() else { return calls };
        let mut run = self.run(caller);
        if run.count > b.calls().depth()[calls[1].index()] + 1 {
            return self.root_from_b(calls);
        }
        let mut root = calls;
        while run.inner != CallId::NONE {
            root = self.outermost(run, calls[1]).unwrap_or(root);
            let outside = a.calls().parent()[run.head.index()].some();
            run = outside.map_or(Run::NONE, |caller| self.run(caller));
        }
        root
    }

    /// Returns the outermost match of a run that lies around a call of B and is no frame.
    fn outermost(&self, run: Run, b: CallId) -> Option<[CallId; 2]> {
        let calls = self.correspondence.both(SideName::A, run.part.some()?)?;
        self.correspondence.trace(SideName::B).calls().contains(calls[1], b).then_some(calls)
    }

    /// Returns the root, searching from B.
    fn root_from_b(&self, calls: [CallId; 2]) -> [CallId; 2] {
        let [a, b] = self.correspondence.pair.traces.map(Trace::calls);
        let around = std::iter::successors(Some(calls[1]), |up| b.parent()[up.index()].some());
        let found = around.filter_map(|callee| {
            self.look();
            let both = self.correspondence.both(SideName::B, callee)?;
            (both[0] != calls[0] && a.contains(both[0], calls[0]) && !self.is_frame(both)).then_some(both)
        });
        found.min_by_key(|both| a.depth()[both[0].index()]).unwrap_or(calls)
    }

    /// Returns true if one of two calls covers nearly all of its side's visible range.
    fn is_frame(&self, calls: [CallId; 2]) -> bool {
        (0..2)
            .any(|side| is_frame(self.correspondence.pair.traces[side], calls[side], self.foci[side].clone()))
    }

    /// Returns the innermost run at or around a call. O(1) for each call around it that was not visited before.
    fn run(&self, call: CallId) -> Run {
        self.look();
        let runs = &mut *self.runs.borrow_mut();
        let [a, b] = self.correspondence.pair.traces.map(Trace::calls);
        let (mut unknown, mut run) = (Vec::new(), Run::NONE);
        for at in std::iter::successors(Some(call), |up| a.parent()[up.index()].some()) {
            if let Some(found) = runs.by_call.get(&at) {
                run = *found;
                break;
            }
            unknown.push(at);
        }
        let partner =
            |call: CallId| (call != CallId::NONE).then(|| self.correspondence.partner(SideName::A, call))?;
        for at in unknown.into_iter().rev() {
            #[cfg(test)]
            {
                runs.looks += 1;
            }
            if let Some(own) = partner(at) {
                let goes_on = partner(run.inner).is_some_and(|around| b.contains(around, own));
                let outside = if goes_on { run } else { Run { head: at, count: run.count + 1, ..Run::NONE } };
                let is_part = outside.part == CallId::NONE && !self.is_frame([at, own]);
                run = Run { inner: at, part: if is_part { at } else { outside.part }, ..outside };
            }
            runs.by_call.insert(at, run);
        }
        run
    }

    #[cfg_attr(not(test), allow(clippy::unused_self, reason = "only tests count"))]
    fn look(&self) {
        #[cfg(test)]
        {
            self.runs.borrow_mut().looks += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::tests::case::aligned;
    use diptych_compare::Pair;
    use diptych_compare::align::Alignment;
    use diptych_testkit::{Rng, Shape, generate};
    use diptych_trace::{Builder, CallSpec, FunctionSpec, IdentityId, LaneKind, Sink};
    use diptych_views::Grey;
    use proptest::prelude::*;

    /// Finds the root by climbing, as a reference for [`Roots::root_of`].
    fn by_climbing(
        correspondence: &Correspondence<'_>,
        foci: &[Range<i64>; 2],
        calls: [CallId; 2],
    ) -> [CallId; 2] {
        let [a, b] = correspondence.pair.traces;
        let parents = a.calls().parent();
        let mut root = calls;
        for caller in std::iter::successors(parents[calls[0].index()].some(), |up| parents[up.index()].some())
        {
            let Some(partner) = correspondence.partner(SideName::A, caller) else { continue };
            let is_part =
                |trace: &Trace, call: CallId, side: usize| !is_frame(trace, call, foci[side].clone());
            if b.calls().contains(partner, calls[1]) && is_part(a, caller, 0) && is_part(b, partner, 1) {
                root = [caller, partner];
            }
        }
        root
    }

    struct Case {
        traces: [Trace; 2],
        identities: [Vec<IdentityId>; 2],
        identity_count: u32,
        alignment: Alignment,
    }

    impl Case {
        fn new(traces: [Trace; 2]) -> Self {
            let (identities, identity_count, alignment) = aligned(&traces);
            Self { traces, identities, identity_count, alignment }
        }

        fn correspondence(&self) -> Correspondence<'_> {
            let pair = Pair {
                traces: [&self.traces[0], &self.traces[1]],
                identities: [&self.identities[0], &self.identities[1]],
                identity_count: self.identity_count,
            };
            Correspondence {
                pair,
                alignment: &self.alignment,
                grey: Grey { factor: 1.0, floor_ticks: 0 },
                significant: None,
                similar: None,
            }
        }

        /// Finds the roots of all matches and checks some of them against climbing. Returns the number of lookups and
        /// the number of calls of A.
        fn looks(&self, foci: &[Range<i64>; 2]) -> (u64, u64) {
            let correspondence = self.correspondence();
            let roots = Roots::new(&correspondence, foci.clone());
            let calls = self.traces[0].calls().len() as u32;
            let mut matches = 0;
            for call in (0..calls).map(CallId) {
                let Some(both) = correspondence.both(SideName::A, call) else { continue };
                let root = roots.root_of(both);
                if matches % 997 == 0 {
                    assert_eq!(root, by_climbing(&correspondence, foci, both));
                }
                matches += 1;
            }
            let looks = roots.runs.borrow().looks;
            (looks, u64::from(calls))
        }
    }

    /// A callback that takes the start, end and function of a call.
    type Call<'a> = &'a mut dyn FnMut(i64, i64, u32);

    /// Builds a trace of the calls that `add` gives for each lane, in that order.
    fn of_calls(lanes: usize, add: &dyn Fn(usize, Call<'_>)) -> Trace {
        let mut builder = Builder::default();
        for number in 0..lanes {
            let lane = builder.lane(None, LaneKind::Thread, &format!("lane {number}"));
            add(number, &mut |start, end, function| {
                let name = format!("f{function}");
                let function = builder.function(FunctionSpec { name: &name, ..FunctionSpec::default() });
                builder.call(lane, CallSpec { start, end, function, source: 0 });
            });
        }
        builder.finish().remove(0).1
    }

    const N: i64 = 100_000;

    /// Builds a chain of nested calls.
    fn deep() -> Trace {
        of_calls(1, &|_, call| (0..N).for_each(|at| call(at, 4 * N - at, (at % 7) as u32)))
    }

    /// Builds sibling calls below one call.
    fn wide() -> Trace {
        of_calls(1, &|_, call| {
            call(0, 4 * N, 99);
            (0..N).for_each(|at| call(4 * at, 4 * at + 3, (at % 7) as u32));
        })
    }

    fn many_lanes() -> Trace {
        of_calls(10_000, &|lane, call| {
            (0..10).for_each(|at| call(at, 100 - at, ((lane as i64 + at) % 7) as u32));
        })
    }

    #[test]
    fn root_lookups_are_linear_in_calls() {
        let shapes = [("deep", deep as fn() -> Trace), ("wide", wide), ("many lanes", many_lanes)];
        for (name, one) in shapes {
            for (other_name, other) in shapes {
                let case = Case::new([one(), other()]);
                // With the whole run in focus some calls are frames, with a short range all calls around it are, with
                // an empty range none.
                for focus in [0..4 * N, 2 * N - 50..2 * N + 50, -9..-1] {
                    let (looks, calls) = case.looks(&[focus.clone(), focus.clone()]);
                    assert!(looks <= 40 * calls, "{name} × {other_name}: {looks} of {calls}");
                }
            }
        }
    }

    proptest! {
        #[test]
        fn roots_equal_those_found_by_climbing(seed: u64, other: u64, from in 0i64..3_000, span in 1i64..3_000, is_random: bool) {
            let shape = Shape { calls: 60, lanes: 2, functions: 4, max_depth: 12, extent: 3_000 };
            let mut case = Case::new([generate(seed, shape), generate(other, shape)]);
            if is_random {
                // Partners that no alignment produces: in any order, and crosswise inside each other.
                let mut rng = Rng::new(seed);
                let [a, b] = &mut case.alignment.sides;
                let mut free: Vec<u32> = (0..b.partner.len() as u32).collect();
                b.partner.fill(CallId::NONE);
                for (call, partner) in (0..).zip(&mut a.partner) {
                    *partner = CallId::NONE;
                    if !free.is_empty() && rng.below(3) > 0 {
                        let taken = free.swap_remove(rng.below(free.len() as u64) as usize);
                        *partner = CallId(taken);
                        b.partner[taken as usize] = CallId(call);
                    }
                }
            }
            let (correspondence, foci) = (case.correspondence(), [from..from + span, from..from + span]);
            let roots = Roots::new(&correspondence, foci.clone());
            for call in (0..correspondence.pair.traces[0].calls().len() as u32).map(CallId) {
                if let Some(both) = correspondence.both(SideName::A, call) {
                    prop_assert_eq!(roots.root_of(both), by_climbing(&correspondence, &foci, both));
                }
            }
        }
    }
}
