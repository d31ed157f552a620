// Written by `cargo xtask codegen` from protocol.toml; do not edit.

//! What is used of this domain.

/// The reason why request was blocked.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum BlockedReason {
    /// `other`.
    #[serde(rename = "other")]
    Other,
    /// `csp`.
    #[serde(rename = "csp")]
    Csp,
    /// `mixed-content`.
    #[serde(rename = "mixed-content")]
    MixedContent,
    /// `origin`.
    #[serde(rename = "origin")]
    Origin,
    /// `inspector`.
    #[serde(rename = "inspector")]
    Inspector,
    /// `integrity`.
    #[serde(rename = "integrity")]
    Integrity,
    /// `subresource-filter`.
    #[serde(rename = "subresource-filter")]
    SubresourceFilter,
    /// `content-type`.
    #[serde(rename = "content-type")]
    ContentType,
    /// `coep-frame-resource-needs-coep-header`.
    #[serde(rename = "coep-frame-resource-needs-coep-header")]
    CoepFrameResourceNeedsCoepHeader,
    /// `coop-sandboxed-iframe-cannot-navigate-to-coop-page`.
    #[serde(rename = "coop-sandboxed-iframe-cannot-navigate-to-coop-page")]
    CoopSandboxedIframeCannotNavigateToCoopPage,
    /// `corp-not-same-origin`.
    #[serde(rename = "corp-not-same-origin")]
    CorpNotSameOrigin,
    /// `corp-not-same-origin-after-defaulted-to-same-origin-by-coep`.
    #[serde(rename = "corp-not-same-origin-after-defaulted-to-same-origin-by-coep")]
    CorpNotSameOriginAfterDefaultedToSameOriginByCoep,
    /// `corp-not-same-origin-after-defaulted-to-same-origin-by-dip`.
    #[serde(rename = "corp-not-same-origin-after-defaulted-to-same-origin-by-dip")]
    CorpNotSameOriginAfterDefaultedToSameOriginByDip,
    /// `corp-not-same-origin-after-defaulted-to-same-origin-by-coep-and-dip`.
    #[serde(rename = "corp-not-same-origin-after-defaulted-to-same-origin-by-coep-and-dip")]
    CorpNotSameOriginAfterDefaultedToSameOriginByCoepAndDip,
    /// `corp-not-same-site`.
    #[serde(rename = "corp-not-same-site")]
    CorpNotSameSite,
    /// `sri-message-signature-mismatch`.
    #[serde(rename = "sri-message-signature-mismatch")]
    SriMessageSignatureMismatch,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl BlockedReason {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Other => "other",
            Self::Csp => "csp",
            Self::MixedContent => "mixed-content",
            Self::Origin => "origin",
            Self::Inspector => "inspector",
            Self::Integrity => "integrity",
            Self::SubresourceFilter => "subresource-filter",
            Self::ContentType => "content-type",
            Self::CoepFrameResourceNeedsCoepHeader => "coep-frame-resource-needs-coep-header",
            Self::CoopSandboxedIframeCannotNavigateToCoopPage => "coop-sandboxed-iframe-cannot-navigate-to-coop-page",
            Self::CorpNotSameOrigin => "corp-not-same-origin",
            Self::CorpNotSameOriginAfterDefaultedToSameOriginByCoep => {
                "corp-not-same-origin-after-defaulted-to-same-origin-by-coep"
            }
            Self::CorpNotSameOriginAfterDefaultedToSameOriginByDip => {
                "corp-not-same-origin-after-defaulted-to-same-origin-by-dip"
            }
            Self::CorpNotSameOriginAfterDefaultedToSameOriginByCoepAndDip => {
                "corp-not-same-origin-after-defaulted-to-same-origin-by-coep-and-dip"
            }
            Self::CorpNotSameSite => "corp-not-same-site",
            Self::SriMessageSignatureMismatch => "sri-message-signature-mismatch",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Cookie object
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Cookie {
    /// Cookie name.
    pub name: String,
    /// Cookie value.
    pub value: String,
    /// Cookie domain.
    pub domain: String,
    /// Cookie path.
    pub path: String,
    /// Cookie expiration date as the number of seconds since the UNIX epoch. The value is set to -1 if
    /// the expiry date is not set. The value can be null for values that cannot be represented in JSON
    /// (±Inf).
    pub expires: f64,
    /// Cookie size.
    pub size: i64,
    /// True if cookie is http-only.
    pub http_only: bool,
    /// True if cookie is secure.
    pub secure: bool,
    /// True in case of session cookie.
    pub session: bool,
    /// Cookie SameSite type.
    pub same_site: Option<CookieSameSite>,
    /// Cookie Priority
    pub priority: CookiePriority,
    /// Cookie source scheme type.
    pub source_scheme: CookieSourceScheme,
    /// Cookie source port. Valid values are {-1, `[1`, 65535]}, -1 indicates an unspecified port. An
    /// unspecified port value allows protocol clients to emulate legacy cookie scope for the port. This
    /// is a temporary ability and it will be removed in the future.
    pub source_port: i64,
    /// Cookie partition key.
    pub partition_key: Option<CookiePartitionKey>,
    /// True if cookie partition key is opaque.
    pub partition_key_opaque: Option<bool>,
}

/// cookiePartitionKey object The representation of the components of the key that are created by the
/// cookiePartitionKey class contained in `net/cookies/cookie_partition_key.h`.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CookiePartitionKey {
    /// The site of the top-level URL the browser was visiting at the start of the request to the
    /// endpoint that set the cookie.
    pub top_level_site: String,
    /// Indicates if the cookie has any ancestors that are cross-site to the topLevelSite.
    pub has_cross_site_ancestor: bool,
}

