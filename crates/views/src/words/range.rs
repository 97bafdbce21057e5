//! The sums of a time range, for the details pane and as tab-separated text.

use super::subject::stretch;
use super::{function_reference, name_or_unnamed, partner};
use crate::{Correspondence, csv, numbers};
use diptych_profile::{Groups, range_totals};
use diptych_protocol::{CallsDetails, FunctionRow, PartnerRow, RANGE_FUNCTIONS, SideName, Sides, Window};
use diptych_trace::{Axis, FunctionId, Sorting, Trace};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Sums of the calls of one function, or of all, in the range of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Sum {
    /// Calls that start in the range.
    calls: u64,
    self_ticks: i64,
    inclusive_ticks: i64,
}

/// A function, or functions of both sides that match under the identity rules.
#[derive(Debug, Clone, Copy)]
struct Row {
    /// Function of the group that names it.
    function: (SideName, FunctionId),
    sums: [Sum; 2],
}

/// The sums of a time range, and of the same range on the other side, by function.
#[derive(Debug)]
pub struct RangeSums<'a> {
    traces: [Option<&'a Trace>; 2],
    windows: [Window; 2],
    axis: Axis,
    /// Rows by self time, the longest first.
    rows: Vec<Row>,
    all: [Option<Sum>; 2],
    lanes: [u32; 2],
}

