//! How the process says how it went.

use tabward_model::Code;

/// The exit codes of the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Exit {
    /// Done.
    Ok = 0,
    /// Failed.
    Failed = 1,
    /// The arguments are wrong.
    Arguments = 2,
    /// A person is needed, or said no.
    Person = 3,
    /// No browser, or no hub.
    Unreachable = 4,
    /// Waiting, or done in part.
    Partial = 5,
}

impl Exit {
    /// From an answer's status and code.
    pub(crate) fn of(status: &str, code: Option<&str>) -> Self {
        match status {
            "done" => Self::Ok,
            "partial" | "waiting" => Self::Partial,
            _ => code
                .and_then(|name| Code::ALL.iter().copied().find(|code| code.as_str() == name))
                .map_or(Self::Failed, Self::of_code),
        }
    }

    /// From the code of a failure.
    pub(crate) fn of_code(code: Code) -> Self {
        match code {
            Code::InvalidArgument => Self::Arguments,
            Code::HumanRequired
            | Code::TabNotOwned
            | Code::TabTakenOver
            | Code::CapabilityNotGranted
            | Code::ForegroundNotConfirmed
            | Code::ProfileNotAllowed
            | Code::EndpointNotOurs
            | Code::SchemeForbidden
            | Code::OriginForbidden
            | Code::PathNotAllowed => Self::Person,
            Code::HubUnavailable
            | Code::HubRestarting
            | Code::BrowserNotFound
            | Code::BrowserFailed
            | Code::BrowserGone
            | Code::BrowserInstanceUnavailable
            | Code::PortDead
            | Code::PortInUse
            | Code::ProfileLocked => Self::Unreachable,
            _ => Self::Failed,
        }
    }
}

impl From<Exit> for std::process::ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
