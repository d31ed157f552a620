//! How a session ends, and what is taken back at the start of a hub.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use serde::Serialize;
use tabward_store::{SessionRecord, SessionState};
use tokio::time::Instant;

use super::attach;
use super::endpoint::{self, Endpoint, Spoken};
use super::process::{self, ProcessId};
use super::registry::{Decided, Inner, Opened, Sessions, now};
use super::{SessionError, keeper, ports};

/// How long ending a browser may take.
const END: Duration = Duration::from_secs(20);
/// How long taking one session back may take.
const RECOVER: Duration = Duration::from_secs(10);

/// How a session was closed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClosedSession {
    /// The host in its name.
    pub host: String,
    /// The port in its name.
    pub port: u16,
    /// The browser's process, if known.
    pub pid: Option<u32>,
    /// True if there was a session of ours and it is closed.
    pub closed_our_session: bool,
    /// True if its browser was ended with every process of it.
    pub killed_process: bool,
    /// What else is to be said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl Sessions {
    /// Takes back the browsers of an earlier hub, and cleans up after those that are gone. For the start of a hub.
    /// What cannot be taken back is written down as gone; nothing is launched anew.
    pub async fn recover(&self) -> Vec<Opened> {
        let records = match self.inner.store.sessions().await {
            Ok(records) => records,
            Err(error) => {
                tracing::error!(%error, "the sessions of the last hub could not be read");
                return Vec::new();
            }
        };
        let kept: Vec<String> = records.iter().filter_map(|r| r.keeper_socket.clone()).collect();
        let back = join_all(records.iter().map(|record| self.inner.take_back(record))).await;
        self.inner.sweep(&kept);
        back.into_iter().flatten().collect()
    }

    /// Closes the session: ends its browser if tabward started it, lets go of it otherwise.
    pub async fn close(&self, session: i64) -> Result<ClosedSession, SessionError> {
        self.close_with(session, true).await
    }

    /// Closes the session. With `kill` false, a browser that tabward started is only let go of: its keeper ends it when
    /// it is not taken up again in time.
    pub async fn close_with(&self, session: i64, kill: bool) -> Result<ClosedSession, SessionError> {
        let record = self.inner.store.session(session).await?.ok_or_else(|| SessionError::Gone(session.to_string()))?;
        self.inner.close(&record, kill).await
    }

    /// Closes the session of that name, or says why there is none.
    pub async fn close_named(&self, host: &str, port: u16, kill: bool) -> Result<ClosedSession, SessionError> {
        if let Some(record) = self.recorded(host, port).await? {
            return self.inner.close(&record, kill).await;
        }
        let listens = if ports::is_loopback(host) { ports::listener(port) } else { None };
        let note = match listens {
            Some(holder) => format!("no session of ours; {holder} listens there and was left alone"),
            None => "no session of ours, and nothing of ours listens there".to_owned(),
        };
        Ok(ClosedSession {
            host: host.to_owned(),
            port,
            pid: None,
            closed_our_session: false,
            killed_process: false,
            note: Some(note),
        })
    }

    /// The session that a name stands for, if it is on record and not gone.
    pub async fn recorded(&self, host: &str, port: u16) -> Result<Option<SessionRecord>, SessionError> {
        if let Some(live) = self.inner.open_named(host, port) {
            return Ok(Some(live.record));
        }
        Ok(self.inner.store.session_named(host, port).await?)
    }

    /// All sessions that are not gone.
    pub async fn records(&self) -> Result<Vec<SessionRecord>, SessionError> {
        Ok(self.inner.store.sessions().await?)
    }

    /// The hub noticed that the session's browser is gone.
    pub async fn ended(&self, session: i64) {
        self.inner.lost(session).await;
    }
}

impl Inner {
    async fn close(self: &Arc<Self>, record: &SessionRecord, kill: bool) -> Result<ClosedSession, SessionError> {
        let mut closed = ClosedSession {
            host: record.host.clone(),
            port: record.port,
            pid: record.pid,
            closed_our_session: record.state != SessionState::Gone,
            killed_process: false,
            note: None,
        };
        if record.state == SessionState::Gone {
            closed.note = Some("it was gone already".to_owned());
            return Ok(closed);
        }
        let live = self.live().remove(&record.id);
        if !record.spawned_by_us {
            if let Some(live) = live {
                live.opened.connection.close();
            }
            self.store.session_gone(record.id, "closed", now()).await?;
            closed.note = Some("the browser was not started by tabward and was left running".to_owned());
            return Ok(closed);
        }
        if !kill {
            if let Some(live) = live {
                live.opened.connection.close();
            }
            let wait = self.config.grace.as_secs();
            closed.note = Some(format!("the browser runs on; unless it is taken up again it ends in {wait} s"));
            return Ok(closed);
        }
        let left = self.end_browser(record).await;
        if let Some(live) = live {
            live.opened.connection.close();
        }
        self.store.session_gone(record.id, "closed", now()).await?;
        closed.killed_process = left.is_empty();
        if !left.is_empty() {
            closed.note = Some(format!("these processes did not end: {left:?}"));
        }
        Ok(closed)
    }

    /// Ends a browser of ours with its whole process tree; returns what did not end.
    async fn end_browser(&self, record: &SessionRecord) -> Vec<u32> {
        let deadline = Instant::now() + END;
        if let Some(socket) = record.keeper_socket.as_deref()
            && let Ok(ended) = keeper::end(Path::new(socket), deadline).await
        {
            return ended.left;
        }
        self.clean(record).await
    }

