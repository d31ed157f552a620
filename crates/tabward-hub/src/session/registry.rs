//! The registry: sessions over calls, clients, processes and restarts.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use tabward_cdp::Connection;
use tabward_model::ownership::InstanceKind;
use tabward_model::session::DEFAULT_HOST;
use tabward_model::{InstanceId, Mode, SessionSpec};
use tabward_store::{Millis, SessionMode, SessionRecord, Store};
use tokio::time::Instant;

use super::attach::Attempts;
use super::config::SessionConfig;
use super::keeper::Greeting;
use super::profile::ProfileRules;
use super::{SessionError, browsers};

/// On whose behalf a session is opened.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Who {
    /// The place that the task belongs to.
    pub workspace: Option<String>,
    /// The caller.
    pub caller: Option<String>,
    /// The task.
    pub task: Option<String>,
}

/// Why this browser and no other (SES-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Decided {
    /// The session was open already.
    Recorded,
    /// It was attached to as asked.
    Attached,
    /// It was launched as asked.
    Launched,
    /// `auto`: our persistent browser was running.
    AutoPersistent,
    /// `auto`: a browser answered on the default port.
    AutoPort,
    /// `auto`: neither, so the persistent profile was launched.
    AutoLaunched,
    /// It was taken back after a restart of the hub.
    Recovered,
}

impl Decided {
    /// In words, for answers.
    pub fn words(self) -> &'static str {
        match self {
            Self::Recorded => "the session was open already",
            Self::Attached => "attached as asked",
            Self::Launched => "launched as asked",
            Self::AutoPersistent => "auto: the persistent browser was running",
            Self::AutoPort => "auto: a browser answered on the default port",
            Self::AutoLaunched => "auto: nothing was running, so the persistent profile was launched",
            Self::Recovered => "taken back after a restart of the hub",
        }
    }
}

/// An open session.
#[derive(Debug, Clone)]
pub struct Opened {
    /// The connection to its browser.
    pub connection: Connection,
    /// The browser instance.
    pub instance: InstanceId,
    /// Launched or attached.
    pub kind: InstanceKind,
    /// The number of the instance's handle: 3 for `b3`.
    pub handle: u64,
    /// Which of the browser's starts.
    pub epoch: i64,
    /// The session's row in the record.
    pub session: i64,
    /// The host in its name.
    pub host: String,
    /// The port in its name, which need not be open.
    pub port: u16,
    /// A debugging port that is open.
    pub real_port: Option<u16>,
    /// How it came to be.
    pub mode: SessionMode,
    /// Why this one.
    pub decided: Decided,
    /// Without windows, as far as is known.
    pub headless: bool,
    /// Product and version.
    pub product: String,
    /// In an attached browser its default context, beside which nothing exists for us (ID-14).
    pub context: Option<String>,
    /// True if the browser was started by this very call.
    pub fresh: bool,
    /// What was open when the keeper was found again; channels keep their ids.
    pub greeting: Option<Arc<Greeting>>,
    /// What the caller should be told.
    pub warnings: Vec<String>,
}

/// Sessions of one hub.
#[derive(Debug, Clone)]
pub struct Sessions {
    pub(super) inner: Arc<Inner>,
}

#[derive(Debug)]
pub(super) struct Inner {
    pub(super) store: Store,
    pub(super) config: SessionConfig,
    pub(super) attempts: Attempts,
    live: Mutex<HashMap<i64, Live>>,
    /// One opening at a time for each name or profile, so that two calls do not launch two browsers.
    opening: Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>,
}

/// A session whose browser is connected.
#[derive(Debug, Clone)]
pub(super) struct Live {
    pub(super) opened: Opened,
    pub(super) record: SessionRecord,
    pub(super) user_agent: String,
}

/// Now, in milliseconds since the Unix epoch.
pub(super) fn now() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| i64::try_from(d.as_millis()).unwrap_or(i64::MAX))
}

