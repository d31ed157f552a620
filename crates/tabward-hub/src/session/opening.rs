//! How a session comes to be: attached, launched, or as `auto` decides.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tabward_cdp::{ConnectOptions, Connection};
use tabward_model::ownership::InstanceKind;
use tabward_model::session::DEFAULT_HOST;
use tabward_model::{InstanceId, Mode, SessionSpec};
use tabward_store::{
    InstanceKind as StoredKind, InstanceRecord, NewInstance, NewSession, SessionAlive, SessionMode, SessionRecord,
};
use tokio::time::{Instant, timeout_at};

use super::attach::{self, Attached, Met};
use super::endpoint::{self, Endpoint, Spoken};
use super::keeper::{self, Greeting, Link};
use super::launch::{self, LaunchPlan};
use super::process::ProcessId;
use super::registry::{Decided, Inner, Live, Opened, Who, now};
use super::{SessionError, headless, ports, profile};

/// Names of sessions without a port begin here, away from the ports that browsers are commonly given.
const FIRST_NAME: u16 = 19_222;
/// The time that is left to undo what was begun.
const UNDO: Duration = Duration::from_secs(15);

impl Inner {
    pub(super) async fn ensure_auto(
        self: &Arc<Self>,
        spec: &SessionSpec,
        who: &Who,
        deadline: Instant,
    ) -> Result<Opened, SessionError> {
        let host = spec.host.as_deref().unwrap_or(DEFAULT_HOST);
        let port = spec.port.unwrap_or(self.config.default_port);
        let endpoint = Endpoint::parse(host, port)?;
        let named = spec.port.is_some() || spec.host.is_some();
        let mut warnings = Vec::new();
        if let Some(live) = self.open_named(&endpoint.host, endpoint.port) {
            let mut opened = live.opened;
            opened.fresh = false;
            opened.decided = Decided::AutoPort;
            return Ok(opened);
        }
        match self.try_port(&endpoint, who, deadline).await {
            Ok(Some(opened)) => return Ok(opened),
            Ok(None) => {}
            // What was named is not silently passed by.
            Err(error) if named => return Err(error),
            Err(error @ (SessionError::ConsentPending { .. } | SessionError::Deadline(_))) => return Err(error),
            Err(error) => warnings.push(format!("{endpoint} was passed by: {error}")),
        }
        let launch = SessionSpec { mode: Mode::LaunchHeaded, port: None, host: None, ..spec.clone() };
        let mut opened = self.ensure_launched(&launch, who, Decided::AutoLaunched, deadline).await?;
        opened.warnings.splice(0..0, warnings);
        Ok(opened)
    }

    /// Attaches if a browser answers there; `None` if nothing does.
    async fn try_port(
        self: &Arc<Self>,
        endpoint: &Endpoint,
        who: &Who,
        deadline: Instant,
    ) -> Result<Option<Opened>, SessionError> {
        if endpoint.path.is_none() {
            let holder = endpoint.admit(&self.config)?;
            match endpoint::ask(endpoint, deadline.min(Instant::now() + Duration::from_secs(3))).await {
                Spoken::Dead => return Ok(None),
                Spoken::Silent(_) if endpoint::noted_path(&self.config, endpoint.port, holder.as_ref()).is_none() => {
                    return Ok(None);
                }
                Spoken::Version(_) | Spoken::Silent(_) | Spoken::Other => {}
            }
        }
        self.attach_to(endpoint, who, Decided::AutoPort, deadline).await.map(Some)
    }

