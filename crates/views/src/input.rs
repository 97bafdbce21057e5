//! Input for the layout of views.

use crate::icicle::LaneOrder;
use crate::search::Hits;
use crate::{Correspondence, Highlight, MatchIndex, Results, TimeMap, ViewMarks};
use diptych_compare::align::Alignment;
use diptych_compare::similarity::{Bars, CalleeSets, Matches, Repetition, Similarity};
use diptych_profile::Totals;
use diptych_protocol::{MatchMode, SideName, ViewState, Window};
use diptych_scene::theme::{Theme, ThemeName};
use diptych_scene::{Rect, Size, Space};
use diptych_trace::{CallId, Trace};

/// Everything that a view may read.
#[derive(Debug, Clone, Copy)]
pub struct LayoutInput<'a> {
    /// Open traces with what follows from each alone.
    pub sides: [Option<SideInput<'a>>; 2],
    /// Matching of both traces, once it is computed.
    pub correspondence: Option<&'a Correspondence<'a>>,
    /// Other results, as far as they are computed. Those of an earlier state stay until those of this one are there.
    pub results: &'a Results,
    /// Position of each side's axis on the common axis.
    pub time_maps: [TimeMap<'a>; 2],
    /// Version of each side's trace; 0 for an empty side.
    pub trace_versions: [u32; 2],
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
    pub marked: ViewMarks<'a>,
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

/// The similarity of a pair's callee sets, as it was computed.
#[derive(Debug)]
pub struct PairSimilarity {
    /// Identity rules that the result used, with the defaults written out.
    pub rules: String,
    /// Classes of calls with equal callee sets.
    pub sets: CalleeSets,
    /// Pairs of classes that match.
    pub similarity: Similarity,
    /// Sums over intervals of time.
    pub bars: Bars,
    /// Blocks of calls that each side repeats.
    pub repetitions: [Vec<Repetition>; 2],
    /// The main match of every call, see [`main_matches`](diptych_compare::similarity::main_matches).
    pub main: Alignment,
}

impl PairSimilarity {
    /// Returns the similarity with the pair it is of.
    pub fn input<'a>(&'a self, correspondence: &Correspondence<'a>) -> SimilarityInput<'a> {
        let (sets, similarity) = (&self.sets, &self.similarity);
        let matches = Matches { pair: correspondence.pair, sets, similarity };
        let repetitions = self.repetitions.each_ref().map(Vec::as_slice);
        SimilarityInput { matches, bars: &self.bars, repetitions, main: &self.main }
    }
}

/// The results of the similarity of callee sets, with the pair they are of.
#[derive(Debug, Clone, Copy)]
pub struct SimilarityInput<'a> {
    /// Matches of both traces, from which the similarity s of any two calls follows.
    pub matches: Matches<'a>,
    /// Sums over intervals of time.
    pub bars: &'a Bars,
    /// Blocks of calls that each side repeats.
    pub repetitions: [&'a [Repetition]; 2],
    /// The main match of every call.
    pub main: &'a Alignment,
}

/// Returns the correspondence that pictures and texts follow: the alignment or, by similarity, the main match of every
/// call. Kinds, changes and shifts then speak of calls with s > τ. Until similarity is computed it is the alignment.
pub fn correspondence_of_mode<'a>(
    aligned: Option<&Correspondence<'a>>,
    similarity: Option<SimilarityInput<'a>>,
    mode: MatchMode,
) -> Option<Correspondence<'a>> {
    let aligned = *aligned?;
    Some(match (mode, similarity) {
        (MatchMode::Similarity, Some(of)) => {
            Correspondence { alignment: of.main, similar: Some(of.matches), ..aligned }
        }
        _ => aligned,
    })
}

impl<'a> LayoutInput<'a> {
    /// Returns the index of the alignment's matches, once the pair is aligned.
    pub fn match_index(&self) -> Option<&'a MatchIndex> {
        self.correspondence.and_then(|_| self.results.get())
    }

    /// Returns the similarity of callee sets, once it is computed.
    pub fn similarity(&self) -> Option<SimilarityInput<'a>> {
        Some(self.results.get::<PairSimilarity>()?.input(self.correspondence?))
    }

    /// Returns the theme.
    pub fn colors(&self) -> &'static Theme {
        Theme::named(self.theme)
    }

    /// Returns one of the view's own spaces, by its number among them.
    pub fn space(&self, number: usize) -> Space {
        Space::ALL.get(self.first_space.index() + number).copied().unwrap_or(Space::FIXED)
    }

    /// Returns the open traces.
    pub fn traces(&self) -> [Option<&'a Trace>; 2] {
        self.sides.map(|side| side.map(|side| side.trace))
    }

    /// Returns the window that both sides show before anything is zoomed.
    pub fn whole(&self) -> Window {
        whole(self.traces(), self.time_maps)
    }

    /// Returns the window of each side.
    pub fn windows(&self) -> [Window; 2] {
        let whole = self.whole();
        SideName::BOTH.map(|side| self.state.time.window(side).unwrap_or(whole))
    }
}

/// Returns the window from the first instant of both runs to the last, on the common axis.
pub fn whole(traces: [Option<&Trace>; 2], time_maps: [TimeMap<'_>; 2]) -> Window {
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
