//! The two sides, and what each of them has.

use crate::words::words;
use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut};
#[cfg(feature = "typescript")]
use ts_rs::TS;

words! {
    /// The two sides. A is the baseline: first, upper or left.
    #[derive(Default)]
    pub enum SideName {
        /// Baseline.
        #[default]
        A = "a",
        /// Compared with it.
        B = "b",
    }
}

impl SideName {
    /// Both, A first.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// 0 for A, 1 for B.
    pub const fn index(self) -> usize {
        match self {
            Self::A => 0,
            Self::B => 1,
        }
    }

    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// The letter on its badge.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
        }
    }
}

/// What each side has one of. Exchanging the sides exchanges its parts: the shell finds it by its two names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Sides<T> {
    /// Of A.
    pub a: T,
    /// Of B.
    pub b: T,
}

impl<T> Sides<T> {
    /// Both alike.
    pub fn both(value: T) -> Self
    where
        T: Clone,
    {
        Self { a: value.clone(), b: value }
    }

    /// Made side by side, A first.
    pub fn from_fn(mut make: impl FnMut(SideName) -> T) -> Self {
        Self { a: make(SideName::A), b: make(SideName::B) }
    }

    /// As the other side sees it.
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
    fn each_side_has_its_own_and_mirrored_the_other_ones() {
        let mut sides = Sides::from_fn(SideName::letter);
        assert_eq!((sides[SideName::A], sides[SideName::B]), ("A", "B"));
        assert_eq!(sides.mirrored(), Sides { a: "B", b: "A" });
        assert_eq!(sides.mirrored().mirrored(), sides);
        sides[SideName::B] = "A";
        assert_eq!(sides, Sides::both("A"));
    }
}
