//! Names of lanes, from the exact to the vague.

use diptych_trace::{LaneId, Trace};
use rustc_hash::FxHashMap;

/// How exactly two names are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exactness {
    /// Name, and name of the lane it lies in.
    InParent,
    /// Name.
    Name,
    /// Name without digits, and that of the lane it lies in: ids of processes and threads differ in every run.
    StemInParent,
    /// Name without digits.
    Stem,
}

impl Exactness {
    /// In the order in which they are tried.
    pub(super) const ALL: [Self; 4] = [Self::InParent, Self::Name, Self::StemInParent, Self::Stem];
}

/// What every lane of both sides is called at each exactness, as numbers: equal where the texts are.
#[derive(Debug)]
pub(super) struct Labels {
    by_lane: [Vec<[u32; 4]>; 2],
}

impl Labels {
    pub(super) fn new(traces: [&Trace; 2]) -> Self {
        let mut numbers: FxHashMap<(usize, String), u32> = FxHashMap::default();
        let mut number = |exactness: usize, text: String| {
            let next = numbers.len() as u32;
            *numbers.entry((exactness, text)).or_insert(next)
        };
        let by_lane = traces.map(|trace| {
            let name = |lane: LaneId| trace.lanes().name(trace.names(), lane);
            let lanes = trace.lanes().ids().map(|lane| {
                let (own, parent) = (name(lane), trace.lanes().parent(lane).map_or("", name));
                let [own_stem, parent_stem] = [own, parent].map(stem);
                [
                    number(0, format!("{parent}\u{1f}{own}")),
                    number(1, own.to_owned()),
                    number(2, format!("{parent_stem}\u{1f}{own_stem}")),
                    number(3, own_stem),
                ]
            });
            lanes.collect()
        });
        Self { by_lane }
    }

    /// What a lane of a side is called.
    pub(super) fn label(&self, side: usize, lane: LaneId, exactness: Exactness) -> u32 {
        self.by_lane[side][lane.index()][exactness as usize]
    }

    /// How exactly a lane of A and one of B are called the same: 0 the most, 4 not at all.
    pub(super) fn tier(&self, a: LaneId, b: LaneId) -> u32 {
        let (a, b) = (self.by_lane[0][a.index()], self.by_lane[1][b.index()]);
        (0..4).find(|&at| a[at] == b[at]).unwrap_or(4) as u32
    }
}

fn stem(name: &str) -> String {
    name.chars().filter(|c| !c.is_ascii_digit()).collect()
}
