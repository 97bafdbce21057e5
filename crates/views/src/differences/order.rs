//! The sort criterion of a list: what its rows are measured by, and their order.

use diptych_compare::measures::SideMeasures;
use diptych_compare::ranking::{ChangeSubject, Row};
use diptych_protocol::comparison::DifferenceOrder;
use diptych_trace::Sorting;

/// Returns the rows of a list as a criterion measures them. `inclusive` has the inclusive time of each function, and
/// `of` the subjects of the rows if they are of several kinds. By inclusive time, a function has that as its time. An
/// outlier call stays a single call, and a function that is listed by its inclusive time already stays as it is.
pub fn measured_by(
    order: DifferenceOrder,
    rows: &[Row],
    of: &[ChangeSubject],
    inclusive: &[SideMeasures],
) -> Vec<Row> {
    let measured = |(place, row): (usize, &Row)| {
        let is_call = matches!(of.get(place), Some(ChangeSubject::Call { .. }));
        let ticks = inclusive.get(row.identity.index()).map(|measures| measures.ticks);
        match ticks {
            Some([a, b]) if order == DifferenceOrder::Inclusive && row.inclusive.is_none() && !is_call => {
                Row {
                    inclusive: Some([a, b]),
                    own_share: (a > 0.0).then(|| (b - a) / a),
                    overweight: None,
                    ..*row
                }
            }
            _ => *row,
        }
    };
    rows.iter().enumerate().map(measured).collect()
}

/// Returns the places of rows in the order of a criterion, the largest first: significant rows, then the others. Equal
/// rows stay in order of their change. O(rows · log rows).
pub fn ordered_by(order: DifferenceOrder, rows: &[Row]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..rows.len()).collect();
    // Lists come in the order of self time.
    let is_sorted = order == DifferenceOrder::SelfTime;
    let key = |place: &usize| if is_sorted { 0.0 } else { sort_value(order, &rows[*place]) };
    let part = |place: &usize| !rows[*place].stands_out();
    places.order_by(|x, y| part(x).cmp(&part(y)).then_with(|| key(y).total_cmp(&key(x))));
    places
}

/// Returns the value that a criterion sorts a row by. It is a size without a sign, and infinite for a ratio to nothing.
/// By self time it is the change that the lists come sorted by.
pub fn sort_value(order: DifferenceOrder, row: &Row) -> f64 {
    match order {
        DifferenceOrder::SelfTime | DifferenceOrder::Inclusive => {
            let [a, b] = row.listed_by();
            (b - a).abs()
        }
        DifferenceOrder::PerCall => {
            let calls = if row.is_call() { [1; 2] } else { row.calls };
            let each = |ticks: f64, calls: u64| if calls == 0 { 0.0 } else { ticks / calls as f64 };
            (each(row.b, calls[1]) - each(row.a, calls[0])).abs()
        }
        DifferenceOrder::Relative => row.own_share.map_or(f64::INFINITY, f64::abs),
        DifferenceOrder::Run => row.overweight.unwrap_or(f64::NEG_INFINITY),
        DifferenceOrder::Calls => row.calls[0].max(row.calls[1]) as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_profile::NodeId;
    use diptych_trace::IdentityId;

    fn row(function: u32, ticks: [f64; 2], calls: [u64; 2]) -> Row {
        Row::unranked(IdentityId(function), NodeId(0), ticks, calls)
    }

    fn names(order: DifferenceOrder, rows: &[Row]) -> Vec<u32> {
        ordered_by(order, rows).into_iter().map(|place| rows[place].identity.0).collect()
    }

    #[test]
    fn each_criterion_has_an_order_of_its_own() {
        let rows =
            [row(0, [100.0, 200.0], [10, 10]), row(1, [5.0, 65.0], [60, 60]), row(2, [20.0, 60.0], [1, 1])];
        assert_eq!(names(DifferenceOrder::SelfTime, &rows), [0, 1, 2]);
        assert_eq!(names(DifferenceOrder::PerCall, &rows), [2, 0, 1], "40, 10 and 1 per call");
        assert_eq!(names(DifferenceOrder::Relative, &rows), [1, 2, 0], "12, 2 and 1 times");
        assert_eq!(names(DifferenceOrder::Calls, &rows), [1, 0, 2]);
        let inclusive = [[100.0, 200.0], [10.0, 500.0], [900.0, 700.0]];
        let inclusive = inclusive.map(|ticks| SideMeasures { ticks, ..SideMeasures::default() });
        let by_inclusive = measured_by(DifferenceOrder::Inclusive, &rows, &[], &inclusive);
        assert_eq!(names(DifferenceOrder::Inclusive, &by_inclusive), [1, 2, 0], "490, 200 and 100");
        assert_eq!(by_inclusive[2].inclusive, Some([900.0, 700.0]));
        assert_eq!(measured_by(DifferenceOrder::Relative, &rows, &[], &inclusive), rows);
    }

    #[test]
    fn single_calls_are_measured_by_themselves() {
        let rows = [row(0, [1.0, 9.0], [1, 1])];
        let inclusive = [SideMeasures { ticks: [50.0, 60.0], ..SideMeasures::default() }];
        let of = [ChangeSubject::Call { place: 0 }];
        assert_eq!(measured_by(DifferenceOrder::Inclusive, &rows, &of, &inclusive), rows);
    }
}
