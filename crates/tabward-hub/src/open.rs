//! Opening: instances and tabs come into being here, and go.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tabward_cdp::Cdp as _;
use tabward_cdp::protocol::target;
use tabward_model::caller::Caller;
use tabward_model::capability::Hold;
use tabward_model::origin::Verdict;
use tabward_model::ownership::{Cause, Event, Holder, InstanceKind, State, StepEffect};
use tabward_model::resolve::{Known, Resolved, SessionNamed, Step, resolve};
use tabward_model::{
    Code, DocumentId, Failure, Grants, InstanceHandle, InstanceId, Ownership, SessionSpec, TabHandle, TabId, Target,
    TaskId,
};
use tabward_page::{CommitKind, Committed, Notice, Page, PageOptions};
use tabward_store::{StoreError, TabKey, TabRecord, TaskRecord, TaskState};
use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::dispatch::{Ctx, store_failure};
use crate::hub::{Hub, now_ms};
use crate::instance::{Instance, NewInstance};
use crate::session::{Opened, Who};
use crate::tab::{NewTab, Tab};
use crate::task::Task;

/// Notices of one tab that may wait for the hub.
const NOTICES: usize = 256;
/// How long attaching to one tab may take.
const ATTACH: Duration = Duration::from_secs(8);

impl Ctx {
    /// Who asks for a session.
    pub fn who(&self) -> Who {
        Who {
            workspace: Some(self.task.workspace.0.clone()),
            caller: Some(self.caller.id.as_str().to_owned()),
            task: Some(self.task.id.as_str().to_owned()),
        }
    }

    /// The browser to open a tab in, by the order of resolution; it is launched or attached to if that is what it says.
    pub async fn instance(&self, warnings: &mut Vec<String>) -> Result<(Arc<Instance>, Step), Failure> {
        let named = match self.common.browser_instance_id.as_deref().or(self.common.browser.as_deref()) {
            Some(name) => Some(self.hub.named_instance(name)?),
            None => None,
        };
        let session = self.common.session.as_ref().map(|spec| match self.hub.session_instance(spec, &self.who()) {
            Some(instance) => SessionNamed::Connected(instance),
            None => SessionNamed::ToMake,
        });
        let connected: Vec<InstanceId> = self.hub.instances().iter().map(|instance| instance.id.clone()).collect();
        let known = Known { named, session, tab: None, task: self.task.instance(), default: None, connected };
        let resolved = resolve(&known).map_err(|unresolved| {
            let failure = Failure::new(unresolved.code(), format!("{unresolved}. Not done."));
            match unresolved {
                tabward_model::resolve::Unresolved::Ambiguous(ids) => {
                    let mut failure = failure;
                    for instance in self.hub.instances().iter().filter(|instance| ids.contains(&instance.id)) {
                        failure = failure.detail(instance.line());
                    }
                    failure.next("repeat the call with \"browser\":\"b…\"")
                }
                tabward_model::resolve::Unresolved::Gone(_) => {
                    failure.next("browser_task {\"action\":\"finish\"}, then start anew, or name a \"session\"")
                }
                tabward_model::resolve::Unresolved::Unavailable(_) => {
                    failure.next("browser_tabs {\"action\":\"list\"}")
                }
                tabward_model::resolve::Unresolved::Disagree => failure,
            }
        })?;
        let (instance, step) = match resolved {
            Resolved::Use(id, step) => {
                let instance = self.hub.instance(&id).ok_or_else(|| {
                    Failure::new(Code::BrowserInstanceUnavailable, "the browser has just ended. Not done.")
                })?;
                (instance, step)
            }
            Resolved::MakeSession => {
                let spec = self.common.session.clone().unwrap_or_default();
                (self.hub.open_session(&spec, Some(self), warnings, self.deadline).await?, Step::Session)
            }
            Resolved::Auto => {
                (self.hub.open_session(&SessionSpec::default(), Some(self), warnings, self.deadline).await?, Step::Auto)
            }
        };
        self.task.bind(&instance.id);
        Ok((instance, step))
    }

