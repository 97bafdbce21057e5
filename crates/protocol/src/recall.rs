//! What a recall worker says: one record of a file, read again for the details of a call.

use crate::failure::Failure;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// What became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum RecallOutcome {
    /// The record.
    Found {
        /// What the file says.
        record: CallRecord,
    },
    /// No record begins at that byte, or the format has none.
    None,
    /// The bytes cannot be unpacked as far as there.
    Failed {
        /// Why.
        failure: Failure,
    },
}

/// What the file says of one call. Bounded; what is left out is counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct CallRecord {
    /// The arguments, in the order of the file.
    pub fields: Vec<RecordField>,
    /// How many there are.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub fields_of: u64,
    /// The whole record as written, on many lines.
    pub text: String,
    /// Bytes of the record that `text` shows.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub text_bytes: u64,
    /// Bytes of the record in the file.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub bytes: u64,
}

/// One argument.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RecordField {
    /// `a.b[0]`
    pub path: String,
    /// Its beginning.
    pub value: String,
    /// Characters of the value left out.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub more: u64,
}
