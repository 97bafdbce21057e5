//! The measures of calls in focus for each element, in the memory of the previous focus.

use diptych_structure::{ElementCalls, FocusCalls, Measure};
use diptych_trace::Trace;
use fixedbitset::FixedBitSet;
use std::ops::{Index, Range};

/// Versions of elements and sides, and windows in ticks.
pub(super) type WholeKey = (u32, [u32; 2], [[i64; 2]; 2]);

/// The measures of some calls of both sides for each element, by side and place.
#[derive(Debug, Default)]
pub(super) struct Measures {
    sides: [Vec<Measure>; 2],
    /// Places of all elements that have measures or were chosen.
    reached: FixedBitSet,
}

impl Measures {
    /// Returns empty measures. O(elements reached before) if `before` can be reused, otherwise O(elements).
    pub(super) fn nothing(elements: u32, before: Option<Self>) -> Self {
        let elements = elements as usize;
        let Some(mut before) = before.filter(|before| before.sides[0].len() == elements) else {
            let sides = [0, 1].map(|_| vec![Measure::default(); elements]);
            return Self { sides, reached: FixedBitSet::with_capacity(elements) };
        };
        for place in before.reached.ones() {
            before.sides.iter_mut().for_each(|side| side[place] = Measure::default());
        }
        before.reached.clear();
        before
    }

    /// Adds the measures of calls of one side.
    pub(super) fn add_calls(&mut self, side: usize, index: &ElementCalls, trace: &Trace, calls: &FocusCalls) {
        index.add_measures(trace, calls, &mut self.sides[side], &mut self.reached);
    }

    /// Copies the measures of some elements from `whole`. O(chosen elements).
    pub(super) fn add_elements(&mut self, whole: &Self, places: Range<u32>) {
        let chosen = places.start as usize..places.end as usize;
        for (side, whole) in self.sides.iter_mut().zip(&whole.sides) {
            side[chosen.clone()].copy_from_slice(&whole[chosen.clone()]);
        }
        self.reached.insert_range(chosen);
    }

    /// Returns the places of all elements that have measures or were chosen, ascending, as they lie in memory.
    pub(super) fn reached(&self) -> impl Iterator<Item = u32> {
        self.reached.ones().map(|place| place as u32)
    }
}

impl Index<usize> for Measures {
    type Output = [Measure];

    fn index(&self, side: usize) -> &[Measure] {
        &self.sides[side]
    }
}