    /// Opens a tab of the task. Its limit holds (LIFE-4).
    pub async fn open_tab(&self, instance: &Arc<Instance>, step: Step) -> Result<Arc<Tab>, Failure> {
        let limit = self.hub.settings.tabs.limit;
        let open = self.task.tabs();
        if open.len() >= limit {
            let mut failure =
                Failure::new(Code::ManagedTabLimitReached, format!("the task has {limit} tabs open. Not opened."));
            for tab in open {
                failure = failure.detail(tab.line());
            }
            return Err(failure.next("browser_tabs {\"action\":\"close\",\"tab\":\"t…\"}"));
        }
        self.record_intent().await?;
        let mut create = target::CreateTarget::new("about:blank".to_owned());
        // Each tab has a window of its own, so that it is drawn; none takes the focus.
        create.new_window = Some(true);
        create.background = Some(true);
        create.browser_context_id = instance.context.clone().map(Into::into);
        let permit = instance.ownership().permit_open();
        let made = instance
            .browser
            .until(self.deadline)
            .send(&permit, create)
            .await
            .map_err(|error| tabward_page::PageError::from(error).failure())?;
        let tab_id = TabId::new(made.target_id.as_str());
        let tab = self
            .hub
            .take_tab(instance, &self.task, tab_id, None)
            .await
            .map_err(|failure| Failure { delivered: tabward_model::Delivered::Yes, ..failure })?;
        self.note_target(&tab, step);
        Ok(tab)
    }
}

impl Hub {
    /// The instance that a handle or a whole id names.
    pub fn named_instance(&self, name: &str) -> Result<InstanceId, Failure> {
        let name = name.trim();
        if let Ok(handle) = name.parse::<InstanceHandle>() {
            return match self.instances().into_iter().find(|instance| instance.handle == handle) {
                Some(instance) => Ok(instance.id.clone()),
                None => {
                    Err(Failure::new(Code::BrowserInstanceUnavailable, format!("{handle} is not connected. Not done."))
                        .next("browser_tabs {\"action\":\"list\"}"))
                }
            };
        }
        Ok(InstanceId::new(name))
    }

    /// The connected instance of the session that a `session` argument names.
    pub fn session_instance(&self, spec: &SessionSpec, who: &Who) -> Option<InstanceId> {
        let found = self.sessions.find_for(spec, who)?;
        self.instance(&found).map(|instance| instance.id.clone())
    }

    /// Launches or attaches, as `spec` says, and connects.
    pub async fn open_session(
        self: &Arc<Self>,
        spec: &SessionSpec,
        ctx: Option<&Ctx>,
        warnings: &mut Vec<String>,
        deadline: Instant,
    ) -> Result<Arc<Instance>, Failure> {
        if let Some(ctx) = ctx {
            ctx.record_intent().await?;
        }
        let who = ctx.map(Ctx::who).unwrap_or_default();
        let (hub, spec) = (Arc::clone(self), spec.clone());
        // In a task of its own: a caller that gives up half-way leaves a browser that is connected, and so ends when nobody
        // uses it.
        let opening = self.openings.spawn(async move {
            if hub.is_draining() {
                return Err(crate::dispatch::restarting());
            }
            let opened = hub.sessions.ensure(&spec, &who, deadline).await.map_err(|error| error.failure())?;
            let warnings = opened.warnings.clone();
            let instance = match hub.instance(&opened.instance) {
                Some(instance) => instance,
                None => hub.connect(opened).await?,
            };
            Ok((instance, warnings))
        });
        let (instance, said) = opening.await.map_err(|error| {
            tracing::error!(%error, "opening a browser");
            Failure::new(Code::Internal, "opening the browser broke off")
        })??;
        warnings.extend(said);
        Ok(instance)
    }

