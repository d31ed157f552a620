//! Trusted mouse input: move, press and release, sent at once and answered in turn.

use serde::Deserialize;
use tabward_cdp::protocol::input::{
    DispatchMouseEvent, DispatchMouseEventPointerType, DispatchMouseEventType, MouseButton, ReleaseMouse,
};
use tabward_cdp::{Cdp as _, CdpError, Channel};

use super::Hands;
use super::geometry::Point;
use super::keys::Modifiers;

/// A mouse button.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Button {
    /// The usual one.
    #[default]
    Left,
    /// Opens context menus.
    Right,
    /// The wheel.
    Middle,
}

impl Button {
    fn wire(self) -> MouseButton {
        match self {
            Self::Left => MouseButton::Left,
            Self::Right => MouseButton::Right,
            Self::Middle => MouseButton::Middle,
        }
    }

    fn bit(self) -> i64 {
        match self {
            Self::Left => 1,
            Self::Right => 2,
            Self::Middle => 4,
        }
    }
}

/// How a press is made.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Press {
    pub(super) button: Button,
    pub(super) modifiers: Modifiers,
    /// 0 only moves.
    pub(super) count: u32,
}

fn event(kind: DispatchMouseEventType, point: Point, modifiers: Modifiers) -> DispatchMouseEvent {
    DispatchMouseEvent {
        modifiers: Some(modifiers.0),
        pointer_type: Some(DispatchMouseEventPointerType::Mouse),
        ..DispatchMouseEvent::new(kind, point.x, point.y)
    }
}

pub(super) fn moved(point: Point, modifiers: Modifiers, held: Option<Button>) -> DispatchMouseEvent {
    DispatchMouseEvent {
        button: Some(held.map_or(MouseButton::None, Button::wire)),
        buttons: Some(held.map_or(0, Button::bit)),
        ..event(DispatchMouseEventType::MouseMoved, point, modifiers)
    }
}

pub(super) fn pressed(point: Point, press: Press, count: u32) -> DispatchMouseEvent {
    DispatchMouseEvent {
        button: Some(press.button.wire()),
        buttons: Some(press.button.bit()),
        click_count: Some(i64::from(count)),
        ..event(DispatchMouseEventType::MousePressed, point, press.modifiers)
    }
}

pub(super) fn released(point: Point, press: Press, count: u32) -> DispatchMouseEvent {
    DispatchMouseEvent {
        button: Some(press.button.wire()),
        buttons: Some(0),
        click_count: Some(i64::from(count)),
        ..event(DispatchMouseEventType::MouseReleased, point, press.modifiers)
    }
}

/// Moves to the point and presses there as often as asked. All events are on their way before the first is answered; a
/// press that fails is released.
pub(super) async fn press(channel: &Channel, hands: &Hands<'_>, point: Point, press: Press) -> Result<(), CdpError> {
    let mut events = vec![moved(point, press.modifiers, None)];
    for count in 1..=press.count {
        events.push(pressed(point, press, count));
        events.push(released(point, press, count));
    }
    let sent = events.into_iter().map(|event| channel.send(hands.act, event));
    let answers = futures_util::future::join_all(sent).await;
    let failed = answers.into_iter().find_map(Result::err);
    match failed {
        None => Ok(()),
        Some(error) => {
            if press.count > 0 {
                release(channel, hands, point, press.button).await;
            }
            Err(error)
        }
    }
}

/// Releases a button that may be pressed.
pub(super) async fn release(channel: &Channel, hands: &Hands<'_>, point: Point, button: Button) {
    let command = ReleaseMouse {
        button: Some(button.wire()),
        buttons: Some(0),
        click_count: Some(1),
        ..ReleaseMouse::new(DispatchMouseEventType::MouseReleased, point.x, point.y)
    };
    if let Err(error) = channel.send(hands.clean_up, command).await {
        tracing::debug!(%error, "a mouse button was not released");
    }
}
