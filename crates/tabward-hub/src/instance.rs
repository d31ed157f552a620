//! One actor per browser instance: it holds the connection, knows the browser's tabs, and hears what happens to them.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, Weak};

use tabward_cdp::protocol::{browser, target};
use tabward_cdp::{Cdp as _, CdpError, Channel, Connection, Incoming, RawEvent};
use tabward_model::ownership::{InstanceKind, InstanceOwnership};
use tabward_model::{InstanceHandle, InstanceId, TabHandle, TabId};

use crate::hub::Hub;

/// A tab of the browser, as its listing shows it.
#[derive(Debug, Clone)]
pub struct Seen {
    /// Its title.
    pub title: String,
    /// Its address. It leaves the hub only as an origin, unless the tab is the task's.
    pub url: String,
    /// The tab that opened it.
    pub opener: Option<TabId>,
    /// Short name, once one was needed.
    pub handle: Option<TabHandle>,
}

/// A connected browser.
#[derive(Debug)]
pub struct Instance {
    /// Opaque.
    pub id: InstanceId,
    /// Short name.
    pub handle: InstanceHandle,
    /// Whether it holds a person's sign-ins.
    pub kind: InstanceKind,
    /// Which of the browser's starts.
    pub epoch: i64,
    /// The session's row in the record.
    pub session: i64,
    /// Host and port that name its session.
    pub name: (String, u16),
    /// Without windows.
    pub headless: bool,
    /// Its debugging port, if it has one: no page of it is ever opened.
    pub port: Option<u16>,
    /// What the browser calls itself.
    pub product: String,
    /// The connection.
    pub connection: Connection,
    /// Browser-level channel.
    pub browser: Channel,
    /// The only context that exists for us, in an attached browser.
    pub context: Option<String>,
    /// Where downloads lie until they are done.
    pub downloads: Option<PathBuf>,
    ownership: InstanceOwnership,
    seen: Mutex<HashMap<TabId, Seen>>,
    /// The tab that was there at the launch of a browser with windows: in no list, closed last.
    anchor: Mutex<Option<TabId>>,
}

/// What an instance is made of.
#[derive(Debug)]
#[expect(missing_docs, reason = "the fields are those of Instance")]
pub struct NewInstance {
    pub id: InstanceId,
    pub handle: InstanceHandle,
    pub kind: InstanceKind,
    pub epoch: i64,
    pub session: i64,
    pub name: (String, u16),
    pub headless: bool,
    pub port: Option<u16>,
    pub product: String,
    pub connection: Connection,
    pub context: Option<String>,
    pub downloads: Option<PathBuf>,
}

impl Instance {
    /// Learns the browser's tabs, and watches from now on.
    pub async fn connect(hub: &Arc<Hub>, new: NewInstance, fresh: bool) -> Result<Arc<Self>, CdpError> {
        let browser = new.connection.browser(new.id.clone());
        let events = browser.events();
        let instance = Arc::new(Self {
            ownership: InstanceOwnership::new(new.id.clone()),
            browser,
            id: new.id,
            handle: new.handle,
            kind: new.kind,
            epoch: new.epoch,
            session: new.session,
            name: new.name,
            headless: new.headless,
            port: new.port,
            product: new.product,
            connection: new.connection,
            context: new.context,
            downloads: new.downloads,
            seen: Mutex::default(),
            anchor: Mutex::new(None),
        });
        let permit = instance.ownership.permit();
        let discover = target::SetDiscoverTargets { discover: true, ..Default::default() };
        let listing = target::GetTargets::default();
        let downloads = instance.download_behavior();
        let (discovered, listed, ()) = tokio::join!(
            instance.browser.send(&permit, discover),
            instance.browser.send(&permit, listing),
            // A browser that cannot tell of downloads is still a browser.
            async {
                if let Err(error) = instance.browser.send(&permit, downloads).await {
                    tracing::warn!(%error, "download behaviour");
                }
            },
        );
        discovered?;
        for info in listed?.target_infos {
            instance.saw(&info);
        }
        if fresh && !instance.headless {
            let first = crate::lock(&instance.seen).keys().next().cloned();
            *crate::lock(&instance.anchor) = first;
        }
        tokio::spawn(watch(Arc::downgrade(hub), Arc::clone(&instance), events));
        Ok(instance)
    }

    fn download_behavior(&self) -> browser::SetDownloadBehavior {
        let mut behavior = match &self.downloads {
            Some(folder) => {
                let mut behavior =
                    browser::SetDownloadBehavior::new(browser::SetDownloadBehaviorBehavior::AllowAndName);
                behavior.download_path = Some(folder.display().to_string());
                behavior
            }
            // The person's own folder stays theirs.
            None => browser::SetDownloadBehavior::new(browser::SetDownloadBehaviorBehavior::Default),
        };
        behavior.events_enabled = Some(true);
        behavior
    }

    /// The hub's standing towards the browser.
    pub fn ownership(&self) -> &InstanceOwnership {
        &self.ownership
    }

    /// Whether a target is a tab that exists for us.
    fn is_ours_to_see(&self, info: &target::TargetInfo) -> bool {
        info.r#type == "page"
            && self
                .context
                .as_ref()
                .is_none_or(|ours| info.browser_context_id.as_ref().is_some_and(|theirs| theirs.as_str() == ours))
    }

