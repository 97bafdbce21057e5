//! The elements that a layout shows, with their cells and the measures of calls, which the next layout reuses.

use super::Elements;
use super::activity::CallStackPanel;
use super::cells::Cells;
use super::focused::FocusCallSet;
use super::measures::{Measures, WholeKey};
use diptych_protocol::FusionTarget;
use diptych_structure::Measure;
use diptych_views::places::Packages;
use diptych_views::{Grey, LayoutInput};
use std::cell::OnceCell;
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
    /// The factor and floor below which a change is grey.
    pub(super) grey: Option<Grey>,
    /// True for each element with a function whose change is significant; `None` if nothing judged them.
    pub(super) significant: Option<Rc<Vec<bool>>>,
}

impl VisibleElements {
    /// Returns the measures of an element's calls whose match is out of view, for A and for B. While calls are chosen there
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
        [0, 1].map(|side: usize| {
            let all = self.base[side][place as usize];
            Measure {
                calls: all.calls - beyond[side].calls,
                self_ticks: all.self_ticks - beyond[side].self_ticks,
                ..all
            }
        })
    }

    /// Returns for A and for B whether the side has calls of an element, in view or as matches out of view.
    pub(super) fn has_calls(&self, place: u32) -> [bool; 2] {
        let beyond = self.beyond(place);
        [0, 1].map(|side: usize| self.base[side][place as usize].calls > 0 || beyond[1 - side].calls > 0)
    }

    /// Returns the number of calls that are not compared, because their match is out of view.
    pub(super) fn calls_beyond(&self) -> u64 {
        (0..self.elements.len()).flat_map(|place| self.beyond(place)).map(|of| of.calls).sum()
    }

    /// Returns true unless the comparison found no significant change in an element.
    pub(super) fn is_significant(&self, place: u32) -> bool {
        self.significant.as_ref().is_none_or(|of| of[place as usize])
    }
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
