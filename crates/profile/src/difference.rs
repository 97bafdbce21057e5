//! What two sides of a path or a function differ by, and what of that a colour says.

use crate::{Floor, NodeId, WeightedTree};

/// How weights of both sides are brought to one measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scale {
    /// As recorded.
    #[default]
    Absolute,
    /// Shares of each side's whole: both are stretched to the mean of the two wholes, so that one program sampled at two
    /// rates has not changed.
    PerTotal,
}

impl Scale {
    /// How often each side's weight counts; `wholes` are those of A and B. Exchanging the sides exchanges the factors.
    pub fn factors(self, wholes: [i64; 2]) -> [f64; 2] {
        if self == Self::Absolute || wholes.iter().any(|&whole| whole <= 0) {
            return [1.0; 2];
        }
        let wholes = wholes.map(|whole| whole as f64);
        wholes.map(|whole| f64::midpoint(wholes[0], wholes[1]) / whole)
    }
}

/// Which of a path's weights is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Measure {
    /// With all that it calls.
    #[default]
    Total,
    /// Its own.
    Own,
}

/// What colours of a difference are relative to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ColorBy {
    /// The path's own weight in A: what is gone is −100 %, whatever it was of the whole.
    #[default]
    OwnBaseline,
    /// The largest change of the tree, in weight.
    Absolute,
    /// The largest change of the tree, in points of each side's whole.
    ShareOfTotal,
}

/// How differences are judged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DifferenceOptions {
    /// The weight that is compared.
    pub measure: Measure,
    /// How both sides are brought to one measure.
    pub scale: Scale,
    /// What colours are relative to.
    pub color: ColorBy,
    /// What is too small to have a colour.
    pub floor: Floor,
    /// How many times A a path is in B that did what the whole run did: the grey point of colours that are relative to the
    /// own baseline, 1 for no change.
    pub expected: f64,
}

impl DifferenceOptions {
    /// The same for a tree of callers, where a path weighs what it is the callers of: its own weight is only that of stacks
    /// which begin there.
    #[must_use]
    pub fn of_callers(self) -> Self {
        Self { measure: Measure::Total, ..self }
    }
}

impl Default for DifferenceOptions {
    fn default() -> Self {
        Self {
            measure: Measure::default(),
            scale: Scale::default(),
            color: ColorBy::default(),
            floor: Floor::default(),
            expected: 1.0,
        }
    }
}

/// A weight on both sides, brought to one measure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Change {
    /// In A and in B.
    pub values: [f64; 2],
    /// Which sides have the path, or call the function.
    pub is_there: [bool; 2],
}

impl Change {
    /// B less A.
    pub fn delta(self) -> f64 {
        self.values[1] - self.values[0]
    }

    /// The change as a share of the own weight in A: −1 of what is gone or fell to nothing; `None` where A has nothing to
    /// be a share of, so what is new is never a percentage, and nothing on both sides is none.
    pub fn relative(self) -> Option<f64> {
        let [a, _] = self.values;
        (a > 0.0).then(|| self.delta() / a)
    }

    /// Whether B alone has it.
    pub fn is_new(self) -> bool {
        self.is_there == [false, true]
    }

    /// Whether A alone has it.
    pub fn is_gone(self) -> bool {
        self.is_there == [true, false]
    }
}

/// What a colour says of a change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Tone {
    /// No weight on either side: no colour.
    Nothing,
    /// Under the noise floor, or the same: grey.
    Grey,
    /// B alone has it.
    New,
    /// A alone has it.
    Gone,
    /// The step from one number to another on a scale that is symmetric in their ratio and ends at twice and at half.
    /// Own weights where colours are relative to them; else 1 on the side that has less, and on the other 2 to the power
    /// of the change's share of the largest.
    Step([f64; 2]),
}

/// The differences of a tree of two sides.
#[derive(Debug, Clone, Copy)]
pub struct Differences<'a> {
    tree: &'a WeightedTree,
    options: DifferenceOptions,
    factors: [f64; 2],
    /// How often they count where the floor is asked: colours by share of the whole are those of one whole.
    judged: [f64; 2],
    /// What weights count as points of their side's whole.
    share: [f64; 2],
    /// The largest change, in what colours are relative to.
    largest: f64,
}

