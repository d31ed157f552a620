//! Words and rules of tabward: ids, capabilities, ownership and permits, outcomes, codes and rendering.
//!
//! This crate is pure: no I/O, no clock, no async. Time and randomness come in as arguments, so that every rule can be
//! tested as a function.

pub mod caller;
pub mod capability;
pub mod code;
pub mod ids;
pub mod origin;
pub mod outcome;
pub mod ownership;
pub mod redact;
pub mod resolve;
pub mod session;
pub mod text;

pub use caller::{Caller, Workspace};
pub use capability::{Cap, Capability, Grants};
pub use code::{Code, Delivered, Stage};
pub use ids::{
    CallerId, DocumentId, FrameId, Generation, InstanceHandle, InstanceId, Ref, RequestHandle, TabHandle, TabId,
    Target, TaskId,
};
pub use outcome::{Effect, Failure, Outcome, PageInfo, Status};
pub use ownership::{Cause, Ownership, Permit, Refusal, Scope};
pub use session::{Mode, SessionSpec};
