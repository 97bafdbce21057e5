//! Further measures of a call beside its extent on the axis.

use crate::{NameId, Unit};

/// One further weight for every call (bytes allocated, instructions, samples).
#[derive(Debug, Clone, PartialEq)]
pub struct WeightColumn {
    /// What is measured, in the format's words.
    pub name: NameId,
    /// Unit of the values.
    pub unit: Unit,
    /// One value a call.
    pub values: Vec<i64>,
}
