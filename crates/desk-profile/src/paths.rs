//! Pictures of call paths: the parts that flame graph and funky graph share.
//!
//! [`Cells`] are the paths of a tree that are a pixel wide or more, row by row. [`PathPaint`] gives them colours, and
//! [`CellDrawing`] draws them. [`ProfileFunctions`] maps their functions to the names in the traces. [`words`] holds
//! their tooltips and legends.

#[cfg(test)]
pub(crate) mod case;
pub(crate) mod cells;
pub(crate) mod draw;
pub(crate) mod functions;
pub(crate) mod paint;
pub(crate) mod reading;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod words;

pub(crate) use cells::{CellSource, Cells};
pub(crate) use draw::CellDrawing;
pub(crate) use functions::ProfileFunctions;
pub(crate) use paint::{Colors, PathPaint};

use diptych_profile::{
    ColorBy, DifferenceOptions, Floor, Folding, Measure, Order, Scale, WeightedTree, WidthBy,
};
use diptych_protocol::{
    ComparisonState, Normalise, PathsState, ProfileColor, ProfileGold, ProfileSides, ProfileState,
    ProfileWidth, RecursionFolding, SiblingOrder, SideName, ViewState,
};
use diptych_trace::{Axis, Trace};
use diptych_views::LayoutInput;
use diptych_views::numbers::has_places;

/// The sides whose paths a picture shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ShownSides {
    /// Both sides.
    Both,
    /// One side, and its column in the tree.
    One { column: usize, side: SideName },
}

impl ShownSides {
    /// Returns the sides for a tree. If the tree has only one side, it is that side, whatever the state says.
    pub(crate) fn new(input: &LayoutInput<'_>, state: &ProfileState, tree: &WeightedTree) -> Self {
        if tree.sides().len() == 2 {
            return match state.sides {
                ProfileSides::Difference | ProfileSides::SideBySide => Self::Both,
                ProfileSides::A => Self::One { column: 0, side: SideName::A },
                ProfileSides::B => Self::One { column: 1, side: SideName::B },
            };
        }
        let open = SideName::BOTH.into_iter().find(|side| input.sides[side.index()].is_some());
        Self::One { column: 0, side: open.unwrap_or(SideName::A) }
    }

    /// Returns these sides for another tree, which may have only the shown side.
    pub(crate) fn in_tree(self, tree: &WeightedTree) -> Self {
        match self {
            Self::One { side, .. } if tree.sides().len() == 1 => Self::One { column: 0, side },
            other => other,
        }
    }

    /// Returns the columns of the tree that count.
    pub(crate) fn columns(self) -> std::ops::Range<usize> {
        match self {
            Self::Both => 0..2,
            Self::One { column, .. } => column..column + 1,
        }
    }

    /// Returns the side, if there is only one.
    pub(crate) fn one(self) -> Option<SideName> {
        match self {
            Self::Both => None,
            Self::One { side, .. } => Some(side),
        }
    }

    /// Returns the quantity that widths stand for.
    pub(crate) fn width_by(self, width: ProfileWidth) -> WidthBy {
        match (self, width) {
            (Self::One { column: 0, .. }, _) | (Self::Both, ProfileWidth::A) => WidthBy::A,
            (Self::One { .. }, _) | (Self::Both, ProfileWidth::B) => WidthBy::B,
            (Self::Both, ProfileWidth::Larger) => WidthBy::Larger,
            (Self::Both, ProfileWidth::Changes) => WidthBy::Changes,
        }
    }
}

/// Returns the order of siblings for trees whose nodes are not single calls.
pub(crate) fn order_of(order: SiblingOrder) -> Order {
    match order {
        SiblingOrder::Weight => Order::Weight,
        SiblingOrder::Name => Order::Name,
        SiblingOrder::FirstCall | SiblingOrder::Time => Order::FirstCall,
    }
}

/// Returns the folding of recursion.
pub(crate) fn folding_of(folding: RecursionFolding) -> Folding {
    match folding {
        RecursionFolding::Direct => Folding::Direct,
        RecursionFolding::Full => Folding::Full,
        RecursionFolding::AsCalled => Folding::AsCalled,
    }
}

