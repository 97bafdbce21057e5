//! Counters by number that can all be cleared at once.

/// A multiset of numbers below a limit. Every operation is O(1), including `clear`.
#[derive(Debug)]
pub(super) struct Stamps {
    /// Generation and count of each number. A count of an older generation stands for 0.
    slots: Vec<(u32, u32)>,
    generation: u32,
}

impl Stamps {
    pub(super) fn new(limit: u32) -> Self {
        Self { slots: vec![(0, 0); limit as usize], generation: 1 }
    }

    pub(super) fn clear(&mut self) {
        self.generation = self.generation.checked_add(1).unwrap_or_else(|| {
            self.slots.fill((0, 0));
            1
        });
    }

    pub(super) fn count(&self, number: u32) -> u32 {
        let (generation, count) = self.slots[number as usize];
        if generation == self.generation { count } else { 0 }
    }

    pub(super) fn add(&mut self, number: u32) {
        let count = self.count(number).wrapping_add(1);
        self.slots[number as usize] = (self.generation, count);
    }

    /// Removes one, even if there is none. Such a count is only meaningful to [`Self::is_even`].
    pub(super) fn remove(&mut self, number: u32) {
        let count = self.count(number).wrapping_sub(1);
        self.slots[number as usize] = (self.generation, count);
    }

    /// Returns true if a number was added at least once and removed as often as added.
    pub(super) fn is_even(&self, number: u32) -> bool {
        self.slots[number as usize] == (self.generation, 0)
    }

    /// Removes one if there is one, and returns whether there was.
    pub(super) fn take(&mut self, number: u32) -> bool {
        let count = self.count(number);
        if count > 0 {
            self.slots[number as usize].1 = count - 1;
        }
        count > 0
    }
}
