//! The local door: a Unix socket for this user alone. Every connection proves who it is, declares one role, and is capped.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use base64::Engine as _;
use tabward_model::caller::{Caller, Door};
use tabward_model::{CallerId, Code, Workspace};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::{Notify, mpsc};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::dispatch::{self, ToolCall};
use crate::hub::Hub;
use crate::wire::{self, Admin, Answer, Call, Hello, Reply, Request, Welcome};

/// At most so many connections at once.
const CONNECTIONS: usize = 256;
/// At most so many calls under way on one connection.
const CALLS: usize = 256;
/// At most so many answers wait for a slow client; then its calls wait.
const ANSWERS: usize = 64;
/// A connection that says nothing for so long after it was made is closed.
const GREETING: Duration = Duration::from_secs(5);

/// When a connection cannot be accepted for want of descriptors, it is tried again when one of ours has ended, and after
/// so long: what others free says nothing.
const AGAIN: Duration = Duration::from_millis(100);

/// When the hub ends, clients get so long to take the answers that wait for them.
const FAREWELL: Duration = Duration::from_secs(2);

/// What stands for a bridge's id in the command line's.
const CLI: &str = "cli";

/// Accepts connections until the hub ends, and until its clients were told.
pub async fn serve(hub: Arc<Hub>, listener: UnixListener) {
    let open = Arc::new(AtomicUsize::new(0));
    let freed = Arc::new(Notify::new());
    let connections = TaskTracker::new();
    loop {
        let stream = tokio::select! {
            () = hub.ended.cancelled() => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                Err(error) => {
                    tracing::warn!(%error, "accept");
                    tokio::select! {
                        () = hub.ended.cancelled() => break,
                        () = freed.notified() => {}
                        // tidy: sleep – descriptors that others free tell nobody.
                        () = tokio::time::sleep(AGAIN) => {}
                    }
                    continue;
                }
            },
        };
        let hub = Arc::clone(&hub);
        let (open, freed) = (Arc::clone(&open), Arc::clone(&freed));
        connections.spawn(async move {
            let count = open.fetch_add(1, Ordering::AcqRel) + 1;
            if count > CONNECTIONS {
                let _ = refuse(stream, Code::QueueFull, "too many connections").await;
            } else if let Err(error) = connection(hub, stream).await {
                tracing::debug!(%error, "connection");
            }
            open.fetch_sub(1, Ordering::AcqRel);
            freed.notify_one();
        });
    }
    drop(listener);
    connections.close();
    let _ = tokio::time::timeout(FAREWELL, connections.wait()).await;
}

async fn refuse(mut stream: UnixStream, code: Code, message: &str) -> io::Result<()> {
    let refused = Reply::Refused { code: code.as_str().to_owned(), message: message.to_owned() };
    wire::write(&mut stream, &refused).await
}

async fn connection(hub: Arc<Hub>, mut stream: UnixStream) -> io::Result<()> {
    let peer = stream.peer_cred()?;
    if peer.uid() != crate::platform::uid() {
        hub.refused.fetch_add(1, Ordering::Relaxed);
        return refuse(stream, Code::HubUnavailable, "this hub belongs to another user").await;
    }
    let greeting = tokio::time::timeout(GREETING, wire::read::<Request>(&mut stream, wire::MAX_REQUEST)).await;
    let hello = match greeting {
        Ok(Ok(Some(Request::Hello(hello)))) => hello,
        Ok(Ok(None)) => return Ok(()),
        Ok(Ok(Some(_)) | Err(_)) | Err(_) => {
            hub.refused.fetch_add(1, Ordering::Relaxed);
            return refuse(stream, Code::InvalidArgument, "a connection begins with a greeting").await;
        }
    };
    if hub.is_superseded_by(&hello) {
        wire::write(&mut stream, &Reply::Restarting).await?;
        drop(stream);
        hub.hand_over();
        return Ok(());
    }
    if hello.revision != wire::REVISION {
        let message = format!(
            "the hub (tabward {}) speaks revision {}, this client (tabward {}) revision {}; run `tabward hub stop` once",
            env!("CARGO_PKG_VERSION"),
            wire::REVISION,
            tabward_model::text::one_line(&hello.version),
            hello.revision
        );
        return refuse(stream, Code::HubUnavailable, &message).await;
    }
    if hub.is_draining() {
        return wire::write(&mut stream, &Reply::Restarting).await;
    }
    let caller = Arc::new(caller_of(&hello));
    wire::write(
        &mut stream,
        &Reply::Welcome(Welcome { pid: std::process::id(), version: env!("CARGO_PKG_VERSION").to_owned() }),
    )
    .await?;
    let present = hub.arrived(&caller);
    let result = converse(&hub, &caller, stream).await;
    drop(present);
    result
}

