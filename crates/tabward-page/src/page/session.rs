//! Setting a channel up: event domains, our script world, the frames and workers below it. All commands of a channel go out
//! together, so that it costs one round trip.

use std::sync::Arc;

use tabward_cdp::protocol::{log, network, page, runtime, target};
use tabward_cdp::{Cdp as _, CdpError, Channel};
use tabward_model::{Delivered, FrameId};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::call::{Meaning, meaning};
use super::state::{NewDocument, SessionKey};
use super::{Inner, pump};
use crate::{PageError, scripts};

/// The name of our world. A page cannot see it.
pub(crate) const WORLD: &str = "tabward";

impl Inner {
    pub(crate) async fn set_up_main(
        self: &Arc<Self>,
        key: SessionKey,
        channel: &Channel,
        listed: oneshot::Sender<()>,
        deadline: Instant,
    ) -> Result<(), PageError> {
        let work = async {
            tokio::try_join!(self.set_up_frames(key, channel, listed), async {
                if self.options.intercept_file_chooser {
                    let command = page::SetInterceptFileChooserDialog { enabled: true, ..Default::default() };
                    channel.send(&self.hold, command).await?;
                }
                Ok(())
            },)
        };
        let stopped = self.until(|inner| inner.alive(Delivered::No).is_err());
        let result = tokio::select! {
            result = work => result.map(drop).map_err(PageError::from),
            () = stopped => self.alive(Delivered::No),
            () = tokio::time::sleep_until(deadline) => Err(PageError::Unresponsive { delivered: Delivered::No }),
        };
        match result {
            Err(PageError::Channel(CdpError::Protocol { message, .. }))
                if matches!(meaning(&message), Meaning::Crashed) =>
            {
                Err(PageError::Crashed { delivered: Delivered::No })
            }
            Err(PageError::Channel(CdpError::Deadline { .. })) => {
                Err(PageError::Unresponsive { delivered: Delivered::No })
            }
            other => other,
        }
    }

    /// Everything that a channel with frames needs.
    async fn set_up_frames(
        self: &Arc<Self>,
        key: SessionKey,
        channel: &Channel,
        listed: oneshot::Sender<()>,
    ) -> Result<(), CdpError> {
        let hold = &self.hold;
        let ours =
            page::AddOurScript { run_immediately: Some(true), ..page::AddOurScript::new(scripts::early(), WORLD) };
        // The order matters to the browser: frames are known before worlds and requests name them.
        tokio::try_join!(
            channel.send(hold, page::Enable::default()),
            async {
                let tree = channel.send(hold, page::GetFrameTree::default()).await?;
                let mut frames = Vec::new();
                flatten(&tree.frame_tree, &mut frames);
                {
                    let mut state = self.state.lock();
                    for frame in &frames {
                        state.listed(key, &frame.document());
                    }
                }
                // Events may name the frames now.
                let _ = listed.send(());
                self.changed();
                Ok(())
            },
            channel.send(hold, page::SetLifecycleEventsEnabled { enabled: true }),
            channel.send(hold, ours),
            channel.send(hold, runtime::AddOurBinding::new(scripts::BINDING, WORLD)),
            channel.send(hold, runtime::Enable::default()),
            channel.send(hold, network::Enable::default()),
            channel.send(hold, log::Enable::default()),
            channel.send(hold, auto_attach()),
        )?;
        self.changed();
        Ok(())
    }

    /// Learns anew what the frames of a channel show, after events were lost.
    pub(crate) async fn look_again(self: &Arc<Self>, key: SessionKey) {
        let Some(channel) = self.sessions.lock().get(key) else { return };
        match channel.send(&self.hold, page::GetFrameTree::default()).await {
            Ok(tree) => {
                let mut frames = Vec::new();
                flatten(&tree.frame_tree, &mut frames);
                let documents: Vec<_> = frames.iter().map(Listed::document).collect();
                let commits = self.state.lock().relisted(key, &documents, &self.options);
                for commit in commits {
                    self.committed(Some(commit));
                }
                self.changed();
            }
            Err(error) => tracing::debug!(%error, "frames could not be listed again"),
        }
    }

    /// A frame's own process, or a worker, was attached to.
    pub(crate) fn child_attached(self: &Arc<Self>, parent: SessionKey, event: target::AttachedToTarget) {
        let Some(above) = self.sessions.lock().get(parent) else { return };
        let channel = above.child(&event.session_id.0);
        let events = channel.events();
        let key = self.sessions.lock().add(channel.clone());
        let is_frame = event.target_info.r#type == "iframe";
        if is_frame {
            let id = FrameId::new(event.target_info.target_id.0);
            let parent = event.target_info.parent_frame_id.map(|id| FrameId::new(id.0));
            self.state.lock().adopted(key, &id, parent.as_ref());
            self.changed();
        }
        let (listed, known) = oneshot::channel();
        tokio::spawn(pump::run(self.clone(), key, events, known, self.stop.clone()));
        let inner = self.clone();
        tokio::spawn(async move {
            // The target waits for us; whatever fails, it must be let go.
            let set_up = async {
                if is_frame {
                    inner.set_up_frames(key, &channel, listed).await
                } else {
                    drop(listed);
                    let hold = &inner.hold;
                    tokio::try_join!(
                        channel.send(hold, runtime::Enable::default()),
                        channel.send(hold, network::Enable::default()),
                        channel.send(hold, auto_attach()),
                    )
                    .map(drop)
                }
            };
            let go = channel.send(&inner.hold, runtime::RunIfWaitingForDebugger::default());
            let (ready, gone) = tokio::join!(set_up, go);
            for error in [ready.err(), gone.err()].into_iter().flatten() {
                tracing::debug!(%error, "a part of the page was not attached to");
            }
            inner.changed();
        });
    }
}

fn auto_attach() -> target::SetAutoAttach {
    let only = |kind: &str| target::FilterEntry { r#type: Some(kind.to_owned()), exclude: None };
    let filter = vec![only("iframe"), only("worker"), target::FilterEntry { r#type: None, exclude: Some(true) }];
    target::SetAutoAttach {
        auto_attach: true,
        wait_for_debugger_on_start: true,
        filter: Some(target::TargetFilter(filter)),
        ..Default::default()
    }
}

/// A frame of a listing, with what its description borrows from.
struct Listed<'a> {
    frame: &'a page::Frame,
    id: FrameId,
    parent: Option<FrameId>,
    url: String,
}

impl Listed<'_> {
    fn document(&self) -> NewDocument<'_> {
        NewDocument {
            frame: &self.id,
            parent: self.parent.as_ref(),
            loader: &self.frame.loader_id.0,
            url: &self.url,
            unreachable: self.frame.unreachable_url.is_some(),
            restored: false,
        }
    }
}

/// Parents before children.
fn flatten<'a>(tree: &'a page::FrameTree, into: &mut Vec<Listed<'a>>) {
    into.push(Listed {
        frame: &tree.frame,
        id: FrameId::new(tree.frame.id.0.clone()),
        parent: tree.frame.parent_id.as_ref().map(|id| FrameId::new(id.0.clone())),
        url: address(&tree.frame),
    });
    for child in tree.child_frames.iter().flatten() {
        flatten(child, into);
    }
}

/// The address that a frame shows: the one that was wanted where the browser shows its error page, with its fragment.
pub(crate) fn address(frame: &page::Frame) -> String {
    let url = frame.unreachable_url.as_ref().unwrap_or(&frame.url);
    format!("{url}{}", frame.url_fragment.as_deref().unwrap_or_default())
}
