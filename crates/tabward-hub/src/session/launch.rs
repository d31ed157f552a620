//! Starting a browser through a keeper.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::time::Instant;

use super::config::SessionConfig;
use super::endpoint::{self, Endpoint, Spoken};
use super::keeper::{self, KeeperError, KeeperSpec, Link};
use super::process::ProcessId;
use super::profile::{self, make_private, random_hex};
use super::{SessionError, browsers, ports};

/// What is to be started.
#[derive(Debug, Clone)]
pub struct LaunchPlan {
    /// The browser binary.
    pub program: PathBuf,
    /// Without a window?
    pub headless: bool,
    /// The profile folder.
    pub profile: PathBuf,
    /// True if the folder goes with the browser.
    pub temporary: bool,
    /// The keeper's socket.
    pub socket: PathBuf,
    /// A debugging port beside the pipe; 0 takes any.
    pub port: Option<u16>,
}

/// A browser that was started and not yet spoken to.
#[derive(Debug)]
pub struct Launched {
    /// The hub's place at its keeper.
    pub link: Link,
    /// The browser's process.
    pub process: ProcessId,
    /// The keeper's.
    pub keeper: ProcessId,
    /// For its last words, should it end before it answers.
    pub spawned: keeper::Spawned,
}

/// Arguments that every launched browser gets, and why: no first-run pages, nothing sent home, no crash handler outside
/// of the process group, no prompts of the desktop's key ring, and pages that work while nobody looks at them.
const ARGUMENTS: &[&str] = &[
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-breakpad",
    "--disable-crash-reporter",
    "--disable-search-engine-choice-screen",
    "--hide-crash-restore-bubble",
    "--password-store=basic",
    "--use-mock-keychain",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-background-timer-throttling",
    "--disable-features=Translate,MediaRouter,OptimizationHints,DialMediaRouteProvider",
];

/// The most bytes that a profile keeps of what it loaded; without a bound a persistent one grows with the disk.
const CACHE_BYTES: u64 = 64 << 20;

/// Settings that the person may not give in `[launch]`, since they would open what the keeper closes.
const RESERVED: &[&str] = &["--remote-debugging", "--user-data-dir", "--headless", "--remote-allow-origins"];

impl LaunchPlan {
    /// The browser's command line, and what the person should know of it.
    pub fn arguments(&self, config: &SessionConfig) -> (Vec<String>, Vec<String>) {
        let mut arguments: Vec<String> = ARGUMENTS.iter().map(|a| (*a).to_owned()).collect();
        let mut warnings = Vec::new();
        arguments.push(format!("--user-data-dir={}", self.profile.display()));
        arguments.push(format!("--disk-cache-size={CACHE_BYTES}"));
        if self.headless {
            arguments.push("--headless=new".to_owned());
            arguments.push("--window-size=1280,720".to_owned());
            arguments.push("--hide-scrollbars".to_owned());
            arguments.push("--mute-audio".to_owned());
        }
        if let Some(port) = self.port {
            arguments.push(format!("--remote-debugging-port={port}"));
        }
        // A browser with windows drops input until a page has painted; a headless one does not.
        arguments.push("--allow-pre-commit-input".to_owned());
        if cfg!(target_os = "linux") {
            if is_root() {
                arguments.push("--no-sandbox".to_owned());
                warnings.push("running as root: the browser's sandbox is off".to_owned());
            }
            if small_shared_memory() {
                arguments.push("--disable-dev-shm-usage".to_owned());
            }
        }
        for given in &config.arguments {
            if RESERVED.iter().any(|r| given.starts_with(r)) {
                warnings.push(format!("[launch] arguments: {given:?} is tabward's own to set and was left out"));
            } else {
                arguments.push(given.clone());
            }
        }
        if self.headless {
            // It lives without a tab, and none of its own to draw makes the first page come a sixth sooner (decision 0007).
            arguments.push("--no-startup-window".to_owned());
        } else {
            arguments.push("about:blank".to_owned());
        }
        (arguments, warnings)
    }
}

#[cfg(unix)]
fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

#[cfg(not(unix))]
fn is_root() -> bool {
    false
}

/// Containers often give 64 MiB, with which renderers crash.
#[cfg(target_os = "linux")]
fn small_shared_memory() -> bool {
    rustix::fs::statvfs("/dev/shm").map_or(true, |s| s.f_blocks.saturating_mul(s.f_frsize) < 128 << 20)
}

#[cfg(not(target_os = "linux"))]
fn small_shared_memory() -> bool {
    false
}

/// A fresh folder for a profile that goes with its browser.
pub fn temporary_profile(config: &SessionConfig) -> Result<PathBuf, SessionError> {
    make_private(&config.temporary)?;
    let path = config.temporary.join(format!("profile-{}", &random_hex()[..12]));
    make_private(&path)?;
    fs::canonicalize(&path).map_err(|source| SessionError::Io { path, source })
}

