//! Which browser a call means: the order of resolution, as a pure function (ID-4). Never the first, the newest or the
//! active one.

use serde::{Deserialize, Serialize};

use crate::code::Code;
use crate::ids::InstanceId;

/// The step of the order that decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// `browser_instance_id` was given.
    Instance,
    /// `session` was given.
    Session,
    /// A tab handle or a ref was given.
    Tab,
    /// The task works in it already.
    Task,
    /// The person set it as default.
    Default,
    /// It is the only one connected.
    Only,
    /// None of these: a browser is found or launched.
    Auto,
}

/// What is known when a call comes in.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// `browser_instance_id`, or the handle in `browser`.
    pub named: Option<InstanceId>,
    /// What an explicit `session` names, if it is on record and connected.
    pub session: Option<SessionNamed>,
    /// The instance of the tab or ref that was given.
    pub tab: Option<InstanceId>,
    /// The instance that the task is bound to.
    pub task: Option<InstanceId>,
    /// The default.
    pub default: Option<InstanceId>,
    /// The connected instances that this workspace may use.
    pub connected: Vec<InstanceId>,
}

/// An explicit `session` argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SessionNamed {
    /// It is on record and connected.
    Connected(InstanceId),
    /// It must be made.
    ToMake,
}

/// The decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resolved {
    /// This instance, decided by this step.
    Use(InstanceId, Step),
    /// The explicit session must be made first.
    MakeSession,
    /// Mode `auto` decides.
    Auto,
}

/// Why no instance could be told.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unresolved {
    /// Two arguments name different browsers.
    #[error("the arguments name different browsers")]
    Disagree,
    /// The named or default instance is not connected.
    #[error("that browser is not connected")]
    Unavailable(InstanceId),
    /// The task's own instance is gone.
    #[error("the browser that this task works in has ended")]
    Gone(InstanceId),
    /// Several could be meant.
    #[error("several browsers could be meant")]
    Ambiguous(Vec<InstanceId>),
}

impl Unresolved {
    /// The published code.
    pub fn code(&self) -> Code {
        match self {
            Self::Disagree => Code::InvalidArgument,
            Self::Unavailable(_) => Code::BrowserInstanceUnavailable,
            Self::Gone(_) => Code::BrowserGone,
            Self::Ambiguous(_) => Code::AmbiguousTarget,
        }
    }
}

/// Decides by the order of resolution.
pub fn resolve(known: &Known) -> Result<Resolved, Unresolved> {
    let connected = |id: &InstanceId| known.connected.contains(id);
    if let Some(named) = &known.named {
        if matches!(&known.session, Some(SessionNamed::Connected(other)) if other != named)
            || matches!(known.session, Some(SessionNamed::ToMake))
            || known.tab.as_ref().is_some_and(|tab| tab != named)
        {
            return Err(Unresolved::Disagree);
        }
        return if connected(named) {
            Ok(Resolved::Use(named.clone(), Step::Instance))
        } else {
            Err(Unresolved::Unavailable(named.clone()))
        };
    }
    match (&known.session, &known.tab) {
        (Some(SessionNamed::Connected(session)), Some(tab)) if session != tab => {
            return Err(Unresolved::Disagree);
        }
        (Some(SessionNamed::ToMake), Some(_)) => return Err(Unresolved::Disagree),
        (Some(SessionNamed::Connected(session)), _) => {
            return Ok(Resolved::Use(session.clone(), Step::Session));
        }
        (Some(SessionNamed::ToMake), None) => return Ok(Resolved::MakeSession),
        (None, Some(tab)) => {
            return if connected(tab) {
                Ok(Resolved::Use(tab.clone(), Step::Tab))
            } else {
                Err(Unresolved::Gone(tab.clone()))
            };
        }
        (None, None) => {}
    }
    if let Some(task) = &known.task {
        return if connected(task) {
            Ok(Resolved::Use(task.clone(), Step::Task))
        } else {
            Err(Unresolved::Gone(task.clone()))
        };
    }
    if let Some(default) = &known.default {
        return if connected(default) {
            Ok(Resolved::Use(default.clone(), Step::Default))
        } else {
            Err(Unresolved::Unavailable(default.clone()))
        };
    }
    match known.connected.as_slice() {
        [] => Ok(Resolved::Auto),
        [only] => Ok(Resolved::Use(only.clone(), Step::Only)),
        several => Err(Unresolved::Ambiguous(several.to_vec())),
    }
}