    /// Removes what a browser and keeper that are gone, or half gone, have left.
    async fn clean(&self, record: &SessionRecord) -> Vec<u32> {
        let deadline = Instant::now() + END;
        let noted = |pid: Option<u32>, start: &Option<String>| {
            let process = ProcessId { pid: pid?, start: Some(start.clone()?) };
            process.alive().then_some(process)
        };
        if let Some(keeper) = noted(record.keeper_pid, &record.keeper_start) {
            process::kill(&keeper);
        }
        let temporary = record.temporary.then_some(record.profile_dir.as_deref()).flatten().map(Path::new);
        let mut left = Vec::new();
        if let Some(browser) = noted(record.pid, &record.pid_start) {
            left = process::end_tree(browser.pid, temporary, deadline).await;
        } else if let Some(profile) = temporary {
            // It was started and never heard of: its folder names it.
            for pid in process::using_profile(profile) {
                left.extend(process::end_tree(pid, Some(profile), deadline).await);
            }
        }
        if let Some(socket) = record.keeper_socket.as_deref() {
            std::fs::remove_file(socket).ok();
        }
        if let Some(profile) = temporary
            && profile.parent().is_some_and(|p| self.is_temporary_folder(p))
        {
            std::fs::remove_dir_all(profile).ok();
        }
        left
    }

    fn is_temporary_folder(&self, folder: &Path) -> bool {
        let real = |p: &Path| std::fs::canonicalize(p).ok();
        real(folder).is_some() && real(folder) == real(&self.config.temporary)
    }

    /// Writes down that a session is gone, and removes what it left.
    pub(super) async fn bury(&self, record: &SessionRecord, reason: &str) -> Result<(), SessionError> {
        self.live().remove(&record.id);
        if record.spawned_by_us {
            let left = self.clean(record).await;
            if !left.is_empty() {
                tracing::warn!(?left, session = record.id, "processes of a session that is gone did not end");
            }
        }
        self.store.session_gone(record.id, reason, now()).await?;
        Ok(())
    }

    /// The connection of a session ended by itself.
    pub(super) async fn lost(&self, session: i64) {
        // Closed by us, or noticed before.
        let Some(live) = self.live().remove(&session) else { return };
        live.opened.connection.close();
        let held = match live.record.keeper_socket.as_deref() {
            Some(socket) => keeper::status(Path::new(socket), Instant::now() + RECOVER).await.is_ok(),
            None => false,
        };
        if held {
            tracing::warn!(session, "the link to a keeper broke; its browser lives on until it is taken up again");
            return;
        }
        if let Err(error) = self.bury(&live.record, "the browser ended").await {
            tracing::warn!(session, %error, "the end of a session could not be written down");
        }
    }

    async fn take_back(self: &Arc<Self>, record: &SessionRecord) -> Option<Opened> {
        let deadline = Instant::now() + RECOVER;
        let taken = if record.spawned_by_us {
            self.revive(record, Decided::Recovered, deadline).await
        } else {
            self.reattach(record, deadline).await
        };
        match taken {
            Ok(Some(mut opened)) => {
                opened.fresh = false;
                Some(opened)
            }
            Ok(None) => None,
            Err(error) => {
                tracing::warn!(session = record.id, %error, "a session could not be taken back");
                if !matches!(error, SessionError::Store(_) | SessionError::Deadline(_)) {
                    self.bury(record, &error.to_string()).await.ok();
                }
                None
            }
        }
    }

    /// Attaches again to the same process of a browser, never to another one on its port, and without asking its person
    /// anew.
    async fn reattach(
        self: &Arc<Self>,
        record: &SessionRecord,
        deadline: Instant,
    ) -> Result<Option<Opened>, SessionError> {
        let endpoint = Endpoint::new(record.host.clone(), record.port);
        let same = match endpoint::ask(&endpoint, deadline).await {
            Spoken::Version(version) => record
                .browser_guid
                .as_ref()
                .is_some_and(|guid| version.web_socket.is_some_and(|url| url.ends_with(guid.as_str()))),
            Spoken::Silent(_) | Spoken::Other | Spoken::Dead => false,
        };
        if !same {
            self.bury(record, "it could not be reached when the hub came back").await?;
            return Ok(None);
        }
        let attached = attach::attach(&self.config, &self.attempts, &endpoint, deadline).await?;
        self.note_attached(record, &endpoint, attached, Decided::Recovered).await.map(Some)
    }

    /// Sockets and temporary profiles that no record knows and no process uses.
    fn sweep(&self, kept: &[String]) {
        for entry in std::fs::read_dir(&self.config.sockets).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let ours = name.starts_with("k-") && name.ends_with(".sock");
            if ours
                && !kept.contains(&path.display().to_string())
                && std::os::unix::net::UnixStream::connect(&path).is_err()
            {
                std::fs::remove_file(&path).ok();
            }
        }
        let live: Vec<String> = self.live().values().filter_map(|l| l.record.profile_dir.clone()).collect();
        for entry in std::fs::read_dir(&self.config.temporary).into_iter().flatten().flatten() {
            let Ok(path) = std::fs::canonicalize(entry.path()) else { continue };
            if entry.file_name().to_string_lossy().starts_with("profile-")
                && !live.contains(&path.display().to_string())
                && process::using_profile(&path).is_empty()
            {
                std::fs::remove_dir_all(&path).ok();
            }
        }
    }
}
