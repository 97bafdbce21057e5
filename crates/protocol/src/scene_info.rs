//! Facts about a picture for the shell: panes, legend, and how much of the data is drawn.

use crate::desks::ViewId;
use crate::notes::NotePlace;
use crate::sides::SideName;
use crate::time_state::TimeAxis;
use crate::window::{Window, WindowName};
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// Facts about a scene that the shell needs and the scene does not hold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct SceneInfo {
    /// Width in CSS pixels that it was laid out for.
    pub width: f32,
    /// Height in CSS pixels that it was laid out for.
    pub height: f32,
    /// Parts of the canvas that a pointer zooms and pans.
    pub panes: Vec<Pane>,
    /// Parts of the canvas in which a pointer only scrolls rows.
    pub row_panes: Vec<RowPane>,
    /// Amount of data that is drawn, with the rule for the rest.
    pub drawn: Drawn,
    /// Alignment of both time axes as drawn, never [`TimeAxis::Auto`].
    pub axis: TimeAxis,
    /// Entries of the legend.
    pub legend: Vec<LegendEntry>,
    /// Description in one sentence, for people who do not see the picture.
    pub summary: String,
    /// Sentences for a first look, the most telling first: the largest change, then what shapes and colours stand for.
    /// A page without room for all leaves out the last ones.
    pub reading: Vec<String>,
    /// The strip that shows both whole runs with the windows marked. A pointer moves the windows there.
    pub minimap: Option<Minimap>,
    /// Result of the search; `None` if there is no search.
    pub search: Option<SearchInfo>,
    /// Place of each note, without repetition.
    pub notes: Vec<NotePlace>,
    /// Row of the selected call, in sight or not.
    pub selected: Option<SelectedRow>,
    /// Row of its match on the other side.
    pub selected_match: Option<SelectedRow>,
    /// View whose table and file stand for the desk: the largest of the views that have them.
    pub table: Option<ViewId>,
    /// True if a part of it would have taken too long. The next layout continues it.
    pub unfinished: bool,
    /// Number that distinguishes it from other scenes of the session; never 0.
    pub number: u32,
}

/// The row of the selected call, or of its match. From its scroll position on, a pane shows as much content as it is high.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct SelectedRow {
    /// Side of the call.
    pub side: SideName,
    /// CSS pixels from the root edge of the side's content to the near edge of the row.
    pub from: f32,
    /// CSS pixels from the same edge to the far edge of the row.
    pub to: f32,
    /// Lane of the call, if it is folded and hides the call.
    pub folded_lane: Option<u32>,
}

/// The strip that shows both whole runs.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Minimap {
    /// Left edge in CSS pixels, where `whole.start` is.
    pub x0: f32,
    /// Upper edge.
    pub y0: f32,
    /// Right edge, where `whole.end` is.
    pub x1: f32,
    /// Lower edge.
    pub y1: f32,
    /// y of the line between A's part above and B's part below.
    pub middle: f32,
    /// Time that it shows.
    pub whole: Window,
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct SearchInfo {
    /// Number of hits in A.
    pub calls_a: u32,
    /// Number of hits in B.
    pub calls_b: u32,
    /// Result in words: `A 386 calls, 1.20 ms self (12 %) · B 436 calls, 1.31 ms self (13 %)`, or the error in the query.
    pub text: String,
    /// Names similar to the query, if nothing was found.
    pub nearest: Vec<String>,
    /// True if the query has an error. The picture then shows no hits.
    pub broken: bool,
}

/// A part of the canvas that shows a stretch of one side's axis.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Pane {
    /// Side of the axis.
    pub side: SideName,
    /// Number of the scene's space that it contains.
    pub space: u32,
    /// Window of the state that its time axis shows and sets.
    pub shows: WindowName,
    /// Left edge in CSS pixels, where `window.start` is.
    pub x0: f32,
    /// Upper edge.
    pub y0: f32,
    /// Right edge, where `window.end` is.
    pub x1: f32,
    /// Lower edge.
    pub y1: f32,
    /// Time that it shows.
    pub window: Window,
    /// Whole time, which the key `0` returns to.
    pub whole: Window,
    /// Largest scroll position in CSS pixels; 0 if all rows fit.
    pub scroll_max: u32,
    /// Scroll position in CSS pixels.
    pub scroll: u32,
    /// Scroll position of a state whose scroll position is 0. From 1 on, both are the same.
    pub rest: u32,
    /// Direction in which rows move on screen as `scroll` grows: up (−1) or down (1).
    pub scroll_sign: i32,
    /// Open lanes with their scroll positions, if there are several lanes.
    pub open_lanes: Vec<OpenLane>,
}

/// An open lane of a pane.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct OpenLane {
    /// Row in the lane table.
    pub lane: u32,
    /// Start of its head and of as many of its rows as fit with it, in CSS pixels as `Pane::scroll` counts.
    pub from: f32,
    /// End of that stretch.
    pub to: f32,
}

/// A part of the canvas in which a view draws rows that may not all fit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct RowPane {
    /// The view.
    pub view: ViewId,
    /// Left edge in CSS pixels.
    pub x0: f32,
    /// Upper edge.
    pub y0: f32,
    /// Right edge.
    pub x1: f32,
    /// Lower edge.
    pub y1: f32,
    /// Height of the rows that are in view at once, CSS pixels.
    pub page: f32,
    /// Scroll position in CSS pixels from the resting position.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub scroll: i64,
    /// Smallest scroll position; 0 if the view rests at its first row.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub scroll_min: i64,
    /// Largest scroll position; 0 if all rows fit.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub scroll_max: i64,
    /// Direction in which rows move on screen as `scroll` grows: up (−1) or down (1).
    pub scroll_sign: i32,
    /// Number of rows that are out of view.
    pub hidden_rows: u32,
    /// Number of outer rows that one cell fills and that can be folded: at least a few, or 0.
    pub frames: u32,
}

/// The amount of data that a picture draws.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Drawn {
    /// Numbers: `Drawn 1,204 of 9,826 calls of A, …`
    pub text: String,
    /// Treatment of the rest.
    pub rule: String,
}

/// One entry of the legend.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct LegendEntry {
    /// Meaning of the entry.
    pub label: String,
    /// `#rrggbb`
    pub color: String,
    /// Share of the time of both sides, `31 %`; empty where it has none.
    pub share: String,
    /// Style of its swatch.
    pub mark: LegendMark,
    /// Number of its colour step, if it is one. `IcicleState::steps` holds such numbers.
    pub step: Option<u32>,
}

/// The style of a legend entry's swatch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum LegendMark {
    /// Filled.
    #[default]
    Fill,
    /// Filled: calls with a partner in the same order.
    Matched,
    /// Outlined: calls whose partner is elsewhere.
    Moved,
    /// Hatched like calls only in A.
    OnlyA,
    /// Hatched like calls only in B.
    OnlyB,
    /// Vertical hairlines.
    Hairlines,
    /// Dots.
    Dots,
    /// A dashed outline.
    Dashed,
    /// A line.
    Line,
    /// Outlined in the entry's colour.
    Edged,
    /// A box with a diagonal.
    Diagonal,
    /// A box with a cross.
    Cross,
}
