//! Debugging endpoints: which may be spoken to (SES-9), and what they say of themselves over HTTP.

use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout_at};

use super::config::SessionConfig;
use super::launch::active_port;
use super::ports::{self, Holder};
use super::{SessionError, browsers, process};

/// The most that is read of an endpoint's answer.
const LONGEST_ANSWER: usize = 256 << 10;

/// Where a browser can be debugged.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Endpoint {
    /// Host name or address.
    pub host: String,
    /// Port.
    pub port: u16,
    /// The path of its WebSocket, when it is known beforehand.
    pub path: Option<String>,
    /// `wss` rather than `ws`.
    pub tls: bool,
}

impl std::fmt::Display for Endpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.host.contains(':') && !self.host.starts_with('[') {
            write!(f, "[{}]:{}", self.host, self.port)
        } else {
            write!(f, "{}:{}", self.host, self.port)
        }
    }
}

impl Endpoint {
    /// An endpoint of which only host and port are known.
    pub fn new(host: impl Into<String>, port: u16) -> Self {
        Self { host: host.into(), port, path: None, tls: false }
    }

    /// The endpoint that the argument `host` means: a host, or a whole WebSocket URL, which has its own port.
    pub fn parse(host: &str, port: u16) -> Result<Self, SessionError> {
        let invalid = |why: &str| SessionError::Invalid { argument: "session.host", why: why.to_owned() };
        if !host.contains("://") {
            let fits = !host.is_empty()
                && host.len() <= 255
                && host.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b':' | b'[' | b']'));
            return if fits { Ok(Self::new(host, port)) } else { Err(invalid("it is no host name or address")) };
        }
        let url = url::Url::parse(host).map_err(|_| invalid("it is no URL"))?;
        let tls = match url.scheme() {
            "ws" => false,
            "wss" => true,
            _ => return Err(invalid("only ws: and wss: URLs can be attached to")),
        };
        if !url.username().is_empty() || url.password().is_some() {
            return Err(invalid("a URL with a password is not taken here"));
        }
        let path = match url.query() {
            Some(query) => format!("{}?{query}", url.path()),
            None => url.path().to_owned(),
        };
        if !url.path().starts_with("/devtools/browser") {
            return Err(invalid("it must be a browser's own WebSocket: ws://…/devtools/browser/…"));
        }
        Ok(Self {
            host: url.host_str().ok_or_else(|| invalid("it has no host"))?.to_owned(),
            port: url.port_or_known_default().unwrap_or(port),
            path: Some(path),
            tls,
        })
    }

    /// The WebSocket's URL on this very host, whatever the browser calls itself.
    pub fn url(&self, path: &str) -> String {
        format!("{}://{self}{path}", if self.tls { "wss" } else { "ws" })
    }

    /// The loopback address, if it is one.
    pub fn loopback(&self) -> Option<IpAddr> {
        ports::loopback(&self.host)
    }

    /// Whether it may be spoken to: loopback with a listener of this user, or named in the settings.
    ///
    /// Returns who listens, if that can be told.
    pub fn admit(&self, config: &SessionConfig) -> Result<Option<Holder>, SessionError> {
        let refused = |why: String| SessionError::EndpointNotOurs { endpoint: self.to_string(), why };
        let allowed = config.endpoints.iter().any(|e| *e == self.host || *e == self.to_string());
        if self.loopback().is_none() {
            return if allowed { Ok(None) } else { Err(refused("its host is not loopback".to_owned())) };
        }
        let holder = ports::listener(self.port);
        if let Some(holder) = &holder {
            if holder.foreign() && !allowed {
                return Err(refused(format!("{holder} listens there")));
            }
            if holder.pid == Some(std::process::id()) {
                return Err(refused("it is a door of tabward itself".to_owned()));
            }
        }
        Ok(holder)
    }
}

/// What `/json/version` says.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Version {
    /// Product and version.
    #[serde(rename = "Browser", default)]
    pub product: String,
    /// The user agent, which tells a headless browser.
    #[serde(rename = "User-Agent", default)]
    pub user_agent: String,
    /// The browser's own WebSocket.
    #[serde(rename = "webSocketDebuggerUrl", default)]
    pub web_socket: Option<String>,
}

impl Version {
    /// The path of the browser's own WebSocket.
    pub fn path(&self) -> Option<String> {
        let url = url::Url::parse(self.web_socket.as_deref()?).ok()?;
        url.path().starts_with("/devtools/browser").then(|| url.path().to_owned())
    }
}

/// What an endpoint is.
#[derive(Debug, Clone)]
pub enum Spoken {
    /// A browser that says where its WebSocket is.
    Version(Version),
    /// It speaks HTTP and does not answer there: a browser whose debugging was switched on by its person, or something
    /// else.
    Silent(u16),
    /// Nothing listens.
    Dead,
    /// Something listens that is no HTTP server, or does not answer.
    Other,
}

/// Asks the endpoint what it is.
pub async fn ask(endpoint: &Endpoint, deadline: Instant) -> Spoken {
    let address = match endpoint.loopback() {
        Some(ip) => SocketAddr::new(ip, endpoint.port).to_string(),
        None => endpoint.to_string(),
    };
    let Ok(connected) = timeout_at(deadline, TcpStream::connect(&address)).await else { return Spoken::Other };
    let Ok(stream) = connected else { return Spoken::Dead };
    match timeout_at(deadline, get(stream, endpoint, "/json/version")).await {
        Ok(Some((200, body))) => match serde_json::from_slice::<Version>(&body) {
            Ok(version) if version.web_socket.is_some() => Spoken::Version(version),
            _ => Spoken::Other,
        },
        Ok(Some((status, _))) => Spoken::Silent(status),
        Ok(None) | Err(_) => Spoken::Other,
    }
}

