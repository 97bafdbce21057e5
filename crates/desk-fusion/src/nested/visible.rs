//! The elements that a layout shows, with their cells and the measures of calls, which the next layout reuses.

use super::Elements;
use super::activity::CallStackPanel;
use super::cells::Cells;
use super::focused::FocusCallSet;
use super::measures::{Measures, WholeKey};
use diptych_protocol::FusionTarget;
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
