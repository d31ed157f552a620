//! Events of a channel, in bounded queues: a slow reader is told how many it missed.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serde_json::value::RawValue;
use tabward_model::Delivered;
use tokio::sync::Notify;

use crate::{command::Event, connection::Handle, error::CdpError, sessions::Session, wire};

/// An event whose parameters are still text.
#[derive(Debug, Clone)]
pub struct RawEvent {
    /// Name on the wire, such as `Page.frameNavigated`.
    pub method: Arc<str>,
    /// The parameters as JSON.
    pub params: Arc<RawValue>,
}

impl RawEvent {
    /// Whether it is an `E`.
    pub fn is<E: Event>(&self) -> bool {
        &*self.method == E::METHOD
    }

    /// Reads it as an `E`.
    ///
    /// # Errors
    /// [`CdpError::Malformed`] when it is another event or does not look like one.
    pub fn parse<E: Event>(&self) -> Result<E, CdpError> {
        let malformed = |message: String| CdpError::Malformed {
            method: self.method.to_string(),
            message,
            delivered: Delivered::No,
        };
        if !self.is::<E>() {
            return Err(malformed(format!("not {}", E::METHOD)));
        }
        wire::parse(self.params.get()).map_err(|error| malformed(error.to_string()))
    }

    /// Reads it as an `E` if it is one.
    pub fn get<E: Event>(&self) -> Option<Result<E, CdpError>> {
        self.is::<E>().then(|| self.parse())
    }
}

/// What an [`EventStream`] gives.
#[derive(Debug, Clone)]
pub enum Incoming {
    /// The next event.
    Event(RawEvent),
    /// Here the reader was too slow, and this many events are lost.
    Missed(u64),
}

#[derive(Debug, Default)]
struct Items {
    list: VecDeque<Incoming>,
    bytes: usize,
    ended: bool,
}

/// Limits of one queue.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) events: usize,
    pub(crate) bytes: usize,
}

/// One reader's queue.
#[derive(Debug)]
pub(crate) struct Queue {
    items: Mutex<Items>,
    more: Notify,
    limits: Limits,
    /// Only these; all if none.
    only: Option<Vec<&'static str>>,
}

impl Queue {
    pub(crate) fn new(limits: Limits, only: Option<Vec<&'static str>>) -> Self {
        Self { items: Mutex::default(), more: Notify::new(), limits, only }
    }

    fn items(&self) -> MutexGuard<'_, Items> {
        self.items.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn wants(&self, method: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only.contains(&method))
    }

    pub(crate) fn push(&self, event: RawEvent) {
        let mut items = self.items();
        let size = event.params.get().len();
        // An event that is larger than the whole limit passes when it is alone.
        let full = items.list.len() >= self.limits.events
            || (!items.list.is_empty() && items.bytes + size > self.limits.bytes);
        if full {
            if let Some(Incoming::Missed(count)) = items.list.back_mut() {
                *count += 1;
            } else {
                items.list.push_back(Incoming::Missed(1));
            }
        } else {
            items.bytes += size;
            items.list.push_back(Incoming::Event(event));
        }
        drop(items);
        self.more.notify_one();
    }

    pub(crate) fn end(&self) {
        self.items().ended = true;
        self.more.notify_one();
    }

    /// The next item, or whether the end is reached.
    fn pop(&self) -> Result<Incoming, bool> {
        let mut items = self.items();
        let Some(next) = items.list.pop_front() else { return Err(items.ended) };
        if let Incoming::Event(event) = &next {
            items.bytes -= event.params.get().len();
        }
        Ok(next)
    }
}

/// The events of one channel, from the moment it was made.
#[derive(Debug)]
pub struct EventStream {
    queue: Arc<Queue>,
    /// Session and connection live as long as somebody listens.
    _session: Arc<Session>,
    _connection: Handle,
}

impl EventStream {
    pub(crate) fn new(queue: Arc<Queue>, session: Arc<Session>, connection: Handle) -> Self {
        Self { queue, _session: session, _connection: connection }
    }

    /// The next event, or how many were missed; none when the channel is closed. Nothing is lost when the future is
    /// dropped.
    pub async fn next(&mut self) -> Option<Incoming> {
        loop {
            match self.queue.pop() {
                Ok(next) => return Some(next),
                Err(true) => return None,
                Err(false) => self.queue.more.notified().await,
            }
        }
    }

    /// What has come already, without waiting.
    pub fn try_next(&mut self) -> Option<Incoming> {
        self.queue.pop().ok()
    }
}
