//! Writes a table of all functions with self time and inclusive time on both sides.

use super::comparison::Comparison;
use super::labels::{Labels, Widths, distinct};
use super::report::{measured_as, side_line};
use super::text::left_out;
use crate::layout::{Column, labelled, table, wrapped};
use crate::output;
use crate::words::{NORMALISATIONS, word};
use diptych_compare::measures::{SideMeasures, Time};
use diptych_engine::trace::IdentityId;
use diptych_views::differences::{Names, one_side_word};
use diptych_views::{csv, numbers};
use serde_json::{Value, json};

/// A function on both sides.
pub(super) struct FunctionRow {
    pub(super) identity: IdentityId,
    pub(super) own: SideMeasures,
    pub(super) inclusive: SideMeasures,
}

/// The geometric mean of B ÷ A, and the number of functions it is over: those that take time on both sides.
struct Mean {
    ratio: Option<f64>,
    functions: usize,
}

/// Every function that any run calls under the comparison's focus.
pub(super) struct Functions<'a> {
    comparison: &'a Comparison,
    /// Rows by change of self time, the largest first, then by change of inclusive time, then by name.
    pub(super) rows: Vec<FunctionRow>,
    /// Means of self time and of inclusive time.
    means: [Mean; 2],
}

/// Returns at most `top` functions as JSON, largest change of self time first. The means are over all functions.
pub(super) fn json(comparison: &Comparison, top: usize) -> String {
    Functions::new(comparison).json(top)
}

/// Returns at most `top` functions as CSV, in the order of [`json()`].
pub(super) fn csv(comparison: &Comparison, top: usize) -> String {
    Functions::new(comparison).csv(top)
}

/// Returns at most `top` functions as a table within `width` characters, if there is a limit.
pub(super) fn text(comparison: &Comparison, top: usize, width: Option<usize>) -> String {
    Functions::new(comparison).text(top, width)
}

impl<'a> Functions<'a> {
    pub(super) fn new(comparison: &'a Comparison) -> Self {
        let [own, inclusive] = [Time::Own, Time::Inclusive].map(|time| comparison.functions(time));
        let means = [mean(&own), mean(&inclusive)];
        let rows = own.into_iter().zip(inclusive).zip(0..);
        let rows = rows.map(|((own, inclusive), identity)| FunctionRow {
            identity: IdentityId(identity),
            own,
            inclusive,
        });
        let mut rows: Vec<FunctionRow> = rows.filter(|row| row.own.is_called.contains(&true)).collect();
        rows.sort_by(|x, y| {
            let size = |measured: &SideMeasures| measured.delta().abs();
            let by_own = size(&y.own).total_cmp(&size(&x.own));
            by_own.then(size(&y.inclusive).total_cmp(&size(&x.inclusive))).then(x.identity.cmp(&y.identity))
        });
        Self { comparison, rows, means }
    }

    fn shown(&self, top: usize) -> &[FunctionRow] {
        &self.rows[..self.rows.len().min(top)]
    }

    fn text(&self, top: usize, width: Option<usize>) -> String {
        const WIDTHS: Widths = Widths { name: 48, file: 40 };
        let facts = &self.comparison.facts;
        let labels = Labels::new(&facts.names);
        let rows = self.shown(top);
        let names: Vec<_> = rows.iter().map(|row| labels.function(row.identity)).collect();
        let names = distinct(&names, WIDTHS);
        let mut cells: Vec<Vec<String>> =
            rows.iter().zip(names).map(|(row, (name, file))| self.cells(row, name, file)).collect();
        let [own, inclusive] = &self.means;
        let ratio = |mean: &Mean| mean.ratio.map_or_else(String::new, numbers::ratio);
        let mut last = vec![String::new(); COLUMNS.len()];
        (last[3], last[6]) = (ratio(own), ratio(inclusive));
        "geometric mean".clone_into(&mut last[9]);
        cells.push(last);
        let all = self.rows.len() as u64;
        let which = if rows.len() < self.rows.len() {
            format!(
                "the {} of {} functions with the largest change",
                numbers::count(rows.len() as u64),
                numbers::count(all)
            )
        } else {
            format!("{} function{}", numbers::count(all), if all == 1 { "" } else { "s" })
        };
        let mut head = vec![which, measured_as(self.comparison.ranking.options.normalisation).to_owned()];
        head.extend(Some(self.comparison.focus.text()).filter(|text| !text.is_empty()));
        head.extend(
            Some(labels.folder())
                .filter(|folder| !folder.is_empty())
                .map(|folder| format!("files below {folder}")),
        );
        let [a, b] = [0, 1].map(|side: usize| side_line(&facts.runs[side], &self.comparison.samples(side)));
        let mut lines = labelled(&[("A".to_owned(), a), ("B".to_owned(), b)], width, 0);
        lines.push(String::new());
        lines.extend(wrapped(&head.join("; "), width, 0));
        let columns = if self.comparison.verdict.is_sampled { &SAMPLE_COLUMNS } else { &COLUMNS };
        let fitted = table(columns, &cells, width);
        lines.extend(fitted.lines);
        lines.extend(wrapped(
            &format!(
                "Geometric means over the functions that take time on both sides: {} by self time, {} by inclusive time.",
                numbers::count(own.functions as u64),
                numbers::count(inclusive.functions as u64)
            ),
            width,
            0,
        ));
        lines.extend(width.and_then(|width| left_out(&fitted.left_out, width)).unwrap_or_default());
        lines.join("\n") + "\n"
    }

