//! Dialogs: `browser_dialog`.

use schemars::JsonSchema;
use serde::Deserialize;
use tabward_cdp::Cdp as _;
use tabward_cdp::protocol::page::HandleJavaScriptDialog;
use tabward_model::capability::{Act, Files, Read};
use tabward_model::{Cap, Code, Failure, Outcome, Permit};
use tabward_page::Answer;
use tabward_page::act::FileAccess;

use crate::dispatch::{Ctx, Held, run};
use crate::look::ActPermits;
use crate::tab::{FormerDialog, Lane};
use crate::tools::{Annotations, Tool, schema};

/// What to do with the dialog.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum DialogAction {
    Accept,
    Dismiss,
}

/// Answer the open alert, confirm, prompt, file chooser or HTTP sign-in.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Dialog {
    #[expect(missing_docs, reason = "the listing stays short")]
    pub action: DialogAction,
    /// For a prompt
    #[serde(default)]
    pub text: Option<String>,
    /// For a file chooser
    #[serde(default)]
    pub paths: Option<Vec<String>>,
}

/// `browser_dialog`
pub static DIALOG: Tool = Tool {
    name: "browser_dialog",
    core: true,
    contract: false,
    mutating: true,
    capability: Cap::Act,
    annotations: Annotations { read_only: false, destructive: None, idempotent: false, open_world: None },
    schema: schema::of::<Dialog>,
    answers: &[("dialog", "object")],
    run: run!(dialog),
};

async fn dialog(ctx: Ctx, arguments: Dialog) -> Result<Outcome, Failure> {
    // The call that opened the dialog may still hold its turn.
    let held = ctx.tab_in(&[], Lane::Control).await?;
    ctx.record_intent().await?;
    let act: Permit<Act> = held.permit()?;
    if let Some(former) = held.tab.former() {
        return answer_former(&ctx, &held, &former, &act, &arguments).await;
    }
    let page = held.tab.page()?;
    let answer = match arguments.action {
        DialogAction::Accept => Answer::Accept,
        DialogAction::Dismiss => Answer::Dismiss,
    };
    if page.dialog().is_none() && page.file_chooser().is_some() {
        return choose_files(&ctx, &held, arguments).await;
    }
    if arguments.paths.is_some() {
        return Err(Failure::new(
            Code::InvalidArgument,
            "argument \"paths\" is for a file chooser, and none is asked for",
        ));
    }
    let answered = page
        .answer_dialog(&act, answer, arguments.text.as_deref(), ctx.deadline)
        .await
        .map_err(|error| ctx.failure_of(&held.tab, None, &error))?;
    let verb = match answer {
        Answer::Accept => "accepted",
        Answer::Dismiss => "dismissed",
    };
    let read: Permit<Read> = held.permit()?;
    let before = ctx.before_known(&held.tab);
    let mut outcome = Outcome::done(format!("{verb} {}", answered.describe()));
    if page.dialog().is_none() {
        ctx.show_changes(&held, &before, &read, &mut outcome).await;
    } else if let Some(next) = page.dialog() {
        outcome.notes.push(format!("dialog {} opened after it", next.describe()));
    }
    Ok(outcome.field("dialog", answered.to_json()))
}

/// Answers a dialog that was open when the former hub went, then attaches to the page.
async fn answer_former(
    ctx: &Ctx,
    held: &Held,
    former: &FormerDialog,
    act: &Permit<Act>,
    arguments: &Dialog,
) -> Result<Outcome, Failure> {
    let accept = arguments.action == DialogAction::Accept;
    let command = HandleJavaScriptDialog { accept, prompt_text: arguments.text.clone().filter(|_| accept) };
    former
        .channel
        .until(ctx.deadline)
        .send(act, command)
        .await
        .map_err(|error| ctx.failure_of(&held.tab, None, &error.into()))?;
    held.tab.clear_former();
    if let Ok(permit) = held.tab.clean_up() {
        // A channel of ours takes its place; one that cannot be detached does no harm but hold new frames.
        if let Err(error) = former.channel.until(ctx.deadline).detach(&permit).await {
            tracing::debug!(%error, "detaching a former channel");
        }
    }
    if let Some(instance) = ctx.hub.instance(&held.tab.target.instance) {
        ctx.hub.attach(&instance, &held.tab).await?;
    }
    let verb = if accept { "accepted" } else { "dismissed" };
    Ok(Outcome::done(format!("{verb} {}", former.describe()))
        .field("dialog", serde_json::json!({"kind": former.kind, "message": former.message})))
}

async fn choose_files(ctx: &Ctx, held: &Held, arguments: Dialog) -> Result<Outcome, Failure> {
    let page = held.tab.page()?;
    let Some(paths) = arguments.paths.filter(|_| arguments.action == DialogAction::Accept) else {
        let chooser = page.take_file_chooser();
        return match chooser {
            Some(_) if arguments.action == DialogAction::Dismiss => Ok(Outcome::done("dismissed the file chooser")),
            _ => Err(Failure::new(Code::InvalidArgument, "argument \"paths\" is missing: a file chooser is asked for")),
        };
    };
    let files: Permit<Files> = held.permit()?;
    let permits = ActPermits::of(held)?;
    let before = ctx.before(&held.tab, permits.read()).await?;
    let roots = &ctx.hub.settings.files.roots;
    let access = FileAccess { permit: &files, allowed: &|path| crate::roots::check(path, roots) };
    let consequences = tabward_page::act::choose(page, &permits.hands(), access, &paths, ctx.deadline)
        .await
        .map_err(|error| ctx.failure_of(&held.tab, None, &error))?;
    let headline = match paths.len() {
        1 => "gave 1 file to the file chooser".to_owned(),
        many => format!("gave {many} files to the file chooser"),
    };
    Ok(ctx.acted(held, headline, &consequences, &before, permits.read()).await)
}
