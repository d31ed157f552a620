//! Keys.

use serde_json::json;
use tabward_cdp::protocol::input::{DispatchKeyEvent, DispatchKeyEventType, ReleaseKey};
use tabward_cdp::{Cdp as _, CdpError, Channel};
use tabward_model::{Delivered, FrameId};
use tokio::time::Instant;

use super::deliver::{Fate, Post, deliver};
use super::effect::{ActReport, Mode};
use super::error::ActError;
use super::follow::Follow;
use super::keys::{self, Chord, Key, Modifiers};
use super::resolve::{Ask, Needs, child_of, ready};
use super::wire::{Acked, FocusHere, Focused, Place};
use super::{Hands, Target, token};
use crate::{FrameDoc, Page, PageError};

/// One event of a key.
#[derive(Debug, Clone)]
pub(super) struct KeyEvent {
    down: bool,
    modifiers: Modifiers,
    key: Key,
}

/// The events of a chord. With `held` its modifiers are pressed and released as keys of their own.
pub(super) fn events(chord: &Chord, held: bool) -> Vec<KeyEvent> {
    let mut events = Vec::new();
    let mut down = Modifiers::default();
    let mut pressed = Vec::new();
    if held {
        for (modifier, name) in [
            (Modifiers::CONTROL, "Control"),
            (Modifiers::SHIFT, "Shift"),
            (Modifiers::ALT, "Alt"),
            (Modifiers::META, "Meta"),
        ] {
            if chord.modifiers.has(modifier)
                && let Some(key) = keys::named(name)
            {
                down = down.with(modifier);
                events.push(KeyEvent { down: true, modifiers: down, key: key.clone() });
                pressed.push((modifier, key));
            }
        }
    }
    events.push(KeyEvent { down: true, modifiers: chord.modifiers, key: chord.key.clone() });
    events.push(KeyEvent { down: false, modifiers: chord.modifiers, key: chord.key.clone() });
    for (modifier, key) in pressed.into_iter().rev() {
        down = Modifiers(down.0 & !modifier.0);
        events.push(KeyEvent { down: false, modifiers: down, key });
    }
    events
}

/// `KeyboardEvent.key` of each key that goes down, for the interceptor.
pub(super) fn expected(events: &[KeyEvent]) -> Vec<String> {
    events.iter().filter(|event| event.down).map(|event| event.key.key.clone()).collect()
}

fn command(event: &KeyEvent) -> DispatchKeyEvent {
    let kind = match (event.down, &event.key.text) {
        (true, Some(_)) => DispatchKeyEventType::KeyDown,
        (true, None) => DispatchKeyEventType::RawKeyDown,
        (false, _) => DispatchKeyEventType::KeyUp,
    };
    let text = event.key.text.clone().filter(|_| event.down);
    DispatchKeyEvent {
        modifiers: Some(event.modifiers.0),
        unmodified_text: text.clone(),
        text,
        code: Some(event.key.code.to_owned()),
        key: Some(event.key.key.clone()),
        windows_virtual_key_code: Some(event.key.virtual_code),
        native_virtual_key_code: Some(event.key.virtual_code),
        location: Some(event.key.location),
        is_keypad: Some(event.key.location == 3),
        ..DispatchKeyEvent::new(kind)
    }
}

/// Sends key events; all are on their way before the first is answered. Keys that may be down after a failure are released.
pub(super) async fn send(channel: &Channel, hands: &Hands<'_>, events: &[KeyEvent]) -> Result<(), CdpError> {
    let sent = events.iter().map(|event| channel.send(hands.act, command(event)));
    let failed = futures_util::future::join_all(sent).await.into_iter().find_map(Result::err);
    let Some(error) = failed else { return Ok(()) };
    for event in events.iter().filter(|event| event.down) {
        let release = ReleaseKey {
            code: Some(event.key.code.to_owned()),
            key: Some(event.key.key.clone()),
            windows_virtual_key_code: Some(event.key.virtual_code),
            ..ReleaseKey::new(DispatchKeyEventType::KeyUp)
        };
        if channel.send(hands.clean_up, release).await.is_err() {
            break;
        }
    }
    Err(error)
}

