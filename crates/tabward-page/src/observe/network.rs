//! Requests of a tab: the last ones with method, address, status, timing and sizes. Header values that are secrets are
//! never kept; bodies stay in the browser until they are asked for.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use base64::Engine as _;
use tabward_cdp::protocol::network as cdp;
use tabward_cdp::{Cdp as _, CdpError, Event as _, RawEvent};
use tabward_model::capability::Observe;
use tabward_model::{FrameId, Permit, RequestHandle, redact, text};
use tokio::time::Instant;

use super::Ring;
use super::console::Entries;
use crate::page::Inner;
use crate::page::notice::PageEvent;
use crate::page::state::SessionKey;
use crate::{Page, PageError};

/// Requests that are kept.
pub const KEPT: usize = 200;
/// Headers that are kept of one request or answer, and characters of each value.
const HEADERS: (usize, usize) = (60, 500);
/// Characters that are kept of an address: `data:` addresses can be whole files.
const ADDRESS: usize = 4000;

/// Where a request stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// Sent; no answer yet, or not all of it.
    Pending,
    /// Answered, and all of it is there.
    Done,
    /// Answered by sending elsewhere: the next request goes on with it.
    Redirected,
    /// No answer came, or it broke off. In the browser's words, e.g. `net::ERR_CONNECTION_REFUSED`.
    Failed(String),
    /// The page or the browser gave it up.
    Cancelled,
}

/// One request.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// `n4`; see [`crate::PageOptions::request_numbers`].
    pub id: RequestHandle,
    /// Its method.
    pub method: String,
    /// Its address; values of secret parameters masked.
    pub url: Arc<str>,
    /// What it is for: `document`, `script`, `xhr`, `fetch`, `image`…
    pub kind: String,
    /// The frame that sent it; none for workers.
    pub frame: Option<FrameId>,
    /// What made it be sent: `parser`, `script`, `other`…
    pub initiator: String,
    /// The script or document that sent it.
    pub initiator_url: Option<String>,
    /// Line there, from 1.
    pub initiator_line: Option<u32>,
    /// The answer's status, once there is one.
    pub status: Option<u16>,
    /// The answer's media type.
    pub mime: Option<String>,
    /// Where it stands.
    pub progress: Progress,
    /// Whether the answer came from a cache or a service worker.
    pub from_cache: bool,
    /// Headers that were sent; secret values replaced.
    pub request_headers: BTreeMap<String, String>,
    /// Headers of the answer; secret values replaced.
    pub response_headers: BTreeMap<String, String>,
    /// Whether it carries a body.
    pub has_body: bool,
    /// When it was sent, in milliseconds since 1970.
    pub at_ms: f64,
    /// Until it ended, in milliseconds.
    pub duration_ms: Option<f64>,
    /// Until the answer's first byte, in milliseconds.
    pub first_byte_ms: Option<f64>,
    /// Bytes that came over the wire, headers included.
    pub wire_bytes: Option<u64>,
    /// The load that it belongs to.
    pub(crate) loader: String,
    session: SessionKey,
    browser_id: String,
    started: f64,
    /// Its place in this tab's log.
    number: u64,
}

impl Request {
    /// Whether it failed, or the server answered with an error status.
    pub fn is_bad(&self) -> bool {
        matches!(self.progress, Progress::Failed(_)) || self.status.is_some_and(|status| status >= 400)
    }

    /// Whether it is still under way.
    pub fn is_pending(&self) -> bool {
        self.progress == Progress::Pending
    }
}

/// The last requests of a tab.
#[derive(Debug)]
pub(crate) struct NetworkLog {
    ring: Ring<Request>,
    /// Requests under way, by channel and the browser's id.
    open: HashMap<(SessionKey, String), u64>,
    missed: u64,
    ids: Arc<AtomicU64>,
}

impl NetworkLog {
    pub(crate) fn new(ids: Arc<AtomicU64>) -> Self {
        Self { ring: Ring::new(KEPT), open: HashMap::new(), missed: 0, ids }
    }
}

