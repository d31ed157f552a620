//! Health, layer by layer, each from a probe of its own: one healthy layer never hides a sick one (HUB-11).

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tabward_cdp::Cdp as _;
use tabward_cdp::protocol::browser;
use tabward_model::{Code, Stage};
use tokio::time::Instant;

use crate::hub::Hub;
use crate::instance::Instance;
use crate::session::process::ProcessId;
use crate::tab::Tab;

/// How long one probe may take.
const PROBE: Duration = Duration::from_secs(2);
/// What the host's disk is asked to hold.
const SAMPLE: usize = 4096;

/// How a layer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Health {
    Ok,
    Degraded,
    Down,
}

/// Every layer: host, hub, store, and for each browser its transport, its process and its tabs.
pub async fn layers(hub: &Arc<Hub>) -> Vec<Value> {
    let instances = hub.instances();
    let browsers = futures_util::future::join_all(instances.iter().map(|instance| of_browser(hub, instance)));
    let (host, store, browsers) = tokio::join!(host(hub), store(hub), browsers);
    let mut layers = vec![host, of_hub(hub), store];
    layers.extend(browsers.into_iter().flatten());
    layers
}

fn layer(stage: Stage, of: Option<String>, health: Health, detail: impl Into<String>) -> Value {
    let status = match health {
        Health::Ok => "ok",
        Health::Degraded => "degraded",
        Health::Down => "down",
    };
    let mut layer = json!({"stage": stage, "status": status, "detail": detail.into()});
    if let Some(of) = of {
        layer["of"] = of.into();
    }
    layer
}

/// The machine: a file can be written where the hub keeps its state.
async fn host(hub: &Hub) -> Value {
    let folder = hub.paths.state.clone();
    let written = tokio::task::spawn_blocking(move || {
        use std::io::Write as _;
        let mut file = tempfile::tempfile_in(folder)?;
        file.write_all(&[0; SAMPLE])?;
        file.sync_all()
    });
    match written.await {
        Ok(Ok(())) => layer(Stage::Host, None, Health::Ok, "its disk takes files"),
        Ok(Err(error)) => layer(Stage::Host, None, Health::Down, format!("{}: {error}", hub.paths.state.display())),
        Err(error) => layer(Stage::Host, None, Health::Down, error.to_string()),
    }
}

fn of_hub(hub: &Hub) -> Value {
    let running = hub.calls.load(std::sync::atomic::Ordering::Acquire);
    if hub.is_draining() {
        layer(Stage::Hub, None, Health::Degraded, format!("it hands over; {running} calls still run"))
    } else {
        layer(Stage::Hub, None, Health::Ok, format!("process {}, {running} calls under way", std::process::id()))
    }
}

async fn store(hub: &Hub) -> Value {
    match hub.store.check().await {
        Ok(()) => layer(Stage::Store, None, Health::Ok, "the record is whole"),
        Err(error) => layer(Stage::Store, None, Health::Down, error.to_string()),
    }
}

async fn of_browser(hub: &Arc<Hub>, instance: &Arc<Instance>) -> Vec<Value> {
    let of = || Some(instance.handle.to_string());
    let permit = instance.ownership().permit();
    let asked = instance.browser.until(Instant::now() + PROBE);
    let asked = asked.send(&permit, browser::GetVersion::default());
    let tabs = hub.tabs_of(&instance.id);
    let tabs = futures_util::future::join_all(tabs.iter().map(target));
    let (answered, tabs) = tokio::join!(asked, tabs);
    let transport = match answered {
        Ok(version) => layer(Stage::Transport, of(), Health::Ok, format!("{} answers", version.product)),
        Err(error) => layer(Stage::Transport, of(), Health::Down, error.to_string()),
    };
    let mut layers = vec![transport];
    let record = hub.sessions.record(instance.session);
    // The browser's process is not known where it was attached to on a port that shows none.
    if let Some((record, pid)) = record.and_then(|record| record.pid.map(|pid| (record, pid))) {
        let process = ProcessId { pid, start: record.pid_start };
        layers.push(if process.alive() {
            layer(Stage::Browser, of(), Health::Ok, format!("process {pid} lives"))
        } else {
            layer(Stage::Browser, of(), Health::Down, format!("process {pid} is gone"))
        });
    }
    layers.extend(tabs);
    layers
}

/// A task's tab: its page runs something.
async fn target(tab: &Arc<Tab>) -> Value {
    let of = Some(tab.handle.to_string());
    let page = match tab.page() {
        Ok(page) => page,
        Err(failure) => return layer(Stage::Target, of, Health::Down, failure.message),
    };
    match page.answers(Instant::now() + PROBE).await {
        Ok(()) => layer(Stage::Target, of, Health::Ok, "its page answers"),
        Err(error) => {
            let failure = error.failure();
            // What is waited for, or never looked at, is no fault of the page.
            let health = match failure.code {
                Code::DialogOpen => Health::Degraded,
                Code::SchemeForbidden | Code::OriginForbidden => Health::Ok,
                _ => Health::Down,
            };
            let detail = match failure.code {
                Code::DialogOpen => "a dialog is open".to_owned(),
                Code::SchemeForbidden | Code::OriginForbidden => "it shows what is never looked at".to_owned(),
                code => code.as_str().to_owned(),
            };
            layer(Stage::Target, of, health, detail)
        }
    }
}
