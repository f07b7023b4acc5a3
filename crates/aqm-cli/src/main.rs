//! The `aqm` command.

fn main() {}
