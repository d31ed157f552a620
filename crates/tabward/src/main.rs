//! tabward.
fn main() {}
