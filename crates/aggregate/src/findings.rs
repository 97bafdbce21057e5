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
//! * [`mod@waits_for`]: lanes that only wait, and the lanes that they wait for.
//!
//! All of them use [`PairTimes`]: time in each run's own ticks, in slices between which the runs correspond.

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
pub use pair_times::{LaneTimes, PairTimes, finding_states};
pub use slice_map::SliceMap;
pub use waits_for::{LateMessages, waits_for};

/// Least part of its time that a lane additionally works in A, to pause there.
const PAUSE_PART: f64 = 0.5;
/// The findings of a pair.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Findings {
    /// Causes, the largest first: lanes that work longer, messages that take longer, changes of all lanes and the tail.
    /// They are followed by their effects: lanes that wait for a cause, and changes of all lanes at the time of a cause.
    pub found: Vec<Finding>,
    /// Pauses of single lanes that A has and B has not. B does nothing unusual there, so they are no findings about B.
    pub pauses_of_a: Vec<Finding>,
    /// Number of single lanes that work less in B, without a pause of A. Less work is no cause.
    pub less_work: usize,
}

/// Finds everything. `messages` are those of A and of B, and `late` the late ones of them.
pub fn findings(pair: &PairTimes<'_>, messages: [&[MessageTime]; 2], late: &LateMessages) -> Findings {
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
        .map(|all| Finding { other: late.behind_change_of_all(pair, &all), ..all })
        .filter(|all| !pauses_of_a.iter().any(|pause| overlap(pause, all)))
        .partition(|all| causes.iter().any(|cause| cause.kind != FindingKind::Tail && overlap(cause, all)));
    causes.extend(alone);
    // A group of lanes counts by all of their time. Changes of all lanes count once, because they have no place.
    let rank = |of: &Finding| match of.kind {
        FindingKind::Works => of.ticks.abs() * lanes(of) as f64,
        FindingKind::Messages | FindingKind::Whole | FindingKind::Tail | FindingKind::Waits => of.ticks.abs(),
    };
    causes.sort_by(|one, other| rank(other).total_cmp(&rank(one)));
    let works = causes.iter().filter(|of| of.kind == FindingKind::Works);
    let waiting: Vec<Finding> = works.filter_map(|of| late.waiting(pair, &work, of)).collect();
    causes.extend(waiting);
    causes.extend(effects);
    Findings { found: causes, pauses_of_a, less_work: less.len() }
}

fn overlap(one: &Finding, other: &Finding) -> bool {
    one.slices[0] <= other.slices[1] && other.slices[0] <= one.slices[1]
}
