//! Views: traces + view state + size → [`diptych_scene::Scene`], and back: what is under this point.
//!
//! One folder a view. Each lays out, says what its items stand for ([`Item`]), and tells itself as a table
//! (the text twin). Nothing here remembers anything between two calls: the engine does.
//!
//! [`icicle`] is the block that many views share: cells of one lane in a window, bounded by pixels.
//! [`pair`] is two of them, mirrored, with the [`mod@matches`] between them.

pub mod axis;
mod clock;
pub mod colors;
mod correspondence;
mod csv;
pub mod differences;
pub mod icicle;
mod item;
pub mod matches;
pub mod numbers;
pub mod overview;
pub mod pair;
mod place;
mod projection;
pub mod search;
pub mod words;

pub use clock::Clock;
pub use correspondence::{Correspondence, Grey, Paint};
pub use item::{Item, ItemTable};
pub use place::package_of;
pub use projection::Projection;
