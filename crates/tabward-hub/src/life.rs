//! Housekeeping: tasks that nobody calls any more are finished, browsers that nobody uses are ended, and the hub ends when
//! there is nothing to do. It sleeps until the next of these is due, and is woken when that may have changed.

use std::sync::Arc;
use std::time::Duration;

use tabward_model::caller::Door;
use tabward_model::ownership::InstanceKind;

use crate::finish::Why;
use crate::hub::{Hub, now_ms};
use crate::instance::Instance;
use crate::task::Task;

/// A headless browser that no task has used for so long ends.
const HEADLESS_IDLE: Duration = Duration::from_secs(5 * 60);
/// A headed browser that no task has used for so long ends.
const HEADED_IDLE: Duration = Duration::from_secs(60 * 60);
/// What could not be ended is tried again after so long.
const AGAIN_MS: u64 = 30_000;

/// Runs until the hub ends.
pub async fn keep_house(hub: Arc<Hub>) {
    let mut unused_since: std::collections::HashMap<tabward_model::InstanceId, u64> = std::collections::HashMap::new();
    loop {
        let changed = hub.changed.notified();
        tokio::pin!(changed);
        changed.as_mut().enable();
        let now = now_ms();
        let mut next: Option<u64> = None;
        let mut due = |at: u64| next = Some(next.map_or(at, |known| known.min(at)));
        for task in hub.tasks() {
            let Some((at, why)) = task_end(&hub, &task) else { continue };
            if at > now {
                due(at);
            } else if let Err(failure) = hub.finish(&task, why).await {
                tracing::warn!(code = %failure.code, task = %task.id, "finishing an idle task: {}", failure.message);
                due(now + AGAIN_MS);
            }
        }
        let instances = hub.instances();
        unused_since.retain(|id, _| instances.iter().any(|instance| instance.id == *id));
        for instance in instances {
            if !is_unused(&hub, &instance) {
                unused_since.remove(&instance.id);
                continue;
            }
            let since = *unused_since.entry(instance.id.clone()).or_insert(now);
            let at = since + idle_ms(&hub, &instance);
            if at > now {
                due(at);
            } else if let Err(error) = hub.sessions.close(instance.session).await {
                tracing::warn!(%error, instance = %instance.id, "ending an unused browser");
                due(now + AGAIN_MS);
            }
        }
        if let Some(at) = hub.idle_end_ms() {
            if at <= now {
                hub.end();
                return;
            }
            due(at);
        }
        let sleep = async {
            match next {
                Some(at) => {
                    let left = Duration::from_millis(at.saturating_sub(now_ms()).max(1));
                    tokio::time::sleep_until(tokio::time::Instant::now() + left).await;
                }
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = hub.ended.cancelled() => return,
            () = &mut changed => {}
            () = sleep => {}
        }
    }
}

/// When and why a task ends by itself.
fn task_end(hub: &Hub, task: &Arc<Task>) -> Option<(u64, Why)> {
    let idle_since = task.idle_since_ms()?;
    let idle = (idle_since + hub.settings.task.idle_s * 1000, Why::Idle);
    let left = crate::lock(&hub.left_ms).get(&task.caller).copied();
    match left {
        // The command line comes and goes with each call; only its idle time counts.
        Some(left) if door_of(task) != Door::Cli => {
            let orphaned = (left.max(idle_since) + hub.settings.task.orphan_s * 1000, Why::Orphaned);
            Some(if orphaned.0 < idle.0 { orphaned } else { idle })
        }
        _ => Some(idle),
    }
}

fn door_of(task: &Task) -> Door {
    if task.caller.as_str().ends_with(":cli") { Door::Cli } else { Door::Stdio }
}

/// Whether nobody uses a launched browser: no task has a tab in it, none is kept, taken over or opened by a person.
fn is_unused(hub: &Hub, instance: &Instance) -> bool {
    instance.kind == InstanceKind::Launched && hub.tabs_of(&instance.id).is_empty() && instance.seen().is_empty()
}

fn idle_ms(hub: &Hub, instance: &Instance) -> u64 {
    let (set, default) = if instance.headless {
        (hub.settings.launch.headless_idle_s, HEADLESS_IDLE)
    } else {
        (hub.settings.launch.headed_idle_s, HEADED_IDLE)
    };
    set.map_or(u64::try_from(default.as_millis()).unwrap_or(u64::MAX), |seconds| seconds * 1000)
}
