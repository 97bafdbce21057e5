//! The looks of elements and calls: one colour for both, by the focus (section 4.4).

use super::Elements;
use super::focused::FocusCallSet;
use super::measures::Measures;
use diptych_protocol::{ElementColor, FusionLink, FusionSides, FusionState, SideName};
use diptych_scene::Rgba;
use diptych_scene::color::lab::Lab;
use diptych_scene::theme::{Theme, amount, change_step, criticality, place as along_run};
use diptych_structure::Measure;
use diptych_trace::{Axis, CallId, Trace};
use diptych_views::places::Packages;
use diptych_views::{Grey, pale};
use std::cell::OnceCell;

/// The look of an element or a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ElementLook {
    /// A colour.
    Fill(Rgba),
    /// The mark of a side that alone has it.
    Only(SideName),
    /// In focus, without a value to show.
    Blank,
    /// It ran and is out of focus.
    Ran,
    /// It never ran.
    Never,
}

/// The range of values that a colour scale covers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scale {
    pub(super) least: f64,
    pub(super) most: f64,
    pub(super) is_log: bool,
}

impl Scale {
    /// Returns the position of a value on the scale, 0 to 1. If the scale is empty, that is the middle.
    fn share(self, value: f64) -> f64 {
        let of = |value: f64| if self.is_log { value.max(1.0).ln() } else { value };
        let [least, most] = [self.least, self.most].map(of);
        if most > least { ((of(value) - least) / (most - least)).clamp(0.0, 1.0) } else { 0.5 }
    }

    /// Returns the value at a position on the scale.
    pub(super) fn value(self, share: f64) -> f64 {
        if self.is_log {
            let [least, most] = [self.least, self.most].map(|value| value.max(1.0).ln());
            (least + (most - least) * share).exp()
        } else {
            self.least + (self.most - self.least) * share
        }
    }
}

/// Everything that the looks depend on.
pub(super) struct PaintInput<'a> {
    pub(super) theme: &'static Theme,
    pub(super) elements: &'a Elements,
    pub(super) state: &'a FusionState,
    /// The factor and floor below which a change is grey, once they are known.
    pub(super) grey: Option<Grey>,
    /// True for each element with a significant change; `None` if nothing judged them.
    pub(super) significant: Option<&'a [bool]>,
    pub(super) axis: Axis,
    /// The calls in focus, if there are any.
    pub(super) focused: Option<&'a FocusCallSet>,
    pub(super) measures: &'a Measures,
    /// Measures of all calls in view.
    pub(super) whole: &'a Measures,
    /// Measures of the calls in view whose match is out of view.
    pub(super) beyond: &'a Measures,
    /// Colours of packages, computed on first use from all calls in view.
    pub(super) packages: &'a OnceCell<Packages>,
}

impl PaintInput<'_> {
    /// Picks the packages with colours by self time of all calls in view.
    fn colored_packages(&self) -> Packages {
        let weight = |place: usize| {
            let of_side = |side: usize| self.whole[side][place].self_ticks.max(0) as u64;
            of_side(0) + of_side(1)
        };
        let weights: Vec<u64> = (0..self.elements.len() as usize).map(weight).collect();
        Packages::new(self.elements.hierarchy(), &self.elements.shown, &weights)
    }
}

/// A colour encoding with its scale.
pub(super) struct Scheme {
    pub(super) by: ElementColor,
    pub(super) scale: Scale,
}

/// Computes the looks of elements and calls.
pub(super) struct Painter<'a> {
    pub(super) input: &'a PaintInput<'a>,
    pub(super) cells: Scheme,
    pub(super) calls: Scheme,
    /// Colours of packages, if an encoding uses them.
    pub(super) packages: Option<&'a Packages>,
}

/// Part of the amount scale in use. Its lower end keeps the least amount distinct from elements out of focus. Its upper
/// end leaves calls distinct from cells and keeps cushions visible.
const AMOUNTS: [f64; 2] = [0.14, 0.8];
/// Share of saturation left to the calls farthest from the chosen ones.
const LEAST_SATURATION: f64 = 0.25;

