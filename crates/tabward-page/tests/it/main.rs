//! Integration tests of the page engine.

mod selector;
