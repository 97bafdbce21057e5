//! A fact of the report: a label and its text.

/// A label and its text.
#[derive(Debug)]
pub(super) struct Fact {
    pub(super) label: &'static str,
    pub(super) text: String,
}
