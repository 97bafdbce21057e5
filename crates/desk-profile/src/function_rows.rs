//! The rows of a function table: filtered, sorted, and with weights in the unit of the table.

use crate::path_results::CallPaths;
use diptych_profile::FunctionSums;
use diptych_protocol::compute::{FunctionTotals, SideTotals};
use diptych_protocol::{FunctionRef, FunctionSort, FunctionTableRow, FunctionTableState, FunctionWeights};
use diptych_trace::{Axis, AxisKind, FunctionId, IdentityId, Sorting, Trace};
use diptych_views::differences::one_side_word;
use diptych_views::{SignificantFunctions, words};
use std::cmp::Ordering;

/// Durations of single calls on each side, sorted by function name and file.
type Percentiles<'a> = Vec<(&'a FunctionRef, [Option<SideTotals>; 2])>;

/// All functions on call paths, measured by the weight of the paths.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FunctionRows<'a> {
    /// The call paths.
    pub profile: &'a CallPaths,
    /// The open traces.
    pub traces: [Option<&'a Trace>; 2],
    /// Factors on the weights of A and of B.
    pub factors: [f64; 2],
    /// Durations of single calls, if they are wanted and known.
    pub totals: Option<&'a [FunctionTotals]>,
    /// Functions with a significant change; `None` if nothing judged them.
    pub significant: Option<SignificantFunctions<'a>>,
}

/// Returns true if the calls of all open traces were recorded one by one. Otherwise they were put together from samples
/// or weights, so that their number and length mean nothing.
pub(crate) fn counts_calls(traces: [Option<&Trace>; 2]) -> bool {
    let is_recorded =
        |trace: &Trace| trace.axis().kind != AxisKind::Weight && !trace.sample_size().is_sampled();
    traces.into_iter().flatten().all(is_recorded)
}

impl FunctionRows<'_> {
    /// Returns the rows of a table, filtered and sorted. O(functions · log functions).
    pub(crate) fn sorted(&self, table: &FunctionTableState) -> Vec<FunctionTableRow> {
        let filter = table.filter.trim().to_lowercase();
        let names = &self.profile.names;
        let passes = |id: &IdentityId| {
            filter.is_empty()
                || names.name(*id).to_lowercase().contains(&filter)
                || names.file(*id).to_lowercase().contains(&filter)
        };
        let (functions, percentiles) = (self.functions(), self.percentiles());
        let ids = self.profile.table.functions().into_iter().filter(passes);
        let mut rows: Vec<FunctionTableRow> = ids.map(|id| self.row(id, &functions, &percentiles)).collect();
        rows.order_by(|x, y| compared(x, y, table));
        rows
    }

    /// Returns the column of a side in the tables of weights; `None` if the side is not open.
    fn column_of(&self, side: usize) -> Option<usize> {
        let open = self.traces.map(|trace| trace.is_some());
        open[side].then(|| usize::from(side == 1 && open[0]))
    }

    /// Returns each function as the traces name it, by number: the first such function of A, or of B if A has none.
    fn functions(&self) -> Vec<Option<FunctionRef>> {
        let mut found: Vec<Option<FunctionRef>> = vec![None; self.profile.names.len()];
        for (trace, numbers) in self.traces.into_iter().zip(&self.profile.identities) {
            let Some(trace) = trace else { continue };
            for (function, number) in numbers.iter().enumerate() {
                let place = &mut found[number.index()];
                if place.is_none() {
                    *place = words::function_reference(trace, FunctionId(function as u32));
                }
            }
        }
        found
    }

    fn percentiles(&self) -> Percentiles<'_> {
        let rows = self.totals.unwrap_or_default().iter();
        let mut found: Percentiles<'_> =
            rows.filter_map(|row| Some((row.function.as_ref()?, [row.a, row.b]))).collect();
        found.order_by(|(x, _), (y, _)| by_name(x, y));
        found
    }

    fn row(
        &self,
        id: IdentityId,
        functions: &[Option<FunctionRef>],
        percentiles: &[(&FunctionRef, [Option<SideTotals>; 2])],
    ) -> FunctionTableRow {
        let function = functions[id.index()].as_ref();
        let place = |of: &FunctionRef| percentiles.binary_search_by(|(other, _)| by_name(other, of)).ok();
        let single = function.and_then(place).map(|place| percentiles[place].1);
        let side = |side: usize| {
            let sums = &self.profile.table.sides[self.column_of(side)?];
            let call_axis = self.traces[side].map_or(Axis::TIME, Trace::axis);
            let of_calls = single.and_then(|sides| sides[side]);
            (sums.calls[id.index()] > 0)
                .then(|| self.weights(sums, id, self.factors[side], of_calls, call_axis))
        };
        let [a, b] = [side(0), side(1)];
        let is_judged = a.is_some() && b.is_some();
        FunctionTableRow {
            name: self.profile.names.name(id).to_owned(),
            file: words::shown(self.profile.names.file(id)),
            function: function.cloned(),
            a,
            b,
            not_significant: is_judged && self.significant.is_some_and(|of| !of.holds(id)),
            one_side_word: self
                .one_side_word(id, a.is_some())
                .filter(|_| !is_judged)
                .unwrap_or_default()
                .to_owned(),
        }
    }

    /// Returns the word for a function of one side that has a counterpart under another name or in another file, or that may
    /// only be missing on the other side.
    fn one_side_word(&self, id: IdentityId, is_in_a: bool) -> Option<&'static str> {
        let significant = self.significant.as_ref()?;
        let may_be_missing = significant.gaps[usize::from(is_in_a)];
        let missing = may_be_missing.then(|| one_side_word(significant.gaps, !is_in_a));
        significant.successor(id).map(|of| of.word).or(missing)
    }

    fn weights(
        &self,
        sums: &FunctionSums,
        id: IdentityId,
        factor: f64,
        of_calls: Option<SideTotals>,
        call_axis: Axis,
    ) -> FunctionWeights {
        let unit = factor * self.profile.axis.scale;
        let single = |of: fn(SideTotals) -> i64| of_calls.map(|side| of(side) as f64 * call_axis.scale);
        FunctionWeights {
            calls: sums.calls[id.index()] as f64,
            own: sums.own[id.index()] as f64 * unit,
            total: sums.total[id.index()] as f64 * unit,
            mean: sums.mean(id) * unit,
            p50: single(|side| side.p50_ticks),
            p99: single(|side| side.p99_ticks),
        }
    }
}

