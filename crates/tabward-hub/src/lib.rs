//! The hub: doors, callers, tasks, sessions, tools and dispatch. One hub per user; one actor per browser instance.

pub mod client;
pub mod paths;
pub mod platform;
pub mod settings;
pub mod wire;
