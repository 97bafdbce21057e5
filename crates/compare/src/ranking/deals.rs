//! The ways in which the labels of two sides can be dealt to their runs.

/// Maximum number of runs tested, because a set of runs is one 64-bit word.
pub(super) const MOST_RUNS: usize = 64;

/// Maximum number of deals up to which all are tried. Seven and seven runs have 1,716.
const MOST_SPLITS: usize = 2_000;

/// Number of random deals tried otherwise, which gives p to a thousandth.
const RANDOM_SPLITS: usize = 1_000;

/// The number of ways in which the labels were dealt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Split {
    /// Number of deals, the true one among them. The smallest possible p is one over this.
    pub splits: usize,
    /// True if these are all possible deals. If both sides have equally many runs, a deal and its mirror image count as
    /// one.
    pub exact: bool,
}

/// Mixes the bits of a number with the finaliser of Splitmix64.
pub(super) fn mix(mut z: u64) -> u64 {
    z = z.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Returns how many runs are picked out of how many to make a deal. If both sides have equally many runs, the side
/// without the first run is picked, because a deal and its mirror image are one.
fn picking(a: usize, b: usize) -> (usize, usize) {
    (a.min(b), if a == b { a + b - 1 } else { a + b })
}

/// Returns the number of deals of two sides.
pub(super) fn deal_count(a: usize, b: usize) -> usize {
    let (picked, free) = picking(a, b);
    let count = ways(free, picked);
    if count <= MOST_SPLITS as f64 { count as usize } else { RANDOM_SPLITS }
}

/// Returns the sets of runs (bit patterns) that are dealt to the smaller side, the true one first. At most 64 runs.
pub(super) fn deals(in_b: &[bool], seed: u64) -> (Vec<u64>, bool) {
    let runs = in_b.len();
    let of_b = in_b.iter().filter(|&&in_b| in_b).count();
    let (picked, free) = picking(runs - of_b, of_b);
    if picked == 0 || runs > MOST_RUNS {
        return (Vec::new(), false);
    }
    let even = 2 * picked == runs;
    let is_true = |run: usize| if even { in_b[run] != in_b[0] } else { in_b[run] == (of_b == picked) };
    let truth = (0..runs).filter(|&run| is_true(run)).fold(0u64, |set, run| set | 1 << run);
    let shift = runs - free;
    let count = ways(free, picked);
    if count <= MOST_SPLITS as f64 {
        let others = sets_of(picked).take(count as usize).map(|set| set << shift);
        let others = others.filter(|&set| set != truth);
        return (std::iter::once(truth).chain(others).collect(), true);
    }
    let mut state = seed;
    let mut deal = || {
        let mut set = 0u64;
        while (set.count_ones() as usize) < picked {
            state = mix(state);
            set |= 1 << (shift as u64 + state % free as u64);
        }
        set
    };
    (std::iter::once(truth).chain((1..RANDOM_SPLITS).map(|_| deal())).collect(), false)
}

/// Returns all bit patterns with `size` ones, the smallest first (by Gosper's hack).
fn sets_of(size: usize) -> impl Iterator<Item = u64> {
    let first = u64::MAX >> (64 - size);
    std::iter::successors(Some(first), |&set| {
        let lowest = set & set.wrapping_neg();
        let carried = set.wrapping_add(lowest);
        Some((((carried ^ set) >> 2) / lowest) | carried)
    })
}

/// Returns the number of ways to pick `picked` out of `all`.
fn ways(all: usize, picked: usize) -> f64 {
    (0..picked).fold(1.0, |ways, one| ways * (all - one) as f64 / (one + 1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deals_are_exhaustive_up_to_seven_and_seven() {
        for (a, b, count) in [
            (4, 4, 35),
            (5, 5, 126),
            (7, 7, 1_716),
            (2, 8, 45),
            (8, 2, 45),
            (1, 20, 21),
            (63, 1, 64),
            (2, 50, 1_326),
        ] {
            let in_b: Vec<bool> = (0..a + b).map(|run| run >= a).collect();
            let (mut deals, exact) = deals(&in_b, 7);
            assert!(exact);
            assert_eq!((deals.len(), deal_count(a, b)), (count, count), "{a} and {b}");
            let picked = if b <= a { a..a + b } else { 0..a };
            assert_eq!(deals[0], picked.fold(0, |set, run| set | 1 << run));
            deals.sort_unstable();
            deals.dedup();
            assert_eq!(deals.len(), count);
        }
    }

    #[test]
    fn random_deals_depend_only_on_the_seed() {
        let in_b: Vec<bool> = (0..40).map(|run| run % 2 == 1).collect();
        let (first, exact) = deals(&in_b, 7);
        assert!(!exact);
        assert_eq!((first.len(), deal_count(20, 20)), (RANDOM_SPLITS, RANDOM_SPLITS));
        assert!(first.iter().all(|deal| deal.count_ones() == 20 && deal & 1 == 0));
        assert_eq!(first, deals(&in_b, 7).0);
        assert_ne!(first, deals(&in_b, 8).0);
    }
}
