//! The messages of `profile.proto` that are read, with those of their fields that are.

/// What is counted, and in which unit: numbers of texts.
#[derive(Clone, Copy, PartialEq, Eq, prost::Message)]
pub(super) struct ValueType {
    #[prost(int64, tag = "1")]
    pub(super) kind: i64,
    #[prost(int64, tag = "2")]
    pub(super) unit: i64,
}

/// A stack, the innermost location first, and a value for each type.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub(super) struct Sample {
    #[prost(uint64, repeated, tag = "1")]
    pub(super) location_id: Vec<u64>,
    #[prost(int64, repeated, tag = "2")]
    pub(super) value: Vec<i64>,
    #[prost(message, repeated, tag = "3")]
    pub(super) label: Vec<Label>,
}

/// What a sample says more of itself: a key, with a text or a number. Texts by number.
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

/// A place in the program.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub(super) struct Location {
    #[prost(uint64, tag = "1")]
    pub(super) id: u64,
    #[prost(uint64, tag = "2")]
    pub(super) mapping_id: u64,
    #[prost(uint64, tag = "3")]
    pub(super) address: u64,
    /// Of functions that were inlined into each other, the innermost first.
    #[prost(message, repeated, tag = "4")]
    pub(super) line: Vec<Line>,
}

/// A function at a location.
#[derive(Clone, Copy, PartialEq, Eq, prost::Message)]
pub(super) struct Line {
    #[prost(uint64, tag = "1")]
    pub(super) function_id: u64,
}

/// A function; texts by number.
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
