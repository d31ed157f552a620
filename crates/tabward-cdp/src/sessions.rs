//! Sessions of a connection, and who listens to them.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use tokio::sync::watch;

use crate::events::{Queue, RawEvent};

/// How many ended sessions are remembered, so that a channel made too late is closed from the start.
const REMEMBERED: usize = 4096;

/// What all channels of one session share.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) id: Option<Arc<str>>,
    closed: watch::Sender<bool>,
    queues: Mutex<Vec<Weak<Queue>>>,
}

impl Session {
    fn new(id: Option<Arc<str>>, closed: bool) -> Self {
        Self { id, closed: watch::Sender::new(closed), queues: Mutex::default() }
    }

    fn queues(&self) -> MutexGuard<'_, Vec<Weak<Queue>>> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn listen(&self, queue: &Arc<Queue>) {
        let mut queues = self.queues();
        queues.retain(|known| known.strong_count() > 0);
        queues.push(Arc::downgrade(queue));
        // Under the lock: a close that comes now finds the queue in the list.
        if *self.closed.borrow() {
            queue.end();
        }
    }

    /// Those who want this event.
    fn listeners(&self, method: &str) -> Vec<Arc<Queue>> {
        self.queues().iter().filter_map(Weak::upgrade).filter(|queue| queue.wants(method)).collect()
    }

    pub(crate) fn is_closed(&self) -> bool {
        *self.closed.borrow()
    }

    pub(crate) async fn closed(&self) {
        // The sender is ours, so it lives as long as we wait.
        let _ = self.closed.subscribe().wait_for(|closed| *closed).await;
    }

    fn close(&self) {
        self.closed.send_replace(true);
        for queue in self.queues().drain(..).filter_map(|queue| queue.upgrade()) {
            queue.end();
        }
    }
}

#[derive(Debug, Default)]
struct Table {
    live: HashMap<Option<Arc<str>>, Weak<Session>>,
    children: HashMap<Arc<str>, Vec<Arc<str>>>,
    ended: HashSet<Arc<str>>,
    ended_order: VecDeque<Arc<str>>,
    closed: bool,
}

/// All sessions of a connection.
#[derive(Debug, Default)]
pub(crate) struct Sessions(Mutex<Table>);

impl Sessions {
    fn table(&self) -> MutexGuard<'_, Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The session of that id; made when nobody has asked for it before.
    pub(crate) fn get(&self, id: Option<&str>) -> Arc<Session> {
        let id: Option<Arc<str>> = id.map(Arc::from);
        let mut table = self.table();
        if let Some(known) = table.live.get(&id).and_then(Weak::upgrade) {
            return known;
        }
        let closed = table.closed || id.as_ref().is_some_and(|id| table.ended.contains(id));
        let session = Arc::new(Session::new(id.clone(), closed));
        if !closed {
            table.live.retain(|_, known| known.strong_count() > 0);
            table.live.insert(id, Arc::downgrade(&session));
        }
        session
    }

    /// Gives an event to all who listen to its session; the parameters are copied only when somebody does.
    pub(crate) fn dispatch(&self, session: Option<&str>, method: &str, event: impl FnOnce() -> RawEvent) {
        let id: Option<Arc<str>> = session.map(Arc::from);
        let session = self.table().live.get(&id).and_then(Weak::upgrade);
        let listeners = session.map(|session| session.listeners(method)).unwrap_or_default();
        if let Some((last, rest)) = listeners.split_last() {
            let event = event();
            for queue in rest {
                queue.push(event.clone());
            }
            last.push(event);
        }
    }

    /// A session was attached by way of another.
    pub(crate) fn attached(&self, parent: Option<&str>, child: &str) {
        if let Some(parent) = parent {
            self.table().children.entry(parent.into()).or_default().push(child.into());
        }
    }

    /// Ends a session and those attached by way of it. Returns all that ended.
    pub(crate) fn detached(&self, id: &str) -> Vec<Arc<str>> {
        let mut gone: Vec<Arc<str>> = vec![id.into()];
        let mut sessions = Vec::new();
        let mut table = self.table();
        let mut at = 0;
        while at < gone.len() {
            let id = Arc::clone(&gone[at]);
            at += 1;
            gone.extend(table.children.remove(&id).unwrap_or_default());
            sessions.extend(table.live.remove(&Some(Arc::clone(&id))).and_then(|known| known.upgrade()));
            if table.ended.insert(Arc::clone(&id)) {
                table.ended_order.push_back(id);
            }
            if table.ended_order.len() > REMEMBERED
                && let Some(oldest) = table.ended_order.pop_front()
            {
                table.ended.remove(&oldest);
            }
        }
        drop(table);
        for session in sessions {
            session.close();
        }
        gone
    }

    /// Ends all.
    pub(crate) fn close(&self) {
        let mut table = self.table();
        table.closed = true;
        let all: Vec<_> = table.live.drain().filter_map(|(_, known)| known.upgrade()).collect();
        drop(table);
        for session in all {
            session.close();
        }
    }
}
