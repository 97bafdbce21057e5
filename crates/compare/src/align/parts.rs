//! Rows that are divided into parts and aligned part by part, either by the numbers of repetitions or in step with
//! another lane.
//!
//! Both are preferences among answers that are about equal by structure. A row is divided only if its parts pair nearly
//! as much as the whole row does.

use super::rising::heaviest_rising;
use super::sequence::{self, Item};
use super::state::State;
use super::steps::{SHARED, Steps};
use super::subsequence::{Pairs, Subsequences};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A part of two rows that is aligned by itself.
pub(super) struct Part {
    pub(super) items: [Range<usize>; 2],
    /// Starting points on both sides that starts in this part are counted from, if they differ from the row's.
    pub(super) base: Option<[i64; 2]>,
    /// True if the part is a stretch of time, false if it follows from numbers.
    pub(super) is_step: bool,
}

/// Minimum share, in sixty-fourths, of the whole rows' worth that their parts must reach. Numbers in names are stronger
/// evidence than times, so parts by number may lose more.
const BY_NUMBERS: u64 = 48;
const BY_TIME: u64 = 61;

/// Divides two rows into parts, or returns `None` if they are better aligned as a whole. Starts of items are counted
/// from `base`. O((n + m) · 2⁷) at most if there are several parts.
pub(super) fn of_rows(
    state: &mut State,
    steps: Option<&Steps>,
    rows: [&[Item]; 2],
    base: [i64; 2],
) -> Option<Vec<Part>> {
    if let Some(steps) = steps {
        let part = |side: usize| -> Vec<u32> {
            rows[side].iter().map(|item| steps.part(side, item.start + base[side])).collect()
        };
        let numbers = [part(0), part(1)];
        let divided = Divided { rows, numbers, least: BY_TIME, drifts: true };
        if let Some(items) = divided.best(&mut state.subsequences) {
            let base = |number| steps.base(number);
            return Some(
                items
                    .into_iter()
                    .map(|(number, items)| Part { items, base: base(number), is_step: true })
                    .collect(),
            );
        }
    }
    let is_numbered = |items: &[Item]| items.iter().filter(|item| item.counter > 0).nth(1).is_some();
    if !rows.iter().all(|items| is_numbered(items)) {
        return None;
    }
    let anchors = by_number(rows);
    let anchors = if anchors.is_empty() { by_order(rows) } else { anchors };
    if anchors.is_empty() {
        return None;
    }
    let numbers = [0, 1].map(|side| {
        let mut ends = anchors.iter().map(|&(i, j)| [i, j][side] as usize).peekable();
        let mut number = 0;
        (0..rows[side].len())
            .map(|at| {
                if ends.next_if_eq(&at).is_none() {
                    return number;
                }
                // Anchors get odd multiples of `SHARED`, and the items between them even ones.
                number += 2 * SHARED;
                number - SHARED
            })
            .collect()
    });
    let items = Divided { rows, numbers, least: BY_NUMBERS, drifts: false }.best(&mut state.subsequences)?;
    Some(items.into_iter().map(|(_, items)| Part { items, base: None, is_step: false }).collect())
}

/// Returns the index of each item with a counter. Counters that occur more than once in the row map to `None`.
fn counted(items: &[Item]) -> FxHashMap<u32, Option<u32>> {
    let mut places: FxHashMap<u32, Option<u32>> = FxHashMap::default();
    for (item, at) in items.iter().zip(0..).filter(|(item, _)| item.counter > 0) {
        places.entry(item.counter).and_modify(|place| *place = None).or_insert(Some(at));
    }
    places
}

/// Pairs items of both rows that have equal counters and identities, and returns those that ascend in both rows.
fn by_number(rows: [&[Item]; 2]) -> Pairs {
    let [of_a, of_b] = rows.map(counted);
    let same = |counter: &u32, i: u32| {
        let j = (*of_b.get(counter)?)?;
        (rows[0][i as usize].identity == rows[1][j as usize].identity).then_some((i, j))
    };
    rising(rows, of_a.iter().filter_map(|(counter, i)| same(counter, (*i)?)).collect())
}

/// Pairs items with counters by their position among the items of their identity, for identities that occur equally
/// often in both rows. Returns the pairs that ascend in both rows. This is the fallback if [`by_number`] finds nothing,
/// as when one side starts to count elsewhere.
fn by_order(rows: [&[Item]; 2]) -> Pairs {
    let by_identity = rows.map(|items| {
        let mut places: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (item, at) in items.iter().zip(0..).filter(|(item, _)| item.counter > 0) {
            places.entry(item.identity).or_default().push(at);
        }
        places
    });
    let as_many = |(identity, of_a): (&u32, &Vec<u32>)| {
        let of_b = by_identity[1].get(identity).filter(|of_b| of_b.len() == of_a.len() && of_b.len() > 1)?;
        Some(of_a.iter().copied().zip(of_b.iter().copied()).collect::<Pairs>())
    };
    rising(rows, by_identity[0].iter().filter_map(as_many).flatten().collect())
}

/// Returns the heaviest choice of pairs that ascends in both rows. A pair weighs as much as its first item has calls.
fn rising(rows: [&[Item]; 2], mut pairs: Pairs) -> Pairs {
    pairs.sort_by_key(|&(i, _)| i);
    let weight = |&(i, j): &(u32, u32)| (j, u64::from(rows[0][i as usize].size));
    let keeps = heaviest_rising(&pairs.iter().map(weight).collect::<Vec<_>>());
    pairs.into_iter().zip(keeps).filter(|(_, keeps)| *keeps).map(|(pair, _)| pair).collect()
}

