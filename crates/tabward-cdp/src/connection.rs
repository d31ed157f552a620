//! One browser's connection: a task that writes and a task that reads.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use serde::Deserialize;
use tabward_model::{InstanceId, TabId};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    sync::{mpsc, watch},
};

use crate::{
    channel::Channel,
    error::CdpError,
    events::{Limits, RawEvent},
    pending::{Pending, Progress, Reply},
    pipe::{PipeReader, PipeWriter},
    sessions::Sessions,
    socket::{self, Sink, Source},
    wire::{Envelope, Text, range_within},
};

/// Limits of a connection.
#[derive(Debug, Clone, Copy)]
pub struct ConnectOptions {
    /// How long connecting may take.
    pub connect: Duration,
    /// How long a command may take whose channel has no deadline of its own.
    pub deadline: Duration,
    /// Commands that may wait to be written.
    pub outbound: usize,
    /// Events that may wait for one reader.
    pub events: usize,
    /// Bytes of events that may wait for one reader.
    pub event_bytes: usize,
    /// Bytes of the longest message that is taken in.
    pub message: usize,
}

impl Default for ConnectOptions {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            deadline: Duration::from_secs(25),
            outbound: 256,
            events: 8192,
            event_bytes: 64 * 1024 * 1024,
            message: 512 * 1024 * 1024,
        }
    }
}

/// A command on its way to the writer.
#[derive(Debug)]
pub(crate) struct Outbound {
    pub(crate) text: Text,
    pub(crate) progress: Progress,
}

/// What the two tasks, the channels and the streams share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) pending: Arc<Pending>,
    pub(crate) sessions: Sessions,
    pub(crate) deadline: Duration,
    pub(crate) limits: Limits,
    closed: watch::Sender<bool>,
    reason: Mutex<Option<String>>,
}

impl Shared {
    pub(crate) fn is_closed(&self) -> bool {
        *self.closed.borrow()
    }

    /// Ends everything; the first reason stays.
    fn close(&self, reason: &str) {
        {
            let mut known = self.reason.lock().unwrap_or_else(PoisonError::into_inner);
            known.get_or_insert_with(|| reason.to_owned());
        }
        self.closed.send_replace(true);
        self.sessions.close();
        self.pending.close();
    }

    async fn closed(&self) {
        // The sender is ours, so it lives as long as we wait.
        let _ = self.closed.subscribe().wait_for(|closed| *closed).await;
    }
}

/// What keeps a connection open: it closes when the last one goes.
#[derive(Debug, Clone)]
pub(crate) struct Handle(Arc<Owner>);

#[derive(Debug)]
struct Owner {
    shared: Arc<Shared>,
    outbound: mpsc::Sender<Outbound>,
}

impl Drop for Owner {
    fn drop(&mut self) {
        self.shared.close("no longer used");
    }
}

impl Handle {
    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.0.shared
    }

    pub(crate) fn outbound(&self) -> &mpsc::Sender<Outbound> {
        &self.0.outbound
    }
}

/// A connection to one browser. It closes when the last of its handles, channels and streams is dropped.
#[derive(Debug, Clone)]
pub struct Connection(Handle);

impl Connection {
    /// Connects to a browser's own WebSocket (`ws://…/devtools/browser/…`).
    ///
    /// # Errors
    /// [`CdpError::Connect`] when there is no browser, it refuses, or it does not answer in time.
    pub async fn websocket(url: &str, options: ConnectOptions) -> Result<Self, CdpError> {
        let (source, sink) = socket::connect(url, options.connect, options.message).await?;
        Ok(Self::start(source, sink, &options))
    }

    /// Speaks over a pair of streams, messages ending with NUL as on a browser's debugging pipe. Must be called within
    /// a Tokio runtime.
    pub fn from_stream<R, W>(reader: R, writer: W, options: ConnectOptions) -> Self
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let source = Source::Pipe(PipeReader::new(reader, options.message));
        Self::start(source, Sink::Pipe(PipeWriter::new(writer)), &options)
    }

    fn start(source: Source, sink: Sink, options: &ConnectOptions) -> Self {
        let (outbound, queue) = mpsc::channel(options.outbound.max(1));
        let shared = Arc::new(Shared {
            pending: Arc::default(),
            sessions: Sessions::default(),
            deadline: options.deadline,
            limits: Limits { events: options.events.max(1), bytes: options.event_bytes },
            closed: watch::Sender::new(false),
            reason: Mutex::default(),
        });
        tokio::spawn(write(Arc::clone(&shared), sink, queue));
        tokio::spawn(read(Arc::clone(&shared), source));
        Self(Handle(Arc::new(Owner { shared, outbound })))
    }

    /// The channel to the browser as a whole.
    pub fn browser(&self, instance: InstanceId) -> Channel {
        Channel::new(self.0.clone(), instance, None, None)
    }

    /// The channel to a tab's main target, whose session was attached flat.
    pub fn target(&self, instance: InstanceId, tab: TabId, session_id: &str) -> Channel {
        Channel::new(self.0.clone(), instance, Some(tab), Some(session_id))
    }

    /// Whether the connection has ended.
    pub fn is_closed(&self) -> bool {
        self.0.shared().is_closed()
    }

    /// Waits until the connection has ended.
    pub async fn closed(&self) {
        self.0.shared().closed().await;
    }

    /// Why it has ended; none while it lives.
    pub fn close_reason(&self) -> Option<String> {
        self.0.shared().reason.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Ends the connection: all waiting commands fail at once, all streams end.
    pub fn close(&self) {
        self.0.shared().close("closed by us");
    }

    /// How many commands wait for an answer.
    pub fn pending(&self) -> usize {
        self.0.shared().pending.len()
    }
}

