//! The MCP door, in front of a backend of our own making.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod bridge;
mod double;
mod http;
mod listing;
mod stdio;
