//! Input for the layout of views.

use crate::elements::Elements;
use crate::icicle::LaneOrder;
use crate::profiles::FrameNames;
use crate::program::Program;
use crate::search::Hits;
use crate::space_time::SpaceTime;
use crate::view::KeptOverview;
use crate::{Correspondence, Highlight, Marked, MatchIndex, Need, TimeMap};
use diptych_compare::similarity::{Bars, Matches, Repetition};
use diptych_profile::{FunctionTable, NodeId, PathTree, Totals, WeightedTree};
use diptych_protocol::compute::FunctionTotals;
use diptych_protocol::{SideName, ViewState, Window};
use diptych_scene::theme::{Theme, ThemeName};
use diptych_scene::{Rect, Size, Space};
use diptych_trace::{Axis, CallId, IdentityId, Trace};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Everything that a view may read.
#[derive(Debug, Clone, Copy)]
pub struct LayoutInput<'a> {
    /// Open traces with what follows from each alone.
    pub sides: [Option<SideInput<'a>>; 2],
    /// Matching of both traces, once it is computed.
    pub correspondence: Option<&'a Correspondence<'a>>,
    /// Other results.
    pub analyses: Analyses<'a>,
    /// Position of each side's axis on the common axis.
    pub time_maps: [TimeMap<'a>; 2],
    /// Versions of the data that the input was computed from.
    pub versions: Versions,
    /// Settings of the user.
    pub state: &'a ViewState,
    /// Theme that gives all colours.
    pub theme: ThemeName,
    /// Selected call.
    pub selected: Option<(SideName, CallId)>,
    /// B's call of a selected match, whose A call is in `selected`.
    pub selected_match: Option<CallId>,
    /// Highlight under the pointer, in whichever view the pointer is.
    pub pointed: Option<&'a Highlight>,
    /// Calls that are marked in every view.
    pub marked: Marked<'a>,
    /// Side whose half of the picture the pointer was in last.
    pub viewpoint: SideName,
    /// Progress of links from lines (0) to tubes (1), while they change.
    pub tubes: Option<f32>,
    /// Size of the canvas.
    pub size: Size,
    /// Part of the canvas that belongs to the view.
    pub rect: Rect,
    /// First of the view's own spaces.
    pub first_space: Space,
}

/// One side's trace and the results that follow from it alone.
#[derive(Debug, Clone, Copy)]
pub struct SideInput<'a> {
    /// The trace.
    pub trace: &'a Trace,
    /// Sums by function.
    pub totals: &'a Totals,
    /// Lanes in display order.
    pub lanes: &'a LaneOrder,
    /// Calls that the current search found.
    pub hits: Option<&'a Hits>,
}

/// The analyses of the open sides, as far as they are available.
#[derive(Debug, Clone, Copy, Default)]
pub struct Analyses<'a> {
    /// Index that counts the alignment's matches between ranges of calls.
    pub index: Option<&'a MatchIndex>,
    /// Similarity of callee sets.
    pub similarity: Option<SimilarityInput<'a>>,
    /// Overview of both whole runs, for a stored comparison without its traces.
    pub kept: Option<&'a KeptOverview>,
    /// Time by function, ordered by the self time of both sides together.
    pub totals: Option<&'a [FunctionTotals]>,
    /// Confidence in the changes of functions, from several runs per side.
    pub confidence: Option<&'a RunConfidence>,
    /// Call paths with the weight that the state names. Until they are computed, those of the state before.
    pub profile: Option<ProfileInput<'a>>,
    /// Lanes over time for the state. Until they are computed, those for the state before.
    pub space_time: Option<&'a SpaceTime>,
    /// Program structure with the calls of a window. Until it is computed, that for the state before.
    pub program: Option<&'a Program>,
    /// Program structure with all calls of its elements.
    pub elements: Option<&'a Elements>,
}

/// The call paths of the open sides, with one weight. With one open side, the tree has only that side's column. Layouts
/// keep the parts that they need.
#[derive(Debug, Clone, Copy)]
pub struct ProfileInput<'a> {
    /// Paths of recorded stacks. Functions are numbered in the order of their keys.
    pub tree: &'a Arc<WeightedTree>,
    /// Sums by function.
    pub table: &'a Arc<FunctionTable>,
    /// Names of functions, no two of them equal.
    pub names: &'a Arc<FrameNames>,
    /// Number of each function of each trace.
    pub identities: [&'a [IdentityId]; 2],
    /// Axis of the weights.
    pub axis: Axis,
    /// Number of calls on each side with a negative weight, such as freed bytes. They count as 0.
    pub below_zero: [u64; 2],
}

/// The confidence of several runs per side that functions and paths changed, by the weight of the shown paths.
#[derive(Debug, Clone, PartialEq)]
pub struct RunConfidence {
    /// Number of runs on each side.
    pub runs: [usize; 2],
    /// True if the runs were tested. Confidence is then 1 − p. With too few runs it is 1 if every run of one side lies
    /// beyond every run of the other, or else 0.
    pub is_tested: bool,
    /// Confidence from 0 to 1, by function as paths number it. Entries of paths that are no functions have none.
    pub by_function: Vec<f64>,
    /// Confidence by path, as the state reads paths.
    pub by_path: PathConfidence,
}

