//! Sizes that the files of all formats share.

/// Number of functions in a file.
pub(super) const FUNCTIONS: u32 = 500;

/// Number of calls in a group: one call with those inside it.
pub(super) const FAN: u32 = 8;
