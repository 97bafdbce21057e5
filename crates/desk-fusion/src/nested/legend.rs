//! The legend: the meaning of each colour, in the order of its scale.

use super::paint::{BOTH_RAN, Painter, Scale, Scheme, ran};
use diptych_protocol::{ElementColor, FusionLink, LegendEntry, LegendMark};
use diptych_scene::theme::{CATEGORIES, OTHER, amount, place as along_run};
use diptych_views::legend::{ChangeScale, ends_of, entry, mark, step};
use diptych_views::places::Packages;
use diptych_views::{numbers, pale_legend};

/// Number of steps of a scale in the legend.
const STEPS: usize = 6;

impl Painter<'_> {
    /// Returns the entries for the colours of cells, then those for the colours of calls if these differ.
    pub(super) fn legend(&self) -> Vec<LegendEntry> {
        let theme = self.input.theme;
        let mut legend = self.entries(&self.cells);
        if self.calls.by != self.cells.by {
            legend.push(entry(&format!("calls coloured by {}:", word(self.calls.by)), theme.bg));
            legend.extend(self.entries(&self.calls));
        }
        let is_change =
            |by| matches!(by, ElementColor::SelfChange | ElementColor::CallsChange | ElementColor::Coverage);
        if self.input.elements.is_pair() && (is_change(self.cells.by) || is_change(self.calls.by)) {
            legend.push(mark("only in A", theme.a_fill, LegendMark::OnlyA));
            legend.push(mark("only in B", theme.b_fill, LegendMark::OnlyB));
        }
        let is_rest = self.input.state.link == FusionLink::Rest;
        if self.input.focused.is_some() {
            // The fill is the colour of the page, so the swatch needs an edge.
            let label = if is_rest { "in focus" } else { "in focus, never ran" };
            legend.push(mark(label, theme.line_strong, LegendMark::Edged));
            if !is_rest {
                legend.push(entry("ran, not in focus", ran(theme)));
            }
        }
        legend.push(mark("never ran", theme.none_mark, LegendMark::Dots));
        legend
    }

    fn entries(&self, scheme: &Scheme) -> Vec<LegendEntry> {
        let theme = self.input.theme;
        let scale = |ends: [&str; 2]| {
            let names = theme.change.into_iter().zip(ChangeScale::Ratio.names("", ends)).enumerate();
            names.map(|(at, (color, name))| step(at, &name, color)).collect::<Vec<_>>()
        };
        match scheme.by {
            ElementColor::SelfChange | ElementColor::Auto => {
                let factor = self.input.grey.map_or(1.0, |grey| grey.factor);
                let steps = scale(ends_of(factor, ["less self time in B", "more self time in B"]));
                let pale = self.input.significant.map(|_| pale_legend(theme));
                steps.into_iter().chain(pale.into_iter().flatten()).collect()
            }
            ElementColor::CallsChange => scale(["fewer calls in B", "more calls in B"]),
            ElementColor::Package => {
                let named = self.packages.iter().flat_map(|of| &of.named).enumerate();
                let named = named.map(|(at, (name, color))| step(at, name, *color));
                let mut legend = vec![entry("packages:", theme.bg)];
                legend.extend(named);
                if let Some(Packages { others: others @ 1.., .. }) = self.packages {
                    let others = format!("{} others", numbers::count(*others as u64));
                    legend.push(step(CATEGORIES.len(), &others, OTHER));
                }
                legend
            }
            ElementColor::Coverage => vec![entry(
                if self.input.elements.is_pair() { "ran in both" } else { "ran" },
                amount(theme, BOTH_RAN),
            )],
            by => {
                let color = |share: f64| {
                    if by == ElementColor::First { along_run(share) } else { self.amount(share) }
                };
                let scale = if by == ElementColor::Depth {
                    Scale { least: 0.0, ..scheme.scale }
                } else {
                    scheme.scale
                };
                let steps = if scale.most > scale.least { STEPS } else { 1 };
                let of_step = |at: usize| {
                    let share = if steps == 1 { 0.5 } else { at as f64 / (steps - 1) as f64 };
                    let is_end = at == 0 || at + 1 == steps;
                    let text = if is_end { self.said(by, scale.value(share)) } else { String::new() };
                    let text = if at == 0 { format!("{} {text}", word(by)) } else { text };
                    step(at, &text, color(share))
                };
                (0..steps).map(of_step).collect()
            }
        }
    }

    fn said(&self, by: ElementColor, value: f64) -> String {
        match by {
            ElementColor::Depth | ElementColor::Deepest | ElementColor::Calls => {
                numbers::count(value.round().max(0.0) as u64)
            }
            _ => numbers::extent(self.input.axis, value.round() as i64),
        }
    }
}

fn word(by: ElementColor) -> &'static str {
    match by {
        ElementColor::Auto | ElementColor::SelfChange => "change of self time",
        ElementColor::CallsChange => "change in calls",
        ElementColor::Package => "package",
        ElementColor::Depth => "depth",
        ElementColor::Deepest => "deepest call",
        ElementColor::Calls => "calls",
        ElementColor::SelfTime => "self time",
        ElementColor::Time => "time",
        ElementColor::First => "first start",
        ElementColor::Coverage => "coverage",
    }
}
