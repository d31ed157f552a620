//! Dialogs of a page: what is open, what answers it, and when (ACT-10).
//!
//! While a dialog is open the page's scripts stand still, so every other call fails at once with `DIALOG_OPEN`. An alert is
//! accepted at once and reported; the others wait for the agent for a bounded time and are then dismissed; `beforeunload`
//! is accepted while we navigate or close.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tabward_cdp::Cdp as _;
use tabward_cdp::protocol::page as cdp;
use tabward_model::capability::Act;
use tabward_model::{Delivered, FrameId, Permit, text};
use tokio::time::Instant;

use super::notice::{Notice, PageEvent};
use super::{Inner, Page};
use crate::PageError;

/// What a dialog is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DialogKind {
    /// A message with one button.
    Alert,
    /// A question with two.
    Confirm,
    /// A question with a text field.
    Prompt,
    /// "Leave this page?"
    BeforeUnload,
}

impl DialogKind {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Alert => "alert",
            Self::Confirm => "confirm",
            Self::Prompt => "prompt",
            Self::BeforeUnload => "beforeunload",
        }
    }
}

/// A dialog of the page.
#[derive(Debug, Clone)]
pub struct Dialog {
    /// Counts the tab's dialogs from 1.
    pub number: u64,
    /// What it is.
    pub kind: DialogKind,
    /// What it says; the page's words.
    pub message: String,
    /// What a prompt's field holds at first.
    pub default_text: Option<String>,
    /// The address of the document that opened it.
    pub url: String,
    /// The frame that opened it.
    pub frame: FrameId,
    /// When it opened.
    pub opened: Instant,
    /// The answer that policy gave at once.
    pub by_policy: Option<Answer>,
}

impl Dialog {
    /// Our words for it, with its message quoted.
    pub fn describe(&self) -> String {
        format!("{} {}", self.kind.as_str(), text::quote_clipped(&self.message, 200))
    }

    /// For an outcome's fields.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::json!({
            "kind": self.kind.as_str(),
            "message": text::clip(&self.message, 1000),
            "default_text": self.default_text,
        })
    }
}

/// How a dialog is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// OK, Leave.
    Accept,
    /// Cancel, Stay.
    Dismiss,
}

/// How a dialog was answered, and by whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Answered {
    /// The answer; none when the document went away under it.
    pub answer: Option<Answer>,
    /// Who gave it.
    pub by: AnsweredBy,
}

/// Who answered a dialog.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AnsweredBy {
    /// The agent, by a call.
    Agent,
    /// Policy, at once.
    Policy,
    /// Nobody did in time.
    Timeout,
    /// The person in the browser's window, or the browser itself.
    Browser,
}

/// What is done with dialogs without asking the agent. None: it is asked, and the dialog dismissed after `wait`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DialogPolicy {
    /// Alerts.
    pub alert: Option<Answer>,
    /// Confirms.
    pub confirm: Option<Answer>,
    /// Prompts.
    pub prompt: Option<Answer>,
    /// `beforeunload` when neither we navigate nor close.
    pub before_unload: Option<Answer>,
    /// How long a dialog waits for the agent.
    pub wait: Duration,
}

impl Default for DialogPolicy {
    fn default() -> Self {
        Self {
            alert: Some(Answer::Accept),
            confirm: None,
            prompt: None,
            before_unload: None,
            wait: Duration::from_mins(1),
        }
    }
}

impl DialogPolicy {
    fn answer(&self, kind: DialogKind, leaving: bool) -> Option<Answer> {
        match kind {
            DialogKind::Alert => self.alert,
            DialogKind::Confirm => self.confirm,
            DialogKind::Prompt => self.prompt,
            DialogKind::BeforeUnload if leaving => Some(Answer::Accept),
            DialogKind::BeforeUnload => self.before_unload,
        }
    }
}

/// A file chooser that the page asked for and that was not shown.
#[derive(Debug, Clone)]
pub struct FileChooser {
    /// The frame.
    pub frame: FrameId,
    /// Whether several files may be chosen.
    pub multiple: bool,
    /// The browser's id of the input; none when the page used the file system interface.
    pub backend_node: Option<i64>,
    /// Counts the tab's choosers from 1.
    pub number: u64,
}

