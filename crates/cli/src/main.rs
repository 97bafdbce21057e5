//! The `diptych` command.

fn main() {}
