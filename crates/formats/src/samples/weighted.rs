//! Turns weighted stacks without times into calls on an axis of weight.

use super::{StackId, Stacks, WeightList};
use crate::decimal::{Decimal, DecimalError};
use diptych_trace::{Axis, AxisKind, CallSpec, FunctionId, LaneId, Sink, Unit};

/// Own weights of stacks.
///
/// They are written as calls in a row: first the stacks on top of a stack, in order of first appearance, then its own
/// weight. So every stack becomes one call, as wide as its weight including all stacks on top of it.
#[derive(Debug, Default)]
pub(crate) struct WeightedStacks {
    /// Stacks whose frames are numbers of the format.
    pub(crate) stacks: Stacks,
    rows: Vec<Row>,
    /// Sum of all weights.
    total: Decimal,
    /// Set if a weight is not whole.
    has_fractions: bool,
    /// Weights as they were added.
    list: WeightList,
}

#[derive(Debug, Clone, Copy)]
struct Row {
    own: Decimal,
    /// Byte of the file at which the stack, or one on top of it, is first recorded; [`NOWHERE`] if none is.
    source: u64,
}

/// Stands for no byte of a file.
const NOWHERE: u64 = u64::MAX;

impl Default for Row {
    fn default() -> Self {
        Self { own: Decimal::ZERO, source: NOWHERE }
    }
}

/// Total from which weights are rounded to whole ticks: in millionths, the ticks would not fit.
const FINE_LIMIT: i64 = 1 << 33;

/// Greatest length of a trace, in ticks.
const LIMIT: i64 = (1 << 53) - 1;

/// Step of a walk through the stacks.
enum Step {
    Enter(StackId),
    Leave(StackId),
}

impl WeightedStacks {
    /// Makes weights for known stacks, all of them zero.
    pub(crate) fn of(stacks: Stacks) -> Self {
        Self { stacks, ..Self::default() }
    }

    /// Adds a weight of at least zero to a stack. If the sum would be too large, returns an error and changes nothing.
    pub(crate) fn add(&mut self, stack: StackId, weight: Decimal, source: u64) -> Result<(), DecimalError> {
        self.total = self
            .total
            .plus(weight)
            .and_then(|sum| if sum.round() > LIMIT { Err(DecimalError::OutOfRange) } else { Ok(sum) })?;
        self.has_fractions |= !weight.is_whole();
        self.list.add(weight.to_f64());
        let row = self.row(stack);
        if row.source == NOWHERE {
            row.source = source;
        }
        // Cannot fail: it is no more than the total, which is in range.
        row.own = row.own.plus(weight).unwrap_or(row.own);
        let mut below = stack;
        while below != StackId::EMPTY {
            below = self.stacks.below(below);
            let row = self.row(below);
            if row.source != NOWHERE {
                break;
            }
            row.source = source;
        }
        Ok(())
    }

    /// Returns the axis, with the size of its ticks.
    pub(crate) fn axis(&self, unit: Unit) -> Axis {
        Axis { kind: AxisKind::Weight, unit, scale: if self.is_fine() { 1e-6 } else { 1.0 } }
    }

    /// Returns the number of ticks in one unit of the weights.
    pub(crate) fn unit_ticks(&self) -> f64 {
        if self.is_fine() { 1e6 } else { 1.0 }
    }

    /// Returns the weights as they were added.
    pub(crate) fn list(&self) -> &WeightList {
        &self.list
    }

    /// Returns the number of stacks with a weight of their own.
    pub(crate) fn weighed(&self) -> u64 {
        self.rows.iter().filter(|row| row.own != Decimal::ZERO).count() as u64
    }

    /// Returns the number of bytes held, estimated.
    pub(crate) fn held_bytes(&self) -> u64 {
        self.stacks.held_bytes() + (self.rows.capacity() * size_of::<Row>()) as u64
    }

    /// Frees what only pushing stacks needs. No stack may be pushed afterwards.
    pub(crate) fn close(&mut self) {
        self.stacks.close();
    }

    /// Returns the stacks directly on top of each stack, in order of first appearance.
    pub(crate) fn above(&self) -> StackChildren {
        // The empty stack marks the end of a list, because it is on top of none.
        let none = || vec![StackId::EMPTY; self.stacks.len()];
        let mut above = StackChildren { first: none(), next: none(), weighs: self.weighing() };
        for row in (1..self.stacks.len() as u32).rev().map(StackId) {
            let first = &mut above.first[self.stacks.below(row).0 as usize];
            above.next[row.0 as usize] = std::mem::replace(first, row);
        }
        above
    }