impl Sessions {
    /// Sessions on this record; [`Sessions::recover`] takes back those of an earlier hub.
    pub fn new(store: Store, config: SessionConfig) -> Self {
        Self {
            inner: Arc::new(Inner {
                store,
                config,
                attempts: Attempts::default(),
                live: Mutex::default(),
                opening: Mutex::default(),
            }),
        }
    }

    /// The connected instance of the session that `spec` names, if there is one. A headless launch without port or
    /// profile names none: [`Sessions::ensure`] finds the caller's own.
    pub fn find(&self, spec: &SessionSpec) -> Option<InstanceId> {
        self.inner.named(spec, None).map(|live| live.opened.instance)
    }

    /// As [`Sessions::find`], and a headless launch without port or profile names the one that `who` has open.
    pub fn find_for(&self, spec: &SessionSpec, who: &Who) -> Option<InstanceId> {
        self.inner.named(spec, Some(who)).map(|live| live.opened.instance)
    }

    /// Opens the session that `spec` asks for: the recorded one, else by attaching or launching.
    ///
    /// # Errors
    /// Every refusal and failure with its code, stage and next step. What was begun is undone or, after the deadline,
    /// ended by the keeper.
    pub async fn ensure(&self, spec: &SessionSpec, who: &Who, deadline: Instant) -> Result<Opened, SessionError> {
        let inner = Arc::clone(&self.inner);
        let (spec, who) = (spec.clone(), who.clone());
        // In a task of its own: a caller that gives up half-way leaves a session that is written down and found again,
        // not a browser that nobody knows.
        tokio::spawn(async move { inner.ensure(&spec, &who, deadline).await })
            .await
            .map_err(|_| SessionError::Deadline("opening the session"))?
    }

    /// The record of an open session.
    pub fn record(&self, session: i64) -> Option<SessionRecord> {
        self.inner.live().get(&session).map(|live| live.record.clone())
    }

    /// Notes that a task used the session.
    pub async fn used(&self, session: i64) -> Result<(), SessionError> {
        Ok(self.inner.store.session_used(session, now()).await?)
    }
}

impl Inner {
    pub(super) fn live(&self) -> MutexGuard<'_, HashMap<i64, Live>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Enters an open session and watches for its end.
    pub(super) fn enter(self: &Arc<Self>, live: Live) -> Opened {
        let opened = live.opened.clone();
        let (session, connection) = (opened.session, opened.connection.clone());
        self.live().insert(session, live);
        let inner = Arc::downgrade(self);
        tokio::spawn(async move {
            connection.closed().await;
            if let Some(inner) = inner.upgrade() {
                inner.lost(session).await;
            }
        });
        opened
    }

    /// The open session with this number, if its browser still answers.
    pub(super) fn open(&self, session: i64) -> Option<Live> {
        self.live().get(&session).filter(|live| !live.opened.connection.is_closed()).cloned()
    }

    pub(super) fn open_where(&self, fits: impl Fn(&Live) -> bool) -> Option<Live> {
        let live = self.live();
        let mut found: Vec<&Live> = live.values().filter(|l| !l.opened.connection.is_closed() && fits(l)).collect();
        found.sort_by_key(|l| l.opened.session);
        found.first().map(|l| (*l).clone())
    }

    pub(super) fn open_named(&self, host: &str, port: u16) -> Option<Live> {
        let same_host = |l: &Live| {
            l.opened.host == host || (super::ports::is_loopback(&l.opened.host) && super::ports::is_loopback(host))
        };
        self.open_where(|l| same_host(l) && l.opened.port == port)
            .or_else(|| self.open_where(|l| same_host(l) && l.opened.real_port == Some(port)))
    }

    fn open_on_profile(&self, profile: &std::path::Path) -> Option<Live> {
        self.open_where(|l| l.record.profile_dir.as_deref().map(std::path::Path::new) == Some(profile))
    }

