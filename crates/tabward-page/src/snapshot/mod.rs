//! The snapshot: what a page shows, as few lines as an agent can act on.
//!
//! Each frame is walked by one page script in one round trip ([`walk`]); the walks are stitched into an [`Outline`], which
//! is rendered, searched, and compared with earlier ones. Nothing is written into the page. What the hub must add is the
//! `page` line, and a [`RefMinter`].

mod diff;
mod lines;
mod outline;
mod parts;
mod render;
mod roles;
mod store;
mod take;
mod tokens;
pub mod walk;
mod words;

#[cfg(test)]
mod tests;

pub use diff::{Changes, Look};
pub use lines::Mode;
pub use outline::{BuildOptions, FrameResult, FrameWalk, Likeness, NodeKey, Outline, RefMinter};
pub use render::{Find, Omitted, RenderOptions, Rendered};
pub use store::{SnapshotId, SnapshotStore};
pub use take::{SnapshotOptions, changed, take, walks};
pub use tokens::estimate;
