//! The steps of a path, and the functions of a trace that each step stands for.

/// The steps of a path in one trace. Functions have numbers, as in [`super::calls_on`].
#[derive(Debug)]
pub(crate) struct Steps {
    /// Index of the named function at each step.
    path: Vec<u32>,
    /// Start of each number in `named`, and the end of the last.
    first: Vec<u32>,
    /// Named functions that each number can be, ascending.
    named: Vec<u32>,
}

impl Steps {
    /// Creates steps. `path` gives the index of the named function at each step. `pairs` says which of the `numbers`
    /// numbers are which named functions.
    pub(crate) fn new(path: Vec<u32>, numbers: usize, mut pairs: Vec<(u32, u32)>) -> Self {
        pairs.sort_unstable();
        pairs.dedup();
        let mut first = vec![0; numbers + 1];
        for &(number, _) in &pairs {
            first[number as usize + 1] += 1;
        }
        for at in 0..numbers {
            first[at + 1] += first[at];
        }
        Self { path, first, named: pairs.into_iter().map(|(_, named)| named).collect() }
    }

    pub(super) fn len(&self) -> usize {
        self.path.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.path.is_empty()
    }

    /// Returns the number of different numbers.
    pub(super) fn numbers(&self) -> usize {
        self.first.len() - 1
    }

    /// Returns true if the functions of a number are this step.
    pub(super) fn is(&self, step: usize, number: u32) -> bool {
        self.named_by(number).contains(&self.path[step])
    }

    /// Returns true if every number is at most one named function. Then two steps that a function matches are the same.
    pub(super) fn tell_apart(&self) -> bool {
        self.first.windows(2).all(|ends| ends[1] - ends[0] < 2)
    }

    /// Returns true if two steps name the same function.
    pub(super) fn are_alike(&self, one: usize, other: usize) -> bool {
        self.path[one] == self.path[other]
    }

    fn named_by(&self, number: u32) -> &[u32] {
        let at = number as usize;
        &self.named[self.first[at] as usize..self.first[at + 1] as usize]
    }
}
