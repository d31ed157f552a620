//! What only a person can pass: sign-in forms, second factors, CAPTCHAs. Recognised, never passed.

use serde::{Deserialize, Serialize};
use serde_json::json;
use tabward_model::capability::Read;
use tabward_model::{FrameId, Permit};
use tokio::time::Instant;

use crate::{Page, PageError};

/// What kind of person's work it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChallengeKind {
    /// A sign-in form.
    SignIn,
    /// A one-time code, or an approval elsewhere.
    SecondFactor,
    /// A CAPTCHA, or a check in front of a site.
    Captcha,
}

/// Something on a page that needs a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Challenge {
    /// Its kind.
    pub kind: ChallengeKind,
    /// In words, for `needs a person: …`; words of ours, never of the page.
    pub what: String,
    /// A selector of it.
    #[serde(rename = "where")]
    pub place: Option<String>,
}

/// The first thing in a frame that needs a person, if there is one. Frames of known providers are seen from the frame
/// around them, so the main frame is enough.
///
/// # Errors
/// Whatever a page script's call can come to.
pub async fn challenge(
    page: &Page,
    permit: &Permit<Read>,
    frame: &FrameId,
    deadline: Instant,
) -> Result<Option<Challenge>, PageError> {
    page.call(permit, frame, "challenge", &json!({}), deadline).await
}
