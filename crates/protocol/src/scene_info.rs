//! What the shell needs to know of a picture: panes, legend, what is drawn of how much.

use crate::sides::SideName;
use crate::state::ViewId;
use crate::time_state::{Window, WindowName};
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// What the shell needs to know about a scene that is not in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct SceneInfo {
    /// CSS pixels it was laid out for.
    pub width: f32,
    /// CSS pixels it was laid out for.
    pub height: f32,
    /// Parts of the canvas that a pointer zooms and pans.
    pub panes: Vec<Pane>,
    /// Parts of it in which rows are scrolled, by nothing else.
    pub row_panes: Vec<RowPane>,
    /// What is drawn of how much, by which rule.
    pub drawn: Drawn,
    /// What the colours say.
    pub legend: Vec<LegendEntry>,
    /// One sentence for those who do not see the picture.
    pub summary: String,
    /// The strip that shows both runs whole, with the windows marked; a pointer moves them there.
    pub minimap: Option<Minimap>,
    /// What the search found; `None` when nothing is searched for.
    pub search: Option<SearchInfo>,
    /// Where the selected call lies among the rows, in sight or not.
    pub selected: Option<SelectedRow>,
    /// The view whose table and file stand for the desk: of those that have one, that with most room.
    pub table: Option<ViewId>,
    /// Part of it would have taken too long: laid out again it goes on.
    pub unfinished: bool,
    /// Tells it from other scenes of the session: not 0.
    pub number: u32,
}

/// The row of the selected call. A pane shows the content from its scroll on, as high as the pane is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct SelectedRow {
    /// Its side.
    pub side: SideName,
    /// CSS pixels from the root edge of the side's content to the near edge of the row.
    pub from: f32,
    /// CSS pixels to its far edge.
    pub to: f32,
    /// The lane it lies in, if that is folded and hides it.
    pub folded_lane: Option<u32>,
    /// It is one of the frames that are folded.
    pub in_frames: bool,
}

/// The strip that shows both runs whole.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Minimap {
    /// CSS pixels: left edge, where `whole.start` lies.
    pub x0: f32,
    /// Upper edge.
    pub y0: f32,
    /// Right edge, where `whole.end` lies.
    pub x1: f32,
    /// Lower edge.
    pub y1: f32,
    /// The part above this line is A's, the part below it B's.
    pub middle: f32,
    /// What it shows.
    pub whole: Window,
}

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct SearchInfo {
    /// Calls of A that are hits.
    pub calls_a: u32,
    /// Calls of B that are hits.
    pub calls_b: u32,
    /// `A 386 · B 436 calls, 12 % of the self time of both sides`, or why the query cannot be asked.
    pub text: String,
    /// Names near to what was typed, when nothing was found.
    pub nearest: Vec<String>,
    /// The query cannot be asked; the picture shows no hits.
    pub broken: bool,
}

/// A part of the canvas that shows a stretch of one side's axis.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Pane {
    /// Whose axis.
    pub side: SideName,
    /// The number of the scene's space that lies in it.
    pub space: u32,
    /// The window of the state that its time axis shows and sets.
    pub shows: WindowName,
    /// CSS pixels: left edge, where `window.start` lies.
    pub x0: f32,
    /// Upper edge.
    pub y0: f32,
    /// Right edge, where `window.end` lies.
    pub x1: f32,
    /// Lower edge.
    pub y1: f32,
    /// What it shows.
    pub window: Window,
    /// The whole, which `0` returns to.
    pub whole: Window,
    /// How far it can be scrolled, CSS pixels; 0 when all rows fit.
    pub scroll_max: u32,
    /// How far it is scrolled.
    pub scroll: u32,
    /// Which way rows move on the screen as `scroll` grows: up (−1) or down (1).
    pub scroll_sign: i32,
    /// The open lanes, where there are several, and where each is scrolled to.
    pub open_lanes: Vec<OpenLane>,
}

/// An open lane of a pane.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct OpenLane {
    /// Its row in the lane table.
    pub lane: u32,
    /// Where its head and what of its rows fits beside that lie, as `Pane::scroll` counts: CSS pixels.
    pub from: f32,
    /// Where they end.
    pub to: f32,
}

/// Where a view draws rows that may not all fit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct RowPane {
    /// The view.
    pub view: ViewId,
    /// CSS pixels: left edge.
    pub x0: f32,
    /// Upper edge.
    pub y0: f32,
    /// Right edge.
    pub x1: f32,
    /// Lower edge.
    pub y1: f32,
    /// How far it is scrolled, CSS pixels from where it rests.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub scroll: i64,
    /// How far it can be the other way; 0 where it rests at its first row.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub scroll_min: i64,
    /// How far it can be; 0 when all rows fit.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub scroll_max: i64,
    /// Which way rows move on the screen as `scroll` grows: up (−1) or down (1).
    pub scroll_sign: i32,
}

/// What is drawn of how much.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Drawn {
    /// `Drawn 1,204 of 9,826 calls of A, …`
    pub text: String,
    /// What became of the rest.
    pub rule: String,
}

/// One entry of the legend.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct LegendEntry {
    /// What it stands for.
    pub label: String,
    /// `#rrggbb`
    pub color: String,
    /// Share of the time of both sides, `31 %`; empty where it has none.
    pub share: String,
    /// How it is drawn.
    pub mark: LegendMark,
    /// Its place among the steps of the colours, if it is one: `IcicleState::steps` are of these.
    pub step: Option<u32>,
}

/// How what an entry of the legend stands for is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum LegendMark {
    /// Filled.
    #[default]
    Fill,
    /// Filled: calls that have a partner in order.
    Matched,
    /// Edged: calls whose partner lies elsewhere.
    Moved,
    /// Hatched as A.
    OnlyA,
    /// Hatched as B.
    OnlyB,
    /// Vertical hairlines.
    Hairlines,
    /// Dots.
    Dots,
    /// A dashed edge.
    Dashed,
    /// A line.
    Line,
    /// Edged, in its colour.
    Edged,
}
