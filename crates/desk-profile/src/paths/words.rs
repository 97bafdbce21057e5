//! Texts about paths: tooltips, changes, legends.

use super::functions::Traces;
use super::{Colors, PathPaint, ProfileFunctions, ShownSides};
use crate::function_rows::counts_calls;
use crate::path_results::{CallPaths, RunConfidence};
use crate::paths::paint::{faded_to, opacity};
use diptych_profile::{
    Change, ColorBy, DifferenceOptions, Differences, FunctionTable, NodeId, Scale, WeightedTree,
};
use diptych_protocol::{Fact, LegendEntry, LegendMark, PartnerRow, SideName, Tooltip};
use diptych_scene::theme::{Theme, gold};
use diptych_trace::{Axis, IdentityId};
use diptych_views::csv::unit;
use diptych_views::differences::one_side_word;
use diptych_views::legend::{ChangeScale, ends_of, entry, mark};
use diptych_views::{LayoutInput, Model, Paint, numbers, pale_legend, words};
use std::fmt::Write;

/// The unit of weights, for formatting them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Weights {
    pub(crate) axis: Axis,
    /// True if weights are numbers of calls.
    pub(crate) calls: bool,
    pub(crate) scale: Scale,
}

impl Weights {
    /// Formats a weight.
    pub(crate) fn text(self, weight: i64) -> String {
        if self.calls { numbers::calls(weight.unsigned_abs()) } else { numbers::extent(self.axis, weight) }
    }

    /// Formats a weight with its share of a whole.
    pub(crate) fn with_share(self, weight: i64, whole: i64) -> String {
        let text = self.text(weight);
        if whole <= 0 {
            return text;
        }
        format!("{text} ({})", numbers::percent(weight as f64 / whole as f64))
    }

    /// Formats a change: `+1.09 ms (+249 %)`, `+0.70 ms`, `gone, −100 %`, and `+1.2 pt (+8 %)` if shares are compared.
    /// Empty if nothing changed.
    pub(crate) fn change(self, change: Change, wholes: [i64; 2]) -> String {
        let delta = change.delta();
        if delta == 0.0 {
            return String::new();
        }
        let sign = if delta < 0.0 { '\u{2212}' } else { '+' };
        let amount = match self.scale {
            Scale::Absolute => self.text(delta.abs().round() as i64),
            Scale::PerTotal => {
                let mean = f64::midpoint(wholes[0] as f64, wholes[1] as f64).max(f64::MIN_POSITIVE);
                format!("{}\u{202f}pt", numbers::three_digits(100.0 * delta.abs() / mean))
            }
        };
        match change.relative() {
            Some(share) => format!("{sign}{amount} ({})", numbers::change(share)),
            None => format!("{sign}{amount}"),
        }
    }
}

/// Everything that the tooltip of a path is made from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PathWords<'a> {
    pub(crate) tree: &'a WeightedTree,
    pub(crate) table: &'a FunctionTable,
    pub(crate) functions: &'a ProfileFunctions,
    pub(crate) sides: ShownSides,
    pub(crate) weights: Weights,
    pub(crate) factors: [f64; 2],
    /// Whole of each side that shares refer to.
    pub(crate) wholes: [i64; 2],
    /// Label of a path in its tooltip.
    pub(crate) here: &'static str,
}

/// Rows of a tooltip: both sides side by side, or facts if there is one side.
#[derive(Default)]
struct PathRows {
    partner: Vec<PartnerRow>,
    facts: Vec<Fact>,
}

