//! What the tests of both graphs share.

pub(crate) mod goldens;
