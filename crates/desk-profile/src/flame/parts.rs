//! The results that the picture of a flame graph and its words are made from.

use super::marks::PathMarks;
use super::order::Ordered;
use super::settings::ShownPaths;
use super::shape::Shape;
use super::zoomed::Zoomed;
use crate::paths::paint::PathPaint;
use diptych_profile::NodeId;

/// A flame graph before it is drawn.
#[derive(Clone, Copy)]
pub(super) struct FlameParts<'a> {
    pub(super) shape: &'a Shape,
    pub(super) ordered: &'a Ordered,
    pub(super) zoomed: &'a Zoomed,
    pub(super) paint: &'a PathPaint<'a>,
    pub(super) marks: &'a PathMarks<'a>,
    pub(super) shown: ShownPaths,
    /// Path that is zoomed to.
    pub(super) top: Option<NodeId>,
    /// Set if the state zooms to a path that is not there.
    pub(super) is_lost: bool,
}
