//! What views are laid out from.

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

/// All that a view may look at.
#[derive(Debug, Clone, Copy)]
pub struct LayoutInput<'a> {
    /// The traces that are open.
    pub sides: [Option<SideInput<'a>>; 2],
    /// What corresponds, once it is computed.
    pub correspondence: Option<&'a Correspondence<'a>>,
    /// The other results.
    pub analyses: Analyses<'a>,
    /// How the axis of each side lies on the common one.
    pub time_maps: [TimeMap<'a>; 2],
    /// What all of this was computed from.
    pub versions: Versions,
    /// What the user set.
    pub state: &'a ViewState,
    /// All colours.
    pub theme: ThemeName,
    /// The selected call.
    pub selected: Option<(SideName, CallId)>,
    /// Of a selected match its call of B, where `selected` is that of A.
    pub selected_match: Option<CallId>,
    /// What is under the pointer, in whichever view.
    pub pointed: Option<&'a Highlight>,
    /// What is marked in every view.
    pub marked: Marked<'a>,
    /// The side whose half of the picture the pointer was in last.
    pub viewpoint: SideName,
    /// How far links are from lines (0) to tubes (1), if they are on their way.
    pub tubes: Option<f32>,
    /// Of the canvas.
    pub size: Size,
    /// The view's own part of the canvas.
    pub rect: Rect,
    /// The first of the view's own spaces.
    pub first_space: Space,
}

/// One side's trace and what follows from it alone.
#[derive(Debug, Clone, Copy)]
pub struct SideInput<'a> {
    /// The trace.
    pub trace: &'a Trace,
    /// Its sums by function.
    pub totals: &'a Totals,
    /// Its lanes in the order in which they are shown.
    pub lanes: &'a LaneOrder,
    /// The calls that the search found, if one is on.
    pub hits: Option<&'a Hits>,
}

/// Analyses of the sides, as far as they are there.
#[derive(Debug, Clone, Copy, Default)]
pub struct Analyses<'a> {
    /// Counts the alignment's matches between ranges of calls.
    pub index: Option<&'a MatchIndex>,
    /// Similarity of callee sets.
    pub similarity: Option<SimilarityInput<'a>>,
    /// Of a stored comparison without its traces, both runs whole.
    pub kept: Option<&'a KeptOverview>,
    /// Time by function, most self time of both sides first.
    pub totals: Option<&'a [FunctionTotals]>,
    /// How sure several runs a side are of their functions.
    pub confidence: Option<&'a RunConfidence>,
    /// Call paths with the weight that the state names, or those of the state before while these are on their way.
    pub profile: Option<ProfileInput<'a>>,
    /// What lanes do over time, as the state has it, or as the state before while that is on its way.
    pub space_time: Option<&'a SpaceTime>,
    /// The program's structure with the calls of a window, likewise.
    pub program: Option<&'a Program>,
    /// The program's structure with all calls of its elements.
    pub elements: Option<&'a Elements>,
}

/// Call paths of the sides that are open, with one weight. A tree of one side is of whichever is open. Layouts keep what
/// they need of it.
#[derive(Debug, Clone, Copy)]
pub struct ProfileInput<'a> {
    /// Paths of stacks as they were. Functions are numbered in the order of their keys.
    pub tree: &'a Arc<WeightedTree>,
    /// Sums by function.
    pub table: &'a Arc<FunctionTable>,
    /// What functions are called, no two of them alike.
    pub names: &'a Arc<FrameNames>,
    /// By function of each trace, its number here.
    pub identities: [&'a [IdentityId]; 2],
    /// What weights measure.
    pub axis: Axis,
    /// Calls of each side that weigh less than nothing (bytes that were freed), and count as nothing.
    pub below_zero: [u64; 2],
}

