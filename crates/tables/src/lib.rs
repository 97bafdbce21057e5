//! Traces and comparisons as tables, for programs that read Parquet.
//!
//! A [`Row`] type is one table: its name, and its columns with unit, meaning and value. So the schema, the documentation
//! and the bytes come from one place and cannot differ. [`write()`] turns rows into a Parquet file, and [`Columns::read`]
//! reads columns of such a file again. [`TraceTables`] has the rows of a trace. The rows of a comparison are plain
//! structures that whoever compared fills in.
//!
//! Equal rows give equal bytes. This crate opens no files: the command does.

#![forbid(unsafe_code)]

mod batch;
mod column;
mod documentation;
mod file;
mod pair_tables;
mod read;
mod trace_tables;

pub use column::{Column, Row, Values};
pub use documentation::{column_names, documentation};
pub(crate) use file::INPUTS;
pub use file::{FileFacts, write};
pub use pair_tables::{AreaRow, DifferenceRow, MatchRow, PairFunctionRow, Quantity, VerdictRow};
pub use parquet::errors::ParquetError;
pub use read::{Columns, ReadError};
pub use trace_tables::{CallPathRow, CallRow, ElementRow, FunctionRow, LaneRow, TraceRow, TraceTables};

/// Version of the tables. It grows when a column or a table is removed or changes its meaning, not when one is added.
pub const SCHEMA: u32 = 1;
