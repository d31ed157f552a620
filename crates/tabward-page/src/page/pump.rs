//! The background work of a tab: each channel's events become state, buffers, events and notices.

use std::sync::Arc;

use tabward_cdp::protocol::{inspector, log, page, runtime, target};
use tabward_cdp::{ContextKind, Event, EventStream, Incoming, OurContext, RawEvent};
use tabward_model::FrameId;
use tokio::sync::{mpsc, oneshot, watch};

use super::Inner;
use super::notice::{Notice, PageEvent, Popup};
use super::session::{WORLD, address};
use super::state::{Committed, NewDocument, SessionKey, World};
use crate::scripts::BINDING;

/// Hands notices on. They are few (commits, dialogs, downloads), and one that is lost would leave a permit standing, so they
/// wait here for a slow hub instead of being dropped; the pump itself must never wait for it.
pub(crate) async fn forward(mut from: mpsc::UnboundedReceiver<Notice>, to: mpsc::Sender<Notice>) {
    while let Some(notice) = from.recv().await {
        if to.send(notice).await.is_err() {
            return;
        }
    }
}

/// Takes in the events of one channel until it closes or the page is dropped. It starts when `listed` says that the frames
/// are known which the events name, or is dropped.
pub(crate) async fn run(
    inner: Arc<Inner>,
    key: SessionKey,
    mut events: EventStream,
    listed: oneshot::Receiver<()>,
    mut stop: watch::Receiver<bool>,
) {
    let _ = listed.await;
    loop {
        let incoming = tokio::select! {
            incoming = events.next() => incoming,
            _ = stop.changed() => return,
        };
        match incoming {
            Some(Incoming::Event(event)) => inner.take_in(key, &event),
            Some(Incoming::Missed(count)) => inner.missed(key, count),
            None => break,
        }
    }
    if key == FIRST {
        inner.state.lock().closed = true;
        inner.dialog_lost();
        inner.changed();
        inner.tell(PageEvent::Closed);
        inner.notice(Notice::Detached);
    }
}

/// The key of the main channel.
const FIRST: SessionKey = 1;

/// What the interceptor says of input of ours, as far as it matters here.
#[derive(serde::Deserialize)]
struct Said {
    missed: Option<serde::de::IgnoredAny>,
}

fn frame_id(id: &page::FrameId) -> FrameId {
    FrameId::new(id.0.clone())
}

impl Inner {
    /// Our own function was called in our own world: `TOKEN JSON` for input of ours, `unexpected TYPE` for any other.
    fn heard(&self, event: &runtime::BindingCalled) {
        let Some((token, said)) = event.payload.split_once(' ').filter(|_| event.name == BINDING) else { return };
        let person = if let Ok(token) = token.parse() {
            self.tell(PageEvent::InputAcknowledged { token, said: Arc::from(said) });
            let whole = serde_json::from_str::<Said>(said).is_ok_and(|said| said.missed.is_none());
            whole && self.state.lock().watch.arrived()
        } else {
            self.state.lock().watch.unexpected()
        };
        if person {
            self.notice(Notice::PersonInput);
        }
    }

    /// Events were lost: what frames show is asked for anew.
    fn missed(self: &Arc<Self>, key: SessionKey, count: u64) {
        tracing::warn!(count, "events of a tab were lost");
        self.network.lock().missed(count);
        let inner = self.clone();
        tokio::spawn(async move { inner.look_again(key).await });
    }

    fn take_in(self: &Arc<Self>, key: SessionKey, event: &RawEvent) {
        if let Err(error) = self.dispatch(key, event) {
            tracing::warn!(%error, method = &*event.method, "an event could not be read");
        }
    }

