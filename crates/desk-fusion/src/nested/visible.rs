//! The elements that a layout shows, with their cells and the measures of calls, which the next layout reuses.

use super::Elements;
use super::activity::CallStackPanel;
use super::cells::Cells;
use super::focused::{FocusCallSet, WHOLE};
use super::measures::{Measures, WholeKey};
use diptych_protocol::{FusionTarget, SideName};
use diptych_structure::Measure;
use diptych_trace::CallId;
use diptych_views::differences::one_side_word;
use diptych_views::places::Packages;
use diptych_views::{Grey, LayoutInput};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The measures of all calls in view, and the elements and windows that they belong to.
#[derive(Debug, Clone)]
pub(super) struct ViewMeasures {
    pub(super) key: WholeKey,
    pub(super) calls: Rc<FocusCallSet>,
    pub(super) measures: Rc<Measures>,
    /// Colours of packages, computed on first use.
    pub(super) packages: Rc<OnceCell<Packages>>,
    /// Version of the matches, and the measures of the calls in view whose match is out of view.
    pub(super) beyond: (u32, Rc<Measures>),
}

/// Everything that was laid out.
#[derive(Debug)]
pub(super) struct VisibleElements {
    pub(super) elements: Elements,
    pub(super) cells: Cells,
    pub(super) whole: ViewMeasures,
    /// Measures of the calls in focus.
    pub(super) measures: Rc<Measures>,
    pub(super) base: Rc<Measures>,
    /// The focus in words. `base_words` describes the pinned calls, or everything in view.
    pub(super) focus_words: String,
    pub(super) base_words: String,
    pub(super) hanging: Vec<CallStackPanel>,
    pub(super) target: FusionTarget,
    pub(super) height: u32,
    pub(super) is_pinned: bool,
    /// Side with calls that are not compared because the other side ends early.
    pub(super) not_compared: Option<usize>,
    /// The factor and floor below which a change is grey.
    pub(super) grey: Option<Grey>,
    /// True for each element with a function whose change is significant; `None` if nothing judged them.
    pub(super) significant: Option<Rc<Vec<bool>>>,
    /// Elements of a side, by place, that ran only after the other side's end.
    pub(super) late: BTreeSet<(usize, u32)>,
    /// Words in place of *new* and *gone* for the elements whose functions all probably succeed others, or are succeeded.
    pub(super) successors: BTreeMap<u32, &'static str>,
    /// Elements, by place, all of whose functions wait.
    pub(super) waiting: BTreeSet<u32>,
    /// True for a side of whose recording parts are missing, at moments that are not known.
    pub(super) gaps: [bool; 2],
}

impl VisibleElements {
    /// Returns the measures of an element's calls that are not compared, for A and for B: their match is out of view, or the
    /// other side ends before them. While calls are chosen there
    /// are none, because their matches are in focus wherever they run.
    fn beyond(&self, place: u32) -> [Measure; 2] {
        if !Rc::ptr_eq(&self.base, &self.whole.measures) {
            return [Measure::default(); 2];
        }
        [0, 1].map(|side: usize| self.whole.beyond.1[side][place as usize])
    }

    /// Returns the calls and the self time of an element that are compared, for A and for B: without calls whose match is
    /// out of view.
    pub(super) fn compared(&self, place: u32) -> [Measure; 2] {
        let beyond = self.beyond(place);
        [0, 1].map(|side: usize| self.base[side][place as usize].without(beyond[side]))
    }

    /// Returns for A and for B whether the side has calls of an element, in view or as matches out of view.
    pub(super) fn has_calls(&self, place: u32) -> [bool; 2] {
        let beyond = self.beyond(place);
        [0, 1].map(|side: usize| self.base[side][place as usize].calls > 0 || beyond[1 - side].calls > 0)
    }

    /// Returns true if a side does not show its whole run.
    pub(super) fn has_window(&self) -> bool {
        self.whole.key.2 != [WHOLE; 2]
    }

    /// Returns the number of calls that are not compared.
    pub(super) fn calls_beyond(&self) -> u64 {
        (0..self.elements.len()).flat_map(|place| self.beyond(place)).map(|of| of.calls).sum()
    }

