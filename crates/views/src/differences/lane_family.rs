//! Pools of lanes with more or fewer workers, in words.

use super::findings::{LEAST_OF_WHOLE, MOST_BY_CALLS, Whole};
use super::rows::RowContext;
use crate::{numbers, words};
use diptych_compare::lane_families::LaneFamily;

/// Smallest part of an equal share of a family's work that each additional lane does.
const LEAST_OF_SHARE: f64 = 0.5;

/// Returns the family whose number of lanes explains the change of the run's length, if there is one.
///
/// The side with more lanes is shorter, its additional lanes do a fair part of the work, and all lanes of the family
/// together work about as long on both sides. The busiest lane changes by at least half as much as the run.
pub(super) fn that_explains(context: RowContext<'_>, whole: Whole) -> Option<&LaneFamily> {
    if whole.is_as_long || !numbers::has_places(context.axis) {
        return None;
    }
    let change = |[a, b]: [i64; 2]| (b - a) as f64;
    let growth = |[a, b]: [i64; 2]| (b as f64 / a as f64).ln();
    let explains = |of: &&LaneFamily| {
        let [a, b] = of.lanes;
        let more = usize::from(b > a);
        let additional = f64::from(a.abs_diff(b)) / f64::from(of.lanes[more]);
        let is_work_shared = of.alone[more] as f64 >= LEAST_OF_SHARE * additional * of.work[more] as f64;
        (b < a) == (whole.run > 0.0)
            && of.work.iter().chain(&of.busiest).all(|&ticks| ticks > 0)
            && is_work_shared
            && growth(of.work).abs() <= MOST_BY_CALLS * growth(of.busiest).abs()
            && change(of.busiest) * whole.run.signum() >= LEAST_OF_WHOLE * whole.run.abs()
    };
    let explaining = context.lane_families.iter().filter(explains);
    explaining.max_by(|x, y| change(x.busiest).abs().total_cmp(&change(y.busiest).abs()))
}

/// Returns the numbers of lanes of a family and the effect: `B has 3 worker lanes instead of 4 (4 lanes instead of 5 in all).
/// The busiest one works 80.4 ms instead of 60.3 ms`. The verdict counts all lanes, so these follow unless all are of the
/// family. `all` are the numbers of all lanes, and `busy_lanes` the mean numbers of lanes that work at a time.
pub(super) fn sentence(
    context: RowContext<'_>,
    of: &LaneFamily,
    all: [u64; 2],
    busy_lanes: Option<[f64; 2]>,
) -> String {
    let lanes = of.lanes.map(u64::from);
    let lane = |count: u64| if count == 1 { "lane" } else { "lanes" };
    let name = if of.name.is_empty() { String::new() } else { format!("{} ", words::shown(&of.name)) };
    let [a, b] = lanes.map(numbers::count);
    let in_all = if all == lanes {
        String::new()
    } else {
        let [a, b] = all.map(numbers::count);
        format!(" ({b} {} instead of {a} in all)", lane(all[1]))
    };
    let [busiest_a, busiest_b] = of.busiest.map(|ticks| numbers::extent(context.axis, ticks));
    let busy = busy_lanes.map_or_else(String::new, |[a, b]| {
        let [a, b] = [a, b].map(numbers::three_digits);
        format!(", and {b} lanes are busy on average instead of {a}")
    });
    format!(
        "B has {b} {name}{} instead of {a}{in_all}. The busiest one works {busiest_b} instead of {busiest_a}{busy}",
        lane(lanes[1])
    )
}

/// Returns how many lanes worked at a time: `All calls together take about as long, but more of them run at the same time:
/// 4.00 lanes are busy on average instead of 2.00`.
pub(super) fn busy_lanes([a, b]: [f64; 2]) -> String {
    let more = if b > a { "more" } else { "fewer" };
    format!(
        "All calls together take about as long, but {more} of them run at the same time: {} lanes are busy on average \
         instead of {}",
        numbers::three_digits(b),
        numbers::three_digits(a)
    )
}
