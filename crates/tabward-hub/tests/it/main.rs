//! The hub with real browsers and real processes.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod attacks;
mod hub;
mod session;
