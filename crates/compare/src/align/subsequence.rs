//! Longest common subsequences of two rows of keys.
//!
//! The algorithm is bit-parallel: one word operation handles 64 pairs of items (Hyyrö, "Bit-parallel LCS-length
//! computation revisited", 2004). So within a window the answer is exact, however little the rows have in common. Items
//! whose key the other row lacks are dropped first. Rows longer than a window are split at rare keys and then aligned
//! window by window.

use super::rising::heaviest_rising;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Number of items of each row that are aligned exactly. An item costs at most `WINDOW` / 64 word operations. The words
/// of a window are kept for tracing the subsequence back, and they take 2 MB.
pub(super) const WINDOW: usize = 1 << 12;

/// Maximum number of occurrences of a key that splits long rows. The key must occur equally often in both.
const RARE: u32 = 16;

/// Pairs of indices into two rows, ascending in both.
pub(super) type Pairs = Vec<(u32, u32)>;

/// Buffers for the search, reused from one search to the next.
#[derive(Debug, Default)]
pub(super) struct Subsequences {
    /// Number of word operations so far.
    pub(super) work: u64,
    /// Row in `places` of each key of A, within the current window.
    number: FxHashMap<u32, u32>,
    /// Positions of each key in A, one bit per item.
    places: Vec<u64>,
    /// Rows of bits: one for each prefix of B, the empty one included. Bit `i` is 0 if item `i` of A makes the
    /// subsequence with that prefix of B longer.
    rows: Vec<u64>,
}

/// Number of occurrences of each key in two rows.
type Counts = FxHashMap<u32, [u32; 2]>;

/// The items of a row whose keys the other row has too.
struct Shared {
    keys: Vec<u32>,
    /// Positions of the items in the row.
    places: Vec<u32>,
}

impl Subsequences {
    /// Returns pairs of equal keys that ascend in both rows, as many as possible if the rows fit into a window. If
    /// there is a choice, items next to those already paired go first, so that pairs stay together. O((n + m) · window
    /// / 64 + n log n).
    pub(super) fn longest(&mut self, a: &[u32], b: &[u32]) -> Pairs {
        let mut pairs = Pairs::new();
        let same = |&(x, y): &(&u32, &u32)| x == y;
        let before = a.iter().zip(b).take_while(same).count();
        let after = a[before..].iter().rev().zip(b[before..].iter().rev()).take_while(same).count();
        pairs.extend((0..before as u32).map(|at| (at, at)));
        let [end_a, end_b] = [a.len() - after, b.len() - after];
        if before < end_a && before < end_b {
            self.between(&a[before..end_a], &b[before..end_b], before as u32, &mut pairs);
        }
        pairs.extend((0..after).map(|step| ((end_a + step) as u32, (end_b + step) as u32)));
        pairs
    }

    /// Adds the pairs of two rows whose first items differ and whose last items differ. Adds `first` to the indices.
    fn between(&mut self, a: &[u32], b: &[u32], first: u32, pairs: &mut Pairs) {
        if a.len().max(b.len()) <= 64 {
            let found = self.exact(a, b).into_iter();
            return pairs.extend(found.map(|(i, j)| (first + i, first + j)));
        }
        let mut counts = Counts::default();
        for (side, row) in [a, b].into_iter().enumerate() {
            for &key in row {
                counts.entry(key).or_default()[side] += 1;
            }
        }
        let [a, b] = [shared(a, &counts), shared(b, &counts)];
        let dividers = dividers([&a.keys, &b.keys], &counts);
        let mut found = Pairs::new();
        let mut at = [0, 0];
        let ends = (a.keys.len() as u32, b.keys.len() as u32);
        for (i, j) in dividers.into_iter().chain([ends]) {
            self.by_windows([&a.keys, &b.keys], [at[0]..i as usize, at[1]..j as usize], &mut found);
            if (i, j) != ends {
                found.push((i, j));
            }
            at = [i as usize + 1, j as usize + 1];
        }
        let place = |(i, j): (u32, u32)| (first + a.places[i as usize], first + b.places[j as usize]);
        pairs.extend(found.into_iter().map(place));
    }

