//! Commands that wait for their answer.

use std::{
    collections::HashMap,
    hash::{BuildHasher as _, RandomState},
    ops::Range,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU8, AtomicU64, Ordering},
    },
};

use tabward_model::Delivered;
use tokio::sync::oneshot;

use crate::wire::{Text, WireError};

const QUEUED: u8 = 0;
const WRITING: u8 = 1;
const WITHDRAWN: u8 = 2;

/// How far a command has come on its way out. Shared by the caller and the writer.
#[derive(Debug, Clone, Default)]
pub(crate) struct Progress(Arc<AtomicU8>);

impl Progress {
    /// The writer is about to write it; false when the caller has given up.
    pub(crate) fn start(&self) -> bool {
        self.0.compare_exchange(QUEUED, WRITING, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }

    /// The caller gives up. Whether the browser may have got the command: never when the writer had not begun, since
    /// it will not begin any more.
    pub(crate) fn withdraw(&self) -> Delivered {
        match self.0.compare_exchange(QUEUED, WITHDRAWN, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) | Err(WITHDRAWN) => Delivered::No,
            Err(_) => Delivered::Unknown,
        }
    }
}

/// What a waiting caller gets.
#[derive(Debug)]
pub(crate) enum Reply {
    /// The result, as a part of its message.
    Result(Text, Range<usize>),
    Error(WireError),
    /// The channel is closed.
    Closed,
}

#[derive(Debug)]
struct Waiting {
    session: Option<Arc<str>>,
    reply: oneshot::Sender<Reply>,
}

/// All commands of a connection that wait.
#[derive(Debug)]
pub(crate) struct Pending {
    /// Commands so far, from a random start: a browser may still answer what an earlier connection over the same pipe
    /// has asked, and must not be taken to answer us.
    next: AtomicU64,
    waiting: Mutex<HashMap<u64, Waiting>>,
}

impl Default for Pending {
    fn default() -> Self {
        Self { next: RandomState::new().hash_one("first").into(), waiting: Mutex::default() }
    }
}

impl Pending {
    fn waiting(&self) -> MutexGuard<'_, HashMap<u64, Waiting>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A number for a command, of the 31 bits that browsers take.
    pub(crate) fn id(&self) -> u64 {
        self.next.fetch_add(1, Ordering::Relaxed) & 0x7FFF_FFFF
    }

    /// Enters a command. Its entry goes when the ticket is dropped.
    pub(crate) fn enter(self: &Arc<Self>, id: u64, session: Option<Arc<str>>) -> (Ticket, oneshot::Receiver<Reply>) {
        let (reply, receiver) = oneshot::channel();
        self.waiting().insert(id, Waiting { session, reply });
        (Ticket { pending: Arc::clone(self), id, progress: Progress::default() }, receiver)
    }

    /// Gives an answer to whoever waits for it; late ones find nobody.
    pub(crate) fn answer(&self, id: u64, reply: Reply) {
        let waiting = self.waiting().remove(&id);
        if let Some(waiting) = waiting {
            // The caller may have gone in this moment.
            let _ = waiting.reply.send(reply);
        }
    }

    /// Tells all callers of one session that it is closed.
    pub(crate) fn close_session(&self, session: &str) {
        self.close_those(|waiting| waiting.session.as_deref() == Some(session));
    }

    /// Tells all callers that the connection is closed.
    pub(crate) fn close(&self) {
        self.close_those(|_| true);
    }

    fn close_those(&self, which: impl Fn(&Waiting) -> bool) {
        let gone: Vec<Waiting> = self.waiting().extract_if(|_, waiting| which(waiting)).map(|(_, it)| it).collect();
        for waiting in gone {
            let _ = waiting.reply.send(Reply::Closed);
        }
    }

    /// How many wait.
    pub(crate) fn len(&self) -> usize {
        self.waiting().len()
    }
}

/// A caller's hold on its entry.
#[derive(Debug)]
pub(crate) struct Ticket {
    pending: Arc<Pending>,
    id: u64,
    progress: Progress,
}

impl Ticket {
    pub(crate) fn progress(&self) -> &Progress {
        &self.progress
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.pending.waiting().remove(&self.id);
        self.progress.withdraw();
    }
}
