//! Joins instants that are too close for a label each.

use std::ops::Range;

/// Instants that share a label.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Cluster {
    /// Rows of the instants.
    pub rows: Range<usize>,
    /// Position of the first one, CSS pixels.
    pub x: f64,
    /// Distance to the first instant of the next cluster: the room for the label. Infinite for the last cluster.
    pub room_px: f64,
}

/// The mapping between rows of instants and pixels.
#[derive(Debug)]
pub(crate) struct Places<'a, X, T> {
    /// Times of all instants, ascending.
    pub at: &'a [i64],
    /// Returns the x of a tick.
    pub x: X,
    /// Returns the first tick at or right of an x.
    pub tick: T,
}

impl<X: Fn(i64) -> f64, T: Fn(f64) -> i64> Places<'_, X, T> {
    /// Returns the first row behind `row` that lies at least `gap_px` right of it, and below `end`. O(log rows).
    fn behind(&self, row: usize, gap_px: f64, end: usize) -> usize {
        let tick = (self.tick)((self.x)(self.at[row]) + gap_px);
        let rows = &self.at[row + 1..end];
        row + 1 + rows.partition_point(|&at| at < tick)
    }
}

/// Returns the clusters of a range of rows, from left to right. The first instants of two clusters lie at least `gap_px`
/// apart, so labels of that width do not overlap. O(clusters · log rows).
pub(crate) fn clusters<X: Fn(i64) -> f64, T: Fn(f64) -> i64>(
    places: &Places<'_, X, T>,
    rows: Range<usize>,
    gap_px: f64,
) -> Vec<Cluster> {
    let mut clusters: Vec<Cluster> = Vec::new();
    let mut first = rows.start;
    while first < rows.end {
        let end = places.behind(first, gap_px, rows.end);
        let x = (places.x)(places.at[first]);
        if let Some(before) = clusters.last_mut() {
            before.room_px = x - before.x;
        }
        clusters.push(Cluster { rows: first..end, x, room_px: f64::INFINITY });
        first = end;
    }
    clusters
}

/// Returns the positions of a cluster's sticks, at least a pixel apart. O(pixels · log rows).
pub(crate) fn sticks<X: Fn(i64) -> f64, T: Fn(f64) -> i64>(
    places: &Places<'_, X, T>,
    rows: Range<usize>,
) -> Vec<f64> {
    let mut sticks = Vec::new();
    let mut row = rows.start;
    while row < rows.end {
        sticks.push((places.x)(places.at[row]));
        row = places.behind(row, 1.0, rows.end);
    }
    sticks
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn clusters_and_sticks_equal_a_scan(
            gaps in prop::collection::vec(0i64..400, 0..80),
            gap in 1i64..60,
            power in 0u32..5,
        ) {
            let at: Vec<i64> = gaps.iter().scan(-50, |now, gap| { *now += gap; Some(*now) }).collect();
            // Powers of two, so that distances in pixels are exact.
            let ticks_per_px = 1i64 << power;
            let x = |tick: i64| tick as f64 / ticks_per_px as f64;
            let tick = |x: f64| (x * ticks_per_px as f64).ceil() as i64;
            let places = Places { at: &at, x, tick };
            let xs: Vec<f64> = at.iter().map(|&at| x(at)).collect();
            let found = clusters(&places, 0..at.len(), gap as f64);
            let rows: Vec<Range<usize>> = found.iter().map(|cluster| cluster.rows.clone()).collect();
            prop_assert_eq!(rows, by_scan(&at, gap * ticks_per_px));
            for pair in found.windows(2) {
                prop_assert!(pair[0].room_px >= gap as f64 - 1e-9);
                prop_assert!((pair[0].x + pair[0].room_px - pair[1].x).abs() < 1e-3);
            }
            let all: Vec<f64> = found.iter().flat_map(|cluster| sticks(&places, cluster.rows.clone())).collect();
            // Every instant has a stick less than a pixel left of it.
            let has_stick = |x: &f64| all.iter().any(|stick| *stick <= *x && x - stick < 1.0);
            prop_assert!(xs.iter().all(has_stick));
            prop_assert!(all.iter().all(|stick| xs.contains(stick)));
        }
    }

    /// A twin that looks at every instant, in order.
    fn by_scan(at: &[i64], gap: i64) -> Vec<Range<usize>> {
        let mut clusters: Vec<Range<usize>> = Vec::new();
        for (row, tick) in at.iter().enumerate() {
            match clusters.last_mut() {
                Some(last) if *tick < at[last.start] + gap => last.end = row + 1,
                _ => clusters.push(row..row + 1),
            }
        }
        clusters
    }
}