/// Two rows in which each item has the number of its part. The numbers ascend. See [`SHARED`].
struct Divided<'a> {
    rows: [&'a [Item]; 2],
    numbers: [Vec<u32>; 2],
    /// Minimum share, in sixty-fourths, of the whole rows' worth that the parts must reach.
    least: u64,
    /// True if an item at the end of a part may pair with an item at the beginning of the next part of the other row.
    drifts: bool,
}

impl Divided<'_> {
    /// Returns the parts with their numbers, if they pair about as much as the whole rows do. Items in parts that only
    /// one side has do not count.
    fn best(&self, subsequences: &mut Subsequences) -> Option<Vec<(u32, [Range<usize>; 2])>> {
        let [a, b] = self.rows;
        let ends = |side: usize| Some((self.numbers[side].first()?, self.numbers[side].last()?));
        let (ends_a, ends_b) = (ends(0)?, ends(1)?);
        let is_one = ends_a == ends_b && ends_a.0 == ends_a.1;
        let is_same = self.numbers[0] == self.numbers[1] && sequence::common_ends(a, b).0 == a.len();
        if is_one || is_same {
            return None;
        }
        let whole = sequence::with_ends(a, b, subsequences);
        let pairs = self.pairs(subsequences);
        let worth = sequence::worth_of(a, b, &mut pairs.iter());
        (64 * worth >= self.least * self.goal(&whole)).then(|| self.cut(&pairs))
    }

    /// Returns the worth that the parts should reach, given the pairs of the whole rows. Those between parts that both
    /// sides have count. If items in parts of only one side pair with items of shared parts, other items of these lose
    /// their partners. So the worth of all pairs counts too, apart from what only parts of one side could pair among
    /// themselves.
    fn goal(&self, whole: &Pairs) -> u64 {
        let [a, b] = self.rows;
        let is_shared = |side: usize, at: u32| self.numbers[side][at as usize].is_multiple_of(SHARED);
        let between_shared = whole.iter().filter(|&&(i, j)| is_shared(0, i) && is_shared(1, j));
        let between_shared = sequence::worth_of(a, b, &mut between_shared.into_iter());
        let of_one_side = |side: usize| -> u64 {
            let items = self.rows[side].iter().zip(0..).filter(|&(_, at)| !is_shared(side, at));
            items.map(|(item, _)| sequence::worth(item, item)).sum()
        };
        let all = sequence::worth_of(a, b, &mut whole.iter());
        between_shared.max(all.saturating_sub(of_one_side(0).min(of_one_side(1))))
    }

    fn range(&self, side: usize, number: u32) -> Range<usize> {
        let numbers = &self.numbers[side];
        numbers.partition_point(|&other| other < number)..numbers.partition_point(|&other| other <= number)
    }

    /// Returns the pairs found when each part is aligned by itself.
    fn pairs(&self, subsequences: &mut Subsequences) -> Pairs {
        let [a, b] = self.rows;
        let mut pairs = Pairs::new();
        for numbers in self.numbers[0].chunk_by(|x, y| x == y).filter(|part| part[0].is_multiple_of(SHARED)) {
            let [in_a, in_b] = [0, 1].map(|side| self.range(side, numbers[0]));
            let found = sequence::with_ends(&a[in_a.clone()], &b[in_b.clone()], subsequences);
            pairs.extend(found.iter().map(|&(i, j)| (i + in_a.start as u32, j + in_b.start as u32)));
        }
        if !self.drifts {
            return pairs;
        }
        // Items near the end of a part may belong to the next part on the other side. So the gaps between pairs are
        // aligned again across the borders of parts.
        let mut drifted = Pairs::new();
        let ends = (a.len() as u32, b.len() as u32);
        let mut at = [0, 0];
        for &(i, j) in pairs.iter().chain([&ends]) {
            let gaps = [at[0]..i as usize, at[1]..j as usize];
            let shared = |side: usize| {
                self.numbers[side][gaps[side].clone()].iter().all(|number| number.is_multiple_of(SHARED))
            };
            if gaps.iter().all(|gap| !gap.is_empty()) && shared(0) && shared(1) {
                let found = sequence::with_ends(&a[gaps[0].clone()], &b[gaps[1].clone()], subsequences);
                drifted.extend(found.iter().map(|&(i, j)| (i + at[0] as u32, j + at[1] as u32)));
            }
            at = [i as usize + 1, j as usize + 1];
            if (i, j) != ends {
                drifted.push((i, j));
            }
        }
        drifted
    }

    /// Cuts both rows between the parts. A cut moves if it would separate the two items of a pair.
    fn cut(&self, pairs: &Pairs) -> Vec<(u32, [Range<usize>; 2])> {
        let mut numbers = [self.numbers[0].as_slice(), &self.numbers[1]].concat();
        numbers.sort_unstable();
        numbers.dedup();
        let [len_a, len_b] = self.rows.map(<[Item]>::len);
        let mut parts: Vec<(u32, [Range<usize>; 2])> = Vec::new();
        for number in numbers {
            let [i, j] = [0, 1].map(|side| self.range(side, number).start);
            let before = pairs.partition_point(|&(other, _)| (other as usize) < i);
            let least = before.checked_sub(1).map_or(0, |at| pairs[at].1 as usize + 1);
            let most = pairs.get(before).map_or(len_b, |&(_, other)| other as usize);
            let j = j.clamp(least, most);
            if let Some((_, last)) = parts.last_mut() {
                (last[0].end, last[1].end) = (i, j);
            }
            parts.push((number, [i..len_a, j..len_b]));
        }
        parts.retain(|(_, items)| items.iter().all(|range| !range.is_empty()));
        parts
    }
}
