//! The page engine: what is done in one tab, over CDP. Reading, acting, waiting, observing.
//!
//! [`Page`] holds a tab's channel: its frames of any process and depth, one isolated script world of ours in each, the
//! identity of documents, dialogs, and what the tab did. Everything else of this crate stands on it. It knows nothing of
//! callers, tasks or tools; every operation takes the permit that it needs.

pub mod act;
pub mod observe;
pub mod page;
pub mod picture;
pub mod read;
pub mod selector;
pub mod snapshot;
pub mod wait;

mod error;
mod scripts;

pub use error::{PageError, ScriptError};
pub use page::dialog::{Answer, Answered, AnsweredBy, Dialog, DialogKind, DialogPolicy, FileChooser};
pub use page::notice::{Notice, PageEvent, Popup};
pub use page::state::{CommitKind, Committed, FrameDoc, FrameInfo};
pub use page::{Page, PageOptions};
