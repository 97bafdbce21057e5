//! Call paths with a weight, as the desk of that name wants them.

use crate::analyses::{LEFT_OUT, Lookup, ProfileQuery, Profiles};
use crate::engine::Engine;
use diptych_protocol::{PathsState, SideName, ViewState};
use diptych_trace::{LaneId, LaneKind, Trace};
use diptych_views::words;
use std::collections::BTreeMap;

impl Engine {
    /// Makes work of the paths that a state names; until they have come those before are shown.
    pub(super) fn want_profile(&mut self, state: &ViewState) {
        let Some(query) = self.profile_query(state) else { return self.shown_profile.show(None) };
        let versions = SideName::BOTH.map(|side| Some(self.trace(side)?.0));
        let found = match self.analyses.need::<Profiles>(&query, versions) {
            Lookup::Ready(profiled) => Some(profiled),
            Lookup::Pending | Lookup::Failed => None,
        };
        self.shown_profile.show(found);
    }

    /// What paths follow from under a state; `None` while it is not known whether the rules run, and of sides that
    /// cannot be compared.
    fn profile_query(&mut self, state: &ViewState) -> Option<ProfileQuery> {
        let rules = &state.comparison.rules;
        let rules = self.right_rules(rules).or_else(|_| self.right_rules("")).ok()??;
        let traces = SideName::BOTH.map(|side| self.session.trace(side));
        if let [Some(a), Some(b)] = traces
            && a.axis() != b.axis()
        {
            return None;
        }
        let chosen = &state.paths;
        let (time_maps, _) = self.time_maps(&state.time);
        let spans = SideName::BOTH.map(|side| {
            let window = state.time.window(side).filter(|_| chosen.in_windows);
            window.map_or([i64::MIN, i64::MAX], |window| {
                let own = time_maps[side.index()].own_window(window);
                [own.start, own.end]
            })
        });
        let counts = SideName::BOTH.map(|side| counted(traces[side.index()], &chosen.lanes[side]));
        let (lanes, labels) = self.labels(traces, counts, chosen);
        Some(ProfileQuery { rules, weight: chosen.weight.clone(), spans, lanes, labels })
    }

    /// Below which name the paths of each lane stand, and the names: lanes that are paired share that of A's.
    fn labels(
        &self,
        traces: [Option<&Trace>; 2],
        counts: [Vec<bool>; 2],
        chosen: &PathsState,
    ) -> ([Vec<u32>; 2], Vec<String>) {
        if !chosen.apart {
            let of_lane = |counts: bool| if counts { 0 } else { LEFT_OUT };
            return (counts.map(|counts| counts.into_iter().map(of_lane).collect()), Vec::new());
        }
        let comparison = self.comparison.as_ref();
        let current = comparison.filter(|comparison| comparison.versions == self.session.versions());
        let aligned = current.and_then(|comparison| comparison.aligned());
        let mut partners: BTreeMap<u32, u32> = BTreeMap::new();
        for pair in aligned.iter().flat_map(|aligned| &aligned.lanes.pairs) {
            partners.insert(pair.lanes[1].0, pair.lanes[0].0);
        }
        // By name, where nothing is paired yet.
        let of_a: BTreeMap<String, u32> = match traces {
            [Some(a), Some(_)] if aligned.is_none() => {
                a.lanes().ids().rev().map(|lane| (words::lane_path(a, lane), lane.0)).collect()
            }
            _ => BTreeMap::new(),
        };
        let mut labels = Vec::new();
        let mut numbers = [Vec::new(), Vec::new()];
        for (side, trace) in traces.into_iter().enumerate() {
            let Some(trace) = trace else { continue };
            for lane in trace.lanes().ids() {
                let number = if counts[side][lane.index()] {
                    // Calls beside others of their lane stand with it.
                    let own = leader(trace, lane);
                    let in_a = if side == 0 {
                        None
                    } else {
                        partners.get(&own.0).or_else(|| of_a.get(&words::lane_path(trace, own)))
                    };
                    let shared =
                        in_a.map(|&in_a| numbers[0][in_a as usize]).filter(|&number| number != LEFT_OUT);
                    let of_leader = (own != lane)
                        .then(|| numbers[side][own.index()])
                        .filter(|&number| number != LEFT_OUT);
                    of_leader.or(shared).unwrap_or_else(|| {
                        labels.push(words::lane_path(trace, own));
                        labels.len() as u32 - 1
                    })
                } else {
                    LEFT_OUT
                };
                numbers[side].push(number);
            }
        }
        (numbers, told_apart(labels))
    }
}

/// Which lanes of a side count: the chosen ones with all lanes in them; all where none is chosen.
fn counted(trace: Option<&Trace>, chosen: &[u32]) -> Vec<bool> {
    let Some(trace) = trace else { return Vec::new() };
    let lanes = trace.lanes();
    let mut counts = vec![chosen.is_empty(); lanes.len()];
    for &lane in chosen.iter().filter(|&&lane| (lane as usize) < lanes.len()) {
        for inside in lanes.subtree(LaneId(lane)) {
            counts[inside as usize] = true;
        }
    }
    counts
}

