//! The model through its public doors.

#![expect(clippy::unwrap_used, reason = "tests")]

mod outcome;
mod ownership;
mod resolve;
mod text;
