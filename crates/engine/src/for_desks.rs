//! The parts of an engine that desks use, besides the comparison: results, memory, analyses and the last layout.

use crate::analyses::{Comparison, Table};
use crate::engine::{Engine, PicturesOnly};
use crate::memory::Memory;
use crate::views::DeskLayout;
use diptych_protocol::ThemeChoice;
use diptych_scene::Size;
use diptych_views::{Highlight, Layout, PathReading, Results};

impl Engine {
    /// Returns the results that views show.
    pub fn view_results(&self) -> &Results {
        &self.results
    }

    /// Returns the results that views show, to publish those of a desk.
    pub fn view_results_mut(&mut self) -> &mut Results {
        &mut self.results
    }

    /// Returns the data that desks keep between two asks. A change of the sides drops all of it.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Returns the data that desks keep between two asks, to change it.
    pub fn memory_mut(&mut self) -> &mut Memory {
        &mut self.memory
    }

    /// Returns the table of analyses, to request their results.
    pub fn analyses(&mut self) -> &mut Table {
        &mut self.analyses
    }

    /// Returns size and theme of the layout in progress.
    pub fn canvas(&self) -> (Size, ThemeChoice) {
        self.canvas
    }

    /// Returns the rules by which the desk in front makes call paths from stacks.
    pub fn path_reading(&self) -> PathReading {
        self.path_reading
    }

    /// Returns true if jobs were cancelled and nothing was requested since. Desks request no further work then.
    pub fn is_given_up(&self) -> bool {
        self.is_given_up
    }

    /// Returns true if nobody sees more than pictures, see [`Self::serve_pictures_only`].
    pub fn serves_only_pictures(&self) -> bool {
        self.memory.get::<PicturesOnly>().is_some()
    }

    /// Returns the highlight under the pointer.
    pub fn pointed(&self) -> Option<&Highlight> {
        self.hovered.as_ref()
    }

    /// Returns the layouts of the desk in front; none before the first layout.
    pub fn layouts(&self) -> impl Iterator<Item = &dyn Layout> {
        self.desk.iter().flat_map(DeskLayout::layouts)
    }

    /// Returns the comparison of the open runs, once it was asked for.
    pub fn current_comparison(&self) -> Option<&Comparison> {
        self.comparison.as_ref().filter(|comparison| comparison.versions == self.session.versions())
    }
}
