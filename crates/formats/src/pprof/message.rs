//! Declares the messages and fields of `profile.proto` that are read.

/// Quantity of a sample's value and its unit, as indices of texts.
#[derive(Clone, Copy, PartialEq, Eq, prost::Message)]
pub(super) struct ValueType {
    #[prost(int64, tag = "1")]
    pub(super) kind: i64,
    #[prost(int64, tag = "2")]
    pub(super) unit: i64,
}

/// A stack, the innermost location first, with one value per sample type.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub(super) struct Sample {
    #[prost(uint64, repeated, tag = "1")]
    pub(super) location_id: Vec<u64>,
    #[prost(int64, repeated, tag = "2")]
    pub(super) value: Vec<i64>,
    #[prost(message, repeated, tag = "3")]
    pub(super) label: Vec<Label>,
}

/// A label: a key with a text or a number. Texts are given by index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, prost::Message)]
pub(super) struct Label {
    #[prost(int64, tag = "1")]
    pub(super) key: i64,
    #[prost(int64, tag = "2")]
    pub(super) text: i64,
    #[prost(int64, tag = "3")]
    pub(super) number: i64,
    #[prost(int64, tag = "4")]
    pub(super) unit: i64,
}

/// A binary.
#[derive(Clone, Copy, PartialEq, Eq, prost::Message)]
pub(super) struct Mapping {
    #[prost(uint64, tag = "1")]
    pub(super) id: u64,
    #[prost(int64, tag = "5")]
    pub(super) filename: i64,
}

/// A location in the program.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub(super) struct Location {
    #[prost(uint64, tag = "1")]
    pub(super) id: u64,
    #[prost(uint64, tag = "2")]
    pub(super) mapping_id: u64,
    #[prost(uint64, tag = "3")]
    pub(super) address: u64,
    /// Functions inlined into each other at this location, the innermost first.
    #[prost(message, repeated, tag = "4")]
    pub(super) line: Vec<Line>,
}

/// A function at a location.
#[derive(Clone, Copy, PartialEq, Eq, prost::Message)]
pub(super) struct Line {
    #[prost(uint64, tag = "1")]
    pub(super) function_id: u64,
}

/// A function. Texts are given by index.
#[derive(Clone, Copy, PartialEq, Eq, prost::Message)]
pub(super) struct Function {
    #[prost(uint64, tag = "1")]
    pub(super) id: u64,
    #[prost(int64, tag = "2")]
    pub(super) name: i64,
    #[prost(int64, tag = "3")]
    pub(super) system_name: i64,
    #[prost(int64, tag = "4")]
    pub(super) filename: i64,
    #[prost(int64, tag = "5")]
    pub(super) start_line: i64,
}
