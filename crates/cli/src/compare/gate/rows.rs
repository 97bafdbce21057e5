//! The rows that conditions are about: functions or paths, by self time or inclusive time.

use super::condition::{Condition, GateList, Names, Term, Unit};
use crate::compare::comparison::Comparison;
use diptych_compare::measures::{self, SideMeasures, Time};
use diptych_compare::ranking::{ChangeSubject, Kind, Ranking, Reason, Row, RowUnit, beyond_sampling_error};
use diptych_engine::trace::IdentityId;
use diptych_profile::NodeId;
use diptych_views::differences::Names as _;
use diptych_views::numbers;

/// A function or a path that differs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct GateRow {
    pub(super) list: GateList,
    pub(super) identity: IdentityId,
    /// Path of the row; `None` for a function by inclusive time, which has many paths.
    node: Option<NodeId>,
    /// Ticks in A and B.
    ticks: [f64; 2],
    /// Probability that the change is due to chance, if it was tested.
    p: Option<f64>,
}

/// The kind of rows that a condition is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RowsOf {
    pub(super) by: RowUnit,
    pub(super) time: Time,
    /// True if the condition names paths. Then a path counts even if the change is in a callee.
    names_paths: bool,
    /// True if the condition asks for self time in so many words.
    asks_for_self: bool,
}

impl RowsOf {
    /// Returns the rows of a condition, if lists are `by` functions or paths.
    pub(super) fn condition(condition: &Condition, by: RowUnit) -> Self {
        let is_path = |term: &Term| matches!(term, Term::Name(Names::Path(_), _));
        let names_paths = condition.terms().iter().any(is_path);
        let by = if names_paths { RowUnit::Path } else { by };
        let time = condition.terms().iter().find_map(|term| match term {
            Term::Time(time) => Some(*time),
            _ => None,
        });
        let usual = if by == RowUnit::Path { Time::Inclusive } else { Time::Own };
        Self { by, time: time.unwrap_or(usual), names_paths, asks_for_self: time == Some(Time::Own) }
    }

    /// Returns true if these rows are ranked. Only ranked rows are tested for significance.
    pub(super) fn are_ranked(self) -> bool {
        (self.by == RowUnit::Path) == (self.time == Time::Inclusive)
    }

    /// Returns all rows that differ and the significant outlier calls of B, the largest change first.
    pub(super) fn rows(self, comparison: &Comparison) -> Vec<GateRow> {
        let mut rows = if self.are_ranked() {
            let ranking = comparison.ranking_by(self.by);
            let lists = Kind::ALL.into_iter().zip(ranking.lists());
            let rows = lists.flat_map(|(list, rows)| rows.iter().map(move |row| (list, row)));
            rows.filter(|(_, row)| self.counts(&ranking, row))
                .map(|(list, row)| self.of_ranked(list, row))
                .collect()
        } else {
            self.measured(comparison)
        };
        let changes = comparison.largest.iter().zip(&comparison.largest_of);
        let is_of_b = |row: &Row| row.delta > 0.0 && row.stands_out();
        let calls = changes.filter(|(row, of)| matches!(of, ChangeSubject::Call { .. }) && is_of_b(row));
        rows.extend(calls.map(|(row, _)| GateRow {
            list: GateList::Outliers,
            identity: row.identity,
            node: None,
            ticks: [row.a, row.b],
            p: None,
        }));
        rows.sort_by(|x: &GateRow, y: &GateRow| y.delta().abs().total_cmp(&x.delta().abs()));
        rows
    }

    /// Returns true if a ranked row counts: it is one of those that the lists count in their titles.
    fn counts(self, ranking: &Ranking, row: &Row) -> bool {
        let is_sure = || row.confidence.is_none_or(|confidence| confidence.p <= ranking.options.level);
        row.stands_out()
            || (self.names_paths
                && matches!(row.reason, Reason::InOneCallee | Reason::WithItsCaller)
                && is_sure())
    }

    /// Returns the rows of which only times are known, if they are above the floor and, for sampled runs, beyond
    /// sampling error.
    fn measured(self, comparison: &Comparison) -> Vec<GateRow> {
        let (union, options) = (comparison.listed(), comparison.ranking.options);
        let floor = options.floor;
        let ticks = if union.is_sampled() { measures::ticks(union, self.by, self.time) } else { Vec::new() };
        let is_beyond = beyond_sampling_error(union, options, &ticks);
        let row = |place: usize, measured: &SideMeasures, identity: IdentityId, node: Option<NodeId>| {
            if is_beyond.as_ref().is_some_and(|is_beyond| !is_beyond[place]) {
                return None;
            }
            let list = match measured.is_called {
                [false, false] => return None,
                [false, true] => Kind::New,
                [true, false] => Kind::Gone,
                _ if !floor.exceeded_by(measured.ticks) => return None,
                _ if measured.delta() > 0.0 => Kind::Slower,
                _ => Kind::Faster,
            };
            let list = GateList::Of(list);
            Some(GateRow { list, identity, node, ticks: measured.ticks, p: None })
        };
        match self.by {
            RowUnit::Function => {
                let all = comparison.functions(self.time);
                let rows = all.iter().zip(0..);
                rows.filter_map(|(measured, identity)| {
                    row(identity as usize, measured, IdentityId(identity), None)
                })
                .collect()
            }
            RowUnit::Path => {
                let all = measures::paths(union, self.time, options.normalisation);
                let rows = all.iter().zip(union.nodes());
                rows.filter_map(|(measured, node)| {
                    row(node.index(), measured, union.identity()[node.index()], Some(node))
                })
                .collect()
            }
        }
    }
}

