//! After a restart of the hub: browsers that live on with their keepers are taken back with their tabs and tasks.

use std::collections::HashMap;
use std::sync::Arc;

use tabward_cdp::protocol::page::JavascriptDialogOpening;
use tabward_model::ownership::State;
use tabward_model::{CallerId, Code, TabHandle, TabId, TaskId, Workspace};
use tabward_store::{Intent, OutcomeEntry, TaskRecord};

use crate::finish::Why;
use crate::hub::Hub;
use crate::instance::Instance;
use crate::session::keeper::Greeting;
use crate::tab::{FormerDialog, Tab};
use crate::task::Task;

/// How long detaching one former channel may take.
const DETACH: std::time::Duration = std::time::Duration::from_secs(2);

/// Takes back what can be taken back. What cannot is written down as gone; nothing is launched anew (HUB-15, HUB-16).
pub async fn recover(hub: &Arc<Hub>) {
    settle(hub).await;
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
        let greeting = opened.greeting.clone();
        match hub.connect(opened).await {
            Ok(instance) => restore_tabs(hub, &instance, greeting.as_deref(), &tasks).await,
            Err(failure) => tracing::warn!(code = %failure.code, "taking a browser back: {}", failure.message),
        }
    }
    for task in tasks.values().filter(|task| task.is_finishing()) {
        if let Err(failure) = hub.finish(task, Why::Asked).await {
            tracing::warn!(code = %failure.code, task = %task.id, "completing a finish: {}", failure.message);
        }
    }
}

/// Calls that the former hub did not live to see the end of: what they asked for may have been done or not, and the ledger
/// says so from now on.
async fn settle(hub: &Arc<Hub>) {
    let begun = match hub.store.unsettled().await {
        Ok(begun) => begun,
        Err(error) => {
            tracing::error!(%error, "reading calls without an outcome");
            return;
        }
    };
    for row in begun {
        let entry = OutcomeEntry {
            of: Intent {
                task: row.task,
                caller: row.caller,
                call: row.call,
                tool: row.tool,
                instance: row.instance,
                tab: row.tab,
                document: row.document,
                args: None,
                at: i64::try_from(crate::hub::now_ms()).unwrap_or(i64::MAX),
            },
            code: Code::HubUnavailable.as_str().to_owned(),
            delivered: Some("unknown".to_owned()),
            effect: Some("the hub ended under this call".to_owned()),
            artifacts: None,
        };
        if let Err(error) = hub.store.outcome(entry).await {
            tracing::error!(%error, "settling a call of the former hub");
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

async fn restore_tabs(
    hub: &Arc<Hub>,
    instance: &Arc<Instance>,
    greeting: Option<&Greeting>,
    tasks: &HashMap<String, Arc<Task>>,
) {
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
        let tab = Hub::build_tab(instance, task, tab_id.clone(), handle, None, state);
        task.tally(|tally| tally.opened += 1);
        if !instance.shows(&tab_id) {
            task.tally(|tally| tally.pruned += 1);
            hub.tab_closed(&tab);
            continue;
        }
        crate::write(&hub.tabs).insert(handle, Arc::clone(&tab));
        task.restore(Arc::clone(&tab));
        if let Some(dialog) = former_channels(instance, &tab, greeting).await {
            // Nothing else reaches the page until it is answered; see `Tab::answer_former`.
            tab.set_former(dialog);
            continue;
        }
        if let Err(failure) = hub.attach(instance, &tab).await {
            tracing::warn!(code = %failure.code, tab = %handle, "attaching again: {}", failure.message);
        }
    }
    // The anchor is the tab that was there before any task's: the one on a blank page that no record knows. A browser
    // without windows was started without one.
    if instance.headless {
        return;
    }
    let anchor = instance.seen().into_iter().find(|(id, seen)| !known.contains(id) && seen.url == "about:blank");
    instance.set_anchor(anchor.map(|(id, _)| id));
}

/// The channels to a tab that the former hub opened are still there. One on which a dialog is open is the only one that can
/// answer it: it is kept and told. The others are detached, or they would hold new frames until someone resumes them.
async fn former_channels(
    instance: &Arc<Instance>,
    tab: &Arc<Tab>,
    greeting: Option<&Greeting>,
) -> Option<FormerDialog> {
    let greeting = greeting?;
    let mut found = None;
    for channel in greeting.channels.iter().filter(|channel| channel.target_id == tab.target.tab.as_str()) {
        let former = instance.connection.target(instance.id.clone(), tab.target.tab.clone(), &channel.session_id);
        let dialog =
            greeting.dialogs.iter().find(|dialog| dialog.session_id.as_deref() == Some(channel.session_id.as_str()));
        if let Some(opening) =
            dialog.and_then(|dialog| serde_json::from_str::<JavascriptDialogOpening>(dialog.params.get()).ok())
        {
            found = Some(FormerDialog {
                channel: former,
                kind: format!("{:?}", opening.r#type).to_lowercase(),
                message: opening.message,
            });
            continue;
        }
        if let Ok(permit) = tab.clean_up()
            && let Err(error) = former.until(tokio::time::Instant::now() + DETACH).detach(&permit).await
        {
            tracing::debug!(%error, tab = %tab.handle, "detaching a former channel");
        }
    }
    found
}
