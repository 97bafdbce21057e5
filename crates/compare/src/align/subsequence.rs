//! Longest common subsequences of rows of keys.
//!
//! By bits: one word operation for 64 pairs of items (Hyyrö, "Bit-parallel LCS-length computation revisited", 2004),
//! so that within a window the answer is exact however little the rows have in common. Rows longer than a window
//! are first parted where keys are rare, then aligned window by window.

use super::classify::heaviest_rising;
use super::sequence::Pairs;
use diptych_trace::Sorting;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Items of each row that are aligned exactly; so an item costs at most `WINDOW` / 64 word operations, and the words
/// of a window, which are kept to find the way back, are 2 MB.
pub(super) const WINDOW: usize = 1 << 12;

/// A key that occurs as often in both rows, and not more often than this, parts long rows.
const RARE: u32 = 16;

/// Pairs of equal keys that rise in both rows: as many as there can be when the rows fit into a window. Adds the word
/// operations it took to `work`. O((n + m) · window / 64 + n log n).
pub(super) fn longest(a: &[u32], b: &[u32], work: &mut u64) -> Pairs {
    let mut pairs = Pairs::new();
    let same = |&(x, y): &(&u32, &u32)| x == y;
    let before = a.iter().zip(b).take_while(same).count();
    let after = a[before..].iter().rev().zip(b[before..].iter().rev()).take_while(same).count();
    pairs.extend((0..before as u32).map(|at| (at, at)));
    let [end_a, end_b] = [a.len() - after, b.len() - after];
    let mut at = [before, before];
    for (i, j) in
        dividers(a, b, [before..end_a, before..end_b]).into_iter().chain([(end_a as u32, end_b as u32)])
    {
        by_windows(a, b, [at[0]..i as usize, at[1]..j as usize], &mut pairs, work);
        if (i as usize, j as usize) != (end_a, end_b) {
            pairs.push((i, j));
        }
        at = [i as usize + 1, j as usize + 1];
    }
    pairs.extend((0..after).map(|step| ((end_a + step) as u32, (end_b + step) as u32)));
    pairs
}

/// Where long rows are parted: at keys that are rare and occur equally often in both, the rarest counting most, as
/// far as they rise.
fn dividers(a: &[u32], b: &[u32], [in_a, in_b]: [Range<usize>; 2]) -> Pairs {
    if in_a.is_empty() || in_b.is_empty() || in_a.len().max(in_b.len()) <= WINDOW {
        return Pairs::new();
    }
    let mut counts: FxHashMap<u32, [u32; 2]> = FxHashMap::default();
    for (side, row) in [&a[in_a.clone()], &b[in_b.clone()]].into_iter().enumerate() {
        for &key in row {
            counts.entry(key).or_default()[side] += 1;
        }
    }
    counts.retain(|_, count| count[0] == count[1] && count[0] <= RARE);
    let rare = |row: &[u32], range: Range<usize>| -> Vec<(u32, u32)> {
        let places = range.filter(|&at| counts.contains_key(&row[at])).map(|at| (row[at], at as u32));
        let mut places: Vec<(u32, u32)> = places.collect();
        places.sort_unstable();
        places
    };
    let mut pairs: Vec<(u32, u32, u64)> = rare(a, in_a)
        .into_iter()
        .zip(rare(b, in_b))
        .map(|((key, i), (_, j))| (i, j, u64::from(RARE / counts[&key][0])))
        .collect();
    pairs.order_by_key(|&(i, _, _)| i);
    let rising = heaviest_rising(&pairs.iter().map(|&(_, j, weight)| (j, weight)).collect::<Vec<_>>());
    pairs.into_iter().zip(rising).filter(|(_, keeps)| *keeps).map(|((i, j, _), _)| (i, j)).collect()
}

/// Window by window: what the first half of a window of both says is kept, and the next window starts where it ends.
fn by_windows(a: &[u32], b: &[u32], [in_a, in_b]: [Range<usize>; 2], pairs: &mut Pairs, work: &mut u64) {
    let (mut x, mut y) = (in_a.start, in_b.start);
    while x < in_a.end && y < in_b.end {
        let (to_x, to_y) = ((x + WINDOW).min(in_a.end), (y + WINDOW).min(in_b.end));
        let found = exact(&a[x..to_x], &b[y..to_y], work);
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

/// The longest common subsequence. O(|b| · |a| / 64) words, all kept.
fn exact(a: &[u32], b: &[u32], work: &mut u64) -> Pairs {
    let words = a.len().div_ceil(64);
    *work += (words * b.len()) as u64;
    let mut number: FxHashMap<u32, usize> = FxHashMap::default();
    let mut places: Vec<u64> = Vec::new();
    for (at, &key) in a.iter().enumerate() {
        let next = number.len();
        let row = *number.entry(key).or_insert(next);
        if row == next {
            places.resize(places.len() + words, 0);
        }
        places[row * words + at / 64] |= 1 << (at % 64);
    }
    // A row an item of B: a bit is 0 where the subsequence of both beginnings is longer than with one item of A less.
    let mut rows: Vec<u64> = Vec::with_capacity(words * (b.len() + 1));
    rows.resize(words, u64::MAX);
    for key in b {
        let last = rows.len() - words;
        let Some(&row) = number.get(key) else {
            rows.extend_from_within(last..);
            continue;
        };
        let mut carry = false;
        for word in 0..words {
            let bits = rows[last + word];
            let common = bits & places[row * words + word];
            let (sum, over) = bits.overflowing_add(common);
            let (sum, over_again) = sum.overflowing_add(u64::from(carry));
            carry = over || over_again;
            rows.push(sum | (bits - common));
        }
    }
    let longer = |j: usize, i: usize| rows[j * words + i / 64] >> (i % 64) & 1 == 0;
    let (mut i, mut j) = (a.len(), b.len());
    let mut pairs = Pairs::new();
    while i > 0 && j > 0 {
        if !longer(j, i - 1) {
            i -= 1;
        } else if longer(j - 1, i - 1) {
            j -= 1;
        } else {
            (i, j) = (i - 1, j - 1);
            pairs.push((i as u32, j as u32));
        }
    }
    pairs.reverse();
    pairs
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use diptych_testkit::Rng;
    use proptest::prelude::*;

    /// Length of the longest common subsequence, cell by cell.
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
            let pairs = longest(&a, &b, &mut 0);
            prop_assert!(rises(&a, &b, &pairs));
            prop_assert_eq!(pairs.len(), length(&a, &b));
        }
    }

    #[test]
    fn long_rows_find_nearly_all_and_cost_a_window_an_item() {
        let mut rng = Rng::new(3);
        for kinds in [1, 30, 1 << 20] {
            let a: Vec<u32> = (0..20 * WINDOW).map(|_| rng.below(kinds) as u32).collect();
            let gone = |at: usize| at % 97 == 5 || (4_000..5_000).contains(&at);
            let b: Vec<u32> = (0..a.len()).filter(|&at| !gone(at)).map(|at| a[at]).collect();
            let mut work = 0;
            let pairs = longest(&a, &b, &mut work);
            assert!(rises(&a, &b, &pairs));
            assert!(pairs.len() * 100 >= b.len() * 98, "{} of {} with {kinds}", pairs.len(), b.len());
            assert!(work <= (2 * (a.len() + b.len()) * WINDOW / 64) as u64, "{work} with {kinds}");
        }
    }
}