    /// Takes a browser in that was launched, attached to or found again.
    pub(crate) async fn connect(self: &Arc<Self>, opened: Opened) -> Result<Arc<Instance>, Failure> {
        let downloads = (opened.kind == InstanceKind::Launched)
            .then(|| self.paths.state.join("downloads").join(opened.instance.as_str()));
        if let Some(folder) = &downloads
            && let Err(error) = crate::platform::make_private_dir(folder)
        {
            return Err(Failure::new(Code::StoreUnavailable, format!("{}: {error}", folder.display())));
        }
        let new = NewInstance {
            id: opened.instance.clone(),
            handle: InstanceHandle(opened.handle),
            kind: opened.kind,
            epoch: opened.epoch,
            session: opened.session,
            name: (opened.host.clone(), opened.port),
            headless: opened.headless,
            port: opened.real_port,
            product: opened.product.clone(),
            connection: opened.connection.clone(),
            context: opened.context.clone(),
            downloads,
        };
        let fresh = opened.fresh;
        if let Some(port) = opened.real_port {
            crate::write(&self.doors).add(port);
        }
        let instance = Instance::connect(self, new, fresh)
            .await
            .map_err(|error| tabward_page::PageError::from(error).failure())?;
        crate::write(&self.instances).insert(instance.id.clone(), Arc::clone(&instance));
        self.changed.notify_waiters();
        Ok(instance)
    }

    /// Attaches to a tab that is the task's from now on, and writes it down.
    pub(crate) async fn take_tab(
        self: &Arc<Self>,
        instance: &Arc<Instance>,
        task: &Arc<Task>,
        tab_id: TabId,
        opener: Option<TabHandle>,
    ) -> Result<Arc<Tab>, Failure> {
        let handle = TabHandle(self.numbers.next("tabs").await.map_err(|e| store_failure(&e))?);
        let state = State::managed(task.id.clone(), instance.kind);
        let tab = Self::build_tab(instance, task, tab_id, handle, opener, state);
        self.write_tab(&tab, None, None).await.map_err(|e| store_failure(&e))?;
        crate::write(&self.tabs).insert(handle, Arc::clone(&tab));
        task.add(Arc::clone(&tab));
        self.attach(instance, &tab).await?;
        Ok(tab)
    }

    /// A tab of this state, not attached to.
    pub(crate) fn build_tab(
        instance: &Arc<Instance>,
        task: &Arc<Task>,
        tab_id: TabId,
        handle: TabHandle,
        opener: Option<TabHandle>,
        state: State,
    ) -> Arc<Tab> {
        Tab::new(NewTab {
            handle,
            target: Target { instance: instance.id.clone(), tab: tab_id.clone() },
            browser: instance.handle,
            kind: instance.kind,
            task: task.id.clone(),
            epoch: instance.epoch,
            opener,
            opened_ms: now_ms(),
            ownership: Ownership::new(instance.id.clone(), tab_id, state),
        })
    }

    /// Attaches to a tab's page.
    pub(crate) async fn attach(self: &Arc<Self>, instance: &Arc<Instance>, tab: &Arc<Tab>) -> Result<(), Failure> {
        let hold = || tab.permit::<Hold>(&tab.task, &Grants::default()).map_err(|r| crate::dispatch::refused(r, tab));
        let attach = target::AttachToTarget::new(tab.target.tab.as_str().to_owned().into());
        let attached = instance
            .browser
            .until(Instant::now() + ATTACH)
            .send(&hold()?, attach)
            .await
            .map_err(|error| tabward_page::PageError::from(error).failure())?;
        let channel =
            instance.connection.target(instance.id.clone(), tab.target.tab.clone(), attached.session_id.as_str());
        let (send, notices) = mpsc::channel(NOTICES);
        let options = PageOptions {
            attach_within: ATTACH,
            judge: {
                let hub = Arc::downgrade(self);
                Arc::new(move |address| match hub.upgrade() {
                    Some(hub) => crate::read(&hub.doors).judge(address),
                    None => Verdict::Origin,
                })
            },
            on_commit: {
                let hub = Arc::downgrade(self);
                let tab = Arc::downgrade(tab);
                Arc::new(move |committed: &Committed| {
                    if let (Some(hub), Some(tab)) = (hub.upgrade(), tab.upgrade()) {
                        hub.committed(&tab, committed);
                    }
                })
            },
            request_numbers: self.task_of(&tab.task).map(|task| Arc::clone(&task.request_numbers)).unwrap_or_default(),
            ..PageOptions::default()
        };
        let page = Page::attach(channel, hold()?, send, options).await.map_err(|error| error.failure())?;
        tab.set_page(page);
        tokio::spawn(hear(Arc::downgrade(self), Arc::clone(tab), notices));
        Ok(())
    }

