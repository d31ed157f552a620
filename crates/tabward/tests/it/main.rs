//! The binary, run as a person or an agent runs it.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod attacks;
mod everyday;
mod faults;
mod kit;
mod lifecycle;
mod live;
mod offline;
mod running;
mod sdk;
mod setup;