impl PathWords<'_> {
    /// Adds a weight on the shown sides: a row of the table, or a fact if there is one side.
    fn weight(&self, label: &str, of: impl Fn(usize) -> Option<i64>, out: &mut PathRows) {
        let wholes = self.wholes;
        let text = |side: usize| {
            of(side).map_or_else(String::new, |weight| self.weights.with_share(weight, wholes[side]))
        };
        if let ShownSides::One { column, .. } = self.sides {
            let value = of(column).map_or_else(|| "–".to_owned(), |_| text(column));
            out.facts.push(Fact { label: label.to_owned(), value });
            return;
        }
        let both = [of(0), of(1)];
        let values = [0, 1].map(|side: usize| both[side].unwrap_or(0) as f64 * self.factors[side]);
        let change = Change { values, is_there: both.map(|weight| weight.is_some()) };
        let change = self.weights.change(change, wholes);
        out.partner.push(PartnerRow { label: label.to_owned(), a: text(0), b: text(1), change });
    }

    fn calls(&self, label: &str, of: impl Fn(usize) -> u64, out: &mut PathRows) {
        let text = |side: usize| numbers::count(of(side));
        if let ShownSides::One { column, .. } = self.sides {
            out.facts.push(Fact { label: label.to_owned(), value: text(column) });
            return;
        }
        let [a, b] = [of(0), of(1)];
        let sign = if b < a { '\u{2212}' } else { '+' };
        let change = if a == b { String::new() } else { format!("{sign}{}", numbers::count(a.abs_diff(b))) };
        out.partner.push(PartnerRow { label: label.to_owned(), a: text(0), b: text(1), change });
    }

    /// Adds the two sums of a function.
    fn function(&self, id: IdentityId, out: &mut PathRows) {
        // A lane is no function and has no sums.
        let calls = |side: usize| self.table.sides[side].calls.get(id.index()).copied();
        if calls(0).is_none() {
            return;
        }
        let there = |side: usize| calls(side).filter(|&calls| calls > 0).map(|_| id.index());
        self.weight("Function, total", |side| there(side).map(|row| self.table.sides[side].total[row]), out);
        self.weight("Function, self", |side| there(side).map(|row| self.table.sides[side].own[row]), out);
    }

    /// Returns `new`, `gone`, or an empty text.
    fn kind(&self, is_there: [bool; 2]) -> String {
        let kind = match (self.sides, is_there) {
            (ShownSides::Both, [false, true]) => "new",
            (ShownSides::Both, [true, false]) => "gone",
            _ => "",
        };
        kind.to_owned()
    }

    /// Describes the calls of a function, such as `only in B; 16,499 calls on 38 paths`.
    fn context(&self, id: IdentityId, paths: u64, is_sampled: bool) -> String {
        let calls = |side: usize| self.table.sides[side].calls.get(id.index()).copied().unwrap_or(0);
        if id.index() >= self.table.sides[0].calls.len() {
            return "a lane".to_owned();
        }
        let counted = |count: u64| {
            let (one, many) =
                if is_sampled { ("run of samples", "runs of samples") } else { ("call", "calls") };
            numbers::things(count, one, many)
        };
        let shown = self.sides.columns();
        let several =
            if paths == 1 { "1 path".to_owned() } else { format!("{} paths", numbers::count(paths)) };
        let [count, only] = match self.sides {
            ShownSides::Both => match [calls(0), calls(1)] {
                [a, 0] => [counted(a), "only in A; ".to_owned()],
                [0, b] => [counted(b), "only in B; ".to_owned()],
                [a, b] => [format!("{} in A, {} in B", counted(a), counted(b)), String::new()],
            },
            ShownSides::One { .. } => [counted(calls(shown.start)), String::new()],
        };
        format!("{only}{count} on {several}")
    }

    /// Says in the tooltip of a path what became of its function, or where it came from, instead of *new* or *gone*; and that
    /// it may only be missing, if parts of the other side's recording are.
    pub(crate) fn with_successor(tooltip: Tooltip, id: IdentityId, model: &Model<'_>) -> Tooltip {
        let significant = model.correspondence.and_then(|both| both.significant);
        let is_one_sided = tooltip.kind == "new" || tooltip.kind == "gone";
        let Some(of) = significant.filter(|_| is_one_sided) else { return tooltip };
        let kind = match of.successor(id) {
            Some(of) => of.sentence.clone(),
            None => one_side_word(of.gaps, tooltip.kind == "new").to_owned(),
        };
        Tooltip { kind, ..tooltip }
    }

    /// Returns the tooltip of a path. `paths` is the number of paths that end in the function; `sure` is the confidence
    /// of several runs in its change.
    pub(crate) fn path(
        &self,
        node: NodeId,
        paths: u64,
        sure: Option<Fact>,
        traces: Traces<'_>,
        rect: [f32; 4],
    ) -> Tooltip {
        let (row, id) = (node.index(), self.tree.identity()[node.index()]);
        let sides = self.tree.sides();
        let there = |side: usize| sides[side].has(node).then_some(row);
        let mut rows = PathRows::default();
        self.weight(self.here, |side| there(side).map(|row| sides[side].total[row]), &mut rows);
        self.weight(
            &format!("{}, self", self.here),
            |side| there(side).map(|row| sides[side].own[row]),
            &mut rows,
        );
        let is_sampled = traces.iter().flatten().any(|trace| trace.sample_size().is_sampled());
        let here = if is_sampled { "Runs of samples here" } else { "Calls here" };
        if is_sampled || counts_calls(traces) {
            self.calls(here, |side| sides[side].calls[row], &mut rows);
        }
        self.function(id, &mut rows);
        let PathRows { partner, mut facts } = rows;
        let deepest = self.tree.recursion()[row];
        if deepest > 1 {
            let folded: u64 = self.sides.columns().map(|side| sides[side].folded[row]).sum();
            let value =
                format!("up to {} deep, {} folded", numbers::count(deepest.into()), numbers::calls(folded));
            facts.push(Fact { label: "Recursion".to_owned(), value });
        }
        facts.extend(sure.filter(|_| matches!(self.sides, ShownSides::Both)));
        let kind = self.kind([0, 1].map(|side| sides.get(side).is_some_and(|side| side.has(node))));
        let hint = "Click: select · Double-click: zoom".to_owned();
        let (name, place) = (words::shown(self.functions.name(id, traces)), self.functions.place(id, traces));
        let context = self.context(id, paths, is_sampled);
        Tooltip { side: self.sides.one(), name, place, context, facts, kind, partner, hint, rect }
    }

    /// Returns the tooltip of siblings under a pixel, with the sum of their weights on each side.
    pub(crate) fn merged(&self, count: u32, sums: [i64; 2], rect: [f32; 4]) -> Tooltip {
        let mut rows = PathRows::default();
        self.weight("Together", |side| Some(sums[side]), &mut rows);
        let PathRows { partner, facts } = rows;
        let name = format!("{} paths under 1\u{202f}px", numbers::count(count.into()));
        let [place, context, kind] = [const { String::new() }; 3];
        let hint = "Double-click their caller to see each path".to_owned();
        Tooltip { side: self.sides.one(), name, place, context, facts, kind, partner, hint, rect }
    }
}

