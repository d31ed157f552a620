//! Permits: proof, in the type system, that the gate allowed one capability on one target generation.

use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::capability::Capability;
use crate::ids::{Generation, InstanceId, TabId};

/// What a permit is for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Scope {
    instance: InstanceId,
    tab: Option<TabId>,
}

impl Scope {
    pub(super) fn tab(instance: InstanceId, tab: TabId) -> Self {
        Self { instance, tab: Some(tab) }
    }

    pub(super) fn instance(instance: InstanceId) -> Self {
        Self { instance, tab: None }
    }

    /// The browser instance.
    pub fn instance_id(&self) -> &InstanceId {
        &self.instance
    }

    /// The tab; none for commands to the browser as a whole.
    pub fn tab_id(&self) -> Option<&TabId> {
        self.tab.as_ref()
    }
}

/// The life that a set of permits shares: a generation that may move on with the task, and an end.
#[derive(Debug, Clone)]
pub struct Live(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    generation: AtomicU64,
    revoked: AtomicBool,
}

impl Live {
    pub(super) fn new(generation: Generation) -> Self {
        Self(Arc::new(Inner { generation: AtomicU64::new(generation.0), revoked: AtomicBool::new(false) }))
    }

    pub(super) fn move_to(&self, generation: Generation) {
        self.0.generation.store(generation.0, Ordering::Release);
    }

    pub(super) fn revoke(&self) {
        self.0.revoked.store(true, Ordering::Release);
    }

    /// Whether the permits are still good.
    pub fn is_live(&self) -> bool {
        !self.0.revoked.load(Ordering::Acquire)
    }

    /// The generation that the permits are good for.
    pub fn generation(&self) -> Generation {
        Generation(self.0.generation.load(Ordering::Acquire))
    }
}

/// Proof that the gate allowed the capability `C` on one target generation.
///
/// It cannot be made outside of [`super::Ownership`] and [`super::InstanceOwnership`], copied, or read from data:
///
/// ```compile_fail
/// use tabward_model::{Permit, capability::Act};
/// let forged: Permit<Act> = Permit { scope: todo!(), live: todo!(), capability: std::marker::PhantomData };
/// ```
///
/// ```compile_fail
/// use tabward_model::{Permit, capability::Act};
/// fn twice(permit: &Permit<Act>) -> Permit<Act> { permit.clone() }
/// ```
///
/// ```compile_fail
/// use tabward_model::{Permit, capability::Act};
/// let parsed: Permit<Act> = serde_json::from_str("{}").unwrap();
/// ```
///
/// ```compile_fail
/// use tabward_model::{Permit, capability::{Act, Read}};
/// fn act(_: &Permit<Act>) {}
/// fn read_is_not_act(read: &Permit<Read>) { act(read) }
/// ```
#[derive(Debug)]
pub struct Permit<C: Capability> {
    scope: Scope,
    live: Live,
    capability: PhantomData<fn() -> C>,
}

impl<C: Capability> Permit<C> {
    pub(super) fn mint(scope: Scope, live: Live) -> Self {
        Self { scope, live, capability: PhantomData }
    }

    /// What it is for.
    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// Whether it still holds.
    pub fn is_live(&self) -> bool {
        self.live.is_live()
    }

    /// The target generation that it is good for.
    pub fn generation(&self) -> Generation {
        self.live.generation()
    }
}
