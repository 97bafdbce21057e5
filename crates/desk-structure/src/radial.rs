//! The relations view: the program's structure as rings, and the relations between its elements as bundled curves
//! within them (sections 4.1 and 4.2 of the paper of Extravis).

mod largest;
mod paint;
mod picture;
mod table;
mod view;

pub use view::View;