/// Presses keys (`Enter`, `Control+A`, `ArrowDown ArrowDown`), with the focus where it is or, with a target, put there
/// first.
///
/// # Errors
/// `INVALID_ARGUMENT` for what is no key; otherwise as [`super::click()`].
pub async fn press(
    page: &Page,
    hands: &Hands<'_>,
    target: Option<&Target>,
    keys: &str,
    deadline: Instant,
) -> Result<ActReport, PageError> {
    let chords = keys::sequence(keys)?;
    let events: Vec<KeyEvent> = chords.iter().flat_map(|chord| events(chord, true)).collect();
    let expect = expected(&events);
    let mut report = ActReport {
        element: None,
        mode: Mode::Keys,
        candidates: Vec::new(),
        how_found: None,
        notes: Vec::new(),
        consequences: super::Consequences::default(),
    };
    let (mut follow, (frame, document, token)) = if let Some(target) = target {
        let needs = Needs { visible: true, enabled: true, ..Needs::default() };
        let ask = Ask { needs, field: false, ..Ask::default() };
        let ready = ready(page, hands, target, ask, deadline).await?;
        let follow = Follow::start(page)?;
        let arg = json!({
            "token": ready.token, "id": ready.control, "select": "none", "expect": expect, "any": true,
        });
        let focused: Focused =
            page.call_in(hands.act, &ready.frame, ready.document, "focusField", &arg, deadline).await?;
        if focused.why.is_some() {
            return Err(ActError::Stale { document: false }.into());
        }
        report.element = Some(ready.element.clone());
        report.candidates.clone_from(&ready.candidates);
        report.how_found.clone_from(&ready.reply.how);
        (follow, (ready.frame, ready.document, ready.token))
    } else {
        let follow = Follow::start(page)?;
        let (frame, document, token, focus) = focus_here(page, hands, &expect, deadline).await?;
        report.element = focus;
        (follow, (frame, document, token))
    };
    let events = Given { events: &events, frame: &frame, document, token };
    let acked = events.give(page, hands, &mut follow, deadline).await?;
    let unseen = acked.is_some_and(|acked| acked.acks.is_empty());
    if !follow.seen.ended() {
        let settled = follow.settle(hands, (&frame, document), (token, None), deadline).await;
        settled.map_err(|error| error.with_delivered(if unseen { Delivered::Unknown } else { Delivered::Yes }))?;
    }
    report.consequences = follow.finish();
    if unseen {
        if report.consequences.none_observed() {
            // The focus had gone where this frame does not hear: something else may have received them.
            return Err(ActError::FocusLost { element: report.element, delivered: Delivered::Unknown }.into());
        }
        report.notes.push("the page did not see the keys: the browser or a dialog took them".to_owned());
    }
    Ok(report)
}

/// Finds the frame that has the focus and expects keys there.
async fn focus_here(
    page: &Page,
    hands: &Hands<'_>,
    expect: &[String],
    deadline: Instant,
) -> Result<(FrameId, FrameDoc, u64, Option<super::ElementInfo>), PageError> {
    let mut frame = page.main_frame()?.id;
    loop {
        let token = token();
        let arg = json!({ "token": token, "expect": expect });
        let (here, document): (FocusHere, _) =
            page.call_telling(hands.act, &frame, "focusHere", &arg, deadline).await?;
        let inner = match here.frame {
            Some(owner) => child_of(page, hands.read, &frame, owner, deadline).await?,
            None => None,
        };
        match inner {
            Some(inner) => frame = inner,
            None => {
                let focus = here.focus.map(|focus| focus.info(Place { frame: &frame, document }));
                return Ok((frame, document, token, focus));
            }
        }
    }
}

/// Key events for one document.
pub(super) struct Given<'a> {
    pub(super) events: &'a [KeyEvent],
    pub(super) frame: &'a FrameId,
    pub(super) document: FrameDoc,
    pub(super) token: u64,
}

impl Given<'_> {
    /// Sends the events and waits for what the interceptor says of them. None when a dialog ended it.
    pub(super) async fn give(
        &self,
        page: &Page,
        hands: &Hands<'_>,
        follow: &mut Follow<'_>,
        deadline: Instant,
    ) -> Result<Option<Box<Acked>>, PageError> {
        // Keys go to the process of the frame that has the focus.
        let channel = page.channel_of(self.frame)?.until(deadline);
        let sent = async {
            page.sending(self.events.iter().filter(|event| event.down).count());
            send(&channel, hands, self.events).await
        };
        let post = Post { frame: self.frame, document: self.document, token: self.token };
        match deliver(page, hands, post, follow, sent, deadline).await? {
            Fate::Told(acked) => Ok(Some(acked)),
            Fate::Dialog => Ok(None),
            Fate::Begun => Err(PageError::DocumentChanged { delivered: Delivered::Unknown }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modifiers_are_keys_of_their_own_around_the_key() {
        let chord = keys::chord("Control+Shift+A").unwrap();
        let events = events(&chord, true);
        let told: Vec<_> = events.iter().map(|event| (event.down, event.key.key.as_str(), event.modifiers.0)).collect();
        assert_eq!(
            told,
            [
                (true, "Control", 2),
                (true, "Shift", 10),
                (true, "A", 10),
                (false, "A", 10),
                (false, "Shift", 2),
                (false, "Control", 0),
            ]
        );
        assert_eq!(expected(&events), ["Control", "Shift", "A"]);
    }
}
