//! A channel: commands to one target under permits, and its events.

use std::{future::Future, sync::Arc};

use serde::Serialize;
use tabward_model::{Capability, Delivered, InstanceId, Permit, Scope, TabId, capability::CleanUp};
use tokio::time::Instant;

use crate::{
    command::{Command, Level, Nothing},
    connection::{Handle, Outbound},
    error::{CdpError, CommandRefused},
    events::{EventStream, Queue},
    pending::Reply,
    sessions::Session,
    wire,
};

/// Sends commands. What works over it works in every browser, however that is reached.
pub trait Cdp {
    /// Sends one command and waits for its answer.
    ///
    /// Dropping the future withdraws the command if it is not yet written, and forgets its answer otherwise.
    ///
    /// # Errors
    /// [`CdpError::Refused`] when permit or parameters do not allow it; nothing was sent then. All others tell by
    /// [`CdpError::delivered`] whether the browser may have acted.
    fn send<M: Command>(
        &self,
        permit: &Permit<M::Capability>,
        command: M,
    ) -> impl Future<Output = Result<M::Returns, CdpError>> + Send;
}

/// A way to one target of one browser: the browser as a whole, a tab, or a frame or worker of a tab.
#[derive(Debug, Clone)]
pub struct Channel {
    connection: Handle,
    instance: InstanceId,
    tab: Option<TabId>,
    session: Arc<Session>,
    deadline: Option<Instant>,
}

impl Channel {
    pub(crate) fn new(connection: Handle, instance: InstanceId, tab: Option<TabId>, session: Option<&str>) -> Self {
        let session = connection.shared().sessions.get(session);
        Self { connection, instance, tab, session, deadline: None }
    }

    /// The same channel with a deadline for all that is sent on it. Without one each command has the connection's
    /// default (25 s).
    #[must_use]
    pub fn until(&self, deadline: Instant) -> Self {
        Self { deadline: Some(deadline), ..self.clone() }
    }

    /// The channel to a frame or worker of the same tab. It keeps the deadline.
    #[must_use]
    pub fn child(&self, session_id: &str) -> Self {
        Self { session: self.connection.shared().sessions.get(Some(session_id)), ..self.clone() }
    }

    /// Events of this channel's own session from now on.
    pub fn events(&self) -> EventStream {
        self.listen(None)
    }

