//! Integration tests of the page engine.

mod core;
mod dialogs;
mod documents;
mod evaluate;
mod faults;
mod navigate;
mod observe;
mod picture;
mod read;
mod selector;
mod snapshot;
mod support;
