//! The outcome of a part of the file.

use diptych_trace::OddityKind;

/// Kind and subject of something that is left out.
pub(super) type Outcome = Result<(), (OddityKind, &'static str)>;
