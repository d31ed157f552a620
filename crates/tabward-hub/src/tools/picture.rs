//! Pictures: `browser_screenshot`, `browser_screenshot_annotated`.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use tabward_model::capability::Read;
use tabward_model::outcome::Artifact;
use tabward_model::{Cap, Code, Failure, Outcome, Permit};
use tabward_page::act::ElementAt;
use tabward_page::picture::{self, Clip, Format, Picture, PictureOptions, Verdict, What};

use crate::dispatch::{Ctx, Held, run};
use crate::tools::{Annotations, Selector, Tool, schema};

/// Take a picture to a file and judge it (blank, partly blank, stale).
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Screenshot {
    /// Element; else the viewport
    #[serde(default)]
    pub selector: Option<Selector>,
    #[serde(default)]
    #[expect(missing_docs, reason = "the listing stays short")]
    pub full_page: bool,
    /// Number the controls and list them
    #[serde(default)]
    pub annotate: bool,
    /// Also return the image (about 1200 tokens)
    #[serde(default)]
    pub inline: bool,
    /// Part of the document, in CSS pixels from its upper left corner
    #[serde(default)]
    #[schemars(extend("x-full" = true))]
    pub clip: Option<Part>,
    /// How the file is encoded; webp is without loss. Default png
    #[serde(default)]
    #[schemars(extend("x-full" = true))]
    pub format: Option<ImageFormat>,
    /// For jpeg, 1 to 100. Default 85
    #[serde(default)]
    #[schemars(range(min = 1, max = 100), extend("x-full" = true))]
    pub quality: Option<u8>,
    /// Makes the picture smaller. Default 1
    #[serde(default)]
    #[schemars(range(min = 0.01, max = 1), extend("x-full" = true))]
    pub scale: Option<f64>,
}

/// A part of the document, in CSS pixels from its upper left corner.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "names say it")]
pub struct Part {
    pub x: f64,
    pub y: f64,
    #[schemars(range(min = 1))]
    pub width: f64,
    #[schemars(range(min = 1))]
    pub height: f64,
}

/// How a picture is encoded.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "names say it")]
pub enum ImageFormat {
    Png,
    Jpeg,
    Webp,
}

impl From<ImageFormat> for Format {
    fn from(format: ImageFormat) -> Self {
        match format {
            ImageFormat::Png => Self::Png,
            ImageFormat::Jpeg => Self::Jpeg,
            ImageFormat::Webp => Self::Webp,
        }
    }
}

/// Take a picture with the controls numbered, and list them.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ScreenshotAnnotated {
    /// The whole page; else the viewport
    #[serde(default)]
    pub full_page: bool,
}

/// `browser_screenshot`
pub static SCREENSHOT: Tool = Tool {
    name: "browser_screenshot",
    core: true,
    contract: false,
    mutating: false,
    capability: Cap::Read,
    annotations: Annotations { read_only: true, destructive: None, idempotent: false, open_world: None },
    schema: schema::of::<Screenshot>,
    answers: &[("artifact", "object"), ("evidence", "object"), ("elements", "array")],
    run: run!(screenshot),
};

/// `browser_screenshot_annotated`
pub static SCREENSHOT_ANNOTATED: Tool = Tool {
    name: "browser_screenshot_annotated",
    core: false,
    contract: true,
    mutating: false,
    capability: Cap::Read,
    annotations: Annotations { read_only: true, destructive: None, idempotent: false, open_world: None },
    schema: schema::of::<ScreenshotAnnotated>,
    answers: &[("image_ref", "string"), ("elements", "array"), ("evidence", "object")],
    run: run!(screenshot_annotated),
};

async fn screenshot(ctx: Ctx, arguments: Screenshot) -> Result<Outcome, Failure> {
    let selectors: Vec<&str> = arguments.selector.iter().map(String::as_str).collect();
    let held = ctx.tab(&selectors).await?;
    let read: Permit<Read> = held.permit()?;
    let format = arguments.format.map_or(Format::Png, Format::from);
    if arguments.quality.is_some() && format != Format::Jpeg {
        return Err(Failure::new(Code::InvalidArgument, "argument \"quality\" is for \"format\": \"jpeg\""));
    }
    let what = what(&ctx, &held, &arguments).await?;
    let usual = PictureOptions::default();
    let options = PictureOptions {
        what,
        annotate: arguments.annotate,
        inline: arguments.inline.then_some(picture::INLINE_SIDE),
        format,
        quality: arguments.quality.unwrap_or(usual.quality),
        scale: arguments.scale.unwrap_or(usual.scale),
        ..usual
    };
    let (picture, artifact) = to_file(&ctx, &held, &read, &options).await?;
    let mut outcome = Outcome::done(told(&picture, &artifact));
    if arguments.annotate {
        outcome.body = elements_text(&ctx, &held, &picture);
        outcome.fields.insert("elements".to_owned(), elements_json(&ctx, &held, &picture));
    }
    if arguments.inline {
        outcome.inline = picture.inline.as_ref().map(|inline| ("image/jpeg".to_owned(), inline.bytes.clone()));
    }
    let outcome = outcome.field("artifact", artifact_json(&picture, &artifact)).field("evidence", evidence(&picture));
    let mut outcome = outcome;
    outcome.artifacts.push(artifact);
    Ok(outcome)
}

