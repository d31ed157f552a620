//! What may be done to a target. Each capability is a value ([`Cap`]) for tables and a type for permits, so that an
//! operation cannot be called with a permit for another one.

use serde::{Deserialize, Serialize};

/// A capability as a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words are defined by the table in docs and by the marker types below")]
pub enum Cap {
    List,
    Read,
    Act,
    Navigate,
    Close,
    Focus,
    Script,
    Observe,
    Debug,
    Storage,
    Files,
    Clipboard,
    Raw,
    /// Clean-up of what an earlier permit did; survives revocation.
    CleanUp,
    /// Keeping a channel on an owned tab: event domains, child channels, our isolated world.
    Hold,
    /// The browser as a whole: versions, listings of targets, contexts, its end.
    Instance,
}

mod sealed {
    pub trait Sealed {}
}

/// A capability as a type. Sealed: the list is closed.
pub trait Capability: sealed::Sealed + Send + Sync + 'static {
    /// The same capability as a value.
    const CAP: Cap;
}

macro_rules! markers {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub enum $name {}
        impl sealed::Sealed for $name {}
        impl Capability for $name {
            const CAP: Cap = Cap::$name;
        }
    )*};
}

markers!(
    /// Know that the tab exists, its title and origin.
    List,
    /// See the page: snapshot, text, pictures, waits.
    Read,
    /// Give input.
    Act,
    /// Load another document, or open a tab.
    Navigate,
    /// Close the tab.
    Close,
    /// Bring the tab or window to the front.
    Focus,
    /// Run code in the page.
    Script,
    /// See console and network.
    Observe,
    /// Debugger: breakpoints, pauses.
    Debug,
    /// Cookies and storage beyond what the page shows.
    Storage,
    /// Files in and out.
    Files,
    /// Read the clipboard.
    Clipboard,
    /// Any protocol command.
    Raw,
    /// Undo what was done: release buttons, remove interceptors, resume, detach.
    CleanUp,
    /// Keep a channel on an owned tab.
    Hold,
    /// Commands to the browser as a whole.
    Instance,
);

/// The privileged capabilities that a task was granted by the person's settings (OWN-5).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grants(Vec<Cap>);

impl Grants {
    /// Grants of exactly these capabilities.
    pub fn of(caps: impl IntoIterator<Item = Cap>) -> Self {
        Self(caps.into_iter().collect())
    }

    /// Whether `cap` was granted.
    pub fn has(&self, cap: Cap) -> bool {
        self.0.contains(&cap)
    }
}
