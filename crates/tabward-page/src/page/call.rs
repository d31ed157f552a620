//! Running a method of our page scripts in one frame: one round trip, and an answer for everything that can happen to the
//! page meanwhile.

use serde::Serialize;
use serde::de::DeserializeOwned;
use tabward_cdp::protocol::page;
use tabward_cdp::protocol::runtime::{self, CallArgument, CallFunctionOnReturns, ExceptionDetails};
use tabward_cdp::{Cdp as _, CdpError, Channel, Command, OurUniqueContextId};
use tabward_model::capability::{Act, Capability, CleanUp, Hold, Read};
use tabward_model::origin::Verdict;
use tabward_model::{Delivered, FrameId, Permit, text};
use tokio::time::{Duration, Instant};

use super::session::WORLD;
use super::state::FrameDoc;
use super::{Inner, Page};
use crate::{PageError, scripts};

mod sealed {
    pub trait Sealed {}
}

/// The capabilities that run our page scripts: to read, to act (selections, interceptors), to clean up, to watch.
pub trait Runs: Capability + sealed::Sealed + Sized {
    /// The command, narrowed to our world.
    #[doc(hidden)]
    type Call: Command<Capability = Self, Returns = CallFunctionOnReturns>;
    /// Makes it.
    #[doc(hidden)]
    fn call(function: String, argument: CallArgument, world: OurUniqueContextId) -> Self::Call;
}

macro_rules! runs {
    ($($capability:ident by $command:ident),*) => {$(
        impl sealed::Sealed for $capability {}
        impl Runs for $capability {
            type Call = runtime::$command;
            fn call(function: String, argument: CallArgument, world: OurUniqueContextId) -> Self::Call {
                runtime::$command {
                    function_declaration: function,
                    arguments: Some(vec![argument]),
                    silent: Some(true),
                    return_by_value: Some(true),
                    await_promise: Some(true),
                    unique_context_id: Some(world),
                    ..Default::default()
                }
            }
        }
    )*};
}

runs!(Read by CallOurs, Act by CallOursToAct, CleanUp by CallOursToCleanUp, Hold by CallOursToHold);

/// How long our world may be missing in a frame before it is made: the browser makes it with each document, and only in
/// frames that never loaded anything it does not.
const WORLD_GRACE: Duration = Duration::from_millis(50);

/// How long before the deadline it is asked whether the page answers at all.
const PROBE_BEFORE: Duration = Duration::from_millis(750);

/// Where a call goes.
pub(crate) struct Place {
    pub(crate) channel: Channel,
    world: OurUniqueContextId,
    doc: FrameDoc,
}

impl Page {
    /// Runs `tw[method](arg)` of our page scripts in the frame's present document and reads what it returns, or what the
    /// promise that it returns becomes.
    ///
    /// # Errors
    /// `DOCUMENT_CHANGED` when the document is replaced meanwhile; `DIALOG_OPEN` at once when a dialog is open or opens;
    /// `PAGE_CRASHED`; `DEADLINE_EXCEEDED` when the method takes too long and `PAGE_UNRESPONSIVE` when the page answers
    /// nothing; `SCHEME_FORBIDDEN` and `ORIGIN_FORBIDDEN` for pages that are never touched; [`PageError::OurScript`] when
    /// the method throws.
    pub async fn call<T: DeserializeOwned>(
        &self,
        permit: &Permit<impl Runs>,
        frame: &FrameId,
        method: &str,
        arg: &(impl Serialize + ?Sized),
        deadline: Instant,
    ) -> Result<T, PageError> {
        self.inner.call(permit, frame, None, method, arg, deadline).await.map(|(value, _)| value)
    }

    /// As [`Page::call`], and tells which document it ran in.
    pub async fn call_telling<T: DeserializeOwned>(
        &self,
        permit: &Permit<impl Runs>,
        frame: &FrameId,
        method: &str,
        arg: &(impl Serialize + ?Sized),
        deadline: Instant,
    ) -> Result<(T, FrameDoc), PageError> {
        self.inner.call(permit, frame, None, method, arg, deadline).await
    }

