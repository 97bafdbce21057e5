//! What calls in focus are to elements, in the memory of the focus before.

use diptych_structure::{ElementCalls, FocusCalls, Measure};
use diptych_trace::{Sorting, Trace};
use std::ops::{Index, Range};

/// A share of all elements that is no longer few.
const MANY: usize = 4;

/// What some calls of both sides are to each element, by side and place.
#[derive(Debug, Default)]
pub(super) struct Measures {
    sides: [Vec<Measure>; 2],
    /// Places of all elements that they are anything to; `None` where these may be all there are.
    few: Option<Vec<u32>>,
}

impl Measures {
    /// Nothing to any element. O(elements that the calls before were anything to), or O(elements).
    pub(super) fn nothing(elements: u32, before: Option<Self>) -> Self {
        let few = |before: &Self| before.few.is_some() && before.sides[0].len() == elements as usize;
        let Some(mut before) = before.filter(few) else {
            let sides = [0, 1].map(|_| vec![Measure::default(); elements as usize]);
            return Self { sides, few: Some(Vec::new()) };
        };
        for place in before.few.iter_mut().flat_map(|few| few.drain(..)) {
            before.sides.iter_mut().for_each(|side| side[place as usize] = Measure::default());
        }
        before
    }

    /// With calls of a side besides.
    pub(super) fn add_calls(&mut self, side: usize, index: &ElementCalls, trace: &Trace, calls: &FocusCalls) {
        let before = self.few.as_ref().map_or(0, Vec::len);
        index.add_measures(trace, calls, &mut self.sides[side], &mut self.few);
        if let Some(few) = &mut self.few {
            let other = &self.sides[1 - side];
            let added = few.split_off(before);
            few.extend(added.into_iter().filter(|&place| other[place as usize].calls == 0));
            // As they lie in memory: cells beside each other are looked at and painted one after the other.
            few.order_by_number(|&place| place.into());
        }
        self.keep_few();
    }

    /// With all that some elements have of others besides; O(elements that are chosen).
    pub(super) fn add_elements(&mut self, whole: &Self, places: Range<u32>) {
        let chosen = places.start as usize..places.end as usize;
        for (side, whole) in self.sides.iter_mut().zip(&whole.sides) {
            side[chosen.clone()].copy_from_slice(&whole[chosen.clone()]);
        }
        if let Some(few) = &mut self.few {
            few.extend(places);
        }
        self.keep_few();
    }

    /// Looking at each of many places costs more than looking at all there are in their order.
    fn keep_few(&mut self) {
        let most = self.sides[0].len() / MANY;
        self.few.take_if(|few| few.len() > most);
    }

    /// Places of all elements that the calls are anything to; `None` where these may be all there are.
    pub(super) fn few(&self) -> Option<&[u32]> {
        self.few.as_deref()
    }
}

impl Index<usize> for Measures {
    type Output = [Measure];

    fn index(&self, side: usize) -> &[Measure] {
        &self.sides[side]
    }
}