/// Returns the legend. `of` names the whole that gold is a share of, `grey` the changes that count as none.
pub(crate) fn legend(paint: &PathPaint<'_>, grey: &str, of: &str) -> Vec<LegendEntry> {
    let theme = paint.theme;
    match paint.colors {
        Colors::Gold { root, whole, .. } => gold_legend(paint.callers, root, of, whole.is_heaviest),
        Colors::Change { differences, plain } => {
            // Fading comes first: a narrow line has room for the first entry only, and toggles also name the marks of
            // only-A and only-B.
            let doubt = paint.confidence.map(|runs| doubt_legend(theme, runs, !paint.by_node.is_empty()));
            let (doubted, sure) = doubt.map_or((None, None), |[sure, doubted]| (Some(doubted), Some(sure)));
            let pale = (!paint.pale.is_empty()).then(|| pale_legend(theme));
            let mut legend: Vec<LegendEntry> = doubted.into_iter().collect();
            legend.extend(change_legend(theme, &differences, grey));
            // After the scale, both ends of which must have room.
            legend.extend(pale.into_iter().flatten());
            legend.extend(only_legend(theme, plain));
            legend.extend(sure);
            legend
        }
    }
}

const GOLD_STEPS: usize = 5;

fn gold_legend(callers: bool, root: bool, of: &str, is_heaviest: bool) -> Vec<LegendEntry> {
    let step = |at: usize| {
        let share = at as f64 / (GOLD_STEPS - 1) as f64;
        let label = match at {
            0 if is_heaviest => format!("self: 0\u{202f}% of the heaviest function in {of}"),
            0 => format!("0\u{202f}% of {of}"),
            at if at + 1 == GOLD_STEPS => {
                format!("100\u{202f}%{}", if root { ", square-root scale" } else { "" })
            }
            _ => String::new(),
        };
        entry(&label, gold(share, callers))
    };
    (0..GOLD_STEPS).map(step).collect()
}

fn change_legend(theme: &Theme, differences: &Differences<'_>, grey: &str) -> Vec<LegendEntry> {
    let options = differences.options();
    let names = match options.color {
        ColorBy::OwnBaseline => {
            ChangeScale::Ratio.names(grey, ends_of(options.expected, ["less in B", "more in B"]))
        }
        ColorBy::Absolute => ChangeScale::OfLargest.names(grey, ["less in B", "more in B"]),
        ColorBy::ShareOfTotal => {
            ChangeScale::OfLargest.names(grey, ["smaller share in B", "larger share in B"])
        }
    };
    theme.change.into_iter().zip(names).map(|(color, name)| entry(&name, color)).collect()
}

