//! Long lists with little spare capacity.

/// Shortest list that grows by a quarter. Shorter lists double as usual, because there may be many of them.
const LONG: usize = 4_096;

/// Pushes to a list that may hold most of a file's memory. A long list grows by a quarter at a time.
///
/// A list that doubles takes up to three times its contents while it moves, and twice its contents afterwards. This one
/// takes 2¼ and 1¼ times, for four times as many bytes moved. Amortised O(1).
#[inline]
pub fn push_tight<T>(list: &mut Vec<T>, item: T) {
    if list.len() == list.capacity() {
        make_room(list);
    }
    list.push(item);
}

#[cold]
fn make_room<T>(list: &mut Vec<T>) {
    if list.len() >= LONG {
        list.reserve_exact(list.len() / 4);
    }
}

/// Number of items in a chunk.
const CHUNK: usize = 1 << 14;

/// A list in chunks. Its items never move, and taking them out frees it chunk by chunk. A list of up to one chunk is a
/// plain [`Vec`].
#[derive(Debug, Clone)]
pub struct Chunked<T> {
    full: Vec<Vec<T>>,
    last: Vec<T>,
}

impl<T> Default for Chunked<T> {
    fn default() -> Self {
        Self { full: Vec::new(), last: Vec::new() }
    }
}

impl<T> Chunked<T> {
    /// Adds an item. O(1), amortised within the first chunk.
    #[inline]
    pub fn push(&mut self, item: T) {
        if self.last.len() == CHUNK {
            self.full.push(std::mem::replace(&mut self.last, Vec::with_capacity(CHUNK)));
        }
        self.last.push(item);
    }

    /// Returns the number of items.
    pub fn len(&self) -> usize {
        self.full.len() * CHUNK + self.last.len()
    }

    /// Returns true if there are no items.
    pub fn is_empty(&self) -> bool {
        self.last.is_empty()
    }

    /// Returns the item at an index.
    pub fn get(&self, place: usize) -> Option<&T> {
        match self.full.get(place / CHUNK) {
            Some(chunk) => chunk.get(place % CHUNK),
            None => place.checked_sub(self.full.len() * CHUNK).and_then(|place| self.last.get(place)),
        }
    }

    /// Returns all items, in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> + Clone {
        (0..self.len()).map(|place| &self[place])
    }

    /// Returns the bytes held.
    pub fn held_bytes(&self) -> u64 {
        ((self.full.len() * CHUNK + self.last.capacity()) * size_of::<T>()) as u64
    }
}

impl<T> std::ops::Index<usize> for Chunked<T> {
    type Output = T;

    fn index(&self, place: usize) -> &T {
        match self.full.get(place / CHUNK) {
            Some(chunk) => &chunk[place % CHUNK],
            None => &self.last[place - self.full.len() * CHUNK],
        }
    }
}

impl<T> std::ops::IndexMut<usize> for Chunked<T> {
    fn index_mut(&mut self, place: usize) -> &mut T {
        let in_last = place.wrapping_sub(self.full.len() * CHUNK);
        match self.full.get_mut(place / CHUNK) {
            Some(chunk) => &mut chunk[place % CHUNK],
            None => &mut self.last[in_last],
        }
    }
}

/// Iterator that takes the items out of a [`Chunked`].
#[derive(Debug)]
pub struct IntoIter<T> {
    full: std::vec::IntoIter<Vec<T>>,
    now: std::vec::IntoIter<T>,
    last: Vec<T>,
}

impl<T> IntoIterator for Chunked<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;

    fn into_iter(self) -> IntoIter<T> {
        IntoIter { full: self.full.into_iter(), now: Vec::new().into_iter(), last: self.last }
    }
}

impl<T> Iterator for IntoIter<T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        loop {
            if let Some(item) = self.now.next() {
                return Some(item);
            }
            let next = self.full.next().unwrap_or_else(|| std::mem::take(&mut self.last));
            if next.is_empty() {
                return None;
            }
            self.now = next.into_iter();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chunked_list_equals_a_plain_list() {
        for count in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 7] {
            let mut list = Chunked::default();
            (0..count).for_each(|item| list.push(item));
            assert_eq!((list.len(), list.is_empty()), (count, count == 0));
            assert!(list.iter().copied().eq(0..count));
            assert!((0..count).all(|place| list.get(place) == Some(&place) && list[place] == place));
            assert!([count, count + CHUNK].iter().all(|&place| list.get(place).is_none()));
            assert!(list.held_bytes() <= ((count * 2).min(count + CHUNK) + 4) as u64 * 8);
            (0..count).for_each(|place| list[place] += 1);
            assert!(list.into_iter().eq(1..=count));
        }
    }

    #[test]
    fn long_lists_grow_by_a_quarter() {
        let (mut list, mut moves) = (Vec::new(), 0);
        for item in 0..1_000_000u32 {
            let room = list.capacity();
            push_tight(&mut list, item);
            moves += usize::from(list.capacity() != room);
            assert!(
                list.capacity() <= (list.len() * 2).max(LONG * 2).min(list.len() + list.len() / 4 + LONG)
            );
        }
        assert!(list.into_iter().eq(0..1_000_000), "nothing is lost");
        assert!(moves < 50, "{moves} moves");
    }
}