    pub(super) async fn ensure_attached(
        self: &Arc<Self>,
        spec: &SessionSpec,
        who: &Who,
        deadline: Instant,
    ) -> Result<Opened, SessionError> {
        if spec.user_data_dir.is_some() {
            return Err(SessionError::Invalid {
                argument: "session.user_data_dir",
                why: "mode attach takes the profile of the running browser".to_owned(),
            });
        }
        let host = spec.host.as_deref().unwrap_or(DEFAULT_HOST);
        let endpoint = Endpoint::parse(host, spec.port.unwrap_or(self.config.default_port))?;
        if let Some(live) = self.open_named(&endpoint.host, endpoint.port) {
            return Ok(Opened { fresh: false, decided: Decided::Recorded, ..live.opened });
        }
        let attached = self.attach_to(&endpoint, who, Decided::Attached, deadline).await;
        match attached {
            // Nothing was named: a running browser of this user that notes its port is as good.
            Err(SessionError::PortDead { .. }) if spec.port.is_none() && spec.host.is_none() => {
                match endpoint::running(&self.config).await.as_slice() {
                    [one] => self.attach_to(&one.endpoint, who, Decided::Attached, deadline).await,
                    [] => attached,
                    several => Err(SessionError::Invalid {
                        argument: "session.port",
                        why: format!(
                            "several browsers can be attached to, name one: {}",
                            several
                                .iter()
                                .map(|r| format!("{} ({})", r.endpoint.port, r.profile.display()))
                                .collect::<Vec<_>>()
                                .join(", ")
                        ),
                    }),
                }
            }
            other => other,
        }
    }

    async fn attach_to(
        self: &Arc<Self>,
        endpoint: &Endpoint,
        who: &Who,
        decided: Decided,
        deadline: Instant,
    ) -> Result<Opened, SessionError> {
        let holder = endpoint.admit(&self.config)?;
        if let Some(pid) = holder.as_ref().and_then(|h| h.pid)
            && let Some(live) = self.open_where(|l| l.record.pid == Some(pid))
        {
            return Err(already(&live));
        }
        self.settle_name(&endpoint.host, endpoint.port).await?;
        // Before it is written down: attaching changes nothing in the browser, and a record of each dead port would only
        // be noise.
        let attached = attach::attach(&self.config, &self.attempts, endpoint, deadline).await?;
        if let Some(guid) = &attached.guid
            && let Some(live) = self.open_where(|l| l.record.browser_guid.as_ref() == Some(guid))
        {
            attached.met.connection.close();
            return Err(already(&live));
        }
        let record = self
            .store
            .session_starting(NewSession {
                mode: SessionMode::Attach,
                host: endpoint.host.clone(),
                port: Some(endpoint.port),
                name_from: FIRST_NAME,
                profile_dir: None,
                temporary: false,
                headless: None,
                keeper_socket: None,
                workspace: who.workspace.clone(),
                caller: who.caller.clone(),
                task: who.task.clone(),
                at: now(),
            })
            .await?;
        let done = self.note_attached(&record, endpoint, attached, decided).await;
        if let Err(error) = &done {
            self.store.session_gone(record.id, &error.to_string(), now()).await?;
        }
        done
    }

    /// Writes an attached browser down and enters it. Also for one that is found again.
    pub(super) async fn note_attached(
        self: &Arc<Self>,
        record: &SessionRecord,
        endpoint: &Endpoint,
        attached: Attached,
        decided: Decided,
    ) -> Result<Opened, SessionError> {
        let Attached { met, guid, url, holder } = attached;
        let instance = self.attached_instance(guid.as_deref(), met.context.as_deref()).await?;
        let pid = holder.and_then(|h| h.pid).map(ProcessId::of);
        let hint = headless::guess(None, pid.as_ref().map(|p| p.pid), Some(&met.user_agent));
        let record = self
            .store
            .session_alive(
                record.id,
                SessionAlive {
                    instance: instance.id.clone(),
                    real_port: Some(endpoint.port),
                    endpoint: Some(url),
                    pid: pid.as_ref().map(|p| p.pid),
                    pid_start: pid.and_then(|p| p.start),
                    browser_guid: guid,
                    browser_context: met.context.clone(),
                    product: Some(met.product.clone()),
                    headless: hint.headless,
                    at: now(),
                    ..SessionAlive::default()
                },
            )
            .await?;
        Ok(self.enter(live(record, &instance, InstanceKind::Attached, met, decided, None, Vec::new())))
    }

