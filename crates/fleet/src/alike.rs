//! Pairs that changed alike.

use std::collections::{BTreeMap, BTreeSet};

/// Share of all changes of two pairs that both must have for the pairs to be alike (Jaccard's index).
const LEAST_SHARED: f64 = 0.5;

/// Puts pairs into groups by their changes: two pairs with at least half of all their changes in common are in one group,
/// and so are those that others join. Returns groups of two or more, the largest first, then by their first pair. Pairs
/// without changes are in no group. O(pairs that share a change).
pub fn alike<T: Ord + Copy>(changes: &[BTreeSet<T>]) -> Vec<Vec<usize>> {
    let mut with: BTreeMap<T, Vec<usize>> = BTreeMap::new();
    for (pair, of) in changes.iter().enumerate() {
        for &change in of {
            with.entry(change).or_default().push(pair);
        }
    }
    let mut leader: Vec<usize> = (0..changes.len()).collect();
    for (pair, of) in changes.iter().enumerate() {
        // Counting through the changes leaves out pairs that share none.
        let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
        for other in of.iter().flat_map(|change| &with[change]).filter(|&&other| other > pair) {
            *shared.entry(*other).or_default() += 1;
        }
        for (other, both) in shared {
            let either = of.len() + changes[other].len() - both;
            if both as f64 >= LEAST_SHARED * either as f64 {
                let (one, two) = (root(&mut leader, pair), root(&mut leader, other));
                leader[one.max(two)] = one.min(two);
            }
        }
    }
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for pair in (0..changes.len()).filter(|&pair| !changes[pair].is_empty()) {
        groups.entry(root(&mut leader, pair)).or_default().push(pair);
    }
    let mut groups: Vec<Vec<usize>> = groups.into_values().filter(|group| group.len() > 1).collect();
    groups.sort_by_key(|group| (std::cmp::Reverse(group.len()), group[0]));
    groups
}

/// Returns the first pair of a group, and shortens the way there.
fn root(leader: &mut [usize], mut pair: usize) -> usize {
    while leader[pair] != pair {
        leader[pair] = leader[leader[pair]];
        pair = leader[pair];
    }
    pair
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Joins pairs that are alike until nothing changes.
    fn naive(changes: &[BTreeSet<u8>]) -> Vec<Vec<usize>> {
        let is_alike = |one: &BTreeSet<u8>, two: &BTreeSet<u8>| {
            let both = one.intersection(two).count();
            both > 0 && 2 * both >= one.union(two).count()
        };
        let mut group: Vec<usize> = (0..changes.len()).collect();
        loop {
            let before = group.clone();
            for one in 0..changes.len() {
                for two in 0..changes.len() {
                    if is_alike(&changes[one], &changes[two]) {
                        group[one] = group[one].min(group[two]);
                    }
                }
            }
            if group == before {
                break;
            }
        }
        let of = |first: usize| (0..changes.len()).filter(|&pair| group[pair] == first).collect::<Vec<_>>();
        let mut groups: Vec<Vec<usize>> =
            (0..changes.len()).map(of).filter(|group| group.len() > 1).collect();
        groups.sort_by_key(|group| (std::cmp::Reverse(group.len()), group[0]));
        groups
    }

    proptest! {
        #[test]
        fn groups_equal_those_of_repeated_joining(
            changes in prop::collection::vec(prop::collection::btree_set(0..6_u8, 0..4), 0..12),
        ) {
            prop_assert_eq!(alike(&changes), naive(&changes));
        }
    }
}
