//! Callers and workspaces: who may touch what, and the place that tasks belong to.

use serde::{Deserialize, Serialize};

use crate::ids::{CallerId, TaskId};

/// The place that tasks belong to: a project of one client.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Workspace(pub String);

/// Through which door a call came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Door {
    /// The stdio bridge of an agent's host.
    Stdio,
    /// The command line.
    Cli,
    /// Streamable HTTP.
    Http,
}

/// An authenticated caller.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Caller {
    /// The principal, with the bridge's random id over stdio.
    pub id: CallerId,
    /// Through which door.
    pub door: Door,
    /// Where its tasks belong.
    pub workspace: Workspace,
    /// The task of calls that name none; HTTP callers have none.
    pub default_task: Option<String>,
}

impl Caller {
    /// The id of the task that this caller calls `name`. Two callers of one workspace that use the same name share the
    /// task only over the command line, where the person is the caller.
    pub fn task(&self, name: &str) -> TaskId {
        match self.door {
            Door::Cli => TaskId::new(format!("{}/{name}", self.workspace.0)),
            Door::Stdio | Door::Http => TaskId::new(format!("{}/{}/{name}", self.workspace.0, self.id)),
        }
    }
}