impl<'a> RangeSums<'a> {
    /// Adds up the calls of each open side in its window, in ticks of that side. Without a correspondence, functions
    /// match by name and file. `None` if no side is open. O(calls in the windows + functions · log functions).
    pub fn new(
        windows: [Window; 2],
        traces: [Option<&'a Trace>; 2],
        correspondence: Option<&Correspondence<'_>>,
    ) -> Option<Self> {
        let axis = traces.into_iter().flatten().next()?.axis();
        let groups = groups(traces, correspondence);
        let count = groups.iter().map(Vec::len).sum();
        let mut rows: Vec<Option<Row>> = vec![None; count];
        let (mut all, mut lanes) = ([None; 2], [0; 2]);
        for side in SideName::BOTH {
            let at = side.index();
            let Some(trace) = traces[at] else { continue };
            let Window { start, end } = windows[at];
            let sums = range_totals(trace, &Groups::new(groups[at].clone()), &(start..end));
            lanes[at] = sums.lanes;
            let mut whole = Sum { inclusive_ticks: end - start, ..Sum::default() };
            for (function, &group) in trace.functions().ids().zip(&groups[at]) {
                let (group, totals) = (group as usize, &sums.totals);
                if totals.calls[group] == 0 && totals.total_ticks[group] == 0 {
                    continue;
                }
                let row =
                    rows[group].get_or_insert(Row { function: (side, function), sums: [Sum::default(); 2] });
                row.sums[at] = Sum {
                    calls: totals.calls[group],
                    self_ticks: totals.self_ticks[group],
                    inclusive_ticks: totals.total_ticks[group],
                };
            }
            for sum in rows.iter().flatten().map(|row| row.sums[at]) {
                whole.calls += sum.calls;
                whole.self_ticks += sum.self_ticks;
            }
            all[at] = Some(whole);
        }
        let mut rows: Vec<Row> = rows.into_iter().flatten().collect();
        rows.order_by_key(|row| {
            let [a, b] = row.sums.map(|sum| (sum.self_ticks, sum.inclusive_ticks, sum.calls));
            (Reverse(a.max(b)), row.function.0.index(), row.function.1.0)
        });
        Some(Self { traces, windows, axis, rows, all, lanes })
    }

    /// Returns the details of the range, which is a range of `side`. Its windows are in ticks of each side. `is_chosen` is
    /// true if the range of the other side was chosen, too.
    pub fn details(&self, side: SideName, is_chosen: bool) -> CallsDetails {
        let name = stretch(side, self.windows[side.index()], self.traces);
        let other = side.other();
        let is_other_open = self.traces[other.index()].is_some();
        let place = is_other_open.then(|| {
            let lead = if is_chosen { "with" } else { "the same time on the other side:" };
            format!("{lead} {}", stretch(other, self.windows[other.index()], self.traces))
        });
        let said = SideName::BOTH.into_iter().filter_map(|side| {
            let sum = self.all[side.index()]?;
            Some(format!("{} in {}", numbers::calls(sum.calls), side.letter()))
        });
        let window = |side: usize| self.traces[side].map(|_| self.windows[side]);
        CallsDetails {
            source: String::new(),
            kind: "time range".to_owned(),
            sentence: format!("time range {name}: {}", said.collect::<Vec<String>>().join(", ")),
            name,
            place: place.unwrap_or_default(),
            rows: self.summary(),
            windows: Sides { a: window(0), b: window(1) },
            ranges: Sides { a: window(0), b: window(1) },
            callees: Vec::new(),
            callees_of: 0,
            callers: Vec::new(),
            callers_of: 0,
            functions: self.functions(),
            functions_of: self.rows.len() as u32,
        }
    }

    fn summary(&self) -> Vec<PartnerRow> {
        let row = |label: String, of: &dyn Fn(Sum) -> i64, text: &dyn Fn(i64) -> String| {
            partner::row(&label, self.all.map(|sum| sum.map(of)), text, true)
        };
        let ticks = |ticks: i64| numbers::extent(self.axis, ticks);
        let count = |calls: i64| numbers::count(calls.unsigned_abs());
        let over = self.over_lanes();
        vec![
            row(numbers::length(self.axis).to_owned(), &|sum| sum.inclusive_ticks, &ticks),
            row(format!("Calls started{over}"), &|sum| sum.calls.cast_signed(), &count),
            row(format!("Self, all calls{over}"), &|sum| sum.self_ticks, &ticks),
        ]
    }

    /// Names the number of lanes that are summed, if a side has more than one: ` over 4 lanes`, ` over 4 (A) and 5 (B)
    /// lanes`.
    fn over_lanes(&self) -> String {
        let open: Vec<u32> =
            (0..2).filter(|&side| self.traces[side].is_some()).map(|side| self.lanes[side]).collect();
        match open[..] {
            [a, b] if a != b => {
                format!(" over {} (A) and {} (B) lanes", numbers::count(a.into()), numbers::count(b.into()))
            }
            [lanes, ..] if lanes > 1 => format!(" over {} lanes", numbers::count(lanes.into())),
            _ => String::new(),
        }
    }

    fn functions(&self) -> Vec<FunctionRow> {
        let listed = &self.rows[..self.rows.len().min(RANGE_FUNCTIONS)];
        let most = listed.iter().flat_map(|row| row.sums.map(|sum| sum.self_ticks)).max().unwrap_or(0).max(1);
        listed.iter().map(|row| self.in_words(row, most)).collect()
    }

    fn in_words(&self, row: &Row, most: i64) -> FunctionRow {
        let text = |side: usize| {
            let is_called = row.sums[side] != Sum::default();
            if is_called { numbers::extent(self.axis, row.sums[side].self_ticks) } else { String::new() }
        };
        let [a, b] = row.sums.map(|sum| sum.self_ticks);
        let are_compared = self.traces.iter().all(Option::is_some) && a != b;
        let said =
            SideName::BOTH.into_iter().filter(|side| self.traces[side.index()].is_some()).map(|side| {
                let sum = row.sums[side.index()];
                let inclusive = numbers::extent(self.axis, sum.inclusive_ticks);
                format!("{} in {}, inclusive {inclusive}", numbers::calls(sum.calls), side.letter())
            });
        let calls = said.collect::<Vec<String>>().join("; ") + &self.over_lanes();
        let (name, _) = self.name(row);
        let (side, function) = row.function;
        let reference = self.traces[side.index()].and_then(|trace| function_reference(trace, function));
        FunctionRow {
            function: reference,
            name: name_or_unnamed(name),
            a: text(0),
            b: text(1),
            change: if are_compared { numbers::delta(self.axis, (b - a) as f64) } else { String::new() },
            calls,
            share_a: a as f32 / most as f32,
            share_b: b as f32 / most as f32,
        }
    }

    /// Returns the name and the file of a row's function.
    fn name(&self, row: &Row) -> (&'a str, &'a str) {
        let (side, function) = row.function;
        self.traces[side.index()].map_or(("", ""), |trace| {
            let spec = trace.functions().get(trace.names(), function);
            (spec.name, spec.file)
        })
    }

    /// Returns all sums as tab-separated text in the unit of the axis: the range, then one line for each function.
    pub fn tab_separated(&self) -> String {
        let unit = csv::unit(self.axis);
        let mut text = format!("time range\tA\tB\tB \u{2212} A\nstart ({unit})");
        let number = |ticks: i64| csv::number(self.axis, ticks);
        let is_open = |side: usize| self.traces[side].is_some();
        let cells = |values: [Option<i64>; 2], number: &dyn Fn(i64) -> String| {
            let cell = |value: Option<i64>| value.map_or_else(String::new, number);
            let difference = values[0].zip(values[1]).map(|(a, b)| b - a);
            format!("\t{}\t{}\t{}", cell(values[0]), cell(values[1]), cell(difference))
        };
        let plain = |value: i64| value.to_string();
        let windows =
            |of: &dyn Fn(Window) -> i64| [0, 1].map(|side| is_open(side).then(|| of(self.windows[side])));
        let all = |of: &dyn Fn(Sum) -> i64| self.all.map(|sum| sum.map(of));
        text += &cells(windows(&|window| window.start), &number);
        text += &format!("\nend ({unit}){}", cells(windows(&|window| window.end), &number));
        text += &format!("\nlength ({unit}){}", cells(all(&|sum| sum.inclusive_ticks), &number));
        let lanes = [0, 1].map(|side| is_open(side).then(|| i64::from(self.lanes[side])));
        text += &format!("\nlanes{}", cells(lanes, &plain));
        text += &format!("\ncalls started{}", cells(all(&|sum| sum.calls.cast_signed()), &plain));
        text += &format!(
            "\nself, all calls ({unit}){}\n\nfunction\tfile",
            cells(all(&|sum| sum.self_ticks), &number)
        );
        for of in [format!("self ({unit})"), "calls started".to_owned(), format!("inclusive ({unit})")] {
            text += &format!("\t{of} A\t{of} B\t{of} B \u{2212} A");
        }
        for row in &self.rows {
            let (name, file) = self.name(row);
            let values =
                |of: &dyn Fn(Sum) -> i64| [0, 1].map(|side| is_open(side).then(|| of(row.sums[side])));
            text += &format!("\n{}\t{}", cell(name), cell(file));
            text += &cells(values(&|sum| sum.self_ticks), &number);
            text += &cells(values(&|sum| sum.calls.cast_signed()), &plain);
            text += &cells(values(&|sum| sum.inclusive_ticks), &number);
        }
        text + "\n"
    }
}

/// Returns a text as one cell: without tabs and line ends, and guarded as [`csv::field`] guards formulas.
fn cell(text: &str) -> String {
    let guard = if text.starts_with(['=', '+', '-', '@']) { "'" } else { "" };
    guard.to_owned() + &text.replace(['\t', '\n', '\r'], " ")
}

/// Numbers the functions of both sides, by function id. Functions that match have one number.
fn groups(traces: [Option<&Trace>; 2], correspondence: Option<&Correspondence<'_>>) -> [Vec<u32>; 2] {
    let mut numbers: BTreeMap<(u32, &str, &str), u32> = BTreeMap::new();
    [0, 1].map(|side: usize| {
        let Some(trace) = traces[side] else { return Vec::new() };
        let number = |id: FunctionId| {
            let key = if let Some(both) = correspondence {
                (both.pair.identities[side][id.index()].0, "", "")
            } else {
                let spec = trace.functions().get(trace.names(), id);
                (0, spec.name, spec.file)
            };
            let next = numbers.len() as u32;
            *numbers.entry(key).or_insert(next)
        };
        trace.functions().ids().map(number).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_testkit::{Shape, generate, trace};
    use proptest::prelude::*;

    const A: &str = "t\n  0..100 main\n    10..40 parse\n    60..90 emit\nu\n  0..20 idle\n";
    const B: &str = "t\n  0..100 main\n    10..70 parse\n    80..90 write\nu\n  0..90 idle\n";

    fn window(start: i64, end: i64) -> Window {
        Window { start, end }
    }

    #[test]
    fn details_say_both_sides_and_the_difference() {
        let (a, b) = (trace(A), trace(B));
        let sums = RangeSums::new([window(30, 70), window(30, 90)], [Some(&a), Some(&b)], None).unwrap();
        let details = sums.details(SideName::A, false);
        let text = |row: &PartnerRow| format!("{}: {} | {} | {}", row.label, row.a, row.b, row.change);
        let rows: Vec<String> = details.rows.iter().map(|row| text(row).replace('\u{202f}', " ")).collect();
        assert_eq!(
            rows,
            [
                "Duration: 40 ns | 60 ns | +20 ns (+50 %)",
                "Calls started over 1 (A) and 2 (B) lanes: 1 | 1 | ",
                "Self, all calls over 1 (A) and 2 (B) lanes: 40 ns | 120 ns | +80 ns (+200 %)",
            ]
        );
        let text = |row: &FunctionRow| {
            format!("{} {}|{} {}", row.name, row.a, row.b, row.change).replace('\u{202f}', " ")
        };
        let functions: Vec<String> = details.functions.iter().map(text).collect();
        assert_eq!(
            functions,
            [
                "idle |60 ns +60 ns",
                "parse 10 ns|40 ns +30 ns",
                "main 20 ns|10 ns −10 ns",
                "emit 10 ns| −10 ns",
                "write |10 ns +10 ns"
            ]
        );
        assert_eq!((details.functions_of, details.windows.b), (5, Some(window(30, 90))));
        assert_eq!(details.name.replace('\u{202f}', " "), "30 ns to 70 ns of A");
    }

    #[test]
    fn one_side_has_no_difference() {
        let a = trace(A);
        let sums = RangeSums::new([window(0, 100); 2], [Some(&a), None], None).unwrap();
        let details = sums.details(SideName::A, false);
        assert_eq!(details.rows[1].label, "Calls started over 2 lanes");
        assert!(details.rows.iter().all(|row| row.b.is_empty() && row.change.is_empty()));
        assert_eq!((details.windows.b, details.place.as_str()), (None, ""));
        let text = sums.tab_separated();
        assert!(text.contains("calls started\t4\t\t\n"), "{text}");
        assert!(text.contains("main\t\t40\t\t\t1\t\t\t100\t\t\n"), "{text}");
        assert!(RangeSums::new([window(0, 1); 2], [None, None], None).is_none());
    }

    #[test]
    fn names_stay_one_cell_and_are_no_formulas() {
        assert_eq!(
            (cell("a\tb\nc"), cell("=1+1"), cell("a.b")),
            ("a b c".into(), "'=1+1".into(), "a.b".into())
        );
    }

    proptest! {
        #[test]
        fn functions_add_up_to_the_whole(seed: u64, start in 0i64..1_000, length in 1i64..1_000) {
            let (a, b) = (generate(seed, Shape::SMALL), generate(seed.wrapping_add(1), Shape::SMALL));
            let range = window(start, start + length);
            let sums = RangeSums::new([range; 2], [Some(&a), Some(&b)], None).unwrap();
            for (side, trace) in [&a, &b].into_iter().enumerate() {
                let starts = trace.calls().start().iter().filter(|&&at| start <= at && at < start + length).count();
                let all = sums.all[side].unwrap();
                prop_assert_eq!(all.calls, starts as u64);
                prop_assert_eq!(all.calls, sums.rows.iter().map(|row| row.sums[side].calls).sum::<u64>());
                prop_assert_eq!(all.self_ticks, sums.rows.iter().map(|row| row.sums[side].self_ticks).sum::<i64>());
            }
            let most = |row: &Row| row.sums[0].self_ticks.max(row.sums[1].self_ticks);
            let is_sorted = sums.rows.is_sorted_by_key(|row| Reverse(most(row)));
            prop_assert!(is_sorted);
        }
    }
}