/// Returns the entries for paths that only one side has, unless `plain` draws these like any other change.
fn only_legend(theme: &Theme, plain: [bool; 2]) -> impl Iterator<Item = LegendEntry> {
    let gone = mark("gone (only in A)", theme.a_fill, LegendMark::OnlyA);
    let new = mark("new (only in B)", theme.b_fill, LegendMark::OnlyB);
    [gone, new].into_iter().zip(plain).filter(|&(_, plain)| !plain).map(|(entry, _)| entry)
}

/// Returns the entries that explain fading, for several runs on each side.
fn doubt_legend(theme: &Theme, runs: &RunConfidence, by_path: bool) -> [LegendEntry; 2] {
    let [a, b] = runs.runs;
    let faint = faded_to(theme, Paint::plain(theme.change[8]), opacity(0.0)).fill;
    let of = if by_path { "path" } else { "function" };
    let [sure, doubted] = if runs.is_tested {
        [format!("full colour: p near 0 ({a} and {b} runs)"), format!("faint: p near 1, per {of}")]
    } else {
        [format!("full colour: the {a} and {b} runs don’t overlap"), format!("faint: they overlap, per {of}")]
    };
    [entry(&sure, theme.change[8]), entry(&doubted, faint)]
}

/// Describes the confidence of several runs in a change: `p = 0.008 for this path over 5 and 5 runs`. `of_path` is the
/// confidence for the path itself; without it, that for its function is used.
pub(crate) fn runs_fact(runs: &RunConfidence, of_path: Option<f64>, function: IdentityId) -> Option<Fact> {
    let sure = of_path.or_else(|| runs.by_function.get(function.index()).copied())?;
    let what = if of_path.is_some() { "this path" } else { "the function" };
    let [a, b] = runs.runs;
    let value = if runs.is_tested {
        format!("p = {:.3} for {what} over {a} and {b} runs", 1.0 - sure)
    } else {
        format!("{a} and {b} runs {} in {what}", if sure > 0.0 { "don’t overlap" } else { "overlap" })
    };
    Some(Fact { label: "Runs".to_owned(), value })
}

/// Returns the note `A has no call paths: each function is one frame, as wide as its self weight`.
pub(crate) fn no_paths(sides: &str) -> String {
    let have = if sides.contains(' ') { "have" } else { "has" };
    format!("{sides} {have} no call paths: each function is one frame, as wide as its self weight")
}

/// Returns [`words::not_counted`] for the displayed paths, if one side ends before the other.
pub(crate) fn not_counted_after(input: &LayoutInput<'_>) -> Option<String> {
    let (side, moment) = input.results.get::<CallPaths>()?.until?;
    let axis = input.traces()[side.index()]?.axis();
    Some(words::not_counted(axis, side, moment))
}

/// Note for paths if weights per call were chosen.
pub(crate) const WHOLE_WEIGHT: &str =
    "paths are compared by total weight, because weights per call cannot be added up";

/// Describes the changes that are grey: `within ±5 %, or under 10 µs`, `as a typical function (1.26× ± 5 %), or
/// under 10 µs`. Adds
/// that colours compare total weights if weights per call were chosen.
pub(crate) fn grey(options: DifferenceOptions, weights: Weights, is_whole_weight: bool) -> String {
    let least = weights.text(options.floor.ticks);
    let share = numbers::percent(options.floor.share);
    let same = if weights.scale == Scale::PerTotal {
        format!("share within ±{share}")
    } else if (options.expected - 1.0).abs() < f64::EPSILON {
        // Exactly 1 is the value set for "no change".
        format!("within ±{share}")
    } else {
        format!("as a typical function ({} ± {share})", numbers::ratio(options.expected))
    };
    let of = if is_whole_weight { "; compares total weights, not per call" } else { "" };
    format!("{same}, or under {least}{of}")
}

/// Returns `A and B` or the letter of the shown side.
pub(crate) fn of_sides(sides: ShownSides) -> String {
    sides.one().map_or_else(|| "A and B".to_owned(), |side: SideName| side.letter().to_owned())
}

/// Returns the header line of the CSV: some columns, then those of each shown side.
pub(crate) fn heads(first: &str, sides: ShownSides, weights: Weights) -> String {
    let unit = if weights.calls { "calls" } else { unit(weights.axis) };
    let mut out = first.to_owned();
    for side in sides.columns() {
        let letter = ["a", "b"][sides.one().map_or(side, SideName::index)];
        let _ = write!(out, ",total_{letter}_{unit},self_{letter}_{unit},calls_{letter}");
    }
    out.push('\n');
    out
}
