//! The data that the desk keeps between two asks.

use crate::shown::{DisplayedElements, shown_of};
use diptych_engine::Engine;
use diptych_protocol::{Sides, StructureState, Window};
use diptych_views::places::Places;
use std::rc::Rc;

/// Data that the desk keeps between two asks, for one set of places.
#[derive(Debug)]
pub(crate) struct StructureMemory {
    pub(crate) places: Rc<Places>,
    pub(crate) shown: Option<(StructureState, DisplayedElements)>,
    /// Elements that the displayed calls were requested for. Calls of other elements do not fit them.
    pub(crate) wanted: Option<DisplayedElements>,
    /// Problem of the layers that were declared last; empty for none.
    pub(crate) layers_problem: Rc<str>,
    pub(crate) moved: Option<LastMove>,
}

impl StructureMemory {
    fn new(places: Rc<Places>) -> Self {
        Self { places, shown: None, wanted: None, layers_problem: "".into(), moved: None }
    }
}

/// The result of the last move.
#[derive(Debug)]
pub(crate) struct LastMove {
    /// [`crate::program::WindowCalls::follows_from`] of the axis.
    pub(crate) follows_from: u128,
    /// Windows of the reply.
    pub(crate) windows: Sides<Option<Window>>,
    /// Span of each side on its axis of calls.
    pub(crate) spans: [Option<[f64; 2]>; 2],
}

/// Returns the displayed elements of the tree under a state.
pub(crate) fn shown_elements(
    engine: &mut Engine,
    state: &StructureState,
    rules: Option<&str>,
) -> Option<DisplayedElements> {
    let places = engine.places(rules)?;
    let kept = engine.memory_mut().take::<StructureMemory>().filter(|kept| Rc::ptr_eq(&kept.places, &places));
    let mut kept = kept.unwrap_or_else(|| StructureMemory::new(places));
    let StructureState { level, opened, closed, root, .. } = state.clone();
    let key = StructureState { level, opened, closed, root, ..StructureState::default() };
    let shown = match kept.shown.take() {
        Some((of, shown)) if of == key => shown,
        _ => shown_of(&kept.places.placement, &key),
    };
    kept.shown = Some((key, shown.clone()));
    engine.memory_mut().keep(kept);
    Some(shown)
}
