//! Quiet: of the document, and of the network.

use serde_json::{Value, json};
use tabward_model::Permit;
use tabward_model::capability::Read;
use tokio::time::{Duration, Instant};

use super::{Ended, Saw};
use crate::act::{cut_all, token};
use crate::observe::network::Request;
use crate::page::notice::PageEvent;
use crate::{Page, PageError};

/// How long the page may take for its last word.
const PATIENCE: Duration = Duration::from_secs(2);

/// Waits until the main document has not changed for so long.
pub(super) async fn dom(page: &Page, read: &Permit<Read>, quiet: Duration, end: Instant) -> Ended {
    loop {
        let main = page.main_frame()?;
        let token = token();
        let millis = u64::try_from(quiet.as_millis()).unwrap_or(u64::MAX);
        let arg = json!({ "token": token, "quiet_ms": millis });
        let call = page.call_in::<Value>(read, &main.id, main.document, "domStable", &arg, end + PATIENCE);
        tokio::pin!(call);
        let answer = tokio::select! {
            biased;
            answer = &mut call => answer,
            () = tokio::time::sleep_until(end) => {
                let frames = [(main.id.clone(), main.document)];
                let last = cut_all(page, read, &frames, token, end + PATIENCE);
                let (answer, ()) = tokio::join!(call, last);
                answer
            }
        };
        match answer {
            Ok(answer) if answer["held"] == json!(true) => return Ok(Ok(Saw::default())),
            Ok(answer) => return Ok(Err(Some(format!("{} changes of the document", answer["changes"])))),
            Err(PageError::DocumentChanged { .. } | PageError::FrameGone(_)) if Instant::now() < end => {}
            Err(PageError::DocumentChanged { .. } | PageError::FrameGone(_) | PageError::Deadline { .. }) => {
                return Ok(Err(Some("a document that was still changing".to_owned())));
            }
            Err(error) => return Err(error),
        }
    }
}

/// Whether a request counts for an idle network: streams never end.
pub(super) fn counts(request: &Request) -> bool {
    !["eventsource", "websocket", "ping"].iter().any(|kind| request.kind.eq_ignore_ascii_case(kind))
        && request.frame.is_some()
}

/// Whether a request loads what the page is made of.
pub(super) fn is_resource(request: &Request) -> bool {
    ["script", "stylesheet", "image", "font", "media", "document"]
        .iter()
        .any(|kind| request.kind.eq_ignore_ascii_case(kind))
}

/// Waits until no request of this kind has been under way for so long.
pub(super) async fn network(page: &Page, quiet: Duration, kind: impl Fn(&Request) -> bool, end: Instant) -> Ended {
    let mut events = page.subscribe();
    loop {
        let open: Vec<Request> = page
            .requests_since(0)
            .entries
            .into_iter()
            .filter(|request| request.is_pending() && kind(request))
            .collect();
        let until = if open.is_empty() { Instant::now() + quiet } else { end };
        let broken = async {
            loop {
                match events.recv().await {
                    Ok(PageEvent::RequestStarted { id, .. })
                        if page.request(id).is_none_or(|request| kind(&request)) =>
                    {
                        return;
                    }
                    Ok(PageEvent::RequestEnded { .. }) if !open.is_empty() => return,
                    Err(tokio::sync::broadcast::error::RecvError::Closed) => std::future::pending().await,
                    _ => {}
                }
            }
        };
        if tokio::time::timeout_at(until.min(end), broken).await.is_err() {
            if open.is_empty() && until <= end {
                return Ok(Ok(Saw::default()));
            }
            let told: Vec<String> =
                open.iter().take(5).map(|request| format!("{} {}", request.id, request.kind)).collect();
            return Ok(Err(Some(format!("{} requests under way: {}", open.len(), told.join(", ")))));
        }
    }
}