impl<'a> Painter<'a> {
    pub(super) fn new(input: &'a PaintInput<'a>) -> Self {
        let elements = input.elements;
        let cells = resolved(input.state.color, elements.is_pair());
        let calls = match input.state.call_color {
            ElementColor::Auto => cells,
            own => resolved(own, elements.is_pair()),
        };
        let is_by_package = [cells, calls].contains(&ElementColor::Package);
        let packages = is_by_package.then(|| input.packages.get_or_init(|| input.colored_packages()));
        let mut painter = Self {
            input,
            cells: Scheme { by: cells, scale: Scale { least: 0.0, most: 0.0, is_log: false } },
            calls: Scheme { by: calls, scale: Scale { least: 0.0, most: 0.0, is_log: false } },
            packages,
        };
        painter.cells.scale = painter.scale(cells);
        painter.calls.scale = if calls == cells { painter.cells.scale } else { painter.scale(calls) };
        painter
    }

    /// Returns the measures that are coloured: those of the focus, or of everything in view.
    fn measures(&self) -> &'a Measures {
        let is_rest = self.input.state.link == FusionLink::Rest;
        if self.input.focused.is_none() || is_rest { self.input.whole } else { self.input.measures }
    }

    fn scale(&self, by: ElementColor) -> Scale {
        if !has_scale(by) {
            return Scale { least: 0.0, most: 0.0, is_log: false };
        }
        let measures = if self.input.state.whole_scale { self.input.whole } else { self.measures() };
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        let reach = |place: u32| {
            if let Some(value) = value(by, self.of_sides(measures, place)) {
                (least, most) = (least.min(value), most.max(value));
            }
        };
        measures.reached().for_each(reach);
        let is_amount = matches!(by, ElementColor::Calls | ElementColor::SelfTime | ElementColor::Time);
        let is_log = is_amount && !self.input.state.linear;
        if least <= most { Scale { least, most, is_log } } else { Scale { least: 0.0, most: 0.0, is_log } }
    }

    /// Returns the measure of an element on the sides whose calls are shown.
    fn of_sides(&self, measures: &Measures, place: u32) -> Measure {
        let [a, b] = both_of(measures, place);
        match (self.input.state.sides, self.input.elements.is_pair()) {
            (FusionSides::A, true) => a,
            (FusionSides::B, true) => b,
            _ => a.and(b),
        }
    }

    /// Returns true if a call of an element is in focus. Without a focus that is any call in view.
    fn is_in_focus(&self, place: u32) -> bool {
        if let Some(places) = self.input.focused.and_then(|focused| focused.places.as_ref()) {
            return places.contains(&place);
        }
        let [a, b] = both_of(self.input.measures, place);
        a.calls + b.calls > 0
    }

    /// Returns the look of an element.
    pub(super) fn of_element(&self, place: u32) -> ElementLook {
        self.look(place, self.is_in_focus(place))
    }

    /// Returns the look of an element with nothing in focus.
    pub(super) fn of_rest(&self, place: u32) -> ElementLook {
        self.look(place, false)
    }

    fn look(&self, place: u32, is_in_focus: bool) -> ElementLook {
        let [in_a, in_b] = self.input.elements.ran(place);
        let rest = if in_a || in_b { ElementLook::Ran } else { ElementLook::Never };
        if self.cells.by == ElementColor::Coverage && self.input.focused.is_none() {
            return self.colored(&self.cells, place).unwrap_or(rest);
        }
        let is_rest = self.input.focused.is_some() && self.input.state.link == FusionLink::Rest;
        if is_in_focus == is_rest {
            return if is_rest { ElementLook::Blank } else { rest };
        }
        let blank = if self.input.focused.is_some() && !is_rest { ElementLook::Blank } else { rest };
        self.colored(&self.cells, place).unwrap_or(blank)
    }

    /// Returns the look of a call, and true if the call is in focus.
    pub(super) fn of_call(&self, side: SideName, trace: &Trace, call: CallId) -> (ElementLook, bool) {
        let Some(index) = &self.input.elements.calls[side.index()] else { return (ElementLook::Ran, false) };
        let is_in = self.input.focused.is_none_or(|of| of.holds(self.input.elements, side, call));
        let is_rest = self.input.focused.is_some() && self.input.state.link == FusionLink::Rest;
        if is_in == is_rest {
            return (if is_rest { ElementLook::Blank } else { ElementLook::Ran }, is_in);
        }
        let place = index.place(call);
        let look = match self.calls.by {
            ElementColor::Depth => {
                let depth = f64::from(trace.calls().depth()[call.index()]);
                // On the scale of the deepest call, but from the root on.
                let scale = Scale { least: 0.0, ..self.calls.scale };
                Some(ElementLook::Fill(self.amount(scale.share(depth))))
            }
            _ => self.colored(&self.calls, place),
        };
        (self.less_saturated(look.unwrap_or(ElementLook::Blank), side, trace, call), is_in)
    }

    fn colored(&self, scheme: &Scheme, place: u32) -> Option<ElementLook> {
        let (theme, measures) = (self.input.theme, self.measures());
        let both = both_of(measures, place);
        match scheme.by {
            ElementColor::SelfChange | ElementColor::CallsChange => self.change(scheme.by, place, both),
            ElementColor::Package => {
                let is_any = both.iter().any(|of| of.calls > 0);
                self.packages.filter(|_| is_any).map(|of| ElementLook::Fill(of.colors[place as usize]))
            }
            ElementColor::Coverage => match (self.input.elements.ran(place), self.input.elements.is_pair()) {
                ([false, false], _) => None,
                ([true, false], true) => Some(ElementLook::Only(SideName::A)),
                ([false, true], true) => Some(ElementLook::Only(SideName::B)),
                _ => Some(ElementLook::Fill(amount(theme, BOTH_RAN))),
            },
            ElementColor::First => {
                let value = value(scheme.by, self.of_sides(measures, place))?;
                Some(ElementLook::Fill(along_run(scheme.scale.share(value))))
            }
            by => {
                let value = value(by, self.of_sides(measures, place))?;
                let scale = if by == ElementColor::Depth {
                    Scale { least: 0.0, ..scheme.scale }
                } else {
                    scheme.scale
                };
                Some(ElementLook::Fill(self.amount(scale.share(value))))
            }
        }
    }

    pub(super) fn amount(&self, share: f64) -> Rgba {
        if self.input.state.published {
            return criticality(share);
        }
        let [least, most] = AMOUNTS;
        amount(self.input.theme, least + (most - least) * share)
    }

    /// Returns the step of an element's change, which is pale if the change of self time is not significant. An element
    /// that only one side has in focus takes that side's mark. In the whole view, calls whose match is out of view don't count.
    fn change(&self, by: ElementColor, place: u32, [a, b]: [Measure; 2]) -> Option<ElementLook> {
        // A match out of view says nothing about the element's time.
        let has_match = |side: usize| self.input.beyond[side][place as usize].calls > 0;
        let unchanged = ElementLook::Fill(self.input.theme.change[4]);
        match (a.calls > 0, b.calls > 0) {
            (false, false) => return None,
            (true, false) if has_match(0) => return Some(unchanged),
            (false, true) if has_match(1) => return Some(unchanged),
            (true, false) => return Some(ElementLook::Only(SideName::A)),
            (false, true) => return Some(ElementLook::Only(SideName::B)),
            _ => {}
        }
        let is_whole = std::ptr::eq(self.measures(), self.input.whole);
        let beyond = if is_whole { both_of(self.input.beyond, place) } else { [Measure::default(); 2] };
        let [a, b] = [a.without(beyond[0]), b.without(beyond[1])];
        let step = if by == ElementColor::CallsChange {
            change_step(a.calls as f64, b.calls as f64)
        } else {
            step_of_time(self.input.grey, a.self_ticks, b.self_ticks)
        };
        let color = self.input.theme.change[step];
        let is_significant = self.input.significant.is_none_or(|of| of[place as usize]);
        let is_pale = by != ElementColor::CallsChange && step != 4 && !is_significant;
        Some(ElementLook::Fill(if is_pale { pale(self.input.theme, color) } else { color }))
    }

    /// Reduces the saturation from the chosen calls towards the least and greatest depth in focus (4.2.4).
    fn less_saturated(&self, look: ElementLook, side: SideName, trace: &Trace, call: CallId) -> ElementLook {
        let depths = self.input.focused.and_then(|focused| focused.depths);
        let (ElementLook::Fill(color), Some((of, chosen, [least, most]))) = (look, depths) else {
            return look;
        };
        if of != side {
            return look;
        }
        let depth = trace.calls().depth()[call.index()];
        let (distance, farthest) =
            if depth < chosen { (chosen - depth, chosen - least) } else { (depth - chosen, most - chosen) };
        let share = f64::from(distance) / f64::from(farthest.max(1));
        let kept = 1.0 - (1.0 - LEAST_SATURATION) * share.min(1.0);
        let Lab { l, a, b } = Lab::from(color);
        ElementLook::Fill(Lab { l, a: a * kept, b: b * kept }.to_rgba())
    }
}

