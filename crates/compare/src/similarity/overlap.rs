//! The overlaps of one class with every class of the other side.
//!
//! An inverted index stores the weight of each identity in each class that contains it. One class's row of overlaps
//! turns into another's by subtracting the members that only the first has. Then the members that only the second has
//! are added. The callee sets of a program are very similar, so classes are visited in an order in which neighbours
//! share most of their members.

use super::callee_sets::{CalleeSets, jaccard};
use std::cmp::Reverse;
use std::ops::Range;

/// The classes of one side by their members, and a row of overlaps with them.
#[derive(Debug)]
pub(super) struct Overlaps<'a> {
    sets: &'a CalleeSets,
    /// Classes of the side, lightest first.
    classes: Vec<u32>,
    weights: Vec<u32>,
    /// Holders of each identity, by rank.
    holders: Vec<Holders>,
    /// Rank of each identity: 0 is in the most classes of the side. [`NONE`] if it is in none.
    rank: Vec<u32>,
    /// Σ min(w, w′) of the current class with each of `classes`. `current` has the members of that class.
    shared: Vec<u32>,
    current: Vec<Member>,
    /// Similarity s of the current class with each class near enough, or 0 if it is too small.
    s: Vec<f32>,
    /// Overlaps of a class that shares members with few others. All 0 between classes.
    few: Vec<u32>,
    touched: Vec<u32>,
}

/// Rank and weight of an identity.
type Member = (u32, u32);

/// A class of the other side, prepared for the index.
pub(super) struct Row {
    pub(super) class: u32,
    members: Vec<Member>,
}

/// The weights of an identity in the classes that contain it.
#[derive(Debug)]
enum Holders {
    /// Weight in every class, or 0. Adding it up is one straight loop.
    Most(Box<[u32]>),
    /// Index and weight for each class that contains the identity.
    Few(Vec<(u32, u32)>),
}

const NONE: u32 = u32::MAX;

/// An identity has its weights stored for all classes if at least one class in this many contains it. That is faster
/// than a list of its classes, and takes at most eight times the memory.
const MOST: usize = 16;

/// Cost of visiting a single class relative to a class in a straight loop over all.
const SPARSE: usize = 8;

/// Returns the classes of a side's calls.
fn of_side(sets: &CalleeSets, side: usize) -> impl Iterator<Item = u32> + '_ {
    let all = 0..sets.len() as u32;
    all.filter(move |&class| sets.multiplicity(side)[class as usize] > 0)
}

impl<'a> Overlaps<'a> {
    /// Indexes a side. O(members of its classes · 16).
    pub(super) fn new(sets: &'a CalleeSets, side: usize) -> Self {
        let mut classes: Vec<u32> = of_side(sets, side).collect();
        classes.sort_by_key(|&class| sets.weight(class));
        let mut holders: Vec<Vec<(u32, u32)>> = vec![Vec::new(); sets.identity_count() as usize];
        for (place, &class) in classes.iter().enumerate() {
            for (identity, weight) in sets.members(class) {
                holders[identity as usize].push((place as u32, weight));
            }
        }
        let mut order: Vec<u32> = (0..sets.identity_count()).collect();
        order.retain(|&identity| !holders[identity as usize].is_empty());
        order.sort_by_key(|&identity| Reverse(holders[identity as usize].len()));
        let mut rank = vec![NONE; holders.len()];
        for (place, &identity) in order.iter().enumerate() {
            rank[identity as usize] = place as u32;
        }
        let index =
            |&identity: &u32| Holders::new(std::mem::take(&mut holders[identity as usize]), classes.len());
        let holders = order.iter().map(index).collect();
        let weights = classes.iter().map(|&class| sets.weight(class)).collect();
        let [shared, few] = [(); 2].map(|()| vec![0; classes.len()]);
        let (current, s, touched) = (Vec::new(), Vec::new(), Vec::new());
        Self { sets, classes, weights, holders, rank, shared, current, s, few, touched }
    }

    /// Returns the classes of the other side in the order to visit them: by their members, the most common members
    /// first.
    pub(super) fn rows(&self, side: usize) -> Vec<Row> {
        let row = |class| {
            let ranked = self.sets.members(class).map(|(id, weight)| (self.rank[id as usize], weight));
            let mut members: Vec<Member> = ranked.filter(|&(rank, _)| rank != NONE).collect();
            members.sort_unstable();
            Row { class, members }
        };
        let mut rows: Vec<Row> = of_side(self.sets, side).map(row).collect();
        rows.sort_by(|one, other| one.members.cmp(&other.members));
        rows
    }

