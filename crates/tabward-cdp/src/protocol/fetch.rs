// Written by `cargo xtask codegen` from protocol.toml; do not edit.

//! What is used of this domain.

/// Authorization challenge for HTTP status code 401 or 407.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AuthChallenge {
    /// Source of the authentication challenge.
    pub source: Option<AuthChallengeSource>,
    /// Origin of the challenger.
    pub origin: String,
    /// The authentication scheme used, such as basic or digest
    pub scheme: String,
    /// The realm of the challenge. May be empty.
    pub realm: String,
}

/// Response to an AuthChallenge.
#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AuthChallengeResponse {
    /// The decision on what to do in response to the authorization challenge. Default means deferring to
    /// the default behavior of the net stack, which will likely either the Cancel authentication or
    /// display a popup dialog box.
    pub response: AuthChallengeResponseResponse,
    /// The username to provide, possibly empty. Should only be set if response is ProvideCredentials.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
    /// The password to provide, possibly empty. Should only be set if response is ProvideCredentials.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
}
impl AuthChallengeResponse {
    /// With what must be given; all else is absent.
    pub fn new(response: AuthChallengeResponseResponse) -> Self {
        Self { response, username: None, password: None }
    }
}

/// `response` of `Fetch.AuthChallengeResponse`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize)]
pub enum AuthChallengeResponseResponse {
    /// `Default`.
    #[serde(rename = "Default")]
    Default,
    /// `CancelAuth`.
    #[serde(rename = "CancelAuth")]
    CancelAuth,
    /// `ProvideCredentials`.
    #[serde(rename = "ProvideCredentials")]
    ProvideCredentials,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl AuthChallengeResponseResponse {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Default => "Default",
            Self::CancelAuth => "CancelAuth",
            Self::ProvideCredentials => "ProvideCredentials",
            Self::UnknownValue(value) => value,
        }
    }
}