    /// Aligns window by window. It keeps the pairs in the first half of a window of both rows. The next window starts
    /// at the first pair that is not kept.
    fn by_windows(&mut self, [a, b]: [&[u32]; 2], [in_a, in_b]: [Range<usize>; 2], pairs: &mut Pairs) {
        let (mut x, mut y) = (in_a.start, in_b.start);
        while x < in_a.end && y < in_b.end {
            let (to_x, to_y) = ((x + WINDOW).min(in_a.end), (y + WINDOW).min(in_b.end));
            let found = self.exact(&a[x..to_x], &b[y..to_y]);
            let found = found.into_iter().map(|(i, j)| (i as usize + x, j as usize + y));
            let is_last = to_x == in_a.end && to_y == in_b.end;
            let half = (x + WINDOW / 2, y + WINDOW / 2);
            let mut next = (to_x, to_y);
            for (i, j) in found {
                if !is_last && (i >= half.0 || j >= half.1) {
                    next = (i, j);
                    break;
                }
                pairs.push((i as u32, j as u32));
            }
            (x, y) = next;
        }
    }

    /// Returns the longest common subsequence. O(|b| · |a| / 64) words, all of which are kept.
    fn exact(&mut self, a: &[u32], b: &[u32]) -> Pairs {
        let words = a.len().div_ceil(64);
        self.work += (words * b.len()) as u64;
        self.number.clear();
        self.places.clear();
        for (at, &key) in a.iter().enumerate() {
            let next = self.number.len() as u32;
            let row = *self.number.entry(key).or_insert(next);
            if row == next {
                self.places.resize(self.places.len() + words, 0);
            }
            self.places[row as usize * words + at / 64] |= 1 << (at % 64);
        }
        // Old contents of the buffer need no clearing, because every row is overwritten.
        if self.rows.len() < words * (b.len() + 1) {
            self.rows.resize(words * (b.len() + 1), 0);
        }
        self.rows[..words].fill(u64::MAX);
        for (j, key) in b.iter().enumerate() {
            let (done, rest) = self.rows.split_at_mut((j + 1) * words);
            let (last, next) = (&done[j * words..], &mut rest[..words]);
            match self.number.get(key) {
                Some(&row) => step(last, &self.places[row as usize * words..][..words], next),
                None => next.copy_from_slice(last),
            }
        }
        self.way_back(a, b, words)
    }

    /// Traces the subsequence back. If there is a choice, the last equal items are paired.
    #[inline(never)] // One entry for each row lets a browser optimise it: see `trace::for_each_block`.
    fn way_back(&self, a: &[u32], b: &[u32], words: usize) -> Pairs {
        let longer = |j: usize, i: usize| self.rows[j * words + i / 64] >> (i % 64) & 1 == 0;
        let (mut i, mut j) = (a.len(), b.len());
        let mut pairs = Pairs::new();
        while i > 0 && j > 0 {
            if a[i - 1] == b[j - 1] {
                (i, j) = (i - 1, j - 1);
                pairs.push((i as u32, j as u32));
            } else if longer(j, i - 1) {
                j -= 1;
            } else {
                i -= 1;
            }
        }
        pairs.reverse();
        pairs
    }
}

fn shared(row: &[u32], counts: &Counts) -> Shared {
    let [keys, places] = [(); 2].map(|()| Vec::with_capacity(row.len()));
    let mut shared = Shared { keys, places };
    for (&key, at) in row.iter().zip(0..) {
        if counts[&key].iter().all(|&count| count > 0) {
            shared.keys.push(key);
            shared.places.push(at);
        }
    }
    shared
}

