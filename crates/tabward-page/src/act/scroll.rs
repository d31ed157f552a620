//! Scrolling the page or a container (ACT-11).

use serde::Deserialize;
use serde_json::json;
use tokio::time::{Duration, Instant};

use super::effect::{ActReport, Mode};
use super::error::ActError;
use super::follow::Follow;
use super::geometry::Point;
use super::resolve::{Ask, Needs, ready};
use super::wire::{Place, Scrolled};
use super::{Hands, Target, token};
use crate::{Page, PageError};

/// Where to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Down.
    #[default]
    Down,
    /// Up.
    Up,
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// To the end, and on while more is loaded there.
    End,
    /// To the start.
    Start,
}

impl Direction {
    fn as_str(self) -> &'static str {
        match self {
            Self::Down => "down",
            Self::Up => "up",
            Self::Left => "left",
            Self::Right => "right",
            Self::End => "end",
            Self::Start => "start",
        }
    }
}

/// How far.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Amount {
    /// What is in view, less a little.
    #[default]
    Page,
    /// CSS pixels.
    Pixels(f64),
}

/// What scrolled.
#[derive(Debug, Clone)]
pub struct ScrollReport {
    /// The action; `consequences.moved` says how far.
    pub report: ActReport,
    /// How far, in CSS pixels.
    pub moved: Point,
    /// Whether the lower end is reached, as things stand after settling.
    pub reached_bottom: bool,
    /// Where the container or page stands now, and how far it can be scrolled in all, in CSS pixels.
    pub position: (f64, f64),
    /// How often more was loaded at the end.
    pub loads: u32,
}

/// How often the end is gone to again because more was loaded.
const ROUNDS: u32 = 100;

/// Scrolls the page, or with a target the container that it is or lies in.
///
/// # Errors
/// As [`super::click()`].
pub async fn scroll(
    page: &Page,
    hands: &Hands<'_>,
    target: Option<&Target>,
    direction: Direction,
    amount: Amount,
    deadline: Instant,
) -> Result<ScrollReport, PageError> {
    if let Amount::Pixels(pixels) = amount
        && !(pixels.is_finite() && pixels > 0.0)
    {
        return Err(ActError::Invalid("amount is \"page\" or a positive number of pixels".to_owned()).into());
    }
    let mut report = ActReport {
        element: None,
        mode: Mode::Script,
        candidates: Vec::new(),
        how_found: None,
        notes: Vec::new(),
        consequences: super::Consequences::default(),
    };
    let (frame, document, id) = match target {
        Some(target) => {
            let needs = Needs { visible: true, ..Needs::default() };
            let ready = ready(page, hands, target, Ask { needs, ..Ask::default() }, deadline).await?;
            report.element = Some(ready.element.clone());
            report.candidates = ready.candidates.clone();
            report.how_found.clone_from(&ready.reply.how);
            (ready.frame.clone(), ready.document, Some(ready.element.at.id))
        }
        None => {
            let main = page.main_frame()?;
            (main.id, main.document, None)
        }
    };
    let mut follow = Follow::start(page)?;
    let token = token();
    let step = match amount {
        Amount::Page => json!("page"),
        Amount::Pixels(pixels) => json!(pixels),
    };
    let mut moved = Point { x: 0.0, y: 0.0 };
    let mut loads = 0;
    loop {
        let arg = json!({ "id": id, "direction": direction.as_str(), "amount": step });
        let done: Scrolled = page.call_in(hands.act, &frame, document, "scroll", &arg, deadline).await?;
        if done.why.is_some() {
            return Err(ActError::Stale { document: false }.into());
        }
        if let Some(by) = done.moved {
            moved = Point { x: moved.x + by.x, y: moved.y + by.y };
        }
        if report.element.is_none() && !done.page {
            let place = Place { frame: &frame, document };
            report.element = done.container.as_ref().map(|container| container.info(place));
        }
        follow.settle(hands, (&frame, document), (token, None), deadline).await?;
        let now = if follow.seen.ended() || follow.seen.committed.is_some() {
            done.clone()
        } else {
            let arg = json!({ "scroller": done.scroller });
            page.call_in::<Scrolled>(hands.read, &frame, document, "scrolled", &arg, deadline).await?
        };
        let grown = direction == Direction::End && now.why.is_none() && !now.reached_bottom;
        let time = Instant::now() + Duration::from_millis(500) < deadline;
        if grown && time && loads < ROUNDS && !follow.seen.ended() {
            loads += 1;
            continue;
        }
        if grown {
            report.notes.push("more is still being loaded at the end; scroll again".to_owned());
        }
        report.consequences = follow.finish();
        report.consequences.moved = Some(moved);
        return Ok(ScrollReport {
            report,
            moved,
            reached_bottom: if now.why.is_none() { now.reached_bottom } else { done.reached_bottom },
            position: (now.at, now.room),
            loads,
        });
    }
}