async fn write(shared: Arc<Shared>, mut sink: Sink, mut queue: mpsc::Receiver<Outbound>) {
    let outcome = tokio::select! {
        biased;
        () = shared.closed() => Ok(()),
        outcome = write_all(&mut sink, &mut queue) => outcome,
    };
    match outcome {
        Ok(()) => shared.close("no longer used"),
        Err(error) => shared.close(&format!("writing failed: {error}")),
    }
    // A browser that does not read must not keep the task.
    let _ = tokio::time::timeout(Duration::from_secs(1), sink.close()).await;
}

async fn write_all(sink: &mut Sink, queue: &mut mpsc::Receiver<Outbound>) -> std::io::Result<()> {
    while let Some(next) = queue.recv().await {
        if next.progress.start() {
            sink.write(next.text).await?;
        }
        if queue.is_empty() {
            sink.flush().await?;
        }
    }
    Ok(())
}

async fn read(shared: Arc<Shared>, mut source: Source) {
    let reason = tokio::select! {
        biased;
        () = shared.closed() => return,
        reason = read_all(&shared, &mut source) => reason,
    };
    tracing::debug!(reason, "connection ended");
    shared.close(&reason);
}

async fn read_all(shared: &Shared, source: &mut Source) -> String {
    loop {
        match source.next().await {
            Ok(Some(text)) => {
                if let Err(error) = receive(shared, &text) {
                    // What comes after a message that is no message cannot be trusted either.
                    return format!("not a message of the protocol: {error}");
                }
            }
            Ok(None) => return "closed by the browser".to_owned(),
            Err(error) => return format!("reading failed: {error}"),
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Attachment {
    session_id: String,
}

fn receive(shared: &Shared, text: &Text) -> serde_json::Result<()> {
    let message: Envelope<'_> = serde_json::from_str(text)?;
    if let Some(id) = message.id {
        let reply = match (message.error, message.result) {
            (Some(error), _) => Reply::Error(error),
            (None, Some(result)) => Reply::Result(text.clone(), range_within(text, result.get())),
            (None, None) => {
                Reply::Error(crate::wire::WireError { code: 0, message: "neither result nor error".into() })
            }
        };
        shared.pending.answer(id, reply);
        return Ok(());
    }
    let Some(method) = message.method else {
        // So the browser answers what it cannot read at all.
        let Some(error) = message.error else { return Err(serde::de::Error::custom("neither id nor method")) };
        tracing::warn!(error.code, error.message, "an error that names no command");
        return Ok(());
    };
    let session = message.session_id.as_deref();
    let params = message.params.map_or("{}", |params| params.get());
    let attachment = || serde_json::from_str::<Attachment>(params).ok().map(|it| it.session_id);
    if method == "Target.attachedToTarget"
        && let Some(child) = attachment()
    {
        shared.sessions.attached(session, &child);
    }
    shared.sessions.dispatch(session, &method, || RawEvent {
        method: method.as_ref().into(),
        params: message.params.map_or_else(empty, |params| Arc::from(params.to_owned())),
    });
    if method == "Target.detachedFromTarget"
        && let Some(child) = attachment()
    {
        for gone in shared.sessions.detached(&child) {
            shared.pending.close_session(&gone);
        }
    }
    Ok(())
}

fn empty() -> Arc<serde_json::value::RawValue> {
    static EMPTY: std::sync::LazyLock<Arc<serde_json::value::RawValue>> = std::sync::LazyLock::new(|| {
        serde_json::value::RawValue::from_string("{}".to_owned()).map(Arc::from).expect("an empty object is JSON")
    });
    Arc::clone(&EMPTY)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shared() -> Shared {
        Shared {
            pending: Arc::default(),
            sessions: Sessions::default(),
            deadline: Duration::from_secs(1),
            limits: Limits { events: 10, bytes: 1000 },
            closed: watch::Sender::new(false),
            reason: Mutex::default(),
        }
    }

    fn value() -> impl Strategy<Value = serde_json::Value> {
        prop_oneof![
            Just(serde_json::json!(null)),
            any::<bool>().prop_map(Into::into),
            any::<i64>().prop_map(Into::into),
            "[a-zé\"\\\\]{0,8}".prop_map(Into::into),
            Just(serde_json::json!({ "sessionId": "S", "code": -1, "message": "no" })),
            Just(serde_json::json!([1, {}])),
        ]
    }

    proptest! {
        // Whatever comes, it is taken in or ends the connection.
        #[test]
        fn no_message_panics(
            members in prop::collection::hash_map("(id|method|sessionId|params|result|error|other)", value(), 0..6),
            method in prop_oneof![Just("Target.attachedToTarget"), Just("Target.detachedFromTarget"), Just("A.b")],
            named in any::<bool>(),
        ) {
            let mut message = serde_json::json!(members);
            if named {
                message["method"] = method.into();
            }
            let shared = shared();
            let _session = shared.sessions.get(Some("S"));
            let _ = receive(&shared, &message.to_string().into());
        }

        #[test]
        fn no_text_panics(text in "([{}\\[\\],:\"0-9e.+-]|\"id\"|\"method\"|null|true){0,24}") {
            let _ = receive(&shared(), &text.into());
        }
    }
}
