//! The alignment of two rows of siblings.
//!
//! Pairs keep the order of both rows. Equal subtrees count most, by their size. A pair that only has equal identities
//! counts about a quarter of the calls that could be equal inside.
//!
//! Short rows are solved exactly. Long rows are solved by their longest common subsequence ([`super::subsequence`]),
//! first on runs of equal siblings, then on runs of equal identities in the gaps. A run is one item, however many times
//! a loop ran.

use super::state::State;
use super::subsequence::{Pairs, Subsequences};
use std::cmp::Reverse;
use std::ops::Range;

/// A sibling with the properties that the alignment compares.
#[derive(Debug, Clone, Copy)]
pub(super) struct Item {
    pub(super) class: u32,
    pub(super) identity: u32,
    pub(super) size: u32,
    /// Number that distinguishes the call from others of its family, or 0. See [`super::counters`].
    pub(super) counter: u32,
    pub(super) duration: i64,
    /// Start in ticks since the start of the caller, or since another point that both rows share.
    pub(super) start: i64,
}

impl Item {
    pub(super) fn new(state: &State, side: usize, call: u32, base: i64) -> Self {
        Self {
            class: state.class(side, call),
            identity: state.identity(side, call),
            size: state.size(side, call),
            counter: state.counter(side, call),
            duration: state.duration(side, call),
            start: state.calls[side].start()[call as usize] - base,
        }
    }
}

/// Maximum number of cells for solving two rows exactly. They must also have at most [`CELLS_AN_ITEM`] cells per item,
/// so that the work stays linear in the items of all rows.
const EXACT_CELLS: usize = 1 << 16;
const CELLS_AN_ITEM: usize = 64;

/// Returns the similarity of two items, or 0 if they cannot be partners.
pub(super) fn worth(a: &Item, b: &Item) -> u64 {
    if a.identity != b.identity {
        0
    } else if a.class == b.class {
        4 * u64::from(a.size)
    } else {
        3 + u64::from(a.size.min(b.size))
    }
}

/// The distance of items in time, in ticks, as a sum over pairs. Durations decide. Starts shift with everything before
/// them, so they only decide between pairs whose durations differ equally.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct TimeDistance {
    pub(super) durations: i64,
    pub(super) starts: i64,
}

impl TimeDistance {
    pub(super) fn between(a: &Item, b: &Item) -> Self {
        let differ = |x: i64, y: i64| x.abs_diff(y).min(i64::MAX as u64) as i64;
        Self { durations: differ(a.duration, b.duration), starts: differ(a.start, b.start) }
    }
}

impl std::ops::Add for TimeDistance {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            durations: self.durations.saturating_add(other.durations),
            starts: self.starts.saturating_add(other.starts),
        }
    }
}

impl std::ops::Sub for TimeDistance {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self {
            durations: self.durations.saturating_sub(other.durations),
            starts: self.starts.saturating_sub(other.starts),
        }
    }
}

/// Returns the lengths of the longest equal beginnings and of the longest equal ends of two rows.
#[inline(never)] // One entry for each row lets a browser optimise it: see `trace::for_each_block`.
pub(super) fn common_ends(a: &[Item], b: &[Item]) -> (usize, usize) {
    let equal = |&(x, y): &(&Item, &Item)| x.class == y.class;
    let before = a.iter().zip(b).take_while(equal).count();
    let after = a[before..].iter().rev().zip(b[before..].iter().rev()).take_while(equal).count();
    (before, after)
}