    /// As [`Page::call`], in this document only: `DOCUMENT_CHANGED`, not delivered, when the frame shows another.
    pub async fn call_in<T: DeserializeOwned>(
        &self,
        permit: &Permit<impl Runs>,
        frame: &FrameId,
        doc: FrameDoc,
        method: &str,
        arg: &(impl Serialize + ?Sized),
        deadline: Instant,
    ) -> Result<T, PageError> {
        self.inner.call(permit, frame, Some(doc), method, arg, deadline).await.map(|(value, _)| value)
    }

    /// Whether the page runs anything at all: the probe of its health.
    ///
    /// # Errors
    /// `PAGE_UNRESPONSIVE` when it does not by the deadline; otherwise as [`Page::call`].
    pub async fn answers(&self, deadline: Instant) -> Result<(), PageError> {
        let place = self.inner.place(&self.main_frame()?.id, None, deadline).await?;
        match place.channel.until(deadline).send(&self.inner.hold, nothing(&place)).await {
            Ok(_) => Ok(()),
            Err(CdpError::Deadline { .. }) => Err(PageError::Unresponsive { delivered: Delivered::No }),
            Err(error) => Err(error.into()),
        }
    }

    /// The browser's handle of an element, for commands that name one. It lives as long as its document.
    pub(crate) async fn object(
        &self,
        permit: &Permit<Read>,
        frame: &FrameId,
        doc: FrameDoc,
        id: u64,
        deadline: Instant,
    ) -> Result<runtime::RemoteObjectId, PageError> {
        let place = self.inner.place(frame, Some(doc), deadline).await?;
        let argument = serde_json::value::to_raw_value(&id).map_err(|error| PageError::Invalid(error.to_string()))?;
        let argument = CallArgument { value: Some(argument), ..Default::default() };
        let mut command = <Read as Runs>::call(scripts::call("byId"), argument, place.world.clone());
        command.return_by_value = None;
        let reply = place.channel.until(deadline).send(permit, command).await?;
        // Where the scripts are missing, no element has a number.
        reply.result.object_id.ok_or(PageError::DocumentChanged { delivered: Delivered::No })
    }

    /// Whether anything may be done to the frame at all (OWN-22).
    ///
    /// # Errors
    /// `SCHEME_FORBIDDEN`, `ORIGIN_FORBIDDEN`, [`PageError::FrameGone`].
    pub fn check_frame(&self, frame: &FrameId) -> Result<(), PageError> {
        self.inner.check_frame(frame)
    }
}

impl Inner {
    async fn call<T: DeserializeOwned, C: Runs>(
        &self,
        permit: &Permit<C>,
        frame: &FrameId,
        doc: Option<FrameDoc>,
        method: &str,
        arg: &(impl Serialize + ?Sized),
        deadline: Instant,
    ) -> Result<(T, FrameDoc), PageError> {
        let argument = serde_json::value::to_raw_value(arg)
            .map_err(|error| PageError::Invalid(format!("the argument of {method} is no JSON: {error}")))?;
        let mut function = scripts::call(method);
        loop {
            let place = self.place(frame, doc, deadline).await?;
            let argument = CallArgument { value: Some(argument.clone()), ..Default::default() };
            let command = C::call(function.clone(), argument, place.world.clone());
            let channel = place.channel.until(deadline + Duration::from_secs(1));
            let sent = channel.send(permit, command);
            match self.guard(permit, frame, &place, sent, deadline).await? {
                Ok(reply) if scripts::missing(&reply.result) => function = scripts::install_and_call(method),
                Ok(reply) => return Ok((read(method, reply)?, place.doc)),
                Err(error) => self.sort(frame, &place, error)?,
            }
        }
    }

