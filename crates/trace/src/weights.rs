//! Further measures of a call, in addition to its extent on the axis.

use crate::{NameId, Unit};

/// One further weight for every call (bytes allocated, instructions, samples).
#[derive(Debug, Clone, PartialEq)]
pub struct WeightColumn {
    /// Name of the measure, in the format's words.
    pub name: NameId,
    /// Unit of the values.
    pub unit: Unit,
    /// One value for each call.
    pub values: Vec<i64>,
}
