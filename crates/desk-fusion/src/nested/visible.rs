//! The elements that a layout shows, with their cells and the measures of calls, which the next layout reuses.

use super::Elements;
use super::activity::CallStackPanel;
use super::cells::Cells;
use super::focused::FocusCallSet;
use super::measures::{Measures, WholeKey};
use diptych_protocol::FusionTarget;
use diptych_views::Grey;
use diptych_views::places::Packages;
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
}