fn headers(given: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    given
        .iter()
        .take(HEADERS.0)
        .map(|(name, value)| {
            let value = if redact::is_secret_header(name) {
                redact::mask(value.chars().count())
            } else {
                redact::text(text::prefix(value, HEADERS.1)).into_owned()
            };
            (name.clone(), value)
        })
        .collect()
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count of bytes, bounded below")]
fn bytes(count: f64) -> Option<u64> {
    (count >= 0.0).then_some(count as u64)
}

#[expect(clippy::cast_possible_truncation, reason = "a line number, given as a float")]
fn line_number(line: f64) -> i64 {
    line as i64
}

/// What an event did to the log.
enum Happened {
    Started(RequestHandle, Option<FrameId>),
    Ended(RequestHandle, bool),
}

impl NetworkLog {
    fn started(&mut self, session: SessionKey, event: &cdp::RequestWillBeSent) -> Vec<Happened> {
        let mut happened = Vec::new();
        let browser_id = event.request_id.0.clone();
        if let Some(response) = &event.redirect_response
            && let Some(request) = self.open_mut(session, &browser_id)
        {
            answered(request, response);
            request.progress = Progress::Redirected;
            request.duration_ms = Some((event.timestamp.0 - request.started) * 1000.0);
            happened.push(Happened::Ended(request.id, false));
        }
        let frame = event.frame_id.as_ref().map(|id| FrameId::new(id.0.clone()));
        let call = event.initiator.stack.as_ref().and_then(|stack| stack.call_frames.first());
        let initiator_url = event.initiator.url.as_ref().or(call.map(|call| &call.url)).filter(|url| !url.is_empty());
        let line = event.initiator.line_number.map(line_number).or(call.map(|call| call.line_number));
        let address = text::prefix(&event.request.url, ADDRESS);
        let number = self.ring.next();
        let id = RequestHandle(self.ids.fetch_add(1, Ordering::Relaxed) + 1);
        let request = Request {
            id,
            method: event.request.method.clone(),
            url: Arc::from(&*redact::url(address)),
            kind: event.r#type.as_ref().map_or("other", |kind| kind.as_str()).to_ascii_lowercase(),
            frame: frame.clone(),
            initiator: event.initiator.r#type.as_str().to_owned(),
            initiator_url: initiator_url.map(|url| redact::url(text::prefix(url, ADDRESS)).into_owned()),
            initiator_line: line.and_then(|line| u32::try_from(line).ok()).map(|line| line.saturating_add(1)),
            status: None,
            mime: None,
            progress: Progress::Pending,
            from_cache: false,
            request_headers: headers(&event.request.headers),
            response_headers: BTreeMap::new(),
            has_body: event.request.has_post_data.unwrap_or(false),
            at_ms: event.wall_time.0 * 1000.0,
            duration_ms: None,
            first_byte_ms: None,
            wire_bytes: None,
            loader: event.loader_id.0.clone(),
            session,
            browser_id: browser_id.clone(),
            started: event.timestamp.0,
            number,
        };
        self.ring.push(request);
        self.open.insert((session, browser_id), number);
        if self.open.len() > KEPT * 4 {
            let oldest = self.ring.first();
            self.open.retain(|_, number| *number >= oldest);
        }
        happened.push(Happened::Started(id, frame));
        happened
    }

    fn named(&self, id: RequestHandle) -> Option<&Request> {
        self.ring.iter().rev().find(|request| request.id == id)
    }

    fn open_mut(&mut self, session: SessionKey, browser_id: &str) -> Option<&mut Request> {
        // A frame that moves between processes answers on another channel than it asked.
        let number = self
            .open
            .get(&(session, browser_id.to_owned()))
            .copied()
            .or_else(|| self.open.iter().find(|((_, id), _)| id == browser_id).map(|(_, number)| *number))?;
        self.ring.get_mut(number)
    }

    fn ended(
        &mut self,
        session: SessionKey,
        browser_id: &str,
        at: f64,
        how: Progress,
        size: Option<f64>,
    ) -> Option<Happened> {
        let request = self.open_mut(session, browser_id)?;
        request.progress = how;
        request.duration_ms = Some((at - request.started) * 1000.0);
        request.wire_bytes = size.and_then(bytes).or(request.wire_bytes);
        let happened = Happened::Ended(request.id, request.is_bad());
        let number = request.number;
        self.open.retain(|_, open| *open != number);
        Some(happened)
    }

    /// A channel is gone: its requests will not be heard of again.
    pub(crate) fn session_gone(&mut self, session: SessionKey) {
        let lost: Vec<u64> =
            self.open.iter().filter(|((key, _), _)| *key == session).map(|(_, number)| *number).collect();
        self.open.retain(|(key, _), _| *key != session);
        for number in lost {
            if let Some(request) = self.ring.get_mut(number) {
                request.progress = Progress::Cancelled;
            }
        }
    }

    /// Events were lost: what is under way may have ended.
    pub(crate) fn missed(&mut self, count: u64) {
        self.missed += count;
        let open: Vec<u64> = self.open.drain().map(|(_, number)| number).collect();
        for number in open {
            if let Some(request) = self.ring.get_mut(number) {
                request.progress = Progress::Cancelled;
            }
        }
    }

    /// The main frame shows another document: the browser does not always tell the end of what the former one asked for.
    pub(crate) fn left(&mut self, former: Option<&str>, loader: &str) {
        let document = self.document(loader).map(|request| request.number);
        let ring = &mut self.ring;
        self.open.retain(|_, number| {
            let Some(request) = ring.get_mut(*number) else { return false };
            let old = former == Some(&request.loader) || document.is_some_and(|document| *number < document);
            if old && request.loader != loader {
                request.progress = Progress::Cancelled;
            }
            !old || request.loader == loader
        });
    }

    /// The answer to the request for a document, by its load.
    pub(crate) fn document(&self, loader: &str) -> Option<&Request> {
        self.ring
            .iter()
            .rev()
            .find(|request| request.loader == loader && request.kind == "document" && request.browser_id == loader)
    }
}

fn answered(request: &mut Request, response: &cdp::Response) {
    request.status = u16::try_from(response.status).ok().filter(|status| *status > 0);
    request.mime = Some(response.mime_type.clone()).filter(|mime| !mime.is_empty());
    request.response_headers = headers(&response.headers);
    request.from_cache = response.from_disk_cache.unwrap_or(false)
        || response.from_service_worker.unwrap_or(false)
        || response.from_prefetch_cache.unwrap_or(false);
    request.wire_bytes = bytes(response.encoded_data_length);
    if let Some(timing) = &response.timing {
        request.first_byte_ms = Some(timing.receive_headers_end).filter(|ms| *ms >= 0.0);
    }
}

impl Inner {
    pub(crate) fn network_event(&self, key: SessionKey, event: &RawEvent) -> Result<(), CdpError> {
        let happened = match &*event.method {
            cdp::RequestWillBeSent::METHOD => {
                let sent: cdp::RequestWillBeSent = event.parse()?;
                self.network.lock().started(key, &sent)
            }
            cdp::ResponseReceived::METHOD => {
                let received: cdp::ResponseReceived = event.parse()?;
                if let Some(request) = self.network.lock().open_mut(key, &received.request_id.0) {
                    answered(request, &received.response);
                }
                Vec::new()
            }
            cdp::RequestServedFromCache::METHOD => {
                let served: cdp::RequestServedFromCache = event.parse()?;
                if let Some(request) = self.network.lock().open_mut(key, &served.request_id.0) {
                    request.from_cache = true;
                }
                Vec::new()
            }
            cdp::LoadingFinished::METHOD => {
                let done: cdp::LoadingFinished = event.parse()?;
                let size = Some(done.encoded_data_length);
                let mut network = self.network.lock();
                network.ended(key, &done.request_id.0, done.timestamp.0, Progress::Done, size).into_iter().collect()
            }
            cdp::LoadingFailed::METHOD => {
                let failed: cdp::LoadingFailed = event.parse()?;
                let how = match &failed.blocked_reason {
                    Some(reason) => Progress::Failed(format!("{} ({})", failed.error_text, reason.as_str())),
                    None if failed.canceled.unwrap_or(false) => Progress::Cancelled,
                    None => Progress::Failed(failed.error_text.clone()),
                };
                let mut network = self.network.lock();
                network.ended(key, &failed.request_id.0, failed.timestamp.0, how, None).into_iter().collect()
            }
            _ => return Ok(()),
        };
        if happened.is_empty() {
            return Ok(());
        }
        for what in happened {
            self.tell(match what {
                Happened::Started(id, frame) => PageEvent::RequestStarted { id, frame },
                Happened::Ended(id, failed) => PageEvent::RequestEnded { id, failed },
            });
        }
        self.changed();
        Ok(())
    }
}

/// A body, as text where it is text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// Text.
    Text(String),
    /// Anything else.
    Bytes(Vec<u8>),
}

