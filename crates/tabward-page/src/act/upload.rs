//! Files into file inputs, hidden ones too. Which paths may be read is judged by who calls.

use serde_json::json;
use tabward_cdp::Cdp as _;
use tabward_cdp::protocol::dom::SetFileInputFiles;
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