    /// Waits for a reply unless something happens to the page that makes it pointless.
    pub(crate) async fn guard<R>(
        &self,
        permit: &Permit<impl Capability>,
        frame: &FrameId,
        place: &Place,
        sent: impl Future<Output = Result<R, CdpError>>,
        deadline: Instant,
    ) -> Result<Result<R, CdpError>, PageError> {
        tokio::pin!(sent);
        let mut changes = self.changes();
        let probe = self.probe(place, deadline);
        tokio::pin!(probe);
        let mut answers = false;
        loop {
            changes.borrow_and_update();
            tokio::select! {
                // A reply that has come counts, whatever came after it.
                biased;
                reply = &mut sent => return Ok(reply),
                answered = &mut probe, if !answers => answers = answered,
                _ = changes.changed() => {
                    self.unchanged(frame, place.doc)?;
                    if !permit.is_live() {
                        return Err(PageError::Revoked { delivered: Delivered::Unknown });
                    }
                }
                () = tokio::time::sleep_until(deadline) => {
                    return Err(if answers {
                        PageError::Deadline { what: "the page script", delivered: Delivered::Unknown }
                    } else {
                        PageError::Unresponsive { delivered: Delivered::Unknown }
                    });
                }
            }
        }
    }

    /// Shortly before the deadline, whether the page answers at all. Never ends otherwise.
    async fn probe(&self, place: &Place, deadline: Instant) -> bool {
        let now = Instant::now();
        let before = PROBE_BEFORE.min(deadline.saturating_duration_since(now) / 2);
        tokio::time::sleep_until(deadline - before).await;
        match place.channel.send(&self.hold, nothing(place)).await {
            Ok(_) | Err(CdpError::Protocol { .. }) => true,
            Err(_) => std::future::pending().await,
        }
    }

    /// What ends a running call.
    fn unchanged(&self, frame: &FrameId, doc: FrameDoc) -> Result<(), PageError> {
        let delivered = Delivered::Unknown;
        self.alive(delivered)?;
        if let Some(dialog) = self.dialogs.lock().blocking() {
            return Err(PageError::DialogOpen { dialog, delivered });
        }
        match self.state.lock().frame(frame) {
            Some(now) if now.doc == doc => Ok(()),
            _ => Err(PageError::DocumentChanged { delivered }),
        }
    }

    pub(crate) fn check_frame(&self, frame: &FrameId) -> Result<(), PageError> {
        let url = self.state.lock().frame(frame).map(|frame| frame.url.clone());
        let url = url.ok_or_else(|| PageError::FrameGone(frame.clone()))?;
        match (self.options.judge)(&url) {
            Verdict::Allowed => Ok(()),
            Verdict::Scheme => Err(PageError::SchemeForbidden),
            Verdict::Origin => Err(PageError::OriginForbidden),
        }
    }

    /// Waits until scripts can run in the frame, and makes our world where the browser has not.
    pub(crate) async fn place(
        &self,
        frame: &FrameId,
        doc: Option<FrameDoc>,
        deadline: Instant,
    ) -> Result<Place, PageError> {
        let mut changes = self.changes();
        let mut grace = Instant::now() + WORLD_GRACE;
        loop {
            changes.borrow_and_update();
            self.alive(Delivered::No)?;
            if let Some(dialog) = self.dialogs.lock().blocking() {
                return Err(PageError::DialogOpen { dialog, delivered: Delivered::No });
            }
            self.check_frame(frame)?;
            let found = {
                let state = self.state.lock();
                let now = state.frame(frame).ok_or_else(|| PageError::FrameGone(frame.clone()))?;
                if doc.is_some_and(|doc| doc != now.doc) {
                    return Err(PageError::DocumentChanged { delivered: Delivered::No });
                }
                let world = state.our_world(frame).cloned();
                (now.session, world, now.doc)
            };
            let channel = found.0.and_then(|key| self.sessions.lock().get(key));
            if let (Some(channel), Some(world)) = (channel.clone(), found.1) {
                return Ok(Place { channel, world, doc: found.2 });
            }
            tokio::select! {
                _ = changes.changed() => {}
                () = tokio::time::sleep_until(grace.min(deadline)) => {
                    if Instant::now() >= deadline {
                        return Err(PageError::Deadline { what: "the frame's document", delivered: Delivered::No });
                    }
                    if let Some(channel) = channel {
                        self.make_world(frame, &channel.until(deadline)).await?;
                    }
                    grace = Instant::now() + WORLD_GRACE * 4;
                }
            }
        }
    }