    /// A main-frame document was committed: the tab's generation moves on, and its permits with it or not.
    fn committed(self: &Arc<Self>, tab: &Arc<Tab>, committed: &Committed) {
        if !committed.main {
            return;
        }
        let first = is_first_of_popup(tab);
        tab.set_document(DocumentId::new(format!("d{}", crate::random::hex(8))), &committed.url);
        let verdict = crate::read(&self.doors).judge(&committed.url);
        let cause = match committed.kind {
            CommitKind::Found => Cause::Task,
            // What its opener sent it to may have been asked for before we were there to hear it.
            _ if first && committed.evidence.kind.is_some() && !committed.evidence.other_input => Cause::Task,
            _ => committed.cause(),
        };
        self.applied(tab, &Event::Committed { cause, verdict });
    }

    /// Takes an event into a tab's ownership and tells the task what it must know.
    pub(crate) fn applied(self: &Arc<Self>, tab: &Arc<Tab>, event: &Event) {
        match tab.apply(event) {
            Ok(effects) if effects.contains(&StepEffect::TellTakenOver) => {
                self.taken_over(tab);
                if let Some(task) = self.task_of(&tab.task) {
                    task.tell(format!(
                        "note: the person took over {}; you may no longer read or act there",
                        tab.handle
                    ));
                }
            }
            Ok(_) => {}
            Err(refusal) => tracing::debug!(tab = %tab.handle, %refusal, "event after the end"),
        }
    }

    /// The person took a tab over: what runs there ends at once, and a hub that comes after this one knows it, too.
    fn taken_over(self: &Arc<Self>, tab: &Arc<Tab>) {
        if let Ok(page) = tab.page() {
            page.wake();
        }
        let (hub, tab) = (Arc::clone(self), Arc::clone(tab));
        tokio::spawn(async move {
            if let Err(error) = hub.write_tab(&tab, None, None).await {
                tracing::warn!(%error, tab = %tab.handle, "writing down that the person took it over");
            }
        });
        self.changed.notify_waiters();
    }

    /// A tab appeared in the browser: one that a task's tab opened joins the task (LIFE-2).
    pub(crate) fn tab_appeared(self: &Arc<Self>, instance: &Arc<Instance>, info: &target::TargetInfo) {
        let Some(opener) = info.opener_id.as_ref().map(|id| TabId::new(id.as_str())) else { return };
        let Some(opener) = self.tab_of(&instance.id, &opener) else { return };
        let id = TabId::new(info.target_id.as_str());
        if opener.is_taken_over() || self.tab_of(&instance.id, &id).is_some() {
            return;
        }
        let Some(task) = self.task_of(&opener.task) else { return };
        let (hub, instance) = (Arc::clone(self), Arc::clone(instance));
        tokio::spawn(async move {
            let _one = task.opening.lock().await;
            match hub.take_tab(&instance, &task, id, Some(opener.handle)).await {
                Ok(tab) => {
                    crate::lock(&opener.fresh).tabs.push(tab.handle);
                    if task.tabs().len() > hub.settings.tabs.limit {
                        task.tell(format!(
                            "note: {} opened {}; the task is over its limit of {} tabs, close some",
                            opener.handle, tab.handle, hub.settings.tabs.limit
                        ));
                    }
                    hub.changed.notify_waiters();
                }
                Err(failure) => tracing::warn!(code = %failure.code, "popup: {}", failure.message),
            }
        });
    }

    /// A tab is gone from the browser, by whoever's doing.
    pub(crate) fn tab_closed(self: &Arc<Self>, tab: &Arc<Tab>) {
        let _ = tab.apply(&Event::Closed);
        crate::write(&self.tabs).remove(&tab.handle);
        self.refs.forget_nodes(tab.handle);
        if let Some(task) = self.task_of(&tab.task) {
            task.remove(tab);
        }
        let (hub, tab) = (Arc::clone(self), Arc::clone(tab));
        tokio::spawn(async move {
            if let Err(error) = hub.write_tab(&tab, Some(now_ms()), None).await {
                tracing::warn!(%error, "closed tab");
            }
        });
        self.changed.notify_waiters();
    }

