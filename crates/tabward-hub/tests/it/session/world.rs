//! A state folder with a record, and hubs that come and go on it.

use std::path::PathBuf;
use std::time::Duration;

use tabward_cdp::protocol::{browser, target};
use tabward_cdp::{Cdp as _, CdpError};
use tabward_hub::session::browsers::Places;
use tabward_hub::session::{Opened, SessionConfig, Sessions, Who};
use tabward_model::ownership::InstanceOwnership;
use tabward_model::{Mode, SessionSpec};
use tabward_store::{Store, StoreOptions};

use super::{chromium, harness, soon};

pub(crate) struct World {
    dir: tempfile::TempDir,
    pub(crate) config: SessionConfig,
}

impl World {
    pub(crate) fn new() -> Self {
        // Short: a socket's path may have about 100 bytes.
        let dir = tempfile::Builder::new().prefix("tw").tempdir_in("/tmp").unwrap();
        let mut config = SessionConfig::new(&dir.path().join("state"), dir.path().join("run"), harness().to_owned());
        config.places = Places {
            explicit: Some(chromium()),
            home: Some(dir.path().join("home")),
            config: Some(dir.path().join("home/.config")),
            ..Places::default()
        };
        config.default_port = free_port();
        config.grace = Duration::from_mins(1);
        // Hosts of tests have no key ring, no sync and slow disks.
        config.arguments = vec!["--disable-gpu".to_owned(), "--disable-sync".to_owned()];
        Self { dir, config }
    }

    pub(crate) fn path(&self, below: &str) -> PathBuf {
        self.dir.path().join(below)
    }

    /// A hub that starts now.
    pub(crate) fn hub(&self) -> Sessions {
        let store = Store::open(&self.dir.path().join("state"), &StoreOptions::default()).unwrap();
        Sessions::new(store, self.config.clone())
    }
}

pub(crate) fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

pub(crate) fn mode(mode: Mode) -> SessionSpec {
    SessionSpec { mode, ..SessionSpec::default() }
}

pub(crate) fn headless() -> SessionSpec {
    mode(Mode::LaunchHeadless)
}

pub(crate) fn who(caller: &str) -> Who {
    Who { workspace: Some("w".into()), caller: Some(caller.into()), task: Some("k".into()) }
}

/// The browser answers.
pub(crate) async fn answers(opened: &Opened) -> Result<String, CdpError> {
    let ownership = InstanceOwnership::new(opened.instance.clone());
    let channel = opened.connection.browser(opened.instance.clone()).until(soon());
    Ok(channel.send(&ownership.permit(), browser::GetVersion::default()).await?.product)
}

/// Its tabs, by address.
pub(crate) async fn tabs(opened: &Opened) -> Vec<String> {
    let ownership = InstanceOwnership::new(opened.instance.clone());
    let channel = opened.connection.browser(opened.instance.clone()).until(soon());
    let targets = channel.send(&ownership.permit(), target::GetTargets::default()).await.unwrap();
    targets.target_infos.into_iter().filter(|t| t.r#type == "page").map(|t| t.url).collect()
}
