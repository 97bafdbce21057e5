//! The strip above the other views: both whole runs over time, with the visible time marked.

mod view;

pub use view::View;
