//! Integration tests of the page engine.

#![expect(clippy::unwrap_used, reason = "what a test's helpers unwrap fails the test")]

mod act_click;
mod act_fill;
mod act_frames;
mod act_races;
mod act_wait;
mod core;
mod dialogs;
mod documents;
mod evaluate;
mod faults;
mod hands;
mod navigate;
mod observe;
mod oracle;
mod picture;
mod read;
mod scripted;
mod selector;
mod snapshot;
mod support;
