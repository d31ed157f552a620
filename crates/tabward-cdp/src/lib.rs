//! The DevTools connection: channels, events and deadlines, and the part of the protocol that tabward uses, with the
//! capability that each command needs.
//!
//! A command is sent with a permit for its capability, on the permit's own tab; without one it does not compile:
//!
//! ```
//! use tabward_cdp::{Cdp, CdpError, Channel, protocol::page};
//! use tabward_model::{Permit, capability::Navigate};
//!
//! async fn open(tab: &Channel, permit: &Permit<Navigate>) -> Result<(), CdpError> {
//!     tab.send(permit, page::Navigate::new("https://example.com/")).await?;
//!     Ok(())
//! }
//! ```
//!
//! ```compile_fail
//! use tabward_cdp::{Cdp, CdpError, Channel, protocol::page};
//! use tabward_model::{Permit, capability::Read};
//!
//! async fn open(tab: &Channel, permit: &Permit<Read>) -> Result<(), CdpError> {
//!     tab.send(permit, page::Navigate::new("https://example.com/")).await?;
//!     Ok(())
//! }
//! ```
//!
//! ```compile_fail
//! use tabward_cdp::{Cdp, CdpError, Channel, protocol::page};
//!
//! async fn open(tab: &Channel) -> Result<(), CdpError> {
//!     tab.send(page::Navigate::new("https://example.com/")).await?;
//!     Ok(())
//! }
//! ```
//!
//! Nor can another crate add a command, and with it a capability of its own choice:
//!
//! ```compile_fail
//! #[derive(serde::Serialize)]
//! struct Mine {}
//! impl tabward_cdp::Command for Mine {
//!     const METHOD: &'static str = "Page.crash";
//!     const LEVEL: tabward_cdp::Level = tabward_cdp::Level::Target;
//!     type Returns = tabward_cdp::Nothing;
//!     type Capability = tabward_model::capability::Read;
//!     fn check(&self, _: &tabward_model::Scope) -> Result<(), tabward_cdp::CommandRefused> {
//!         Ok(())
//!     }
//! }
//! ```

mod channel;
mod command;
mod connection;
mod context;
mod error;
mod events;
mod pending;
mod pipe;
pub mod protocol;
mod rules;
mod sessions;
mod socket;
#[cfg(feature = "testing")]
pub mod testing;
mod wire;

pub use channel::{Cdp, Channel};
pub use command::{Always, Command, Event, Level, Nothing};
pub use connection::{ConnectOptions, Connection};
pub use context::{ContextKind, OurContext, OurContextId, OurUniqueContextId};
pub use error::{CdpError, CommandRefused};
pub use events::{EventStream, Incoming, RawEvent};