    /// The id of an attached browser lives as long as its process, which its GUID names.
    async fn attached_instance(
        &self,
        guid: Option<&str>,
        context: Option<&str>,
    ) -> Result<InstanceRecord, SessionError> {
        let evidence = serde_json::json!({"guid": guid, "context": context}).to_string();
        if guid.is_some() {
            let known = self
                .store
                .instances()
                .await?
                .into_iter()
                .find(|i| i.kind == StoredKind::Attached && i.evidence == evidence);
            if let Some(known) = known {
                return Ok(self.store.instance_seen(&known.id, None, None, now()).await?);
            }
        }
        let new = NewInstance {
            id: profile::random_hex(),
            kind: StoredKind::Attached,
            handle: self.handle().await?,
            evidence,
            at: now(),
        };
        Ok(self.store.instance_new(new).await?)
    }

    async fn handle(&self) -> Result<u64, SessionError> {
        Ok(self.store.reserve_numbers("browsers", 1).await?.start)
    }

    pub(super) async fn ensure_launched(
        self: &Arc<Self>,
        spec: &SessionSpec,
        who: &Who,
        decided: Decided,
        deadline: Instant,
    ) -> Result<Opened, SessionError> {
        let host = spec.host.as_deref().unwrap_or(DEFAULT_HOST);
        if !ports::is_loopback(host) {
            return Err(SessionError::Invalid {
                argument: "session.host",
                why: "a browser is launched on this machine only: leave it out or use 127.0.0.1".to_owned(),
            });
        }
        let mut warnings = Vec::new();
        let mut headless = spec.mode == Mode::LaunchHeadless;
        if !headless && self.config.display.is_empty() && cfg!(target_os = "linux") {
            headless = true;
            warnings.push("no display: the browser was launched headless on the same profile".to_owned());
        }
        let program = launch::program(&self.config)?;
        let (folder, temporary) = self.profile_for(spec)?;
        if !temporary && let Some(record) = self.recorded_on(&folder).await? {
            // A browser of ours that is not connected: its keeper may have it still.
            if let Some(opened) = self.revive(&record, Decided::Recorded, deadline).await? {
                return Ok(opened);
            }
        }
        if let Some(port) = spec.port {
            self.settle_name(host, port).await?;
        }
        let plan = LaunchPlan {
            program,
            headless,
            profile: folder,
            temporary,
            socket: launch::socket_path(&self.config)?,
            port: spec.port.or(self.config.tcp_port.then_some(0)),
        };
        if let Err(error) = launch::check(&plan) {
            if temporary {
                std::fs::remove_dir_all(&plan.profile).ok();
            }
            return Err(error);
        }
        let record = self
            .store
            .session_starting(NewSession {
                mode: if headless { SessionMode::LaunchHeadless } else { SessionMode::LaunchHeaded },
                host: DEFAULT_HOST.to_owned(),
                port: spec.port,
                name_from: FIRST_NAME,
                profile_dir: Some(plan.profile.display().to_string()),
                temporary,
                headless: Some(headless),
                keeper_socket: Some(plan.socket.display().to_string()),
                workspace: who.workspace.clone(),
                caller: who.caller.clone(),
                task: who.task.clone(),
                at: now(),
            })
            .await?;
        match self.launch(&record, &plan, decided, &mut warnings, deadline).await {
            Ok(mut live) => {
                live.opened.warnings = warnings;
                live.opened.fresh = true;
                Ok(self.enter(live))
            }
            Err(error) => {
                keeper::end(&plan.socket, Instant::now() + UNDO).await.ok();
                self.store.session_gone(record.id, &error.to_string(), now()).await?;
                Err(error)
            }
        }
    }

