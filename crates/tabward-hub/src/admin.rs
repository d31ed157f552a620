//! Commands of the person's command line that are no tools.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use crate::hub::Hub;
use crate::wire::Admin;

/// Runs a command.
pub async fn run(hub: &Arc<Hub>, command: Admin) -> Value {
    match command {
        Admin::Status => status(hub),
        Admin::Health => json!({"ok": true, "layers": crate::health::layers(hub).await}),
        Admin::Stop { browsers } => {
            let mut ended = Vec::new();
            if browsers {
                hub.settle_openings().await;
                // The record, and not what is connected: a browser may have come up after its caller had gone.
                let records = hub.sessions.records().await.unwrap_or_else(|error| {
                    tracing::warn!(%error, "reading the record of sessions");
                    Vec::new()
                });
                for record in records {
                    if let Err(error) = hub.sessions.close(record.id).await {
                        tracing::warn!(%error, "ending a browser");
                    } else {
                        ended.extend(record.instance);
                    }
                }
            }
            json!({"ok": true, "pid": std::process::id(), "browsers_ended": ended})
        }
        Admin::Http { .. } => json!({"ok": false, "error": "the HTTP door is opened by `tabward hub run --http`"}),
    }
}

/// What runs.
pub fn status(hub: &Hub) -> Value {
    json!({
        "ok": true,
        "running": true,
        "pid": std::process::id(),
        "version": env!("CARGO_PKG_VERSION"),
        "socket": hub.paths.socket(),
        "state": hub.paths.state,
        "instances": hub.instances().iter().map(|instance| instance.to_json()).collect::<Vec<_>>(),
        "tasks": hub.tasks().iter().map(|task| json!({
            "task": task.name,
            "workspace": task.workspace,
            "tabs": task.tabs().iter().map(|tab| tab.handle.to_string()).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "connections_refused": hub.refused.load(Ordering::Relaxed),
    })
}