/// One GET of the barest kind: status and body.
async fn get(mut stream: TcpStream, endpoint: &Endpoint, path: &str) -> Option<(u16, Vec<u8>)> {
    let request = format!("GET {path} HTTP/1.1\r\nHost: {endpoint}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut answer = Vec::new();
    let mut piece = [0_u8; 8192];
    loop {
        if let Some((status, body)) = complete(&answer) {
            return Some((status, body.to_vec()));
        }
        if answer.len() > LONGEST_ANSWER {
            return None;
        }
        match stream.read(&mut piece).await {
            Ok(0) | Err(_) => break,
            Ok(n) => answer.extend_from_slice(&piece[..n]),
        }
    }
    let (status, _, body) = split(&answer)?;
    Some((status, body.to_vec()))
}

fn split(answer: &[u8]) -> Option<(u16, Option<usize>, &[u8])> {
    let at = answer.windows(4).position(|w| w == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&answer[..at]).ok()?;
    let status = head.strip_prefix("HTTP/1.")?.get(2..5)?.parse().ok()?;
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
    });
    Some((status, length, &answer[at + 4..]))
}

fn complete(answer: &[u8]) -> Option<(u16, &[u8])> {
    let (status, length, body) = split(answer)?;
    let length = length?;
    (body.len() >= length).then(|| (status, &body[..length]))
}

/// A running browser that notes its debugging port in its profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Running {
    /// The profile folder.
    pub profile: PathBuf,
    /// Where it can be debugged.
    pub endpoint: Endpoint,
}

/// The browsers of this user that have a debugging port open, as their own profiles say.
pub async fn running(config: &SessionConfig) -> Vec<Running> {
    let mut found = Vec::new();
    for profile in browsers::own_profiles(&config.places) {
        let Some(active) = active_port(&profile) else { continue };
        let endpoint = Endpoint { host: "127.0.0.1".to_owned(), port: active.port, path: active.path, tls: false };
        // A note that was left over names a port that nobody, or somebody else, listens on.
        if endpoint.admit(config).is_ok() && ports::answers(std::net::Ipv4Addr::LOCALHOST.into(), active.port).await {
            found.push(Running { profile, endpoint });
        }
    }
    found
}

/// The path of the WebSocket on a port that does not say it over HTTP: from the note in the profile of whoever listens.
pub fn noted_path(config: &SessionConfig, port: u16, holder: Option<&Holder>) -> Option<String> {
    let mut profiles = browsers::own_profiles(&config.places);
    if let Some(named) = holder.and_then(|h| h.pid).and_then(profile_of) {
        profiles.insert(0, named);
    }
    profiles.iter().filter_map(|p| active_port(p)).find(|a| a.port == port).and_then(|a| a.path)
}

/// The profile folder that a browser was started with.
pub fn profile_of(pid: u32) -> Option<PathBuf> {
    process::arguments(pid).iter().find_map(|a| a.strip_prefix("--user-data-dir=")).map(|p| Path::new(p).to_owned())
}

/// Why nothing answers on the port although a browser was told to open it, if that is so.
pub fn why_dead(port: u16) -> Option<String> {
    let argument = format!("--remote-debugging-port={port}");
    let pid = process::all().into_iter().find(|pid| process::arguments(*pid).contains(&argument))?;
    Some(if profile_of(pid).is_some() {
        format!("process {pid} was told to open it and does not; it may still be starting")
    } else {
        format!(
            "process {pid} was told to open it and does not: Chrome from 136 opens no port on its default profile. \
             Start it with --user-data-dir, or switch debugging on at chrome://inspect/#remote-debugging"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ses_01_a_host_may_be_a_browsers_websocket() {
        let e = Endpoint::parse("ws://127.0.0.1:4444/devtools/browser/abc", 9222).unwrap();
        assert_eq!((e.host.as_str(), e.port, e.path.as_deref()), ("127.0.0.1", 4444, Some("/devtools/browser/abc")));
        assert_eq!(e.url("/devtools/browser/abc"), "ws://127.0.0.1:4444/devtools/browser/abc");
        assert_eq!(Endpoint::parse("::1", 9).unwrap().to_string(), "[::1]:9");
        for bad in [
            "",
            "a b",
            "evil.example/x",
            "user@host",
            "http://127.0.0.1/",
            "ws://127.0.0.1/devtools/page/1",
            "ws://u:p@127.0.0.1/devtools/browser/x",
            "ws://",
        ] {
            assert!(matches!(Endpoint::parse(bad, 1), Err(SessionError::Invalid { .. })), "{bad}");
        }
    }

    #[test]
    fn answers_are_read_with_and_without_a_length() {
        assert_eq!(complete(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"), Some((200, &b"{}"[..])));
        assert_eq!(complete(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}"), None);
        assert_eq!(split(b"HTTP/1.1 404 Not Found\r\n\r\n").map(|s| s.0), Some(404));
        assert_eq!(split(b"SSH-2.0-x\r\n\r\n"), None);
    }
}
