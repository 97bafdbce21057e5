//! Names similar to a search text without hits.
//!
//! This runs while the user types, on traces with some hundred thousand names. So names are excluded by their length
//! first, and only the offered names are copied.

use diptych_trace::Trace;
use diptych_views::words::{self, last_segment};

/// Most names offered.
const MOST: usize = 3;

/// Letters of a name that are compared. The bit sets of [`LetterPairs`] need at most 128.
const LONGEST: usize = 100;

/// Returns the names whose last segment needs the fewest edits to become the text, best first (ties by name). If no
/// name is near enough, returns those that share the most letter pairs with the text.
pub(super) fn names(traces: [Option<&Trace>; 2], text: &str) -> Vec<String> {
    let wanted = letters(last_segment(text.trim()));
    let near = best(names_of(traces).filter_map(|name| Some((distance(&wanted, name)?, name))));
    if !near.is_empty() {
        return near;
    }
    let wanted = LetterPairs::new(text);
    best(names_of(traces).filter_map(|name| Some((wanted.missing(name)?, name))))
}

/// Returns the names of all functions on both sides.
fn names_of(traces: [Option<&Trace>; 2]) -> impl Iterator<Item = &str> {
    traces
        .into_iter()
        .flatten()
        .flat_map(|trace| trace.functions().ids().map(|id| trace.functions().get(trace.names(), id).name))
}

/// Returns the names with the lowest numbers, each once. A name must always come with one number.
fn best<'a>(found: impl Iterator<Item = (usize, &'a str)>) -> Vec<String> {
    let mut best: Vec<(usize, &str)> = Vec::new();
    for near in found {
        let place = best.partition_point(|other| *other < near);
        if place < MOST && best.get(place) != Some(&near) {
            best.insert(place, near);
            best.truncate(MOST);
        }
    }
    best.into_iter().map(|(_, name)| words::name_or_unnamed(name)).collect()
}

/// Returns the first letters of a text in lower case.
fn letters(text: &str) -> Vec<char> {
    text.chars().flat_map(char::to_lowercase).take(LONGEST).collect()
}

/// Returns the number of edits between the text and the last segment of a name, if that is at most a third of the
/// text's letters.
fn distance(wanted: &[char], name: &str) -> Option<usize> {
    let (most, segment) = (wanted.len() / 3, last_segment(name));
    // A letter takes one to four bytes in UTF-8.
    let may_be_near = segment.len() + most >= wanted.len() && segment.len() <= 4 * (wanted.len() + most);
    may_be_near.then(|| edits(wanted, &letters(segment), most)).flatten()
}

/// Returns the number of letters to insert, delete, replace, or swap with their neighbour to turn one name into the
/// other (optimal string alignment distance). `None` if it exceeds `most`. O(product of the lengths); O(1) if the
/// lengths differ by more than `most`.
fn edits(one: &[char], other: &[char], most: usize) -> Option<usize> {
    if one.is_empty() || one.len().abs_diff(other.len()) > most {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=other.len()).collect();
    for (at, &letter) in (1..).zip(one) {
        let mut row = vec![at];
        for (to, &wanted) in (1..).zip(other) {
            let replaced = above[to - 1] + usize::from(letter != wanted);
            let mut least = replaced.min(above[to] + 1).min(row[to - 1] + 1);
            if at > 1 && to > 1 && letter == other[to - 2] && one[at - 2] == wanted {
                least = least.min(before[to - 2] + 1);
            }
            row.push(least);
        }
        if row.iter().all(|&cost| cost > most) {
            return None;
        }
        before = std::mem::replace(&mut above, row);
    }
    above.last().copied().filter(|&cost| cost <= most)
}

/// The pairs of neighbouring letters of a text, in hash buckets.
#[derive(Debug)]
struct LetterPairs {
    pairs: Vec<[char; 2]>,
    /// Bit set of the pairs in each bucket. It fits, because a text has fewer pairs than [`LONGEST`].
    buckets: [u128; 64],
}

impl LetterPairs {
    fn new(text: &str) -> Self {
        let pairs: Vec<[char; 2]> = letters(text).windows(2).map(|pair| [pair[0], pair[1]]).collect();
        let mut buckets = [0; 64];
        for (at, pair) in pairs.iter().enumerate() {
            buckets[bucket(*pair)] |= 1 << at;
        }
        Self { pairs, buckets }
    }

