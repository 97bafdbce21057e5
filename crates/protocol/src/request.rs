//! What the shell asks of the engine.

use crate::comparison::{DifferenceList, DifferenceOrder};
use crate::desks::MatchMode;
use crate::sides::SideName;
use crate::state::{CallRef, ThemeChoice, ViewId, ViewState};
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// A request with the epoch that its answers carry. The shell drops answers older than its newest request
/// of the same type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Envelope {
    /// Rises with every request.
    pub epoch: u32,
    /// What is asked.
    pub request: Request,
}

/// What can be asked. Traces arrive beside this, as columns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Request {
    /// Forget a side. Answer: [`crate::Event::SideClosed`].
    Close {
        /// Which.
        side: SideName,
    },
    /// Let go of a run that is not shown. Answer: [`crate::Event::RunsChanged`].
    RemoveRun {
        /// Whose.
        side: SideName,
        /// Which, as [`crate::RunRow::run`] names it.
        run: u32,
    },
    /// Exchange the sides. Answer: [`crate::Event::Sides`].
    Swap,
    /// Lay a view out. Answer: [`crate::Event::Scene`] with the words of the scene beside it.
    Layout {
        /// Which view.
        view: ViewId,
        /// Its state; kept for hover, selection and twin.
        state: ViewState,
        /// `Auto` resolved by the shell.
        theme: ThemeChoice,
        /// CSS pixels.
        width: f32,
        /// CSS pixels.
        height: f32,
        /// How far links are on their way from lines (0) to tubes (1); where they rest the state says which they are.
        #[serde(default)]
        tubes: Option<f32>,
    },
    /// What lies under a point of the last scene of a view. Answer: [`crate::Event::Hover`].
    Hover {
        /// Which view.
        view: ViewId,
        /// CSS pixels from the left edge of the canvas, in the scene as laid out; `None`: the pointer left.
        point: Option<[f32; 2]>,
    },
    /// Select what lies under a point of the last scene. Answer: [`crate::Event::Selection`].
    SelectAt {
        /// Which view.
        view: ViewId,
        /// CSS pixels, in the scene as laid out.
        point: [f32; 2],
    },
    /// Select a call by reference, or nothing. Answer: [`crate::Event::Selection`].
    Select {
        /// Which call.
        call: Option<CallRef>,
    },
    /// Walk the call tree from a call. Answer: [`crate::Event::Selection`] (unchanged at the tree's edge).
    Step {
        /// From where; `None` starts at the first call of A, else of B.
        from: Option<CallRef>,
        /// Which way.
        step: Step,
    },
    /// The next or previous hit of the search of the last layout. Answers: [`crate::Event::Selection`] and
    /// [`crate::Event::Hit`].
    StepHit {
        /// From where; `None` starts before the first.
        from: Option<CallRef>,
        /// Towards the end, or back; past the last comes the first.
        forward: bool,
    },
    /// The lanes of a side in the order shown. Answer: [`crate::Event::Lanes`].
    Lanes {
        /// Whose.
        side: SideName,
        /// The state that says which are folded.
        state: ViewState,
    },
    /// The view as a table. Answer: [`crate::Event::Twin`].
    Twin {
        /// Which view, in the state of its last layout.
        view: ViewId,
        /// First row wanted.
        first: u32,
        /// Most rows wanted.
        count: u32,
    },
    /// The view as an SVG file. Answer: [`crate::Event::Svg`].
    Svg {
        /// Which view, in the state of its last layout.
        view: ViewId,
    },
    /// The view as comma-separated values. Answer: [`crate::Event::Csv`].
    Csv {
        /// Which view, in the state of its last layout.
        view: ViewId,
    },
    /// Time by function. Answer: [`crate::Event::Totals`] if it is known; else it is asked for again after
    /// [`crate::Event::AnalysesChanged`].
    Totals {
        /// Identity rules as text; blank, or wrong: those of the formats.
        rules: String,
    },
    /// What corresponds between the sides, under the state's identity rules, lane pairs and noise floor. Answer:
    /// [`crate::Event::Comparison`] if it is known; else it is asked for again after [`crate::Event::AnalysesChanged`].
    Compare {
        /// Its `comparison` says how.
        state: ViewState,
    },
    /// A stretch of a list of differences of the last comparison. Answer: [`crate::Event::Differences`].
    Differences {
        /// Which list.
        list: DifferenceList,
        /// Its order.
        order: DifferenceOrder,
        /// First row wanted, from 0.
        first: u32,
        /// Most rows wanted.
        count: u32,
    },
    /// Where a difference lies. Answer: [`crate::Event::Framed`].
    GoTo {
        /// The `id` of its row.
        id: u32,
    },
    /// The partner of a call on the other side. Answer: [`crate::Event::Selection`], unchanged if it has none.
    Partner {
        /// Of which call.
        call: CallRef,
    },
    /// Where the matches of a call lie. Answer: [`crate::Event::Counterparts`].
    Counterparts {
        /// Of which call.
        call: CallRef,
        /// Its partner, or all calls that are similar.
        mode: MatchMode,
    },
    /// What identity rules would do to the pair. Answer: [`crate::Event::Identity`].
    Identity {
        /// The rules as text, blank for the defaults.
        rules: String,
        /// A function of each side to be shown run through the rules: name and file.
        samples: Vec<RuleSampleOf>,
    },
    /// Which lanes belong together. Answer: [`crate::Event::LanePairing`].
    LanePairing {
        /// Its `comparison` says how.
        state: ViewState,
    },
}

/// A name to be run through identity rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RuleSampleOf {
    /// Whose.
    pub side: SideName,
    /// Name as in the trace.
    pub name: String,
    /// File as in the trace.
    pub file: String,
}

/// Directions in the call tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// To the caller.
    Caller,
    /// To the first callee.
    FirstCallee,
    /// To the call before it under the same caller.
    Previous,
    /// To the call after it under the same caller.
    Next,
}
