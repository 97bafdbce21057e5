//! The list of all views.

use crate::view::View;
use crate::{flame, funky, gantt, matches, nested, overview, radial, sequence, spacetime};
use diptych_protocol::ViewId;

pub use overview::{CallSums as StoredSums, StoredOverview};

/// The view that shows a stored comparison without its traces.
pub const STORED_VIEW: ViewId = ViewId::Overview;

/// All views.
pub static VIEWS: &[&dyn View] = &[
    &overview::View,
    &matches::View,
    &flame::View,
    &funky::View,
    &spacetime::View,
    &gantt::View,
    &radial::View,
    &sequence::View,
    &nested::View,
];

/// Returns the view with a name.
pub fn view(id: ViewId) -> Option<&'static dyn View> {
    VIEWS.iter().copied().find(|view| view.id() == id)
}
