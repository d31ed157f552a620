//! The HTTP door's way to the hub: in its own process.

use std::io;
use std::sync::Arc;

use base64::Engine as _;
use tabward_hub::dispatch::{self, ToolCall};
use tabward_hub::hub::Hub;
use tabward_hub::tools::{self, Profile};
use tabward_model::caller::{Caller, Door};
use tabward_model::{CallerId, Failure, Status, Workspace};
use tokio_util::sync::CancellationToken;

use crate::backend::{Ask, Backend, Listed, Reply};
use crate::bridge::listing;
use crate::http::{self, Open};
use crate::server::Form;

/// A backend in the hub's own process.
#[derive(Debug)]
pub struct Local {
    hub: Arc<Hub>,
    caller: Arc<Caller>,
    profile: Profile,
}

impl Local {
    /// Calls come as from `caller`.
    pub fn new(hub: Arc<Hub>, caller: Arc<Caller>, profile: Profile) -> Self {
        Self { hub, caller, profile }
    }
}

impl Backend for Local {
    fn listing(&self) -> Vec<Listed> {
        listing(self.profile)
    }

    fn knows(&self, tool: &str) -> bool {
        tools::find(tool).is_some()
    }

    async fn call(&self, ask: Ask) -> Result<Reply, Failure> {
        let cancel = CancellationToken::new();
        // Dropped with this future when the client goes away; the call runs on by itself until it has noted how it ended.
        let _guard = cancel.clone().drop_guard();
        let (hub, caller) = (Arc::clone(&self.hub), Arc::clone(&self.caller));
        let call = ToolCall { tool: ask.tool, arguments: ask.arguments, conversation: ask.conversation, cancel };
        let mut outcome = tokio::spawn(async move { dispatch::call(&hub, &caller, call).await })
            .await
            .map_err(|error| Failure::new(tabward_model::Code::Internal, error.to_string()))?;
        let picture =
            outcome.inline.take().map(|(mime, bytes)| (mime, base64::engine::general_purpose::STANDARD.encode(bytes)));
        Ok(Reply {
            failed: outcome.status == Status::Failed,
            text: outcome.to_text(),
            outcome: ask.json.then(|| outcome.to_json()),
            picture,
        })
    }
}

/// Opens the HTTP door of a hub. Its calls have no task but the one that they name.
pub async fn open_http(hub: &Arc<Hub>, port: u16, token: String, form: Form, workspace: String) -> io::Result<Open> {
    let caller = Arc::new(Caller {
        id: CallerId::new("http"),
        door: Door::Http,
        workspace: Workspace(workspace),
        default_task: None,
    });
    let refused = Arc::clone(hub);
    let door = http::Door {
        token,
        form,
        on_refused: Arc::new(move |_| {
            refused.refused.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        }),
        cancel: hub.ended.child_token(),
    };
    let open = http::open(Local::new(Arc::clone(hub), caller, Profile::Core), port, door).await?;
    // No task may open a door of the hub (OWN-22).
    hub.add_door(open.address.port());
    Ok(open)
}
