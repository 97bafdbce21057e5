//! Differences between two sides of a path or a function, and their colours.

use crate::{Floor, NodeId, WeightedTree};

/// Way of making the weights of both sides comparable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scale {
    /// Weights as recorded.
    #[default]
    Absolute,
    /// Shares of each side's whole. Both sides are scaled to the mean of the two wholes, so one program sampled at
    /// two rates shows no change.
    PerTotal,
}

impl Scale {
    /// Returns the factor for each side's weights; `wholes` are those of A and B. Exchanging the sides exchanges the
    /// factors.
    pub fn factors(self, wholes: [i64; 2]) -> [f64; 2] {
        if self == Self::Absolute || wholes.iter().any(|&whole| whole <= 0) {
            return [1.0; 2];
        }
        let wholes = wholes.map(|whole| whole as f64);
        wholes.map(|whole| f64::midpoint(wholes[0], wholes[1]) / whole)
    }
}

/// The weight of a path that is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Measure {
    /// Total weight, callees included.
    #[default]
    Total,
    /// Own weight.
    Own,
}

/// Reference for the colours of a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ColorBy {
    /// The path's own weight in A: a path that is gone is −100 %, whatever its share of the whole was.
    #[default]
    OwnBaseline,
    /// The largest change of the tree, in weight.
    Absolute,
    /// The largest change of the tree, in points of each side's whole.
    ShareOfTotal,
}

/// Settings for judging differences.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DifferenceOptions {
    /// Weight that is compared.
    pub measure: Measure,
    /// Way of making both sides comparable.
    pub scale: Scale,
    /// Reference for the colours.
    pub color: ColorBy,
    /// Smallest change that gets a colour.
    pub floor: Floor,
    /// Ratio of B to A for a path that changed like the whole run; 1 for no change. Colours relative to a path's own
    /// baseline are grey at this ratio.
    pub expected: f64,
}

impl DifferenceOptions {
    /// Returns the options for a tree of callers. There, a node's total weight matters; its own weight covers only the
    /// stacks that begin there.
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

/// A weight on both sides, made comparable.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Change {
    /// Weights in A and in B.
    pub values: [f64; 2],
    /// For each side, true if it has the path or calls the function.
    pub is_there: [bool; 2],
}

impl Change {
    /// Returns B minus A.
    pub fn delta(self) -> f64 {
        self.values[1] - self.values[0]
    }

    /// Returns the change as a share of the weight in A: −1 if the path is gone or fell to nothing. Returns `None` if A
    /// has no weight, so a new path is never a percentage, and neither is nothing on both sides.
    pub fn relative(self) -> Option<f64> {
        let [a, _] = self.values;
        (a > 0.0).then(|| self.delta() / a)
    }

    /// Returns true if only B has the path.
    pub fn is_new(self) -> bool {
        self.is_there == [false, true]
    }

    /// Returns true if only A has the path.
    pub fn is_gone(self) -> bool {
        self.is_there == [true, false]
    }
}

/// Meaning of a colour for a change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Tone {
    /// No weight on either side: no colour.
    Nothing,
    /// Below the noise floor, or no change: grey.
    Grey,
    /// Only B has the path.
    New,
    /// Only A has the path.
    Gone,
    /// A step from one number to another, on a scale that is symmetric in their ratio and ends at twice and at half.
    /// The numbers are the weights if colours are relative to the own baseline. Otherwise the lighter side has 1 and
    /// the heavier side 2 to the power of the change's share of the largest change.
    Step([f64; 2]),
}

/// Differences between the sides of a tree.
#[derive(Debug, Clone, Copy)]
pub struct Differences<'a> {
    tree: &'a WeightedTree,
    options: DifferenceOptions,
    factors: [f64; 2],
    /// Factors for the comparison with the floor. With colours by share of the whole, both wholes count as one.
    judged: [f64; 2],
    /// Factors that turn weights into shares of their side's whole.
    share: [f64; 2],
    /// Largest change, in the unit that colours are relative to.
    largest: f64,
}

impl<'a> Differences<'a> {
    /// Compares all paths; for a tree of one side the second side is empty. O(nodes).
    pub fn new(tree: &'a WeightedTree, options: DifferenceOptions) -> Self {
        let mut differences = Self::within(tree, wholes_of(tree), options, 0.0);
        if options.color != ColorBy::OwnBaseline {
            differences.largest = tree.nodes().map(|node| differences.signed(node).abs()).fold(0.0, f64::max);
        }
        differences
    }

    /// Works like [`Self::new`] if the largest change under the same options (with any floor) is known. O(roots).
    pub fn with_largest(tree: &'a WeightedTree, options: DifferenceOptions, largest: f64) -> Self {
        Self::within(tree, wholes_of(tree), options, largest)
    }

    /// Works like [`Self::with_largest`] for a part of a tree; `wholes` are those of the full tree.
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

    /// Returns the settings.
    pub fn options(&self) -> DifferenceOptions {
        self.options
    }

    /// Returns the factor for each side's weights.
    pub fn factors(&self) -> [f64; 2] {
        self.factors
    }

    /// Returns the largest change, as a weight or a share of the whole; 0 for colours by own baseline.
    pub fn largest(&self) -> f64 {
        self.largest
    }

    /// Returns the change of a path.
    pub fn change(&self, node: NodeId) -> Change {
        let has = |side: usize| self.tree.sides().get(side).is_some_and(|weights| weights.has(node));
        let values = unrounded(self.weights(node), self.factors);
        Change { values, is_there: [0, 1].map(has) }
    }

    /// Returns the meaning of a path's colour.
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

    /// Returns the weights of both sides as recorded.
    fn weights(&self, node: NodeId) -> [f64; 2] {
        [0, 1].map(|side| {
            let column = self.tree.sides().get(side).map(|side| match self.options.measure {
                Measure::Total => &side.total,
                Measure::Own => &side.own,
            });
            column.map_or(0.0, |column| column[node.index()] as f64)
        })
    }

    /// Returns the change in the unit that colours are relative to.
    fn signed(&self, node: NodeId) -> f64 {
        let factors = if self.options.color == ColorBy::ShareOfTotal { self.share } else { self.factors };
        let [a, b] = unrounded(self.weights(node), factors);
        b - a
    }
}

/// Returns the weight of each side.
fn wholes_of(tree: &WeightedTree) -> [i64; 2] {
    [0, 1].map(|side| if side < tree.sides().len() { tree.whole(side) } else { 0 })
}

/// Multiplies weights by their factors. Products that differ only by rounding become equal.
fn unrounded(weights: [f64; 2], factors: [f64; 2]) -> [f64; 2] {
    let values = [0, 1].map(|side| weights[side] * factors[side]);
    let largest = values[0].max(values[1]);
    if (values[1] - values[0]).abs() <= 1e-12 * largest { [largest; 2] } else { values }
}
