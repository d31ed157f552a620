//! Whose page it is. One pure state machine, [`step`], holds every rule; [`Ownership`] keeps a state together with the
//! life of the permits that were given for it, and is the only maker of a [`Permit`].

mod permit;
mod table;

use serde::{Deserialize, Serialize};

pub use permit::{Live, Permit, Scope};
pub use table::{Column, Need, column, need};

use crate::capability::{Cap, Capability, Grants, Instance};
use crate::code::Code;
use crate::ids::{Generation, InstanceId, TabId, TaskId};
use crate::origin::Verdict;

/// How tabward came to the browser that a tab is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InstanceKind {
    /// Started by tabward; holds nobody's sign-ins but the tasks'.
    Launched,
    /// Found running; holds a person's sign-ins.
    Attached,
}

/// What made a document be committed (OWN-17).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The task's own call, or the page in answer to the task's input.
    Task,
    /// The page by itself.
    Page,
    /// The person.
    Person,
    /// The evidence does not tell.
    Unknown,
}

/// Whose tab it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "ownership", rename_all = "snake_case")]
pub enum Holder {
    /// The person's.
    User,
    /// Opened by a task.
    Managed {
        /// The task.
        task: TaskId,
        /// Whether the task still holds it.
        state: ManagedState,
    },
}

/// Whether a managed tab is still the task's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ManagedState {
    /// The task works in it.
    Active,
    /// The person took it over; the task may only list it.
    TakenOver,
}

/// The whole state of one tab's ownership.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// Whose.
    pub holder: Holder,
    /// In which kind of browser.
    pub kind: InstanceKind,
    /// The tab's generation.
    pub generation: Generation,
    /// Kept tabs survive the end of their task.
    pub kept: bool,
    /// What the policy says of the document that is shown.
    pub verdict: Verdict,
    /// The tab no longer exists.
    pub gone: bool,
}

/// What happened to a tab.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Event {
    /// A main-frame document was committed.
    Committed {
        /// Why.
        cause: Cause,
        /// What the policy says of its address.
        verdict: Verdict,
    },
    /// The person pressed, typed, dropped or pasted in the page.
    PersonInput,
    /// The task asked that the tab outlive it, or took that back.
    Keep {
        /// By which task.
        task: TaskId,
        /// Whether to keep.
        kept: bool,
    },
    /// The task ended without closing this tab (kept, or taken over): it is the person's now.
    Released {
        /// Which task ended.
        task: TaskId,
    },
    /// The tab is gone from the browser.
    Closed,
}

/// What the hub must do after a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StepEffect {
    /// Live permits stay good for the new generation.
    RenewPermits,
    /// Live permits end now; what runs under them is stopped and cleaned up.
    RevokePermits,
    /// The task must be told that the person took the tab over.
    TellTakenOver,
}

/// Why something is not allowed. It never carries anything of the page (OWN-25).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Refusal {
    /// The tab is the person's.
    #[error("the tab is the person's")]
    NotOwned,
    /// The tab belongs to another task.
    #[error("the tab belongs to another task")]
    OtherTask,
    /// The person took the tab over.
    #[error("the person took the tab over")]
    TakenOver,
    /// The capability needs a grant.
    #[error("the capability {0:?} is not granted")]
    NotGranted(Cap),
    /// The capability needs the person's confirmation.
    #[error("bringing a window to the front is not confirmed")]
    NotConfirmed,
    /// The document's scheme is never allowed.
    #[error("pages of this scheme are never opened, read or acted on")]
    Scheme,
    /// The document's origin is never allowed.
    #[error("this origin is never opened, read or acted on")]
    Origin,
    /// The tab no longer exists.
    #[error("the tab is gone")]
    Gone,
}

impl Refusal {
    /// The published code.
    pub fn code(self) -> Code {
        match self {
            Self::NotOwned => Code::TabNotOwned,
            Self::OtherTask => Code::TabOwnedByOtherTask,
            Self::TakenOver => Code::TabTakenOver,
            Self::NotGranted(_) => Code::CapabilityNotGranted,
            Self::NotConfirmed => Code::ForegroundNotConfirmed,
            Self::Scheme => Code::SchemeForbidden,
            Self::Origin => Code::OriginForbidden,
            Self::Gone => Code::TabGone,
        }
    }
}

impl State {
    /// A tab that a task opened, before its first document.
    pub fn managed(task: TaskId, kind: InstanceKind) -> Self {
        Self {
            holder: Holder::Managed { task, state: ManagedState::Active },
            kind,
            generation: Generation::default(),
            kept: false,
            verdict: Verdict::Allowed,
            gone: false,
        }
    }

    /// A tab of the person's.
    pub fn user(kind: InstanceKind) -> Self {
        Self {
            holder: Holder::User,
            kind,
            generation: Generation::default(),
            kept: false,
            verdict: Verdict::Allowed,
            gone: false,
        }
    }

    /// The task that holds the tab, if any.
    pub fn task(&self) -> Option<&TaskId> {
        match &self.holder {
            Holder::User => None,
            Holder::Managed { task, .. } => Some(task),
        }
    }

