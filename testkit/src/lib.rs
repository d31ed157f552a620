//! What tests and project commands share.
//!
//! - [`Home`]: a folder of its own for one hub, and proofs about what runs there and what is left;
//! - [`McpClient`]: a minimal MCP client over stdio that is not built on tabward's own MCP code;
//! - [`six_tasks`]: six everyday tasks, done by agents that know only the listing, and what they cost;
//! - [`tokens`]: how many tokens a text is;
//! - [`remote`]: a second client of a browser, which does what a person does;
//! - [`Display`]: an X server for headed runs;
//! - [`tools`]: programs of others that tests run, installed when they are missing;
//! - [`need`]: what of the system must be there, installed or named.
//!
//! Shown on Linux; the proofs read `/proc`.

mod display;
mod home;
mod mcp;
pub mod need;
mod process;
pub mod remote;
pub mod six_tasks;
pub mod tokens;
pub mod tools;

pub use display::Display;
pub use home::{Home, Leftovers};
pub use mcp::{Answer, McpClient, McpOptions};
pub use process::Process;
