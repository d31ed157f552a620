//! Text into fields: filled at once, or typed key by key; checked afterwards.

use serde_json::json;
use tabward_cdp::Cdp as _;
use tabward_cdp::protocol::input::{ImeSetComposition, InsertText};
use tabward_model::Delivered;
use tokio::time::Instant;

use super::click::report;
use super::deliver::ACK_GRACE;
use super::effect::{ActReport, Mode};
use super::error::ActError;
use super::follow::Follow;
use super::keys::{self, LineBreak, Stroke};
use super::press::{Given, KeyEvent, events, expected, send};
use super::resolve::{Ask, Needs, Ready, ready};
use super::wire::{Focused, Typed, ValueChecked};
use super::{Hands, Target};
use crate::{Page, PageError};

/// The longest text of one call, in characters.
pub(super) const MAX_CHARS: usize = 100_000;
/// Up to here each character is typed; beyond, the rest is entered at once.
const MAX_TYPED: usize = 2_000;

/// How to type.
#[derive(Debug, Clone, Copy, Default)]
pub struct TypeOptions {
    /// Keep what is there and go on at its end.
    pub append: bool,
    /// Press Enter afterwards.
    pub submit: bool,
}

/// Types into a field with real key events, and checks that it holds the text.
///
/// # Errors
/// `VALUE_NOT_TAKEN` when it holds something else; otherwise as [`super::click()`].
pub async fn type_text(
    page: &Page,
    hands: &Hands<'_>,
    target: &Target,
    text: &str,
    options: TypeOptions,
    deadline: Instant,
) -> Result<ActReport, PageError> {
    check_length(text)?;
    let needs = Needs { visible: true, enabled: true, editable: true, ..Needs::default() };
    let ready = ready(page, hands, target, Ask { needs, field: true, ..Ask::default() }, deadline).await?;
    let mut follow = Follow::start(page)?;
    let before = if options.append { held(page, hands, &ready, deadline).await? } else { String::new() };
    let wanted = format!("{before}{text}");
    let rich = ready.reply.kind.editable;
    let strokes = keys::strokes(text, if rich { LineBreak::ShiftEnter } else { LineBreak::Insert });
    let select = if options.append { "end" } else { "all" };
    let entry = Entry { strokes: &strokes, select, wanted: &wanted };
    let mode = enter(page, hands, &ready, &entry, &mut follow, deadline).await?;
    let value = verify(page, hands, &ready, &wanted, &mut follow, deadline).await?;
    let mut notes = Vec::new();
    if value.reformatted {
        notes.push("the field wrote it in its own form".to_owned());
    }
    if options.submit && !follow.seen.ended() {
        // The text led to another page: Enter was for this one.
        let typed = |error: PageError| error.with_delivered(Delivered::Yes);
        let enter = keys::Chord { modifiers: keys::Modifiers::default(), key: keys::enter() };
        let events = events(&enter, true);
        let arg = json!({
            "token": ready.token, "id": ready.control, "select": "none", "expect": expected(&events), "any": true,
        });
        let focused = page.call_in::<Focused>(hands.act, &ready.frame, ready.document, "focusField", &arg, deadline);
        focused.await.map_err(typed)?;
        follow.stirred();
        let given = Given { events: &events, frame: &ready.frame, document: ready.document, token: ready.token };
        given.give(page, hands, &mut follow, deadline).await?;
    }
    if !follow.seen.ended() {
        let settled = follow.settle(hands, (&ready.frame, ready.document), (ready.token, None), deadline).await;
        settled.map_err(|error| error.with_delivered(Delivered::Yes))?;
    }
    let mut report = report(&ready, mode, follow);
    report.notes = notes;
    report.consequences.value_after = Some(value.value);
    Ok(report)
}

fn check_length(text: &str) -> Result<(), ActError> {
    let chars = text.chars().count();
    if chars > MAX_CHARS {
        return Err(ActError::Invalid(format!("the text has {chars} characters; at most {MAX_CHARS} are entered")));
    }
    Ok(())
}

/// What a field holds before something is appended. Stays within this call: it may be secret.
async fn held(page: &Page, hands: &Hands<'_>, ready: &Ready, deadline: Instant) -> Result<String, PageError> {
    let arg = json!({ "id": ready.control });
    page.call_in(hands.act, &ready.frame, ready.document, "heldText", &arg, deadline).await
}

/// What is entered.
struct Entry<'a> {
    strokes: &'a [Stroke],
    /// What is selected before: `all`, `end` or `none`.
    select: &'a str,
    /// What the field is to hold in the end.
    wanted: &'a str,
}

