//! The states in an area on every side. With several runs these are means, with the deviation of the runs.

use super::{ListedArea, SliceTimes, points, share};
use diptych_aggregate::{NodeTimes, Part, is_difference_within_spread, means};
use diptych_protocol::{PartnerRow, SideName};
use diptych_trace::{Axis, Sorting};
use diptych_views::{numbers, words};

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
    /// Computes the shares of lanes that are shown separately. They are shares of each side's own time: if the time of B is
    /// aligned by matched calls, a slice counts by the time that it takes in B.
    pub(crate) fn of(times: &SliceTimes, part: Part) -> Self {
        let deviations = (0..times.sides()).map(|side| deviations(times, side, part));
        let shares = (0..times.sides()).map(|side| own_shares(times, side, part)).collect();
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

    /// Returns the row of a state of a pair in time per lane, as the list of areas states it. `widths` are the times of the area
    /// in A and in B.
    pub(crate) fn row_in_time(
        &self,
        times: &SliceTimes,
        axis: Axis,
        widths: [f64; 2],
        state: usize,
    ) -> PartnerRow {
        let [a, b] = [0, 1].map(|side: usize| self.shares[side][state] * widths[side]);
        let text = |ticks: f64| numbers::extent(axis, ticks.round() as i64);
        let sign = if b < a { "\u{2212}" } else { "+" };
        let is_changed = (b - a).abs() >= LEAST * widths[0].max(widths[1]);
        let change = if is_changed { format!("{sign}{}", text((b - a).abs())) } else { String::new() };
        PartnerRow { label: state_name(times, state), a: text(a), b: text(b), change }
    }

    /// Returns the reported states of a pair in the order of their change of time. `widths` are the times of the area in A and in
    /// B.
    pub(crate) fn order_by_time(&self, widths: [f64; 2]) -> Vec<usize> {
        let mut order = self.order();
        let change =
            |state: usize| (self.shares[1][state] * widths[1] - self.shares[0][state] * widths[0]).abs();
        order.order_by(|&x, &y| change(y).total_cmp(&change(x)).then(x.cmp(&y)));
        order
    }
}

/// Returns the shares of a side's own time in an area by state; time without a state is last.
fn own_shares(times: &SliceTimes, side: usize, part: Part) -> Vec<f64> {
    let of = &times.times[side];
    let width = |slice: u32| times.edge(side, slice + 1) - times.edge(side, slice);
    let all: i64 = (part.from..=part.to).map(width).sum();
    let is_even = (part.from..=part.to).all(|slice| width(slice) == width(part.from));
    if is_even || all <= 0 {
        return of.shares_and_none(part);
    }
    let mut shares = vec![0.0; times.states.len() + 1];
    for slice in part.from..=part.to {
        let own = of.shares_and_none(Part { from: slice, to: slice, ..part });
        for (sum, share) in shares.iter_mut().zip(own) {
            *sum += share * width(slice) as f64 / all as f64;
        }
    }
    shares
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
