//! Identifiers. Opaque strings belong to the browser or to the hub; handles (`b1`, `t3`, `e12`, `n4`) are short names that
//! the hub mints and never uses twice.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A string that is not the handle or id it was taken for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a {kind}: {given:?}")]
pub struct NotAnId {
    /// What was expected, e.g. `tab handle`.
    pub kind: &'static str,
    /// What came instead.
    pub given: String,
}

macro_rules! opaque {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// Wraps a string that its owner (browser or hub) minted.
            pub fn new(id: impl Into<String>) -> Self {
                Self(id.into())
            }

            /// The id as it was minted.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl From<&str> for $name {
            fn from(id: &str) -> Self {
                Self(id.to_owned())
            }
        }

        impl From<String> for $name {
            fn from(id: String) -> Self {
                Self(id)
            }
        }
    };
}

opaque!(
    /// One running profile that tabward reaches (ID-2): opaque, derived from no name or account.
    InstanceId
);
opaque!(
    /// The browser's own id of a tab. It means nothing without its instance (ID-1).
    TabId
);
opaque!(
    /// The browser's id of a frame, unique within a tab.
    FrameId
);
opaque!(
    /// One loaded page in a tab, minted by the hub at each main-frame commit, never used again.
    DocumentId
);
opaque!(
    /// A task: the unit that owns tabs and is finished. Unique over workspaces.
    TaskId
);
opaque!(
    /// Who calls: an authenticated principal plus, over stdio, the bridge's random id.
    CallerId
);

/// The pair that names a tab: instance and the browser's tab id.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Target {
    /// The instance.
    #[serde(rename = "browser_instance_id")]
    pub instance: InstanceId,
    /// The tab in it.
    #[serde(rename = "tab_id")]
    pub tab: TabId,
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.instance, self.tab)
    }
}

/// Counts the main-frame commits of a tab, cache restores and activations included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Generation(pub u64);

impl Generation {
    /// The generation after this one.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident, $prefix:literal, $kind:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl FromStr for $name {
            type Err = NotAnId;

            fn from_str(given: &str) -> Result<Self, NotAnId> {
                given
                    .strip_prefix($prefix)
                    .filter(|rest| !rest.is_empty() && !rest.starts_with('0') && rest.bytes().all(|b| b.is_ascii_digit()))
                    .and_then(|rest| rest.parse().ok())
                    .map(Self)
                    .ok_or_else(|| NotAnId { kind: $kind, given: given.to_owned() })
            }
        }

        impl Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                s.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                let given = std::borrow::Cow::<'de, str>::deserialize(d)?;
                given.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

handle!(
    /// `b1`: an instance, for the life of its browser process.
    InstanceHandle,
    "b",
    "browser handle"
);
handle!(
    /// `t3`: a tab, dead after a browser restart.
    TabHandle,
    "t",
    "tab handle"
);
handle!(
    /// `e12`: one element of one document, numbered by the hub per caller.
    Ref,
    "e",
    "ref"
);
handle!(
    /// `n4`: one network request of a tab.
    RequestHandle,
    "n",
    "request id"
);