/// Represents the cookie's 'Priority' status:
/// `https://tools.ietf.org/html/draft-west-cookie-priority-00`
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum CookiePriority {
    /// `Low`.
    #[serde(rename = "Low")]
    Low,
    /// `Medium`.
    #[serde(rename = "Medium")]
    Medium,
    /// `High`.
    #[serde(rename = "High")]
    High,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl CookiePriority {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Low => "Low",
            Self::Medium => "Medium",
            Self::High => "High",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Represents the cookie's 'SameSite' status:
/// `https://tools.ietf.org/html/draft-west-first-party-cookies`
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum CookieSameSite {
    /// `Strict`.
    #[serde(rename = "Strict")]
    Strict,
    /// `Lax`.
    #[serde(rename = "Lax")]
    Lax,
    /// `None`.
    #[serde(rename = "None")]
    None,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl CookieSameSite {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Strict => "Strict",
            Self::Lax => "Lax",
            Self::None => "None",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Represents the source scheme of the origin that originally set the cookie. A value of "Unset"
/// allows protocol clients to emulate legacy cookie scope for the scheme. This is a temporary
/// ability and it will be removed in the future.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum CookieSourceScheme {
    /// `Unset`.
    #[serde(rename = "Unset")]
    Unset,
    /// `NonSecure`.
    #[serde(rename = "NonSecure")]
    NonSecure,
    /// `Secure`.
    #[serde(rename = "Secure")]
    Secure,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl CookieSourceScheme {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Unset => "Unset",
            Self::NonSecure => "NonSecure",
            Self::Secure => "Secure",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Fired when data chunk was received over the network. (`Network.dataReceived`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DataReceived {
    /// Request identifier.
    pub request_id: RequestId,
    /// Timestamp.
    pub timestamp: MonotonicTime,
    /// Data chunk length.
    pub data_length: i64,
    /// Actual bytes received (might be less than dataLength for compressed encodings).
    pub encoded_data_length: i64,
    /// Data that was received. (Encoded as a base64 string when passed over JSON)
    pub data: Option<String>,
}
impl crate::Event for DataReceived {
    const METHOD: &'static str = "Network.dataReceived";
}

/// Disables network tracking, prevents network events from being sent to the client.
/// (`Network.disable`; needs `CleanUp`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
pub struct Disable {}
impl crate::command::Sealed for Disable {}
impl crate::Command for Disable {
    const METHOD: &'static str = "Network.disable";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::CleanUp;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Enables network tracking, network events will now be delivered to the client. (`Network.enable`;
/// needs `Hold`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Enable {
    /// Buffer size in bytes to use when preserving network payloads (XHRs, etc). This is the maximum
    /// number of bytes that will be collected by this DevTools session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_total_buffer_size: Option<i64>,
    /// Per-resource buffer size in bytes to use when preserving network payloads (XHRs, etc).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_resource_buffer_size: Option<i64>,
    /// Longest post body size (in bytes) that would be included in requestWillBeSent notification
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_post_data_size: Option<i64>,
    /// Whether DirectSocket chunk send/receive events should be reported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report_direct_socket_traffic: Option<bool>,
    /// Enable storing response bodies outside of renderer, so that these survive a cross-process
    /// navigation. Requires maxTotalBufferSize to be set. Currently defaults to false. This field is
    /// being deprecated in favor of the dedicated configureDurableMessages command, due to the
    /// possibility of deadlocks when awaiting Network.enable before issuing
    /// Runtime.runIfWaitingForDebugger.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enable_durable_messages: Option<bool>,
}
impl crate::command::Sealed for Enable {}
impl crate::Command for Enable {
    const METHOD: &'static str = "Network.enable";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Hold;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Network level fetch failure reason.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum ErrorReason {
    /// `Failed`.
    #[serde(rename = "Failed")]
    Failed,
    /// `Aborted`.
    #[serde(rename = "Aborted")]
    Aborted,
    /// `TimedOut`.
    #[serde(rename = "TimedOut")]
    TimedOut,
    /// `AccessDenied`.
    #[serde(rename = "AccessDenied")]
    AccessDenied,
    /// `ConnectionClosed`.
    #[serde(rename = "ConnectionClosed")]
    ConnectionClosed,
    /// `ConnectionReset`.
    #[serde(rename = "ConnectionReset")]
    ConnectionReset,
    /// `ConnectionRefused`.
    #[serde(rename = "ConnectionRefused")]
    ConnectionRefused,
    /// `ConnectionAborted`.
    #[serde(rename = "ConnectionAborted")]
    ConnectionAborted,
    /// `ConnectionFailed`.
    #[serde(rename = "ConnectionFailed")]
    ConnectionFailed,
    /// `NameNotResolved`.
    #[serde(rename = "NameNotResolved")]
    NameNotResolved,
    /// `InternetDisconnected`.
    #[serde(rename = "InternetDisconnected")]
    InternetDisconnected,
    /// `AddressUnreachable`.
    #[serde(rename = "AddressUnreachable")]
    AddressUnreachable,
    /// `BlockedByClient`.
    #[serde(rename = "BlockedByClient")]
    BlockedByClient,
    /// `BlockedByResponse`.
    #[serde(rename = "BlockedByResponse")]
    BlockedByResponse,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl ErrorReason {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Failed => "Failed",
            Self::Aborted => "Aborted",
            Self::TimedOut => "TimedOut",
            Self::AccessDenied => "AccessDenied",
            Self::ConnectionClosed => "ConnectionClosed",
            Self::ConnectionReset => "ConnectionReset",
            Self::ConnectionRefused => "ConnectionRefused",
            Self::ConnectionAborted => "ConnectionAborted",
            Self::ConnectionFailed => "ConnectionFailed",
            Self::NameNotResolved => "NameNotResolved",
            Self::InternetDisconnected => "InternetDisconnected",
            Self::AddressUnreachable => "AddressUnreachable",
            Self::BlockedByClient => "BlockedByClient",
            Self::BlockedByResponse => "BlockedByResponse",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Returns post data sent with the request. Returns an error when no data was sent with the request.
/// (`Network.getRequestPostData`; needs `Observe`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetRequestPostData {
    /// Identifier of the network request to get content for.
    pub request_id: RequestId,
}
impl GetRequestPostData {
    /// With what must be given; all else is absent.
    pub fn new(request_id: RequestId) -> Self {
        Self { request_id }
    }
}
impl crate::command::Sealed for GetRequestPostData {}
impl crate::Command for GetRequestPostData {
    const METHOD: &'static str = "Network.getRequestPostData";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = GetRequestPostDataReturns;
    type Capability = tabward_model::capability::Observe;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// What `Network.getRequestPostData` returns.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetRequestPostDataReturns {
    /// Request body string, omitting files from multipart requests
    pub post_data: String,
    /// True, if content was sent as base64.
    pub base64_encoded: bool,
}

/// Returns content served for the given request. (`Network.getResponseBody`; needs `Observe`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetResponseBody {
    /// Identifier of the network request to get content for.
    pub request_id: RequestId,
}
impl GetResponseBody {
    /// With what must be given; all else is absent.
    pub fn new(request_id: RequestId) -> Self {
        Self { request_id }
    }
}
impl crate::command::Sealed for GetResponseBody {}
impl crate::Command for GetResponseBody {
    const METHOD: &'static str = "Network.getResponseBody";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = GetResponseBodyReturns;
    type Capability = tabward_model::capability::Observe;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// What `Network.getResponseBody` returns.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetResponseBodyReturns {
    /// Response body.
    pub body: String,
    /// True, if content was sent as base64.
    pub base64_encoded: bool,
}

/// `Network.IPAddressSpace`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum IPAddressSpace {
    /// `Loopback`.
    #[serde(rename = "Loopback")]
    Loopback,
    /// `Local`.
    #[serde(rename = "Local")]
    Local,
    /// `Public`.
    #[serde(rename = "Public")]
    Public,
    /// `Unknown`.
    #[serde(rename = "Unknown")]
    Unknown,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl IPAddressSpace {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Loopback => "Loopback",
            Self::Local => "Local",
            Self::Public => "Public",
            Self::Unknown => "Unknown",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Information about the request initiator.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Initiator {
    /// Type of this initiator.
    pub r#type: InitiatorType,
    /// Initiator JavaScript stack trace, set for Script only. Requires the Debugger domain to be
    /// enabled.
    pub stack: Option<super::runtime::StackTrace>,
    /// Initiator URL, set for Parser type or for Script type (when script is importing module) or for
    /// SignedExchange type.
    pub url: Option<String>,
    /// Initiator line number, set for Parser type or for Script type (when script is importing module)
    /// (0-based).
    pub line_number: Option<f64>,
    /// Initiator column number, set for Parser type or for Script type (when script is importing module)
    /// (0-based).
    pub column_number: Option<f64>,
    /// Set if another request triggered this request (e.g. preflight).
    pub request_id: Option<RequestId>,
}

/// `type` of `Network.Initiator`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum InitiatorType {
    /// `parser`.
    #[serde(rename = "parser")]
    Parser,
    /// `script`.
    #[serde(rename = "script")]
    Script,
    /// `preload`.
    #[serde(rename = "preload")]
    Preload,
    /// `SignedExchange`.
    #[serde(rename = "SignedExchange")]
    SignedExchange,
    /// `preflight`.
    #[serde(rename = "preflight")]
    Preflight,
    /// `FedCM`.
    #[serde(rename = "FedCM")]
    FedCM,
    /// `other`.
    #[serde(rename = "other")]
    Other,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl InitiatorType {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Parser => "parser",
            Self::Script => "script",
            Self::Preload => "preload",
            Self::SignedExchange => "SignedExchange",
            Self::Preflight => "preflight",
            Self::FedCM => "FedCM",
            Self::Other => "other",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Unique loader identifier.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct LoaderId(pub String);
impl LoaderId {
    /// The bare text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
impl From<&str> for LoaderId {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}
impl From<String> for LoaderId {
    fn from(text: String) -> Self {
        Self(text)
    }
}
impl std::fmt::Display for LoaderId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Fired when HTTP request has failed to load. (`Network.loadingFailed`.)
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LoadingFailed {
    /// Request identifier.
    pub request_id: RequestId,
    /// Timestamp.
    pub timestamp: MonotonicTime,
    /// Resource type.
    pub r#type: ResourceType,
    /// Error message. List of network errors:
    /// `https://cs.chromium.org/chromium/src/net/base/net_error_list.h`
    pub error_text: String,
    /// True if loading was canceled.
    pub canceled: Option<bool>,
    /// The reason why loading was blocked, if any.
    pub blocked_reason: Option<BlockedReason>,
}
impl crate::Event for LoadingFailed {
    const METHOD: &'static str = "Network.loadingFailed";
}

/// Fired when HTTP request has finished loading. (`Network.loadingFinished`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LoadingFinished {
    /// Request identifier.
    pub request_id: RequestId,
    /// Timestamp.
    pub timestamp: MonotonicTime,
    /// Total number of bytes received for this request.
    pub encoded_data_length: f64,
    /// Size of the response body before removing content encodings. Includes cached bodies, but excludes
    /// headers and transfer framing.
    pub encoded_body_length: Option<f64>,
}
impl crate::Event for LoadingFinished {
    const METHOD: &'static str = "Network.loadingFinished";
}

/// Monotonically increasing time in seconds since an arbitrary point in the past.
#[derive(Debug, Clone, Default, Copy, PartialEq, PartialOrd, serde::Deserialize)]
#[serde(transparent)]
pub struct MonotonicTime(pub f64);

/// Post data entry for HTTP request
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PostDataEntry {
    /// `bytes`.
    pub bytes: Option<String>,
}

/// HTTP request data.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    /// Request URL (without fragment).
    pub url: String,
    /// Fragment of the requested URL starting with hash, if present.
    pub url_fragment: Option<String>,
    /// HTTP request method.
    pub method: String,
    /// HTTP request headers.
    pub headers: std::collections::BTreeMap<String, String>,
    /// True when the request has POST data. Note that postData might still be omitted when this flag is
    /// true when the data is too long.
    pub has_post_data: Option<bool>,
    /// Request body elements (post data broken into individual entries).
    pub post_data_entries: Option<Vec<PostDataEntry>>,
    /// The mixed content type of the request.
    pub mixed_content_type: Option<super::security::MixedContentType>,
    /// Priority of the resource request at the time request is sent.
    pub initial_priority: ResourcePriority,
    /// The referrer policy of the request, as defined in `https://www.w3.org/TR/referrer-policy/`
    pub referrer_policy: RequestReferrerPolicy,
    /// Whether is loaded via link preload.
    pub is_link_preload: Option<bool>,
    /// True if this resource request is considered to be the 'same site' as the request corresponding to
    /// the main frame.
    pub is_same_site: Option<bool>,
}

/// Unique network request identifier. Note that this does not identify individual HTTP requests that
/// are part of a network request.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct RequestId(pub String);
impl RequestId {
    /// The bare text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
impl From<&str> for RequestId {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}
impl From<String> for RequestId {
    fn from(text: String) -> Self {
        Self(text)
    }
}
impl std::fmt::Display for RequestId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// `referrerPolicy` of `Network.Request`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum RequestReferrerPolicy {
    /// `unsafe-url`.
    #[serde(rename = "unsafe-url")]
    UnsafeUrl,
    /// `no-referrer-when-downgrade`.
    #[serde(rename = "no-referrer-when-downgrade")]
    NoReferrerWhenDowngrade,
    /// `no-referrer`.
    #[serde(rename = "no-referrer")]
    NoReferrer,
    /// `origin`.
    #[serde(rename = "origin")]
    Origin,
    /// `origin-when-cross-origin`.
    #[serde(rename = "origin-when-cross-origin")]
    OriginWhenCrossOrigin,
    /// `same-origin`.
    #[serde(rename = "same-origin")]
    SameOrigin,
    /// `strict-origin`.
    #[serde(rename = "strict-origin")]
    StrictOrigin,
    /// `strict-origin-when-cross-origin`.
    #[serde(rename = "strict-origin-when-cross-origin")]
    StrictOriginWhenCrossOrigin,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl RequestReferrerPolicy {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::UnsafeUrl => "unsafe-url",
            Self::NoReferrerWhenDowngrade => "no-referrer-when-downgrade",
            Self::NoReferrer => "no-referrer",
            Self::Origin => "origin",
            Self::OriginWhenCrossOrigin => "origin-when-cross-origin",
            Self::SameOrigin => "same-origin",
            Self::StrictOrigin => "strict-origin",
            Self::StrictOriginWhenCrossOrigin => "strict-origin-when-cross-origin",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Fired if request ended up loading from cache. (`Network.requestServedFromCache`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestServedFromCache {
    /// Request identifier.
    pub request_id: RequestId,
}
impl crate::Event for RequestServedFromCache {
    const METHOD: &'static str = "Network.requestServedFromCache";
}

/// Fired when page is about to send HTTP request. (`Network.requestWillBeSent`.)
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestWillBeSent {
    /// Request identifier.
    pub request_id: RequestId,
    /// Loader identifier. Empty string if the request is fetched from worker.
    pub loader_id: LoaderId,
    /// URL of the document this request is loaded for.
    #[serde(rename = "documentURL")]
    pub document_url: String,
    /// Request data.
    pub request: Request,
    /// Timestamp.
    pub timestamp: MonotonicTime,
    /// Timestamp.
    pub wall_time: TimeSinceEpoch,
    /// Request initiator.
    pub initiator: Initiator,
    /// In the case that redirectResponse is populated, this flag indicates whether
    /// requestWillBeSentExtraInfo and responseReceivedExtraInfo events will be or were emitted for the
    /// request which was just redirected.
    pub redirect_has_extra_info: bool,
    /// Redirect response data.
    pub redirect_response: Option<Response>,
    /// Type of this resource.
    pub r#type: Option<ResourceType>,
    /// Frame identifier.
    pub frame_id: Option<super::page::FrameId>,
    /// Whether the request is initiated by a user gesture. Defaults to false.
    pub has_user_gesture: Option<bool>,
}
impl crate::Event for RequestWillBeSent {
    const METHOD: &'static str = "Network.requestWillBeSent";
}

/// Fired when additional information about a requestWillBeSent event is available from the network
/// stack. Not every requestWillBeSent event will have an additional requestWillBeSentExtraInfo fired
/// for it, and there is no guarantee whether requestWillBeSent or requestWillBeSentExtraInfo will be
/// fired first for the same request. (`Network.requestWillBeSentExtraInfo`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestWillBeSentExtraInfo {
    /// Request identifier. Used to match this information to an existing requestWillBeSent event.
    pub request_id: RequestId,
    /// Raw request headers as they will be sent over the wire.
    pub headers: std::collections::BTreeMap<String, String>,
}
impl crate::Event for RequestWillBeSentExtraInfo {
    const METHOD: &'static str = "Network.requestWillBeSentExtraInfo";
}

/// Loading priority of a resource request.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum ResourcePriority {
    /// `VeryLow`.
    #[serde(rename = "VeryLow")]
    VeryLow,
    /// `Low`.
    #[serde(rename = "Low")]
    Low,
    /// `Medium`.
    #[serde(rename = "Medium")]
    Medium,
    /// `High`.
    #[serde(rename = "High")]
    High,
    /// `VeryHigh`.
    #[serde(rename = "VeryHigh")]
    VeryHigh,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl ResourcePriority {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::VeryLow => "VeryLow",
            Self::Low => "Low",
            Self::Medium => "Medium",
            Self::High => "High",
            Self::VeryHigh => "VeryHigh",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Timing information for the request.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResourceTiming {
    /// Timing's requestTime is a baseline in seconds, while the other numbers are ticks in milliseconds
    /// relatively to this requestTime.
    pub request_time: f64,
    /// Started resolving proxy.
    pub proxy_start: f64,
    /// Finished resolving proxy.
    pub proxy_end: f64,
    /// Started DNS address resolve.
    pub dns_start: f64,
    /// Finished DNS address resolve.
    pub dns_end: f64,
    /// Started connecting to the remote host.
    pub connect_start: f64,
    /// Connected to the remote host.
    pub connect_end: f64,
    /// Started SSL handshake.
    pub ssl_start: f64,
    /// Finished SSL handshake.
    pub ssl_end: f64,
    /// Started running ServiceWorker.
    pub worker_start: f64,
    /// Finished Starting ServiceWorker.
    pub worker_ready: f64,
    /// Started fetch event.
    pub worker_fetch_start: f64,
    /// Settled fetch event respondWith promise.
    pub worker_respond_with_settled: f64,
    /// Started ServiceWorker static routing source evaluation.
    pub worker_router_evaluation_start: Option<f64>,
    /// Started cache lookup when the source was evaluated to `cache`.
    pub worker_cache_lookup_start: Option<f64>,
    /// Started sending request.
    pub send_start: f64,
    /// Finished sending request.
    pub send_end: f64,
    /// Time the server started pushing request.
    pub push_start: f64,
    /// Time the server finished pushing request.
    pub push_end: f64,
    /// Started receiving response headers.
    pub receive_headers_start: f64,
    /// Finished receiving response headers.
    pub receive_headers_end: f64,
}

/// Resource type as it was perceived by the rendering engine.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum ResourceType {
    /// `Document`.
    #[serde(rename = "Document")]
    Document,
    /// `Stylesheet`.
    #[serde(rename = "Stylesheet")]
    Stylesheet,
    /// `Image`.
    #[serde(rename = "Image")]
    Image,
    /// `Media`.
    #[serde(rename = "Media")]
    Media,
    /// `Font`.
    #[serde(rename = "Font")]
    Font,
    /// `Script`.
    #[serde(rename = "Script")]
    Script,
    /// `TextTrack`.
    #[serde(rename = "TextTrack")]
    TextTrack,
    /// `XHR`.
    #[serde(rename = "XHR")]
    XHR,
    /// `Fetch`.
    #[serde(rename = "Fetch")]
    Fetch,
    /// `Prefetch`.
    #[serde(rename = "Prefetch")]
    Prefetch,
    /// `EventSource`.
    #[serde(rename = "EventSource")]
    EventSource,
    /// `WebSocket`.
    #[serde(rename = "WebSocket")]
    WebSocket,
    /// `Manifest`.
    #[serde(rename = "Manifest")]
    Manifest,
    /// `SignedExchange`.
    #[serde(rename = "SignedExchange")]
    SignedExchange,
    /// `Ping`.
    #[serde(rename = "Ping")]
    Ping,
    /// `CSPViolationReport`.
    #[serde(rename = "CSPViolationReport")]
    CSPViolationReport,
    /// `Preflight`.
    #[serde(rename = "Preflight")]
    Preflight,
    /// `FedCM`.
    #[serde(rename = "FedCM")]
    FedCM,
    /// `Other`.
    #[serde(rename = "Other")]
    Other,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl ResourceType {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Document => "Document",
            Self::Stylesheet => "Stylesheet",
            Self::Image => "Image",
            Self::Media => "Media",
            Self::Font => "Font",
            Self::Script => "Script",
            Self::TextTrack => "TextTrack",
            Self::XHR => "XHR",
            Self::Fetch => "Fetch",
            Self::Prefetch => "Prefetch",
            Self::EventSource => "EventSource",
            Self::WebSocket => "WebSocket",
            Self::Manifest => "Manifest",
            Self::SignedExchange => "SignedExchange",
            Self::Ping => "Ping",
            Self::CSPViolationReport => "CSPViolationReport",
            Self::Preflight => "Preflight",
            Self::FedCM => "FedCM",
            Self::Other => "Other",
            Self::UnknownValue(value) => value,
        }
    }
}

/// HTTP response data.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Response {
    /// Response URL. This URL can be different from CachedResource.url in case of redirect.
    pub url: String,
    /// HTTP response status code.
    pub status: i64,
    /// HTTP response status text.
    pub status_text: String,
    /// HTTP response headers.
    pub headers: std::collections::BTreeMap<String, String>,
    /// Resource mimeType as determined by the browser.
    pub mime_type: String,
    /// Resource charset as determined by the browser (if applicable).
    pub charset: String,
    /// Refined HTTP request headers that were actually transmitted over the network.
    pub request_headers: Option<std::collections::BTreeMap<String, String>>,
    /// Specifies whether physical connection was actually reused for this request.
    pub connection_reused: bool,
    /// Physical connection id that was actually used for this request.
    pub connection_id: f64,
    /// Remote IP address.
    #[serde(rename = "remoteIPAddress")]
    pub remote_ip_address: Option<String>,
    /// Remote port.
    pub remote_port: Option<i64>,
    /// Specifies that the request was served from the disk cache.
    pub from_disk_cache: Option<bool>,
    /// Specifies that the request was served from the ServiceWorker.
    pub from_service_worker: Option<bool>,
    /// Specifies that the request was served from the prefetch cache.
    pub from_prefetch_cache: Option<bool>,
    /// Specifies that the request was served from the prefetch cache.
    pub from_early_hints: Option<bool>,
    /// Total number of bytes received for this request so far.
    pub encoded_data_length: f64,
    /// Timing information for the given request.
    pub timing: Option<ResourceTiming>,
    /// The time at which the returned response was generated.
    pub response_time: Option<TimeSinceEpoch>,
    /// Protocol used to fetch this request.
    pub protocol: Option<String>,
    /// Security state of the request resource.
    pub security_state: super::security::SecurityState,
}

/// Fired when HTTP response is available. (`Network.responseReceived`.)
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResponseReceived {
    /// Request identifier.
    pub request_id: RequestId,
    /// Loader identifier. Empty string if the request is fetched from worker.
    pub loader_id: LoaderId,
    /// Timestamp.
    pub timestamp: MonotonicTime,
    /// Resource type.
    pub r#type: ResourceType,
    /// Response data.
    pub response: Response,
    /// Indicates whether requestWillBeSentExtraInfo and responseReceivedExtraInfo events will be or were
    /// emitted for this request.
    pub has_extra_info: bool,
    /// Frame identifier.
    pub frame_id: Option<super::page::FrameId>,
}
impl crate::Event for ResponseReceived {
    const METHOD: &'static str = "Network.responseReceived";
}

/// Fired when additional information about a responseReceived event is available from the network
/// stack. Not every responseReceived event will have an additional responseReceivedExtraInfo for it,
/// and responseReceivedExtraInfo may be fired before or after responseReceived.
/// (`Network.responseReceivedExtraInfo`.)
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResponseReceivedExtraInfo {
    /// Request identifier. Used to match this information to another responseReceived event.
    pub request_id: RequestId,
    /// Raw response headers as they were received over the wire. Duplicate headers in the response are
    /// represented as a single key with their values concatentated using `\n` as the separator. See also
    /// `headersText` that contains verbatim text for `HTTP/1.*`.
    pub headers: std::collections::BTreeMap<String, String>,
    /// The IP address space of the resource. The address space can only be determined once the transport
    /// established the connection, so we can't send it in `requestWillBeSentExtraInfo`.
    #[serde(rename = "resourceIPAddressSpace")]
    pub resource_ip_address_space: IPAddressSpace,
    /// The status code of the response. This is useful in cases the request failed and no
    /// responseReceived event is triggered, which is the case for, e.g., CORS errors. This is also the
    /// correct status code for cached requests, where the status in responseReceived is a 200 and this
    /// will be 304.
    pub status_code: i64,
    /// True if partitioned cookies are enabled, but the partition key is not serializable to string.
    pub cookie_partition_key_opaque: Option<bool>,
}
impl crate::Event for ResponseReceivedExtraInfo {
    const METHOD: &'static str = "Network.responseReceivedExtraInfo";
}

/// UTC time in seconds, counted from January 1, 1970.
#[derive(Debug, Clone, Default, Copy, PartialEq, PartialOrd, serde::Deserialize)]
#[serde(transparent)]
pub struct TimeSinceEpoch(pub f64);

/// Fired when WebSocket is closed. (`Network.webSocketClosed`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WebSocketClosed {
    /// Request identifier.
    pub request_id: RequestId,
    /// Timestamp.
    pub timestamp: MonotonicTime,
}
impl crate::Event for WebSocketClosed {
    const METHOD: &'static str = "Network.webSocketClosed";
}

/// Fired upon WebSocket creation. (`Network.webSocketCreated`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WebSocketCreated {
    /// Request identifier.
    pub request_id: RequestId,
    /// WebSocket request URL.
    pub url: String,
    /// Request initiator.
    pub initiator: Option<Initiator>,
}
impl crate::Event for WebSocketCreated {
    const METHOD: &'static str = "Network.webSocketCreated";
}
