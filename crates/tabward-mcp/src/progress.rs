//! Progress of calls that take their time.

use std::future::Future;
use std::time::Duration;

use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RoleServer};
use tokio::sync::mpsc;
use tokio::time::{Instant, interval_at};

/// A call that is done before this says nothing on the way.
const QUIET: Duration = Duration::from_secs(1);
/// Then it says at least so often that it is alive.
const PULSE: Duration = Duration::from_secs(5);

/// Runs a call and reports its progress from its second second on.
pub(crate) async fn told<T>(
    call: impl Future<Output = T>,
    peer: &Peer<RoleServer>,
    token: ProgressToken,
    mut messages: mpsc::Receiver<String>,
) -> T {
    tokio::pin!(call);
    let began = Instant::now();
    let mut pulse = interval_at(began + QUIET, PULSE);
    let mut last = String::from("working");
    let mut open = true;
    loop {
        tokio::select! {
            done = &mut call => return done,
            message = messages.recv(), if open => {
                match message {
                    Some(message) => last = message,
                    None => open = false,
                }
                if began.elapsed() < QUIET || !open {
                    continue;
                }
            }
            _ = pulse.tick() => {}
        }
        // Seconds grow by themselves, as the protocol demands of progress; what a call still has to do is unknown.
        let progress =
            ProgressNotificationParam::new(token.clone(), began.elapsed().as_secs_f64()).with_message(last.clone());
        if peer.notify_progress(progress).await.is_err() {
            return call.await;
        }
    }
}
