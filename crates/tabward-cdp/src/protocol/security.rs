// Written by `cargo xtask codegen` from protocol.toml; do not edit.

//! What is used of this domain.

/// A description of mixed content (HTTP resources on HTTPS pages), as defined by
/// `https://www.w3.org/TR/mixed-content/#categories`
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum MixedContentType {
    /// `blockable`.
    #[serde(rename = "blockable")]
    Blockable,
    /// `optionally-blockable`.
    #[serde(rename = "optionally-blockable")]
    OptionallyBlockable,
    /// `none`.
    #[serde(rename = "none")]
    None,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl MixedContentType {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Blockable => "blockable",
            Self::OptionallyBlockable => "optionally-blockable",
            Self::None => "none",
            Self::UnknownValue(value) => value,
        }
    }
}

/// The security level of a page or resource.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum SecurityState {
    /// `unknown`.
    #[serde(rename = "unknown")]
    Unknown,
    /// `neutral`.
    #[serde(rename = "neutral")]
    Neutral,
    /// `insecure`.
    #[serde(rename = "insecure")]
    Insecure,
    /// `secure`.
    #[serde(rename = "secure")]
    Secure,
    /// `info`.
    #[serde(rename = "info")]
    Info,
    /// `insecure-broken`.
    #[serde(rename = "insecure-broken")]
    InsecureBroken,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl SecurityState {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Unknown => "unknown",
            Self::Neutral => "neutral",
            Self::Insecure => "insecure",
            Self::Secure => "secure",
            Self::Info => "info",
            Self::InsecureBroken => "insecure-broken",
            Self::UnknownValue(value) => value,
        }
    }
}
