//! Sorting with little code: one merge sort for every list that is not sorted very often.
//!
//! The standard library's sorts are fast, but they are compiled anew for each type and each comparison. Each takes 6 kB
//! of wasm, a fifth of the engine when most of its lists used them. This sort calls the comparison through a pointer
//! and moves only indices. A use costs a few dozen bytes and about twice the time.

use std::cmp::Ordering;

/// Stable sorting by one shared routine. O(n log n) comparisons, O(n) if already in order; 8 bytes per item while it
/// runs.
pub trait Sorting<T> {
    /// Sorts by a comparison.
    fn order_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    /// Sorts by a number, least first. O(n) for each byte in which the numbers differ, without comparisons; 24 bytes
    /// per item while it runs.
    fn order_by_number(&mut self, number: impl FnMut(&T) -> u64);

    /// Sorts by a key.
    fn order_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.order_by(|left, right| key(left).cmp(&key(right)));
    }
}

impl<T> Sorting<T> for [T] {
    fn order_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        let order = merged(self.len() as u32, &mut |left, right| {
            compare(&self[left as usize], &self[right as usize])
        });
        permute(self, order);
    }

    fn order_by_number(&mut self, number: impl FnMut(&T) -> u64) {
        permute(self, ascending(self.iter().map(number).collect()));
    }
}

/// Returns the indices of numbers in ascending order; equal numbers keep their order. A radix sort by bytes, the lowest
/// first.
fn ascending(numbers: Vec<u64>) -> Vec<u32> {
    let differ = numbers.iter().fold(0, |bits, number| bits | number ^ numbers[0]);
    let mut order: Vec<(u64, u32)> = numbers.into_iter().zip(0..).collect();
    let mut next = order.clone();
    for shift in (0..u64::BITS).step_by(8).filter(|shift| differ >> shift & 0xFF > 0) {
        let digit = |number: u64| (number >> shift & 0xFF) as usize;
        let mut places = [0u32; 256];
        for &(number, _) in &order {
            places[digit(number)] += 1;
        }
        let mut first = 0;
        for place in &mut places {
            first += std::mem::replace(place, first);
        }
        for &item in &order {
            let place = &mut places[digit(item.0)];
            next[*place as usize] = item;
            *place += 1;
        }
        std::mem::swap(&mut order, &mut next);
    }
    order.into_iter().map(|(_, place)| place).collect()
}

/// Keeps the `count` items that come first in an order, without reordering them; of equal items the earlier ones.
///
/// O(n log count) comparisons, about n if items are in random order. Takes 4 bytes for each of `count` and one bit per
/// item while it runs.
pub fn keep_first_by<T>(items: &mut Vec<T>, count: usize, mut compare: impl FnMut(&T, &T) -> Ordering) {
    if items.len() > count {
        let first = first(items.len() as u32, count as u32, &mut |left, right| {
            compare(&items[left as usize], &items[right as usize]).then(left.cmp(&right))
        });
        let mut place = 0;
        items.retain(|_| {
            place += 1;
            first[(place - 1) / 64] >> ((place - 1) % 64) & 1 == 1
        });
    }
}

/// Keeps the `count` items with the least numbers, without reordering them; of equal items the earlier ones. O(n),
/// without comparisons; 8 bytes per item while it runs.
pub fn keep_first_by_number<T>(items: &mut Vec<T>, count: usize, mut number: impl FnMut(&T) -> u64) {
    if items.len() > count {
        let (last, mut equal) = last_of_first(items.iter().map(&mut number).collect(), count);
        items.retain(|item| {
            let number = number(item);
            let is_kept = number < last || number == last && equal > 0;
            equal -= usize::from(is_kept && number == last);
            is_kept
        });
    }
}

/// Returns the greatest of the `count` least numbers, and how many of those equal it. `count` must be at most the
/// number of numbers. Selects by bytes, the highest first: only numbers with the byte of the result stay for the next
/// round.
pub fn last_of_first(mut numbers: Vec<u64>, mut count: usize) -> (u64, usize) {
    if count == 0 {
        return (0, 0);
    }
    for shift in (0..u64::BITS).step_by(8).rev() {
        let digit = |number: u64| (number >> shift & 0xFF) as usize;
        let mut counts = [0usize; 256];
        for &number in &numbers {
            counts[digit(number)] += 1;
        }
        let mut sought = 0;
        while counts[sought] < count {
            count -= counts[sought];
            sought += 1;
        }
        numbers.retain(|&number| digit(number) == sought);
    }
    (numbers[0], count)
}

/// Returns the `count` first of the numbers below `total`, as a bit set. A heap holds those found so far, with the last
/// of them on top.
fn first(total: u32, count: u32, compare: &mut dyn FnMut(u32, u32) -> Ordering) -> Vec<u64> {
    let mut heap: Vec<u32> = (0..count).collect();
    for top in (0..heap.len() / 2).rev() {
        sift_down(&mut heap, top, compare);
    }
    for item in count..total {
        if heap.first().is_some_and(|&last| compare(item, last) == Ordering::Less) {
            heap[0] = item;
            sift_down(&mut heap, 0, compare);
        }
    }
    let mut bits = vec![0; (total as usize).div_ceil(64)];
    for item in heap {
        bits[item as usize / 64] |= 1 << (item % 64);
    }
    bits
}

