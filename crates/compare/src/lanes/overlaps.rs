//! Overlaps of all lanes of one list with all of another.

use super::signature::Signature;
use diptych_trace::IdentityId;
use rustc_hash::FxHashMap;

/// Most pairs of lanes whose overlaps are held.
const MOST_PAIRS: u64 = 1 << 21;
/// Most steps (identities that two lanes have in common, over all pairs) that are taken to find them.
const MOST_STEPS: u64 = 1 << 27;

/// What every lane of one list has in common with every lane of another that it has anything in common with.
#[derive(Debug, Default)]
pub(super) struct Overlaps {
    /// For each lane of the first list, (lane of the second list, in common), ascending.
    pub(super) rows: Vec<Vec<(u32, u64)>>,
    /// For each lane of the first list, the most it has in common with any.
    pub(super) best_of_first: Vec<u64>,
    /// The same for the second.
    pub(super) best_of_second: Vec<u64>,
}

impl Overlaps {
    /// All overlaps, or `None` where that would take more than the limits of this file.
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
}
