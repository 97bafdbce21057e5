//! Names of lanes at several levels of exactness.

use diptych_trace::{LaneId, Trace};
use rustc_hash::FxHashMap;

/// The exactness with which two names are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exactness {
    /// The name, and the name of the parent lane.
    InParent,
    /// The name.
    Name,
    /// The name and that of the parent lane, both without digits: ids of processes and threads differ in every run.
    StemInParent,
    /// The name without digits.
    Stem,
}

impl Exactness {
    /// All levels, in the order in which they are tried.
    pub(super) const ALL: [Self; 4] = [Self::InParent, Self::Name, Self::StemInParent, Self::Stem];
}

/// The names of all lanes of both sides at each exactness, as numbers that are equal if the texts are.
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

    /// Returns the number of a lane's name at an exactness.
    pub(super) fn label(&self, side: usize, lane: LaneId, exactness: Exactness) -> u32 {
        self.by_lane[side][lane.index()][exactness as usize]
    }

    /// Returns the first exactness at which two lanes have equal names: 0 is the most exact, and 4 means never.
    pub(super) fn tier(&self, a: LaneId, b: LaneId) -> u32 {
        let (a, b) = (self.by_lane[0][a.index()], self.by_lane[1][b.index()]);
        (0..4).find(|&at| a[at] == b[at]).unwrap_or(4) as u32
    }
}

fn stem(name: &str) -> String {
    name.chars().filter(|c| !c.is_ascii_digit()).collect()
}