impl Page {
    /// Requests after number `n` (0: all that are kept), oldest first.
    pub fn requests_since(&self, number: u64) -> Entries<Request> {
        let log = self.inner.network.lock();
        let (entries, missed) = log.ring.after(number);
        Entries { entries: entries.cloned().collect(), missed: missed + log.missed, last: log.ring.last() }
    }

    /// The number of the newest request.
    pub fn requests_last(&self) -> u64 {
        self.inner.network.lock().ring.last()
    }

    /// One request, while it is kept.
    pub fn request(&self, id: RequestHandle) -> Option<Request> {
        self.inner.network.lock().named(id).cloned()
    }

    /// How many requests are under way; those of kinds that stay open (event streams, web sockets, media) do not count.
    pub fn requests_pending(&self) -> usize {
        let log = self.inner.network.lock();
        let lasting = |kind: &str| matches!(kind, "eventsource" | "websocket" | "media" | "ping");
        log.open.values().filter(|number| log.ring.get(**number).is_some_and(|request| !lasting(&request.kind))).count()
    }

    /// The body of the answer.
    ///
    /// # Errors
    /// [`PageError::Invalid`] when the request is no longer kept, or the browser has its body no more.
    pub async fn response_body(
        &self,
        permit: &Permit<Observe>,
        id: RequestHandle,
        deadline: Instant,
    ) -> Result<Body, PageError> {
        let (channel, browser_id) = self.source(id)?;
        let command = cdp::GetResponseBody::new(cdp::RequestId(browser_id));
        let reply = channel.until(deadline).send(permit, command).await.map_err(|error| gone(id, error))?;
        if reply.base64_encoded {
            let decoded = base64::engine::general_purpose::STANDARD.decode(reply.body);
            decoded.map(Body::Bytes).map_err(|_| PageError::Invalid(format!("the body of {id} is damaged")))
        } else {
            Ok(Body::Text(reply.body))
        }
    }