/// How sure several runs a side are that functions changed, by the measure of the paths that are shown.
#[derive(Debug, Clone, PartialEq)]
pub struct RunConfidence {
    /// How many runs each side has.
    pub runs: [usize; 2],
    /// Whether they were tested: numbers are 1 − p. Of too few 1 where every run of one side lies beyond every run of the
    /// other, else 0.
    pub is_tested: bool,
    /// By function, as paths number them, from 0 to 1. Of what is no function there is none.
    pub by_function: Vec<f64>,
    /// The same of paths, as the state reads them.
    pub by_path: PathConfidence,
}

/// How sure several runs a side are of paths: of those that weigh enough in some run.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PathConfidence {
    /// By the row of a caller, [`NodeId::NONE`] of a root, and by function as paths number it, the row of a path.
    pub rows: FxHashMap<(NodeId, IdentityId), NodeId>,
    /// By row, from 0 to 1.
    pub sure: Vec<f64>,
}

impl PathConfidence {
    /// By path of a tree, read in the same way; nothing of those that weigh too little. Names of lanes around paths, whose
    /// numbers are from `functions` on, are no part of them. O(nodes).
    pub(crate) fn by_node(&self, tree: &PathTree, functions: usize) -> Vec<Option<f64>> {
        // By node its row; of a lane that of all roots.
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

/// What similarity of callee sets says.
#[derive(Debug, Clone, Copy)]
pub struct SimilarityInput<'a> {
    /// What s is asked of.
    pub matches: Matches<'a>,
    /// Sums over intervals of time.
    pub bars: &'a Bars,
    /// Blocks that each side repeats.
    pub repetitions: [&'a [Repetition]; 2],
}

/// Tells inputs of the same session apart: what was made from the same versions still holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Versions {
    /// Of the traces.
    pub sides: [u32; 2],
    /// Of the alignment, 0 without one.
    pub alignment: u32,
    /// Of the similarity, 0 without one.
    pub similarity: u32,
    /// Of the totals, 0 without any.
    pub totals: u32,
    /// Of the call paths, 0 without any.
    pub profile: u32,
    /// Of how sure several runs are of their functions, 0 where there is nothing to say.
    pub confidence: u32,
    /// Of what lanes do over time, 0 without any.
    pub space_time: u32,
    /// Of the program's structure with the calls of a window, 0 without any.
    pub program: u32,
    /// Of the program's structure with all calls of its elements, 0 without any.
    pub elements: u32,
}

impl Versions {
    /// Those that a view which wants these analyses reads.
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
    /// The colours.
    pub(crate) fn colors(&self) -> &'static Theme {
        Theme::named(self.theme)
    }

    /// One of the view's own spaces, by its number among them.
    pub(crate) fn space(&self, number: usize) -> Space {
        Space::ALL.get(self.first_space.index() + number).copied().unwrap_or(Space::FIXED)
    }

    /// The traces.
    pub(crate) fn traces(&self) -> [Option<&'a Trace>; 2] {
        self.sides.map(|side| side.map(|side| side.trace))
    }

    /// What both sides show where nothing was zoomed.
    pub(crate) fn whole(&self) -> Window {
        whole(self.traces(), self.time_maps)
    }

    /// What each side shows.
    pub(crate) fn windows(&self) -> [Window; 2] {
        let whole = self.whole();
        SideName::BOTH.map(|side| self.state.time.window(side).unwrap_or(whole))
    }
}

/// From the first instant of both runs to the last, on the common axis.
pub(crate) fn whole(traces: [Option<&Trace>; 2], time_maps: [TimeMap<'_>; 2]) -> Window {
    let extents = [0, 1].map(|side: usize| {
        let extent = Window { start: 0, end: traces[side]?.extent() };
        Some(time_maps[side].common_window(extent))
    });
    default_window(extents)
}

/// What both sides show when nothing was zoomed: from the first instant of both to the last, on the common axis.
pub fn default_window(extents: [Option<Window>; 2]) -> Window {
    let extents = || extents.into_iter().flatten();
    let start = extents().map(|extent| extent.start).min().unwrap_or(0);
    let end = extents().map(|extent| extent.end).max().unwrap_or(1);
    Window { start, end: end.max(start + 1) }
}