    fn dispatch(self: &Arc<Self>, key: SessionKey, event: &RawEvent) -> Result<(), tabward_cdp::CdpError> {
        match &*event.method {
            page::FrameNavigated::METHOD => self.frame_navigated(key, &event.parse::<page::FrameNavigated>()?),
            page::LifecycleEvent::METHOD => self.lifecycle(&event.parse()?),
            runtime::ExecutionContextCreated::METHOD => self.world_created(key, &event.parse()?),
            runtime::ExecutionContextDestroyed::METHOD => {
                let gone: runtime::ExecutionContextDestroyed = event.parse()?;
                self.state.lock().world_destroyed(&gone.execution_context_unique_id);
                self.changed();
            }
            runtime::ExecutionContextsCleared::METHOD => {
                self.state.lock().worlds_cleared(key);
                self.changed();
            }
            page::FrameAttached::METHOD => {
                let new: page::FrameAttached = event.parse()?;
                let frame = frame_id(&new.frame_id);
                self.state.lock().attached(key, &frame, &frame_id(&new.parent_frame_id));
                self.changed();
                self.tell(PageEvent::FrameAttached { frame });
            }
            page::FrameDetached::METHOD => {
                let gone: page::FrameDetached = event.parse()?;
                let frame = frame_id(&gone.frame_id);
                let swapped = gone.reason == page::FrameDetachedReason::Swap;
                self.state.lock().detached(key, &frame, swapped);
                self.changed();
                if !swapped {
                    self.tell(PageEvent::FrameDetached { frame });
                }
            }
            page::NavigatedWithinDocument::METHOD => self.moved_within(&event.parse()?),
            page::DocumentOpened::METHOD => {
                let opened: page::DocumentOpened = event.parse()?;
                let frame = frame_id(&opened.frame.id);
                let commit = self.state.lock().reopened(&frame, &address(&opened.frame), &self.options);
                self.committed(commit);
            }
            page::FrameStartedNavigating::METHOD => self.started_navigating(&event.parse()?),
            page::FrameRequestedNavigation::METHOD => self.requested_navigation(&event.parse()?),
            page::FrameStoppedLoading::METHOD => {
                let stopped: page::FrameStoppedLoading = event.parse()?;
                self.tell(PageEvent::LoadingStopped { frame: frame_id(&stopped.frame_id) });
                self.changed();
            }
            page::JavascriptDialogOpening::METHOD => self.dialog_opened(event.parse()?),
            page::JavascriptDialogClosed::METHOD => {
                let closed: page::JavascriptDialogClosed = event.parse()?;
                self.dialog_closed(closed.result);
            }
            page::FileChooserOpened::METHOD => self.chooser_opened(event.parse()?),
            page::WindowOpen::METHOD => {
                let opened: page::WindowOpen = event.parse()?;
                self.popup(None, &opened.url, Some(opened.user_gesture));
            }
            target::AttachedToTarget::METHOD => self.child_attached(key, event.parse()?),
            target::DetachedFromTarget::METHOD => {
                let gone: target::DetachedFromTarget = event.parse()?;
                let child = self.sessions.lock().remove(&gone.session_id.0);
                if let Some(child) = child {
                    self.state.lock().session_gone(child);
                    self.network.lock().session_gone(child);
                }
                self.changed();
            }
            runtime::BindingCalled::METHOD => self.heard(&event.parse()?),
            inspector::TargetCrashed::METHOD => self.crashed(key),
            runtime::ConsoleAPICalled::METHOD | runtime::ExceptionThrown::METHOD | log::EntryAdded::METHOD => {
                self.console_event(key, event)?;
            }
            method if method.starts_with("Network.") => self.network_event(key, event)?,
            _ => {}
        }
        Ok(())
    }

    /// Passes a new document on: first to the hub's gate, under the state's lock, so that nothing reaches the document
    /// before permits were judged anew; then to those who wait.
    pub(crate) fn committed(&self, commit: Option<Committed>) {
        let Some(commit) = commit else { return };
        if commit.main {
            // The dialog's document is gone, and so is the chooser's.
            self.dialogs.lock().chooser = None;
        }
        self.changed();
        self.tell(PageEvent::Committed(commit.clone()));
        self.notice(Notice::DocumentCommitted(commit));
    }

