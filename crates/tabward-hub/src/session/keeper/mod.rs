//! The keeper: the small process that starts a launched browser and outlives the hub.
//!
//! It holds the browser's debugging pipe and serves it on a socket to one hub at a time. A hub that dies, restarts or is
//! upgraded leaves the pipe untouched, so channels, tabs and open dialogs live on. When no hub comes back in time it ends
//! the browser; when it dies itself, the pipe closes and the browser ends by itself.

mod client;
mod serve;
mod sniff;
mod wire;

pub use client::{KeeperError, Link, Spawned, connect, end, spawn, status};
pub use serve::run;
pub use sniff::{OpenChannel, OpenDialog};
pub use wire::{Ended, Greeting, KeeperSpec, REVISION, Said};
