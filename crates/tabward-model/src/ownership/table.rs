//! What each capability needs, by whose tab it is: the table of the design, as data.

use crate::capability::Cap;
use crate::ownership::{Holder, InstanceKind, ManagedState, State};

/// A column of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Column {
    /// Managed, in a browser that tabward launched.
    ManagedLaunched,
    /// Managed, in a browser that holds a person's sign-ins.
    ManagedPersons,
    /// Managed once, now taken over by the person.
    TakenOver,
    /// The person's.
    User,
}

/// What a capability needs in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Need {
    /// Allowed.
    Nothing,
    /// Allowed once the person's settings grant it.
    Grant,
    /// Allowed once confirmed for this time.
    Confirm,
    /// Not allowed.
    Never,
}

/// The column that a state stands in.
pub fn column(state: &State) -> Column {
    match (&state.holder, state.kind) {
        (Holder::User, _) => Column::User,
        (Holder::Managed { state: ManagedState::TakenOver, .. }, _) => Column::TakenOver,
        (Holder::Managed { .. }, InstanceKind::Launched) => Column::ManagedLaunched,
        (Holder::Managed { .. }, InstanceKind::Attached) => Column::ManagedPersons,
    }
}

/// What `cap` needs in `column`.
pub fn need(cap: Cap, column: Column) -> Need {
    use Column::{ManagedLaunched, ManagedPersons, TakenOver, User};
    match (cap, column) {
        (Cap::List, _) => Need::Nothing,
        // What was begun before the person took over is still undone and let go.
        (Cap::CleanUp | Cap::Hold, ManagedLaunched | ManagedPersons | TakenOver) => Need::Nothing,
        (_, User | TakenOver) => Need::Never,
        (Cap::Read | Cap::Act | Cap::Navigate | Cap::Close, ManagedLaunched | ManagedPersons) => Need::Nothing,
        // Roots confine files; the paths are checked where they are used.
        (Cap::Files, ManagedLaunched | ManagedPersons) => Need::Nothing,
        (Cap::Script | Cap::Observe, ManagedLaunched) => Need::Nothing,
        (Cap::Script | Cap::Observe, ManagedPersons) => Need::Grant,
        (Cap::Debug | Cap::Storage | Cap::Clipboard, ManagedLaunched | ManagedPersons) => Need::Grant,
        (Cap::Focus, ManagedLaunched | ManagedPersons) => Need::Confirm,
        (Cap::Raw, ManagedLaunched) => Need::Grant,
        (Cap::Raw, ManagedPersons) | (Cap::Instance, _) => Need::Never,
    }
}