    fn frame_navigated(&self, key: SessionKey, event: &page::FrameNavigated) {
        let frame = frame_id(&event.frame.id);
        let parent = event.frame.parent_id.as_ref().map(frame_id);
        let mut state = self.state.lock();
        let former = state.frame(&frame).and_then(|frame| frame.loader.clone());
        let commit = state.navigated(
            key,
            &NewDocument {
                frame: &frame,
                parent: parent.as_ref(),
                loader: &event.frame.loader_id.0,
                url: &address(&event.frame),
                unreachable: event.frame.unreachable_url.is_some(),
                restored: event.r#type == page::NavigationType::BackForwardCacheRestore,
            },
            &self.options,
        );
        drop(state);
        if commit.main {
            self.network.lock().left(former.as_deref(), &commit.loader);
        }
        self.committed(Some(commit));
    }

    fn lifecycle(&self, event: &page::LifecycleEvent) {
        let frame = frame_id(&event.frame_id);
        match event.name.as_str() {
            "init" => {
                let commit = self.state.lock().began(&frame, &event.loader_id.0, &self.options);
                self.committed(commit);
            }
            name @ ("DOMContentLoaded" | "load") => {
                let doc = self.state.lock().progressed(&frame, &event.loader_id.0, name);
                if let Some(doc) = doc {
                    self.changed();
                    self.tell(match name {
                        "load" => PageEvent::Loaded { frame, doc },
                        _ => PageEvent::Parsed { frame, doc },
                    });
                }
            }
            _ => {}
        }
    }

    fn world_created(&self, key: SessionKey, event: &runtime::ExecutionContextCreated) {
        if let Some(ours) = OurContext::of(&event.context, WORLD) {
            let frame = frame_id(&ours.frame);
            self.state.lock().world_created(key, &frame, World::ours(ours));
        } else {
            let kind = ContextKind::of(&event.context);
            if kind.is_default && !kind.frame_id.is_empty() {
                let world = World::of_page(&event.context);
                self.state.lock().world_created(key, &FrameId::new(kind.frame_id), world);
            }
        }
        self.changed();
    }

    fn moved_within(&self, event: &page::NavigatedWithinDocument) {
        let frame = frame_id(&event.frame_id);
        let url: Arc<str> = Arc::from(event.url.as_str());
        let main = {
            let mut state = self.state.lock();
            state.moved_within(&frame, &url);
            state.main() == Some(&frame)
        };
        self.changed();
        self.tell(PageEvent::MovedWithinDocument { frame, url: url.clone() });
        if main {
            self.notice(Notice::MovedWithinDocument { url });
        }
    }

    fn started_navigating(&self, event: &page::FrameStartedNavigating) {
        let frame = frame_id(&event.frame_id);
        let kind = event.navigation_type.as_str();
        let same_document = kind.contains("ameDocument");
        {
            let mut state = self.state.lock();
            if state.main() == Some(&frame) && !same_document {
                state.watch.started(&event.loader_id.0, &event.url, kind);
            }
        }
        self.changed();
        self.tell(PageEvent::NavigationStarted {
            frame,
            url: Arc::from(event.url.as_str()),
            loader: Arc::from(event.loader_id.0.as_str()),
            same_document,
        });
    }

    fn requested_navigation(&self, event: &page::FrameRequestedNavigation) {
        let frame = frame_id(&event.frame_id);
        let here = matches!(
            event.disposition,
            page::ClientNavigationDisposition::CurrentTab | page::ClientNavigationDisposition::Download
        );
        let reason = event.reason.as_str();
        if here {
            let mut state = self.state.lock();
            if state.main() == Some(&frame) {
                state.watch.requested(reason);
            }
        } else {
            self.popup(Some(frame.clone()), &event.url, None);
        }
        self.tell(PageEvent::NavigationRequested {
            frame,
            url: Arc::from(event.url.as_str()),
            reason: Arc::from(reason),
            here,
        });
    }

    fn popup(&self, frame: Option<FrameId>, url: &str, gesture: Option<bool>) {
        let our_input = self.state.lock().watch.only_our_input();
        let popup = Popup { frame, url: Arc::from(url), gesture, our_input, tab: None };
        self.tell(PageEvent::Popup(popup.clone()));
        self.notice(Notice::PopupOpened(popup));
    }

    fn crashed(&self, key: SessionKey) {
        if key != FIRST {
            return;
        }
        self.state.lock().crashed = true;
        self.dialog_lost();
        self.changed();
        self.tell(PageEvent::Crashed);
        self.notice(Notice::Crashed);
    }
}
