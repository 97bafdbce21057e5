//! Support for the tests of both graphs.

pub(crate) mod goldens;
