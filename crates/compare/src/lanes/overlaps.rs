//! Overlaps of all lanes of one list with all lanes of another.

use super::signature::Signature;
use diptych_trace::IdentityId;
use rustc_hash::FxHashMap;

/// Maximum number of pairs of lanes whose overlaps are stored.
const MOST_PAIRS: u64 = 1 << 21;
/// Maximum number of steps for finding them. A step is one common identity of one pair of lanes.
const MOST_STEPS: u64 = 1 << 27;

/// The overlaps of every lane of one list with every lane of another, as far as they have anything in common.
#[derive(Debug, Default)]
pub(super) struct Overlaps {
    /// Lanes of the second list with the common shares, for each lane of the first list, ascending.
    pub(super) rows: Vec<Vec<(u32, u64)>>,
    /// Largest common share of each lane of the first list.
    pub(super) best_of_first: Vec<u64>,
    /// Largest common share of each lane of the second list.
    pub(super) best_of_second: Vec<u64>,
}

impl Overlaps {
    /// Computes all overlaps, or returns `None` if that would exceed the limits of this file.
    pub(super) fn new(first: &[&Signature], second: &[&Signature]) -> Option<Self> {
        if first.len() as u64 * second.len() as u64 > MOST_PAIRS {
            return None;
        }
        let mut index: FxHashMap<IdentityId, Vec<(u32, u64)>> = FxHashMap::default();
        for (at, signature) in second.iter().enumerate() {
            for &(id, share) in &signature.shares {
                index.entry(id).or_default().push((at as u32, share));
            }
        }
        let all = || first.iter().flat_map(|signature| &signature.shares);
        let steps: u64 = all().filter_map(|(id, _)| Some(index.get(id)?.len() as u64)).sum();
        if steps > MOST_STEPS {
            return None;
        }
        let mut sums = vec![0u64; second.len()];
        let mut best_of_second = vec![0u64; second.len()];
        let mut row = |signature: &&Signature| {
            sums.fill(0);
            for (id, share) in &signature.shares {
                for &(at, other) in index.get(id).into_iter().flatten() {
                    sums[at as usize] += other.min(*share);
                }
            }
            best_of_second.iter_mut().zip(&sums).for_each(|(best, &sum)| *best = sum.max(*best));
            (0u32..).zip(&sums).filter(|(_, sum)| **sum > 0).map(|(at, &sum)| (at, sum)).collect()
        };
        let rows: Vec<Vec<(u32, u64)>> = first.iter().map(&mut row).collect();
        let best = |row: &Vec<(u32, u64)>| row.iter().map(|&(_, sum)| sum).max().unwrap_or(0);
        Some(Self { best_of_first: rows.iter().map(best).collect(), best_of_second, rows })
    }
    /// Returns the lanes of the second list that have work in common with a lane of the first, with the common share.
    pub(super) fn of_first(&self, a: usize) -> impl Iterator<Item = (usize, u64)> {
        self.rows[a].iter().map(|&(b, sum)| (b as usize, sum))
    }

    /// Returns the lanes of the first list that have work in common with a lane of the second, with the common share.
    /// O(lanes · log lanes).
    pub(super) fn of_second(&self, b: usize) -> impl Iterator<Item = (usize, u64)> {
        let share = move |row: &Vec<(u32, u64)>| {
            let at = row.binary_search_by_key(&(b as u32), |&(b, _)| b).ok()?;
            Some(row[at].1)
        };
        self.rows.iter().enumerate().filter_map(move |(a, row)| Some((a, share(row)?)))
    }
}