/// Focuses the field, selects, and enters the strokes.
async fn enter(
    page: &Page,
    hands: &Hands<'_>,
    ready: &Ready,
    entry: &Entry<'_>,
    follow: &mut Follow<'_>,
    deadline: Instant,
) -> Result<Mode, PageError> {
    let Entry { strokes, select, wanted } = *entry;
    let typed: usize = strokes.iter().filter(|stroke| matches!(stroke, Stroke::Key(_))).count();
    let at_once = typed > MAX_TYPED;
    let keys: Vec<KeyEvent> = if at_once {
        Vec::new()
    } else {
        strokes
            .iter()
            .filter_map(|stroke| match stroke {
                Stroke::Key(chord) => Some(events(chord, false)),
                _ => None,
            })
            .flatten()
            .collect()
    };
    let mut expect = expected(&keys);
    let clear = strokes.is_empty() && select == "all";
    if clear {
        expect.push("Delete".to_owned());
    }
    let arg = json!({ "token": ready.token, "id": ready.control, "select": select, "expect": expect, "want": wanted });
    let focused: Focused = page.call_in(hands.act, &ready.frame, ready.document, "focusField", &arg, deadline).await?;
    match focused.why.as_deref() {
        None => {}
        Some("stale") => return Err(ActError::Stale { document: false }.into()),
        Some(_) => return Err(ActError::NoFocus(Some(ready.element.clone())).into()),
    }
    let channel = page.channel_of(&ready.frame)?.until(deadline);
    page.sending(expect.len());
    let mut composed = false;
    let entering = async {
        if clear {
            if !focused.empty {
                let delete = keys::chord("Delete").map_err(PageError::from)?;
                send(&channel, hands, &events(&delete, false)).await?;
            }
            return Ok(());
        }
        if at_once {
            let text: String = strokes.iter().map(plain).collect();
            channel.send(hands.act, InsertText::new(text)).await?;
            return Ok(());
        }
        let mut run = Vec::new();
        for stroke in strokes {
            if let Stroke::Key(chord) = stroke {
                run.extend(events(chord, false));
                continue;
            }
            send(&channel, hands, &std::mem::take(&mut run)).await?;
            match stroke {
                Stroke::Compose(text) => {
                    composed = true;
                    let end = i64::try_from(text.encode_utf16().count()).unwrap_or(i64::MAX);
                    let compose = channel.send(hands.act, ImeSetComposition::new(text.clone(), end, end));
                    let commit = channel.send(hands.act, InsertText::new(text.clone()));
                    let (compose, commit) = tokio::join!(compose, commit);
                    compose?;
                    commit?;
                }
                Stroke::Insert(text) => {
                    channel.send(hands.act, InsertText::new(text.clone())).await?;
                }
                Stroke::Key(_) => {}
            }
        }
        send(&channel, hands, &run).await?;
        Ok::<(), PageError>(())
    };
    let entered = tokio::select! {
        biased;
        entered = entering => entered,
        // What is not entered by now has no place any more.
        () = follow.left(&ready.frame, ready.document) => Ok(()),
    };
    if let Err(error) = entered {
        // The browser gives up on input into a document that is being replaced; what was entered is asked for all the same.
        let soon = deadline.min(Instant::now() + ACK_GRACE);
        if tokio::time::timeout_at(soon, follow.left(&ready.frame, ready.document)).await.is_err() {
            return Err(error.with_delivered(Delivered::Unknown));
        }
    }
    follow.drain();
    Ok(if at_once {
        Mode::Text
    } else if composed {
        Mode::KeysAndComposition
    } else {
        Mode::Keys
    })
}

fn plain(stroke: &Stroke) -> String {
    match stroke {
        Stroke::Key(chord) if chord.key.key == "Enter" => "\n".to_owned(),
        Stroke::Key(chord) => chord.key.text.clone().unwrap_or_default(),
        Stroke::Compose(text) | Stroke::Insert(text) => text.clone(),
    }
}

/// Reads what arrived and checks the value. Of a page that went away meanwhile counts what it told before.
async fn verify(
    page: &Page,
    hands: &Hands<'_>,
    ready: &Ready,
    wanted: &str,
    follow: &mut Follow<'_>,
    deadline: Instant,
) -> Result<ValueChecked, PageError> {
    match verify_here(page, hands, ready, wanted, follow, deadline).await {
        Err(error @ (PageError::DocumentChanged { .. } | PageError::DialogOpen { .. } | PageError::FrameGone(_))) => {
            let told = follow.acked(ready.token).and_then(|acked| acked.value);
            told.ok_or_else(|| error.with_delivered(Delivered::Unknown))
        }
        other => other,
    }
}