fn by_name(x: &FunctionRef, y: &FunctionRef) -> Ordering {
    (&x.name, &x.file).cmp(&(&y.name, &y.file))
}

/// Returns the change in a row's own weight from A to B. A side without the function counts as 0.
pub(crate) fn change_of(row: &FunctionTableRow) -> f64 {
    let own = |side: Option<FunctionWeights>| side.map_or(0.0, |side| side.own);
    own(row.b) - own(row.a)
}

/// Returns the largest value of each column, over both sides.
pub(crate) fn largest(rows: &[FunctionTableRow]) -> FunctionWeights {
    let weights = rows.iter().flat_map(|row| [row.a, row.b]).flatten();
    weights.fold(FunctionWeights::default(), |most, of| FunctionWeights {
        calls: most.calls.max(of.calls),
        own: most.own.max(of.own),
        total: most.total.max(of.total),
        mean: most.mean.max(of.mean),
        p50: most.p50.max_of(of.p50),
        p99: most.p99.max_of(of.p99),
    })
}

/// The larger of two values that may be missing.
trait MaxOf {
    fn max_of(self, other: Self) -> Self;
}

impl MaxOf for Option<f64> {
    fn max_of(self, other: Self) -> Self {
        self.map_or(other, |one| Some(other.map_or(one, |other| one.max(other))))
    }
}

/// Compares two rows in the order of a table: largest values first, names and files alphabetically. `ascending`
/// reverses that. By a change, rows that are not significant come after the others, and functions without a value come last,
/// both in either direction. Ties go to the larger change, then to the name.
fn compared(x: &FunctionTableRow, y: &FunctionTableRow, table: &FunctionTableState) -> Ordering {
    let turned = |order: Ordering| if table.ascending { order } else { order.reverse() };
    let first = match table.sort {
        FunctionSort::Name => turned(y.name.cmp(&x.name)),
        FunctionSort::File => turned(y.file.cmp(&x.file)),
        sort => match (value(x, sort), value(y, sort)) {
            (Some(x), Some(y)) => turned(x.total_cmp(&y)),
            (x, y) => y.is_some().cmp(&x.is_some()),
        },
    };
    let is_by_change = matches!(table.sort, FunctionSort::Change | FunctionSort::Relative);
    let first = if is_by_change { x.not_significant.cmp(&y.not_significant).then(first) } else { first };
    let by_change = || change_of(y).abs().total_cmp(&change_of(x).abs());
    first.then_with(by_change).then_with(|| (&x.name, &x.file).cmp(&(&y.name, &y.file)))
}