/// `source` of `Fetch.AuthChallenge`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum AuthChallengeSource {
    /// `Server`.
    #[serde(rename = "Server")]
    Server,
    /// `Proxy`.
    #[serde(rename = "Proxy")]
    Proxy,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl AuthChallengeSource {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Server => "Server",
            Self::Proxy => "Proxy",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Issued when the domain is enabled with handleAuthRequests set to true. The request is paused
/// until client responds with continueWithAuth. (`Fetch.authRequired`.)
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AuthRequired {
    /// Each request the page makes will have a unique id.
    pub request_id: RequestId,
    /// The details of the request.
    pub request: super::network::Request,
    /// The id of the frame that initiated the request.
    pub frame_id: super::page::FrameId,
    /// How the requested resource will be used.
    pub resource_type: super::network::ResourceType,
    /// Details of the Authorization Challenge encountered. If this is set, client should respond with
    /// continueRequest that contains AuthChallengeResponse.
    pub auth_challenge: AuthChallenge,
}
impl crate::Event for AuthRequired {
    const METHOD: &'static str = "Fetch.authRequired";
}

/// Continues the request, optionally modifying some of its parameters. (`Fetch.continueRequest`;
/// needs `Hold`. Unchanged.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ContinueRequest {
    /// An id the client received in requestPaused event.
    pub request_id: RequestId,
}
impl ContinueRequest {
    /// With what must be given; all else is absent.
    pub fn new(request_id: RequestId) -> Self {
        Self { request_id }
    }
}
impl crate::command::Sealed for ContinueRequest {}
impl crate::Command for ContinueRequest {
    const METHOD: &'static str = "Fetch.continueRequest";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Hold;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Continues a request supplying authChallengeResponse following authRequired event.
/// (`Fetch.continueWithAuth`; needs `Hold`.)
#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ContinueWithAuth {
    /// An id the client received in authRequired event.
    pub request_id: RequestId,
    /// Response to with an authChallenge.
    pub auth_challenge_response: AuthChallengeResponse,
}
impl ContinueWithAuth {
    /// With what must be given; all else is absent.
    pub fn new(request_id: RequestId, auth_challenge_response: AuthChallengeResponse) -> Self {
        Self { request_id, auth_challenge_response }
    }
}
impl crate::command::Sealed for ContinueWithAuth {}
impl crate::Command for ContinueWithAuth {
    const METHOD: &'static str = "Fetch.continueWithAuth";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Hold;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Disables the fetch domain. (`Fetch.disable`; needs `CleanUp`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
pub struct Disable {}
impl crate::command::Sealed for Disable {}
impl crate::Command for Disable {
    const METHOD: &'static str = "Fetch.disable";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::CleanUp;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Enables issuing of requestPaused events. A request will be paused until client calls one of
/// failRequest, fulfillRequest or continueRequest/continueWithAuth. (`Fetch.enable`; needs `Hold`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Enable {
    /// If specified, only requests matching any of these patterns will produce fetchRequested event and
    /// will be paused until clients response. If not set, all requests will be affected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patterns: Option<Vec<RequestPattern>>,
    /// If true, authRequired events will be issued and requests will be paused expecting a call to
    /// continueWithAuth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handle_auth_requests: Option<bool>,
}
impl crate::command::Sealed for Enable {}
impl crate::Command for Enable {
    const METHOD: &'static str = "Fetch.enable";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Hold;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Causes the request to fail with specified reason. (`Fetch.failRequest`; needs `Hold`.)
#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FailRequest {
    /// An id the client received in requestPaused event.
    pub request_id: RequestId,
    /// Causes the request to fail with the given reason.
    pub error_reason: super::network::ErrorReason,
}
impl FailRequest {
    /// With what must be given; all else is absent.
    pub fn new(request_id: RequestId, error_reason: super::network::ErrorReason) -> Self {
        Self { request_id, error_reason }
    }
}
impl crate::command::Sealed for FailRequest {}
impl crate::Command for FailRequest {
    const METHOD: &'static str = "Fetch.failRequest";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Hold;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Response HTTP header entry
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HeaderEntry {
    /// `name`.
    pub name: String,
    /// `value`.
    pub value: String,
}

/// Unique request identifier. Note that this does not identify individual HTTP requests that are
/// part of a network request.
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

/// `Fetch.RequestPattern`.
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestPattern {
    /// Wildcards (`'*'` -> zero or more, `'?'` -> exactly one) are allowed. Escape character is
    /// backslash. Omitting is equivalent to `"*"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url_pattern: Option<String>,
    /// If set, only requests for matching resource types will be intercepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resource_type: Option<super::network::ResourceType>,
    /// Stage at which to begin intercepting requests. Default is Request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_stage: Option<RequestStage>,
}

/// Issued when the domain is enabled and the request URL matches the specified filter. The request
/// is paused until the client responds with one of continueRequest, failRequest or fulfillRequest.
/// The stage of the request can be determined by presence of responseErrorReason and
/// responseStatusCode -- the request is at the response stage if either of these fields is present
/// and in the request stage otherwise. Redirect responses and subsequent requests are reported
/// similarly to regular responses and requests. Redirect responses may be distinguished by the value
/// of `responseStatusCode` (which is one of 301, 302, 303, 307, 308) along with presence of the
/// `location` header. Requests resulting from a redirect will have `redirectedRequestId` field set.
/// (`Fetch.requestPaused`.)
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestPaused {
    /// Each request the page makes will have a unique id.
    pub request_id: RequestId,
    /// The details of the request.
    pub request: super::network::Request,
    /// The id of the frame that initiated the request.
    pub frame_id: super::page::FrameId,
    /// How the requested resource will be used.
    pub resource_type: super::network::ResourceType,
    /// Response error if intercepted at response stage.
    pub response_error_reason: Option<super::network::ErrorReason>,
    /// Response code if intercepted at response stage.
    pub response_status_code: Option<i64>,
    /// Response status text if intercepted at response stage.
    pub response_status_text: Option<String>,
    /// Response headers if intercepted at the response stage.
    pub response_headers: Option<Vec<HeaderEntry>>,
    /// If the intercepted request had a corresponding Network.requestWillBeSent event fired for it, then
    /// this networkId will be the same as the requestId present in the requestWillBeSent event.
    pub network_id: Option<super::network::RequestId>,
    /// If the request is due to a redirect response from the server, the id of the request that has
    /// caused the redirect.
    pub redirected_request_id: Option<RequestId>,
}
impl crate::Event for RequestPaused {
    const METHOD: &'static str = "Fetch.requestPaused";
}

/// Stages of the request to handle. Request will intercept before the request is sent. Response will
/// intercept after the response is received (but before response body is received).
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize)]
pub enum RequestStage {
    /// `Request`.
    #[serde(rename = "Request")]
    Request,
    /// `Response`.
    #[serde(rename = "Response")]
    Response,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl RequestStage {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Request => "Request",
            Self::Response => "Response",
            Self::UnknownValue(value) => value,
        }
    }
}
