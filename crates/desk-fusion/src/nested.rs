//! The structure view: the program's structure as nested cells with calls over them. It shows where in the code time is
//! spent, and where it moved to (*`ViewFusion`*, Trümper, Telea, Döllner 2012).
//!
//! It is laid out from [`crate::elements`]. A [`diptych_views::focus::Focus`] is the user's choice of calls or elements:
//!
//! * `modes` finds the items nearest to the pointer (sections 4.2 and 4.3).
//! * `focused` finds the calls of both sides in focus, and `measures` their values for each element, from
//!   [`diptych_structure::ElementCalls`].
//! * `paint` gives elements and calls one colour for these values (4.4).
//! * `cells` lays elements out. `picture` draws them as one image, with the cushions multiplied along the way to the
//!   root (Eq. 1).
//! * `frame` divides the view: time axes, and cells with calls between them.
//! * `changes` picks the elements with the largest changes, which say by how much.
//! * `activity` draws the calls above. `draw` puts all of it into layers.
//!
//! The view does not store the focus. A pinned focus is the selection.

mod activity;
mod cells;
mod changes;
mod draw;
mod focused;
mod frame;
mod labels;
mod legend;
mod links;
mod lists;
mod measures;
mod modes;
mod paint;
mod picture;
mod table;
mod view;
mod visible;
mod words;

use crate::elements::Elements;
use diptych_views::focus::{Focus, Mode};
pub use view::View;
