//! Downloads of a tab. The browser tells of them on its own channel; whoever listens there hands the events of this tab's
//! frames in.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use tabward_cdp::protocol::browser as cdp;
use tabward_model::{FrameId, redact};

use crate::Page;
use crate::page::notice::{Notice, PageEvent};

/// Downloads that are kept.
pub const KEPT: usize = 200;

/// Where a download stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DownloadState {
    /// Under way.
    Running,
    /// All of it is there.
    Done,
    /// Given up.
    Cancelled,
}

/// One download.
#[derive(Debug, Clone, PartialEq)]
pub struct Download {
    /// The browser's id of it; also the file's name where the browser was told to name files so.
    pub guid: String,
    /// The frame that it came from.
    pub frame: FrameId,
    /// Its address; values of secret parameters masked.
    pub url: String,
    /// The name that the server or page gave it.
    pub suggested_name: String,
    /// Where it stands.
    pub state: DownloadState,
    /// Bytes so far.
    pub received: u64,
    /// Bytes in all, when known.
    pub total: Option<u64>,
    /// Where it lies, once done and if the browser says.
    pub path: Option<PathBuf>,
    /// Whether the trusted input since the last commit was ours alone: the task started it.
    pub by_task: bool,
}

/// The last downloads of a tab.
#[derive(Debug, Default)]
pub(crate) struct DownloadLog {
    list: VecDeque<Arc<Download>>,
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count of bytes, bounded below")]
fn bytes(count: f64) -> Option<u64> {
    (count > 0.0).then_some(count as u64)
}

impl DownloadLog {
    fn begin(&mut self, event: &cdp::DownloadWillBegin, by_task: bool) -> Arc<Download> {
        let download = Arc::new(Download {
            guid: event.guid.clone(),
            frame: FrameId::new(event.frame_id.0.clone()),
            url: redact::url(&event.url).into_owned(),
            suggested_name: event.suggested_filename.clone(),
            state: DownloadState::Running,
            received: 0,
            total: None,
            path: None,
            by_task,
        });
        if self.list.len() == KEPT {
            self.list.pop_front();
        }
        self.list.push_back(download.clone());
        download
    }

    pub(crate) fn progress(&mut self, event: &cdp::DownloadProgress) -> Option<Arc<Download>> {
        let slot = self.list.iter_mut().rev().find(|download| download.guid == event.guid)?;
        let mut next = (**slot).clone();
        next.received = bytes(event.received_bytes).unwrap_or(0);
        next.total = bytes(event.total_bytes);
        next.path = event.file_path.as_ref().map(PathBuf::from).or(next.path);
        next.state = match event.state {
            cdp::DownloadProgressState::Completed => DownloadState::Done,
            cdp::DownloadProgressState::Canceled => DownloadState::Cancelled,
            cdp::DownloadProgressState::InProgress | cdp::DownloadProgressState::UnknownValue(_) => {
                DownloadState::Running
            }
        };
        *slot = Arc::new(next);
        Some(slot.clone())
    }
}

impl Page {
    /// Hands in the browser's word of a new download; false when it is not of this tab's frames.
    pub fn download_began(&self, event: &cdp::DownloadWillBegin) -> bool {
        let by_task = {
            let state = self.inner.state.lock();
            if state.frame(&FrameId::new(event.frame_id.0.clone())).is_none() {
                return false;
            }
            state.watch.only_our_input()
        };
        let download = self.inner.downloads.lock().begin(event, by_task);
        self.inner.changed();
        self.inner.tell(PageEvent::Download(download.clone()));
        self.inner.notice(Notice::Download(download));
        true
    }

    /// Hands in the browser's word of a download's progress; false when it is not of this tab.
    pub fn download_progressed(&self, event: &cdp::DownloadProgress) -> bool {
        let Some(download) = self.inner.downloads.lock().progress(event) else { return false };
        self.inner.changed();
        self.inner.tell(PageEvent::Download(download.clone()));
        self.inner.notice(Notice::Download(download));
        true
    }

    /// The downloads of this tab, oldest first.
    pub fn downloads(&self) -> Vec<Arc<Download>> {
        self.inner.downloads.lock().list.iter().cloned().collect()
    }
}
