//! Which documents may be opened, read and acted on at all (OWN-22). No permit is ever given for a debugging endpoint, a
//! door of the hub, a page of an extension, or a scheme other than the few allowed ones, whatever way it got into a tab.

use std::net::{IpAddr, Ipv4Addr};

use serde::{Deserialize, Serialize};
use url::{Host, Url};

/// What the policy says of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// May be opened, read and acted on.
    Allowed,
    /// The scheme is never allowed.
    Scheme,
    /// The origin is never allowed: a debugging endpoint or a door of the hub.
    Origin,
}

/// Loopback ports that no page may be opened from: debugging endpoints and the hub's own doors.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Doors {
    ports: Vec<u16>,
    denied: Vec<String>,
}

impl Doors {
    /// Doors on these loopback ports.
    pub fn new(ports: impl IntoIterator<Item = u16>) -> Self {
        Self { ports: ports.into_iter().collect(), denied: Vec::new() }
    }

    /// The same doors, and these hosts denied by the settings. `*.example.com` denies every host below `example.com`.
    #[must_use]
    pub fn deny(mut self, hosts: impl IntoIterator<Item = String>) -> Self {
        self.denied.extend(hosts.into_iter().map(|host| host.to_ascii_lowercase()));
        self
    }

    /// Adds a port.
    pub fn add(&mut self, port: u16) {
        if !self.ports.contains(&port) {
            self.ports.push(port);
        }
    }

    /// Forgets a port whose listener has ended.
    pub fn remove(&mut self, port: u16) {
        self.ports.retain(|known| *known != port);
    }

    /// Judges the address of a document, a frame, or of a navigation that is asked for.
    pub fn judge(&self, address: &str) -> Verdict {
        // The initial empty document of a tab or frame has no address yet.
        if address.is_empty() {
            return Verdict::Allowed;
        }
        match Url::parse(address) {
            Ok(url) => self.judge_url(&url),
            Err(_) => Verdict::Scheme,
        }
    }

    fn judge_url(&self, url: &Url) -> Verdict {
        match url.scheme() {
            "http" | "https" => self.judge_host(url),
            "about" if matches!(url.path(), "blank" | "srcdoc") => Verdict::Allowed,
            "data" => Verdict::Allowed,
            // The origin of a blob is that of the address inside it.
            "blob" => match Url::parse(url.path()) {
                Ok(inner) if matches!(inner.scheme(), "http" | "https") => self.judge_host(&inner),
                // An opaque origin: `blob:null/…`.
                Err(_) if url.path().starts_with("null/") => Verdict::Allowed,
                _ => Verdict::Scheme,
            },
            _ => Verdict::Scheme,
        }
    }

    fn judge_host(&self, url: &Url) -> Verdict {
        let Some(host) = url.host() else {
            return Verdict::Scheme;
        };
        let on_door = url.port_or_known_default().is_some_and(|port| self.ports.contains(&port));
        // A name can be pointed at loopback by whoever owns it, so on a door's port only an address that cannot be
        // loopback passes.
        if on_door && !is_elsewhere(&host) {
            return Verdict::Origin;
        }
        let name = host.to_string().to_ascii_lowercase();
        let name = name.strip_suffix('.').unwrap_or(&name);
        let denied = self.denied.iter().any(|rule| match rule.strip_prefix("*.") {
            Some(parent) => name == parent || name.strip_suffix(parent).is_some_and(|rest| rest.ends_with('.')),
            None => name == rule,
        });
        if denied { Verdict::Origin } else { Verdict::Allowed }
    }
}

fn is_elsewhere(host: &Host<&str>) -> bool {
    let ip = match host {
        Host::Domain(_) => return false,
        Host::Ipv4(ip) => IpAddr::V4(*ip),
        Host::Ipv6(ip) => ip.to_ipv4_mapped().map_or(IpAddr::V6(*ip), IpAddr::V4),
    };
    !(ip.is_loopback() || ip.is_unspecified() || ip == IpAddr::V4(Ipv4Addr::BROADCAST))
}

/// The origin of an address as text, e.g. `https://example.com`; `null` for opaque ones.
pub fn origin_of(address: &str) -> String {
    Url::parse(address).map_or_else(|_| "null".to_owned(), |url| url.origin().ascii_serialization())
}

/// The address without user name, password and fragment; cut after `max` characters. For answers.
pub fn shown(address: &str, max: usize) -> String {
    let clean = match Url::parse(address) {
        Ok(mut url) if url.has_host() => {
            // Setting these on an address with a host cannot fail; an address without one is shown as it is.
            let _ = url.set_username("");
            let _ = url.set_password(None);
            url.to_string()
        }
        _ => address.to_owned(),
    };
    crate::text::clip(&clean, max).into_owned()
}

/// Path, query and fragment of an address; the whole address where it has no host.
pub fn path_of(address: &str) -> String {
    match Url::parse(address) {
        Ok(url) if url.has_host() => {
            let mut path = url.path().to_owned();
            if let Some(query) = url.query() {
                path.push('?');
                path.push_str(query);
            }
            if let Some(fragment) = url.fragment() {
                path.push('#');
                path.push_str(fragment);
            }
            path
        }
        _ => address.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // OWN-22: every spelling of a door.
    #[test]
    fn own_22_doors_in_every_spelling() {
        let doors = Doors::new([9222]).deny(["*.bank.test".to_owned()]);
        for address in [
            "http://127.0.0.1:9222/json/version",
            "http://127.1:9222/",
            "http://2130706433:9222/",
            "http://0x7f000001:9222/",
            "http://0:9222/",
            "http://localhost:9222/",
            "http://LOCALHOST:9222/",
            "http://localhost.:9222/",
            "http://x.localhost:9222/",
            "http://[::1]:9222/",
            "http://[::]:9222/",
            "http://[::ffff:127.0.0.1]:9222/",
            "http://rebound.example:9222/",
            "http://user@127.0.0.1:9222/",
            "https://127.0.0.1:9222/",
            "http:\\\\127.0.0.1:9222\\json",
            "blob:http://127.0.0.1:9222/8e2b",
            "https://www.bank.test/",
            "https://bank.test./",
        ] {
            assert_eq!(doors.judge(address), Verdict::Origin, "{address}");
        }
        for address in [
            "file:///etc/passwd",
            "FILE:///etc/passwd",
            "view-source:http://a.test/",
            "chrome://settings",
            "chrome-extension://abc/page.html",
            "devtools://devtools/bundled/inspector.html",
            "javascript:alert(1)",
            "filesystem:http://a.test/temporary/x",
            "blob:file:///x",
            "about:version",
            "not a url",
        ] {
            assert_eq!(doors.judge(address), Verdict::Scheme, "{address}");
        }
        for address in [
            "http://127.0.0.1:9223/",
            "https://example.com/",
            "http://192.0.2.1:9222/",
            "about:blank",
            "about:srcdoc",
            "data:text/html,x",
            "blob:https://example.com/8e2b",
            "https://notbank.test/",
            "",
        ] {
            assert_eq!(doors.judge(address), Verdict::Allowed, "{address}");
        }
    }

    #[test]
    fn shown_drops_credentials() {
        assert_eq!(shown("https://me:pw@example.com/a?b#c", 100), "https://example.com/a?b#c");
        assert_eq!(path_of("https://example.com/a?b#c"), "/a?b#c");
        assert_eq!(path_of("data:text/html,x"), "data:text/html,x");
        assert_eq!(origin_of("https://example.com/a"), "https://example.com");
    }
}