/// Aligns two rows. O((n + m) · 2⁷) at most.
pub(super) fn align(a: &[Item], b: &[Item], subsequences: &mut Subsequences) -> Pairs {
    let mut pairs = Pairs::new();
    let (in_a, in_b) = (0..a.len(), 0..b.len());
    if is_short(&in_a, &in_b) {
        exact(a, b, in_a, in_b, &mut pairs);
        return pairs;
    }
    // Runs of equal siblings cover whole loops, but they miss calls that are similar without being equal. The heaviest
    // items find these, so the better of both answers wins.
    let mut rows = Rows { a, b, subsequences };
    let by_class = rows.by_class(in_a.clone(), in_b.clone());
    let found = heaviest(a, b, in_a.clone(), in_b.clone());
    let mut by_weight = Pairs::new();
    between(found, in_a, in_b, &mut by_weight, &mut |gap_a, gap_b, pairs| {
        pairs.extend(rows.by_class(gap_a, gap_b));
    });
    let worth = |pairs: &Pairs| worth_of(a, b, &mut pairs.iter());
    if worth(&by_class) < worth(&by_weight) { by_weight } else { by_class }
}

/// Aligns two rows after pairing their equal beginnings and ends.
pub(super) fn with_ends(a: &[Item], b: &[Item], subsequences: &mut Subsequences) -> Pairs {
    let (before, after) = common_ends(a, b);
    let [end_a, end_b] = [a.len() - after, b.len() - after];
    let mut pairs: Pairs = (0..before as u32).map(|at| (at, at)).collect();
    let between = align(&a[before..end_a], &b[before..end_b], subsequences);
    pairs.extend(between.into_iter().map(|(i, j)| (i + before as u32, j + before as u32)));
    pairs.extend((0..after).map(|step| ((end_a + step) as u32, (end_b + step) as u32)));
    pairs
}

/// Returns the sum of the similarities of some pairs.
pub(super) fn worth_of(a: &[Item], b: &[Item], pairs: &mut dyn Iterator<Item = &(u32, u32)>) -> u64 {
    pairs.map(|&(i, j)| worth(&a[i as usize], &b[j as usize])).sum()
}

/// Two rows that are too long to be solved exactly.
struct Rows<'a> {
    a: &'a [Item],
    b: &'a [Item],
    subsequences: &'a mut Subsequences,
}

impl Rows<'_> {
    /// Aligns by runs of equal siblings, and by identity in the gaps between them.
    fn by_class(&mut self, in_a: Range<usize>, in_b: Range<usize>) -> Pairs {
        let mut pairs = Pairs::new();
        if in_a.is_empty() || in_b.is_empty() {
            return pairs;
        }
        let found = self.by_runs(in_a.clone(), in_b.clone(), |item| item.class);
        between(found, in_a, in_b, &mut pairs, &mut |gap_a, gap_b, pairs| {
            if is_short(&gap_a, &gap_b) {
                exact(self.a, self.b, gap_a, gap_b, pairs);
            } else {
                pairs.extend(self.by_runs(gap_a, gap_b, |item| item.identity));
            }
        });
        pairs
    }

    /// Aligns runs of items with equal keys. Corresponding runs pair their first items.
    fn by_runs(&mut self, in_a: Range<usize>, in_b: Range<usize>, key: fn(&Item) -> u32) -> Pairs {
        let (runs_a, keys_a) = runs(self.a, in_a, key);
        let (runs_b, keys_b) = runs(self.b, in_b, key);
        let mut pairs = Pairs::new();
        for (x, y) in self.subsequences.longest(&keys_a, &keys_b) {
            let (x, y) = (runs_a[x as usize], runs_b[y as usize]);
            pairs.extend((0..x.len.min(y.len)).map(|step| (x.first + step, y.first + step)));
        }
        pairs
    }
}

/// A function that adds the pairs of one gap.
type AlignGap<'a> = dyn FnMut(Range<usize>, Range<usize>, &mut Pairs) + 'a;

/// Adds pairs that were found in two ranges, and the pairs that `align` finds in the gaps between them.
fn between(found: Pairs, in_a: Range<usize>, in_b: Range<usize>, pairs: &mut Pairs, align: &mut AlignGap) {
    let mut at = (in_a.start, in_b.start);
    for (i, j) in found {
        align(at.0..i as usize, at.1..j as usize, pairs);
        pairs.push((i, j));
        at = (i as usize + 1, j as usize + 1);
    }
    align(at.0..in_a.end, at.1..in_b.end, pairs);
}

