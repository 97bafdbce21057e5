//! The list of differences a person can act on.
