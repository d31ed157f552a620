// Written by `cargo xtask codegen` from protocol.toml; do not edit.

//! The commands and events that tabward uses, each with its capability and its parameter rules.

pub mod accessibility;
pub mod browser;
pub mod dom;
pub mod emulation;
pub mod fetch;
pub mod input;
pub mod inspector;
pub mod log;
pub mod network;
pub mod page;
pub mod runtime;
pub mod security;
pub mod storage;
pub mod target;
