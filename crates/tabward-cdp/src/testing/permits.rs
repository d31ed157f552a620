//! Permits for tests, from the same maker as all others.

use tabward_model::{
    Cap, Capability, Grants, InstanceId, Ownership, Permit, TabId, TaskId,
    capability::{Instance, Navigate},
    ownership::{Event, InstanceKind, InstanceOwnership, State},
};

use crate::{channel::Channel, connection::Connection};

/// A tab that a test's own task opened in a launched browser, with everything granted.
#[derive(Debug)]
pub struct TestTab {
    instance: InstanceId,
    tab: TabId,
    task: TaskId,
    ownership: Ownership,
    browser: InstanceOwnership,
}

impl TestTab {
    /// A tab of that browser.
    pub fn new(instance: &str, tab: &str) -> Self {
        let (instance, tab, task) = (InstanceId::new(instance), TabId::new(tab), TaskId::new("task"));
        let state = State::managed(task.clone(), InstanceKind::Launched);
        let ownership = Ownership::new(instance.clone(), tab.clone(), state);
        let browser = InstanceOwnership::new(instance.clone());
        Self { instance, tab, task, ownership, browser }
    }

    /// The browser.
    pub fn instance(&self) -> &InstanceId {
        &self.instance
    }

    /// The tab.
    pub fn tab(&self) -> &TabId {
        &self.tab
    }

    /// A permit for the tab.
    ///
    /// # Panics
    /// When the ownership's state does not allow `C`.
    pub fn permit<C: Capability>(&self) -> Permit<C> {
        let all =
            [Cap::Script, Cap::Observe, Cap::Debug, Cap::Storage, Cap::Files, Cap::Clipboard, Cap::Raw, Cap::Focus];
        match self.ownership.permit(&self.task, &Grants::of(all)) {
            Ok(permit) => permit,
            Err(refusal) => panic!("no permit: {refusal:?}"),
        }
    }

    /// A permit for the browser as a whole.
    pub fn instance_permit(&self) -> Permit<Instance> {
        self.browser.permit()
    }

    /// A permit to open a tab.
    pub fn open_permit(&self) -> Permit<Navigate> {
        self.browser.permit_open()
    }

    /// Tells the ownership of an event, such as one that revokes the permits.
    ///
    /// # Panics
    /// When the ownership refuses it.
    pub fn apply(&mut self, event: &Event) {
        if let Err(refusal) = self.ownership.apply(event) {
            panic!("refused: {refusal:?}");
        }
    }

    /// The channel to the tab by that session.
    pub fn channel(&self, connection: &Connection, session_id: &str) -> Channel {
        connection.target(self.instance.clone(), self.tab.clone(), session_id)
    }

    /// The channel to the browser as a whole.
    pub fn browser_channel(&self, connection: &Connection) -> Channel {
        connection.browser(self.instance.clone())
    }
}