    async fn make_world(&self, frame: &FrameId, channel: &Channel) -> Result<(), PageError> {
        let command = page::CreateIsolatedWorld::new(page::FrameId(frame.as_str().to_owned()), WORLD);
        match channel.send(&self.hold, command).await {
            // Its id comes by event. A frame that went meanwhile shows in the next look.
            Ok(_) | Err(CdpError::Protocol { .. }) => Ok(()),
            Err(CdpError::Deadline { .. }) => Err(PageError::Unresponsive { delivered: Delivered::No }),
            Err(error) => Err(error.into()),
        }
    }

    /// What an error of the browser means for the call: go on with another try, or end.
    fn sort(&self, frame: &FrameId, place: &Place, error: CdpError) -> Result<(), PageError> {
        let CdpError::Protocol { code, message, .. } = &error else {
            return Err(match error {
                CdpError::Closed { delivered } => match self.alive(delivered) {
                    Err(known) => known,
                    Ok(()) if self.main.is_closed() => PageError::Gone { delivered },
                    // A child channel: the frame moved to another process or went.
                    Ok(()) => PageError::DocumentChanged { delivered },
                },
                error => error.into(),
            });
        };
        match meaning(message) {
            Meaning::NoSuchWorld => {
                // Nothing ran. The world is forgotten unless its end was told already, and the next one used.
                self.state.lock().world_destroyed(place.world.as_str());
                self.changed();
                let _ = frame;
                Ok(())
            }
            Meaning::Replaced => Err(PageError::DocumentChanged { delivered: Delivered::Unknown }),
            Meaning::Crashed => Err(PageError::Crashed { delivered: Delivered::Unknown }),
            Meaning::Stopped => Err(PageError::Unresponsive { delivered: Delivered::Unknown }),
            // The browser's words for a call that was ended from outside, where it has none of its own.
            Meaning::Other if *code == -32_603 => Err(PageError::Unresponsive { delivered: Delivered::Unknown }),
            Meaning::Other => Err(error.into()),
        }
    }
}

/// A script that does nothing: a page that answers it is alive.
fn nothing(place: &Place) -> runtime::EvaluateOursToHold {
    runtime::EvaluateOursToHold {
        expression: "0".to_owned(),
        silent: Some(true),
        unique_context_id: Some(place.world.clone()),
        ..Default::default()
    }
}

/// What the browser's words mean; it has no codes for these.
pub(crate) enum Meaning {
    NoSuchWorld,
    Replaced,
    Crashed,
    Stopped,
    Other,
}

pub(crate) fn meaning(message: &str) -> Meaning {
    if message.contains("uniqueContextId not found")
        || message.contains("Cannot find context")
        || message.contains("Session with given id not found")
    {
        Meaning::NoSuchWorld
    } else if message.contains("Execution context was destroyed")
        || message.contains("navigated or closed")
        || message.contains("Promise was collected")
    {
        Meaning::Replaced
    } else if message.contains("crashed") {
        Meaning::Crashed
    } else if message.contains("Execution was terminated") {
        Meaning::Stopped
    } else {
        Meaning::Other
    }
}

fn read<T: DeserializeOwned>(method: &str, reply: CallFunctionOnReturns) -> Result<T, PageError> {
    if let Some(thrown) = reply.exception_details {
        return Err(PageError::OurScript { method: method.to_owned(), message: thrown_text(&thrown) });
    }
    let value = reply.result.value.as_ref().map_or("null", |value| value.get());
    serde_json::from_str(value)
        .map_err(|error| PageError::Shape { method: method.to_owned(), message: error.to_string() })
}

/// What was thrown, on one line.
pub(crate) fn thrown_text(thrown: &ExceptionDetails) -> String {
    let object = thrown.exception.as_ref();
    let said = object.and_then(|object| {
        // An error's description is its name, message and stack; what is not an error has a value.
        let description = object.description.as_deref().map(|text| text.split("\n    at ").next().unwrap_or(text));
        description.map(str::to_owned).or_else(|| object.value.as_ref().map(|value| value.get().to_owned()))
    });
    let said = said.unwrap_or_else(|| thrown.text.clone());
    text::clip(&text::one_line(&said), 1000).into_owned()
}