/// Returns the best alignment of the heaviest items only. The threshold is the smallest power of two at which the
/// remaining items can be solved exactly.
fn heaviest(a: &[Item], b: &[Item], in_a: Range<usize>, in_b: Range<usize>) -> Pairs {
    let heavy = |items: &[Item], range: &Range<usize>, least: u32| -> Vec<u32> {
        range.clone().filter(|&at| items[at].size >= least).map(|at| at as u32).collect()
    };
    let most = EXACT_CELLS.min(CELLS_AN_ITEM * (in_a.len() + in_b.len()));
    let fits = |&least: &u32| heavy(a, &in_a, least).len() * heavy(b, &in_b, least).len() <= most;
    let Some(least) = (1..u32::BITS).map(|bit| 1 << bit).find(fits) else { return Pairs::new() };
    let [places_a, places_b] = [heavy(a, &in_a, least), heavy(b, &in_b, least)];
    let [of_a, of_b] = [(a, &places_a), (b, &places_b)]
        .map(|(items, places)| places.iter().map(|&at| items[at as usize]).collect::<Vec<Item>>());
    let mut found = Pairs::new();
    exact(&of_a, &of_b, 0..of_a.len(), 0..of_b.len(), &mut found);
    found.into_iter().map(|(i, j)| (places_a[i as usize], places_b[j as usize])).collect()
}

fn is_short(in_a: &Range<usize>, in_b: &Range<usize>) -> bool {
    let (n, m) = (in_a.len(), in_b.len());
    let cells = n.saturating_mul(m);
    n <= 1 || m <= 1 || (cells <= EXACT_CELLS && cells <= CELLS_AN_ITEM * (n + m))
}

/// The score of the best alignment of two suffixes of the rows. The greater worth is better, then the smaller distance
/// in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Score {
    worth: u64,
    nearness: Reverse<TimeDistance>,
}

#[derive(Debug, Clone, Copy)]
#[repr(u8)]
enum Step {
    Take,
    SkipA,
    SkipB,
}

/// Adds the best alignment of two ranges, found by dynamic programming over all pairs of suffixes. O(n · m).
fn exact(a: &[Item], b: &[Item], in_a: Range<usize>, in_b: Range<usize>, pairs: &mut Pairs) {
    let (n, m) = (in_a.len(), in_b.len());
    if n == 0 || m == 0 {
        return;
    }
    let (row_a, row_b) = (&a[in_a.clone()], &b[in_b.clone()]);
    let mut steps = vec![Step::SkipA; n * m];
    // Scores of the suffixes that begin after the current item of A, and of those that begin with it.
    let (mut below, mut here) = (vec![Score::default(); m + 1], vec![Score::default(); m + 1]);
    for (i, x) in row_a.iter().enumerate().rev() {
        here[m] = Score::default();
        for (j, y) in row_b.iter().enumerate().rev() {
            let (mut best, mut step) = (below[j], Step::SkipA);
            if here[j + 1] > best {
                (best, step) = (here[j + 1], Step::SkipB);
            }
            let worth = worth(x, y);
            if worth > 0 {
                let after = below[j + 1];
                let nearness = Reverse(after.nearness.0 + TimeDistance::between(x, y));
                let taken = Score { worth: after.worth + worth, nearness };
                if taken >= best {
                    (best, step) = (taken, Step::Take);
                }
            }
            here[j] = best;
            steps[i * m + j] = step;
        }
        std::mem::swap(&mut below, &mut here);
    }
    let (mut i, mut j) = (0, 0);
    while i < n && j < m {
        match steps[i * m + j] {
            Step::Take => {
                pairs.push(((in_a.start + i) as u32, (in_b.start + j) as u32));
                (i, j) = (i + 1, j + 1);
            }
            Step::SkipA => i += 1,
            Step::SkipB => j += 1,
        }
    }
}

