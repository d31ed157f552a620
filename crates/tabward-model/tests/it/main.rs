//! The model through its public doors.

mod outcome;
mod ownership;
mod resolve;
mod text;