/// What is known of dialogs in the tab.
#[derive(Debug, Default)]
pub(crate) struct Dialogs {
    pub(crate) policy: DialogPolicy,
    pub(crate) open: Option<Arc<Dialog>>,
    /// Who is answering the open one.
    answering: Option<AnsweredBy>,
    count: u64,
    /// Navigations and closings of ours under way.
    pub(crate) leaving: u32,
    pub(crate) chooser: Option<Arc<FileChooser>>,
    choosers: u64,
}

impl Dialogs {
    pub(crate) fn new(policy: DialogPolicy) -> Self {
        Self { policy, ..Self::default() }
    }

    /// The dialog that other calls must wait for: none when policy is answering it.
    pub(crate) fn blocking(&self) -> Option<Arc<Dialog>> {
        self.open.clone().filter(|dialog| dialog.by_policy.is_none())
    }
}

impl Inner {
    pub(crate) fn dialog_opened(self: &Arc<Self>, event: cdp::JavascriptDialogOpening) {
        let kind = match event.r#type {
            cdp::DialogType::Confirm => DialogKind::Confirm,
            cdp::DialogType::Prompt => DialogKind::Prompt,
            cdp::DialogType::Beforeunload => DialogKind::BeforeUnload,
            cdp::DialogType::Alert | cdp::DialogType::UnknownValue(_) => DialogKind::Alert,
        };
        let (dialog, wait) = {
            let mut dialogs = self.dialogs.lock();
            dialogs.count += 1;
            let by_policy = dialogs.policy.answer(kind, dialogs.leaving > 0);
            let dialog = Arc::new(Dialog {
                number: dialogs.count,
                kind,
                message: text::prefix(&event.message, 10_000).to_owned(),
                default_text: event.default_prompt.filter(|_| kind == DialogKind::Prompt),
                url: event.url,
                frame: FrameId::new(event.frame_id.0),
                opened: Instant::now(),
                by_policy,
            });
            dialogs.open = Some(dialog.clone());
            dialogs.answering = by_policy.map(|_| AnsweredBy::Policy);
            (dialog, dialogs.policy.wait)
        };
        self.changed();
        self.tell(PageEvent::DialogOpened(dialog.clone()));
        self.notice(Notice::DialogOpened(dialog.clone()));
        let inner = self.clone();
        tokio::spawn(async move {
            let answer = if let Some(answer) = dialog.by_policy {
                answer
            } else {
                tokio::select! {
                    () = inner.until(|inner| !inner.dialogs.lock().is_open(dialog.number)) => return,
                    () = tokio::time::sleep_until(dialog.opened + wait) => {}
                }
                if !inner.dialogs.lock().claim(dialog.number, AnsweredBy::Timeout) {
                    return;
                }
                Answer::Dismiss
            };
            // That the dialog is gone already, or the channel, shows in their own events.
            let command = cdp::SettleDialog { accept: answer == Answer::Accept };
            if let Err(error) = inner.main.send(&inner.hold, command).await {
                tracing::debug!(%error, "dialog was not answered by policy");
            }
        });
    }

    pub(crate) fn dialog_closed(&self, accepted: bool) {
        let closed = {
            let mut dialogs = self.dialogs.lock();
            let by = dialogs.answering.take().unwrap_or(AnsweredBy::Browser);
            dialogs.open.take().map(|dialog| (dialog, by))
        };
        self.changed();
        if let Some((dialog, by)) = closed {
            let answer = if accepted { Answer::Accept } else { Answer::Dismiss };
            let answered = Answered { answer: Some(answer), by };
            self.tell(PageEvent::DialogClosed { dialog: dialog.clone(), answered });
            self.notice(Notice::DialogClosed { dialog, answered });
        }
    }

    /// The renderer went away under an open dialog: no event will tell of its end.
    pub(crate) fn dialog_lost(&self) {
        let lost = {
            let mut dialogs = self.dialogs.lock();
            dialogs.answering = None;
            dialogs.open.take()
        };
        if let Some(dialog) = lost {
            let answered = Answered { answer: None, by: AnsweredBy::Browser };
            self.tell(PageEvent::DialogClosed { dialog: dialog.clone(), answered });
            self.notice(Notice::DialogClosed { dialog, answered });
        }
    }

    pub(crate) fn chooser_opened(&self, event: cdp::FileChooserOpened) {
        let chooser = {
            let mut dialogs = self.dialogs.lock();
            dialogs.choosers += 1;
            let chooser = Arc::new(FileChooser {
                frame: FrameId::new(event.frame_id.0),
                multiple: event.mode == cdp::FileChooserOpenedMode::SelectMultiple,
                backend_node: event.backend_node_id.map(|id| id.0),
                number: dialogs.choosers,
            });
            dialogs.chooser = Some(chooser.clone());
            chooser
        };
        self.changed();
        self.tell(PageEvent::FileChooser(chooser));
    }
}

