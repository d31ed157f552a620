// Written by `cargo xtask codegen` from protocol.toml; do not edit.

//! What is used of this domain.

/// Enables log domain, sends the entries collected so far to the client by means of the `entryAdded`
/// notification. (`Log.enable`; needs `Hold`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
pub struct Enable {}
impl crate::command::Sealed for Enable {}
impl crate::Command for Enable {
    const METHOD: &'static str = "Log.enable";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Hold;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Issued when new message was logged. (`Log.entryAdded`.)
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EntryAdded {
    /// The entry.
    pub entry: LogEntry,
}
impl crate::Event for EntryAdded {
    const METHOD: &'static str = "Log.entryAdded";
}

/// Log entry.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LogEntry {
    /// Log entry source.
    pub source: LogEntrySource,
    /// Log entry severity.
    pub level: LogEntryLevel,
    /// Logged text.
    pub text: String,
    /// `category`.
    pub category: Option<LogEntryCategory>,
    /// Timestamp when this entry was added.
    pub timestamp: super::runtime::Timestamp,
    /// URL of the resource if known.
    pub url: Option<String>,
    /// Line number in the resource.
    pub line_number: Option<i64>,
    /// JavaScript stack trace.
    pub stack_trace: Option<super::runtime::StackTrace>,
    /// Identifier of the network request associated with this entry.
    pub network_request_id: Option<super::network::RequestId>,
    /// Identifier of the worker associated with this entry.
    pub worker_id: Option<String>,
}

/// `category` of `Log.LogEntry`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum LogEntryCategory {
    /// `cors`.
    #[serde(rename = "cors")]
    Cors,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl LogEntryCategory {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Cors => "cors",
            Self::UnknownValue(value) => value,
        }
    }
}

/// `level` of `Log.LogEntry`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum LogEntryLevel {
    /// `verbose`.
    #[serde(rename = "verbose")]
    Verbose,
    /// `info`.
    #[serde(rename = "info")]
    Info,
    /// `warning`.
    #[serde(rename = "warning")]
    Warning,
    /// `error`.
    #[serde(rename = "error")]
    Error,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl LogEntryLevel {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Verbose => "verbose",
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::UnknownValue(value) => value,
        }
    }
}

/// `source` of `Log.LogEntry`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum LogEntrySource {
    /// `xml`.
    #[serde(rename = "xml")]
    Xml,
    /// `javascript`.
    #[serde(rename = "javascript")]
    Javascript,
    /// `network`.
    #[serde(rename = "network")]
    Network,
    /// `storage`.
    #[serde(rename = "storage")]
    Storage,
    /// `appcache`.
    #[serde(rename = "appcache")]
    Appcache,
    /// `rendering`.
    #[serde(rename = "rendering")]
    Rendering,
    /// `security`.
    #[serde(rename = "security")]
    Security,
    /// `deprecation`.
    #[serde(rename = "deprecation")]
    Deprecation,
    /// `worker`.
    #[serde(rename = "worker")]
    Worker,
    /// `violation`.
    #[serde(rename = "violation")]
    Violation,
    /// `intervention`.
    #[serde(rename = "intervention")]
    Intervention,
    /// `recommendation`.
    #[serde(rename = "recommendation")]
    Recommendation,
    /// `other`.
    #[serde(rename = "other")]
    Other,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl LogEntrySource {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Xml => "xml",
            Self::Javascript => "javascript",
            Self::Network => "network",
            Self::Storage => "storage",
            Self::Appcache => "appcache",
            Self::Rendering => "rendering",
            Self::Security => "security",
            Self::Deprecation => "deprecation",
            Self::Worker => "worker",
            Self::Violation => "violation",
            Self::Intervention => "intervention",
            Self::Recommendation => "recommendation",
            Self::Other => "other",
            Self::UnknownValue(value) => value,
        }
    }
}
