//! Sessions: browsers that are launched or attached to, kept over calls, clients, crashes and upgrades.

pub mod attach;
pub mod browsers;
pub mod config;
mod ending;
pub mod endpoint;
pub mod error;
pub mod headless;
pub mod keeper;
pub mod launch;
mod listing;
mod opening;
pub mod ports;
pub mod process;
pub mod profile;
mod registry;

pub use config::SessionConfig;
pub use ending::ClosedSession;
pub use error::SessionError;
pub use listing::{ListedSession, Listing, ProbedPort};
pub use registry::{Decided, Opened, Sessions, Who};
