//! The stdio bridge's way to the hub: one connection, made at start, made anew when it is lost.

use std::sync::Arc;
use std::time::Duration;

use tabward_hub::client::{Client, ClientError, Connection};
use tabward_hub::tools::{self, Profile};
use tabward_hub::wire::Answer;
use tabward_model::{Code, Delivered, Failure};
use tokio::sync::Mutex;

use crate::backend::{Ask, Backend, Hints, Listed, Reply};

/// After a hub has ended in good order, the bridge looks for its successor at intervals from this …
const FIRST_LOOK: Duration = Duration::from_millis(100);
/// … to this.
const LAST_LOOK: Duration = Duration::from_secs(5);

/// A backend over the hub's local socket.
#[derive(Debug)]
pub struct Bridge {
    client: Client,
    profile: Profile,
    /// Held while connecting, so that calls at once make one connection.
    connection: Mutex<Option<Arc<Connection>>>,
}

impl Bridge {
    /// A bridge that starts the hub in the background at once, so that the first call finds it running, and keeps its
    /// connection alive, so that the hub knows that the host is still there.
    pub fn start(client: Client, profile: Profile) -> Arc<Self> {
        let bridge = Arc::new(Self { client, profile, connection: Mutex::new(None) });
        let kept = Arc::downgrade(&bridge);
        tokio::spawn(async move {
            loop {
                let Some(bridge) = kept.upgrade() else { return };
                let connection = bridge.connection().await;
                drop(bridge);
                match connection {
                    Ok(connection) => {
                        let in_order = connection.ended().await;
                        if in_order {
                            let Some(bridge) = kept.upgrade() else { return };
                            bridge.look_for_successor().await;
                        }
                        // Otherwise the hub died: its browsers wait two minutes for another one.
                    }
                    // The next call tries again, and tells the agent why it failed.
                    Err(error) => {
                        tracing::warn!(%error, "no hub at start");
                        return;
                    }
                }
            }
        });
        bridge
    }

    /// The living connection, or a new one; starts the hub when none runs.
    async fn connection(&self) -> Result<Arc<Connection>, ClientError> {
        let mut slot = self.connection.lock().await;
        if let Some(connection) = slot.as_ref().filter(|connection| !connection.is_closed()) {
            return Ok(Arc::clone(connection));
        }
        let connection = Arc::new(self.client.connect_or_start().await?);
        *slot = Some(Arc::clone(&connection));
        Ok(connection)
    }

    /// Waits for another hub, or for a call that starts one. Who stopped the hub wants none to come back by itself, and
    /// no event tells that a socket has appeared.
    async fn look_for_successor(&self) {
        let mut wait = FIRST_LOOK;
        loop {
            // tidy: sleep – no event tells that a socket has appeared; the pause doubles.
            tokio::time::sleep(wait).await;
            wait = (wait * 2).min(LAST_LOOK);
            let mut slot = self.connection.lock().await;
            if slot.as_ref().is_some_and(|connection| !connection.is_closed()) {
                return;
            }
            if let Ok(connection) = self.client.connect().await {
                *slot = Some(Arc::new(connection));
                return;
            }
        }
    }
}

impl Backend for Bridge {
    fn listing(&self) -> Vec<Listed> {
        listing(self.profile)
    }

    fn knows(&self, tool: &str) -> bool {
        tools::find(tool).is_some()
    }

    async fn call(&self, ask: Ask) -> Result<Reply, Failure> {
        let mutating = tools::find(&ask.tool).is_none_or(|tool| tool.mutating);
        let mut again = true;
        loop {
            let connection = self.connection().await.map_err(|error| failure(&error, Delivered::No))?;
            let called = connection
                .call(&ask.tool, ask.arguments.clone(), ask.conversation.clone(), ask.json, ask.progress.clone())
                .await;
            match called {
                // Not run: the hub was handing over.
                Ok(answer) if again && answer.code.as_deref() == Some(Code::HubRestarting.as_str()) => {
                    connection.ended().await;
                }
                Ok(answer) => return Ok(reply(answer)),
                // What only reads may run twice; what changes something is never sent again.
                Err(_) if again && !mutating => {}
                Err(error) => {
                    let delivered = if mutating { Delivered::Unknown } else { Delivered::No };
                    return Err(failure(&error, delivered));
                }
            }
            again = false;
        }
    }
}

/// The tools of a profile, as this door lists them.
pub(crate) fn listing(profile: Profile) -> Vec<Listed> {
    tools::listing(profile)
        .into_iter()
        .map(|tool| Listed {
            name: tool.name,
            description: tool.description,
            input_schema: tool.input_schema,
            output_schema: tool.output_schema,
            hints: Hints {
                read_only: tool.annotations.read_only.then_some(true),
                destructive: tool.annotations.destructive,
                idempotent: tool.annotations.idempotent.then_some(true),
                open_world: tool.annotations.open_world,
            },
        })
        .collect()
}

fn reply(answer: Answer) -> Reply {
    Reply { failed: answer.status == "failed", text: answer.text, outcome: answer.outcome, picture: answer.inline }
}

fn failure(error: &ClientError, delivered: Delivered) -> Failure {
    let failure = Failure::new(error.code(), error.to_string()).delivered(delivered);
    if delivered == Delivered::Unknown {
        failure.next("browser_snapshot {}; do not repeat the call before you have looked")
    } else {
        failure.next("repeat the call; if it fails again, ask the person to run `tabward doctor`")
    }
}
