//! The model: tables of functions, lanes and calls, and the builder that upholds their invariants.
