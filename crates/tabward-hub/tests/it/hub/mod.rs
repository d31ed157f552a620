//! The hub through its dispatcher, on real Chromium.

mod attach;
mod breaks;
mod contract;
mod disk;
mod faults;
mod gate;
mod limits;
mod person;
mod persons_tabs;
mod queue;
mod stopping;
mod tasks;
mod way;

use std::path::Path;
use std::sync::Arc;

use serde_json::{Map, Value, json};
use tabward_fixtures::Fixtures;
use tabward_hub::dispatch::{self, ToolCall};
use tabward_hub::hub::{Hub, Start};
use tabward_hub::paths::Paths;
pub(crate) use tabward_hub::settings::Settings;
use tabward_model::caller::{Caller, Door};
use tabward_model::{CallerId, Cap, Workspace};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use self::way::Way;

/// A hub of its own in a folder of its own, with the fixtures' server.
pub(crate) struct Bed {
    pub(crate) hub: Arc<Hub>,
    pub(crate) fixtures: Fixtures,
    caller: Arc<Caller>,
    home: TempDir,
    way: Way,
}

pub(crate) fn caller(name: &str) -> Arc<Caller> {
    Arc::new(Caller {
        id: CallerId::new(name),
        door: Door::Stdio,
        workspace: Workspace("/project".to_owned()),
        default_task: Some("default".to_owned()),
    })
}

pub(crate) fn start(home: &Path, settings: Settings) -> Start {
    Start {
        paths: Paths::below(home),
        settings,
        exe: env!("CARGO_BIN_EXE_tabward-session-harness").into(),
        places: tabward_hub::session::browsers::Places::default(),
        persistent_profile: None,
        display: way::display(),
        idle: None,
    }
}

impl Bed {
    pub(crate) async fn start() -> Self {
        Self::with(Settings::default()).await
    }

    pub(crate) async fn with(mut settings: Settings) -> Self {
        if way::is_attached() {
            // Scripts in a browser that is a person's take a grant; here the person gives it.
            settings.grants.entry("/project".to_owned()).or_default().push(Cap::Script);
        }
        Self::exactly(settings).await
    }

    /// With these settings, and no grant beside them.
    pub(crate) async fn exactly(settings: Settings) -> Self {
        Self::from(|home| start(home, settings)).await
    }

    /// With a display for headed browsers.
    pub(crate) async fn on(display: Option<&crate::session::Display>, settings: Settings) -> Self {
        Self::from(|home| {
            let display = display.map(|display| ("DISPLAY".to_owned(), display.name.clone()));
            Start { display: display.into_iter().collect(), ..start(home, settings) }
        })
        .await
    }

    pub(crate) async fn from(start: impl FnOnce(&Path) -> Start) -> Self {
        let home = tempfile::Builder::new().prefix("tw-").tempdir().unwrap();
        let (hub, listener) = Hub::start(start(home.path())).await.unwrap();
        tokio::spawn(tabward_hub::server::serve(Arc::clone(&hub), listener));
        Self { hub, fixtures: Fixtures::start().await.unwrap(), caller: caller("agent"), home, way: Way::start() }
    }

    /// A bed whose agent has opened a page.
    pub(crate) async fn at(path: &str) -> Self {
        let bed = Self::start().await;
        let opened = bed.open(&bed.fixtures.url(path)).await;
        assert_eq!(opened["ok"], true, "{opened:#}");
        bed
    }

    /// As [`Self::at`], in a browser that tabward launched.
    pub(crate) async fn launched_at(path: &str) -> Self {
        let mut bed = Self::start().await;
        if way::is_attached() {
            bed.way = Way::Headless;
        }
        let opened = bed.open(&bed.fixtures.url(path)).await;
        assert_eq!(opened["ok"], true, "{opened:#}");
        bed
    }

    pub(crate) async fn open(&self, url: &str) -> Value {
        self.call("browser_navigate", json!({"url": url, "session": self.session()})).await
    }

    /// The session that this run's tests use.
    pub(crate) fn session(&self) -> Value {
        self.way.session()
    }

    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> Value {
        self.call_as(&self.caller, tool, arguments).await
    }

    pub(crate) async fn call_as(&self, caller: &Arc<Caller>, tool: &str, arguments: Value) -> Value {
        self.cancellable(caller, tool, arguments, CancellationToken::new()).await
    }

    pub(crate) async fn cancellable(
        &self,
        caller: &Arc<Caller>,
        tool: &str,
        arguments: Value,
        cancel: CancellationToken,
    ) -> Value {
        let arguments: Map<String, Value> = serde_json::from_value(arguments).unwrap();
        let call = ToolCall { tool: tool.to_owned(), arguments, conversation: None, cancel };
        Value::Object(dispatch::call(&self.hub, caller, call).await.to_json())
    }

    /// What a script in the page gives; the truth that answers are compared with.
    pub(crate) async fn truth(&self, script: &str) -> Value {
        let answer = self.call("browser_evaluate", json!({"script": script})).await;
        assert_eq!(answer["ok"], true, "{answer:#}");
        answer["result"].clone()
    }

    pub(crate) fn home(&self) -> &Path {
        self.home.path()
    }

    /// Ends the browsers and the hub, and looks that nothing is left.
    pub(crate) async fn stop(self) {
        for instance in self.hub.instances() {
            self.hub.sessions.close(instance.session).await.unwrap();
        }
        // What was killed under the hub is cleaned up by now, or is being so; then it is written down.
        let until = tokio::time::Instant::now() + std::time::Duration::from_secs(20);
        while !self.hub.sessions.records().await.unwrap().is_empty() {
            assert!(tokio::time::Instant::now() < until, "{:?}", self.hub.sessions.records().await);
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        self.hub.end();
        let left = processes_naming(&self.home.path().display().to_string());
        assert!(left.is_empty(), "left behind: {left:?}");
    }
}

pub(crate) fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Processes whose command line names a folder.
pub(crate) fn processes_naming(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        if line.contains(folder) {
            found.push(line);
        }
    }
    found
}

pub(crate) fn text(answer: &Value) -> &str {
    answer["text"].as_str().unwrap()
}

/// A failed answer of this code, with all that a failure must have (RUN-1, HUB-12).
pub(crate) fn failed(answer: &Value, code: &str) {
    assert_eq!(answer["error_code"], code, "{answer:#}");
    assert_eq!(answer["ok"], false, "{answer:#}");
    assert_eq!(answer["status"], "failed");
    for name in ["error", "stage", "delivered"] {
        assert!(answer[name].as_str().is_some_and(|text| !text.is_empty()), "{name}: {answer:#}");
    }
    assert!(answer["retryable"].is_boolean());
    assert!(text(answer).starts_with(&format!("failed {code}: ")), "{}", text(answer));
}