    fn saw(&self, info: &target::TargetInfo) {
        if !self.is_ours_to_see(info) {
            return;
        }
        let mut seen = crate::lock(&self.seen);
        let entry = seen.entry(TabId::new(info.target_id.as_str())).or_insert_with(|| Seen {
            title: String::new(),
            url: String::new(),
            opener: info.opener_id.as_ref().map(|id| TabId::new(id.as_str())),
            handle: None,
        });
        entry.title = title_of(&info.title, &info.url);
        entry.url.clone_from(&info.url);
    }

    /// The browser's tabs without the anchor.
    pub fn seen(&self) -> Vec<(TabId, Seen)> {
        let anchor = crate::lock(&self.anchor).clone();
        let mut all: Vec<_> = crate::lock(&self.seen)
            .iter()
            .filter(|(id, _)| Some(*id) != anchor.as_ref())
            .map(|(id, seen)| (id.clone(), seen.clone()))
            .collect();
        all.sort_by(|a, b| a.0.cmp(&b.0));
        all
    }

    /// Whether the browser shows this tab.
    pub fn shows(&self, tab: &TabId) -> bool {
        crate::lock(&self.seen).contains_key(tab)
    }

    /// Remembers the anchor of a browser that was found again.
    pub fn set_anchor(&self, tab: Option<TabId>) {
        *crate::lock(&self.anchor) = tab;
    }

    /// Gives a tab of the person's a short name.
    pub fn name_seen(&self, tab: &TabId, handle: TabHandle) {
        if let Some(seen) = crate::lock(&self.seen).get_mut(tab) {
            seen.handle = Some(handle);
        }
    }

    /// The tab of the person's that has this short name.
    pub fn seen_as(&self, handle: TabHandle) -> Option<(TabId, Seen)> {
        crate::lock(&self.seen)
            .iter()
            .find(|(_, seen)| seen.handle == Some(handle))
            .map(|(id, seen)| (id.clone(), seen.clone()))
    }

    /// A fresh listing of the browser's tabs (LIFE-7).
    pub async fn list(&self, deadline: tokio::time::Instant) -> Result<Vec<TabId>, CdpError> {
        let permit = self.ownership.permit();
        let listed = self.browser.until(deadline).send(&permit, target::GetTargets::default()).await?;
        Ok(listed
            .target_infos
            .iter()
            .filter(|info| info.r#type == "page")
            .map(|info| TabId::new(info.target_id.as_str()))
            .collect())
    }
}

/// The title that a page gave itself. A page without one, or before it has one, is called by its address, which must not be
/// told of a person's tab (OWN-2).
fn title_of(title: &str, url: &str) -> String {
    if url.contains(title) || title.contains("://") { String::new() } else { title.to_owned() }
}

/// Hears the browser's events until it is gone.
async fn watch(hub: Weak<Hub>, instance: Arc<Instance>, mut events: tabward_cdp::EventStream) {
    while let Some(incoming) = events.next().await {
        let Some(hub) = hub.upgrade() else { return };
        match incoming {
            Incoming::Event(event) => heard(&hub, &instance, &event),
            Incoming::Missed(count) => {
                tracing::warn!(count, instance = %instance.id, "missed browser events");
                let permit = instance.ownership.permit();
                if let Ok(listed) = instance.browser.send(&permit, target::GetTargets::default()).await {
                    let now: Vec<TabId> =
                        listed.target_infos.iter().map(|info| TabId::new(info.target_id.as_str())).collect();
                    let gone: Vec<TabId> =
                        crate::lock(&instance.seen).keys().filter(|id| !now.contains(id)).cloned().collect();
                    for info in &listed.target_infos {
                        instance.saw(info);
                    }
                    for id in gone {
                        tab_gone(&hub, &instance, &id);
                    }
                }
            }
        }
    }
    if let Some(hub) = hub.upgrade() {
        hub.instance_gone(&instance).await;
    }
}

fn heard(hub: &Arc<Hub>, instance: &Arc<Instance>, event: &RawEvent) {
    if let Some(Ok(created)) = event.get::<target::TargetCreated>() {
        let info = created.target_info;
        instance.saw(&info);
        if info.r#type == "page" {
            hub.tab_appeared(instance, &info);
        }
    } else if let Some(Ok(changed)) = event.get::<target::TargetInfoChanged>() {
        instance.saw(&changed.target_info);
        if let Some(tab) = hub.tab_of(&instance.id, &TabId::new(changed.target_info.target_id.as_str())) {
            tab.set_title(&changed.target_info.title);
        }
    } else if let Some(Ok(destroyed)) = event.get::<target::TargetDestroyed>() {
        tab_gone(hub, instance, &TabId::new(destroyed.target_id.as_str()));
    } else if let Some(Ok(began)) = event.get::<browser::DownloadWillBegin>() {
        for tab in hub.tabs_of(&instance.id) {
            if tab.page().is_ok_and(|page| page.download_began(&began)) {
                break;
            }
        }
    } else if let Some(Ok(progress)) = event.get::<browser::DownloadProgress>() {
        for tab in hub.tabs_of(&instance.id) {
            if tab.page().is_ok_and(|page| page.download_progressed(&progress)) {
                break;
            }
        }
    }
}

fn tab_gone(hub: &Arc<Hub>, instance: &Arc<Instance>, id: &TabId) {
    crate::lock(&instance.seen).remove(id);
    if let Some(tab) = hub.tab_of(&instance.id, id) {
        hub.tab_closed(&tab);
    }
    // It may have been the last that kept an unused browser (LIFE-13).
    hub.changed.notify_waiters();
}
