//! Integration tests of the page engine.

mod core;
mod selector;
mod support;
