//! Rows that are aligned part by part: by numbers of repetitions, and in step with another lane.
//!
//! Both are preferences among answers that are about equal by structure: a row is divided only where its parts pair
//! nearly as much as the row does as a whole.

use super::classify::heaviest_rising;
use super::sequence::{self, Item, Pairs};
use super::state::State;
use super::steps::{SHARED, Steps};
use super::subsequence::Subsequences;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The same part of both rows.
pub(super) struct Part {
    pub(super) items: [Range<usize>; 2],
    /// What starts are counted from in it, where that is not what they are counted from in the row.
    pub(super) base: Option<[i64; 2]>,
    /// Whether it is one of time.
    pub(super) is_step: bool,
}

/// How much parts must pair of what whole rows pair, in sixteenths: numbers say which is which, times only what
/// probably is.
const BY_NUMBERS: u64 = 12;
const BY_TIME: u64 = 15;

/// The parts of two rows; `None` where they are better aligned as one. `base` is what the starts of items are counted
/// from. O((n + m) · 2⁷) at most, where there are several parts.
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
                number += 2 * SHARED;
                number - SHARED
            })
            .collect()
    });
    let items = Divided { rows, numbers, least: BY_NUMBERS, drifts: false }.best(&mut state.subsequences)?;
    Some(items.into_iter().map(|(_, items)| Part { items, base: None, is_step: false }).collect())
}

/// The items with a counter that no other item of the row has, by counter.
fn counted(items: &[Item]) -> FxHashMap<u32, Option<u32>> {
    let mut places: FxHashMap<u32, Option<u32>> = FxHashMap::default();
    for (item, at) in items.iter().zip(0..).filter(|(item, _)| item.counter > 0) {
        places.entry(item.counter).and_modify(|place| *place = None).or_insert(Some(at));
    }
    places
}

/// Items of both rows that have the same number and identity, as far as they rise.
fn by_number(rows: [&[Item]; 2]) -> Pairs {
    let [of_a, of_b] = rows.map(counted);
    let same = |counter: &u32, i: u32| {
        let j = (*of_b.get(counter)?)?;
        (rows[0][i as usize].identity == rows[1][j as usize].identity).then_some((i, j))
    };
    rising(rows, of_a.iter().filter_map(|(counter, i)| same(counter, (*i)?)).collect())
}

/// Where numbers are other ones throughout and both rows have as many of an identity: the first of them and the first,
/// and so on, as far as they rise.
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

/// Of pairs, those that rise and hold the most calls.
fn rising(rows: [&[Item]; 2], mut pairs: Pairs) -> Pairs {
    pairs.sort_by_key(|&(i, _)| i);
    let weight = |&(i, j): &(u32, u32)| (j, u64::from(rows[0][i as usize].size));
    let keeps = heaviest_rising(&pairs.iter().map(weight).collect::<Vec<_>>());
    pairs.into_iter().zip(keeps).filter(|(_, keeps)| *keeps).map(|(pair, _)| pair).collect()
}

/// Two rows, each item with the number of its part; numbers ascend. See [`SHARED`].
struct Divided<'a> {
    rows: [&'a [Item]; 2],
    numbers: [Vec<u32>; 2],
    /// Sixteenths of what the rows pair as a whole that the parts have to pair.
    least: u64,
    /// Whether what stands at the end of a part on one side may stand at the beginning of the next on the other.
    drifts: bool,
}

impl Divided<'_> {
    /// The parts with their numbers, if they pair about as much as the whole. What only one side has room for counts for
    /// nothing.
    fn best(&self, subsequences: &mut Subsequences) -> Option<Vec<(u32, [Range<usize>; 2])>> {
        let [a, b] = self.rows;
        let ends = |side: usize| Some((self.numbers[side].first()?, self.numbers[side].last()?));
        let (ends_a, ends_b) = (ends(0)?, ends(1)?);
        let is_one = ends_a == ends_b && ends_a.0 == ends_a.1;
        let is_same = self.numbers[0] == self.numbers[1] && sequence::common_ends(a, b).0 == a.len();
        if is_one || is_same {
            return None;
        }
        let number = |side: usize, at: u32| self.numbers[side][at as usize];
        let whole = sequence::with_ends(a, b, subsequences);
        let pairs = self.pairs(subsequences);
        let is_shared = |&&(i, j): &&(u32, u32)| {
            number(0, i).is_multiple_of(SHARED) && number(1, j).is_multiple_of(SHARED)
        };
        let worth = sequence::worth_of(a, b, &mut pairs.iter());
        let goal = sequence::worth_of(a, b, &mut whole.iter().filter(is_shared));
        (16 * worth >= self.least * goal).then(|| self.cut(&pairs))
    }

    fn range(&self, side: usize, number: u32) -> Range<usize> {
        let numbers = &self.numbers[side];
        numbers.partition_point(|&other| other < number)..numbers.partition_point(|&other| other <= number)
    }

    /// What the parts pair.
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

    /// Cuts both rows between parts, so that no pair is cut.
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
