//! Build, serve, check, bless, bench.

fn main() {}