    /// Whether `task` may use `cap` now.
    pub fn allows(&self, cap: Cap, task: &TaskId, grants: &Grants) -> Result<(), Refusal> {
        if self.gone {
            return Err(Refusal::Gone);
        }
        if cap == Cap::List {
            return Ok(());
        }
        if self.task().is_some_and(|owner| owner != task) {
            return Err(Refusal::OtherTask);
        }
        match need(cap, column(self)) {
            Need::Never => Err(match self.holder {
                Holder::User => Refusal::NotOwned,
                Holder::Managed { state: ManagedState::TakenOver, .. } => Refusal::TakenOver,
                Holder::Managed { .. } => Refusal::NotGranted(cap),
            }),
            Need::Grant if !grants.has(cap) => Err(Refusal::NotGranted(cap)),
            Need::Confirm if !grants.has(cap) => Err(Refusal::NotConfirmed),
            Need::Grant | Need::Confirm | Need::Nothing => match (cap, self.verdict) {
                // Leaving a forbidden page, closing it and undoing what was done are always possible.
                (Cap::Navigate | Cap::Close | Cap::CleanUp | Cap::Hold, _) | (_, Verdict::Allowed) => Ok(()),
                (_, Verdict::Scheme) => Err(Refusal::Scheme),
                (_, Verdict::Origin) => Err(Refusal::Origin),
            },
        }
    }
}

/// One step of the state machine: the next state and what the hub must do, or why the event is not allowed.
pub fn step(state: &State, event: &Event) -> Result<(State, Vec<StepEffect>), Refusal> {
    if state.gone {
        return Err(Refusal::Gone);
    }
    let mut next = state.clone();
    let mut effects = Vec::new();
    match event {
        Event::Committed { cause, verdict } => {
            next.generation = state.generation.next();
            next.verdict = *verdict;
            let person = *cause == Cause::Person;
            if person {
                take_over(&mut next, &mut effects);
            }
            // A page that may not be read ends what runs at once, whoever brought the tab there.
            if person || *verdict != Verdict::Allowed {
                effects.push(StepEffect::RevokePermits);
            } else {
                effects.push(StepEffect::RenewPermits);
            }
        }
        Event::PersonInput => {
            if take_over(&mut next, &mut effects) {
                effects.push(StepEffect::RevokePermits);
            }
        }
        Event::Keep { task, kept } => match &state.holder {
            Holder::User => return Err(Refusal::NotOwned),
            Holder::Managed { task: owner, .. } if owner != task => return Err(Refusal::OtherTask),
            Holder::Managed { state: ManagedState::TakenOver, .. } => return Err(Refusal::TakenOver),
            Holder::Managed { .. } => next.kept = *kept,
        },
        Event::Released { task } => match &state.holder {
            Holder::User => return Err(Refusal::NotOwned),
            Holder::Managed { task: owner, .. } if owner != task => return Err(Refusal::OtherTask),
            Holder::Managed { .. } => {
                next.holder = Holder::User;
                effects.push(StepEffect::RevokePermits);
            }
        },
        Event::Closed => {
            next.gone = true;
            effects.push(StepEffect::RevokePermits);
        }
    }
    Ok((next, effects))
}

fn take_over(next: &mut State, effects: &mut Vec<StepEffect>) -> bool {
    if let Holder::Managed { state, .. } = &mut next.holder
        && *state == ManagedState::Active
    {
        *state = ManagedState::TakenOver;
        effects.push(StepEffect::TellTakenOver);
        return true;
    }
    false
}

/// The ownership of one tab: its state and the life of the permits given for it.
#[derive(Debug)]
pub struct Ownership {
    instance: InstanceId,
    tab: TabId,
    state: State,
    live: Live,
    /// Lives as long as the tab: for clean-up and for holding the channel.
    standing: Live,
}

impl Ownership {
    /// Starts to watch over a tab.
    pub fn new(instance: InstanceId, tab: TabId, state: State) -> Self {
        let generation = state.generation;
        Self { instance, tab, state, live: Live::new(generation), standing: Live::new(generation) }
    }

    /// The state now.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Takes an event in: the state moves, permits are renewed or revoked, and the effects are returned.
    pub fn apply(&mut self, event: &Event) -> Result<Vec<StepEffect>, Refusal> {
        let (next, effects) = step(&self.state, event)?;
        self.state = next;
        if effects.contains(&StepEffect::RevokePermits) {
            self.live.revoke();
            self.live = Live::new(self.state.generation);
        }
        self.live.move_to(self.state.generation);
        self.standing.move_to(self.state.generation);
        if self.state.gone {
            self.standing.revoke();
        }
        Ok(effects)
    }

    /// The only maker of permits for a tab: proof that `task` may use `C` on this generation.
    pub fn permit<C: Capability>(&self, task: &TaskId, grants: &Grants) -> Result<Permit<C>, Refusal> {
        if C::CAP == Cap::Instance {
            return Err(Refusal::NotGranted(Cap::Instance));
        }
        self.state.allows(C::CAP, task, grants)?;
        let live = if matches!(C::CAP, Cap::CleanUp | Cap::Hold) { &self.standing } else { &self.live };
        Ok(Permit::mint(Scope::tab(self.instance.clone(), self.tab.clone()), live.clone()))
    }
}

/// The hub's own standing towards one browser: it may list, open and end, and nothing in any page.
#[derive(Debug)]
pub struct InstanceOwnership {
    instance: InstanceId,
    live: Live,
}

impl InstanceOwnership {
    /// Starts to watch over a browser.
    pub fn new(instance: InstanceId) -> Self {
        Self { instance, live: Live::new(Generation::default()) }
    }

    /// A permit for commands to the browser as a whole.
    pub fn permit(&self) -> Permit<Instance> {
        Permit::mint(Scope::instance(self.instance.clone()), self.live.clone())
    }

    /// A permit to open a tab, which does not exist yet.
    pub fn permit_open(&self) -> Permit<crate::capability::Navigate> {
        Permit::mint(Scope::instance(self.instance.clone()), self.live.clone())
    }

    /// Ends all permits: the browser is gone.
    pub fn revoke(&self) {
        self.live.revoke();
    }
}
