//! The choice of quiet lanes, for pictures with room for fewer lanes than there are.

/// Largest share of all busy time that the quiet lanes have together: one part in so many.
const PARTS: u128 = 10;
/// A quiet lane has at most one of so many parts of the mean busy time of a lane. Without this bound, three of 64
/// equally busy ranks would count as quiet.
const OF_MEAN: u128 = 4;

/// Returns true for each lane that is quiet, given the busy ticks of all lanes.
///
/// Quiet lanes are those with the least busy time: as many as have 10 % of all busy time together, each at most a quarter
/// of the mean. The `room` busiest lanes are never quiet, and neither are the lanes in `kept`. A single quiet lane
/// counts as none, because a row that stands for it takes as much room. Of equally busy lanes the first are kept.
/// O(lanes · log lanes).
pub fn quiet_lanes(busy: &[u64], room: usize, kept: &[usize]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..busy.len()).collect();
    order.sort_by_key(|&lane| (std::cmp::Reverse(busy[lane]), lane));
    let all: u128 = busy.iter().map(|&ticks| u128::from(ticks)).sum();
    let mut is_quiet = vec![false; busy.len()];
    let (mut sum, mut count) = (0, 0);
    for &lane in order.iter().skip(room).rev().filter(|lane| !kept.contains(lane)) {
        let own = u128::from(busy[lane]);
        sum += own;
        if sum * PARTS > all || own * OF_MEAN * busy.len() as u128 > all {
            break;
        }
        is_quiet[lane] = true;
        count += 1;
    }
    if count == 1 {
        is_quiet.fill(false);
    }
    is_quiet
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Tries every number of quiet lanes, the largest first.
    fn naive(busy: &[u64], room: usize, kept: &[usize]) -> Vec<bool> {
        let rank = |lane: usize| {
            let before = |other: &usize| (busy[*other], lane) > (busy[lane], *other);
            (0..busy.len()).filter(before).count()
        };
        let mut foldable: Vec<usize> =
            (0..busy.len()).filter(|&lane| rank(lane) >= room && !kept.contains(&lane)).collect();
        foldable.sort_by_key(|&lane| std::cmp::Reverse(rank(lane)));
        let all: u64 = busy.iter().sum();
        let is_little = |lanes: &[usize]| {
            let mean = all as f64 / busy.len().max(1) as f64;
            lanes.iter().map(|&lane| busy[lane]).sum::<u64>() as f64 <= all as f64 * 0.1
                && lanes.iter().all(|&lane| busy[lane] as f64 <= mean / 4.0)
        };
        let count = (0..=foldable.len()).rev().find(|&count| is_little(&foldable[..count])).unwrap_or(0);
        (0..busy.len()).map(|lane| count > 1 && foldable[..count].contains(&lane)).collect()
    }

    proptest! {
        #[test]
        fn quiet_lanes_are_as_many_as_fit(
            busy in prop::collection::vec(prop_oneof![0u64..4, 0u64..1_000], 0..30),
            room in 0usize..12,
            kept in prop::collection::vec(0usize..30, 0..4),
        ) {
            prop_assert_eq!(quiet_lanes(&busy, room, &kept), naive(&busy, room, &kept));
        }
    }

    #[test]
    fn equally_busy_lanes_are_never_quiet() {
        assert_eq!(quiet_lanes(&[7; 64], 24, &[]), [false; 64]);
        let mut busy = [700; 64];
        busy[3..9].fill(7);
        let quiet = quiet_lanes(&busy, 24, &[5]);
        assert_eq!((0..64).filter(|&lane| quiet[lane]).collect::<Vec<_>>(), [3, 4, 6, 7, 8]);
    }
}
