//! Files into file inputs, hidden ones too. Which paths may be read is judged by who calls.

use std::path::{Path, PathBuf};

use serde_json::json;
use tabward_cdp::Cdp as _;
use tabward_cdp::protocol::dom::{BackendNodeId, SetFileInputFiles};
use tabward_model::capability::Files;
use tabward_model::{Delivered, Permit};
use tokio::time::Instant;

use super::effect::{ActReport, Mode};
use super::error::ActError;
use super::follow::Follow;
use super::resolve::{Ask, Needs, Ready, ready};
use super::wire::{FileHeld, Files as Held};
use super::{Hands, Target};
use crate::{Page, PageError};

/// Leave to hand over files: the permit, and who judges each path. The judge gives the real path, or says why it may not be
/// read.
#[derive(Clone, Copy)]
pub struct FileAccess<'a> {
    /// The gate's.
    pub permit: &'a Permit<Files>,
    /// The real path of a file that may be read.
    pub allowed: &'a (dyn Fn(&Path) -> Result<PathBuf, String> + Send + Sync),
}

impl std::fmt::Debug for FileAccess<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FileAccess").finish_non_exhaustive()
    }
}

impl FileAccess<'_> {
    /// The real paths, if all may be read.
    pub(super) fn real(&self, paths: &[String]) -> Result<Vec<String>, PageError> {
        let real = |path: &String| (self.allowed)(Path::new(path)).map(|real| real.display().to_string());
        paths.iter().map(real).collect::<Result<_, _>>().map_err(|why| ActError::PathNotAllowed(why).into())
    }
}

/// What a file input holds.
#[derive(Debug, Clone)]
pub struct UploadReport {
    /// The action.
    pub report: ActReport,
    /// Names and sizes in bytes, as the page sees them.
    pub files: Vec<(String, u64)>,
}

/// Files for one input.
pub(super) struct Upload<'a> {
    pub(super) ready: &'a Ready,
    pub(super) files: &'a Permit<Files>,
    pub(super) paths: &'a [String],
}

/// Gives files to a file input, in place of what it held.
///
/// # Errors
/// `INVALID_ARGUMENT` when it is no file input, `VALUE_NOT_TAKEN` when it does not hold the files afterwards.
pub async fn upload(
    page: &Page,
    hands: &Hands<'_>,
    files: &Permit<Files>,
    target: &Target,
    paths: &[String],
    deadline: Instant,
) -> Result<UploadReport, PageError> {
    let needs = Needs { enabled: true, ..Needs::default() };
    let ready = ready(page, hands, target, Ask { needs, field: true, ..Ask::default() }, deadline).await?;
    if ready.reply.field.as_deref() != Some("file") {
        return Err(ActError::WrongKind { element: Some(ready.element.clone()), wanted: "files" }.into());
    }
    let mut follow = Follow::start(page)?;
    let held = give_files(page, hands, &Upload { ready: &ready, files, paths }, deadline).await?;
    follow.settle(hands, (&ready.frame, ready.document), (ready.token, None), deadline).await?;
    let report = super::click::report(&ready, Mode::Files, follow);
    Ok(UploadReport { report, files: held.into_iter().map(|file| (file.name, file.size)).collect() })
}

/// Answers the file chooser that the page asked for.
///
/// # Errors
/// `INVALID_ARGUMENT` when none is asked for or it takes one file only; `VALUE_NOT_TAKEN` when the browser refuses the files.
pub async fn choose(
    page: &Page,
    hands: &Hands<'_>,
    files: FileAccess<'_>,
    paths: &[String],
    deadline: Instant,
) -> Result<super::Consequences, PageError> {
    let invalid = |why: &str| PageError::from(ActError::Invalid(why.to_owned()));
    let chooser = page.file_chooser().ok_or_else(|| invalid("no file chooser is asked for"))?;
    if paths.len() > 1 && !chooser.multiple {
        return Err(invalid("this file chooser takes one file only"));
    }
    let Some(node) = chooser.backend_node else {
        return Err(invalid("this file chooser belongs to no input, and cannot be answered"));
    };
    let real = files.real(paths)?;
    let document = page.frame(&chooser.frame).ok_or_else(|| PageError::FrameGone(chooser.frame.clone()))?.document;
    let mut follow = Follow::start(page)?;
    let _: serde_json::Value = page.call_in(hands.act, &chooser.frame, document, "watch", &json!({}), deadline).await?;
    let command =
        SetFileInputFiles { backend_node_id: Some(BackendNodeId(node)), ..SetFileInputFiles::new(real.clone()) };
    let channel = page.channel_of(&chooser.frame)?.until(deadline);
    channel.send(files.permit, command).await?;
    page.take_file_chooser();
    follow.settle(hands, (&chooser.frame, document), (super::token(), None), deadline).await?;
    Ok(follow.finish())
}

pub(super) async fn give_files(
    page: &Page,
    hands: &Hands<'_>,
    upload: &Upload<'_>,
    deadline: Instant,
) -> Result<Vec<FileHeld>, PageError> {
    let ready = upload.ready;
    let element = Some(ready.element.clone());
    let _: serde_json::Value =
        page.call_in(hands.act, &ready.frame, ready.document, "watch", &json!({}), deadline).await?;
    let object = page.object(hands.read, &ready.frame, ready.document, ready.control, deadline).await?;
    let command = SetFileInputFiles { object_id: Some(object), ..SetFileInputFiles::new(upload.paths.to_vec()) };
    let channel = page.channel_of(&ready.frame)?.until(deadline);
    if let Err(error) = channel.send(upload.files, command).await {
        return Err(match error {
            tabward_cdp::CdpError::Protocol { message, .. } => ActError::ValueNotTaken {
                element,
                wanted: upload.paths.join(", "),
                holds: String::new(),
                why: Some(format!("the browser says {}", tabward_model::text::quote_clipped(&message, 120))),
            }
            .into(),
            error => error.into(),
        });
    }
    let arg = json!({ "id": ready.control });
    let held: Held = page
        .call_in(hands.read, &ready.frame, ready.document, "filesOf", &arg, deadline)
        .await
        .map_err(|error| error.with_delivered(Delivered::Yes))?;
    if held.why.is_none() && held.files.len() != upload.paths.len() {
        let names: Vec<&str> = held.files.iter().map(|file| file.name.as_str()).collect();
        return Err(ActError::ValueNotTaken {
            element,
            wanted: upload.paths.join(", "),
            holds: names.join(", "),
            why: None,
        }
        .into());
    }
    Ok(held.files)
}