/// A fresh path for a keeper's socket.
pub fn socket_path(config: &SessionConfig) -> Result<PathBuf, SessionError> {
    make_private(&config.sockets)?;
    Ok(config.sockets.join(format!("k-{}.sock", &random_hex()[..8])))
}

/// Refuses what cannot work before anything is started.
pub fn check(plan: &LaunchPlan) -> Result<(), SessionError> {
    if let Some(lock) = profile::lock(&plan.profile) {
        return Err(SessionError::ProfileLocked {
            profile: plan.profile.clone(),
            pid: lock.pid,
            host: lock.host,
            here: lock.here,
        });
    }
    match plan.port {
        Some(port) if port != 0 && !ports::free(port) => {
            Err(SessionError::PortInUse { port, holder: ports::listener(port) })
        }
        _ => Ok(()),
    }
}

/// Starts the browser through a keeper and takes the hub's place at it. On failure nothing is left running.
pub async fn launch(
    config: &SessionConfig,
    plan: &LaunchPlan,
    deadline: Instant,
) -> Result<(Launched, Vec<String>), SessionError> {
    let (arguments, warnings) = plan.arguments(config);
    let spec = KeeperSpec {
        program: plan.program.clone(),
        arguments,
        environment: if plan.headless { Vec::new() } else { config.display.clone() },
        socket: plan.socket.clone(),
        profile: plan.profile.clone(),
        temporary: plan.temporary,
        grace_ms: u64::try_from(config.grace.as_millis()).unwrap_or(u64::MAX),
    };
    let (program, first) = &config.keeper;
    let mut spawned = match keeper::spawn(program, first, &spec, deadline).await {
        Ok(spawned) => spawned,
        Err(error) => {
            if plan.temporary {
                fs::remove_dir_all(&plan.profile).ok();
            }
            return Err(error.into());
        }
    };
    let keeper = ProcessId::of(spawned.keeper_pid);
    match keeper::connect(&plan.socket, deadline).await {
        Ok(link) => {
            let process = ProcessId::of(spawned.pid);
            Ok((Launched { link, process, keeper, spawned }, warnings))
        }
        // It was there a moment ago, so the browser has ended, and its keeper with it.
        Err(KeeperError::Gone(_)) => Err(spawned.exited().await.into()),
        Err(error) => {
            keeper::end(&plan.socket, Instant::now() + Duration::from_secs(10)).await.ok();
            Err(error.into())
        }
    }
}

/// The debugging port that a browser on this profile has open, and the path of its WebSocket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActivePort {
    /// The port.
    pub port: u16,
    /// `/devtools/browser/<guid>`, if the file has it.
    pub path: Option<String>,
}

/// Reads the file in which a browser notes its debugging port. It may be left over from an earlier run.
pub fn active_port(profile: &Path) -> Option<ActivePort> {
    let text = fs::read_to_string(profile.join("DevToolsActivePort")).ok()?;
    let mut lines = text.lines();
    let port = lines.next()?.trim().parse().ok().filter(|p| *p != 0)?;
    let path = lines.next().map(str::trim).filter(|p| p.starts_with("/devtools/")).map(str::to_owned);
    Some(ActivePort { port, path })
}

/// Waits until the browser has its debugging port open, and returns it.
///
/// # Errors
/// [`SessionError::PortInUse`] when another program took the port in the meantime.
pub async fn wait_port(plan: &LaunchPlan, browser: &ProcessId, deadline: Instant) -> Result<ActivePort, SessionError> {
    loop {
        match plan.port {
            Some(port) if port != 0 => {
                if let Some(holder) = ports::listener(port)
                    && holder.pid.is_some_and(|pid| pid != browser.pid)
                {
                    return Err(SessionError::PortInUse { port, holder: Some(holder) });
                }
                if let Spoken::Version(version) = endpoint::ask(&Endpoint::new("127.0.0.1", port), deadline).await {
                    return Ok(ActivePort { port, path: version.path() });
                }
            }
            // Only a port of its own choice is noted by the browser in its profile.
            _ => {
                if let Some(active) = active_port(&plan.profile)
                    && ports::answers(std::net::Ipv4Addr::LOCALHOST.into(), active.port).await
                {
                    return Ok(active);
                }
            }
        }
        if Instant::now() >= deadline {
            return Err(SessionError::Deadline("waiting for the browser's debugging port"));
        }
        // tidy: sleep – there is no event for a port that opens; the browser answers on its pipe a moment before.
        tokio::time::sleep(Duration::from_millis(15)).await;
    }
}

/// Finds the browser that the settings mean.
pub fn program(config: &SessionConfig) -> Result<PathBuf, SessionError> {
    browsers::find(&config.places)
}
