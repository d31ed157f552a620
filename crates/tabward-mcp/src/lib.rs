//! The MCP door: every protocol revision that the SDK speaks, over stdio and Streamable HTTP.
//!
//! The only crate that knows the MCP SDK. It holds no state: tabs, tasks and refs live in the hub and are named by
//! arguments, never by the MCP session.

mod answer;
mod backend;
mod bridge;
pub mod http;
mod instructions;
mod listing;
mod local;
mod progress;
mod server;
mod stdio;

pub use backend::{Ask, Backend, Hints, Listed, Reply};
pub use bridge::Bridge;
pub use instructions::INSTRUCTIONS;
pub use local::{Local, open_http};
pub use server::{Form, Server};
pub use stdio::{StdioError, serve, serve_stdio};