/// The confidence of several runs per side that paths changed, for paths that weigh enough in some run.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PathConfidence {
    /// Row of each path, by the row of its caller ([`NodeId::NONE`] for a root) and its function as paths number it.
    pub rows: FxHashMap<(NodeId, IdentityId), NodeId>,
    /// Confidence from 0 to 1, by row.
    pub sure: Vec<f64>,
}

impl PathConfidence {
    /// Returns the confidence of each path of a tree that is read in the same way; `None` for paths that weigh too
    /// little. Names of lanes around paths are numbered from `functions` on and are no part of paths. O(nodes).
    pub(crate) fn by_node(&self, tree: &PathTree, functions: usize) -> Vec<Option<f64>> {
        // The row of each node. A lane has the row that stands above all roots.
        let mut rows: Vec<Option<NodeId>> = Vec::with_capacity(tree.len());
        for (parent, &function) in tree.parent().iter().zip(tree.identity()) {
            let above = parent.some().map_or(Some(NodeId::NONE), |up| rows[up.index()]);
            rows.push(above.and_then(|above| {
                let is_lane = function.index() >= functions;
                if is_lane { Some(above) } else { self.rows.get(&(above, function)).copied() }
            }));
        }
        rows.into_iter().map(|row| self.sure.get(row?.index()).copied()).collect()
    }
}

/// The results of the similarity of callee sets.
#[derive(Debug, Clone, Copy)]
pub struct SimilarityInput<'a> {
    /// Matches of both traces, from which the similarity s of any two calls follows.
    pub matches: Matches<'a>,
    /// Sums over intervals of time.
    pub bars: &'a Bars,
    /// Blocks of calls that each side repeats.
    pub repetitions: [&'a [Repetition]; 2],
}

/// Versions of the inputs in a session. A result made from equal versions still holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Versions {
    /// Version of each trace.
    pub sides: [u32; 2],
    /// Version of the alignment, 0 without one.
    pub alignment: u32,
    /// Version of the similarity, 0 without one.
    pub similarity: u32,
    /// Version of the totals, 0 without any.
    pub totals: u32,
    /// Version of the call paths, 0 without any.
    pub profile: u32,
    /// Version of the confidence from several runs, 0 without any.
    pub confidence: u32,
    /// Version of the lanes over time, 0 without any.
    pub space_time: u32,
    /// Version of the program structure with the calls of a window, 0 without any.
    pub program: u32,
    /// Version of the program structure with all calls of its elements, 0 without any.
    pub elements: u32,
}

impl Versions {
    /// Returns the versions that a view with these needs reads. All others are 0.
    #[must_use]
    pub fn of_needs(self, needs: &[Need]) -> Self {
        let read = |need: Need, version: u32| if needs.contains(&need) { version } else { 0 };
        Self {
            sides: self.sides,
            alignment: read(Need::Alignment, self.alignment),
            similarity: read(Need::Similarity, self.similarity),
            totals: read(Need::Totals, self.totals),
            profile: read(Need::Profile, self.profile),
            confidence: read(Need::Profile, self.confidence),
            space_time: read(Need::SpaceTime, self.space_time),
            program: read(Need::Program, self.program),
            elements: read(Need::Elements, self.elements),
        }
    }
}

impl<'a> LayoutInput<'a> {
    /// Returns the theme.
    pub(crate) fn colors(&self) -> &'static Theme {
        Theme::named(self.theme)
    }

    /// Returns one of the view's own spaces, by its number among them.
    pub(crate) fn space(&self, number: usize) -> Space {
        Space::ALL.get(self.first_space.index() + number).copied().unwrap_or(Space::FIXED)
    }

    /// Returns the open traces.
    pub(crate) fn traces(&self) -> [Option<&'a Trace>; 2] {
        self.sides.map(|side| side.map(|side| side.trace))
    }

    /// Returns the window that both sides show before anything is zoomed.
    pub(crate) fn whole(&self) -> Window {
        whole(self.traces(), self.time_maps)
    }

    /// Returns the window of each side.
    pub(crate) fn windows(&self) -> [Window; 2] {
        let whole = self.whole();
        SideName::BOTH.map(|side| self.state.time.window(side).unwrap_or(whole))
    }
}

/// Returns the window from the first instant of both runs to the last, on the common axis.
pub(crate) fn whole(traces: [Option<&Trace>; 2], time_maps: [TimeMap<'_>; 2]) -> Window {
    let extents = [0, 1].map(|side: usize| {
        let extent = Window { start: 0, end: traces[side]?.extent() };
        Some(time_maps[side].common_window(extent))
    });
    default_window(extents)
}

/// Returns the window that both sides show before anything is zoomed: from the first instant of both to the last, on
/// the common axis.
pub fn default_window(extents: [Option<Window>; 2]) -> Window {
    let extents = || extents.into_iter().flatten();
    let start = extents().map(|extent| extent.start).min().unwrap_or(0);
    let end = extents().map(|extent| extent.end).max().unwrap_or(1);
    Window { start, end: end.max(start + 1) }
}