/// What is to be in the picture; only one of the three arguments may say it.
async fn what(ctx: &Ctx, held: &Held, arguments: &Screenshot) -> Result<What, Failure> {
    let named = [
        ("selector", arguments.selector.is_some()),
        ("full_page", arguments.full_page),
        ("clip", arguments.clip.is_some()),
    ];
    let named: Vec<&str> = named.into_iter().filter(|(_, given)| *given).map(|(name, _)| name).collect();
    if let [one, other, ..] = named.as_slice() {
        let message = format!("arguments \"{one}\" and \"{other}\" exclude each other");
        return Err(Failure::new(Code::InvalidArgument, message));
    }
    if let Some(selector) = &arguments.selector {
        let at = crate::tools::read::located(ctx, held, selector).await?.0;
        let id = u32::try_from(at.id).map_err(|_| Failure::new(Code::Internal, "element number out of range"))?;
        return Ok(What::Element { frame: at.frame, doc: at.document, id });
    }
    Ok(match arguments.clip {
        Some(Part { x, y, width, height }) => What::Clip(Clip { x, y, width, height }),
        None if arguments.full_page => What::FullPage,
        None => What::Viewport,
    })
}

async fn screenshot_annotated(ctx: Ctx, arguments: ScreenshotAnnotated) -> Result<Outcome, Failure> {
    let held = ctx.tab(&[]).await?;
    let read: Permit<Read> = held.permit()?;
    let what = if arguments.full_page { What::FullPage } else { What::Viewport };
    let options = PictureOptions { what, annotate: true, ..PictureOptions::default() };
    let (picture, artifact) = to_file(&ctx, &held, &read, &options).await?;
    let mut outcome = Outcome::done(told(&picture, &artifact))
        .field("image_ref", artifact.path.clone())
        .field("elements", elements_json(&ctx, &held, &picture))
        .field("artifact", artifact_json(&picture, &artifact))
        .field("evidence", evidence(&picture));
    outcome.body = elements_text(&ctx, &held, &picture);
    outcome.artifacts.push(artifact);
    Ok(outcome)
}

/// Takes a picture and keeps it as an artifact of the task.
pub(crate) async fn to_file(
    ctx: &Ctx,
    held: &Held,
    read: &Permit<Read>,
    options: &PictureOptions,
) -> Result<(Picture, Artifact), Failure> {
    let options = PictureOptions { previous: *crate::lock(&held.tab.last_picture), ..options.clone() };
    let picture = picture::take(held.tab.page()?, read, &options, ctx.deadline)
        .await
        .map_err(|error| ctx.failure_of(&held.tab, None, &error))?;
    *crate::lock(&held.tab.last_picture) = Some(picture.mark);
    let now = i64::try_from(crate::hub::now_ms()).unwrap_or(i64::MAX);
    let mime = picture.format.mime();
    let record = ctx
        .hub
        .store
        .artifact_put(ctx.task.id.as_str(), picture.bytes.clone(), mime, now)
        .await
        .map_err(|error| crate::dispatch::store_failure(&error))?;
    let artifact = Artifact {
        path: record.path.display().to_string(),
        sha256: record.sha256,
        mime: mime.to_owned(),
        bytes: record.bytes,
    };
    Ok((picture, artifact))
}

/// The picture in one line: `picture 1280×720 ok PATH`.
pub(crate) fn told(picture: &Picture, artifact: &Artifact) -> String {
    let verdict = match picture.verdict.verdict {
        Verdict::Valid if picture.verdict.empty => "ok (the page is empty)".to_owned(),
        Verdict::Valid => "ok".to_owned(),
        Verdict::Blank => "BLANK".to_owned(),
        Verdict::PartlyBlank => "PARTLY BLANK".to_owned(),
        Verdict::Stale => "STALE".to_owned(),
        Verdict::WrongSize => "WRONG SIZE".to_owned(),
    };
    let reason = if picture.verdict.valid || picture.verdict.reason.is_empty() {
        String::new()
    } else {
        format!(" ({})", tabward_model::text::one_line(&picture.verdict.reason))
    };
    format!("picture {}×{} {verdict}{reason} {}", picture.width, picture.height, artifact.path)
}

fn evidence(picture: &Picture) -> Value {
    serde_json::to_value(&picture.verdict).unwrap_or_default()
}

fn artifact_json(picture: &Picture, artifact: &Artifact) -> Value {
    serde_json::json!({
        "path": artifact.path,
        "sha256": artifact.sha256,
        "mime": artifact.mime,
        "bytes": artifact.bytes,
        "width": picture.width,
        "height": picture.height,
        "clip": picture.clip,
        "dpr": picture.dpr,
    })
}

fn elements_json(ctx: &Ctx, held: &Held, picture: &Picture) -> Value {
    picture
        .elements
        .iter()
        .map(|element| {
            serde_json::json!({
                "index": element.index,
                "selector": element.selector.clone().unwrap_or_else(|| reference(ctx, held, element)),
                "role": element.role,
                "text": element.text,
                "ref": reference(ctx, held, element),
            })
        })
        .collect()
}

fn reference(ctx: &Ctx, held: &Held, element: &picture::Element) -> String {
    let at = ElementAt { frame: element.frame.clone(), document: element.doc, id: u64::from(element.id) };
    ctx.reference_at(&held.tab, &at, &element.role, &element.text).to_string()
}

fn elements_text(ctx: &Ctx, held: &Held, picture: &Picture) -> String {
    let mut text = String::new();
    for element in &picture.elements {
        let reference = reference(ctx, held, element);
        let role = tabward_model::text::one_line(&element.role);
        let name = tabward_model::text::quote_clipped(&element.text, 80);
        let _ = writeln!(text, "{} {role} {name} {reference}", element.index);
    }
    text
}