    /// The folder for a launch, and whether it is temporary.
    fn profile_for(&self, spec: &SessionSpec) -> Result<(PathBuf, bool), SessionError> {
        match (&spec.user_data_dir, spec.mode) {
            (Some(named), _) => Ok((self.rules().resolve(named)?, false)),
            (None, Mode::LaunchHeadless) => Ok((launch::temporary_profile(&self.config)?, true)),
            (None, _) => Ok((self.persistent()?, false)),
        }
    }

    async fn recorded_on(&self, folder: &Path) -> Result<Option<SessionRecord>, SessionError> {
        let folder = folder.display().to_string();
        let all = self.store.sessions().await?;
        Ok(all.into_iter().find(|r| r.spawned_by_us && r.profile_dir.as_ref() == Some(&folder)))
    }

    async fn launch(
        self: &Arc<Self>,
        record: &SessionRecord,
        plan: &LaunchPlan,
        decided: Decided,
        warnings: &mut Vec<String>,
        deadline: Instant,
    ) -> Result<Live, SessionError> {
        let (instance, evidence) = profile::identity(&plan.profile)?;
        let (launched, said) = launch::launch(&self.config, plan, deadline).await?;
        warnings.extend(said);
        let launch::Launched { link, process, keeper, mut spawned } = launched;
        let socket = plan.socket.display().to_string();
        self.store.session_keeper(record.id, socket, Some((keeper.pid, keeper.start.clone()))).await?;
        let (connection, _) = connection(link);
        // Whichever comes first: the browser's answer, or its last words.
        let met = tokio::select! {
            met = attach::meet(connection, &instance, deadline) => met,
            gone = spawned.exited() => return Err(gone.into()),
        };
        let met = match met {
            Ok(met) => met,
            Err(tabward_cdp::CdpError::Closed { .. }) => {
                return Err(match timeout_at(deadline, spawned.exited()).await {
                    Ok(gone) => gone.into(),
                    Err(_) => SessionError::Deadline("waiting for the browser to start"),
                });
            }
            Err(tabward_cdp::CdpError::Deadline { .. }) => {
                return Err(SessionError::Deadline("waiting for the browser to start"));
            }
            Err(other) => return Err(other.into()),
        };
        let active = match plan.port {
            Some(_) => Some(launch::wait_port(plan, &process, deadline).await?),
            None => None,
        };
        let guid = active.as_ref().and_then(|a| a.path.as_deref()?.rsplit('/').next().map(str::to_owned));
        let evidence = serde_json::to_string(&evidence).unwrap_or_default();
        let noted = self.launched_instance(&instance, evidence).await?;
        let record = self
            .store
            .session_alive(
                record.id,
                SessionAlive {
                    instance: instance.as_str().to_owned(),
                    real_port: active.map(|a| a.port),
                    pid: Some(process.pid),
                    pid_start: process.start,
                    keeper_pid: Some(keeper.pid),
                    keeper_start: keeper.start,
                    browser_guid: guid,
                    browser_context: met.context.clone(),
                    product: Some(met.product.clone()),
                    headless: Some(plan.headless),
                    at: now(),
                    ..SessionAlive::default()
                },
            )
            .await?;
        Ok(live(record, &noted, InstanceKind::Launched, met, decided, None, Vec::new()))
    }

    async fn launched_instance(&self, id: &InstanceId, evidence: String) -> Result<InstanceRecord, SessionError> {
        let handle = self.handle().await?;
        if self.store.instance(id.as_str()).await?.is_some() {
            return Ok(self.store.instance_seen(id.as_str(), Some(evidence), Some(handle), now()).await?);
        }
        let new = NewInstance { id: id.as_str().to_owned(), kind: StoredKind::Launched, handle, evidence, at: now() };
        Ok(self.store.instance_new(new).await?)
    }

