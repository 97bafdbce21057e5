//! The traits that every view implements. A view knows the traits and not the other views: each desk lists its own.
//!
//! A [`View`] lays out a [`LayoutInput`] as a [`Layout`]: a part of the scene, and the texts about it. Only the view
//! knows what its items are. Everybody else asks for the [`Subject`] of an item, or for the calls to highlight with it.
//!
//! Views keep nothing between two calls. Results that take long to compute are part of the layout, which is passed to
//! the next one. This only saves time: `layout(input, before)` equals `layout(input, None)`.

use crate::{
    Correspondence, Highlight, LayoutInput, ResultKind, Results, SimilarityInput, TimeMap,
    correspondence_of_mode,
};
use diptych_protocol::{
    DataTable, Drawn, ElementsReply, ElementsRequest, LegendEntry, MatchMode, Minimap, Pane, PickAction,
    RowPane, SelectedRow, Subject, Tooltip, ViewId, ViewState,
};
use diptych_scene::{ItemId, Layer, Rect, Rgba};
use diptych_trace::Trace;
use std::any::Any;
use std::fmt::Debug;

/// A way to show one or two traces.
pub trait View: Sync + Debug {
    /// Returns the name of the view.
    fn id(&self) -> ViewId;

    /// Returns the kinds of results that the view reads under a state. They may be missing: a layout draws what is
    /// available, and another one follows when a result has changed.
    fn needs(&self, state: &ViewState) -> Vec<ResultKind>;

    /// Returns the number of scene spaces that the view moves itself. The desk numbers them.
    fn spaces(&self) -> u8 {
        0
    }

    /// Returns true if the view marks single calls. Pointed-at calls are then counted call by call.
    fn marks_calls(&self) -> bool {
        true
    }

    /// Returns the state with all fields reset that the view does not read. States that are equal after this look
    /// alike.
    fn reads(&self, state: &ViewState) -> ViewState;

    /// Lays out the view. `before` is its previous layout, if there is one.
    fn layout(&self, input: &LayoutInput<'_>, before: Option<Box<dyn Layout>>) -> Box<dyn Layout>;
}

/// A laid out view. Ids of items count from 0.
pub trait Layout: Any {
    /// Moves the layers out, into the scene. They can be taken once.
    fn take_layers(&mut self) -> PartLayers;

    /// Returns the number of items.
    fn items(&self) -> u32;

    /// Returns the facts that the shell needs.
    fn info(&self) -> &PartInfo;

    /// Returns the subject of an item, if it has a name that outlives the session.
    fn subject(&self, item: ItemId, model: &Model<'_>) -> Option<Subject>;

    /// Returns the calls to highlight while the pointer is over an item. By default they are those of its subject.
    fn highlight(&self, item: ItemId, model: &Model<'_>) -> Option<Highlight> {
        let subject = self.subject(item, model)?;
        Some(Highlight::new(&subject, model.traces, model.correspondence))
    }

    /// Returns the inner item at a point of an item that is a picture of many or stands for the nearest one, with its
    /// box.
    fn item_at(&self, _item: ItemId, _point: [f32; 2]) -> Option<(ItemId, [f32; 4])> {
        None
    }

    /// Returns the items that are drawn inside the picture of another one, with their boxes and fills.
    fn inner_items(&self) -> Vec<(ItemId, Rect, Rgba)> {
        Vec::new()
    }

    /// Returns the highlight for a point, in a view where it does not follow from the item there alone.
    fn focus_at(&self, _point: [f32; 2]) -> Option<Highlight> {
        None
    }

    /// Returns the texts about elements for the panel next to a picture of them.
    fn elements(&self, _ask: ElementsRequest, _model: &Model<'_>) -> Option<ElementsReply> {
        None
    }

    /// Returns the action of a click that replaces selecting, if there is one.
    fn action(&self, _item: ItemId) -> Option<PickAction> {
        None
    }

    /// Returns the tooltip of an item. `rect` is its box in the scene.
    fn tooltip(&self, _item: ItemId, _rect: [f32; 4], _model: &Model<'_>) -> Option<Tooltip> {
        None
    }

    /// Returns rows `first..first + count` of the view as a table, if it has one.
    fn table(&self, _first: u32, _count: u32, _model: &Model<'_>) -> Option<DataTable> {
        None
    }

    /// Returns the view as comma-separated values with bare numbers, if it has a table.
    fn csv(&self, _model: &Model<'_>) -> Option<String> {
        None
    }

    /// Returns the pointer changes that the picture depends on. Most views show the highlight only, and must then not
    /// override this. The compiler merges equal functions of two views into one, and the part of the program that holds
    /// it would be loaded for both.
    fn reacts_to(&self) -> PointerDependence {
        PointerDependence { highlight: true, side: false }
    }
}

// Not a supertrait: the page would carry the code that prints everything in a layout, and nothing calls it.
impl Debug for dyn Layout {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Layout")
    }
}

/// The layers of a layout.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PartLayers {
    /// Layers in drawing order.
    pub layers: Vec<Layer>,
    /// Layers above those of all views.
    pub over: Vec<Layer>,
}

/// The facts about a view's part of the canvas.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PartInfo {
    /// Parts of the canvas that can be zoomed and panned.
    pub panes: Vec<Pane>,
    /// Parts of the canvas in which rows are scrolled.
    pub row_panes: Vec<RowPane>,
    /// Number of drawn items, and the rule.
    pub drawn: Option<Drawn>,
    /// Other things that are left out.
    pub note: String,
    /// Meaning of the colours.
    pub legend: Vec<LegendEntry>,
    /// One sentence for users who do not see the picture.
    pub summary: String,
    /// Sentences for a first look, the most telling first: the largest change, then what shapes and colours stand for.
    /// Plain words only, because they are the first that a newcomer reads.
    pub reading: Vec<String>,
    /// Part that shows both whole runs with the windows marked.
    pub minimap: Option<Minimap>,
    /// Position of the selected call.
    pub selected: Option<SelectedRow>,
    /// Position of its match on the other side.
    pub selected_match: Option<SelectedRow>,
    /// True if the view has a table.
    pub has_table: bool,
    /// Set if part of the layout would have taken too long. The next layout of the same input continues it.
    pub unfinished: bool,
}

/// The pointer changes that a picture depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PointerDependence {
    /// True if it shows the highlighted calls.
    pub highlight: bool,
    /// True if it depends on the side that the pointer is in.
    pub side: bool,
}

/// The traces and the results about them: the source of texts, tables and subjects.
#[derive(Debug, Clone, Copy)]
pub struct Model<'a> {
    /// Open traces.
    pub traces: [Option<&'a Trace>; 2],
    /// Correspondence of both sides, once it is computed.
    pub correspondence: Option<&'a Correspondence<'a>>,
    /// Callee sets, once they are computed. The similarity s and the matches follow from them.
    pub similarity: Option<SimilarityInput<'a>>,
    /// Mapping of each side's axis onto the common one when the view was laid out.
    pub time_maps: [TimeMap<'a>; 2],
    /// Other results, as far as they are computed.
    pub results: &'a Results,
}

impl<'a> Model<'a> {
    /// Returns the correspondence of a mode, see [`correspondence_of_mode`].
    pub fn correspondence_of_mode(&self, mode: MatchMode) -> Option<Correspondence<'a>> {
        correspondence_of_mode(self.correspondence, self.similarity, mode)
    }
}