async fn verify_here(
    page: &Page,
    hands: &Hands<'_>,
    ready: &Ready,
    wanted: &str,
    follow: &mut Follow<'_>,
    deadline: Instant,
) -> Result<ValueChecked, PageError> {
    let at = (&ready.frame, ready.document);
    let arg = json!({ "token": ready.token, "bound": 100, "id": ready.control, "want": wanted });
    let typed: Typed = page
        .call_in(hands.act, at.0, at.1, "typed", &arg, deadline)
        .await
        .map_err(|error| error.with_delivered(Delivered::Unknown))?;
    let element = Some(ready.element.clone());
    follow.rested(typed.settle);
    let value = held_still(ready, typed.value)?;
    if value.equal {
        return Ok(value);
    }
    if typed.missed.is_some() {
        let any = !typed.acks.is_empty() || !typed.texts.is_empty();
        let delivered = if any { Delivered::Yes } else { Delivered::No };
        return Err(ActError::FocusLost { element, delivered }.into());
    }
    Err(not_taken(ready, wanted, &value).into())
}

pub(super) fn not_taken(ready: &Ready, wanted: &str, value: &ValueChecked) -> ActError {
    let chars = wanted.chars().count();
    let too_long = value.max_length.filter(|max| usize::try_from(*max).is_ok_and(|max| max < chars));
    ActError::ValueNotTaken {
        element: Some(ready.element.clone()),
        wanted: if value.secret { format!("••• ({chars})") } else { wanted.to_owned() },
        holds: value.value.clone(),
        why: too_long.map(|max| format!("it takes at most {max} characters")),
    }
}

/// Compares what a field holds with what it should.
pub(super) async fn check(
    page: &Page,
    hands: &Hands<'_>,
    ready: &Ready,
    wanted: &str,
    deadline: Instant,
) -> Result<ValueChecked, PageError> {
    let arg = json!({ "id": ready.control, "want": wanted });
    let value: ValueChecked = page
        .call_in(hands.read, &ready.frame, ready.document, "checkValue", &arg, deadline)
        .await
        .map_err(|error| error.with_delivered(Delivered::Unknown))?;
    held_still(ready, value)
}

/// The value, if the field that holds it is still the one that was filled.
fn held_still(ready: &Ready, value: ValueChecked) -> Result<ValueChecked, PageError> {
    if value.why.is_some() {
        return Err(ActError::ValueNotTaken {
            element: Some(ready.element.clone()),
            wanted: String::new(),
            holds: String::new(),
            why: Some("the page put another field in its place".to_owned()),
        }
        .into());
    }
    Ok(value)
}

/// Puts a text into a field at once, in place of what is there.
pub(super) async fn fill(
    page: &Page,
    hands: &Hands<'_>,
    ready: &Ready,
    text: &str,
    follow: &mut Follow<'_>,
    deadline: Instant,
) -> Result<(ValueChecked, Mode), PageError> {
    check_length(text)?;
    let whole = [Stroke::Insert(text.to_owned())];
    let strokes = if text.is_empty() { &[][..] } else { &whole[..] };
    let entry = Entry { strokes, select: "all", wanted: text };
    enter(page, hands, ready, &entry, follow, deadline).await?;
    match verify(page, hands, ready, text, follow, deadline).await {
        Ok(value) => Ok((value, Mode::Text)),
        // Editors that keep a selection of their own take keys, if not a selection that a script made.
        Err(PageError::Act(error)) if ready.reply.kind.editable && matches!(*error, ActError::ValueNotTaken { .. }) => {
            let channel = page.channel_of(&ready.frame)?.until(deadline);
            for chord in ["ControlOrMeta+A", "Delete"] {
                let chord = keys::chord(chord).map_err(PageError::from)?;
                let keys = events(&chord, true);
                page.sending(expected(&keys).len());
                send(&channel, hands, &keys).await?;
            }
            let strokes = keys::strokes(text, LineBreak::ShiftEnter);
            let entry = Entry { strokes: &strokes, select: "none", wanted: text };
            let mode = enter(page, hands, ready, &entry, follow, deadline).await?;
            verify(page, hands, ready, text, follow, deadline).await.map(|value| (value, mode))
        }
        Err(error) => Err(error),
    }
}