/// Returns the value that a row is sorted by. Names and files have none.
fn value(row: &FunctionTableRow, sort: FunctionSort) -> Option<f64> {
    match sort {
        FunctionSort::Name | FunctionSort::File => None,
        FunctionSort::Change => Some(change_of(row).abs()),
        FunctionSort::Relative => match (row.a.map_or(0.0, |a| a.own), change_of(row)) {
            (0.0, 0.0) => None,
            // Growth from nothing exceeds every percentage.
            (0.0, _) => Some(f64::INFINITY),
            (a, change) => Some(change / a),
        },
        FunctionSort::SelfA => row.a.map(|a| a.own),
        FunctionSort::SelfB => row.b.map(|b| b.own),
        FunctionSort::TotalA => row.a.map(|a| a.total),
        FunctionSort::TotalB => row.b.map(|b| b.total),
        FunctionSort::CallsA => row.a.map(|a| a.calls),
        FunctionSort::CallsB => row.b.map(|b| b.calls),
        FunctionSort::MeanA => row.a.map(|a| a.mean),
        FunctionSort::MeanB => row.b.map(|b| b.mean),
        FunctionSort::P50A => row.a.and_then(|a| a.p50),
        FunctionSort::P50B => row.b.and_then(|b| b.p50),
        FunctionSort::P99A => row.a.and_then(|a| a.p99),
        FunctionSort::P99B => row.b.and_then(|b| b.p99),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_protocol::Word;

    fn weights(own: f64, calls: f64) -> FunctionWeights {
        FunctionWeights { calls, own, total: own * 2.0, mean: own / calls, p50: None, p99: None }
    }

    fn row(name: &str, a: Option<f64>, b: Option<f64>) -> FunctionTableRow {
        let side = |own: Option<f64>| own.map(|own| weights(own, 1.0));
        FunctionTableRow {
            name: name.to_owned(),
            file: String::new(),
            function: None,
            a: side(a),
            b: side(b),
            not_significant: false,
            one_side_word: String::new(),
        }
    }

    fn order(sort: FunctionSort, ascending: bool) -> String {
        let mut rows = [
            row("c", Some(10.0), Some(11.0)),
            row("n", None, Some(5.0)),
            row("g", Some(4.0), None),
            row("s", Some(8.0), Some(8.0)),
        ];
        let table = FunctionTableState { sort, ascending, ..FunctionTableState::default() };
        rows.sort_by(|x, y| compared(x, y, &table));
        rows.iter().map(|row| row.name.as_str()).collect()
    }

    #[test]
    fn rows_without_a_value_sort_last() {
        assert_eq!(order(FunctionSort::Change, false), "ngcs");
        assert_eq!(order(FunctionSort::Change, true), "scgn");
        assert_eq!(order(FunctionSort::Name, false), "cgns");
        assert_eq!(order(FunctionSort::Name, true), "sngc");
        assert_eq!(order(FunctionSort::SelfA, false), "csgn");
        assert_eq!(order(FunctionSort::SelfA, true), "gscn");
        // A new function exceeds every percentage; a gone one is at −100 %.
        assert_eq!(order(FunctionSort::Relative, false), "ncsg");
        assert_eq!(order(FunctionSort::Relative, true), "gscn");
    }

    /// Sorts equal rows by each column, from two input orders.
    #[test]
    fn sorting_does_not_depend_on_input_order() {
        for &sort in FunctionSort::ALL {
            let mut turned: Vec<FunctionTableRow> =
                (0..6).map(|at| row(&at.to_string(), Some(1.0), None)).collect();
            let table = FunctionTableState { sort, ..FunctionTableState::default() };
            let mut rows = turned.clone();
            turned.reverse();
            rows.sort_by(|x, y| compared(x, y, &table));
            turned.sort_by(|x, y| compared(x, y, &table));
            assert_eq!(rows, turned, "{sort:?}");
        }
    }

    #[test]
    fn largest_value_comes_from_either_side() {
        let rows = [row("x", Some(3.0), Some(7.0)), row("y", Some(9.0), None)];
        assert_eq!(format!("{} {}", largest(&rows).own, change_of(&rows[1])), "9 -9");
    }
}
