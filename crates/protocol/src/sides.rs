//! The two sides, and values that each side has.

use crate::words::words;
use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut};
#[cfg(feature = "typescript")]
use ts_rs::TS;

words! {
    /// One of the two sides. A is the baseline: first, upper or left.
    #[derive(Default)]
    pub enum SideName {
        /// The baseline.
        #[default]
        A = "a",
        /// The side compared with the baseline.
        B = "b",
    }
}

impl SideName {
    /// Both sides, A first.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// Returns 0 for A and 1 for B.
    pub const fn index(self) -> usize {
        match self {
            Self::A => 0,
            Self::B => 1,
        }
    }

    /// Returns the other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// Returns the letter on its badge.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
        }
    }
}

/// A value for each side. Exchanging the sides exchanges the values. To find them in a state, the shell looks for
/// objects with `a`, `b` and nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Sides<T> {
    /// Value of A.
    pub a: T,
    /// Value of B.
    pub b: T,
}

impl<T> Sides<T> {
    /// Returns the same value for both sides.
    pub fn both(value: T) -> Self
    where
        T: Clone,
    {
        Self { a: value.clone(), b: value }
    }

    /// Makes a value for each side, A first.
    pub fn from_fn(mut make: impl FnMut(SideName) -> T) -> Self {
        Self { a: make(SideName::A), b: make(SideName::B) }
    }

    /// Exchanges both values.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self { a: self.b, b: self.a }
    }
}

impl<T> Index<SideName> for Sides<T> {
    type Output = T;

    fn index(&self, side: SideName) -> &T {
        match side {
            SideName::A => &self.a,
            SideName::B => &self.b,
        }
    }
}

impl<T> IndexMut<SideName> for Sides<T> {
    fn index_mut(&mut self, side: SideName) -> &mut T {
        match side {
            SideName::A => &mut self.a,
            SideName::B => &mut self.b,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirroring_exchanges_the_values() {
        let mut sides = Sides::from_fn(SideName::letter);
        assert_eq!((sides[SideName::A], sides[SideName::B]), ("A", "B"));
        assert_eq!(sides.mirrored(), Sides { a: "B", b: "A" });
        assert_eq!(sides.mirrored().mirrored(), sides);
        sides[SideName::B] = "A";
        assert_eq!(sides, Sides::both("A"));
    }
}
