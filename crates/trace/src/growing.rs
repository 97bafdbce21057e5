//! Long lists that take little more than what is in them.

/// Lists shorter than this double as all do: there may be many of them.
const LONG: usize = 4_096;

/// Pushes to a list that may get long and of which most of a file's memory is: once it is long, it makes room for a quarter more
/// at a time. A list that doubles takes up to three times what is in it while it moves, and twice that ever after; this one
/// 2¼ times and 1¼ times, for four times as many bytes moved. Amortised O(1).
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

/// Items of a chunk.
const CHUNK: usize = 1 << 14;

/// A list in chunks: what is in it never moves, and as it is taken out it is let go of chunk by chunk. Short ones are a
/// [`Vec`].
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
    /// Adds an item. O(1), amortised while it is short.
    #[inline]
    pub fn push(&mut self, item: T) {
        if self.last.len() == CHUNK {
            self.full.push(std::mem::replace(&mut self.last, Vec::with_capacity(CHUNK)));
        }
        self.last.push(item);
    }

    /// Number of items.
    pub fn len(&self) -> usize {
        self.full.len() * CHUNK + self.last.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.last.is_empty()
    }

    /// The item at a place.
    pub fn get(&self, place: usize) -> Option<&T> {
        match self.full.get(place / CHUNK) {
            Some(chunk) => chunk.get(place % CHUNK),
            None => place.checked_sub(self.full.len() * CHUNK).and_then(|place| self.last.get(place)),
        }
    }

    /// All, in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> + Clone {
        (0..self.len()).map(|place| &self[place])
    }

    /// Bytes held.
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

/// Takes a list apart, see [`Chunked`].
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
    fn a_list_in_chunks_holds_what_a_list_holds() {
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
    fn room_is_a_quarter_more_once_a_list_is_long() {
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
