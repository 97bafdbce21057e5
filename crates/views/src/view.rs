//! What a view is to the rest: two traits and a registry.
//!
//! A [`View`] lays out what a [`LayoutInput`] gives it into a [`Layout`]: a part of the scene, and what there is to
//! say about it. Its items are its own; everybody else asks for the [`Subject`] of an item, or what is highlighted with it.
//! Views keep nothing between two calls: what takes long to make stands in the layout, which is given back for the
//! next one. That changes nothing but the time: `layout(input, before)` is `layout(input, None)`.

use crate::{
    Correspondence, Highlight, LayoutInput, RunConfidence, SimilarityInput, TimeMap, flame, funky, gantt,
    matches, nested, overview, radial, sequence, spacetime,
};
use diptych_protocol::{
    DataTable, Drawn, ElementsReply, ElementsRequest, LegendEntry, Minimap, Pane, PickAction, RowPane,
    SelectedRow, Subject, Tooltip, ViewId, ViewState,
};
use diptych_scene::{ItemId, Layer, Rect, Rgba};
use diptych_trace::Trace;
use std::any::Any;
use std::fmt::Debug;

/// `Debug` by name alone: of all that a layout holds it would be code of some kilobytes that nothing calls.
macro_rules! opaque {
    ($layout:ident) => {
        impl std::fmt::Debug for $layout {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(stringify!($layout))
            }
        }
    };
}

pub(crate) use opaque;

/// A way to show one or two traces.
pub trait View: Sync {
    /// Its name.
    fn id(&self) -> ViewId;

    /// Which analyses it needs under a state. They need not be there: a layout draws what is.
    fn needs(&self, state: &ViewState) -> Vec<Need>;

    /// How many spaces of the scene it moves by itself: the desk numbers them.
    fn spaces(&self) -> u8 {
        0
    }

    /// Whether it marks single calls: what is pointed at is counted call by call then.
    fn marks_calls(&self) -> bool {
        true
    }

    /// The state with everything that the view does not read at its default: equal ones look alike.
    fn reads(&self, state: &ViewState) -> ViewState;

    /// Lays out. `before` is the last layout of the same view, if there is one.
    fn layout(&self, input: &LayoutInput<'_>, before: Option<Box<dyn Layout>>) -> Box<dyn Layout>;
}

/// An analysis that views want.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Need {
    /// Which call is which. It comes with a comparison, which begins when the user asks for it.
    Alignment,
    /// Similarity of callee sets, of a comparison.
    Similarity,
    /// Time by function, of the sides that are open.
    Totals,
    /// Call paths with a weight, of the sides that are open.
    Profile,
    /// What lanes do in slices of time, and partitions of that, of the sides that are open.
    SpaceTime,
    /// The program's structure with the calls of a window.
    Program,
    /// The program's structure, and which calls are of which element.
    Elements,
}

/// A view laid out. Ids of items count from 0.
pub trait Layout: Debug + Any {
    /// What to draw, once: the layers are moved into the scene.
    fn take_layers(&mut self) -> PartLayers;

    /// How many items it has.
    fn items(&self) -> u32;

    /// What the shell needs to know.
    fn info(&self) -> &PartInfo;

    /// What an item is, where it has a name that outlives the session.
    fn subject(&self, item: ItemId, model: &Model<'_>) -> Option<Subject>;

    /// What of the traces is highlighted while the pointer is over an item; its subject, unless a view says otherwise.
    fn highlight(&self, item: ItemId, model: &Model<'_>) -> Option<Highlight> {
        let subject = self.subject(item, model)?;
        Some(Highlight::new(&subject, model.traces, model.correspondence))
    }

    /// What lies at a point of an item that is a picture of many, or stands for what is nearest: another item, and its box.
    fn item_at(&self, _item: ItemId, _point: [f32; 2]) -> Option<(ItemId, [f32; 4])> {
        None
    }

    /// Items that are drawn within the picture of another, with their boxes and fills.
    fn inner_items(&self) -> Vec<(ItemId, Rect, Rgba)> {
        Vec::new()
    }

    /// What is highlighted while the pointer is at a point, of a view in which that does not follow from the item there alone.
    fn focus_at(&self, _point: [f32; 2]) -> Option<Highlight> {
        None
    }

    /// What is said of elements beside a picture of these.
    fn elements(&self, _ask: ElementsRequest, _model: &Model<'_>) -> Option<ElementsReply> {
        None
    }

    /// What a click on an item does in place of selecting it.
    fn action(&self, _item: ItemId) -> Option<PickAction> {
        None
    }

    /// What hovering an item says; `rect` is its box in the scene.
    fn tooltip(&self, _item: ItemId, _rect: [f32; 4], _model: &Model<'_>) -> Option<Tooltip> {
        None
    }

    /// The rows `first..first + count` of the view as a table, if it has one.
    fn table(&self, _first: u32, _count: u32, _model: &Model<'_>) -> Option<DataTable> {
        None
    }

    /// The view as comma-separated values, numbers bare, if it has a table.
    fn csv(&self, _model: &Model<'_>) -> Option<String> {
        None
    }

    /// What of the pointer the picture shows; of most what is highlighted. A view that would say the same leaves it to this: equal
    /// functions of two views are one to the compiler, and the part of the program that it lies in would be fetched for both.
    fn reacts_to(&self) -> Reacts {
        Reacts { highlight: true, side: false }
    }
}

/// What a layout draws.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PartLayers {
    /// In order.
    pub layers: Vec<Layer>,
    /// What lies over the layers of all views.
    pub over: Vec<Layer>,
}

/// What a view says of its part of the canvas.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PartInfo {
    /// Parts of the canvas that a pointer zooms and pans.
    pub panes: Vec<Pane>,
    /// Parts of it in which rows are scrolled.
    pub row_panes: Vec<RowPane>,
    /// What is drawn of how much, by which rule.
    pub drawn: Option<Drawn>,
    /// What else is left out.
    pub note: String,
    /// What the colours say.
    pub legend: Vec<LegendEntry>,
    /// One sentence for those who do not see the picture.
    pub summary: String,
    /// Where both runs are shown whole, with the windows marked.
    pub minimap: Option<Minimap>,
    /// Where the selected call lies.
    pub selected: Option<SelectedRow>,
    /// Whether there is a table of it.
    pub has_table: bool,
    /// Part of it would have taken too long: the next layout, of the same, goes on.
    pub unfinished: bool,
}

/// What of the pointer a picture shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reacts {
    /// What is highlighted.
    pub highlight: bool,
    /// The side whose half it is in.
    pub side: bool,
}

/// The traces and the results about them: what texts, tables and subjects are made from.
#[derive(Debug, Clone, Copy)]
pub struct Model<'a> {
    /// Those that are open.
    pub traces: [Option<&'a Trace>; 2],
    /// What corresponds, once it is computed.
    pub correspondence: Option<&'a Correspondence<'a>>,
    /// Callee sets, once they are computed: s follows from them, and which calls match.
    pub similarity: Option<SimilarityInput<'a>>,
    /// How the axis of each side lay on the common one when the view was laid out.
    pub time_maps: [TimeMap<'a>; 2],
    /// How sure several runs a side are, once they are tested.
    pub confidence: Option<&'a RunConfidence>,
}

pub use overview::{KeptOverview, Stretch as KeptStretch};

/// The view that shows a stored comparison without its traces.
pub const KEPT_VIEW: ViewId = ViewId::Overview;

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

/// The view of a name.
pub fn view(id: ViewId) -> Option<&'static dyn View> {
    VIEWS.iter().copied().find(|view| view.id() == id)
}
