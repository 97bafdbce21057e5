//! What an area did on every side, state by state: of several runs a side the mean, and how far runs lie from it.

use super::{AreaKind, ListedArea, SliceTimes, points, share};
use crate::words;
use diptych_aggregate::{Part, is_difference_within_spread, means};
use diptych_protocol::{PartnerRow, SideName};

/// Less of the time than this is not told.
const LEAST: f64 = 0.0005;

/// Shares by side that is open and state, that of time without one last.
#[derive(Debug)]
pub(crate) struct StateShares {
    pub(crate) shares: Vec<Vec<f64>>,
    /// By side, standard deviations of its runs, where it has several.
    deviations: Vec<Option<Vec<f64>>>,
}

impl StateShares {
    /// Of lanes that are told apart.
    pub(crate) fn of(times: &SliceTimes, part: Part) -> Self {
        let deviations = (0..times.sides()).map(|side| deviations(times, side, part));
        let shares = times.times.iter().map(|of| of.shares_and_none(part)).collect();
        Self { shares, deviations: deviations.collect() }
    }

    /// Of a listed difference, whose lanes need not be told apart.
    pub(super) fn listed(area: &ListedArea) -> Option<Self> {
        let of_side = |side: usize| area.shares.iter().map(|both| both[side]).collect();
        (area.kind == AreaKind::Differs)
            .then(|| Self { shares: vec![of_side(0), of_side(1)], deviations: vec![None, None] })
    }

    /// How much a state is worth being told: of a pair by its change, else by its share.
    fn weight(&self, state: usize) -> f64 {
        match &self.shares[..] {
            [a, b] => (b[state] - a[state]).abs(),
            of => of[0][state],
        }
    }

    /// States that are told, what weighs most first.
    pub(crate) fn order(&self) -> Vec<usize> {
        let is_told = |state: &usize| self.shares.iter().any(|of| of[*state] > LEAST);
        let mut order: Vec<usize> = (0..self.shares[0].len()).filter(is_told).collect();
        order.sort_by(|&x, &y| self.weight(y).total_cmp(&self.weight(x)).then(x.cmp(&y)));
        order
    }

    /// The share of a state on a side: `43.5 %`, of several runs `43.5 % ± 2.1`.
    pub(crate) fn text(&self, open: usize, state: usize) -> String {
        let text = share(self.shares[open][state]);
        match &self.deviations[open] {
            Some(of) => format!("{text} ± {:.1}", of[state] * 100.0),
            None => text,
        }
    }

    /// What one state does on the sides that are open, and how that changes.
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

/// The name of a state, time without one standing behind them.
pub(crate) fn state_name(times: &SliceTimes, state: usize) -> String {
    times.states.get(state).map_or_else(|| "no state".to_owned(), |name| words::shown(name))
}

/// How far runs of a side lie apart in an area, by state, that of time without one last: standard deviations. `None` of one run.
pub(crate) fn deviations(times: &SliceTimes, side: usize, part: Part) -> Option<Vec<f64>> {
    let runs = times.runs_of(side);
    let shares: Vec<Vec<f64>> = runs.iter().map(|run| run.shares_and_none(part)).collect();
    (shares.len() > 1).then(|| means(&shares).into_iter().map(|of| of.deviation).collect())
}

/// Whether both sides differ in an area no more than runs of one of them do. Of one run a side there is no spread.
pub(crate) fn is_within_spread(times: &SliceTimes, part: Part) -> bool {
    if times.sides() < 2 || times.runs.iter().all(|runs| runs.len() < 2) {
        return false;
    }
    let [a, b] = [0, 1].map(|side| {
        times.runs_of(side).iter().map(|run| run.shares_and_none(part)).collect::<Vec<Vec<f64>>>()
    });
    is_difference_within_spread([&a, &b])
}
