//! Messages of a recall worker, which reads one record of a file again for the details of a call.

use crate::failure::Failure;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// The result of a recall.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum RecallOutcome {
    /// The record was read.
    Found {
        /// The record.
        record: CallRecord,
    },
    /// No record begins at that byte, or the format has no records.
    None,
    /// The bytes up to the record cannot be decompressed.
    Failed {
        /// The reason.
        failure: Failure,
    },
}

/// The record of one call in the file. Its size is bounded, and what is left out is counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct CallRecord {
    /// Arguments, in the order of the file.
    pub fields: Vec<RecordField>,
    /// Number of arguments, with those left out.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub fields_of: u64,
    /// Text of the record as written, on many lines, up to `text_bytes`.
    pub text: String,
    /// Number of bytes of the record that `text` shows.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub text_bytes: u64,
    /// Number of bytes of the record in the file.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub bytes: u64,
}

/// One argument.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RecordField {
    /// Path of the argument: `a.b[0]`.
    pub path: String,
    /// Beginning of the value.
    pub value: String,
    /// Number of characters of the value that are left out.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub more: u64,
}
