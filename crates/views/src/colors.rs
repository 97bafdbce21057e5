//! Colours of calls: categories ranked by self time over both sides, or a scale of durations.

use crate::legend::step;
use crate::{numbers, package_of, words};
use diptych_profile::Totals;
use diptych_protocol::{ColorBy, LegendEntry, SideName};
use diptych_scene::Rgba;
use diptych_scene::theme::{CATEGORIES, OTHER, Theme, amount};
use diptych_trace::{CallId, FunctionId, FunctionSpec, Sorting, Trace};
use std::collections::BTreeMap;

/// The colours of calls. Equal keys have one colour on both sides.
#[derive(Debug, Clone, PartialEq)]
pub struct Coloring {
    by: ColorBy,
    /// Colour of each function on each side, by function id. Empty for [`ColorBy::Duration`].
    functions: [Vec<Rgba>; 2],
    /// Shortest and longest duration of the scale in ticks, for [`ColorBy::Duration`].
    durations: (f64, f64),
    legend: Vec<LegendEntry>,
}

/// A side's trace and its totals.
pub type TraceTotals<'a> = (&'a Trace, &'a Totals);

impl Coloring {
    /// Chooses the colours of calls.
    ///
    /// The self time of both sides together ranks the keys (ties by name). The first twelve keys get colours of their
    /// own, the others share one.
    ///
    /// Colours by match and by change need an alignment ([`crate::Correspondence`]) and are not made here. For those
    /// choices calls are coloured by file.
    pub fn new(by: ColorBy, sides: [Option<TraceTotals<'_>>; 2], theme: &Theme) -> Self {
        if by == ColorBy::Duration {
            return Self::by_duration(sides, theme);
        }
        let mut time_by_key: BTreeMap<String, i64> = BTreeMap::new();
        for (trace, totals) in sides.into_iter().flatten() {
            for id in trace.functions().ids() {
                let function = trace.functions().get(trace.names(), id);
                *time_by_key.entry(key_of(by, function)).or_default() += totals.self_ticks[id.index()].max(0);
            }
        }
        let mut ranked: Vec<(String, i64)> = time_by_key.into_iter().collect();
        ranked.order_by(|x, y| y.1.cmp(&x.1).then_with(|| x.0.cmp(&y.0)));
        let color_by_key: BTreeMap<&str, Rgba> =
            ranked.iter().zip(CATEGORIES).map(|((key, _), color)| (key.as_str(), color)).collect();
        let color = |trace: &Trace, id: FunctionId| {
            let key = key_of(by, trace.functions().get(trace.names(), id));
            color_by_key.get(key.as_str()).copied().unwrap_or(OTHER)
        };
        let functions = sides.map(|side| {
            side.map_or_else(Vec::new, |(trace, _)| {
                trace.functions().ids().map(|id| color(trace, id)).collect()
            })
        });
        Self { by, functions, durations: (1.0, 1.0), legend: category_legend(&ranked) }
    }

    /// Colours calls by duration, on a logarithmic scale up to the longer run.
    fn by_duration(sides: [Option<TraceTotals<'_>>; 2], theme: &Theme) -> Self {
        let extents = sides.into_iter().flatten().map(|(trace, _)| trace.extent());
        let longest = extents.max().unwrap_or(1).max(1) as f64;
        let shortest = (longest / DURATION_RANGE).max(1.0);
        let axis = sides.into_iter().flatten().map(|(trace, _)| trace.axis()).next();
        let steps = theme.amount.len();
        let entry = |at: usize| {
            let share = at as f64 / (steps - 1) as f64;
            let ticks = shortest * (longest / shortest).powf(share);
            let label = axis.map_or_else(String::new, |axis| numbers::extent(axis, ticks.round() as i64));
            step(at, &label, theme.amount[at])
        };
        Self {
            by: ColorBy::Duration,
            functions: [Vec::new(), Vec::new()],
            durations: (shortest, longest),
            legend: (0..steps).map(entry).collect(),
        }
    }

    /// Returns the fill of a call.
    pub fn fill(&self, side: SideName, trace: &Trace, call: CallId, theme: &Theme) -> Rgba {
        if self.by == ColorBy::Duration {
            return amount(theme, self.duration_share(trace, call));
        }
        let function = trace.calls().function()[call.index()];
        self.functions[side.index()].get(function.index()).copied().unwrap_or(OTHER)
    }

    /// Returns the index of a call's legend entry: the one with its colour, or the nearest step of the duration scale.
    pub fn step(&self, side: SideName, trace: &Trace, call: CallId) -> usize {
        if self.by == ColorBy::Duration {
            return (self.duration_share(trace, call) * (self.legend.len() - 1) as f64).round() as usize;
        }
        let function = trace.calls().function()[call.index()];
        let color = self.functions[side.index()].get(function.index());
        CATEGORIES.iter().position(|category| Some(category) == color).unwrap_or(CATEGORIES.len())
    }

    /// Returns the position of a call on the logarithmic scale of durations, 0 to 1.
    fn duration_share(&self, trace: &Trace, call: CallId) -> f64 {
        let (shortest, longest) = self.durations;
        let duration = (trace.calls().duration(call) as f64).max(shortest);
        let share = (duration / shortest).ln() / (longest / shortest).ln().max(f64::MIN_POSITIVE);
        share.clamp(0.0, 1.0)
    }

    /// Returns the legend of these colours.
    pub fn legend(&self) -> &[LegendEntry] {
        &self.legend
    }
}

/// Ratio of the longest run to the shortest duration of the scale. Shorter calls share the palest colour.
const DURATION_RANGE: f64 = 1e5;

/// Returns the category that a function's colour stands for. Without a file, colours by file fall back to the package.
fn key_of(by: ColorBy, function: FunctionSpec<'_>) -> String {
    match by {
        ColorBy::Package | ColorBy::Duration => package_of(function).to_owned(),
        ColorBy::Function => function.name.to_owned(),
        _ if function.file.is_empty() => package_of(function).to_owned(),
        ColorBy::File
        | ColorBy::Match
        | ColorBy::Change
        | ColorBy::Shift
        | ColorBy::Place
        | ColorBy::Similarity => function.file.rsplit(['/', '\\']).next().unwrap_or(function.file).to_owned(),
    }
}

fn category_legend(ranked: &[(String, i64)]) -> Vec<LegendEntry> {
    let total: i64 = ranked.iter().map(|(_, ticks)| ticks).sum();
    let share =
        |ticks: i64| if total > 0 { numbers::percent(ticks as f64 / total as f64) } else { String::new() };
    let own = ranked.iter().zip(CATEGORIES).enumerate();
    let mut legend: Vec<LegendEntry> = own
        .map(|(at, ((key, ticks), color))| LegendEntry {
            share: share(*ticks),
            ..step(at, &words::shown(key), color)
        })
        .collect();
    if ranked.len() > CATEGORIES.len() {
        let rest = &ranked[CATEGORIES.len()..];
        let ticks = rest.iter().map(|(_, ticks)| ticks).sum();
        let label = format!("{} others", numbers::count(rest.len() as u64));
        legend.push(LegendEntry { share: share(ticks), ..step(CATEGORIES.len(), &label, OTHER) });
    }
    legend
}