    /// Writes the stacks on top of `below` to a lane, from 0 on, without calls of zero weight. Each call is written
    /// whole when it ends, so that it is held once and not as a begin and an end. Returns the end of the last one.
    pub(crate) fn write(
        &self,
        below: StackId,
        above: &StackChildren,
        lane: LaneId,
        function: &mut dyn FnMut(u32, &mut dyn Sink) -> FunctionId,
        sink: &mut dyn Sink,
    ) -> Decimal {
        let mut at = Decimal::ZERO;
        let mut steps: Vec<Step> = Vec::new();
        let mut open: Vec<CallSpec> = Vec::new();
        let push = |stack: StackId, steps: &mut Vec<Step>| {
            let from = steps.len();
            steps.extend(above.of(stack).map(Step::Enter));
            steps[from..].reverse();
        };
        push(below, &mut steps);
        while let Some(step) = steps.pop() {
            match step {
                Step::Enter(stack) if above.weighs[stack.0 as usize] => {
                    let source = self.rows.get(stack.0 as usize).map_or(NOWHERE, |row| row.source);
                    let source = if source == NOWHERE { 0 } else { source };
                    let function = function(self.stacks.frame(stack), sink);
                    let start = self.ticks(at);
                    open.push(CallSpec { start, end: start, function, source });
                    steps.push(Step::Leave(stack));
                    push(stack, &mut steps);
                }
                Step::Enter(_) => {}
                Step::Leave(stack) => {
                    let row = self.rows.get(stack.0 as usize).copied().unwrap_or_default();
                    at = at.plus(row.own).unwrap_or(at);
                    let Some(call) = open.pop() else { continue };
                    let call = CallSpec { end: self.ticks(at), ..call };
                    sink.call_at_depth(lane, call, open.len() as u32);
                }
            }
        }
        at
    }

    /// Returns whether a stack has a weight of its own, besides that of the stacks on top of it.
    pub(crate) fn has_own(&self, stack: StackId) -> bool {
        self.rows.get(stack.0 as usize).is_some_and(|row| row.own != Decimal::ZERO)
    }

    /// Writes the own weight of a stack to its lane, as a call of `function` from `at` on.
    pub(crate) fn write_own(
        &self,
        stack: StackId,
        at: Decimal,
        lane: LaneId,
        function: FunctionId,
        sink: &mut dyn Sink,
    ) {
        let row = self.rows.get(stack.0 as usize).copied().unwrap_or_default();
        let end = self.ticks(at.plus(row.own).unwrap_or(at));
        let source = if row.source == NOWHERE { 0 } else { row.source };
        sink.call_at_depth(lane, CallSpec { start: self.ticks(at), end, function, source }, 0);
    }

    fn weighing(&self) -> Vec<bool> {
        let own = |row: usize| self.rows.get(row).is_some_and(|row| row.own != Decimal::ZERO);
        let mut weighs: Vec<bool> = (0..self.stacks.len()).map(own).collect();
        // A stack's index is greater than that of the one below it.
        for row in (1..weighs.len()).rev() {
            let below = self.stacks.below(StackId(row as u32)).0 as usize;
            weighs[below] |= weighs[row];
        }
        weighs
    }

    fn is_fine(&self) -> bool {
        self.has_fractions && self.total.round() < FINE_LIMIT
    }

    fn ticks(&self, weight: Decimal) -> i64 {
        if self.is_fine() { weight.millionths() } else { weight.round() }
    }

    fn row(&mut self, stack: StackId) -> &mut Row {
        let index = stack.0 as usize;
        if self.rows.len() <= index {
            self.rows.resize(self.stacks.len().max(index + 1), Row::default());
        }
        &mut self.rows[index]
    }
}

/// Linked lists of the stacks on top of each stack. The empty stack ends a list.
#[derive(Debug)]
pub(crate) struct StackChildren {
    first: Vec<StackId>,
    next: Vec<StackId>,
    /// Set for stacks whose weight, including all on top of them, is not zero, unless they are hidden.
    weighs: Vec<bool>,
}

impl StackChildren {
    /// Leaves out a stack and all on top of it.
    pub(crate) fn hide(&mut self, stack: StackId) {
        self.weighs[stack.0 as usize] = false;
    }

    /// Returns true if a stack, or one on top of it, has a weight and is not hidden.
    pub(crate) fn weigh(&self, stack: StackId) -> bool {
        self.weighs[stack.0 as usize]
    }

    /// Iterates over the stacks directly on top of one.
    pub(crate) fn of(&self, stack: StackId) -> impl Iterator<Item = StackId> + '_ {
        let some = |stack: StackId| Some(stack).filter(|&stack| stack != StackId::EMPTY);
        let first = some(self.first[stack.0 as usize]);
        std::iter::successors(first, move |last| some(self.next[last.0 as usize]))
    }
}