    fn cells(&self, row: &FunctionRow, name: String, file: String) -> Vec<String> {
        let (axis, gaps) = (self.comparison.facts.axis, self.comparison.facts.ends.have_gaps());
        let time = |ticks: f64| numbers::extent(axis, ticks.round() as i64);
        let calls = |side: usize| numbers::count(row.own.calls[side].round() as u64);
        let ([own_a, own_b], [all_a, all_b]) = (row.own.ticks.map(time), row.inclusive.ticks.map(time));
        vec![
            numbers::delta(axis, row.own.delta()),
            own_a,
            own_b,
            in_words(&row.own, gaps),
            all_a,
            all_b,
            in_words(&row.inclusive, gaps),
            calls(0),
            calls(1),
            name,
            file,
        ]
    }

    fn csv(&self, top: usize) -> String {
        let mut lines = vec![
            "function,file,a_calls,b_calls,a_self_ns,b_self_ns,self_ratio,a_inclusive_ns,b_inclusive_ns,inclusive_ratio"
                .to_owned(),
        ];
        let ratio = |ratio: Option<f64>| ratio.map_or_else(String::new, |ratio| format!("{ratio:.6}"));
        for row in self.shown(top) {
            let (name, file) = self.comparison.facts.names.name_and_file(row.identity);
            let ([own_a, own_b], [all_a, all_b]) = (self.ns(&row.own), self.ns(&row.inclusive));
            let [calls_a, calls_b] = row.own.calls.map(|calls| calls.round() as u64);
            let (own, all) = (ratio(ratio_of(&row.own)), ratio(ratio_of(&row.inclusive)));
            let (name, file) = (csv::field(&name), csv::field(&file));
            lines.push(format!(
                "{name},{file},{calls_a},{calls_b},{own_a},{own_b},{own},{all_a},{all_b},{all}"
            ));
        }
        let [own, inclusive] = self.means.each_ref().map(|mean| ratio(mean.ratio));
        lines.push(format!("geometric mean,,,,,,{own},,,{inclusive}"));
        lines.join("\n") + "\n"
    }

    fn json(&self, top: usize) -> String {
        let Comparison { facts, ranking, focus, .. } = self.comparison;
        let row = |row: &FunctionRow| {
            let ([own_a, own_b], [all_a, all_b]) = (self.ns(&row.own), self.ns(&row.inclusive));
            let [calls_a, calls_b] = row.own.calls.map(|calls| calls.round() as u64);
            json!({
                "function": facts.names.keys()[row.identity.index()],
                "a_calls": calls_a, "b_calls": calls_b,
                "a_self_ns": own_a, "b_self_ns": own_b, "self_ratio": ratio_of(&row.own),
                "a_inclusive_ns": all_a, "b_inclusive_ns": all_b, "inclusive_ratio": ratio_of(&row.inclusive),
            })
        };
        let [own, inclusive] = &self.means;
        let value = json!({
            "axis": { "kind": facts.axis.kind.as_str(), "unit": facts.axis.unit.as_str() },
            "calls_unit": self.comparison.counted(),
            "normalisation": word(NORMALISATIONS, &ranking.options.normalisation),
            "focus": focus.text(),
            "count": self.rows.len(),
            "functions": self.shown(top).iter().map(row).collect::<Vec<Value>>(),
            "geometric_mean": {
                "self": own.ratio, "inclusive": inclusive.ratio,
                "functions": { "self": own.functions, "inclusive": inclusive.functions },
            },
        });
        output::document(value)
    }

    fn ns(&self, measured: &SideMeasures) -> [i64; 2] {
        measured.ticks.map(|ticks| self.comparison.ns(ticks).round() as i64)
    }
}

/// Columns of the highest rank are left out first.
const COLUMNS: [Column; 11] = columns(["calls A", "calls B"]);

/// Columns of functions with samples in place of calls.
const SAMPLE_COLUMNS: [Column; 11] = columns(["samples A", "samples B"]);

const fn columns([counted_a, counted_b]: [&'static str; 2]) -> [Column; 11] {
    [
        Column::number("change"),
        Column::number("self A"),
        Column::number("self B"),
        Column::number("B ÷ A"),
        Column::number("inclusive A").ranked(1),
        Column::number("inclusive B").ranked(1),
        Column::number("inclusive B ÷ A").ranked(1),
        Column::number(counted_a).ranked(3),
        Column::number(counted_b).ranked(3),
        Column::name("function"),
        Column::file("file").ranked(2),
    ]
}

/// Returns B ÷ A if both sides take time.
fn ratio_of(measured: &SideMeasures) -> Option<f64> {
    let [a, b] = measured.ticks;
    (a > 0.0 && b > 0.0).then(|| b / a)
}

fn in_words(measured: &SideMeasures, gaps: [bool; 2]) -> String {
    match (measured.is_called, ratio_of(measured)) {
        ([false, _], _) => one_side_word(gaps, true).to_owned(),
        ([_, false], _) => one_side_word(gaps, false).to_owned(),
        (_, ratio) => ratio.map_or_else(String::new, numbers::ratio),
    }
}

fn mean(rows: &[SideMeasures]) -> Mean {
    let logarithms: Vec<f64> = rows.iter().filter_map(ratio_of).map(f64::ln).collect();
    let functions = logarithms.len();
    let sum: f64 = logarithms.iter().sum();
    Mean { ratio: (functions > 0).then(|| (sum / functions as f64).exp()), functions }
}