    /// The open session that `spec` means. With `who` also the caller's own headless one.
    fn named(&self, spec: &SessionSpec, who: Option<&Who>) -> Option<Live> {
        let host = spec.host.as_deref().unwrap_or(DEFAULT_HOST);
        if let Some(port) = spec.port {
            return self.open_named(host, port);
        }
        match spec.mode {
            Mode::Attach => self.open_named(host, self.config.default_port),
            Mode::LaunchHeaded | Mode::LaunchHeadless if spec.user_data_dir.is_some() => {
                let profile = self.rules().resolve(spec.user_data_dir.as_deref()?).ok()?;
                self.open_on_profile(&profile)
            }
            Mode::LaunchHeaded | Mode::Auto => self.open_on_profile(&self.persistent().ok()?),
            Mode::LaunchHeadless => {
                let who = who?;
                self.open_where(|l| {
                    l.record.mode == SessionMode::LaunchHeadless
                        && l.record.temporary
                        && l.record.caller == who.caller
                        && l.record.workspace == who.workspace
                })
            }
        }
    }

    pub(super) fn rules(&self) -> ProfileRules {
        ProfileRules {
            profiles: self.config.profiles.clone(),
            roots: self.config.profile_roots.clone(),
            own: browsers::own_profiles(&self.config.places),
        }
    }

    /// The persistent profile's folder.
    pub(super) fn persistent(&self) -> Result<PathBuf, SessionError> {
        match &self.config.persistent {
            Some(folder) => self.rules().persistent(folder),
            None => self.rules().resolve(std::path::Path::new("default")),
        }
    }

    pub(super) fn lane(&self, key: &str) -> Arc<tokio::sync::Mutex<()>> {
        let mut opening = self.opening.lock().unwrap_or_else(PoisonError::into_inner);
        // Those that nobody waits on are dropped here, so the map stays as small as what is going on.
        opening.retain(|_, lane| Arc::strong_count(lane) > 1);
        Arc::clone(opening.entry(key.to_owned()).or_default())
    }

    async fn ensure(
        self: &Arc<Self>,
        spec: &SessionSpec,
        who: &Who,
        deadline: Instant,
    ) -> Result<Opened, SessionError> {
        if spec.port == Some(0) {
            return Err(SessionError::Invalid { argument: "session.port", why: "0 is no port".to_owned() });
        }
        let key = match (spec.port, spec.mode) {
            (Some(port), _) => format!("port {port}"),
            (None, Mode::Attach) => "attach".to_owned(),
            (None, Mode::LaunchHeadless) if spec.user_data_dir.is_none() => {
                format!("caller {:?} {:?}", who.caller, who.workspace)
            }
            _ => format!("profile {:?}", spec.user_data_dir),
        };
        let lane = self.lane(&key);
        let _turn = tokio::time::timeout_at(deadline, lane.lock())
            .await
            .map_err(|_| SessionError::Deadline("another call opens the same session"))?;
        if let Some(live) = self.named(spec, Some(who)) {
            return Ok(reused(live, spec));
        }
        match spec.mode {
            Mode::Attach => self.ensure_attached(spec, who, deadline).await,
            Mode::LaunchHeadless | Mode::LaunchHeaded => {
                self.ensure_launched(spec, who, Decided::Launched, deadline).await
            }
            Mode::Auto => self.ensure_auto(spec, who, deadline).await,
        }
    }
}

/// An open session, with what differs from what was asked for.
fn reused(live: Live, spec: &SessionSpec) -> Opened {
    let mut opened = live.opened;
    opened.fresh = false;
    opened.greeting = None;
    opened.warnings.clear();
    opened.decided = if spec.mode == Mode::Auto { Decided::AutoPersistent } else { Decided::Recorded };
    let differs = match spec.mode {
        Mode::LaunchHeaded => opened.headless,
        Mode::LaunchHeadless => !opened.headless,
        Mode::Attach | Mode::Auto => false,
    };
    if differs {
        opened.warnings.push(format!(
            "session {}:{} runs {} already and is used as it is",
            opened.host,
            opened.port,
            if opened.headless { "headless" } else { "headed" }
        ));
    }
    opened
}
