//! Who listens on a loopback port, and whether anyone does.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use serde::Serialize;
use tokio::net::TcpStream;
use tokio::time::timeout;

/// The most ports that one call may probe.
pub const MOST_PROBES: usize = 16;

/// How long a loopback connection may take.
const CONNECT: Duration = Duration::from_millis(500);

/// The process that listens on a port.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Holder {
    /// The user that it runs as.
    pub uid: Option<u32>,
    /// Its process; unknown for those of other users.
    pub pid: Option<u32>,
    /// Its short name.
    pub name: Option<String>,
}

impl Holder {
    /// True if it runs as another user.
    pub fn foreign(&self) -> bool {
        own_uid().is_some_and(|own| self.uid.is_some_and(|uid| uid != own))
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name.as_deref().unwrap_or("a program");
        match (self.pid, self.uid.filter(|_| self.foreign())) {
            (Some(pid), None) => write!(f, "{name} (process {pid})"),
            (Some(pid), Some(uid)) => write!(f, "{name} (process {pid} of user {uid})"),
            (None, Some(uid)) => write!(f, "a program of user {uid}"),
            (None, None) => f.write_str("another program"),
        }
    }
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have no such number")]
fn own_uid() -> Option<u32> {
    Some(rustix::process::geteuid().as_raw())
}

#[cfg(not(unix))]
fn own_uid() -> Option<u32> {
    None
}

/// True if the name or address means this machine's loopback interface and nothing else.
pub fn is_loopback(host: &str) -> bool {
    loopback(host).is_some()
}

/// The address that a loopback name stands for. Names are not looked up: a resolver could say anything.
pub fn loopback(host: &str) -> Option<IpAddr> {
    let host = host.trim_start_matches('[').trim_end_matches(']');
    if host.eq_ignore_ascii_case("localhost") {
        return Some(Ipv4Addr::LOCALHOST.into());
    }
    let ip: IpAddr = host.parse().ok()?;
    ip.to_canonical().is_loopback().then_some(ip)
}

/// Who listens on this port of the loopback interface, if anyone.
pub fn listener(port: u16) -> Option<Holder> {
    platform::listener(port)
}

/// True if something accepts connections there.
pub async fn answers(address: IpAddr, port: u16) -> bool {
    matches!(timeout(CONNECT, TcpStream::connect(SocketAddr::new(address, port))).await, Ok(Ok(_)))
}

/// True if the port can be listened on now.
pub fn free(port: u16) -> bool {
    std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok()
        && (std::net::TcpListener::bind((Ipv6Addr::LOCALHOST, port)).is_ok() || listener(port).is_none())
}

#[cfg(target_os = "linux")]
mod platform {
    use std::fs;
    use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

    use super::Holder;
    use crate::session::process;

    /// State of a listening socket in `/proc/net/tcp`.
    const LISTEN: &str = "0A";

    pub(super) fn listener(port: u16) -> Option<Holder> {
        let (uid, inode) = ["/proc/net/tcp", "/proc/net/tcp6"].iter().find_map(|table| {
            let text = fs::read_to_string(table).ok()?;
            text.lines().skip(1).find_map(|line| row(line, port))
        })?;
        let pid = owner(&inode);
        Some(Holder { uid: Some(uid), pid, name: pid.and_then(process::name) })
    }

    fn row(line: &str, port: u16) -> Option<(u32, String)> {
        let fields: Vec<&str> = line.split_ascii_whitespace().collect();
        let (address, hex_port) = fields.get(1)?.split_once(':')?;
        if *fields.get(3)? != LISTEN || u16::from_str_radix(hex_port, 16).ok()? != port {
            return None;
        }
        let ip = parse(address)?.to_canonical();
        if !ip.is_loopback() && !ip.is_unspecified() {
            return None;
        }
        Some((fields.get(7)?.parse().ok()?, (*fields.get(9)?).to_owned()))
    }

    /// Addresses are printed as 32-bit words in the machine's own byte order.
    fn parse(hex: &str) -> Option<IpAddr> {
        let words: Vec<[u8; 4]> = hex
            .as_bytes()
            .chunks(8)
            .map(|word| u32::from_str_radix(std::str::from_utf8(word).ok()?, 16).ok().map(u32::to_ne_bytes))
            .collect::<Option<_>>()?;
        match words.as_slice() {
            [v4] => Some(Ipv4Addr::from(*v4).into()),
            [a, b, c, d] => {
                let bytes: [u8; 16] = [*a, *b, *c, *d].concat().try_into().ok()?;
                Some(Ipv6Addr::from(bytes).into())
            }
            _ => None,
        }
    }

    fn owner(inode: &str) -> Option<u32> {
        let wanted = format!("socket:[{inode}]");
        process::all().into_iter().find(|pid| {
            fs::read_dir(format!("/proc/{pid}/fd")).is_ok_and(|entries| {
                entries
                    .flatten()
                    .any(|e| fs::read_link(e.path()).is_ok_and(|to| to.as_os_str().to_str() == Some(&wanted)))
            })
        })
    }
}

#[cfg(not(target_os = "linux"))]
mod platform {
    use super::Holder;

    /// Not yet shown: `lsof` lists the listeners of this user, and of all users for root.
    pub(super) fn listener(port: u16) -> Option<Holder> {
        let out = std::process::Command::new("lsof")
            .args(["-nP", &format!("-iTCP:{port}"), "-sTCP:LISTEN", "-FpcLu"])
            .output()
            .ok()?;
        let text = String::from_utf8_lossy(&out.stdout).into_owned();
        let field = |tag: char| text.lines().find_map(|line| line.strip_prefix(tag).map(str::to_owned));
        let pid = field('p')?.parse().ok();
        Some(Holder { uid: field('u').and_then(|u| u.parse().ok()), pid, name: field('c') })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ses_09_only_loopback_is_loopback() {
        for host in ["127.0.0.1", "localhost", "LOCALHOST", "::1", "[::1]", "127.8.9.1", "::ffff:127.0.0.1"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in ["0.0.0.0", "::", "10.0.0.1", "localhost.evil.example", "127.0.0.1.nip.io", "", "2130706433"] {
            assert!(!is_loopback(host), "{host}");
        }
    }

    /// SES-2: our own listener is found, with process and name.
    #[test]
    #[cfg(target_os = "linux")]
    fn ses_02_a_listener_is_named() {
        for address in ["127.0.0.1:0", "0.0.0.0:0", "[::1]:0"] {
            let Ok(socket) = std::net::TcpListener::bind(address) else { continue };
            let port = socket.local_addr().map(|a| a.port()).unwrap_or_default();
            let holder = listener(port);
            assert_eq!(holder.as_ref().and_then(|h| h.pid), Some(std::process::id()), "{address}");
            assert!(holder.is_some_and(|h| !h.foreign()));
            assert!(!free(port));
            drop(socket);
            assert!(listener(port).is_none() && free(port));
        }
    }
}
