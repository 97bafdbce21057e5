//! A table as its columns.

use std::fmt;

/// A row of a table. The type is the schema of the table.
pub trait Row: Sized {
    /// Name of the table, and of its folder.
    const TABLE: &'static str;
    /// Name of the first column, which says which trace or which pair the row is about.
    const SUBJECT: &'static str;
    /// Description of the table, for its documentation: what one row is.
    const ABOUT: &'static str;

    /// Returns the columns after the first, in their order.
    fn columns() -> Vec<Column<Self>>;
}

/// A column: its name, its unit, its meaning, and the function that takes its value from a row.
pub struct Column<R> {
    /// Name in the file.
    pub name: &'static str,
    /// Unit of the values: `ns`, `calls` and so on; blank for names and truths. [`Column::MEASURED`] stands for the unit
    /// of what the trace measures.
    pub unit: &'static str,
    /// Meaning, for the documentation and for the metadata of the field.
    pub about: &'static str,
    /// Type, and the value in a row.
    pub values: Values<R>,
}

/// The type of a column, with the function that takes the value from a row.
pub enum Values<R> {
    /// True or false.
    Truth(fn(&R) -> bool),
    /// True, false or unknown.
    SomeTruth(fn(&R) -> Option<bool>),
    /// A whole number.
    Whole(fn(&R) -> i64),
    /// A whole number, or none.
    SomeWhole(fn(&R) -> Option<i64>),
    /// A number.
    Number(fn(&R) -> f64),
    /// A number, or none.
    SomeNumber(fn(&R) -> Option<f64>),
    /// Text.
    Text(fn(&R) -> &str),
    /// Text, or none.
    SomeText(fn(&R) -> Option<&str>),
}

impl<R> Column<R> {
    /// The unit of what the trace measures: nanoseconds for traces with times, otherwise bytes, samples and so on.
    pub const MEASURED: &'static str = "measured";

    /// Creates a column.
    pub const fn new(name: &'static str, unit: &'static str, about: &'static str, values: Values<R>) -> Self {
        Self { name, unit, about, values }
    }
}

impl<R> Values<R> {
    /// Returns the name of the type, and whether a value can be missing.
    pub const fn kind(&self) -> (&'static str, bool) {
        match self {
            Self::Truth(_) => ("boolean", false),
            Self::SomeTruth(_) => ("boolean", true),
            Self::Whole(_) => ("int64", false),
            Self::SomeWhole(_) => ("int64", true),
            Self::Number(_) => ("double", false),
            Self::SomeNumber(_) => ("double", true),
            Self::Text(_) => ("string", false),
            Self::SomeText(_) => ("string", true),
        }
    }
}

impl<R> fmt::Debug for Column<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Column").field("name", &self.name).field("unit", &self.unit).finish_non_exhaustive()
    }
}

impl<R> fmt::Debug for Values<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind().0)
    }
}
