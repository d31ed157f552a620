//! What a command and an event are.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use tabward_model::{Capability, Scope};

use crate::error::CommandRefused;

/// Implemented by generated commands alone, so that no other crate can send what the allow-list does not name.
pub trait Sealed {}

/// Where a command may be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// To the browser as a whole.
    Browser,
    /// To a tab, or to a frame or worker of one.
    Target,
}

/// A command of the protocol under one capability. Generated from `protocol.toml`.
pub trait Command: Serialize + Send + Sync + Sealed {
    /// Name on the wire, such as `Page.navigate`.
    const METHOD: &'static str;
    /// Where it may be sent.
    const LEVEL: Level;
    /// What comes back.
    type Returns: DeserializeOwned + Send;
    /// Whose permit it takes.
    type Capability: Capability;

    /// Judges the parameters against what the permit is for.
    ///
    /// # Errors
    /// Says which parameter is refused, and why.
    fn check(&self, scope: &Scope) -> Result<(), CommandRefused>;
}

/// An event of the protocol. Generated from `protocol.toml`.
pub trait Event: DeserializeOwned {
    /// Name on the wire, such as `Page.frameNavigated`.
    const METHOD: &'static str;
}

/// What a command returns that returns nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub struct Nothing {}

/// A parameter that always has the same value.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Always<const VALUE: bool>;

impl<const VALUE: bool> Serialize for Always<VALUE> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(VALUE)
    }
}