/// Returns the measures of an element on both sides. It is no closure for each side: optimised for size such a closure
/// stays a call, and elements are many.
fn both_of(measures: &Measures, place: u32) -> [Measure; 2] {
    [measures[0][place as usize], measures[1][place as usize]]
}

/// Position of "ran in both" on the scale of amounts.
pub(super) const BOTH_RAN: f64 = 0.45;

/// Returns the colour of elements that ran and are out of focus.
pub(super) fn ran(theme: &Theme) -> Rgba {
    theme.matched
}

/// Returns the colour of elements in focus without a value to show.
pub(super) fn blank(theme: &Theme) -> Rgba {
    theme.bg
}

/// Returns the encoding in use if none was chosen, or if the chosen one needs two runs.
fn resolved(by: ElementColor, is_pair: bool) -> ElementColor {
    match (by, is_pair) {
        (ElementColor::Auto, true) => ElementColor::SelfChange,
        (ElementColor::Auto | ElementColor::SelfChange, false) => ElementColor::SelfTime,
        (ElementColor::CallsChange, false) => ElementColor::Calls,
        (by, _) => by,
    }
}

/// Returns true if a colour encodes an amount.
fn has_scale(by: ElementColor) -> bool {
    !matches!(
        by,
        ElementColor::Auto
            | ElementColor::SelfChange
            | ElementColor::CallsChange
            | ElementColor::Package
            | ElementColor::Coverage
    )
}

/// Returns the amount that a colour encodes; `None` if there is none.
fn value(by: ElementColor, of: Measure) -> Option<f64> {
    if of.calls == 0 {
        return None;
    }
    Some(match by {
        ElementColor::Depth | ElementColor::Deepest => f64::from(of.deepest),
        ElementColor::Calls => of.calls as f64,
        ElementColor::SelfTime => of.self_ticks as f64,
        ElementColor::Time => of.ticks as f64,
        ElementColor::First => of.first_start? as f64,
        ElementColor::Auto
        | ElementColor::SelfChange
        | ElementColor::CallsChange
        | ElementColor::Package
        | ElementColor::Coverage => return None,
    })
}

/// Returns the step of a change of time. It is grey at the whole run's own factor and below the noise floor.
pub(super) fn step_of_time(grey: Option<Grey>, a: i64, b: i64) -> usize {
    let (factor, floor) = grey.map_or((1.0, 0), |grey| (grey.factor, grey.floor_ticks));
    let expected = a as f64 * factor;
    if (b as f64 - expected).abs() <= floor as f64 { 4 } else { change_step(expected, b as f64) }
}
