//! SES, HUB-15: sessions and keepers.

mod attach;
mod headed;
mod keeper;
mod launch;
mod raw;
mod recover;
pub(crate) mod world;

pub(crate) use headed::Display;

use std::path::{Path, PathBuf};
use std::time::Duration;

use tabward_hub::session::keeper::KeeperSpec;
use tokio::time::Instant;

/// Plenty for a busy machine; a test that needs it all has failed.
pub(crate) fn soon() -> Instant {
    Instant::now() + Duration::from_mins(1)
}

pub(crate) fn harness() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_tabward-session-harness"))
}

/// A Chromium for tests; a test that needs one fails without it.
pub(crate) fn chromium() -> PathBuf {
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
        .iter()
        .map(PathBuf::from)
        .find(|p| p.exists())
        .expect("a browser is installed")
}

pub(crate) fn spec(dir: &Path, grace: Duration) -> KeeperSpec {
    let profile = dir.join("profile");
    let mut arguments: Vec<String> = [
        "--headless=new",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-breakpad",
        "--disable-quic",
        "--disable-gpu",
    ]
    .map(str::to_owned)
    .to_vec();
    if rustix::process::geteuid().is_root() {
        arguments.push("--no-sandbox".to_owned());
    }
    arguments.push(format!("--user-data-dir={}", profile.display()));
    arguments.push("about:blank".to_owned());
    KeeperSpec {
        program: chromium(),
        arguments,
        environment: Vec::new(),
        socket: dir.join("k.sock"),
        profile,
        temporary: true,
        grace_ms: u64::try_from(grace.as_millis()).unwrap(),
    }
}
