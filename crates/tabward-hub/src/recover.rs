//! After a restart of the hub: browsers that live on with their keepers are taken back with their tabs and tasks.

use std::collections::HashMap;
use std::sync::Arc;

use tabward_model::ownership::State;
use tabward_model::{CallerId, TabHandle, TabId, TaskId, Workspace};
use tabward_store::TaskRecord;

use crate::finish::Why;
use crate::hub::Hub;
use crate::instance::Instance;
use crate::task::Task;

/// Takes back what can be taken back. What cannot is written down as gone; nothing is launched anew (HUB-15, HUB-16).
pub async fn recover(hub: &Arc<Hub>) {
    let tasks = match hub.store.tasks_open().await {
        Ok(tasks) => tasks,
        Err(error) => {
            tracing::error!(%error, "reading open tasks");
            Vec::new()
        }
    };
    let tasks: HashMap<String, Arc<Task>> =
        tasks.into_iter().map(|record| (record.id.clone(), restore_task(hub, &record))).collect();
    for opened in hub.sessions.recover().await {
        match hub.connect(opened).await {
            Ok(instance) => restore_tabs(hub, &instance, &tasks).await,
            Err(failure) => tracing::warn!(code = %failure.code, "taking a browser back: {}", failure.message),
        }
    }
    for task in tasks.values().filter(|task| task.is_finishing()) {
        if let Err(failure) = hub.finish(task, Why::Asked).await {
            tracing::warn!(code = %failure.code, task = %task.id, "completing a finish: {}", failure.message);
        }
    }
}

fn restore_task(hub: &Arc<Hub>, record: &TaskRecord) -> Arc<Task> {
    let created = u64::try_from(record.created).unwrap_or_default();
    let task = Arc::new(Task::new(
        TaskId::new(record.id.clone()),
        record.name.clone(),
        Workspace(record.workspace.clone()),
        CallerId::new(record.caller.clone()),
        created,
    ));
    if let Some(instance) = &record.instance {
        task.bind(&instance.as_str().into());
    }
    if record.state == tabward_store::TaskState::Finishing {
        task.begin_finish();
    }
    let key = record.id.rsplit_once('#').map_or(record.id.as_str(), |(key, _)| key);
    crate::lock(&hub.tasks).insert(TaskId::new(key), Arc::clone(&task));
    // Its caller has not come back yet: its time runs from now.
    crate::lock(&hub.left_ms).insert(task.caller.clone(), crate::hub::now_ms());
    task
}

async fn restore_tabs(hub: &Arc<Hub>, instance: &Arc<Instance>, tasks: &HashMap<String, Arc<Task>>) {
    let records = match hub.store.tabs_open(instance.id.as_str(), instance.epoch).await {
        Ok(records) => records,
        Err(error) => {
            tracing::error!(%error, "reading open tabs");
            return;
        }
    };
    let mut known = Vec::new();
    for record in records {
        let tab_id = TabId::new(record.key.tab.clone());
        known.push(tab_id.clone());
        let handle = TabHandle(record.handle);
        let task = record.task.as_ref().and_then(|id| tasks.get(id));
        let state = serde_json::from_str::<State>(&record.ownership);
        let (Some(task), Ok(state)) = (task, state) else {
            instance.name_seen(&tab_id, handle);
            continue;
        };
        let tab = hub.build_tab(instance, task, tab_id.clone(), handle, None, state);
        task.tally(|tally| tally.opened += 1);
        if !instance.shows(&tab_id) {
            task.tally(|tally| tally.pruned += 1);
            hub.tab_closed(&tab);
            continue;
        }
        crate::write(&hub.tabs).insert(handle, Arc::clone(&tab));
        task.restore(Arc::clone(&tab));
        if let Err(failure) = hub.attach(instance, &tab).await {
            tracing::warn!(code = %failure.code, tab = %handle, "attaching again: {}", failure.message);
        }
    }
    // The anchor is the tab that was there before any task's: the one on a blank page that no record knows.
    let anchor = instance.seen().into_iter().find(|(id, seen)| !known.contains(id) && seen.url == "about:blank");
    instance.set_anchor(anchor.map(|(id, _)| id));
}
