//! What sessions there are, and what listens on ports that were never seen before (SES-5).

use std::path::Path;
use std::time::Duration;

use futures_util::future::join_all;
use serde::Serialize;
use tabward_model::session::DEFAULT_HOST;
use tabward_store::{SessionMode, SessionRecord};
use tokio::time::Instant;

use super::endpoint::{self, Endpoint, Spoken};
use super::headless::{self, HeadlessHint};
use super::ports::{self, Holder, MOST_PROBES};
use super::process::ProcessId;
use super::registry::{Inner, Sessions};
use super::{SessionError, keeper};

/// How long one look may take.
const LOOK: Duration = Duration::from_secs(2);

/// A session as it is listed.
#[derive(Debug, Clone, Serialize)]
pub struct ListedSession {
    /// The host in its name.
    pub host: String,
    /// The port in its name.
    pub port: u16,
    /// How it came to be.
    pub mode: SessionMode,
    /// True if its browser runs.
    pub alive: bool,
    /// True if tabward started it.
    pub spawned_by_us: bool,
    /// The browser's process.
    pub pid: Option<u32>,
    /// Whether it has windows.
    #[serde(flatten)]
    pub hint: HeadlessHint,
    /// A debugging port that is open.
    pub real_port: Option<u16>,
    /// Its browser instance.
    pub browser_instance_id: Option<String>,
    /// Its profile folder, if tabward chose it.
    pub profile: Option<String>,
    /// True if the folder goes with it.
    pub temporary: bool,
    /// The keeper's process.
    pub keeper_pid: Option<u32>,
    /// The task that started it.
    pub task: Option<String>,
    /// The session's row in the record.
    #[serde(skip)]
    pub session: i64,
}

/// A port that was looked at.
#[derive(Debug, Clone, Serialize)]
pub struct ProbedPort {
    /// The host.
    pub host: String,
    /// The port.
    pub port: u16,
    /// True if a browser can be debugged there.
    pub alive: bool,
    /// What the browser calls itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product: Option<String>,
    /// Whether it has windows.
    #[serde(flatten)]
    pub hint: HeadlessHint,
    /// Who listens, if it is no browser.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_by: Option<Holder>,
}

/// What there is.
#[derive(Debug, Clone, Serialize)]
pub struct Listing {
    /// Sessions that are not gone.
    pub sessions: Vec<ListedSession>,
    /// Ports that were looked at.
    pub probed: Vec<ProbedPort>,
}

impl Sessions {
    /// The sessions, each looked at, and the ports of `probe`; the default port is looked at by itself when no session
    /// has it.
    ///
    /// # Errors
    /// More than 16 ports, or a host other than loopback.
    pub async fn list(&self, probe: &[(String, u16)]) -> Result<Listing, SessionError> {
        if probe.len() > MOST_PROBES {
            return Err(SessionError::Invalid {
                argument: "probe",
                why: format!("at most {MOST_PROBES} ports can be probed at once"),
            });
        }
        if let Some((host, port)) = probe.iter().find(|(host, _)| !ports::is_loopback(host)) {
            return Err(SessionError::EndpointNotOurs {
                endpoint: format!("{host}:{port}"),
                why: "only ports of this machine are probed".to_owned(),
            });
        }
        let records = self.inner.store.sessions().await?;
        let default = self.inner.config.default_port;
        let mut asked: Vec<(String, u16)> = probe.to_vec();
        let known = |port: u16| {
            records.iter().any(|r| r.port == port || r.real_port == Some(port))
                || asked.iter().any(|(_, asked)| *asked == port)
        };
        if !known(default) {
            asked.push((DEFAULT_HOST.to_owned(), default));
        }
        let sessions = join_all(records.iter().map(|record| self.inner.look(record))).await;
        let probed = join_all(asked.iter().map(|(host, port)| self.inner.probe(host, *port))).await;
        Ok(Listing { sessions, probed })
    }
}

impl Inner {
    async fn look(&self, record: &SessionRecord) -> ListedSession {
        let live = self.open(record.id);
        let alive = match (&live, record.keeper_socket.as_deref()) {
            (Some(_), _) => true,
            (None, Some(socket)) => keeper::status(Path::new(socket), Instant::now() + LOOK).await.is_ok(),
            (None, None) => record.pid.is_some_and(|pid| ProcessId { pid, start: record.pid_start.clone() }.alive()),
        };
        let started = if record.spawned_by_us { record.headless } else { None };
        ListedSession {
            host: record.host.clone(),
            port: record.port,
            mode: record.mode,
            alive,
            spawned_by_us: record.spawned_by_us,
            pid: record.pid,
            hint: headless::guess(started, record.pid, live.as_ref().map(|l| l.user_agent.as_str())),
            real_port: record.real_port,
            browser_instance_id: record.instance.clone(),
            profile: record.profile_dir.clone(),
            temporary: record.temporary,
            keeper_pid: record.keeper_pid,
            task: record.task.clone(),
            session: record.id,
        }
    }

    async fn probe(&self, host: &str, port: u16) -> ProbedPort {
        let endpoint = Endpoint::new(host, port);
        let mut found = ProbedPort {
            host: host.to_owned(),
            port,
            alive: false,
            product: None,
            hint: headless::guess(None, None, None),
            held_by: None,
        };
        let Ok(holder) = endpoint.admit(&self.config) else {
            // Another user's, or a door of ours: nothing is sent there.
            found.held_by = ports::listener(port);
            return found;
        };
        match endpoint::ask(&endpoint, Instant::now() + LOOK).await {
            Spoken::Version(version) => {
                found.alive = true;
                let pid = holder.and_then(|h| h.pid);
                found.hint = headless::guess(None, pid, Some(&version.user_agent));
                found.product = Some(version.product);
            }
            Spoken::Silent(_) if endpoint::noted_path(&self.config, port, holder.as_ref()).is_some() => {
                found.alive = true;
                found.hint = headless::guess(None, holder.and_then(|h| h.pid), None);
            }
            Spoken::Silent(_) | Spoken::Other => found.held_by = holder,
            Spoken::Dead => {}
        }
        found
    }
}