impl<'a> Differences<'a> {
    /// Of all paths; the second side of a tree of one is empty. O(nodes).
    pub fn new(tree: &'a WeightedTree, options: DifferenceOptions) -> Self {
        let mut differences = Self::within(tree, wholes_of(tree), options, 0.0);
        if options.color != ColorBy::OwnBaseline {
            differences.largest = tree.nodes().map(|node| differences.signed(node).abs()).fold(0.0, f64::max);
        }
        differences
    }

    /// The same where the largest change under the same options, whatever the floor, is known. O(roots).
    pub fn with_largest(tree: &'a WeightedTree, options: DifferenceOptions, largest: f64) -> Self {
        Self::within(tree, wholes_of(tree), options, largest)
    }

    /// The same of a tree that is a part of one with these wholes on both sides.
    pub fn within(
        tree: &'a WeightedTree,
        wholes: [i64; 2],
        options: DifferenceOptions,
        largest: f64,
    ) -> Self {
        let share = wholes.map(|whole| if whole > 0 { 1.0 / whole as f64 } else { 0.0 });
        let judged = if options.color == ColorBy::ShareOfTotal { Scale::PerTotal } else { options.scale };
        let [factors, judged] = [options.scale, judged].map(|scale| scale.factors(wholes));
        Self { tree, options, factors, judged, share, largest }
    }

    /// What they are judged by.
    pub fn options(&self) -> DifferenceOptions {
        self.options
    }

    /// How often each side's weight counts.
    pub fn factors(&self) -> [f64; 2] {
        self.factors
    }

    /// The largest change, in what colours are relative to: weight or shares of the whole; 0 by own baselines.
    pub fn largest(&self) -> f64 {
        self.largest
    }

    /// The change of a path.
    pub fn change(&self, node: NodeId) -> Change {
        let has = |side: usize| self.tree.sides().get(side).is_some_and(|weights| weights.has(node));
        let values = unrounded(self.weights(node), self.factors);
        Change { values, is_there: [0, 1].map(has) }
    }

    /// What the colour of a path says.
    pub fn tone(&self, node: NodeId) -> Tone {
        let change = self.change(node);
        let [a, b] = change.values;
        if change.is_new() {
            return Tone::New;
        }
        if change.is_gone() {
            return Tone::Gone;
        }
        if a == 0.0 && b == 0.0 {
            return Tone::Nothing;
        }
        if self.options.color == ColorBy::OwnBaseline {
            let step = [a * self.options.expected, b];
            return if self.options.floor.exceeded_by(step) { Tone::Step(step) } else { Tone::Grey };
        }
        if !self.options.floor.exceeded_by(unrounded(self.weights(node), self.judged)) {
            return Tone::Grey;
        }
        let signed = self.signed(node);
        let much = (signed.abs() / self.largest).exp2();
        match signed.total_cmp(&0.0) {
            _ if signed == 0.0 => Tone::Grey,
            std::cmp::Ordering::Less => Tone::Step([much, 1.0]),
            _ => Tone::Step([1.0, much]),
        }
    }

    /// The weights of both sides as recorded.
    fn weights(&self, node: NodeId) -> [f64; 2] {
        [0, 1].map(|side| {
            let column = self.tree.sides().get(side).map(|side| match self.options.measure {
                Measure::Total => &side.total,
                Measure::Own => &side.own,
            });
            column.map_or(0.0, |column| column[node.index()] as f64)
        })
    }

    /// The change in what colours are relative to.
    fn signed(&self, node: NodeId) -> f64 {
        let factors = if self.options.color == ColorBy::ShareOfTotal { self.share } else { self.factors };
        let [a, b] = unrounded(self.weights(node), factors);
        b - a
    }
}

/// What each side weighs in all.
fn wholes_of(tree: &WeightedTree) -> [i64; 2] {
    [0, 1].map(|side| if side < tree.sides().len() { tree.whole(side) } else { 0 })
}

/// Weights times their factors; what differs by their rounding alone is equal.
fn unrounded(weights: [f64; 2], factors: [f64; 2]) -> [f64; 2] {
    let values = [0, 1].map(|side| weights[side] * factors[side]);
    let largest = values[0].max(values[1]);
    if (values[1] - values[0]).abs() <= 1e-12 * largest { [largest; 2] } else { values }
}
