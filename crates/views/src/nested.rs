//! The program's structure as nested cells with calls over them: where in the code time is spent, and where it moved to
//! (*`ViewFusion`*, Trümper, Telea, Döllner 2012).
//!
//! [`crate::elements`] is what it is laid out from. A [`crate::elements::Focus`] is what the pointer chooses, of calls or of elements: `modes` says what lies
//! nearest to a point (sections 4.2 and 4.3), `focused` which calls of both sides that is, and [`diptych_structure::ElementCalls`]
//! what these are to each element (`measures`). `paint` gives elements and calls one colour for that (4.4), `cells` lays elements out and `picture` draws them as one image,
//! whose cushions are multiplied along the way to the root (Eq. 1), `activity` draws calls over it; `draw` puts all of it into layers.
//!
//! What it does not do: keep what is chosen. What is pinned is what is selected.

mod activity;
mod cells;
mod draw;
mod focused;
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
mod words;

use crate::elements::{Elements, Focus, Mode};
pub use view::View;