/// Returns the scale that makes weights of both sides comparable. Weights per call are not used for paths, because
/// weights of paths have to add up.
pub(crate) fn scale_of(input: &LayoutInput<'_>) -> Scale {
    scale_under(input.state)
}

fn scale_under(state: &ViewState) -> Scale {
    match state.comparison.normalise {
        Normalise::PerTotal => Scale::PerTotal,
        Normalise::Absolute | Normalise::PerCall => Scale::Absolute,
    }
}

/// Returns true if paths of both sides are compared by whole weights although weights per call were chosen.
pub(crate) fn is_whole_weight(input: &LayoutInput<'_>, sides: ShownSides) -> bool {
    sides == ShownSides::Both && input.state.comparison.normalise == Normalise::PerCall
}

/// Returns the open sides that weigh functions without call paths, as Callgrind files do: `A`, `A and B`. Traces on a
/// time axis never count, because calls without callers are paths there.
pub(crate) fn without_paths(traces: [Option<&Trace>; 2]) -> Option<&'static str> {
    let [a, b] = traces.map(|trace| {
        trace.is_some_and(|of| !has_places(of.axis()) && !of.calls().is_empty() && of.max_depth() == 0)
    });
    match (a, b) {
        (true, true) => Some("A and B"),
        (true, false) => Some("A"),
        (false, true) => Some("B"),
        (false, false) => None,
    }
}

/// Returns the floor below which a change has no colour.
fn floor_under(state: &ViewState, axis: Axis) -> Floor {
    let comparison = &state.comparison;
    Floor::on(axis, f64::from(comparison.floor_percent) / 100.0, f64::from(comparison.floor_us))
}

/// Returns the part of a state that both graphs read, with one graph's own `profile`. The analysis reads the choice of
/// what is added up.
pub(crate) fn read_of(state: &ViewState, profile: ProfileState) -> ViewState {
    let paths = PathsState { weight: state.paths.weight.clone(), ..PathsState::default() };
    let ComparisonState { normalise, floor_percent, floor_us, .. } = state.comparison;
    let comparison = ComparisonState { normalise, floor_percent, floor_us, ..ComparisonState::default() };
    let (selection, search) = (state.selection.clone(), state.search.clone());
    ViewState { selection, search, comparison, paths, profile, ..ViewState::default() }
}

/// Returns the factor of change that is grey: that of the whole run for times that are not normalised, as for calls,
/// otherwise 1.
fn expected(state: &ViewState, profile: &ProfileState, run: f64) -> f64 {
    let is_time = ["", "self"].contains(&state.paths.weight.as_str());
    let follows_run = is_time && profile.color == ProfileColor::Own && scale_under(state) == Scale::Absolute;
    if follows_run { run } else { 1.0 }
}

/// Returns the options that differences are judged by.
pub(crate) fn difference_options(
    input: &LayoutInput<'_>,
    state: &ProfileState,
    axis: Axis,
) -> DifferenceOptions {
    judged(input.state, state, axis, input.correspondence.map_or(1.0, |both| both.grey.factor))
}

/// Returns the weight of functions that gold shows, with one side.
pub(crate) fn gold_measure(state: &ProfileState, options: DifferenceOptions) -> Measure {
    if state.gold == ProfileGold::SelfWeight { Measure::Own } else { options.measure }
}

/// Returns these options if B's whole run took `run` times as long as A's.
pub(crate) fn judged(state: &ViewState, profile: &ProfileState, axis: Axis, run: f64) -> DifferenceOptions {
    DifferenceOptions {
        measure: if state.paths.weight == "self" { Measure::Own } else { Measure::Total },
        scale: scale_under(state),
        color: match profile.color {
            ProfileColor::Own => ColorBy::OwnBaseline,
            ProfileColor::Absolute => ColorBy::Absolute,
            ProfileColor::Share => ColorBy::ShareOfTotal,
        },
        floor: floor_under(state, axis),
        expected: expected(state, profile, run),
    }
}