/// Moves the item at `top` down the heap until its children come no later.
fn sift_down(heap: &mut [u32], mut top: usize, compare: &mut dyn FnMut(u32, u32) -> Ordering) {
    loop {
        let [left, right] = [2 * top + 1, 2 * top + 2];
        if left >= heap.len() {
            return;
        }
        let takes_right = right < heap.len() && compare(heap[right], heap[left]) == Ordering::Greater;
        let below = if takes_right { right } else { left };
        if compare(heap[below], heap[top]) != Ordering::Greater {
            return;
        }
        heap.swap(below, top);
        top = below;
    }
}

/// Length of the runs that insertion sort makes.
const RUN: usize = 12;

/// Returns the numbers below `count`, sorted by the comparison.
fn merged(count: u32, compare: &mut dyn FnMut(u32, u32) -> Ordering) -> Vec<u32> {
    let mut order: Vec<u32> = (0..count).collect();
    for run in order.chunks_mut(RUN) {
        for end in 1..run.len() {
            let mut at = end;
            while at > 0 && compare(run[at - 1], run[at]) == Ordering::Greater {
                run.swap(at - 1, at);
                at -= 1;
            }
        }
    }
    let mut spare = Vec::new();
    let mut width = RUN;
    while width < order.len() {
        for pair in order.chunks_mut(2 * width) {
            if pair.len() > width && compare(pair[width - 1], pair[width]) == Ordering::Greater {
                merge(pair, width, &mut spare, compare);
            }
        }
        width *= 2;
    }
    order
}

/// Merges two adjacent sorted runs; of equal items the left one comes first.
fn merge(
    pair: &mut [u32],
    middle: usize,
    spare: &mut Vec<u32>,
    compare: &mut dyn FnMut(u32, u32) -> Ordering,
) {
    spare.clear();
    spare.extend_from_slice(&pair[..middle]);
    let (mut left, mut right, mut to) = (0, middle, 0);
    while left < spare.len() {
        let takes_right = right < pair.len() && compare(spare[left], pair[right]) == Ordering::Greater;
        pair[to] = if takes_right { pair[right] } else { spare[left] };
        right += usize::from(takes_right);
        left += usize::from(!takes_right);
        to += 1;
    }
}

/// Reorders items: the item at index `order[place]` moves to `place`.
fn permute<T>(items: &mut [T], mut order: Vec<u32>) {
    for start in 0..order.len() {
        let mut to = start;
        // Each step of a cycle moves one item to its place. A finished place points to itself.
        loop {
            let from = std::mem::replace(&mut order[to], to as u32) as usize;
            if from == start {
                break;
            }
            items.swap(to, from);
            to = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sorting_equals_the_standard_library(items in prop::collection::vec((0u8..20, any::<u16>()), 0..200)) {
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.0);
            let mut by_key = items.clone();
            by_key.order_by_key(|item| item.0);
            prop_assert_eq!(&by_key, &expected, "stable");
            let mut down = items;
            down.order_by(|left, right| right.cmp(left));
            expected.sort_by(|left, right| right.cmp(left));
            prop_assert_eq!(down, expected);
        }

        #[test]
        fn radix_sort_equals_comparison_sort(
            items in prop::collection::vec((prop_oneof![0u64..20, any::<u64>()], any::<u16>()), 0..200),
        ) {
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.0);
            let mut by_number = items;
            by_number.order_by_number(|item| item.0);
            prop_assert_eq!(by_number, expected);
        }

        #[test]
        fn keep_first_equals_sorting_and_truncating(
            items in prop::collection::vec((0u8..20, any::<u16>()), 0..200), count in 0usize..210,
        ) {
            let mut places: Vec<usize> = (0..items.len()).collect();
            places.sort_by_key(|&place| items[place].0);
            places.truncate(count);
            places.sort_unstable();
            let expected: Vec<_> = places.into_iter().map(|place| items[place]).collect();
            let mut kept = items;
            keep_first_by(&mut kept, count, |left, right| left.0.cmp(&right.0));
            prop_assert_eq!(kept, expected);
        }

        #[test]
        fn keep_first_by_number_equals_comparison(
            items in prop::collection::vec((prop_oneof![0u64..20, any::<u64>()], any::<u16>()), 0..200), count in 0usize..210,
        ) {
            let mut expected = items.clone();
            keep_first_by(&mut expected, count, |left, right| left.0.cmp(&right.0));
            let mut kept = items;
            keep_first_by_number(&mut kept, count, |item| item.0);
            prop_assert_eq!(kept, expected);
        }
    }
}