    /// Connects to a recorded browser of ours through its keeper. `None` if it is gone, which is then written down.
    pub(super) async fn revive(
        self: &Arc<Self>,
        record: &SessionRecord,
        decided: Decided,
        deadline: Instant,
    ) -> Result<Option<Opened>, SessionError> {
        let Some(socket) = record.keeper_socket.as_deref().map(Path::new) else { return Ok(None) };
        let link = match keeper::connect(socket, deadline).await {
            Ok(link) => link,
            Err(keeper::KeeperError::Gone(_)) => {
                self.bury(record, "it ended while no hub was there").await?;
                return Ok(None);
            }
            Err(other) => return Err(other.into()),
        };
        let keeper = ProcessId::of(link.greeting.keeper_pid);
        let process = ProcessId::of(link.greeting.pid);
        let profile = link.greeting.profile.clone();
        let (connection, greeting) = connection(link);
        let (instance, evidence) = profile::identity(&profile)?;
        let met = attach::meet(connection, &instance, deadline).await?;
        let known = self.store.instance(instance.as_str()).await?;
        let noted = match known {
            // The same start of the same browser: handles stay.
            Some(_) if record.instance.is_some() => {
                self.store.instance_seen(instance.as_str(), None, None, now()).await?
            }
            _ => self.launched_instance(&instance, serde_json::to_string(&evidence).unwrap_or_default()).await?,
        };
        let record = self
            .store
            .session_alive(
                record.id,
                SessionAlive {
                    instance: instance.as_str().to_owned(),
                    real_port: record.real_port,
                    endpoint: None,
                    pid: Some(process.pid),
                    pid_start: process.start,
                    keeper_pid: Some(keeper.pid),
                    keeper_start: keeper.start,
                    browser_guid: record.browser_guid.clone(),
                    browser_context: met.context.clone(),
                    product: Some(met.product.clone()),
                    headless: record.headless,
                    at: now(),
                },
            )
            .await?;
        let live = live(record, &noted, InstanceKind::Launched, met, decided, Some(greeting), Vec::new());
        Ok(Some(self.enter(live)))
    }

    /// Sees to it that a name is free: a record whose browser is gone is closed.
    async fn settle_name(self: &Arc<Self>, host: &str, port: u16) -> Result<(), SessionError> {
        let Some(record) = self.store.session_named(host, port).await? else { return Ok(()) };
        if self.open(record.id).is_some() {
            return Ok(());
        }
        if record.spawned_by_us {
            let held = match record.keeper_socket.as_deref() {
                Some(socket) => {
                    keeper::status(Path::new(socket), Instant::now() + Duration::from_secs(2)).await.is_ok()
                }
                None => false,
            };
            if held {
                return Err(SessionError::PortInUse { port, holder: ports::listener(port) });
            }
        }
        self.bury(&record, "it was gone when its name was asked for").await
    }
}

fn already(live: &Live) -> SessionError {
    SessionError::AlreadyConnected { how: format!("as session {}:{}", live.opened.host, live.opened.port) }
}

/// The connection over a keeper's link.
fn connection(link: Link) -> (Connection, Greeting) {
    // Command numbers begin at random, so that late answers to an earlier hub settle nothing of this one.
    (Connection::from_stream(link.reader, link.writer, ConnectOptions::default()), link.greeting)
}

pub(super) fn live(
    record: SessionRecord,
    instance: &InstanceRecord,
    kind: InstanceKind,
    met: Met,
    decided: Decided,
    greeting: Option<Greeting>,
    warnings: Vec<String>,
) -> Live {
    let opened = Opened {
        connection: met.connection,
        instance: InstanceId::new(instance.id.clone()),
        kind,
        handle: instance.handle,
        epoch: instance.epoch,
        session: record.id,
        host: record.host.clone(),
        port: record.port,
        real_port: record.real_port,
        mode: record.mode,
        decided,
        headless: record.headless.unwrap_or(false),
        product: met.product,
        // In a browser of our own there is nothing to hide.
        context: if kind == InstanceKind::Attached { met.context } else { None },
        fresh: false,
        greeting: greeting.map(Arc::new),
        warnings,
    };
    Live { opened, record, user_agent: met.user_agent }
}