    /// Returns the dissimilarity of a name by its letter pairs: 1000 less Dice's coefficient in thousandths. `None` if
    /// that coefficient is at most a third. O(letters of the name), except for pairs that share a bucket.
    fn missing(&self, name: &str) -> Option<usize> {
        // A name with so many more letters shares too few pairs, whatever they are.
        if name.is_ascii() && name.len().min(LONGEST) > 5 * self.pairs.len() + 1 {
            return None;
        }
        let mut shared = 0u128;
        let (mut own, mut before) = (0, None);
        for letter in name.chars().flat_map(char::to_lowercase).take(LONGEST) {
            if let Some(before) = before.replace(letter) {
                own += 1;
                let pair = [before, letter];
                let mut alike = self.buckets[bucket(pair)] & !shared;
                while alike != 0 {
                    let at = alike.trailing_zeros();
                    shared |= u128::from(self.pairs[at as usize] == pair) << at;
                    alike &= alike - 1;
                }
            }
        }
        let score = 2000 * shared.count_ones() as usize / (own + self.pairs.len()).max(1);
        (score > 333).then(|| 1000 - score.min(1000))
    }
}

fn bucket([first, second]: [char; 2]) -> usize {
    (8 * first as usize + second as usize) % 64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Computes the edit distance by trying every way.
    fn naive(one: &[char], other: &[char]) -> usize {
        let (Some((&x, one_rest)), Some((&y, other_rest))) = (one.split_first(), other.split_first()) else {
            return one.len().max(other.len());
        };
        let kept = naive(one_rest, other_rest) + usize::from(x != y);
        let least = kept.min(1 + naive(one_rest, other)).min(1 + naive(one, other_rest));
        match (one, other) {
            ([a, b, one @ ..], [c, d, other @ ..]) if a == d && b == c => least.min(1 + naive(one, other)),
            _ => least,
        }
    }

    /// Computes the dissimilarity by comparing all pairs with each other.
    fn naive_missing(wanted: &str, name: &str) -> Option<usize> {
        let [wanted, own] = [wanted, name].map(|text| {
            let letters = letters(text);
            letters.windows(2).map(|pair| [pair[0], pair[1]]).collect::<Vec<_>>()
        });
        let shared = wanted.iter().filter(|pair| own.contains(pair)).count();
        let score = 2000 * shared / (own.len() + wanted.len()).max(1);
        (score > 333).then(|| 1000 - score.min(1000))
    }

    #[test]
    fn a_letter_wrong_is_one_edit() {
        assert_eq!(edits(&letters("parse_selekt"), &letters("parse_select"), 4), Some(1));
        assert_eq!(edits(&letters("wlak"), &letters("walk"), 1), Some(1));
        assert_eq!(edits(&letters("walk"), &letters("visit"), 1), None);
    }

    proptest! {
        #[test]
        fn edits_are_the_fewest(one in "[abc]{1,6}", other in "[abc]{0,6}", most in 0usize..7) {
            let (one, other) = (letters(&one), letters(&other));
            let fewest = naive(&one, &other);
            prop_assert_eq!(edits(&one, &other, most), (fewest <= most).then_some(fewest));
        }

        #[test]
        fn length_check_never_drops_near_names(wanted in "[aBé\u{212a}]{0,9}", name in "[abÉk]{0,12}") {
            let wanted = letters(&wanted);
            prop_assert_eq!(distance(&wanted, &name), edits(&wanted, &letters(&name), wanted.len() / 3));
        }

        #[test]
        fn letter_pairs_match_naive_count(wanted in "[abciK]{0,12}", name in "[abciké]{0,60}") {
            prop_assert_eq!(LetterPairs::new(&wanted).missing(&name), naive_missing(&wanted, &name));
        }

        #[test]
        fn best_names_match_full_sort(found in proptest::collection::vec("[ab]{1,3}", 0..9)) {
            let numbered = || found.iter().map(|name| (name.len() % 2, &name[..]));
            let mut all: Vec<(usize, &str)> = numbered().collect();
            all.sort_unstable();
            all.dedup();
            let expected: Vec<&str> = all.into_iter().take(MOST).map(|(_, name)| name).collect();
            prop_assert_eq!(best(numbered()), expected);
        }
    }
}
