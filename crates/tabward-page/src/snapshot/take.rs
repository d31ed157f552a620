//! Taking a snapshot of a tab: one walk per frame, side by side.

use std::time::Duration;

use futures_util::future::join_all;
use serde::Serialize;
use tabward_model::capability::Read;
use tabward_model::{Delivered, Permit};
use tokio::time::Instant;

use super::lines::Mode;
use super::outline::{BuildOptions, FrameResult, FrameWalk, NodeKey, Outline, RefMinter};
use super::walk::Walk;
use crate::{FrameDoc, FrameInfo, Page, PageError};

/// What a snapshot is taken of.
#[derive(Debug, Clone, Default)]
pub struct SnapshotOptions {
    /// How it will be told; `full` asks for link targets and gives rows refs.
    pub mode: Mode,
    /// Only this element and what it holds.
    pub root: Option<NodeKey>,
    /// Only what is in the viewport.
    pub viewport_only: bool,
    /// Only to look something up: what changed since the last look stays unseen.
    pub peek: bool,
}

/// What a page script's walk may be told.
#[derive(Debug, Serialize)]
struct Ask {
    #[serde(skip_serializing_if = "Option::is_none")]
    root: Option<u64>,
    links: bool,
    options: usize,
    view: bool,
    looked: bool,
}

/// Frames that are read at most; pages with more are mostly advertising.
const FRAMES: usize = 64;
/// How long a frame below the first may keep the answer waiting.
const PATIENCE: Duration = Duration::from_secs(3);
/// How often a document may be replaced under the walk before that is the answer.
const TRIES: usize = 3;

/// Reads the page, and gives its elements refs. One round trip per frame; nothing is written into the page.
///
/// A frame below the first that cannot be read stands in the outline with the reason.
///
/// # Errors
/// What [`Page::call`] says of the first frame; [`PageError::DocumentChanged`] when `root` is not there any more.
pub async fn take(
    page: &Page,
    read: &Permit<Read>,
    options: &SnapshotOptions,
    minter: &mut (dyn RefMinter + Send),
    deadline: Instant,
) -> Result<Outline, PageError> {
    let walks = walks(page, read, options, deadline).await?;
    Ok(Outline::build(walks, minter, BuildOptions::of(options)))
}

/// The walks that [`take`] builds an outline from, for a caller whose refs are behind a lock that it must not hold
/// meanwhile.
///
/// # Errors
/// As for [`take`].
pub async fn walks(
    page: &Page,
    read: &Permit<Read>,
    options: &SnapshotOptions,
    deadline: Instant,
) -> Result<Vec<FrameWalk>, PageError> {
    let mut tries = 1;
    loop {
        match walk_all(page, read, options, deadline).await {
            // A page on its way to another one: the other one is what there is to see.
            Err(PageError::DocumentChanged { .. }) if options.root.is_none() && tries < TRIES => tries += 1,
            other => return other,
        }
    }
}

impl BuildOptions {
    /// How to build what was taken with these options.
    pub fn of(options: &SnapshotOptions) -> Self {
        Self { row_refs: options.mode == Mode::Full, rooted: options.root.is_some() }
    }
}

async fn walk_all(
    page: &Page,
    read: &Permit<Read>,
    options: &SnapshotOptions,
    deadline: Instant,
) -> Result<Vec<FrameWalk>, PageError> {
    let frames = page.frames();
    let first = match &options.root {
        Some(root) => page.frame(&root.frame).ok_or_else(|| PageError::FrameGone(root.frame.clone()))?,
        None => page.main_frame()?,
    };
    let below = below(&frames, &first);
    let patience = deadline.min(Instant::now() + PATIENCE);
    // A part of the page is not the page: the rest, and what changed in it, stays unseen.
    let whole = SnapshotOptions { root: None, peek: options.peek || options.root.is_some(), ..options.clone() };
    let whole = &whole;
    let others = join_all(below.iter().map(|frame| async move {
        match walk(page, read, frame, None, whole, patience).await {
            Ok((walk, document)) => (FrameResult::Walked(Box::new(walk)), document),
            Err(error) => (FrameResult::Unread(reason(&error)), frame.document),
        }
    }));
    let others = async { Ok(others.await) };
    let top = walk(page, read, &first, options.root.as_ref(), options, deadline);
    let ((top, document), others) = tokio::try_join!(top, others)?;
    let mut walks = vec![FrameWalk {
        frame: first.id.clone(),
        document: document.0,
        parent: None,
        url: first.url.to_string(),
        result: FrameResult::Walked(Box::new(top)),
    }];
    walks.extend(below.iter().zip(others).map(|(frame, (result, document))| FrameWalk {
        frame: frame.id.clone(),
        document: document.0,
        parent: frame.parent.clone(),
        url: frame.url.to_string(),
        result,
    }));
    Ok(walks)
}

/// How long the frames may take to say whether they changed.
const ASKED: Duration = Duration::from_secs(1);

/// Whether a page, or a frame in it, changed since a whole snapshot was last taken of it. What does not answer has not.
pub async fn changed(page: &Page, read: &Permit<Read>) -> bool {
    let Ok(main) = page.main_frame() else { return false };
    let frames = page.frames();
    let end = Instant::now() + ASKED;
    let asked = std::iter::once(&main).chain(below(&frames, &main)).map(|frame| async move {
        page.call::<bool>(read, &frame.id, "late", &serde_json::json!({}), end).await.unwrap_or(false)
    });
    join_all(asked).await.into_iter().any(|changed| changed)
}

/// The frames within a frame, parents before children.
fn below<'a>(frames: &'a [FrameInfo], first: &FrameInfo) -> Vec<&'a FrameInfo> {
    let mut below: Vec<&FrameInfo> = Vec::new();
    for frame in frames {
        let Some(parent) = &frame.parent else { continue };
        let within = *parent == first.id || below.iter().any(|known| known.id == *parent);
        if within && frame.id != first.id && below.len() < FRAMES {
            below.push(frame);
        }
    }
    below
}

async fn walk(
    page: &Page,
    read: &Permit<Read>,
    frame: &FrameInfo,
    root: Option<&NodeKey>,
    options: &SnapshotOptions,
    deadline: Instant,
) -> Result<(Walk, FrameDoc), PageError> {
    const METHOD: &str = "snapshot";
    let ask = Ask {
        root: root.map(|root| root.node),
        links: options.mode == Mode::Full,
        options: if root.is_some() { 300 } else { 8 },
        view: options.viewport_only,
        looked: root.is_none() && !options.peek,
    };
    let (json, document) = match root {
        Some(root) => {
            let document = FrameDoc(root.document);
            (page.call_in::<String>(read, &frame.id, document, METHOD, &ask, deadline).await?, document)
        }
        None => page.call_telling::<String>(read, &frame.id, METHOD, &ask, deadline).await?,
    };
    if json.is_empty() {
        return Err(PageError::DocumentChanged { delivered: Delivered::No });
    }
    let walk = Walk::parse(&json)
        .map_err(|error| PageError::Shape { method: METHOD.to_owned(), message: error.to_string() })?;
    Ok((walk, document))
}

/// Why a frame is not told, in our words.
fn reason(error: &PageError) -> String {
    match error {
        PageError::Deadline { .. } | PageError::Unresponsive { .. } => "it did not answer in time",
        PageError::DocumentChanged { .. } => "it was loading another document",
        PageError::FrameGone(_) | PageError::Gone { .. } => "it is gone",
        PageError::Crashed { .. } => "it crashed",
        PageError::OurScript { .. } | PageError::Shape { .. } => "it is too strange to read",
        _ => "it may not be read",
    }
    .to_owned()
}