/// A maximal run of items with equal keys.
#[derive(Debug, Clone, Copy)]
struct RunOf {
    first: u32,
    len: u32,
}

fn runs(items: &[Item], range: Range<usize>, key: fn(&Item) -> u32) -> (Vec<RunOf>, Vec<u32>) {
    let mut first = range.start as u32;
    items[range]
        .chunk_by(|x, y| key(x) == key(y))
        .map(|run| {
            let run_of = RunOf { first, len: run.len() as u32 };
            first += run_of.len;
            (run_of, key(&run[0]))
        })
        .unzip()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns items of few identities, some of them with calls inside.
    fn items(kinds: &[(u32, u32, i64)]) -> Vec<Item> {
        let mut start = 0;
        let item = |&(identity, inside, duration): &(u32, u32, i64)| {
            start += 20;
            Item { class: identity * 8 + inside, identity, size: 1 + inside, counter: 0, duration, start }
        };
        kinds.iter().map(item).collect()
    }

    fn kinds(most: usize) -> impl Strategy<Value = Vec<(u32, u32, i64)>> {
        prop::collection::vec((0u32..4, 0u32..3, 0i64..10), 0..most)
    }

    /// Returns the best score of all alignments, by trying every one.
    fn best(a: &[Item], b: &[Item]) -> Score {
        let ([x, rest_a @ ..], [y, rest_b @ ..]) = (a, b) else { return Score::default() };
        let mut found = best(rest_a, b).max(best(a, rest_b));
        if worth(x, y) > 0 {
            let after = best(rest_a, rest_b);
            let nearness = Reverse(after.nearness.0 + TimeDistance::between(x, y));
            found = found.max(Score { worth: after.worth + worth(x, y), nearness });
        }
        found
    }

    fn score(a: &[Item], b: &[Item], pairs: &Pairs) -> Score {
        let items = pairs.iter().map(|&(i, j)| (&a[i as usize], &b[j as usize]));
        items.fold(Score::default(), |sum, (x, y)| Score {
            worth: sum.worth + worth(x, y),
            nearness: Reverse(sum.nearness.0 + TimeDistance::between(x, y)),
        })
    }

    fn keeps_order_and_identity(a: &[Item], b: &[Item], pairs: &Pairs) -> bool {
        pairs.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 < two[1].1)
            && pairs.iter().all(|&(i, j)| a[i as usize].identity == b[j as usize].identity)
    }

    proptest! {
        #[test]
        fn short_rows_are_aligned_optimally(a in kinds(7), b in kinds(7)) {
            let (a, b) = (items(&a), items(&b));
            let pairs = align(&a, &b, &mut Subsequences::default());
            prop_assert!(keeps_order_and_identity(&a, &b, &pairs));
            prop_assert_eq!(score(&a, &b, &pairs), best(&a, &b));
        }

        #[test]
        fn long_rows_keep_order_and_identity(a in kinds(400), b in kinds(400)) {
            let (a, b) = (items(&a), items(&b));
            let mut subsequences = Subsequences::default();
            prop_assert!(keeps_order_and_identity(&a, &b, &align(&a, &b, &mut subsequences)));
            let mut rows = Rows { a: &a, b: &b, subsequences: &mut subsequences };
            let pairs = rows.by_runs(0..a.len(), 0..b.len(), |item| item.class);
            prop_assert!(keeps_order_and_identity(&a, &b, &pairs));
        }
    }

    #[test]
    fn longer_run_leaves_its_last_items_unpaired() {
        let (a, b) = (items(&[(1, 0, 5); 300]), items(&[(1, 0, 5); 250]));
        let subsequences = &mut Subsequences::default();
        let pairs = Rows { a: &a, b: &b, subsequences }.by_runs(0..300, 0..250, |item| item.class);
        assert_eq!(pairs, (0..250).map(|at| (at, at)).collect::<Pairs>());
    }
}
