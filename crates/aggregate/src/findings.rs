//! Findings about a pair of runs as a whole: causes before effects.
//!
//! [`crate::differences`] asks which lanes changed more than the other lanes. That misses two things: a change of all
//! lanes at once, and a single lane that all others wait for on a large machine, where it has hardly any share of all
//! time. Findings are measured in time per lane instead, which does not depend on the number of lanes.
//!
//! * [`works`]: lanes that work longer than the median lane while the others wait.
//! * [`messages`]: pairs of places between which messages take longer.
//! * [`whole`]: stretches of time in which all lanes together spend their time otherwise.
//! * The tail: the time in which one run goes on after the other has ended.
//!
//! All of them use [`PairTimes`]: time in each run's own ticks, in slices between which the runs correspond.

mod lags;
mod messages;
mod pair_times;
mod slice_map;
mod waits_for;
mod whole;
mod works;

pub use messages::MessageTime;
pub use pair_times::{LaneTimes, PairTimes, finding_states};
pub use slice_map::SliceMap;
pub use waits_for::waits_for;

/// The kind of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FindingKind {
    /// Lanes work longer than the median lane, while the others wait.
    Works,
    /// Messages between two places take longer.
    Messages,
    /// All lanes together spend their time otherwise.
    Whole,
    /// One run goes on after the other has ended.
    Tail,
}

/// A finding.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// Kind of the finding.
    pub kind: FindingKind,
    /// Node of the lanes. For messages, the node that receives most of the additional time.
    pub node: usize,
    /// For messages, the node at the other end.
    pub other: Option<usize>,
    /// First and last slice.
    pub slices: [usize; 2],
    /// Ticks that make the rank, B less A: per lane and beyond the median lane for [`FindingKind::Works`], per receiving
    /// lane for messages, per lane for the whole, and of the run for the tail. Negative if it is A that takes longer.
    pub ticks: f64,
    /// State whose time grew most, or fell most if `ticks` is negative. The number after the last state is time without
    /// a state.
    pub state: usize,
    /// Ticks per lane of each state in A and in B, within the slices; time without a state comes last.
    pub times: Vec<[f64; 2]>,
    /// Ticks relative to the noise.
    pub z: f64,
}

/// Smallest part of the compared time that a finding takes, per lane.
const LEAST_PART: f64 = 0.01;
/// Smallest part of the compared time of a finding that begins in the first slice. How long a run takes to start varies
/// more than the rest.
const LEAST_AT_START: f64 = 0.05;
/// Smallest ratio of a finding to the noise.
const LEAST_Z: f64 = 6.0;
/// Least part of its time that a lane additionally works in A, to pause there.
const PAUSE_PART: f64 = 0.5;
/// Smallest ratio of a finding to the largest change in the other direction. Pauses strike other lanes in each run, so
/// without a cause the largest changes of both directions are about equal.
const OVER_OPPOSITE: f64 = 2.0;
/// Most findings of a kind.
const MOST: usize = 20;

/// The findings of a pair.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Findings {
    /// Causes, the largest first: lanes that work longer, messages that take longer, changes of all lanes and the tail.
    /// They are followed by their effects: changes of all lanes at the time of a cause.
    pub found: Vec<Finding>,
    /// Pauses of single lanes that A has and B has not. B does nothing unusual there, so they are no findings about B.
    pub pauses_of_a: Vec<Finding>,
    /// Number of single lanes that work less in B, without a pause of A. Less work is no cause.
    pub less_work: usize,
}

/// Finds everything. `messages` are those of A and of B.
pub fn findings(pair: &PairTimes<'_>, messages: [&[MessageTime]; 2]) -> Findings {
    if pair.tree.nodes().is_empty() || pair.both == 0 {
        return Findings::default();
    }
    let work = works::WorkChanges::new(pair);
    let lanes = |of: &Finding| pair.tree.nodes()[of.node].leaves.len();
    let (less, mut causes): (Vec<Finding>, Vec<Finding>) =
        works::works(pair, &work).into_iter().partition(|of| of.ticks < 0.0 && lanes(of) == 1);
    let in_a = |of: &Finding| pair.times[0].widths()[of.slices[0]..=of.slices[1]].iter().sum::<f64>();
    let (pauses_of_a, less): (Vec<Finding>, Vec<Finding>) =
        less.into_iter().partition(|of| of.ticks.abs() >= PAUSE_PART * in_a(of));
    causes.extend(messages::messages(pair, messages));
    causes.extend(whole::tail(pair));
    let (effects, alone): (Vec<Finding>, Vec<Finding>) = whole::whole(pair, &work)
        .into_iter()
        .filter(|all| !pauses_of_a.iter().any(|pause| overlap(pause, all)))
        .partition(|all| causes.iter().any(|cause| cause.kind != FindingKind::Tail && overlap(cause, all)));
    causes.extend(alone);
    // A group of lanes counts by all of their time. Changes of all lanes count once, because they have no place.
    let rank = |of: &Finding| match of.kind {
        FindingKind::Works => of.ticks.abs() * lanes(of) as f64,
        FindingKind::Messages | FindingKind::Whole | FindingKind::Tail => of.ticks.abs(),
    };
    causes.sort_by(|one, other| rank(other).total_cmp(&rank(one)));
    causes.extend(effects);
    Findings { found: causes, pauses_of_a, less_work: less.len() }
}

fn overlap(one: &Finding, other: &Finding) -> bool {
    one.slices[0] <= other.slices[1] && other.slices[0] <= one.slices[1]
}

/// Returns the stretch of values with the largest sum, first and last index included; of equal ones the first.
/// O(values).
fn best_stretch(values: &[f64]) -> Option<[usize; 2]> {
    let mut best: Option<(f64, [usize; 2])> = None;
    let (mut sum, mut from) = (0.0, 0);
    for (at, value) in values.iter().enumerate() {
        if sum <= 0.0 {
            (sum, from) = (0.0, at);
        }
        sum += value;
        if best.is_none_or(|(most, _)| sum > most) {
            best = Some((sum, [from, at]));
        }
    }
    best.map(|(_, stretch)| stretch)
}

/// Returns the stretch in which most of an excess lies. Slices with less than a tenth of the largest value count
/// against it, so that noise does not extend it.
fn place_of(excess: &[f64]) -> [usize; 2] {
    let most = excess.iter().copied().fold(0.0, f64::max);
    let less: Vec<f64> = excess.iter().map(|value| value - most / 10.0).collect();
    best_stretch(&less).unwrap_or([0, excess.len().saturating_sub(1)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn best_stretch_has_the_largest_sum(values in prop::collection::vec(-9i32..9, 1..24)) {
            let values: Vec<f64> = values.into_iter().map(f64::from).collect();
            let sum = |[from, to]: [usize; 2]| values[from..=to].iter().sum::<f64>();
            let all = (0..values.len()).flat_map(|from| (from..values.len()).map(move |to| [from, to]));
            let most = all.map(sum).fold(f64::NEG_INFINITY, f64::max);
            prop_assert!((sum(best_stretch(&values).unwrap()) - most).abs() < 1e-9);
        }
    }
}