    /// Puts each class of the side with s > τ to a row's class (or s = 1) into `found`, lightest first.
    /// O(classes of the side · members that only this row or only the previous one has). If that is less,
    /// O(classes that contain a member of the row, once for each member).
    #[inline(never)] // One entry for each class lets a browser optimise it: see `trace::for_each_block`.
    pub(super) fn matches(&mut self, row: &Row, tau: f64, found: &mut Vec<(u32, f32)>) {
        let weight = self.sets.weight(row.class);
        let near = self.near(weight, tau);
        let holding: usize = row.members.iter().map(|&(rank, _)| self.holders[rank as usize].count()).sum();
        if holding * SPARSE < near.len() {
            self.matches_of_few(row, tau, found);
            return;
        }
        self.turn_to(&row.members);
        // Compute s of all classes first, then select. Neither loop has a branch, of which half would be mispredicted.
        self.s.clear();
        let of_near = self.shared[near.clone()].iter().zip(&self.weights[near.clone()]);
        self.s.extend(of_near.map(|(&shared, &other)| {
            let s = jaccard(shared, weight, other);
            if s > tau || s >= 1.0 { s as f32 } else { 0.0 }
        }));
        found.clear();
        found.resize(near.len(), (0, 0.0));
        let mut count = 0;
        for (&class, &s) in self.classes[near].iter().zip(&self.s) {
            found[count] = (class, s);
            count += usize::from(s > 0.0);
        }
        found.truncate(count);
    }

    /// Finds the matches by visiting only the classes that contain a member of the row.
    fn matches_of_few(&mut self, row: &Row, tau: f64, found: &mut Vec<(u32, f32)>) {
        for &(rank, weight) in &row.members {
            self.holders[rank as usize].each(|place, held| {
                let shared = &mut self.few[place as usize];
                if *shared == 0 {
                    self.touched.push(place);
                }
                *shared += held.min(weight);
            });
        }
        self.touched.sort_unstable();
        found.clear();
        for place in self.touched.drain(..) {
            let place = place as usize;
            let shared = std::mem::take(&mut self.few[place]);
            let s = jaccard(shared, self.sets.weight(row.class), self.weights[place]);
            if s > tau || s >= 1.0 {
                found.push((self.classes[place], s as f32));
            }
        }
    }

    /// Returns the range of classes whose weight alone does not rule out a match: s is at most the smaller weight over
    /// the larger.
    fn near(&self, weight: u32, tau: f64) -> Range<usize> {
        let enough = |ratio: f64| ratio > tau || ratio >= 1.0;
        let from = self.weights.partition_point(|&w| w < weight && !enough(f64::from(w) / f64::from(weight)));
        let to = self.weights.partition_point(|&w| w <= weight || enough(f64::from(weight) / f64::from(w)));
        from..to
    }

    /// Updates `shared` to the overlaps of other members, which ascend by rank.
    fn turn_to(&mut self, members: &[Member]) {
        let mut before = self.current.iter().copied().peekable();
        for &(rank, weight) in members {
            while let Some((gone, old)) = before.next_if(|&(other, _)| other < rank) {
                self.holders[gone as usize].change(&mut self.shared, old, 0);
            }
            let old = before.next_if(|&(other, _)| other == rank).map_or(0, |(_, old)| old);
            if old != weight {
                self.holders[rank as usize].change(&mut self.shared, old, weight);
            }
        }
        for (gone, old) in before {
            self.holders[gone as usize].change(&mut self.shared, old, 0);
        }
        self.current.clear();
        self.current.extend_from_slice(members);
    }
}

impl Holders {
    fn new(few: Vec<(u32, u32)>, classes: usize) -> Self {
        if few.len() * MOST < classes {
            return Self::Few(few);
        }
        let mut all = vec![0; classes].into_boxed_slice();
        for (place, weight) in few {
            all[place as usize] = weight;
        }
        Self::Most(all)
    }

    /// Returns the number of classes to visit at most.
    fn count(&self) -> usize {
        match self {
            Self::Most(all) => all.len(),
            Self::Few(few) => few.len(),
        }
    }

    /// Calls `take` with the index and weight of each class.
    fn each(&self, mut take: impl FnMut(u32, u32)) {
        match self {
            Self::Most(all) => {
                (0..).zip(all).filter(|&(_, &held)| held > 0).for_each(|(place, &held)| take(place, held));
            }
            Self::Few(few) => few.iter().for_each(|&(place, held)| take(place, held)),
        }
    }

    /// Updates the overlaps with each class for a new weight of this identity.
    fn change(&self, shared: &mut [u32], old: u32, new: u32) {
        let gain = |weight: u32| weight.min(new).wrapping_sub(weight.min(old));
        match self {
            Self::Most(all) => {
                for (shared, &weight) in shared.iter_mut().zip(all) {
                    *shared = shared.wrapping_add(gain(weight));
                }
            }
            Self::Few(few) => {
                for &(place, weight) in few {
                    let shared = &mut shared[place as usize];
                    *shared = shared.wrapping_add(gain(weight));
                }
            }
        }
    }
}
