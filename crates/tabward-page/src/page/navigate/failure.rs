//! Why a page did not load, and how far it got.

use tabward_model::{Delivered, Failure};

/// Why a page did not load, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The host's name is unknown.
    Dns,
    /// No secure connection could be made: certificate, protocol.
    Tls,
    /// Nothing accepts connections there.
    Refused,
    /// The host cannot be reached.
    Unreachable,
    /// The connection broke off, or what came made no sense.
    Broken,
    /// The browser, a policy or the server forbade it.
    Blocked,
    /// It redirects without end.
    RedirectLoop,
    /// The server answered with an error status and nothing to show.
    HttpStatus,
    /// The deadline passed.
    TimedOut,
    /// Something else was loaded instead, or it was stopped.
    Aborted,
    /// Anything else; see the browser's words.
    Other,
}

impl Reason {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Dns => "dns",
            Self::Tls => "tls",
            Self::Refused => "refused",
            Self::Unreachable => "unreachable",
            Self::Broken => "broken",
            Self::Blocked => "blocked",
            Self::RedirectLoop => "redirect_loop",
            Self::HttpStatus => "http_status",
            Self::TimedOut => "timed_out",
            Self::Aborted => "aborted",
            Self::Other => "other",
        }
    }

    pub(super) fn of(net_error: &str) -> Self {
        let name = net_error.strip_prefix("net::").unwrap_or(net_error);
        match name {
            "ERR_NAME_NOT_RESOLVED" | "ERR_NAME_RESOLUTION_FAILED" | "ERR_DNS_TIMED_OUT" => Self::Dns,
            "ERR_CONNECTION_REFUSED" => Self::Refused,
            "ERR_ADDRESS_UNREACHABLE"
            | "ERR_INTERNET_DISCONNECTED"
            | "ERR_NETWORK_CHANGED"
            | "ERR_ADDRESS_INVALID"
            | "ERR_PROXY_CONNECTION_FAILED"
            | "ERR_TUNNEL_CONNECTION_FAILED" => Self::Unreachable,
            "ERR_TIMED_OUT" | "ERR_CONNECTION_TIMED_OUT" => Self::TimedOut,
            "ERR_TOO_MANY_REDIRECTS" => Self::RedirectLoop,
            "ERR_HTTP_RESPONSE_CODE_FAILURE" => Self::HttpStatus,
            "ERR_ABORTED" => Self::Aborted,
            "ERR_UNSAFE_PORT"
            | "ERR_DISALLOWED_URL_SCHEME"
            | "ERR_UNKNOWN_URL_SCHEME"
            | "ERR_ACCESS_DENIED"
            | "ERR_INVALID_URL" => Self::Blocked,
            name if name.starts_with("ERR_BLOCKED_") => Self::Blocked,
            name if name.starts_with("ERR_CERT_") || name.starts_with("ERR_SSL_") || name.starts_with("ERR_ECH_") => {
                Self::Tls
            }
            name if name.starts_with("ERR_CONNECTION_")
                || name.starts_with("ERR_EMPTY_")
                || name.starts_with("ERR_INVALID_")
                || name.starts_with("ERR_CONTENT_")
                || name.starts_with("ERR_INCOMPLETE_")
                || name.starts_with("ERR_HTTP2_") =>
            {
                Self::Broken
            }
            _ => Self::Other,
        }
    }
}

/// How far a navigation got.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HowFar {
    /// It did not start.
    NotStarted,
    /// The server was asked.
    Asked,
    /// The server answered; the document began.
    Committed,
}

impl HowFar {
    /// Words for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NotStarted => "it did not start",
            Self::Asked => "no answer came from the server",
            Self::Committed => "the document began and was not read to its end",
        }
    }
}

/// Why a page did not load.
#[derive(Debug, Clone)]
pub struct NavigationFailure {
    /// Why, in one word.
    pub reason: Reason,
    /// The address.
    pub url: String,
    /// The browser's name for the error, such as `net::ERR_NAME_NOT_RESOLVED`.
    pub net_error: Option<String>,
    /// The status that the server answered with.
    pub status: Option<u16>,
    /// How far it got.
    pub how_far: HowFar,
    /// Whether the server was asked.
    pub delivered: Delivered,
}

impl std::fmt::Display for NavigationFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shown = tabward_model::origin::shown(&self.url, 200);
        write!(f, "{} did not load: {}", tabward_model::text::quote(&shown), self.why())
    }
}

impl NavigationFailure {
    fn why(&self) -> String {
        let words = match self.reason {
            Reason::Dns => "the host's name is unknown",
            Reason::Tls => "no secure connection could be made",
            Reason::Refused => "nothing accepts connections there",
            Reason::Unreachable => "the host cannot be reached",
            Reason::Broken => "the connection broke off",
            Reason::Blocked => "it was blocked",
            Reason::RedirectLoop => "it redirects without end",
            Reason::HttpStatus => "the server answered with an error and no page",
            Reason::TimedOut => "the deadline passed",
            Reason::Aborted => "it was stopped, or something else was loaded instead",
            Reason::Other => "the browser failed",
        };
        let mut text = words.to_owned();
        if self.reason == Reason::TimedOut {
            text = format!("{text}; {}", self.how_far.as_str());
        }
        if let Some(status) = self.status {
            text = format!("{text} (status {status})");
        }
        match &self.net_error {
            Some(name) => format!("{text} ({name})"),
            None => text,
        }
    }

    pub(crate) fn add_to(&self, failure: Failure) -> Failure {
        let failure = failure.field("reason", self.reason.as_str()).field(
            "how_far",
            match self.how_far {
                HowFar::NotStarted => "not_started",
                HowFar::Asked => "asked",
                HowFar::Committed => "committed",
            },
        );
        let failure = match &self.net_error {
            Some(name) => failure.field("net_error", name.clone()),
            None => failure,
        };
        match self.status {
            Some(status) => failure.field("http_status", status),
            None => failure,
        }
    }
}
