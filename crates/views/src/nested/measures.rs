//! What calls in focus are to elements, in the memory of the focus before.

use diptych_structure::{ElementCalls, FocusCalls, Measure};
use diptych_trace::Trace;
use fixedbitset::FixedBitSet;
use std::ops::{Index, Range};

/// What some calls of both sides are to each element, by side and place.
#[derive(Debug, Default)]
pub(super) struct Measures {
    sides: [Vec<Measure>; 2],
    /// Places of all elements that they are anything to, or that are chosen.
    reached: FixedBitSet,
}

impl Measures {
    /// Nothing to any element. O(elements that the calls before were anything to), or O(elements).
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

    /// With calls of a side besides.
    pub(super) fn add_calls(&mut self, side: usize, index: &ElementCalls, trace: &Trace, calls: &FocusCalls) {
        index.add_measures(trace, calls, &mut self.sides[side], &mut self.reached);
    }

    /// With all that some elements have of others besides; O(elements that are chosen).
    pub(super) fn add_elements(&mut self, whole: &Self, places: Range<u32>) {
        let chosen = places.start as usize..places.end as usize;
        for (side, whole) in self.sides.iter_mut().zip(&whole.sides) {
            side[chosen.clone()].copy_from_slice(&whole[chosen.clone()]);
        }
        self.reached.insert_range(chosen);
    }

    /// Places of all elements that the calls are anything to, ascending: as they lie in memory. Chosen elements are among them.
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
