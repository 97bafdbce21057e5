//! Sentences above the picture: which function changed most, and what boxes and colours stand for.

use super::ShownSides;
use super::functions::{ProfileFunctions, Traces};
use super::words::Weights;
use diptych_profile::{Change, ColorBy, DifferenceOptions, FunctionTable};
use diptych_protocol::Sides;
use diptych_trace::IdentityId;
use diptych_views::legend::than_typical;
use diptych_views::{SignificantFunctions, lane_word, lanes_with_calls, numbers, over_lanes, words};

/// Everything that the sentences are made from.
#[derive(Clone, Copy)]
pub(crate) struct ProfileReading<'a> {
    pub(crate) table: &'a FunctionTable,
    pub(crate) functions: &'a ProfileFunctions,
    pub(crate) traces: Traces<'a>,
    pub(crate) sides: ShownSides,
    pub(crate) weights: Weights,
    pub(crate) options: DifferenceOptions,
    /// Functions with a significant change; `None` if nothing judged them.
    pub(crate) significant: Option<SignificantFunctions<'a>>,
    /// Lanes of each side that the weights are limited to; empty for all.
    pub(crate) lanes: &'a Sides<Vec<u32>>,
    /// Sentence on what the boxes of the picture are.
    pub(crate) boxes: &'static str,
}

impl ProfileReading<'_> {
    /// Returns what boxes and colours are, then the largest change of a function's own weight: the list beside the picture
    /// says first what changed. With one side, the largest own weight comes first. Empty if nothing has any weight.
    /// O(functions).
    pub(crate) fn sentences(&self) -> Vec<String> {
        let Some((first, is_apart)) = self.largest() else { return Vec::new() };
        let boxes = self.boxes.to_owned();
        match self.sides {
            ShownSides::Both => vec![boxes, self.purple(), self.change(first, is_apart)],
            ShownSides::One { column, .. } => {
                let text = self.weights.with_share(self.own(column, first), self.whole(column));
                let most = format!("Most {}: {} {text}.", self.quantity(), self.name(first));
                vec![most, boxes, "Darker gold: a larger share.".to_owned()]
            }
        }
    }

    /// Returns the function whose own weight changed most, or with one side the one with the largest own weight. Of
    /// equals it is the first. A change of a function that waits is an effect, so a function that works comes before it; then
    /// the result is true if one that waits changed more. O(functions).
    fn largest(&self) -> Option<(IdentityId, bool)> {
        let count = self.table.sides.first().map_or(0, |side| side.own.len());
        // The factors are sums over all functions, so they are not found for each function anew.
        let factors = self.factors();
        let size = |id: &IdentityId| match self.sides {
            ShownSides::Both => self.change_by(factors, *id).delta().abs(),
            ShownSides::One { column, .. } => self.own(column, *id) as f64,
        };
        let is_meant = |id: &IdentityId| {
            let is_judged_away = matches!(self.sides, ShownSides::Both)
                && self.significant.is_some_and(|significant| !significant.holds(*id));
            !self.name(*id).is_empty() && size(id) > 0.0 && !is_judged_away
        };
        let named = || (0..count as u32).map(IdentityId).filter(is_meant);
        let larger = |best: IdentityId, id: IdentityId| if size(&id) > size(&best) { id } else { best };
        let is_work = |id: &IdentityId| {
            let judged = self.significant.filter(|_| matches!(self.sides, ShownSides::Both));
            judged.is_none_or(|significant| !significant.waits(*id))
        };
        let (largest, work) = (named().reduce(larger), named().filter(is_work).reduce(larger));
        let found = work.or(largest).or_else(|| {
            // Functions that are all alike still get the sentences on boxes and colours.
            (0..count as u32)
                .map(IdentityId)
                .find(|id| self.table.sides.iter().any(|side| side.own[id.index()] > 0))
        });
        found.map(|id| (id, largest.is_some_and(|largest| largest != id)))
    }

    fn change(&self, id: IdentityId, is_apart: bool) -> String {
        let change = self.change_by(self.factors(), id);
        if self.significant.is_some_and(|significant| !significant.holds(id)) {
            return "No function changed significantly.".to_owned();
        }
        if change.delta().abs() <= self.options.floor.ticks as f64 {
            return format!(
                "No function changed by more than {}.",
                self.weights.text(self.options.floor.ticks)
            );
        }
        let amount = self.weights.change(change, [0, 1].map(|column| self.whole(column)));
        let new = if change.is_new() { " (new)" } else { "" };
        let over = self.summed_over();
        let apart = if is_apart { " apart from waiting" } else { "" };
        format!("Largest change in {}{apart}: {} {amount}{new}{over}.", self.quantity(), self.name(id))
    }

    /// Returns `, summed over 64 ranks`: the time of all lanes may be longer than the run. Blank for one lane, and for chosen
    /// lanes, which the toolbar names.
    fn summed_over(&self) -> String {
        let counts = self.traces.map(|trace| trace.map_or(0, lanes_with_calls));
        let over = over_lanes(counts, lane_word(self.traces));
        let is_of_all = self.lanes.a.is_empty() && self.lanes.b.is_empty() && !self.weights.calls;
        if over.is_empty() || !is_of_all { String::new() } else { format!(", {over}") }
    }

    /// Returns the factors that make the weights of both sides comparable. O(functions).
    fn factors(&self) -> [f64; 2] {
        match self.sides {
            ShownSides::Both => self.weights.scale.factors([0, 1].map(|column| self.whole(column))),
            ShownSides::One { .. } => [1.0; 2],
        }
    }

    /// Returns the own weights of a function times the factors.
    fn change_by(&self, factors: [f64; 2], id: IdentityId) -> Change {
        let values = [0, 1].map(|column: usize| self.own(column, id) as f64 * factors[column]);
        let is_there = [0, 1].map(|column: usize| self.table.sides[column].calls[id.index()] > 0);
        Change { values, is_there }
    }

    fn own(&self, column: usize, id: IdentityId) -> i64 {
        self.table.sides[column].own[id.index()]
    }

    fn whole(&self, column: usize) -> i64 {
        self.table.sides[column].own.iter().fold(0, |sum: i64, own| sum.saturating_add(*own))
    }

    fn name(&self, id: IdentityId) -> String {
        words::shown(self.functions.name(id, self.traces))
    }

    fn quantity(&self) -> &'static str {
        if self.weights.calls {
            "calls"
        } else if numbers::has_places(self.weights.axis) {
            "self time"
        } else {
            "self weight"
        }
    }

    /// Returns what the two hues of a difference are.
    fn purple(&self) -> String {
        let what = match (self.weights.calls, numbers::has_places(self.weights.axis)) {
            (true, _) => "calls",
            (false, true) => "time",
            (false, false) => "weight",
        };
        let less = if self.weights.calls { "fewer" } else { "less" };
        let is_own = self.options.color == ColorBy::OwnBaseline;
        let than = if is_own { than_typical(self.options.expected) } else { String::new() };
        format!("Purple: more {what} in B{than}, green: {less}.")
    }
}
