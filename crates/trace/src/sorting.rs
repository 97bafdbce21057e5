//! Sorting of short lists with shared code.
//!
//! Std's sort is compiled anew for every closure. With fifty closures, sorts were a fifth of the engine's artifact,
//! 130 kB that every visitor fetches. Here the sort is compiled once for each type of item, and calls its closure
//! through a pointer. Loops over calls use std's sorts directly.

use std::cmp::Ordering;

/// Stable sorts for lists that are short beside a trace.
pub trait Sorting<T> {
    /// Sorts by a comparison. O(n log n).
    fn order_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    /// Sorts by a key. O(n log n), with two keys for each comparison.
    fn order_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);
}

impl<T> Sorting<T> for [T] {
    fn order_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        sort(self, &mut compare);
    }

    fn order_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        sort(self, &mut |one, other| key(one).cmp(&key(other)));
    }
}

fn sort<T>(items: &mut [T], compare: &mut dyn FnMut(&T, &T) -> Ordering) {
    items.sort_by(compare);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_items_keep_their_order() {
        let mut items = [(2, 'a'), (1, 'b'), (2, 'c'), (1, 'd')];
        items.order_by_key(|item| item.0);
        assert_eq!(items, [(1, 'b'), (1, 'd'), (2, 'a'), (2, 'c')]);
        items.order_by(|one, other| other.0.cmp(&one.0));
        assert_eq!(items, [(2, 'a'), (2, 'c'), (1, 'b'), (1, 'd')]);
    }
}
