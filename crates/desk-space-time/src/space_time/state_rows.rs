//! The states in an area on every side. With several runs these are means, with the deviation of the runs.

use super::{ListedArea, SliceTimes, points, share};
use diptych_aggregate::{NodeTimes, Part, is_difference_within_spread, means};
use diptych_protocol::{PartnerRow, SideName};
use diptych_trace::Sorting;
use diptych_views::words;

/// Least share of time that is reported.
const LEAST: f64 = 0.0005;

/// The share of each state for each open side. Time without a state is last.
#[derive(Debug)]
pub(crate) struct StateShares {
    pub(crate) shares: Vec<Vec<f64>>,
    /// Standard deviation of the runs of each side that has several.
    deviations: Vec<Option<Vec<f64>>>,
}

impl StateShares {
    /// Computes the shares of lanes that are shown separately.
    pub(crate) fn of(times: &SliceTimes, part: Part) -> Self {
        let deviations = (0..times.sides()).map(|side| deviations(times, side, part));
        let shares = times.times.iter().map(|of| of.shares_and_none(part)).collect();
        Self { shares, deviations: deviations.collect() }
    }

    /// Computes the shares of one run on each side.
    pub(crate) fn of_times(times: &[NodeTimes], part: Part) -> Self {
        let shares: Vec<Vec<f64>> = times.iter().map(|of| of.shares_and_none(part)).collect();
        Self { deviations: vec![None; shares.len()], shares }
    }

    /// Takes the shares of a listed difference, whose lanes need not be shown separately.
    pub(super) fn listed(area: &ListedArea) -> Option<Self> {
        let of_side = |side: usize| area.shares.iter().map(|both| both[side]).collect();
        area.kind
            .is_difference()
            .then(|| Self { shares: vec![of_side(0), of_side(1)], deviations: vec![None, None] })
    }

    /// Returns the weight that states are sorted by: the change for a pair, otherwise the share.
    fn weight(&self, state: usize) -> f64 {
        match &self.shares[..] {
            [a, b] => (b[state] - a[state]).abs(),
            of => of[0][state],
        }
    }

    /// Returns the reported states, the heaviest first.
    pub(crate) fn order(&self) -> Vec<usize> {
        let is_told = |state: &usize| self.shares.iter().any(|of| of[*state] > LEAST);
        let mut order: Vec<usize> = (0..self.shares[0].len()).filter(is_told).collect();
        order.order_by(|&x, &y| self.weight(y).total_cmp(&self.weight(x)).then(x.cmp(&y)));
        order
    }

    /// Formats the share of a state on a side: `43.5 %`, and `43.5 % ± 2.1` for several runs.
    pub(crate) fn text(&self, open: usize, state: usize) -> String {
        let text = share(self.shares[open][state]);
        match &self.deviations[open] {
            Some(of) => format!("{text} ± {:.1}", of[state] * 100.0),
            None => text,
        }
    }

    /// Returns the row of a state: its share on the open sides and the change.
    pub(crate) fn row(&self, times: &SliceTimes, sides: &[SideName], state: usize) -> PartnerRow {
        let text = |side: SideName| {
            let open = sides.iter().position(|of| *of == side);
            open.map_or_else(String::new, |open| self.text(open, state))
        };
        let change = match &self.shares[..] {
            [a, b] if self.weight(state) >= LEAST => points(b[state] - a[state]),
            _ => String::new(),
        };
        PartnerRow { label: state_name(times, state), a: text(SideName::A), b: text(SideName::B), change }
    }
}

/// Returns the name of a state. The number after the last is time without a state.
pub(crate) fn state_name(times: &SliceTimes, state: usize) -> String {
    times.states.get(state).map_or_else(|| "no state".to_owned(), |name| words::shown(name))
}

/// Returns the standard deviation of each state's share over the runs of a side. Time without a state is last. Returns
/// `None` for a single run.
pub(crate) fn deviations(times: &SliceTimes, side: usize, part: Part) -> Option<Vec<f64>> {
    let runs = times.runs_of(side);
    let shares: Vec<Vec<f64>> = runs.iter().map(|run| run.shares_and_none(part)).collect();
    (shares.len() > 1).then(|| means(&shares).into_iter().map(|of| of.deviation).collect())
}

/// Returns true if the sides differ in an area no more than the runs of one of them do. With one run on each side there
/// is no spread.
pub(crate) fn is_within_spread(times: &SliceTimes, part: Part) -> bool {
    if times.sides() < 2 || times.runs.iter().all(|runs| runs.len() < 2) {
        return false;
    }
    let [a, b] = [0, 1].map(|side| {
        times.runs_of(side).iter().map(|run| run.shares_and_none(part)).collect::<Vec<Vec<f64>>>()
    });
    is_difference_within_spread([&a, &b])
}