    /// Writes a tab down as it is now.
    pub(crate) async fn write_tab(
        &self,
        tab: &Tab,
        closed: Option<u64>,
        verified: Option<bool>,
    ) -> Result<(), StoreError> {
        let state = tab.ownership();
        let owned = matches!(state.holder, Holder::Managed { .. });
        self.store
            .tab_put(TabRecord {
                key: TabKey {
                    instance: tab.target.instance.as_str().to_owned(),
                    epoch: tab.epoch,
                    tab: tab.target.tab.as_str().to_owned(),
                },
                handle: tab.handle.0,
                task: owned.then(|| tab.task.as_str().to_owned()),
                ownership: serde_json::to_string(&state).unwrap_or_default(),
                keep: state.kept,
                opener: tab.opener.map(|opener| opener.to_string()),
                purpose: None,
                opened: i64::try_from(tab.opened_ms).unwrap_or(i64::MAX),
                closed: closed.map(|at| i64::try_from(at).unwrap_or(i64::MAX)),
                verified,
            })
            .await
    }

    /// The browser is gone: its tabs are, its permits end, its tasks are told at their next call (HUB-16).
    pub(crate) async fn instance_gone(self: &Arc<Self>, instance: &Arc<Instance>) {
        if crate::write(&self.instances).remove(&instance.id).is_none() {
            return;
        }
        instance.ownership().revoke();
        if let Some(port) = instance.port {
            crate::write(&self.doors).remove(port);
        }
        for tab in self.tabs_of(&instance.id) {
            if let Some(task) = self.task_of(&tab.task) {
                task.tally(|tally| tally.pruned += 1);
            }
            self.tab_closed(&tab);
        }
        if let Some(folder) = &instance.downloads {
            let _ = std::fs::remove_dir_all(folder);
        }
        self.sessions.ended(instance.session).await;
        self.changed.notify_waiters();
    }

    /// A task's tab by the browser's own id.
    pub fn tab_of(&self, instance: &InstanceId, tab: &TabId) -> Option<Arc<Tab>> {
        crate::read(&self.tabs)
            .values()
            .find(|known| known.target.instance == *instance && known.target.tab == *tab)
            .cloned()
    }

    /// The tasks' tabs in an instance.
    pub fn tabs_of(&self, instance: &InstanceId) -> Vec<Arc<Tab>> {
        crate::read(&self.tabs).values().filter(|tab| tab.target.instance == *instance).cloned().collect()
    }

    /// The tab of a pair of ids.
    pub fn tab_of_pair(&self, instance: &str, tab: &str) -> Result<Arc<Tab>, Failure> {
        let id = self.named_instance(instance)?;
        let Some(connected) = self.instance(&id) else {
            return Err(Failure::new(Code::BrowserInstanceUnavailable, "that browser is not connected. Not done."));
        };
        if let Ok(handle) = tab.parse::<TabHandle>() {
            let found = self.tab_named(tab)?;
            return if found.target.instance == id {
                Ok(found)
            } else {
                Err(Failure::new(Code::InvalidArgument, format!("{handle} is in another browser. Not done.")))
            };
        }
        let tab = TabId::new(tab);
        match self.tab_of(&id, &tab) {
            Some(found) => Ok(found),
            None if connected.shows(&tab) => Err(Failure::new(
                Code::TabNotOwned,
                "that tab is the person's; only its title and origin may be listed. Not done.",
            )),
            None => Err(Failure::new(Code::TabNotFound, "no such tab in that browser. Not done.")
                .next("browser_tabs {\"action\":\"list\"}")),
        }
    }

    /// Whether a handle is that of a tab of the person's.
    pub fn is_users(&self, handle: TabHandle) -> bool {
        self.instances().iter().any(|instance| instance.seen_as(handle).is_some())
    }