impl RowsOf {
    fn of_ranked(self, list: Kind, row: &Row) -> GateRow {
        let p = row.confidence.map(|confidence| confidence.p);
        // The time of outlier calls does not count. The lists of new and gone functions show inclusive time.
        let own = [row.a - row.few[0], row.b - row.few[1]];
        let ticks = if self.asks_for_self { own } else { row.inclusive.unwrap_or(own) };
        GateRow { list: GateList::Of(list), identity: row.identity, node: Some(row.node), ticks, p }
    }
}

impl GateRow {
    fn delta(&self) -> f64 {
        self.ticks[1] - self.ticks[0]
    }

    /// Returns the change as a percentage of the row's time in A; infinite for a new row.
    fn own_percent(&self) -> f64 {
        let [a, _] = self.ticks;
        if a > 0.0 { (self.delta() / a).abs() * 100.0 } else { f64::INFINITY }
    }

    /// Returns the size of the change in a unit.
    pub(super) fn size(&self, comparison: &Comparison, unit: Unit) -> f64 {
        if unit == Unit::Percent { self.own_percent() } else { comparison.ns(self.delta().abs()) }
    }

    /// Returns the change as a percentage of A's total time.
    pub(super) fn share(&self, comparison: &Comparison) -> f64 {
        let all = comparison.verdict.total[0];
        if all > 0.0 { self.delta().abs() / all * 100.0 } else { f64::INFINITY }
    }

    /// Returns the confidence in per cent that the change is not due to chance; `None` if it was not tested.
    pub(super) fn confidence(&self) -> Option<f64> {
        self.p.map(|p| (1.0 - p) * 100.0)
    }

    /// Returns true if the names match.
    pub(super) fn is_called(&self, comparison: &Comparison, names: &Names) -> bool {
        let (keys, all) = (comparison.facts.names.keys(), &comparison.facts.names);
        let key = |identity: IdentityId| keys[identity.index()].as_str();
        let (name, file) = all.name_and_file(self.identity);
        match names {
            Names::Function(glob) => glob.fits_function(&name, key(self.identity)),
            Names::File(glob) => glob.fits_file(&file),
            Names::Path(glob) => self.node.is_some_and(|node| {
                let path = comparison.listed().path(node);
                let named: Vec<String> = path.iter().map(|&identity| all.name_and_file(identity).0).collect();
                let pieces: Vec<(&str, &str)> =
                    named.iter().zip(&path).map(|(name, &identity)| (name.as_str(), key(identity))).collect();
                glob.fits(&pieces)
            }),
        }
    }

    /// Describes the row: `parse (app/parse.py) is slower: +370 µs, +370 %`.
    pub(super) fn text(&self, comparison: &Comparison, source: RowsOf) -> String {
        let keys = comparison.facts.names.keys();
        let name = match (source.by, self.node) {
            (RowUnit::Path, Some(node)) => {
                let path = comparison.listed().path(node);
                path.iter().map(|identity| keys[identity.index()].as_str()).collect::<Vec<_>>().join(" > ")
            }
            _ => keys[self.identity.index()].clone(),
        };
        let measured = match (source.are_ranked(), source.time) {
            (true, _) => "",
            (false, Time::Own) => ", by self time",
            (false, Time::Inclusive) => ", inclusive",
        };
        let [a, _] = self.ticks;
        let share = if a > 0.0 { format!(", {}", numbers::change(self.delta() / a)) } else { String::new() };
        let sure = self.p.map_or_else(String::new, |p| format!(", {}", numbers::p_value(p)));
        let delta = numbers::delta(comparison.facts.axis, self.delta());
        if self.list == GateList::Outliers {
            return format!("one call of {name} takes longer than the others: {delta}{share}");
        }
        format!("{name} is {}{measured}: {delta}{share}{sure}", word(self.list))
    }
}

/// Returns the word for a list.
pub(super) fn word(list: GateList) -> &'static str {
    match list {
        GateList::Of(Kind::Slower) => "slower",
        GateList::Of(Kind::Faster) => "faster",
        GateList::Of(Kind::New) => "new",
        GateList::Of(Kind::Gone) => "gone",
        GateList::Of(Kind::Waiting) => "waiting",
        GateList::Outliers => "outlier",
    }
}

/// Returns true if a pattern fits a function, a file or a path of the comparison that either side calls.
pub(super) fn names_something(comparison: &Comparison, names: &Names) -> bool {
    let union = comparison.listed();
    let fits = |identity: IdentityId, node: Option<NodeId>| {
        let list = GateList::Of(Kind::New);
        GateRow { list, identity, node, ticks: [0.0; 2], p: None }.is_called(comparison, names)
    };
    match names {
        Names::Path(_) => union.nodes().any(|node| fits(union.identity()[node.index()], Some(node))),
        _ => (0..union.identity_count() as u32).any(|identity| fits(IdentityId(identity), None)),
    }
}

/// Returns the shortest function name that begins with a pattern or has it in brackets, as programs write files into the
/// names of events: `match (app.py)` for `match` and for `app.py`. A pattern with wildcards has none. `None` for no such name.
pub(super) fn function_with(comparison: &Comparison, pattern: &str) -> Option<String> {
    if pattern.is_empty() || pattern.contains(['*', '?', '[', '>']) {
        return None;
    }
    let [at_first, in_brackets] = [format!("{pattern} ("), format!("({pattern})")];
    let is_like = |name: &String| name.starts_with(&at_first) || name.ends_with(&in_brackets);
    let names = (0..comparison.listed().identity_count() as u32)
        .map(|identity| comparison.facts.names.name_and_file(IdentityId(identity)).0);
    names.filter(is_like).min_by(|x, y| x.len().cmp(&y.len()).then(x.cmp(y)))
}