/// Returns the pairs at which long rows are split. Their keys are rare and occur equally often in both rows. Of the
/// pairs, the heaviest choice that ascends in both rows is taken, and rarer keys weigh more.
fn dividers(rows: [&[u32]; 2], counts: &Counts) -> Pairs {
    if rows.iter().any(|row| row.is_empty()) || rows.iter().all(|row| row.len() <= WINDOW) {
        return Pairs::new();
    }
    let is_rare = |key: &u32| {
        let [of_a, of_b] = counts[key];
        of_a == of_b && of_a <= RARE
    };
    let [of_a, of_b] = rows.map(|row| {
        let rare = row.iter().zip(0..).filter(|(key, _)| is_rare(key));
        let mut places: Vec<(u32, u32)> = rare.map(|(&key, at)| (key, at)).collect();
        places.sort_unstable();
        places
    });
    let mut pairs: Vec<(u32, u32, u64)> = of_a
        .into_iter()
        .zip(of_b)
        .map(|((key, i), (_, j))| (i, j, u64::from(RARE / counts[&key][0])))
        .collect();
    pairs.sort_by_key(|&(i, _, _)| i);
    let rising = heaviest_rising(&pairs.iter().map(|&(_, j, weight)| (j, weight)).collect::<Vec<_>>());
    pairs.into_iter().zip(rising).filter(|(_, keeps)| *keeps).map(|((i, j, _), _)| (i, j)).collect()
}

/// Computes the row of bits of the next item of B from the previous row and the positions of its key in A.
#[inline(never)] // One entry for each row lets a browser optimise it: see `trace::for_each_block`.
fn step(last: &[u64], places: &[u64], next: &mut [u64]) {
    let mut carry = false;
    for ((&bits, &places), next) in last.iter().zip(places).zip(next) {
        let common = bits & places;
        let (sum, over) = bits.overflowing_add(common);
        let (sum, over_again) = sum.overflowing_add(u64::from(carry));
        carry = over || over_again;
        *next = sum | (bits - common);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use diptych_testkit::Rng;
    use proptest::prelude::*;

    /// Returns the length of the longest common subsequence, computed cell by cell.
    pub(in crate::align) fn length(a: &[u32], b: &[u32]) -> usize {
        let mut row = vec![0; b.len() + 1];
        for x in a {
            let mut diagonal = 0;
            for (j, y) in b.iter().enumerate() {
                let above = row[j + 1];
                row[j + 1] = if x == y { diagonal + 1 } else { above.max(row[j]) };
                diagonal = above;
            }
        }
        row[b.len()]
    }

    fn rises(a: &[u32], b: &[u32], pairs: &Pairs) -> bool {
        pairs.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 < two[1].1)
            && pairs.iter().all(|&(i, j)| a[i as usize] == b[j as usize])
    }

    proptest! {
        #[test]
        fn rows_within_a_window_have_a_longest_subsequence(
            a in prop::collection::vec(0u32..6, 0..200), b in prop::collection::vec(0u32..6, 0..200)
        ) {
            let pairs = Subsequences::default().longest(&a, &b);
            prop_assert!(rises(&a, &b, &pairs));
            prop_assert_eq!(pairs.len(), length(&a, &b));
        }
    }

    #[test]
    fn long_rows_find_nearly_all_at_bounded_cost() {
        let mut rng = Rng::new(3);
        for kinds in [1, 30, 1 << 20] {
            let a: Vec<u32> = (0..20 * WINDOW).map(|_| rng.below(kinds) as u32).collect();
            let gone = |at: usize| at % 97 == 5 || (4_000..5_000).contains(&at);
            let b: Vec<u32> = (0..a.len()).filter(|&at| !gone(at)).map(|at| a[at]).collect();
            let mut subsequences = Subsequences::default();
            let pairs = subsequences.longest(&a, &b);
            let work = subsequences.work;
            assert!(rises(&a, &b, &pairs));
            assert!(pairs.len() * 100 >= b.len() * 98, "{} of {} with {kinds}", pairs.len(), b.len());
            assert!(work <= (2 * (a.len() + b.len()) * WINDOW / 64) as u64, "{work} with {kinds}");
        }
    }
}