impl Dialogs {
    fn is_open(&self, number: u64) -> bool {
        self.open.as_ref().is_some_and(|dialog| dialog.number == number)
    }

    /// Takes the right to answer; false when another has it, or the dialog is gone.
    fn claim(&mut self, number: u64, by: AnsweredBy) -> bool {
        let free = self.is_open(number) && self.answering.is_none();
        if free {
            self.answering = Some(by);
        }
        free
    }
}

impl Page {
    /// The dialog that is open and waits for an answer.
    pub fn dialog(&self) -> Option<Arc<Dialog>> {
        self.inner.dialogs.lock().blocking()
    }

    /// The file chooser that the page asked for last, until its document goes or [`Page::take_file_chooser`].
    pub fn file_chooser(&self) -> Option<Arc<FileChooser>> {
        self.inner.dialogs.lock().chooser.clone()
    }

    /// Takes the file chooser: it is being answered.
    pub fn take_file_chooser(&self) -> Option<Arc<FileChooser>> {
        self.inner.dialogs.lock().chooser.take()
    }

    /// What is done with dialogs from now on.
    pub fn set_dialog_policy(&self, policy: DialogPolicy) {
        self.inner.dialogs.lock().policy = policy;
    }

    /// What is done with dialogs.
    pub fn dialog_policy(&self) -> DialogPolicy {
        self.inner.dialogs.lock().policy.clone()
    }

    /// Says that we are about to leave the page (close it, say): until the guard is dropped `beforeunload` is accepted.
    #[must_use]
    pub fn leaving(&self) -> Leaving {
        self.inner.dialogs.lock().leaving += 1;
        Leaving(self.inner.clone())
    }

    /// Answers the open dialog and returns once it is closed. `text` goes into a prompt's field.
    ///
    /// # Errors
    /// [`PageError::NoDialog`] when none is open; what the channel says otherwise.
    pub async fn answer_dialog(
        &self,
        permit: &Permit<Act>,
        answer: Answer,
        text: Option<&str>,
        deadline: Instant,
    ) -> Result<Arc<Dialog>, PageError> {
        let dialog = {
            let mut dialogs = self.inner.dialogs.lock();
            let dialog = dialogs.blocking().ok_or(PageError::NoDialog)?;
            if !dialogs.claim(dialog.number, AnsweredBy::Agent) {
                return Err(PageError::NoDialog);
            }
            dialog
        };
        if text.is_some() && dialog.kind != DialogKind::Prompt {
            self.inner.dialogs.lock().answering = None;
            return Err(PageError::Invalid(format!("a {} takes no text", dialog.kind.as_str())));
        }
        let prompt_text = match (dialog.kind, answer) {
            (DialogKind::Prompt, Answer::Accept) => {
                Some(text.map(str::to_owned).or_else(|| dialog.default_text.clone()).unwrap_or_default())
            }
            _ => None,
        };
        let command = cdp::HandleJavaScriptDialog { accept: answer == Answer::Accept, prompt_text };
        let channel = self.inner.main.until(deadline);
        if let Err(error) = channel.send(permit, command).await {
            self.inner.dialogs.lock().answering = None;
            return Err(error.into());
        }
        let closed = self.inner.until(|inner| !inner.dialogs.lock().is_open(dialog.number));
        match tokio::time::timeout_at(deadline, closed).await {
            Ok(()) => Ok(dialog),
            Err(_) => Err(PageError::Deadline { what: "closing the dialog", delivered: Delivered::Yes }),
        }
    }
}

/// While this lives, `beforeunload` is accepted.
#[derive(Debug)]
pub struct Leaving(Arc<Inner>);

impl Drop for Leaving {
    fn drop(&mut self) {
        let mut dialogs = self.0.dialogs.lock();
        dialogs.leaving = dialogs.leaving.saturating_sub(1);
    }
}