    /// As [`Channel::events`], but only those with these names (`FrameNavigated::METHOD`): others take no room in the
    /// queue, so a page that floods the console cannot displace them.
    pub fn events_of(&self, methods: &[&'static str]) -> EventStream {
        self.listen(Some(methods.to_vec()))
    }

    fn listen(&self, only: Option<Vec<&'static str>>) -> EventStream {
        let queue = Arc::new(Queue::new(self.connection.shared().limits, only));
        self.session.listen(&queue);
        EventStream::new(queue, Arc::clone(&self.session), self.connection.clone())
    }

    /// The session; none for the browser as a whole.
    pub fn session_id(&self) -> Option<&str> {
        self.session.id.as_deref()
    }

    /// The tab; none for the browser as a whole.
    pub fn tab(&self) -> Option<&TabId> {
        self.tab.as_ref()
    }

    /// The browser.
    pub fn instance(&self) -> &InstanceId {
        &self.instance
    }

    /// Whether the session or the connection has ended.
    pub fn is_closed(&self) -> bool {
        self.session.is_closed()
    }

    /// Waits until the session or the connection has ended.
    pub async fn closed(&self) {
        self.session.closed().await;
    }

    /// Ends this channel's session in the browser.
    ///
    /// # Errors
    /// As [`Cdp::send`].
    pub async fn detach(&self, permit: &Permit<CleanUp>) -> Result<(), CdpError> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Detach<'a> {
            session_id: &'a str,
        }
        self.admit(permit, Level::Target)?;
        let Some(session_id) = self.session_id() else { return Err(CommandRefused::WrongLevel.into()) };
        let browser = Self { session: self.connection.shared().sessions.get(None), ..self.clone() };
        let live = || permit.is_live();
        let reply = browser.exchange("Target.detachFromTarget", &Detach { session_id }, &live).await?;
        decode::<Nothing>("Target.detachFromTarget", reply).map(|_| ())
    }

    /// Whether the permit is for what this channel reaches.
    fn admit<C: Capability>(&self, permit: &Permit<C>, level: Level) -> Result<(), CommandRefused> {
        if !permit.is_live() {
            return Err(CommandRefused::PermitEnded);
        }
        let scope: &Scope = permit.scope();
        if *scope.instance_id() != self.instance {
            return Err(CommandRefused::OtherInstance);
        }
        match (level, &self.tab) {
            (Level::Target, Some(tab)) if scope.tab_id() == Some(tab) => Ok(()),
            (Level::Target, Some(_)) => Err(CommandRefused::OtherTab),
            // Which tab it may name is judged by the command's own rules.
            (Level::Browser, None) => Ok(()),
            (Level::Target, None) | (Level::Browser, Some(_)) => Err(CommandRefused::WrongLevel),
        }
    }

    async fn exchange<P: Serialize + Sync>(
        &self,
        method: &'static str,
        params: &P,
        live: &(dyn Fn() -> bool + Sync),
    ) -> Result<(wire::Text, std::ops::Range<usize>), CdpError> {
        if self.session.is_closed() {
            return Err(CdpError::Closed { delivered: Delivered::No });
        }
        let shared = self.connection.shared();
        let id = shared.pending.id();
        let text = wire::encode(id, method, self.session_id(), params).map_err(|error| CdpError::Malformed {
            method: method.to_owned(),
            message: error.to_string(),
            delivered: Delivered::No,
        })?;
        let (ticket, receiver) = shared.pending.enter(id, self.session.id.clone());
        // Whoever closes looks through the entries after it has marked the end: from here on one of both sees the other.
        if self.session.is_closed() {
            return Err(CdpError::Closed { delivered: Delivered::No });
        }
        let deadline = self.deadline.unwrap_or_else(|| Instant::now() + shared.deadline);
        let exchange = async {
            let room = self.connection.outbound().reserve().await.map_err(|_| Reply::Closed);
            match room {
                // The wait for room may have been long.
                Ok(_) if !live() => return Err(CommandRefused::PermitEnded),
                Ok(room) => room.send(Outbound { text, progress: ticket.progress().clone() }),
                Err(_) => return Ok(Reply::Closed),
            }
            Ok(receiver.await.unwrap_or(Reply::Closed))
        };
        match tokio::time::timeout_at(deadline, exchange).await {
            Ok(Ok(Reply::Result(text, range))) => Ok((text, range)),
            // The session ended before the command came.
            Ok(Ok(Reply::Error(error))) if error.code == NO_SESSION => {
                Err(CdpError::Closed { delivered: Delivered::No })
            }
            Ok(Ok(Reply::Error(error))) => Err(CdpError::Protocol { code: error.code, message: error.message, method }),
            Ok(Ok(Reply::Closed)) => Err(CdpError::Closed { delivered: ticket.progress().withdraw() }),
            Ok(Err(refused)) => Err(refused.into()),
            Err(_) => Err(CdpError::Deadline { delivered: ticket.progress().withdraw(), method }),
        }
    }
}

/// The browser's code for a session that it does not know.
const NO_SESSION: i64 = -32_001;

fn decode<T: serde::de::DeserializeOwned>(
    method: &'static str,
    (text, range): (wire::Text, std::ops::Range<usize>),
) -> Result<T, CdpError> {
    wire::parse(&text[range]).map_err(|error| CdpError::Malformed {
        method: method.to_owned(),
        message: error.to_string(),
        delivered: Delivered::Yes,
    })
}

impl Cdp for Channel {
    async fn send<M: Command>(&self, permit: &Permit<M::Capability>, command: M) -> Result<M::Returns, CdpError> {
        self.admit(permit, M::LEVEL)?;
        command.check(permit.scope())?;
        let live = || permit.is_live();
        let reply = self.exchange(M::METHOD, &command, &live).await?;
        decode(M::METHOD, reply)
    }
}