    /// The body that was sent, as text.
    ///
    /// # Errors
    /// As [`Page::response_body`].
    pub async fn request_body(
        &self,
        permit: &Permit<Observe>,
        id: RequestHandle,
        deadline: Instant,
    ) -> Result<String, PageError> {
        let (channel, browser_id) = self.source(id)?;
        let command = cdp::GetRequestPostData::new(cdp::RequestId(browser_id));
        let reply = channel.until(deadline).send(permit, command).await.map_err(|error| gone(id, error))?;
        Ok(reply.post_data)
    }

    fn source(&self, id: RequestHandle) -> Result<(tabward_cdp::Channel, String), PageError> {
        let found = self.inner.network.lock().named(id).map(|r| (r.session, r.browser_id.clone()));
        let (session, browser_id) =
            found.ok_or_else(|| PageError::Invalid(format!("{id} is unknown or no longer kept")))?;
        let channel = self.inner.sessions.lock().get(session);
        let channel = channel.ok_or_else(|| PageError::Invalid(format!("the frame of {id} is gone")))?;
        Ok((channel, browser_id))
    }
}

fn gone(id: RequestHandle, error: CdpError) -> PageError {
    match error {
        CdpError::Protocol { .. } => PageError::Invalid(format!("the browser no longer has the body of {id}")),
        error => error.into(),
    }
}