    /// A task by its id.
    pub fn task_of(&self, id: &TaskId) -> Option<Arc<Task>> {
        crate::lock(&self.tasks).values().find(|task| task.id == *id).cloned()
    }

    /// The caller's task of this name, if it is not finished.
    pub fn find_task(&self, caller: &Caller, name: &str) -> Option<Arc<Task>> {
        crate::lock(&self.tasks).get(&caller.task(name)).cloned()
    }

    /// Makes a task, and writes it down.
    pub async fn make_task(self: &Arc<Self>, caller: &Caller, name: &str) -> Result<Arc<Task>, StoreError> {
        let key = caller.task(name);
        let id = TaskId::new(format!("{}#{}", key.as_str(), crate::random::hex(6)));
        let task = Arc::new(Task::new(id, name.to_owned(), caller.workspace.clone(), caller.id.clone(), now_ms()));
        let task = {
            let mut tasks = crate::lock(&self.tasks);
            // Two first calls of one name share the task.
            Arc::clone(tasks.entry(key.clone()).or_insert(task))
        };
        if let Err(error) = self.write_task(&task, TaskState::Active, None).await {
            crate::lock(&self.tasks).remove(&key);
            return Err(error);
        }
        self.changed.notify_waiters();
        Ok(task)
    }

    /// Writes a task down as it is now.
    pub(crate) async fn write_task(
        &self,
        task: &Task,
        state: TaskState,
        reason: Option<&str>,
    ) -> Result<(), StoreError> {
        let now = i64::try_from(now_ms()).unwrap_or(i64::MAX);
        self.store
            .task_put(TaskRecord {
                id: task.id.as_str().to_owned(),
                name: task.name.clone(),
                workspace: task.workspace.0.clone(),
                caller: task.caller.as_str().to_owned(),
                state,
                instance: task.instance().map(|id| id.as_str().to_owned()),
                created: i64::try_from(task.created_ms).unwrap_or(i64::MAX),
                last_call: now,
                finished: (state == TaskState::Finished).then_some(now),
                end_reason: reason.map(str::to_owned),
            })
            .await
    }
}

impl Instance {
    /// The browser in one line, for choices.
    pub fn line(&self) -> String {
        let kind = match (self.kind, self.headless) {
            (InstanceKind::Launched, true) => "launched, headless",
            (InstanceKind::Launched, false) => "launched",
            (InstanceKind::Attached, _) => "attached",
        };
        format!(
            "{} {} ({kind}) {}:{}",
            self.handle,
            tabward_model::text::one_line(&self.product),
            self.name.0,
            self.name.1
        )
    }

    /// The browser for JSON.
    pub fn to_json(&self) -> Value {
        serde_json::json!({
            "browser_instance_id": self.id,
            "handle": self.handle,
            "kind": match self.kind { InstanceKind::Launched => "launched", InstanceKind::Attached => "attached" },
            "connected": true,
            "default": false,
            "browser": self.product,
            "headless": self.headless,
            "sessions": [{"host": self.name.0, "port": self.name.1}],
        })
    }
}

/// Whether a popup of a task's tab has shown nothing but the blank page that it began with.
fn is_first_of_popup(tab: &Tab) -> bool {
    tab.opener.is_some() && tab.generation().0 <= 1 && matches!(tab.url().as_str(), "" | "about:blank")
}

/// Hears what a tab tells.
async fn hear(hub: std::sync::Weak<Hub>, tab: Arc<Tab>, mut notices: mpsc::Receiver<Notice>) {
    while let Some(notice) = notices.recv().await {
        let Some(hub) = hub.upgrade() else { return };
        match notice {
            Notice::MovedWithinDocument { url } => tab.set_url(&url),
            Notice::PersonInput => hub.applied(&tab, &Event::PersonInput),
            Notice::Download(download) => crate::tools::observe::downloaded(&hub, &tab, &download).await,
            Notice::DocumentCommitted(_)
            | Notice::DialogOpened(_)
            | Notice::DialogClosed { .. }
            | Notice::PopupOpened(_)
            | Notice::Crashed
            | Notice::Detached => {}
        }
    }
}