    /// Returns the word for an element that only B has (`is_new`), or only A: `new`, `other file`, `replaced`, or `missing in A`.
    /// If it ran on both sides, outside of the calls in focus or in view, the word says that: `only in B here`.
    pub(super) fn one_sided(&self, place: u32, is_new: bool) -> &'static str {
        if self.elements.ran(place) == [true; 2] {
            return if is_new { "only in B here" } else { "only in A here" };
        }
        self.successors.get(&place).copied().unwrap_or_else(|| one_side_word(self.gaps, is_new))
    }

    /// Returns a change of an element in words, such as `+762 µs`, or `waits +762 µs` if it is an effect.
    pub(super) fn change_in_words(&self, place: u32, change: String) -> String {
        if self.waiting.contains(&place) { format!("waits {change}") } else { change }
    }

    /// Returns on which sides an element ran in the whole runs, and `None` if it ran only after the end of the side that ends
    /// early.
    pub(super) fn ran(&self, place: u32) -> Option<[bool; 2]> {
        let ran = self.elements.ran(place);
        let late = self.not_compared.filter(|&side| ran[side] && !ran[1 - side]);
        let is_late = late.is_some_and(|side| self.late.contains(&(side, place)));
        (!is_late).then_some(ran)
    }

    /// Returns true unless the comparison found no significant change in an element.
    pub(super) fn is_significant(&self, place: u32) -> bool {
        self.significant.as_ref().is_none_or(|of| of[place as usize])
    }
}

/// Returns the elements, by side and place, all of whose calls are not compared because the other side ends early. O(calls).
pub(super) fn late_elements(input: &LayoutInput<'_>, elements: &Elements) -> BTreeSet<(usize, u32)> {
    let Some(both) = input.correspondence else { return BTreeSet::new() };
    let Some(side) = both.alignment.side_not_compared() else { return BTreeSet::new() };
    let (name, functions) = (SideName::BOTH[side], both.pair.traces[side].calls().function());
    let mut is_compared = vec![false; elements.len() as usize];
    let mut late = BTreeSet::new();
    let of_function = &elements.places.placement.sides[side].of_function;
    for (call, function) in (0..).map(CallId).zip(functions) {
        let Some(place) = elements.shown.place(of_function[function.index()]) else { continue };
        if both.is_not_compared(name, call) {
            late.insert((side, place as u32));
        } else {
            is_compared[place] = true;
        }
    }
    late.retain(|&(_, place)| !is_compared[place as usize]);
    late
}

/// Returns the words for the elements whose functions all probably succeed others, or are succeeded, in the same way.
/// O(functions).
pub(super) fn successor_elements(
    input: &LayoutInput<'_>,
    elements: &Elements,
) -> BTreeMap<u32, &'static str> {
    let Some(both) = input.correspondence else { return BTreeMap::new() };
    let Some(significant) = both.significant else { return BTreeMap::new() };
    let mut found: BTreeMap<u32, Option<&'static str>> = BTreeMap::new();
    for (side, functions) in elements.places.placement.sides.iter().zip(both.pair.identities) {
        for (id, function) in side.of_function.iter().zip(functions) {
            if let Some(place) = elements.shown.place(*id) {
                let word = significant.successor(*function).map(|of| of.word);
                let of = found.entry(place as u32).or_insert(word);
                *of = of.filter(|of| Some(*of) == word);
            }
        }
    }
    found.into_iter().filter_map(|(place, word)| Some((place, word?))).collect()
}

/// Returns the elements, by place, all of whose functions wait. O(functions).
pub(super) fn waiting_elements(input: &LayoutInput<'_>, elements: &Elements) -> BTreeSet<u32> {
    let Some(both) = input.correspondence else { return BTreeSet::new() };
    let Some(significant) = both.significant else { return BTreeSet::new() };
    let mut found: BTreeMap<u32, bool> = BTreeMap::new();
    for (side, functions) in elements.places.placement.sides.iter().zip(both.pair.identities) {
        for (id, function) in side.of_function.iter().zip(functions) {
            if let Some(place) = elements.shown.place(*id) {
                *found.entry(place as u32).or_insert(true) &= significant.waits(*function);
            }
        }
    }
    found.into_iter().filter(|(_, waits)| *waits).map(|(place, _)| place).collect()
}

/// Returns the elements with a function whose change is significant, by place. O(functions).
pub(super) fn significant_elements(input: &LayoutInput<'_>, elements: &Elements) -> Option<Rc<Vec<bool>>> {
    let both = input.correspondence?;
    let significant = both.significant?;
    let mut found = vec![false; elements.len() as usize];
    for (side, functions) in elements.places.placement.sides.iter().zip(both.pair.identities) {
        let of_side = side.of_function.iter().zip(functions);
        for (id, _) in of_side.filter(|(_, function)| significant.holds(**function)) {
            if let Some(place) = elements.shown.place(*id) {
                found[place] = true;
            }
        }
    }
    Some(Rc::new(found))
}
