//! What the pair view shows of a comparison beyond the calls themselves, kept from layout to layout.

use crate::analyses::{Comparison, Similar as Known};
use diptych_compare::similarity::Matches;
use diptych_protocol::{CompareParts, MatchMode, SideName, TimeAxis, ViewState, Window};
use diptych_scene::Size;
use diptych_trace::CallId;
use diptych_views::matches::{Focus, MatchesInput, Similar};
use diptych_views::overview::{CommonAxis, Hovered, Intervals, Measured, OverviewData, Resolution, Shown};
use diptych_views::pair::{OverviewPart, default_window, overview_rect};
use diptych_views::{Clock, Correspondence, Item};

/// Silhouettes, bars and similar calls in the foci, each with what it was made from.
#[derive(Debug, Default)]
pub(crate) struct PairParts {
    overview: Option<((u32, Resolution), OverviewData)>,
    intervals: Option<(IntervalKey, Intervals)>,
    similar: Option<(FocusKey, Similar)>,
}

/// Which overview, and what its bars measure.
type IntervalKey = ((u32, Resolution), MatchMode, u32);
/// Which similarity, and what is looked at.
type FocusKey = (u32, [Window; 2], u32);

/// A comparison as a layout sees it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seen<'a> {
    pub(crate) comparison: &'a Comparison,
    pub(crate) known: &'a Correspondence<'a>,
    pub(crate) clocks: [Clock<'a>; 2],
    /// What of the traces is under the pointer, and the side whose half that is in.
    pub(crate) hovered: Option<Item>,
    pub(crate) viewpoint: SideName,
    /// The selected call.
    pub(crate) selected: Option<(SideName, CallId)>,
}

impl<'a> Seen<'a> {
    fn matches(&self) -> Option<Matches<'a>> {
        let Known { sets, similarity, .. } = self.comparison.similar()?;
        Some(Matches { pair: self.known.pair, sets, similarity })
    }

    /// What bars measure: one to one until similarity is known.
    fn measured(&self, mode: MatchMode) -> Measured<'a> {
        match (mode, self.matches(), self.comparison.similar()) {
            (MatchMode::Similarity, Some(matches), Some(known)) => {
                Measured::BestSimilarity(matches, &known.bars)
            }
            _ => Measured::OneToOne,
        }
    }
}

impl PairParts {
    /// Makes anew what does not hold any more.
    pub(crate) fn update(&mut self, seen: Seen<'_>, state: &ViewState, size: Size) {
        self.update_overview(seen, state, size);
        self.update_similar(seen, state, size);
    }

    fn update_overview(&mut self, seen: Seen<'_>, state: &ViewState, size: Size) {
        let rect = overview_rect(size, state.compare.parts);
        // Silhouettes and bars lie on axes that are each from zero.
        let Some(rect) = rect.filter(|_| state.time.axis == TimeAxis::Zero) else { return };
        let key = (seen.comparison.serial(), Resolution::of(rect));
        if self.overview.as_ref().is_none_or(|(known, _)| *known != key) {
            let shown = Shown::all(seen.known.pair.traces);
            self.overview = Some((key, OverviewData::new(seen.known, &shown, key.1)));
        }
        let similar = seen.comparison.similar().map_or(0, |similar| similar.serial);
        let measured = (key, state.compare.matches.mode, similar);
        let stale = self.intervals.as_ref().is_none_or(|(known, _)| *known != measured);
        if let Some((_, data)) = self.overview.as_ref().filter(|_| stale) {
            let how = seen.measured(state.compare.matches.mode);
            let intervals = Intervals::new(data, seen.known, how, CommonAxis::default());
            self.intervals = Some((measured, intervals));
        }
    }

    fn update_similar(&mut self, seen: Seen<'_>, state: &ViewState, size: Size) {
        if state.compare.matches.mode != MatchMode::Similarity
            || state.compare.parts == CompareParts::Overview
        {
            return;
        }
        let (Some(matches), Some(known)) = (seen.matches(), seen.comparison.similar()) else { return };
        let traces = seen.known.pair.traces;
        let whole = default_window([0, 1].map(|side: usize| {
            let extent = Window { start: 0, end: traces[side].extent() };
            Some(seen.clocks[side].common_window(extent))
        }));
        let windows = SideName::BOTH.map(|side| {
            let window = state.time.window(side).unwrap_or(whole);
            seen.clocks[side.index()].own_window(window)
        });
        let key = (known.serial, windows, size.width as u32);
        if self.similar.as_ref().is_none_or(|(made, _)| *made != key) {
            let focus = Focus { windows, width_px: f64::from(size.width) };
            self.similar = Some((key, Similar::new(matches, focus)));
        }
    }

    /// The overview as far as it holds for a state.
    pub(crate) fn overview<'a>(
        &'a self,
        seen: Seen<'a>,
        state: &ViewState,
        size: Size,
    ) -> Option<OverviewPart<'a>> {
        let rect = overview_rect(size, state.compare.parts)?;
        let (key, data) = self.overview.as_ref()?;
        let (_, intervals) = self.intervals.as_ref()?;
        let holds = *key == (seen.comparison.serial(), Resolution::of(rect));
        let hovered = seen.hovered.map(|item| Hovered {
            calls: item.calls(seen.known.pair.traces),
            known: seen.known,
            measured: seen.measured(state.compare.matches.mode),
        });
        (holds && state.time.axis == TimeAxis::Zero).then_some(OverviewPart { data, intervals, hovered })
    }

    /// The bars on screen.
    pub(crate) fn intervals(&self) -> Option<&Intervals> {
        self.intervals.as_ref().map(|(_, intervals)| intervals)
    }

    /// The matches between the foci.
    pub(crate) fn matches<'a>(&'a self, seen: Seen<'a>, state: &'a ViewState) -> MatchesInput<'a> {
        use diptych_protocol::ColorBy::{Place, Shift, Similarity};
        let known = seen.comparison.similar();
        // Colours of order and place are read stack by stack; a change in duration is read everywhere at once.
        let selected = seen.selected.filter(|&stack| is_in_focus(seen, state, stack));
        let brushed = seen.hovered.and_then(Item::stack).or(selected);
        let brushed = brushed.filter(|_| matches!(state.compare.icicle.color, Shift | Place | Similarity));
        MatchesInput {
            index: seen.comparison.aligned().map(|aligned| &aligned.index),
            similarity: seen.matches(),
            similar: self.similar.as_ref().map(|(_, similar)| similar),
            repetitions: known
                .map_or([&[], &[]], |known| [&known.repetitions[0][..], &known.repetitions[1][..]]),
            viewpoint: seen.viewpoint,
            brushed,
            ..MatchesInput::new(&state.compare.matches)
        }
    }
}

/// Whether some of a call lies in the focus of its side.
fn is_in_focus(seen: Seen<'_>, state: &ViewState, (side, call): (SideName, CallId)) -> bool {
    let calls = seen.known.pair.traces[side.index()].calls();
    state.time.window(side).is_none_or(|window| {
        let own = seen.clocks[side.index()].own_window(window);
        calls.start()[call.index()] < own.end && calls.end()[call.index()] >= own.start
    })
}