/// Who calls, from what the socket and the greeting prove.
fn caller_of(hello: &Hello) -> Caller {
    let uid = crate::platform::uid();
    // Without a bridge's id it is the command line, whatever it says of itself; and no bridge passes for that one.
    let (id, door) = match (&hello.bridge, hello.door) {
        (Some(bridge), Door::Stdio | Door::Http) if bridge != CLI => (format!("{uid}:{bridge}"), Door::Stdio),
        _ => (format!("{uid}:{CLI}"), Door::Cli),
    };
    Caller {
        id: CallerId::new(id),
        door,
        workspace: Workspace(hello.workspace.clone()),
        default_task: Some("default".to_owned()),
    }
}

async fn converse(hub: &Arc<Hub>, caller: &Arc<Caller>, stream: UnixStream) -> io::Result<()> {
    let (mut input, mut output) = stream.into_split();
    let (answers, mut queue) = mpsc::channel::<Reply>(ANSWERS);
    let writer = tokio::spawn(async move {
        while let Some(reply) = queue.recv().await {
            if wire::write(&mut output, &reply).await.is_err() {
                break;
            }
        }
    });
    let gone = CancellationToken::new();
    let running: Arc<std::sync::Mutex<HashMap<u64, CancellationToken>>> = Arc::default();
    let result = loop {
        let request = tokio::select! {
            request = wire::read::<Request>(&mut input, wire::MAX_REQUEST) => request,
            () = hub.ended.cancelled() => {
                let _ = answers.try_send(Reply::Restarting);
                break Ok(());
            }
        };
        match request {
            Ok(Some(Request::Call(call))) => {
                let id = call.id;
                let cancel = gone.child_token();
                let full = {
                    let mut running = crate::lock(&running);
                    let full = running.len() >= CALLS || running.contains_key(&id);
                    if !full {
                        running.insert(id, cancel.clone());
                    }
                    full
                };
                if full {
                    let failure =
                        tabward_model::Failure::new(Code::QueueFull, "too many calls are under way on this connection");
                    let _ = answers.send(answer(id, false, tabward_model::Outcome::failed(failure))).await;
                    continue;
                }
                let (hub, caller, answers, running) =
                    (Arc::clone(hub), Arc::clone(caller), answers.clone(), Arc::clone(&running));
                tokio::spawn(async move {
                    let reply = run(&hub, &caller, call, cancel).await;
                    crate::lock(&running).remove(&id);
                    let _ = answers.send(reply).await;
                });
            }
            Ok(Some(Request::Cancel { id })) => {
                if let Some(cancel) = crate::lock(&running).get(&id) {
                    cancel.cancel();
                }
            }
            Ok(Some(Request::Admin { id, command })) => {
                let (hub, answers) = (Arc::clone(hub), answers.clone());
                tokio::spawn(async move {
                    let stop = matches!(command, Admin::Stop { .. });
                    let result = crate::admin::run(&hub, command).await;
                    let _ = answers.send(Reply::Admin { id, result }).await;
                    if stop {
                        // The answer is queued before the end is told, and the writer empties its queue.
                        hub.end();
                    }
                });
            }
            Ok(Some(Request::Hello(_))) => {
                hub.refused.fetch_add(1, Ordering::Relaxed);
                break Err(io::Error::new(io::ErrorKind::InvalidData, "a second greeting"));
            }
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    // A client that is gone cannot take its answers: its calls end.
    gone.cancel();
    drop(answers);
    let _ = writer.await;
    result
}

async fn run(hub: &Arc<Hub>, caller: &Arc<Caller>, call: Call, cancel: CancellationToken) -> Reply {
    let (id, json) = (call.id, call.json);
    let call = ToolCall { tool: call.tool, arguments: call.arguments, conversation: call.conversation, cancel };
    let outcome = dispatch::call(hub, caller, call).await;
    answer(id, json, outcome)
}

fn answer(id: u64, json: bool, mut outcome: tabward_model::Outcome) -> Reply {
    let inline =
        outcome.inline.take().map(|(mime, bytes)| (mime, base64::engine::general_purpose::STANDARD.encode(bytes)));
    let status = match outcome.status {
        tabward_model::Status::Done => "done",
        tabward_model::Status::Partial => "partial",
        tabward_model::Status::Waiting => "waiting",
        tabward_model::Status::Failed => "failed",
    };
    Reply::Answer(Answer {
        id,
        ok: outcome.ok(),
        status: status.to_owned(),
        code: outcome.failure.as_ref().map(|failure| failure.code.as_str().to_owned()),
        text: outcome.to_text(),
        outcome: json.then(|| outcome.to_json()),
        inline,
    })
}
