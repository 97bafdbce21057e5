//! Findings about a pair of runs as a whole: causes before effects.
//!
//! [`crate::differences`] asks which lanes changed more than the other lanes. That misses two things: a change of all
//! lanes at once, and a single lane that all others wait for on a large machine, where it has hardly any share of all
//! time. Findings are measured in time per lane instead, which does not depend on the number of lanes.
//!
//! * [`works`]: lanes that work longer than the median lane while the others wait.
//! * [`messages`]: pairs of places between which messages take longer.
//! * [`whole`]: stretches of time in which all lanes together spend their time otherwise.
//! * [`each_lane`]: states in which each lane spends more time, or less.
//! * The tail: the time in which one run goes on after the other has ended.
//! * [`mod@waits_for`]: lanes that only wait, and the lanes that they wait for.
//!
//! All of them use [`PairTimes`]: time in each run's own ticks, in slices between which the runs correspond.

mod each_lane;
mod finding;
mod lags;
mod limits;
mod messages;
mod pair_times;
mod slice_map;
mod stretch;
mod waits_for;
mod whole;
mod works;

pub use finding::{Finding, FindingKind};
pub use messages::MessageTime;
pub use pair_times::{LaneTimes, PairTimes, RunOfStates, SignificantStates, are_few, finding_states};
pub use slice_map::SliceMap;
pub use waits_for::{LateMessages, waits_for};

/// Least part of a change of waiting that lies in the time of the cause that it is named after.
const MOST_IN_TIME: f64 = 0.5;

/// Part of the time after the end of one run that a cause must explain, so that this time is its effect.
const MOST_OF_TAIL: f64 = 0.5;

/// The findings of a pair.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Findings {
    /// Causes, the largest first: lanes that work longer, messages that take longer, changes of all lanes and the tail.
    /// They are followed by their effects, the largest first: lanes that wait for a cause, and changes of all lanes at the
    /// time of a cause. If the runs are exchanged, the findings are the same with the other sign.
    pub found: Vec<Finding>,
    /// Pauses of single lanes that are no findings, because other lanes pause as long.
    pub pauses: Vec<Finding>,
}

/// Finds everything. `messages` are those of A and of B, and `late` the late ones of them.
pub fn findings(pair: &PairTimes<'_>, messages: [&[MessageTime]; 2], late: &LateMessages) -> Findings {
    if pair.tree.nodes().is_empty() || pair.both == 0 {
        return Findings::default();
    }
    let work = works::WorkChanges::new(pair);
    let works::Works { found: mut causes, pauses } = works::works(pair, &work);
    causes.extend(messages::messages(pair, messages));
    let (mut effects, alone): (Vec<Finding>, Vec<Finding>) = whole::whole(pair, &work)
        .into_iter()
        .map(|all| Finding { other: behind(pair, late, &all, &causes), ..all })
        .filter(|all| !pauses.iter().any(|pause| is_of_pause(all, pause)))
        .partition(|all| is_effect(all, &causes));
    let tail = whole::tail(pair);
    let is_explained = tail.as_ref().is_some_and(|tail| {
        let explains = |of: &Finding| of.ticks * tail.ticks.signum() >= MOST_OF_TAIL * tail.ticks.abs();
        causes.iter().any(explains)
    });
    let each_lane = each_lane::each_lane(pair, &causes);
    if is_explained {
        effects.extend(tail);
    } else {
        causes.extend(tail);
    }
    causes.extend(alone);
    let (waiting, slower): (Vec<Finding>, Vec<Finding>) = each_lane
        .into_iter()
        .filter(|each| !causes.iter().chain(&effects).any(|all| holds(all, each)))
        .partition(|each| pair.waits[each.state]);
    let is_effect_of = |each: &Finding| is_effect(each, &causes) || slower.iter().any(|of| overlap(of, each));
    let (waiting, alone): (Vec<Finding>, Vec<Finding>) = waiting
        .into_iter()
        .map(|each| Finding { other: behind(pair, late, &each, &causes), ..each })
        .partition(is_effect_of);
    // A group of lanes counts by all of their time. Changes of all lanes count once, because they have no place.
    let rank = |of: &Finding| if of.kind == FindingKind::Works { in_all_lanes(of) } else { of.ticks.abs() };
    causes.sort_by(|one, other| rank(other).total_cmp(&rank(one)));
    // A cause with a place says more than a change that each lane has.
    for each in slower.into_iter().chain(alone) {
        let has_place = |of: &Finding| matches!(of.kind, FindingKind::Works | FindingKind::Messages);
        let before = causes.iter().rposition(|of| has_place(of) || rank(of) >= rank(&each));
        causes.insert(before.map_or(0, |before| before + 1), each);
    }
    let works = causes.iter().filter(|of| of.kind == FindingKind::Works);
    effects.extend(works.filter_map(|of| late.waiting(pair, &work, of)));
    effects.extend(waiting);
    effects.sort_by(|one, other| in_all_lanes(other).total_cmp(&in_all_lanes(one)));
    causes.extend(effects);
    Findings { found: causes, pauses }
}

/// Returns true if a change of all lanes is that of a pause of one lane, for which all others wait.
fn is_of_pause(all: &Finding, pause: &Finding) -> bool {
    let is_most = pause.ticks * all.ticks.signum() >= MOST_IN_TIME * all.ticks.abs();
    is_most && overlap(pause, all)
}

/// Returns the ticks of all lanes of a finding together.
fn in_all_lanes(of: &Finding) -> f64 {
    of.ticks.abs() * of.lanes as f64
}

/// Returns true if a change of all lanes lies at the time of a cause.
fn is_effect(all: &Finding, causes: &[Finding]) -> bool {
    causes.iter().any(|cause| cause.kind != FindingKind::Tail && overlap(cause, all))
}

/// Returns true if a stretch of changed time holds half of the change that each lane has in a state.
fn holds(all: &Finding, each: &Finding) -> bool {
    let [a, b] = all.times[each.state];
    matches!(all.kind, FindingKind::Whole | FindingKind::Tail)
        && (b - a) * each.ticks.signum() >= each.ticks.abs() / 2.0
}

/// Returns the node that the lanes of a change of all lanes wait for: the lanes whose additional work explains the waiting,
/// or the sender of the messages that they wait for. Lanes that meet in a barrier or a reduction exchange no messages.
fn behind(pair: &PairTimes<'_>, late: &LateMessages, of: &Finding, causes: &[Finding]) -> Option<usize> {
    let is_waiting = pair.waits.get(of.state).is_some_and(|&waits| waits);
    let works = causes.iter().filter(|cause| is_waiting && cause.kind == FindingKind::Works);
    let lanes = 0..pair.tree.leaves().len();
    let in_time_of = |cause: &Finding| -> f64 {
        let slices = [cause.slices[0], waits_for::last_slice(pair, cause)];
        let [a, b] = pair.times.map(|times| times.mean_of(lanes.clone(), of.state, slices));
        (b - a) * of.ticks.signum()
    };
    let is_in_time = |cause: &&Finding| in_time_of(cause) >= MOST_IN_TIME * of.ticks.abs();
    let explaining = works.filter(|cause| each_lane::explains(cause, of)).filter(is_in_time);
    let most = explaining.max_by(|one, other| one.ticks.abs().total_cmp(&other.ticks.abs()));
    most.map(|cause| cause.node).or_else(|| late.behind_change_of_all(pair, of))
}

fn overlap(one: &Finding, other: &Finding) -> bool {
    one.slices[0] <= other.slices[1] && other.slices[0] <= one.slices[1]
}
