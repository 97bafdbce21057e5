//! The heaviest choice of entries whose values ascend.

/// Marks the entries (value, weight) that form the heaviest choice with ascending values. All weights are positive and
/// all values differ. O(n log n).
pub(super) fn heaviest_rising(entries: &[(u32, u64)]) -> Vec<bool> {
    let mut values: Vec<u32> = entries.iter().map(|&(value, _)| value).collect();
    values.sort_unstable();
    // A Fenwick tree over ranks. It holds the weight of the heaviest chain that ends at or below a rank, and its last
    // entry.
    let mut tree: Vec<(u64, usize)> = vec![(0, NONE); values.len() + 1];
    let mut before = vec![NONE; entries.len()];
    for (entry, &(value, weight)) in entries.iter().enumerate() {
        let rank = values.partition_point(|&other| other < value);
        let mut best = (0, NONE);
        let mut node = rank;
        while node > 0 {
            if tree[node].0 > best.0 {
                best = tree[node];
            }
            node &= node - 1;
        }
        before[entry] = best.1;
        let chain = (best.0 + weight, entry);
        node = rank + 1;
        while node < tree.len() {
            if chain.0 > tree[node].0 {
                tree[node] = chain;
            }
            node += node & node.wrapping_neg();
        }
    }
    let mut heaviest = (0, NONE);
    let mut node = values.len();
    while node > 0 {
        if tree[node].0 > heaviest.0 {
            heaviest = tree[node];
        }
        node &= node - 1;
    }
    let mut keeps = vec![false; entries.len()];
    let mut entry = heaviest.1;
    while entry != NONE {
        keeps[entry] = true;
        entry = before[entry];
    }
    keeps
}

const NONE: usize = usize::MAX;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn heaviest_rising_choice_equals_exhaustive_search(
            values in prop::collection::btree_map(0u32..1_000, 1u64..20, 0..12).prop_flat_map(|entries| {
                Just(entries.into_iter().collect::<Vec<_>>()).prop_shuffle()
            })
        ) {
            let keeps = heaviest_rising(&values);
            let kept: Vec<(u32, u64)> =
                values.iter().zip(keeps).filter(|(_, keeps)| *keeps).map(|(&entry, _)| entry).collect();
            prop_assert!(kept.windows(2).all(|two| two[0].0 < two[1].0));
            let weigh = |choice: u32| {
                let chosen: Vec<_> = (0..values.len()).filter(|at| choice >> at & 1 == 1).map(|at| values[at]).collect();
                let rises = chosen.windows(2).all(|two| two[0].0 < two[1].0);
                if rises { chosen.iter().map(|entry| entry.1).sum() } else { 0 }
            };
            let heaviest: u64 = (0..1 << values.len()).map(weigh).max().unwrap_or(0);
            prop_assert_eq!(kept.iter().map(|entry| entry.1).sum::<u64>(), heaviest);
        }
    }
}
