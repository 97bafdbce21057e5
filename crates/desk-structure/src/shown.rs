//! The displayed elements of the program's structure, which follow from the state.

use diptych_protocol::StructureState;
use diptych_structure::{DEFAULT_ELEMENTS, Isolation, Kind, Level, NodeId, Placement, VisibleElements};
use diptych_views::places::{element_of_path, kind_of_level};
use std::rc::Rc;

/// The displayed elements of the tree.
#[derive(Debug, Clone)]
pub(super) struct DisplayedElements {
    pub(super) shown: Rc<VisibleElements>,
    pub(super) level: Kind,
    pub(super) alone: Rc<Isolation>,
}

/// Computes the displayed elements of a state. An element opened by hand stays open even if another one is isolated.
pub(crate) fn shown_of(placement: &Placement, state: &StructureState) -> DisplayedElements {
    let hierarchy = &placement.hierarchy;
    let paths = |text: &str| -> Vec<NodeId> {
        text.lines().filter_map(|path| element_of_path(hierarchy, path)).collect()
    };
    let root = paths(&state.root).pop().filter(|&id| !hierarchy.is_leaf(id));
    let alone = root.map_or_else(Isolation::default, |root| Isolation::new(hierarchy, root));
    let level = level_of(placement, &alone, state);
    let mut opened = paths(&state.opened);
    let mut closed = paths(&state.closed);
    closed.extend(alone.closed.iter().filter(|id| !opened.contains(id)));
    opened.extend(&alone.opened);
    let shown = VisibleElements::new(hierarchy, Level::Kind(level), &closed, &opened);
    DisplayedElements { shown: Rc::new(shown), level, alone: Rc::new(alone) }
}

/// Returns the level of a state. If the state leaves it open, it is the deepest level with few elements that ran.
pub(super) fn level_of(placement: &Placement, alone: &Isolation, state: &StructureState) -> Kind {
    let default =
        || VisibleElements::default_level(&placement.hierarchy, alone, placement.ran(), DEFAULT_ELEMENTS);
    kind_of_level(state.level).unwrap_or_else(|| match default() {
        Level::Kind(kind) => kind,
        Level::Depth(_) => Kind::Package,
    })
}
