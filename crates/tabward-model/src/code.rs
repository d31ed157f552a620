//! The published codes of failures, the stages where they arise, and what is known of delivery.

use serde::{Deserialize, Serialize};

/// Where a failure arose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words are those of the outcome table")]
pub enum Stage {
    Host,
    Client,
    Hub,
    Store,
    Transport,
    Extension,
    Browser,
    Target,
    Document,
    Element,
    Script,
    Visual,
}

/// Whether an action that failed may have run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Delivered {
    /// Nothing was sent to the page.
    #[default]
    No,
    /// It was sent and received.
    Yes,
    /// It was sent; whether it ran is not known.
    Unknown,
}

macro_rules! codes {
    ($($name:ident $text:literal $stage:ident $retry:literal $doc:literal;)*) => {
        /// A published failure code. Agents and scripts rely on the names.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code {
            $(#[doc = $doc] $name,)*
        }

        impl Code {
            /// All codes, in the order of the published table.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The published name.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// The stage at which this code arises unless its failure says otherwise.
            pub fn stage(self) -> Stage {
                match self { $(Self::$name => Stage::$stage,)* }
            }

            /// Whether the same call can succeed later without anything else being done first.
            pub fn retryable(self) -> bool {
                match self { $(Self::$name => $retry,)* }
            }

            /// What the code means, for `docs/errors.md`.
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$name => $doc,)* }
            }
        }
    };
}

codes! {
    AmbiguousTarget "AMBIGUOUS_TARGET" Hub false "Several tabs or browsers fit, and none was named.";
    BrowserInstanceUnavailable "BROWSER_INSTANCE_UNAVAILABLE" Hub true "The named or default browser is not connected.";
    InstanceIdentityConflict "INSTANCE_IDENTITY_CONFLICT" Hub false "Two live browsers claim one id.";
    TabNotFound "TAB_NOT_FOUND" Hub false "No such tab, or the task has none yet.";
    TabGone "TAB_GONE" Target false "The tab was closed.";
    TabReplaced "TAB_REPLACED" Target false "The browser put another page in the tab's place.";
    TabNotOwned "TAB_NOT_OWNED" Hub false "The tab is the person's; only its title and origin may be listed.";
    TabTakenOver "TAB_TAKEN_OVER" Hub false "The person took this tab over; the task may no longer read or act there.";
    TabOwnedByOtherTask "TAB_OWNED_BY_OTHER_TASK" Hub false "The tab belongs to another task.";
    ManagedTabLimitReached "MANAGED_TAB_LIMIT_REACHED" Hub false "The task has as many open tabs as it may have.";
    ScopeRequired "SCOPE_REQUIRED" Hub false "The call names no task and none can be told from its connection.";
    CapabilityNotGranted "CAPABILITY_NOT_GRANTED" Hub false "The capability is off until the person grants it.";
    ForegroundNotConfirmed "FOREGROUND_NOT_CONFIRMED" Hub false "Bringing a window to the front needs confirmation.";
    StaleRef "STALE_REF" Document false "The ref's document or element is gone.";
    AmbiguousElement "AMBIGUOUS_ELEMENT" Element false "Several elements match, and none was chosen.";
    ElementNotFound "ELEMENT_NOT_FOUND" Element true "Nothing matched until the deadline.";
    ElementNotVisible "ELEMENT_NOT_VISIBLE" Element true "The element did not become visible.";
    ElementDisabled "ELEMENT_DISABLED" Element true "The element is disabled.";
    ElementUnstable "ELEMENT_UNSTABLE" Element true "The element did not stop moving.";
    ElementCovered "ELEMENT_COVERED" Element true "Another element would have received the event.";
    ValueNotTaken "VALUE_NOT_TAKEN" Element false "The field holds another value than was asked for.";
    DeadlineExceeded "DEADLINE_EXCEEDED" Target true "The deadline passed.";
    HumanRequired "HUMAN_REQUIRED" Document false "A person must act: sign-in, second factor, challenge, payment.";
    BrowserGone "BROWSER_GONE" Browser false "The browser that the task works in has ended.";
    DialogOpen "DIALOG_OPEN" Document false "A dialog of the page must be answered first.";
    PageBlocked "PAGE_BLOCKED" Document false "A dialog is open that no channel can answer; reload or close the tab.";
    PageCrashed "PAGE_CRASHED" Target false "The page's process crashed.";
    PageUnresponsive "PAGE_UNRESPONSIVE" Target true "The page does not answer; it may be in an endless loop.";
    DocumentChanged "DOCUMENT_CHANGED" Document false "The document was replaced while the action was under way.";
    NavigationFailed "NAVIGATION_FAILED" Browser true "The page did not load; `reason` says why.";
    PortDead "PORT_DEAD" Transport true "Nothing answers on the port.";
    PortInUse "PORT_IN_USE" Browser false "Something else listens on the port.";
    ProfileLocked "PROFILE_LOCKED" Browser true "Another browser uses the profile.";
    ProfileNotAllowed "PROFILE_NOT_ALLOWED" Hub false "The profile folder lies outside of the allowed roots.";
    EndpointNotOurs "ENDPOINT_NOT_OURS" Hub false "The endpoint belongs to another user, or its host is not allowed.";
    BrowserNotFound "BROWSER_NOT_FOUND" Host false "No browser was found.";
    BrowserFailed "BROWSER_FAILED" Browser true "The browser did not start, or refused a command.";
    InstanceAlreadyConnected "INSTANCE_ALREADY_CONNECTED" Hub false "This browser is reached already in another way.";
    QueueFull "QUEUE_FULL" Hub true "Too many calls wait for the tab.";
    StoreUnavailable "STORE_UNAVAILABLE" Store true "The record cannot be written or read.";
    HubRestarting "HUB_RESTARTING" Hub true "The hub hands over to another one; the call was not run.";
    HubUnavailable "HUB_UNAVAILABLE" Client true "The hub could not be reached or started.";
    TaskNotFound "TASK_NOT_FOUND" Hub false "No such task.";
    ScriptFailed "SCRIPT_FAILED" Script false "The script threw, or its result cannot be expressed as JSON.";
    SchemeForbidden "SCHEME_FORBIDDEN" Hub false "Pages of this scheme are never opened, read or acted on.";
    OriginForbidden "ORIGIN_FORBIDDEN" Hub false "The origin is a debugging endpoint, a door of the hub, or denied by the settings.";
    PathNotAllowed "PATH_NOT_ALLOWED" Hub false "The file lies outside of the allowed roots.";
    VisualFailed "VISUAL_FAILED" Visual true "The browser gave no picture.";
    UnsupportedTransport "UNSUPPORTED_TRANSPORT" Transport false "This browser cannot be reached for that in this way.";
    InvalidArgument "INVALID_ARGUMENT" Client false "An argument is missing, unknown or of the wrong kind.";
    Cancelled "CANCELLED" Client false "The caller cancelled the call.";
    Internal "INTERNAL" Hub true "tabward itself failed; the debug log says more.";
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let given = std::borrow::Cow::<'de, str>::deserialize(d)?;
        Self::ALL
            .iter()
            .copied()
            .find(|code| code.as_str() == given)
            .ok_or_else(|| serde::de::Error::custom(format!("unknown code {given}")))
    }
}
