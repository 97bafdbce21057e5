//! The steps of a path, and which of the functions of a trace are each of them.

/// Of one trace; functions by number, as [`super::calls_on`] has it.
#[derive(Debug)]
pub(crate) struct Steps {
    /// Of each step which of the functions that the path names it is.
    path: Vec<u32>,
    /// Where in `named` each number begins, and the end of all.
    first: Vec<u32>,
    /// Which of those functions the numbers are, ascending for each.
    named: Vec<u32>,
}

impl Steps {
    /// `path`: of each step which of the named functions it is; `pairs`: which numbers, of so many, are which of these.
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

    /// How many numbers there are.
    pub(super) fn numbers(&self) -> usize {
        self.first.len() - 1
    }

    /// Whether the functions of a number are a step.
    pub(super) fn is(&self, step: usize, number: u32) -> bool {
        self.named_by(number).contains(&self.path[step])
    }

    /// Whether a function is one of the named ones at most: then two steps that a function is are alike.
    pub(super) fn tell_apart(&self) -> bool {
        self.first.windows(2).all(|ends| ends[1] - ends[0] < 2)
    }

    /// Whether two steps name one function.
    pub(super) fn are_alike(&self, one: usize, other: usize) -> bool {
        self.path[one] == self.path[other]
    }

    fn named_by(&self, number: u32) -> &[u32] {
        let at = number as usize;
        &self.named[self.first[at] as usize..self.first[at + 1] as usize]
    }
}