/// The lane that a sub-lane is a part of; else the lane itself.
fn leader(trace: &Trace, lane: LaneId) -> LaneId {
    let lanes = trace.lanes();
    if lanes.kind(lane) == LaneKind::Sublane { lanes.parent(lane).unwrap_or(lane) } else { lane }
}

/// Names that several lanes have are numbered.
fn told_apart(mut labels: Vec<String>) -> Vec<String> {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for label in &mut labels {
        let count = seen.entry(label.clone()).or_insert(0);
        *count += 1;
        if *count > 1 {
            *label = format!("{label} #{count}");
        }
    }
    labels
}

#[cfg(test)]
mod tests {
    use crate::InProcess;
    use diptych_profile::{MeasuredTree, TreePart, Weight, WeightedTree};
    use diptych_protocol::{SideName, ViewState, Window};
    use diptych_testkit::trace;
    use diptych_trace::{IdentityId, LaneId, Run, Trace};
    use diptych_views::{Need, ProfileInput};

    const A: &str = "t\n  0..1000 f\n    100..400 g\n    500..900 h\nu\n  0..50 g\n";
    const B: &str = "u\n  0..70 g\nt\n  0..800 f\n    100..300 h\n";

    fn page(sides: &[&str]) -> InProcess {
        let mut page = InProcess::default();
        for (side, text) in SideName::BOTH.into_iter().zip(sides) {
            let (name, format) = ("run.json".to_owned(), "test".to_owned());
            let run = Run { name, format, bytes: 1, packed: false, of_file: Vec::new(), trace: trace(text) };
            page.engine.load(side, run);
        }
        page
    }

    fn wanted(
        page: &mut InProcess,
        state: &ViewState,
        check: impl Fn(ProfileInput<'_>, [Option<&Trace>; 2]),
    ) {
        // Whether the rules run is said first.
        for _ in 0..3 {
            page.engine.want(&[Need::Profile], state);
            page.work();
        }
        let traces = SideName::BOTH.map(|side| page.engine.session().trace(side));
        check(page.engine.shown_profile.value.as_deref().unwrap().input(), traces);
    }

    fn measured(input: ProfileInput<'_>, trace: &Trace, side: usize, part: TreePart<'_>) -> MeasuredTree {
        let identities: &[IdentityId] = input.identities[side];
        MeasuredTree::new(trace, identities, (part, Weight::Ticks), &mut |_, _| ())
    }

    #[test]
    fn paths_are_those_of_the_sides_that_are_open() {
        let state = ViewState::default();
        wanted(&mut page(&[A, B]), &state, |input, traces| {
            let [a, b] = [0, 1].map(|side| measured(input, traces[side].unwrap(), side, TreePart::whole()));
            assert_eq!(**input.tree, WeightedTree::pair([&a, &b]));
            assert_eq!(input.names.name(input.tree.identity()[0]), "f");
            assert_eq!(input.table.sides.len(), 2);
        });
        wanted(&mut page(&[A]), &state, |input, traces| {
            let one = measured(input, traces[0].unwrap(), 0, TreePart::whole());
            assert_eq!(**input.tree, WeightedTree::one(&one));
        });
    }

    #[test]
    fn lanes_and_windows_choose_what_counts() {
        let mut state = ViewState::default();
        state.paths.lanes.a = vec![0];
        state.paths.in_windows = true;
        state.time.windows.b = Some(Window { start: 0, end: 200 });
        wanted(&mut page(&[A, B]), &state, |input, traces| {
            let of_a = TreePart { lanes: Some(&[LaneId(0)]), ..TreePart::whole() };
            let of_b = TreePart { from: 0, until: 200, ..TreePart::whole() };
            let [a, b] =
                [(0, of_a), (1, of_b)].map(|(side, part)| measured(input, traces[side].unwrap(), side, part));
            assert_eq!(**input.tree, WeightedTree::pair([&a, &b]));
        });
    }

    #[test]
    fn apart_lanes_of_a_name_share_a_root() {
        let mut state = ViewState::default();
        state.paths.apart = true;
        wanted(&mut page(&[A, B]), &state, |input, _| {
            let roots: Vec<_> = input
                .tree
                .roots()
                .map(|root| {
                    let totals =
                        input.tree.sides().iter().map(|side| side.total[root.index()]).collect::<Vec<i64>>();
                    (input.names.name(input.tree.identity()[root.index()]), totals)
                })
                .collect();
            assert_eq!(roots, [("t", vec![1000, 800]), ("u", vec![50, 70])]);
            // Lanes are no functions.
            assert_eq!(input.table.functions().len(), 3);
        });
    }

    #[test]
    fn another_side_takes_the_paths_away() {
        let mut page = page(&[A, B]);
        wanted(&mut page, &ViewState::default(), |_, _| ());
        page.engine.close(SideName::B);
        assert!(page.engine.shown_profile.value.is_none());
    }
}
